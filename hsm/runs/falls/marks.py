"""What counts as the mark of a cause: thresholds of `config/fall_causes.yaml`.

A share is of what the same walk shows at most without a fall.
"""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le

from hardware.units import (
    Current,
    Cycles,
    Force,
    PositiveAcceleration,
    PositiveAngle,
    PositiveLength,
    PositiveSpeed,
    PositiveTime,
    Ratio,
    Unit,
)
from hsm.settings.loader import config_folder, load

Share = Annotated[float, Unit(""), Ge(1.0), Le(10.0)]
Percentile = Annotated[float, Unit(""), Gt(50.0), Le(100.0)]
Steps = Annotated[int, Unit(""), Ge(1), Le(100)]


@dataclass(frozen=True, slots=True)
class PushMark:
    """An acceleration that no step makes.

    Attributes:
        smoothed: Over which it is averaged, cycles.
        acceleration: At least, m/s2.
        acceleration_share: At least.
    """

    smoothed: Cycles
    acceleration: PositiveAcceleration
    acceleration_share: Share


@dataclass(frozen=True, slots=True)
class HeldFootMark:
    """A swinging leg that is not where it is sent.

    Attributes:
        hip: Error of its hip, rad.
        hip_share: At least.
        behind: Error of its foot, m.
        behind_share: At least.
        short: How far from its place its swing ends, m.
        short_share: At least, of what `short_percentile` tells.
        short_percentile: Of the swings before that counts as usual.
        ending: Cycles at the end of a swing over which that is averaged.
        few_steps: Of which nothing is usual yet.
        drags: A push or a slip so shortly before it is its doing, s.
    """

    hip: PositiveAngle
    hip_share: Share
    behind: PositiveLength
    behind_share: Share
    short: PositiveLength
    short_share: Share
    short_percentile: Percentile
    ending: Cycles
    few_steps: Steps
    drags: PositiveTime


@dataclass(frozen=True, slots=True)
class SlipMark:
    """A torso that moves otherwise than the leg below it says.

    Attributes:
        speed: That is not explained, m/s.
        gathered: Over which it gathers, cycles.
        smoothed: Over which both speeds are averaged, cycles.
    """

    speed: PositiveSpeed
    gathered: Cycles
    smoothed: Cycles


@dataclass(frozen=True, slots=True)
class DeadMotorMark:
    """A joint that takes no current and is not where it is sent.

    Attributes:
        current: It takes less, A.
        error: It misses its angle by more, rad.
        taken: It has taken this before, A.
    """

    current: Current
    error: PositiveAngle
    taken: Current


@dataclass(frozen=True, slots=True)
class DeadSoleMark:
    """A sole whose cells have all stopped to change.

    Attributes:
        loaded: One of them has shown this before, N.
    """

    loaded: Force


@dataclass(frozen=True, slots=True)
class WalkMark:
    """A walk that fell by itself.

    Attributes:
        looked_at_steps: Before the fall.
        late_share: Of the planned duration from which a step is late.
        low_share: Of the usual clearance below which a step is low.
        fast_share: Of the profile's fastest from which a speed is high.
    """

    looked_at_steps: Steps
    late_share: Share
    low_share: Ratio
    fast_share: Ratio

    def is_late(self, lasted: float, planned: float) -> bool:
        """Return whether a step that lasted so long was late, s."""
        return lasted > self.late_share * planned


@dataclass(frozen=True, slots=True)
class FallMarks:
    """The marks of all causes.

    Attributes:
        latest: What happens at once, happens at most so long before a fall is announced, s.
        begins: From the start on, in which nothing is usual yet, s.
        usual_percentile: Of what a walk shows that counts as its usual most.
        lag: After which a joint is where it was sent, cycles.
        leant: Beyond this tilt what legs show is no cause, rad.
        defect: In which a motor or a sole must have been dead, cycles.
    """

    latest: PositiveTime
    begins: PositiveTime
    usual_percentile: Percentile
    lag: Cycles
    leant: PositiveAngle
    defect: Cycles
    push: PushMark
    held_foot: HeldFootMark
    slip: SlipMark
    dead_motor: DeadMotorMark
    dead_sole: DeadSoleMark
    walk: WalkMark


def load_marks() -> FallMarks:
    """Return the marks of `config/fall_causes.yaml`.

    Raises:
        ConfigError: If the file has mistakes.
    """
    return load(config_folder() / "fall_causes.yaml", FallMarks)
