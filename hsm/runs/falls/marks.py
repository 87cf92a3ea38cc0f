"""Marks of the causes of falls: thresholds of `config/fall_causes.yaml`.

A share is relative to the usual maximum of the same walk without a fall.
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
    """Mark of a push: an acceleration beyond that of steps.

    Attributes:
        smoothed: Averaging window, cycles.
        acceleration: Smallest acceleration, m/s2.
        acceleration_share: Smallest share.
    """

    smoothed: Cycles
    acceleration: PositiveAcceleration
    acceleration_share: Share


@dataclass(frozen=True, slots=True)
class HeldFootMark:
    """Mark of a held foot: a swing leg that does not follow its command.

    Attributes:
        hip: Smallest error of its hip, rad.
        hip_share: Smallest share of the usual error of the hip.
        behind: Smallest error of its foot, m.
        behind_share: Smallest share of the usual error of the foot.
        short: Smallest distance to the target at the end of the swing, m.
        short_share: Smallest share of the usual distance.
        short_percentile: Percentile of the earlier swings that counts as the usual distance.
        ending: Cycles at the end of a swing over which the distance is averaged.
        few_steps: Number of steps below which nothing counts as usual.
        drags: Time within which an earlier push or slip is an effect of the held foot, s.
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
    """Mark of a slip: torso motion that the support leg does not explain.

    Attributes:
        speed: Smallest unexplained change of speed, m/s.
        gathered: Window over which it accumulates, cycles.
        smoothed: Averaging window of both speeds, cycles.
    """

    speed: PositiveSpeed
    gathered: Cycles
    smoothed: Cycles


@dataclass(frozen=True, slots=True)
class DeadMotorMark:
    """Mark of a dead motor: a joint that draws no current and does not follow its command.

    Attributes:
        current: Current below which the motor draws none, A.
        error: Smallest error of its angle, rad.
        taken: Current that it must have drawn before, A.
    """

    current: Current
    error: PositiveAngle
    taken: Current


@dataclass(frozen=True, slots=True)
class DeadSoleMark:
    """Mark of a dead sole: all its cells are constant.

    Attributes:
        loaded: Force that one of them must have shown before, N.
    """

    loaded: Force


@dataclass(frozen=True, slots=True)
class WalkMark:
    """Marks of a walk that fell without external cause.

    Attributes:
        looked_at_steps: Number of steps before the fall that are examined.
        late_share: Share of the planned duration above which a step is late.
        low_share: Share of the usual clearance below which a step is low.
        fast_share: Share of the profile's maximum from which a speed is high.
    """

    looked_at_steps: Steps
    late_share: Share
    low_share: Ratio
    fast_share: Ratio

    def is_late(self, lasted: float, planned: float) -> bool:
        """Return whether a step was late, given its actual and planned duration, s."""
        return lasted > self.late_share * planned


@dataclass(frozen=True, slots=True)
class FallMarks:
    """The marks of all causes.

    Attributes:
        latest: Longest time from a sudden cause to the detection of the fall, s.
        begins: Time from the start in which nothing counts as usual, s.
        usual_percentile: Percentile of a walk's values that counts as its usual maximum.
        lag: Delay from command to joint angle, cycles.
        leant: Tilt beyond which leg errors are no evidence, rad.
        defect: Time for which a motor or sole must have been dead, cycles.
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
