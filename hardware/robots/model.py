"""The model of a robot: joints in wire order, limbs, limits, motors, masses, lengths, cycle.

The numbers come from a file in `config/robots/`; the classes here define their meaning. Frames: x
forward, y left, z up. The torso frame has its origin between the shoulders and the hips; the hip
frame is midway between the two hip joints, `hip_offset_z` below it.

Joints are identified by their function in a limb, not by name: code that moves joints takes their
indexes from here once, on construction.
"""

from dataclasses import astuple, dataclass, field
from enum import Enum
from typing import Annotated, NamedTuple

from annotated_types import Gt

from hardware.robots.eyes import Eyes
from hardware.units import (
    Angle,
    LengthPoint,
    Mass,
    Number,
    Point,
    PositiveLength,
    PositiveMilliseconds,
    Unit,
)


class Side(Enum):
    """A side of the robot; the value is the sign of y on that side.

    Attributes:
        sign: The same as a number, +1.0 for left, -1.0 for right.
    """

    LEFT = 1
    RIGHT = -1

    __hash__ = object.__hash__  # four times as fast; a side is a key a hundred times per cycle

    sign: float

    def __init__(self, value: int) -> None:
        self.sign = float(value)

    @property
    def other(self) -> "Side":
        """Return the opposite side."""
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


@dataclass(frozen=True, slots=True)
class Motor:
    """One motor type and its gear, from the datasheet at nominal voltage.

    Attributes:
        gear_ratio: Motor turns per joint turn.
        stall_torque: At the motor shaft, Nm.
        no_load_speed: At the motor shaft, rad/s.
        armature: Rotor inertia seen at the joint, kg m2.
    """

    gear_ratio: Annotated[Number, Gt(0.0)]
    stall_torque: Annotated[float, Unit("mnm"), Gt(0.0)]
    no_load_speed: Annotated[float, Unit("rpm"), Gt(0.0)]
    armature: Annotated[float, Unit("kg_m2")]

    @property
    def joint_stall_torque(self) -> float:
        """Return the ideal stall torque at the joint in Nm, without gear losses."""
        return self.gear_ratio * self.stall_torque

    @property
    def joint_no_load_speed(self) -> float:
        """Return the no-load speed at the joint in rad/s."""
        return self.no_load_speed / self.gear_ratio


@dataclass(frozen=True, slots=True)
class JointSpec:
    """Limits and motor of one joint. Hands, with openings 0..1, have no entry.

    Attributes:
        min: Lower limit, rad.
        max: Upper limit, rad.
        motor: Key of the motor type in `RobotModel.motors`.

    Raises:
        ValueError: If the limits leave no range of motion.
    """

    min: Angle
    max: Angle
    motor: str

    def __post_init__(self) -> None:
        if self.min >= self.max:
            raise ValueError("'max' must be above 'min'")


@dataclass(frozen=True, slots=True)
class Link:
    """One rigid body and the joint that carries it.

    Attributes:
        name: Name of the body.
        parent: Name of the parent body; empty for the torso.
        joint: Name of the joint that turns this body in its parent; empty for the torso. If one
            motor turns both hips, both bodies name its joint, the left one first.
        origin: Position of the joint in the parent's frame, m.
        axis: Unit axis of the joint in the parent's frame at zero pose.
        mass: kg.
        com: Centre of mass in the link's frame, m.
        inertia: ixx, iyy, izz, ixy, ixz, iyz about the centre of mass, kg m2.
    """

    name: str
    parent: str
    joint: str
    origin: LengthPoint
    axis: Annotated[Point, Unit("")]
    mass: Mass
    com: LengthPoint
    inertia: Annotated[tuple[float, float, float, float, float, float], Unit("kg_mm2")]


@dataclass(frozen=True, slots=True)
class Sole:
    """Outline of the left sole, relative to the origin of the sole below the ankle.

    `GroundTruth.left_sole` is the middle: (front - back) / 2 ahead, (outer - inner) / 2 outward.

    Attributes:
        front: Distance to the front edge, m.
        back: Distance to the back edge, m.
        inner: Distance to the inner edge, m.
        outer: Distance to the outer edge, m.
        fsr: The four pressure cells FL, FR, RL, RR of the left sole, m. The right is mirrored:
            its FL is the mirror image of the left FR.
    """

    front: PositiveLength
    back: PositiveLength
    inner: PositiveLength
    outer: PositiveLength
    fsr: tuple[LengthPoint, LengthPoint, LengthPoint, LengthPoint]


@dataclass(frozen=True, slots=True)
class Dimensions:
    """Lengths between joints, m.

    Attributes:
        hip_offset_y: Half the distance between the hip joints.
        hip_offset_z: From the torso origin down to the hip joints.
        thigh: Hip to knee.
        tibia: Knee to ankle.
        foot_height: Ankle to sole.
        imu: Place of the inertial unit in the torso frame.
        sole: Outline of the sole.
    """

    hip_offset_y: PositiveLength
    hip_offset_z: PositiveLength
    thigh: PositiveLength
    tibia: PositiveLength
    foot_height: PositiveLength
    imu: LengthPoint
    sole: Sole


@dataclass(frozen=True, slots=True)
class LegNames:
    """Joint names of one leg. Both legs name the same `hip_yaw` if they share its motor."""

    hip_yaw: str
    hip_roll: str
    hip_pitch: str
    knee_pitch: str
    ankle_pitch: str
    ankle_roll: str


@dataclass(frozen=True, slots=True)
class LimbNames:
    """Joint names of all limbs.

    Attributes:
        head: Yaw and pitch.
        legs: By side.
        arms: By side, from the shoulder down: shoulder pitch, shoulder roll, and any number of
            others.
        hands: Left and right, or none; openings 0..1, after the joints on the wire.
    """

    head: tuple[str, str]
    legs: dict[Side, LegNames]
    arms: dict[Side, tuple[str, ...]]
    hands: tuple[str, ...]


class Leg(NamedTuple):
    """Indexes of one leg's joints, from the hip down; `Joint` tells the signs of their angles."""

    hip_yaw: int
    hip_roll: int
    hip_pitch: int
    knee_pitch: int
    ankle_pitch: int
    ankle_roll: int


Legs = dict["Side", Leg]
"""The joint indexes of both legs."""
Arm = tuple[int, ...]
"""Indexes of one arm's joints, from the shoulder down: pitch, roll, and any number of others."""


@dataclass(frozen=True, slots=True)
class RobotModel:
    """One type of robot, as described by its file in `config/robots/`.

    Attributes:
        name: Name of the model.
        cycle: Length of the control cycle, s: one frame and one command each.
        dimensions: Lengths between joints.
        limbs: Joint names of the limbs.
        eyes: The cameras and the head's range of motion.
        motors: Motor types by key.
        joints: Limits and motor per joint, in wire order, hands excluded.
        links: Bodies, parents before children.
        names: Names of all values on the wire, in its order: the joints, then the hands.
        head: Indexes of yaw and pitch.
        legs: Indexes by side.
        arms: Indexes by side.
        hands: Indexes; left, right.
        leg_joints: Indexes of all leg joints, in wire order.
        arm_joints: Indexes of all arm joints, left before right.
        specs: Limits and motor by index, hands excluded.
        mirror: For every value on the wire, the index of its partner on the other side, and -1.0
            if mirroring at the plane y = 0 changes its sign, else 1.0.

    Raises:
        ValueError: If limbs and joints do not fit together.
    """

    name: str
    cycle: PositiveMilliseconds
    dimensions: Dimensions
    limbs: LimbNames
    eyes: Eyes
    motors: dict[str, Motor]
    joints: dict[str, JointSpec]
    links: tuple[Link, ...]
    names: tuple[str, ...] = field(init=False, repr=False, compare=False)
    head: tuple[int, int] = field(init=False, repr=False, compare=False)
    legs: dict[Side, Leg] = field(init=False, repr=False, compare=False)
    arms: dict[Side, Arm] = field(init=False, repr=False, compare=False)
    hands: tuple[int, ...] = field(init=False, repr=False, compare=False)
    leg_joints: tuple[int, ...] = field(init=False, repr=False, compare=False)
    arm_joints: tuple[int, ...] = field(init=False, repr=False, compare=False)
    specs: tuple[JointSpec, ...] = field(init=False, repr=False, compare=False)
    mirror: tuple[tuple[int, float], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = (*self.joints, *self.limbs.hands)
        self._check(names)
        at, limbs = {name: index for index, name in enumerate(names)}, self.limbs
        legs = {side: Leg(*(at[name] for name in astuple(limbs.legs[side]))) for side in Side}
        arms = {side: tuple(at[name] for name in limbs.arms[side]) for side in Side}
        derived = {
            "names": names,
            "head": (at[limbs.head[0]], at[limbs.head[1]]),
            "legs": legs,
            "arms": arms,
            "hands": tuple(at[name] for name in limbs.hands),
            "leg_joints": tuple(sorted({*legs[Side.LEFT], *legs[Side.RIGHT]})),
            "arm_joints": arms[Side.LEFT] + arms[Side.RIGHT],
            "specs": tuple(self.joints.values()),
        }
        for key, value in derived.items():
            object.__setattr__(self, key, value)
        object.__setattr__(self, "mirror", self._mirror())

    def _check(self, names: tuple[str, ...]) -> None:
        limbs = self.limbs
        if set(limbs.legs) != set(Side) or set(limbs.arms) != set(Side):
            raise ValueError("expected a left and a right leg, and a left and a right arm")
        named = [*limbs.head, *(name for arm in limbs.arms.values() for name in arm)]
        named += [name for leg in limbs.legs.values() for name in astuple(leg)]
        named += [link.joint for link in self.links if link.joint]
        if unknown := [name for name in named if name not in names]:
            raise ValueError(f"there is no joint '{unknown[0]}'")
        if len(limbs.arms[Side.LEFT]) != len(limbs.arms[Side.RIGHT]):
            raise ValueError("both arms must have the same number of joints")
        if still := [name for name in self.joints if name not in named]:
            raise ValueError(f"the joint '{still[0]}' moves no link")
        bodies = {""}
        for link in self.links:
            if link.parent not in bodies:
                raise ValueError(f"no link before '{link.name}' has the name '{link.parent}'")
            bodies.add(link.name)
        if lost := [spec.motor for spec in self.joints.values() if spec.motor not in self.motors]:
            raise ValueError(f"there is no motor type '{lost[0]}'")

    def _mirror(self) -> tuple[tuple[int, float], ...]:
        """Return partners and signs, from the limbs and the axes of the joints."""
        left, right = (
            (*self.legs[side], *self.arms[side], *self.hands[number : number + 1])
            for number, side in enumerate(Side)
        )
        partners = dict(zip(left + right, right + left, strict=True))
        return tuple(
            (partners.get(index, index), self._sign(index, partners.get(index, index)))
            for index in range(len(self.names))
        )

    def _sign(self, joint: int, partner: int) -> float:
        """Return -1.0 if mirroring reverses the joint: its axis equals the partner's mirrored."""
        here = [link.axis for link in self.links if link.joint == self.names[joint]]
        there = [link.axis for link in self.links if link.joint == self.names[partner]]
        if not here or not there:
            return 1.0  # hands open alike on both sides
        one, other = here[0], there[-1]
        along = one[0] * other[0] - one[1] * other[1] + one[2] * other[2]
        return -1.0 if along > 0.0 else 1.0

    @property
    def mass(self) -> float:
        """Return the total mass in kg."""
        return sum(link.mass for link in self.links)

    @property
    def known(self) -> dict[str, tuple[str, ...]]:
        """Return the names that files about this robot may use, by kind."""
        return {"joint": self.names}

    @property
    def shares_hip_yaw(self) -> bool:
        """Return whether one motor turns both hips."""
        return self.legs[Side.LEFT].hip_yaw == self.legs[Side.RIGHT].hip_yaw

    def tip(self, joint: int) -> str:
        """Return the name of the link that a joint turns; for a limb's last joint, its end."""
        return next(link.name for link in self.links if link.joint == self.names[joint])

    def no_load_speed(self, joint: int) -> float:
        """Return the no-load speed of a joint, rad/s."""
        return self.motors[self.specs[joint].motor].joint_no_load_speed
