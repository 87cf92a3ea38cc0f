"""Contents of a team's files, in the classes of this engine."""

from dataclasses import dataclass, field
from typing import Annotated

from hardware.units import Angle, AngleRange, Length, Milliseconds, Number, Percent, Unit
from motions.keyframes.engine.parameters import BalancePhase
from motions.keyframes.interchange.reading.fields import SourceProblem
from motions.keyframes.motions.motion import Block, KeyframeMotion


@dataclass(frozen=True, slots=True)
class SourceSafeFall:
    """Fall of a failed motion; see `SafeFall`. None for values missing in the file.

    Hip pitches and elbow rolls have their own stiffness since the release of 2025. The last two are
    read by no engine.
    """

    body: Percent
    head: Percent
    head_high: Milliseconds
    limp_after: Milliseconds
    hip_pitch: Percent | None = None
    elbow_roll: Percent | None = None
    sit_hip_yaw_pitch: Angle | None = None
    head_angle: Angle | None = None


@dataclass(frozen=True, slots=True)
class SourceBalanceOut:
    """When a robot counts as calm at the end of a motion."""

    max_time: Milliseconds
    min_fluctuation: Angle
    pitch: AngleRange
    min_d_value: Number


@dataclass(frozen=True, slots=True)
class SourceUpright:
    """The torso's window in which a robot may simply stand up."""

    pitch: AngleRange
    roll: AngleRange


@dataclass(frozen=True, slots=True)
class SourceFilter:
    """Weights of a low pass that follows a trend."""

    slow: Number
    fast: Number


@dataclass(frozen=True, slots=True)
class SourcePolygon:
    """Offsets of the support polygon; the third number is read by no engine."""

    front: Length
    side: Length
    unread: Length


@dataclass(frozen=True, slots=True)
class SourceOscillation:
    """Rocking of the ankles against a hip yaw pitch that sticks."""

    period: Milliseconds
    amplitude: Angle
    error: AngleRange


@dataclass(frozen=True, slots=True)
class SourceEngine:
    """Parameters of a team's engine; None for values missing in the file."""

    max_tries: Annotated[int, Unit("")] | None = None
    malfunction_break_up: bool | None = None
    max_stiffness_debug: Percent | None = None
    balance_out: SourceBalanceOut | None = None
    support_polygon: SourcePolygon | None = None
    safe_fall: SourceSafeFall | None = None
    safe_upright: SourceUpright | None = None
    joint_error_filter: SourceFilter | None = None
    oscillation: SourceOscillation | None = None
    min_release: Angle | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """Everything read from a team's files.

    Attributes:
        motions: Motions by name.
        blocks: Blocks by name.
        engine: Parameters of the engine.
        phases: Gains of the balance by phase; empty without a parameter file.
        counts: Number of items in the source, by kind.
        notes: Items that the source's engine does not use, and that are dropped.
    """

    motions: dict[str, KeyframeMotion] = field(default_factory=dict)
    blocks: dict[str, Block] = field(default_factory=dict)
    engine: SourceEngine = SourceEngine()
    phases: dict[str, BalancePhase] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    notes: tuple[SourceProblem, ...] = ()
