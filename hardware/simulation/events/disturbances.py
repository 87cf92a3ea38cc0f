"""What can happen to a robot, as data: scenarios name these, `SimulatedRobot.disturb` takes them.

Times are in s and count from the call. Directions name where a force pushes to, as the torso is
headed at its onset. Nothing here is random.
"""

import math
from dataclasses import dataclass
from typing import Literal

from hardware.frames import Touch
from hardware.nao import Joint, Side

Direction = Literal["forward", "backward", "left", "right"]
LyingSide = Literal["front", "back", "left", "right"]
ImuFault = Literal["dead", "frozen", "nan"]

_ANGLES: dict[str, float] = {
    "forward": 0.0,
    "left": 0.5 * math.pi,
    "backward": math.pi,
    "right": -0.5 * math.pi,
}


def direction_angle(direction: Direction | float) -> float:
    """Return a direction as an angle from the robot's front, rad, positive to the left."""
    return _ANGLES[direction] if isinstance(direction, str) else direction


@dataclass(frozen=True, slots=True)
class Push:
    """A short rectangular force at the torso's centre of mass.

    Attributes:
        direction: Where to; a number is an angle from the front, rad.
        impulse: N s.
        duration: s.
        after: Delay, s.
    """

    direction: Direction | float
    impulse: float
    duration: float = 0.1
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class Lean:
    """Another robot leans against the torso: a constant force at its centre of mass.

    Attributes:
        direction: Where to; a number is an angle from the front, rad.
        force: N.
        duration: s.
        after: Delay, s.
    """

    direction: Direction | float
    force: float
    duration: float
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class BlockFoot:
    """Something holds a foot where it is in the plane, as strongly as it can.

    Attributes:
        side: The foot.
        duration: s.
        force: The most that the obstacle holds, N.
        after: Delay, s.
    """

    side: Side
    duration: float
    force: float = 30.0
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class SeizeJoint:
    """A joint is stuck, as in a strap of the jersey: it turns no more.

    Attributes:
        joint: Which; the hip yaw holds both legs.
        duration: s.
        after: Delay, s.
    """

    joint: Joint
    duration: float
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class Lift:
    """A person takes the torso, raises it and keeps it there until it is put down or let go.

    Attributes:
        height: How far the torso is raised, m.
        duration: Of the raising, s.
        upright: The person turns the torso upright meanwhile; else its attitude is kept.
        after: Delay, s.
    """

    height: float
    duration: float = 1.0
    upright: bool = True
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class HoldUpright:
    """A person brings the torso upright to a height over the floor and keeps it there.

    Attributes:
        height: Of the torso's origin over the floor, m; 0.31 is standing.
        duration: Of the way there, s.
        after: Delay, s.
    """

    height: float
    duration: float = 2.0
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class PutDown:
    """The person lowers the torso until the soles carry half of the weight, then lets go.

    A robot whose legs do not carry is let go when its torso is near the ground.

    Attributes:
        speed: m/s.
        after: Delay, s.
    """

    speed: float = 0.1
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class LayDown:
    """A person turns the torso flat, lays it on the ground and lets go.

    Attributes:
        side: Which comes down.
        duration: Of the turning, s.
        after: Delay, s.
    """

    side: LyingSide
    duration: float = 1.0
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class LetGo:
    """The person lets go of the torso at once.

    Attributes:
        after: Delay, s.
    """

    after: float = 0.0


@dataclass(frozen=True, slots=True)
class LoseFrames:
    """No frame arrives.

    Attributes:
        duration: s.
        after: Delay, s.
    """

    duration: float
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class KillImu:
    """The inertial unit fails: gyro, accelerometer and angles.

    Attributes:
        mode: All zeros, the last values for ever, or not a number.
        duration: s; for ever by default.
        after: Delay, s.
    """

    mode: ImuFault = "frozen"
    duration: float = math.inf
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class KillMotor:
    """A motor's driver is off: the joint swings freely and takes no current.

    The robot still reports the stiffness that it was given.

    Attributes:
        joint: Which.
        duration: s; for ever by default.
        after: Delay, s.
    """

    joint: Joint
    duration: float = math.inf
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class PressButton:
    """A button or pad is touched.

    Attributes:
        touch: Which.
        duration: s.
        after: Delay, s.
    """

    touch: Touch
    duration: float = 0.2
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class SpoilField:
    """One number of the frame is replaced.

    Attributes:
        field: Name of a field of `SensorFrame`.
        index: Place in it; not used for fields that are one number.
        value: What arrives instead.
        duration: s; a single frame by default.
        after: Delay, s.
    """

    field: str
    index: int = 0
    value: float = math.nan
    duration: float = 0.012
    after: float = 0.0


ForceDisturbance = Push | Lean | BlockFoot | SeizeJoint
PersonDisturbance = Lift | HoldUpright | PutDown | LayDown | LetGo
FaultDisturbance = LoseFrames | KillImu | KillMotor | PressButton | SpoilField
Disturbance = ForceDisturbance | PersonDisturbance | FaultDisturbance
