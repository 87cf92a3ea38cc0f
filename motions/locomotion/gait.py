"""Gait parameters of a NAO, with the names of its own software, and the limits of footsteps.

A command may set seven of them within their ranges; the others are fixed. Footsteps are clipped by
the extremes, whatever is set. Source: NAOqi, locomotion control.
"""

from dataclasses import dataclass, fields, replace
from typing import Annotated, Final

from annotated_types import Gt, Le

from hardware.declared import demand_declared
from hardware.robots.model import Side
from hardware.units import FlatPoint, PositiveLength, PositiveTime, Ratio, Unit, demand_order
from motions.scalars import clamp

_Turn = Annotated[float, Unit("rad")]
Corners = tuple[FlatPoint, FlatPoint, FlatPoint, FlatPoint]
"""Corners of a box on a foot, in its frame, m; clockwise from above, front left first."""


@dataclass(frozen=True, slots=True)
class MoveConfig:
    """Gait parameters that a command may set.

    Attributes:
        max_step_x: Longest step forward, m.
        max_step_y: Largest lateral distance of the feet, m.
        max_step_theta: Largest turn of a step, rad.
        max_step_frequency: Share of the range from the slowest to the fastest steps, 0 to 1.
        step_height: Peak height of the swing foot, m.
        torso_wx: Peak roll of the torso, rad.
        torso_wy: Peak pitch of the torso, rad.

    Raises:
        ValueError: If a number is not finite, a length or turn not above 0, a share not 0 to 1.
    """

    max_step_x: PositiveLength
    max_step_y: PositiveLength
    max_step_theta: Annotated[float, Unit("rad"), Gt(0.0)]
    max_step_frequency: Ratio
    step_height: PositiveLength
    torso_wx: _Turn
    torso_wy: _Turn

    def __post_init__(self) -> None:
        demand_declared(self)


@dataclass(frozen=True, slots=True)
class FixedGait:
    """Gait parameters that no command sets.

    Attributes:
        min_step_x: Longest step backward, m; negative.
        min_step_period: Duration of the fastest step, s.
        max_step_period: Duration of the slowest step, s.
        foot_separation: Usual lateral distance of the feet, m.
        min_foot_separation: Least lateral distance of the feet, m.
    """

    min_step_x: Annotated[float, Unit("mm"), Le(0.0)]
    min_step_period: PositiveTime
    max_step_period: PositiveTime
    foot_separation: PositiveLength
    min_foot_separation: PositiveLength

    def __post_init__(self) -> None:
        demand_order(self, "min_step_period", "max_step_period")
        demand_order(self, "min_foot_separation", "foot_separation")


def _told_names(kind: type[MoveConfig | FixedGait]) -> dict[str, str]:
    """Return the fields by their names in commands: 'MaxStepX' is `max_step_x`."""
    return {item.name.title().replace("_", ""): item.name for item in fields(kind)}


KEYS: Final = _told_names(MoveConfig)
"""Names of the settable parameters in a command, in the order in which they are reported."""
FIXED_KEYS: Final = tuple(_told_names(FixedGait))
"""Names of the fixed parameters."""


@dataclass(frozen=True, slots=True)
class FootBox:
    """A box around a foot, measured from its origin below the ankle.

    Attributes:
        front: To the front, m.
        rear: To the rear, m.
        outer: Away from the other foot, m.
        inner: Towards the other foot, m.
    """

    front: PositiveLength
    rear: PositiveLength
    outer: PositiveLength
    inner: PositiveLength

    def corners(self, foot: Side) -> Corners:
        """Return the corners of a foot, m."""
        left, right = self.outer, self.inner
        if foot is Side.RIGHT:
            left, right = right, left
        return ((self.front, left), (self.front, -right), (-self.rear, -right), (-self.rear, left))


@dataclass(frozen=True, slots=True)
class StepOutreach:
    """Range of a foot relative to the other one.

    Attributes:
        max_x: Forward, m.
        min_x: Backward, m; negative.
        max_y: Largest distance outwards, m.
        min_y: Smallest distance outwards, m.
        max_theta: Turn to either side, rad.
    """

    max_x: float
    min_x: float
    max_y: float
    min_y: float
    max_theta: float


@dataclass(frozen=True, slots=True)
class GaitParameters:
    """The gait of a robot.

    Attributes:
        default: Values where a command sets nothing.
        least: Smallest values that may be set.
        most: Largest values that may be set.
        fixed: Parameters that no command sets.
        foot_box: Box around a foot; the boxes of both feet must not overlap.
    """

    default: MoveConfig
    least: MoveConfig
    most: MoveConfig
    fixed: FixedGait
    foot_box: FootBox

    def __post_init__(self) -> None:
        for name in KEYS.values():
            least, default, most = (
                getattr(config, name) for config in (self.least, self.default, self.most)
            )
            if not least <= default <= most:
                raise ValueError(f"the default of '{name}' must be between its least and its most")
        if not self.fixed.min_foot_separation < self.most.max_step_y:
            raise ValueError(
                "'max_step_y' at most must be above 'min_foot_separation': side steps have no room"
            )

    def allowed(self, config: MoveConfig | None) -> MoveConfig:
        """Return the config clipped to its ranges, or the default if there is none.

        `read_config` warns about clipped values; a config made by a program is clipped silently.
        """
        if config is None:
            return self.default
        clipped = {
            name: clamp(getattr(config, name), getattr(self.least, name), getattr(self.most, name))
            for name in KEYS.values()
        }
        allowed = replace(config, **clipped)
        return config if allowed == config else allowed

    @property
    def extremes(self) -> StepOutreach:
        """Return the limits of every footstep, whatever a command sets."""
        return StepOutreach(
            max_x=self.most.max_step_x,
            min_x=self.fixed.min_step_x,
            max_y=self.most.max_step_y,
            min_y=self.fixed.min_foot_separation,
            max_theta=self.most.max_step_theta,
        )
