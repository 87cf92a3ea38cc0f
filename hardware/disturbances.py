"""All disturbances of a robot, one class each: named by scenarios, applied by plants.

The fields of a class, with their units, are the keys of a scenario; its name in snake case is the
key of the disturbance itself, and `words` with the fields filled in is its text for people. To add
one, write a class here and the case that applies it in a module of `hardware/simulation/events/`;
`hsm check` lists disturbances that no plant applies. A direction is where a force pushes to, in the
torso's yaw frame at the onset: 0 forward, positive to the left. Nothing here is random.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from annotated_types import Ge, Gt, Le

from hardware.disturbance import Disturbance
from hardware.frame_fields import FrameField
from hardware.props import BallSpeed, key_of
from hardware.robots.model import Side
from hardware.robots.nao import HAND_JOINTS, Joint
from hardware.sensors_and_commands import CYCLE, Touch
from hardware.units import (
    Duration,
    EndlessNumber,
    Heading,
    Length,
    Number,
    PositiveForce,
    PositiveSpeed,
    PositiveTime,
    Unit,
)

LyingSide = Literal["front", "back", "left", "right"]
ImuFault = Literal["dead", "frozen", "nan"]

Height = Annotated[float, Unit("mm"), Gt(0.0), Le(2000.0)]


@dataclass(frozen=True, slots=True)
class Push(Disturbance):
    """A short rectangular force pulse at the torso's centre of mass.

    Attributes:
        direction: Direction of the force from the torso's heading at the onset, rad; 0 forward,
            positive to the left.
        impulse: N s.
        duration: s.
    """

    words = "push {impulse} {direction}"
    direction: Heading
    impulse: Annotated[float, Unit("ns"), Gt(0.0)]
    duration: PositiveTime = 0.1


@dataclass(frozen=True, slots=True)
class Lean(Disturbance):
    """Another robot leans against the torso: a constant force until the torso tilts by 60 deg.

    Attributes:
        direction: Direction of the force from the torso's heading at the onset, rad; 0 forward,
            positive to the left.
        force: N.
        duration: s.
    """

    words = "lean {force} {direction} for {duration}"
    direction: Heading
    force: PositiveForce
    duration: PositiveTime


@dataclass(frozen=True, slots=True)
class Jostle(Disturbance):
    """A person or another robot walks into the torso and yields.

    The contact acts like a spring that only pushes: a robot that steps away feels less force.

    Attributes:
        direction: Direction of the motion from the torso's heading at the onset, rad; 0 forward,
            positive to the left.
        speed: Speed of the person or robot, m/s.
        force: Largest force, N.
        duration: s.
    """

    words = "jostled {direction} at {speed} with at most {force} for {duration}"
    direction: Heading
    speed: Annotated[float, Unit("mm_per_s"), Gt(0.0), Le(2000.0)]
    force: PositiveForce = 30.0
    duration: PositiveTime = 0.5


@dataclass(frozen=True, slots=True)
class BlockFoot(Disturbance):
    """An obstacle, such as a goal post, holds a foot in place horizontally.

    Attributes:
        side: Side of the foot.
        duration: s.
        force: Largest holding force of the obstacle, N.
    """

    words = "{side} foot blocked for {duration}"
    side: Side
    duration: PositiveTime
    force: PositiveForce = 30.0


@dataclass(frozen=True, slots=True)
class SeizeJoint(Disturbance):
    """A joint is blocked, as by a strap of the jersey.

    Attributes:
        joint: The joint, not a hand; the hip yaw blocks both legs.
        duration: s.
    """

    words = "{joint} stuck for {duration}"
    joint: Joint
    duration: PositiveTime

    def __post_init__(self) -> None:
        Disturbance.__post_init__(self)
        if self.joint in HAND_JOINTS:
            raise ValueError(f"{self.joint.key} cannot be stuck: hands are rigid in the simulation")


@dataclass(frozen=True, slots=True)
class Lift(Disturbance):
    """A person grips the torso, raises it and holds it until it is put down or let go.

    Attributes:
        height: Height by which the torso is raised, m.
        duration: Time taken to raise it, s.
        upright: The person turns the torso upright meanwhile; else its attitude is kept.
    """

    words = "lifted by {height}"
    height: Height
    duration: PositiveTime = 1.0
    upright: bool = True


@dataclass(frozen=True, slots=True)
class HoldUpright(Disturbance):
    """A person moves the torso to a height above the floor, upright, and holds it there.

    Attributes:
        height: Height of the torso's origin above the floor, m; standing height is 0.31 m.
        duration: Time taken to reach it, s.
    """

    words = "held upright"
    height: Height
    duration: PositiveTime = 2.0


@dataclass(frozen=True, slots=True)
class PutDown(Disturbance):
    """The person lowers the torso until the soles carry half of the weight, then lets go.

    If the legs do not bear load, the robot is let go when its torso is near the ground.

    Attributes:
        speed: Lowering speed, m/s.
    """

    words = "put down"
    speed: PositiveSpeed = 0.1


@dataclass(frozen=True, slots=True)
class LayDown(Disturbance):
    """A person turns the torso flat, lays it on the ground and lets go.

    Attributes:
        side: Side that faces the ground.
        duration: Time taken to turn it, s.
    """

    words = "laid down on its {side}"
    side: LyingSide
    duration: PositiveTime = 1.0


@dataclass(frozen=True, slots=True)
class LetGo(Disturbance):
    """The person lets go of the torso at once."""

    words = "let go"


@dataclass(frozen=True, slots=True)
class MoveBall(Disturbance):
    """A person picks up the ball and places or rolls it elsewhere; keys as for the prop `ball`.

    Attributes:
        x: Position ahead of the robot's start, m.
        y: Position to the left of the robot's start, m.
        speed: Rolling speed from there, m/s.
        direction: Direction of rolling, rad; 0 along x, positive to the left.
    """

    words = "ball moved to {x}, {y}"
    x: Length
    y: Length
    speed: BallSpeed = 0.0
    direction: Heading = 0.0


@dataclass(frozen=True, slots=True)
class LoseFrames(Disturbance):
    """No frame arrives.

    Attributes:
        duration: s.
    """

    words = "no frames for {duration}"
    duration: PositiveTime


@dataclass(frozen=True, slots=True)
class KillImu(Disturbance):
    """The inertial unit fails: gyro, accelerometer and angles.

    Attributes:
        mode: All zeros (dead), the last values (frozen), or not a number (nan).
        duration: s; unlimited by default.
    """

    words = "inertial unit {mode}"
    mode: ImuFault = "frozen"
    duration: Duration = math.inf


@dataclass(frozen=True, slots=True)
class KillMotor(Disturbance):
    """A motor's driver is off: the joint swings freely and draws no current.

    The robot still reports the commanded stiffness.

    Attributes:
        joint: Joint of the motor.
        duration: s; unlimited by default.
    """

    words = "motor of {joint} dead"
    joint: Joint
    duration: Duration = math.inf


@dataclass(frozen=True, slots=True)
class Press(Disturbance):
    """A person touches a button or pad; two at the same time touch two.

    Attributes:
        touch: The button or pad.
        duration: s.
    """

    words = "{touch} touched"
    touch: Touch
    duration: PositiveTime = 0.2


@dataclass(frozen=True, slots=True)
class Spoil(Disturbance):
    """One number of the frame is replaced.

    Attributes:
        field: Field of `SensorFrame`.
        index: Index in the field; unused for scalar fields.
        value: Value that arrives instead, in SI; not a number by default.
        duration: s; a single frame by default.
    """

    words = "{field}[{index}] is {value}"
    field: FrameField
    index: Annotated[int, Unit(""), Ge(0)] = 0
    value: EndlessNumber = math.nan
    duration: Duration = CYCLE


@dataclass(frozen=True, slots=True)
class FreezeValue(Disturbance):
    """One number of the frame is frozen.

    Attributes:
        field: Field of `SensorFrame`.
        index: Index in the field; unused for scalar fields.
        duration: s; unlimited by default.
    """

    words = "{field}[{index}] frozen"
    field: FrameField
    index: Annotated[int, Unit(""), Ge(0)] = 0
    duration: Duration = math.inf


@dataclass(frozen=True, slots=True)
class ShiftValue(Disturbance):
    """One number of the frame has a constant offset.

    Attributes:
        field: Field of `SensorFrame`.
        by: Offset, in SI.
        index: Index in the field; unused for scalar fields.
        duration: s; unlimited by default.
    """

    words = "{field}[{index}] off by {by}"
    field: FrameField
    by: Number
    index: Annotated[int, Unit(""), Ge(0)] = 0
    duration: Duration = math.inf


KINDS: Final[Mapping[str, type[Disturbance]]] = {
    key_of(kind): kind
    for kind in list(vars().values())
    if isinstance(kind, type) and issubclass(kind, Disturbance) and kind is not Disturbance
}
"""All disturbances by key, such as `block_foot`."""
