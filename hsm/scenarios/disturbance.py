"""What a scenario does to the robot, as plain descriptions.

The runtime knows no backend: the command that joins the machine with the simulation hands these to
the plant, which has a class of the same name with the same fields for each: it is enough to build
that class from the fields of `Disturbance.kind`. Directions are where a force pushes to, in the
torso's yaw frame: 0 forward, 90 degrees to the left.
"""

import math
from dataclasses import dataclass, fields
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le

from hardware.frames import Touch
from hardware.nao import Joint, Side
from hardware.units import Angle, Number, Unit

Duration = Annotated[float, Unit("s"), Gt(0.0)]
Height = Annotated[float, Unit("mm"), Gt(0.0), Le(2000.0)]
PositiveForce = Annotated[float, Unit("n"), Gt(0.0)]


@dataclass(frozen=True, slots=True)
class Push:
    """A short rectangular force at the torso's centre of mass.

    Attributes:
        impulse: N s.
        direction: Where to, rad.
        duration: s.
    """

    impulse: Annotated[float, Unit("ns"), Gt(0.0)]
    direction: Angle
    duration: Duration = 0.1


@dataclass(frozen=True, slots=True)
class Lean:
    """A long, weak force at the torso, like another robot that leans on it.

    Attributes:
        force: N.
        direction: Where to, rad.
        duration: s.
    """

    force: PositiveForce
    direction: Angle
    duration: Duration


@dataclass(frozen=True, slots=True)
class BlockFoot:
    """A foot is caught, as on a goal post.

    Attributes:
        side: Which foot.
        duration: s.
        force: The most that the obstacle holds, N.
    """

    side: Side
    duration: Duration
    force: PositiveForce = 30.0


@dataclass(frozen=True, slots=True)
class Lift:
    """A person takes the torso, raises it and keeps it there until it is put down or let go.

    Attributes:
        height: How far, m.
        duration: Of the raising, s.
        upright: The person turns the torso upright meanwhile.
    """

    height: Height
    duration: Duration = 1.0
    upright: bool = True


@dataclass(frozen=True, slots=True)
class HoldUpright:
    """A person brings the torso upright to a height and keeps it there until it is let go.

    Attributes:
        height: Of the torso over the floor, m; 0.31 is standing.
        duration: Of the way there, s.
    """

    height: Height
    duration: Duration = 2.0


@dataclass(frozen=True, slots=True)
class PutDown:
    """The person lowers the torso until the soles carry, then lets go.

    Attributes:
        speed: m/s.
    """

    speed: Annotated[float, Unit("mm_per_s"), Gt(0.0)] = 0.1


@dataclass(frozen=True, slots=True)
class LayDown:
    """The person turns the torso flat, lays it on the ground and lets go.

    Attributes:
        side: Which comes down.
        duration: Of the turning, s.
    """

    side: Literal["front", "back", "left", "right"]
    duration: Duration = 1.0


@dataclass(frozen=True, slots=True)
class LetGo:
    """The person lets go of the torso at once."""


@dataclass(frozen=True, slots=True)
class LoseFrames:
    """No frame arrives.

    Attributes:
        duration: s.
    """

    duration: Duration


@dataclass(frozen=True, slots=True)
class KillImu:
    """The inertial unit fails.

    Attributes:
        mode: All zeros, the last values for ever, or not a number.
        duration: s; for ever if not given.
    """

    mode: Literal["dead", "frozen", "nan"] = "frozen"
    duration: Duration = math.inf


@dataclass(frozen=True, slots=True)
class KillMotor:
    """A motor's driver is off: the joint swings freely.

    Attributes:
        joint: Which.
        duration: s; for ever if not given.
    """

    joint: Joint
    duration: Duration = math.inf


@dataclass(frozen=True, slots=True)
class PressButton:
    """A person touches a button or pad; two entries of one time touch two.

    Attributes:
        touch: Which.
        duration: s.
    """

    touch: Touch
    duration: Duration = 0.2


@dataclass(frozen=True, slots=True)
class SpoilField:
    """One number of the frame is replaced.

    Attributes:
        field: Field of `SensorFrame`.
        index: Place in it.
        value: What arrives instead, in SI; not a number if not given.
        duration: s; a single frame if not given.
    """

    field: Literal[
        "positions", "currents", "temperatures", "gyro", "accelerometer", "angles", "fsr", "touch"
    ]
    index: Annotated[int, Unit(""), Ge(0)] = 0
    value: Number = math.nan
    duration: Duration = 0.012


Kind = (
    Push
    | Lean
    | BlockFoot
    | Lift
    | HoldUpright
    | PutDown
    | LayDown
    | LetGo
    | LoseFrames
    | KillImu
    | KillMotor
    | PressButton
    | SpoilField
)


@dataclass(frozen=True, slots=True)
class Disturbance:
    """One disturbance: exactly one of these is given, under its name."""

    push: Push | None = None
    lean: Lean | None = None
    block_foot: BlockFoot | None = None
    lift: Lift | None = None
    hold_upright: HoldUpright | None = None
    put_down: PutDown | None = None
    lay_down: LayDown | None = None
    let_go: LetGo | None = None
    lose_frames: LoseFrames | None = None
    kill_imu: KillImu | None = None
    kill_motor: KillMotor | None = None
    press: PressButton | None = None
    spoil: SpoilField | None = None

    def __post_init__(self) -> None:
        if len(self._given) != 1:
            names = ", ".join(item.name for item in fields(self))
            raise ValueError(f"expected exactly one of {names}, got {len(self._given)}")

    @property
    def kind(self) -> Kind:
        """Return the one that is given."""
        return self._given[0]

    @property
    def name(self) -> str:
        """Return its name, such as `push`."""
        return next(item.name for item in fields(self) if getattr(self, item.name) is not None)

    @property
    def _given(self) -> list[Kind]:
        values = (getattr(self, item.name) for item in fields(self))
        return [value for value in values if value is not None]
