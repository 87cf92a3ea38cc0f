"""`hsm measure limits`: the limit of the walk for each difficulty.

One difficulty at a time is raised until a robot falls or covers less than half of its distance. The
limit is the median over the robots. Each robot's limit is found by bisection, with the same seed at
every level; a higher level is assumed to be harder.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from hsm.campaigns.ablation.decisions import known, switch, with_switched
from hsm.campaigns.ablation.rows import AS_SHIPPED
from hsm.campaigns.context import CampaignConfig, TrialContext, build_context
from hsm.campaigns.limits.difficulties import (
    CHANGES,
    OF_OUR_MODEL,
    PUSHES,
    Difficulty,
    LimitParameters,
)
from hsm.campaigns.limits.search import Levels, RobotLimit, find_limit
from hsm.campaigns.report import CampaignReport, Findings, Group
from hsm.campaigns.statistics import Average, Rate, median
from hsm.campaigns.streams import Stream, stream
from hsm.campaigns.trials import run_groups
from hsm.campaigns.walking.push import PHASES, PushTrial, push_once
from hsm.campaigns.walking.walking_trial import ramped, walk
from hsm.errors import HsmError
from hsm.settings.loader import config_folder, load

WAY = 0.5
"""Share of the requested distance that a robot must cover."""
SLOPE: Final = "slope_deg"
"""The least of a robot's three slope limits, which holds in every direction."""
_SLOPES: Final = (Difficulty.SLOPE_UP, Difficulty.SLOPE_DOWN, Difficulty.SLOPE_ASIDE)


@dataclass(frozen=True, slots=True)
class LimitTrial:
    """The search for one robot's limit.

    Attributes:
        number: Chooses the robot and the seed.
        decision: The switched decision of the walk; None for the walk as shipped.
        difficulty: The raised difficulty.
        levels: Its levels, in the unit of its name.
        speed: Requested forward speed, m/s.
        hold: Time at the full speed, s.
    """

    number: int
    decision: str | None
    difficulty: Difficulty
    levels: Levels
    speed: float
    hold: float


@dataclass(frozen=True, slots=True)
class LimitsReport(CampaignReport):
    """The limits of the walk.

    Attributes:
        limits: The limit of every robot, for each difficulty, by variant.
    """

    limits: Mapping[str, Mapping[Difficulty, Sequence[RobotLimit]]]

    def findings(self) -> Findings:
        """Return the findings."""
        rows: dict[str, object] = {
            name: {row: _record(each) for row, each in _rows(found).items()}
            for name, found in self.limits.items()
        }
        shipped = rows.pop(AS_SHIPPED)
        assert isinstance(shipped, dict)
        return shipped | ({"switched": rows} if rows else {})

    def text(self) -> str:
        """Return a line per difficulty for people."""
        lines = []
        for name, found in self.limits.items():
            told = (f"  {row:<18} {_told(each)}" for row, each in _rows(found).items())
            lines += [name, *told]
        return "\n".join(lines)


def measure_limits(
    config: CampaignConfig,
    only: Sequence[Difficulty],
    decisions: Sequence[str] = (),
    *,
    robots: int,
    hold: float,
    jobs: int,
) -> LimitsReport:
    """Find the limit of the walk for each difficulty.

    Args:
        config: Plant, profile, patches.
        only: Difficulties; all if empty.
        decisions: Decisions of the walk, each of which is also switched in turn.
        robots: Number of robots.
        hold: Time at the full speed, s.
        jobs: Number of processes.

    Raises:
        HsmError: If there is no such decision, or a difficulty is not one of a foreign model.
    """
    parameters = load(config_folder() / "limits.yaml", LimitParameters)
    levels = {d: found for d, found in parameters.levels.items() if not only or d in only}
    if config.model is not None:
        if own := [difficulty.value for difficulty in only if difficulty in OF_OUR_MODEL]:
            raise HsmError(f"{', '.join(own)}: another model has its own body and motors")
        levels = {d: found for d, found in levels.items() if d not in OF_OUR_MODEL}
    variants = (None, *(known(decisions) if decisions else ()))
    trials = {
        (variant, difficulty): [
            LimitTrial(number, variant, difficulty, levels[difficulty], parameters.speed, hold)
            for number in range(robots)
        ]
        for variant in variants
        for difficulty in levels
    }
    found = run_groups(config, trials, limit_of, jobs=jobs, label="limits")
    walking = build_context(config).settings.walking
    named = {v: AS_SHIPPED if v is None else f"{v} {switch(walking, v)}" for v in variants}
    return LimitsReport({named[v]: {d: found[v, d] for d in levels} for v in variants})


def limit_of(context: TrialContext, trial: LimitTrial) -> RobotLimit:
    """Find the limit of a robot."""
    switched = with_switched(context, trial.decision)
    return find_limit(trial.levels, partial(withstands, switched, trial))


def withstands(context: TrialContext, trial: LimitTrial, level: float) -> bool:
    """Return whether a robot walks at a level without a fall, over enough of its distance."""
    if trial.difficulty in PUSHES:
        phase = PHASES[trial.number % len(PHASES)]
        push = PushTrial(trial.number, PUSHES[trial.difficulty], phase, level, trial.speed)
        return push_once(context, push)
    rng = stream(trial.number, Stream.DIFFICULTY)
    plant = CHANGES[trial.difficulty](context.plant_of(trial.number), level, rng)
    request = partial(ramped, (trial.speed, 0.0, 0.0))
    raised = replace(context, plant=plant, randomisation=None)
    result = walk(raised, trial.number, request, trial.hold)
    return not result.fell and result.speed[0] > WAY * trial.speed


def _rows(found: Mapping[Difficulty, Sequence[RobotLimit]]) -> dict[str, Sequence[RobotLimit]]:
    """Return the limits by row, with a row for all slopes together if all were searched."""
    rows = {difficulty.value: limits for difficulty, limits in found.items()}
    if all(slope in found for slope in _SLOPES):
        of_a_robot = zip(*(found[slope] for slope in _SLOPES), strict=True)
        rows[SLOPE] = [min(slopes, key=lambda robot: robot.level) for slopes in of_a_robot]
    return rows


def _record(limits: Sequence[RobotLimit]) -> Group:
    return Group(
        {
            "limit": _limit(limits),
            "bear_hardest": Rate.of(limits, lambda robot: robot.withstands_hardest),
            "bear_none": Rate.of(limits, lambda robot: robot.withstands_none),
            "trials": len(limits),
        }
    )


def _told(limits: Sequence[RobotLimit]) -> str:
    """Return the limit in words, also if it is beyond the range of the levels."""
    easiest, hardest, _ = limits[0].levels
    most = 0.5 * len(limits)
    if sum(robot.withstands_hardest for robot in limits) > most:
        return f"at least {hardest:g}"
    if sum(robot.withstands_none for robot in limits) > most:
        return f"none: even {easiest:g} is too much"
    return str(_limit(limits))


def _limit(limits: Sequence[RobotLimit]) -> Average:
    return median([robot.level for robot in limits], digits=2)
