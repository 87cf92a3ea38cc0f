"""The NAO V6 as data: joints in wire order, limits, dimensions, masses.

The numbers live in `config/robots/nao_v6.yaml`; the classes here say what they mean. Frames: x
forward, y left, z up. The torso frame is the origin of the robot's model, between the shoulders
and the hips; the hip frame is midway between the two hip joints, `hip_offset_z` below it.
"""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Annotated

from hardware.units import (
    Angle,
    LengthPoint,
    Mass,
    Number,
    Point,
    PositiveLength,
    Unit,
)


class Side(Enum):
    """A side of the robot; the value is the sign of y on that side."""

    LEFT = 1
    RIGHT = -1

    @property
    def sign(self) -> float:
        """Return +1.0 for left, -1.0 for right."""
        return float(self.value)

    @property
    def other(self) -> "Side":
        """Return the opposite side."""
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


class Joint(IntEnum):
    """The 25 joints in the order of LoLA's `Position` array.

    One motor drives both hip yaw pitch joints; it is called `L_HIP_YAW_PITCH`.
    """

    HEAD_YAW = 0
    HEAD_PITCH = 1
    L_SHOULDER_PITCH = 2
    L_SHOULDER_ROLL = 3
    L_ELBOW_YAW = 4
    L_ELBOW_ROLL = 5
    L_WRIST_YAW = 6
    L_HIP_YAW_PITCH = 7
    L_HIP_ROLL = 8
    L_HIP_PITCH = 9
    L_KNEE_PITCH = 10
    L_ANKLE_PITCH = 11
    L_ANKLE_ROLL = 12
    R_HIP_ROLL = 13
    R_HIP_PITCH = 14
    R_KNEE_PITCH = 15
    R_ANKLE_PITCH = 16
    R_ANKLE_ROLL = 17
    R_SHOULDER_PITCH = 18
    R_SHOULDER_ROLL = 19
    R_ELBOW_YAW = 20
    R_ELBOW_ROLL = 21
    R_WRIST_YAW = 22
    L_HAND = 23
    R_HAND = 24

    @property
    def wire_name(self) -> str:
        """Return LoLA's name of the joint, for example `LHipYawPitch`."""
        return "".join(part.capitalize() for part in self.name.split("_"))

    @property
    def key(self) -> str:
        """Return the name used in YAML and tables, for example `l_hip_yaw_pitch`."""
        return self.name.lower()


JOINT_COUNT = len(Joint)
HEAD_JOINTS = (Joint.HEAD_YAW, Joint.HEAD_PITCH)
LEG_JOINTS = tuple(Joint(i) for i in range(Joint.L_HIP_YAW_PITCH, Joint.R_SHOULDER_PITCH))
LEFT_ARM_JOINTS = tuple(Joint(i) for i in range(Joint.L_SHOULDER_PITCH, Joint.L_HIP_YAW_PITCH))
RIGHT_ARM_JOINTS = tuple(Joint(i) for i in range(Joint.R_SHOULDER_PITCH, Joint.L_HAND))
ARM_JOINTS = LEFT_ARM_JOINTS + RIGHT_ARM_JOINTS
HAND_JOINTS = (Joint.L_HAND, Joint.R_HAND)


@dataclass(frozen=True, slots=True)
class Motor:
    """One motor type behind its gear, from the datasheet at nominal voltage.

    Attributes:
        gear_ratio: Motor turns per joint turn.
        stall_torque: At the motor shaft, Nm.
        no_load_speed: At the motor shaft, rad/s.
        armature: Rotor inertia seen at the joint, kg m2.
    """

    gear_ratio: Number
    stall_torque: Annotated[float, Unit("mnm")]
    no_load_speed: Annotated[float, Unit("rpm")]
    armature: Annotated[float, Unit("kg_m2")]

    @property
    def joint_stall_torque(self) -> float:
        """Return the ideal stall torque at the joint in Nm, gear losses not taken off."""
        return self.gear_ratio * self.stall_torque

    @property
    def joint_no_load_speed(self) -> float:
        """Return the no-load speed at the joint in rad/s."""
        return self.no_load_speed / self.gear_ratio


@dataclass(frozen=True, slots=True)
class JointSpec:
    """Limits and motor of one joint. Hands are openings 0..1 and have no entry.

    Attributes:
        min: Lower limit, rad.
        max: Upper limit, rad.
        motor: Key of the motor type in `Nao.motors`.
    """

    min: Angle
    max: Angle
    motor: str


@dataclass(frozen=True, slots=True)
class Link:
    """One rigid body and the joint that carries it.

    Attributes:
        name: Name of the body.
        parent: Name of the parent body; empty for the torso.
        joint: Key of the joint that turns this body in its parent; empty for the torso. Both hip
            bodies name `l_hip_yaw_pitch`.
        origin: Joint in the parent's frame, m.
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
    """Outline of the left sole seen from the sole's origin below the ankle.

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
class Nao:
    """One NAO: what `config/robots/nao_v6.yaml` says.

    Attributes:
        name: Name of the model.
        dimensions: Lengths between joints.
        motors: Motor types by key.
        joints: Limits and motor per joint, in `Joint` order, hands excluded.
        links: Bodies, parents before children.
    """

    name: str
    dimensions: Dimensions
    motors: dict[str, Motor]
    joints: dict[Joint, JointSpec]
    links: tuple[Link, ...]

    @property
    def mass(self) -> float:
        """Return the total mass in kg."""
        return sum(link.mass for link in self.links)
