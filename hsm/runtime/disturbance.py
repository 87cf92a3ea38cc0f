"""What a scenario does to the robot, as plain descriptions.

The runtime knows no backend: a command that joins the machine with the simulation hands these to
the plant, which has one method or class per name. Directions are where the disturbance pushes to,
in the torso's yaw frame: 0 forward, 90 to the left.
"""

from dataclasses import dataclass, fields
from enum import Enum
from typing import Annotated

from annotated_types import Gt

from hardware.frames import Touch
from hardware.nao import Joint, Side
from hardware.units import Angle, Force, Length, Unit

Impulse = Annotated[float, Unit("ns"), Gt(0.0)]
Duration = Annotated[float, Unit("s"), Gt(0.0)]


class Measurement(Enum):
    """A measurement of a joint that can be spoilt."""

    POSITION = "position"
    TEMPERATURE = "temperature"
    CURRENT = "current"


@dataclass(frozen=True, slots=True)
class Push:
    """A short rectangular force at the torso's centre of mass.

    Attributes:
        impulse: N s.
        direction: Where to, rad.
        duration: s.
    """

    impulse: Impulse
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

    force: Force
    direction: Angle
    duration: Duration


@dataclass(frozen=True, slots=True)
class Lift:
    """A person takes the robot at the torso and lifts it until it is put down.

    Attributes:
        height: How far, m.
        duration: Time that the way up takes, s.
    """

    height: Length = 0.15
    duration: Duration = 0.6


@dataclass(frozen=True, slots=True)
class PutDown:
    """The person puts the lifted robot back onto its feet and lets go.

    Attributes:
        duration: Time that the way down takes, s.
    """

    duration: Duration = 0.6


@dataclass(frozen=True, slots=True)
class HoldUpright:
    """A person holds the torso upright, with the feet on the ground.

    Attributes:
        duration: s.
    """

    duration: Duration


@dataclass(frozen=True, slots=True)
class BlockFoot:
    """A foot is caught, as on a goal post.

    Attributes:
        side: Which foot.
        duration: s.
    """

    side: Side
    duration: Duration


@dataclass(frozen=True, slots=True)
class LoseFrames:
    """No frame arrives.

    Attributes:
        duration: s.
    """

    duration: Duration


@dataclass(frozen=True, slots=True)
class KillImu:
    """The inertial unit repeats its last values for ever."""


@dataclass(frozen=True, slots=True)
class Press:
    """A person presses a button or touches pads.

    Attributes:
        touch: Which ones.
        duration: s.
    """

    touch: tuple[Touch, ...]
    duration: Duration = 0.2


@dataclass(frozen=True, slots=True)
class Spoil:
    """A measurement of a joint is not a number.

    Attributes:
        joint: Which joint.
        measurement: Which measurement.
        duration: s.
    """

    joint: Joint
    measurement: Measurement
    duration: Duration


Kind = Push | Lean | Lift | PutDown | HoldUpright | BlockFoot | LoseFrames | KillImu | Press | Spoil


@dataclass(frozen=True, slots=True)
class Disturbance:
    """One disturbance: exactly one of these is given, under its name."""

    push: Push | None = None
    lean: Lean | None = None
    lift: Lift | None = None
    put_down: PutDown | None = None
    hold_upright: HoldUpright | None = None
    block_foot: BlockFoot | None = None
    lose_frames: LoseFrames | None = None
    kill_imu: KillImu | None = None
    press: Press | None = None
    spoil: Spoil | None = None

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
