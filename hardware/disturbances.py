"""What can happen to a robot, one class each: scenarios name these, plants apply them.

A class says all that is known of its disturbance: its fields with their units are the keys of a
scenario, its name in small letters is its own key there, and its `words` with the fields put in are
what people read. To add one, write a class here and a case where the plant applies it, in a module
of `hardware/simulation/events/`; `hsm check` names what no plant applies. Directions say where a
force pushes to, as the torso is headed at its onset: 0 forward, positive to the left; no chance.
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
    """A short rectangular force at the torso's centre of mass.

    Attributes:
        direction: Where to, rad.
        impulse: N s.
        duration: s.
    """

    words = "push {impulse} {direction}"
    direction: Heading
    impulse: Annotated[float, Unit("ns"), Gt(0.0)]
    duration: PositiveTime = 0.1


@dataclass(frozen=True, slots=True)
class Lean(Disturbance):
    """Another robot leans against the torso: a constant force, until that has gone over by 60 deg.

    Attributes:
        direction: Where to, rad.
        force: N.
        duration: s.
    """

    words = "lean {force} {direction} for {duration}"
    direction: Heading
    force: PositiveForce
    duration: PositiveTime


@dataclass(frozen=True, slots=True)
class Jostle(Disturbance):
    """A person or another robot walks into the torso, gives way, and is left behind.

    It yields like a spring: a robot that steps aside feels less, and nothing pulls it back.

    Attributes:
        direction: Where to, rad.
        speed: At which whoever comes moves, m/s.
        force: The most that it pushes with, N.
        duration: s.
    """

    words = "jostled {direction} at {speed} with at most {force} for {duration}"
    direction: Heading
    speed: Annotated[float, Unit("mm_per_s"), Gt(0.0), Le(2000.0)]
    force: PositiveForce = 30.0
    duration: PositiveTime = 0.5


@dataclass(frozen=True, slots=True)
class BlockFoot(Disturbance):
    """Something holds a foot where it is in the plane, as a goal post does.

    Attributes:
        side: The foot.
        duration: s.
        force: The most that the obstacle holds, N.
    """

    words = "{side} foot blocked for {duration}"
    side: Side
    duration: PositiveTime
    force: PositiveForce = 30.0


@dataclass(frozen=True, slots=True)
class SeizeJoint(Disturbance):
    """A joint is stuck, as in a strap of the jersey: it turns no more.

    Attributes:
        joint: Which, but no hand; the hip yaw holds both legs.
        duration: s.
    """

    words = "{joint} stuck for {duration}"
    joint: Joint
    duration: PositiveTime

    def __post_init__(self) -> None:
        Disturbance.__post_init__(self)
        if self.joint in HAND_JOINTS:
            raise ValueError(f"{self.joint.key} cannot be stuck: hands do not move in physics")


@dataclass(frozen=True, slots=True)
class Lift(Disturbance):
    """A person takes the torso, raises it and keeps it there until it is put down or let go.

    Attributes:
        height: How far the torso is raised, m.
        duration: Of the raising, s.
        upright: The person turns the torso upright meanwhile; else its attitude is kept.
    """

    words = "lifted by {height}"
    height: Height
    duration: PositiveTime = 1.0
    upright: bool = True


@dataclass(frozen=True, slots=True)
class HoldUpright(Disturbance):
    """A person brings the torso upright to a height over the floor and keeps it there.

    Attributes:
        height: Of the torso's origin over the floor, m; 0.31 is standing.
        duration: Of the way there, s.
    """

    words = "held upright"
    height: Height
    duration: PositiveTime = 2.0


@dataclass(frozen=True, slots=True)
class PutDown(Disturbance):
    """The person lowers the torso until the soles carry half of the weight, then lets go.

    A robot whose legs do not carry is let go when its torso is near the ground.

    Attributes:
        speed: m/s.
    """

    words = "put down"
    speed: PositiveSpeed = 0.1


@dataclass(frozen=True, slots=True)
class LayDown(Disturbance):
    """A person turns the torso flat, lays it on the ground and lets go.

    Attributes:
        side: Which comes down.
        duration: Of the turning, s.
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
    """A person takes the ball and puts or rolls it elsewhere; places are those of `Ball`.

    Attributes:
        x: Along the way the robot looks at first, m.
        y: To its left, m.
        speed: With which it rolls from there, m/s.
        direction: Where to, rad.
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
        mode: All zeros, the last values for ever, or not a number.
        duration: s; for ever by default.
    """

    words = "inertial unit {mode}"
    mode: ImuFault = "frozen"
    duration: Duration = math.inf


@dataclass(frozen=True, slots=True)
class KillMotor(Disturbance):
    """A motor's driver is off: the joint swings freely and takes no current.

    The robot still reports the stiffness that it was given.

    Attributes:
        joint: Which.
        duration: s; for ever by default.
    """

    words = "motor of {joint} dead"
    joint: Joint
    duration: Duration = math.inf


@dataclass(frozen=True, slots=True)
class Press(Disturbance):
    """A person touches a button or pad; two at one time touch two.

    Attributes:
        touch: Which.
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
        index: Place in it; not used for fields that are one number.
        value: What arrives instead, in SI; not a number by default.
        duration: s; a single frame by default.
    """

    words = "{field}[{index}] is {value}"
    field: FrameField
    index: Annotated[int, Unit(""), Ge(0)] = 0
    value: EndlessNumber = math.nan
    duration: Duration = CYCLE


@dataclass(frozen=True, slots=True)
class FreezeValue(Disturbance):
    """One number of the frame stays as it was.

    Attributes:
        field: Field of `SensorFrame`.
        index: Place in it; not used for fields that are one number.
        duration: s; for ever by default.
    """

    words = "{field}[{index}] frozen"
    field: FrameField
    index: Annotated[int, Unit(""), Ge(0)] = 0
    duration: Duration = math.inf


@dataclass(frozen=True, slots=True)
class ShiftValue(Disturbance):
    """One number of the frame is wrong by always the same.

    Attributes:
        field: Field of `SensorFrame`.
        by: What is added, in SI.
        index: Place in it; not used for fields that are one number.
        duration: s; for ever by default.
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
"""Every disturbance by its name, such as `block_foot`."""
