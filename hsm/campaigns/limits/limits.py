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
from hsm.campaigns.limits.difficulties import (
    CHANGES,
    OF_OUR_MODEL,
    PUSHES,
    Difficulty,
    LimitParameters,
)
from hsm.campaigns.limits.search import Search
from hsm.campaigns.report import CampaignReport, with_intervals
from hsm.campaigns.statistics import Average, Rate, median
from hsm.campaigns.streams import Stream, stream
from hsm.campaigns.trials import CampaignConfig, TrialContext, build_context, run_campaign
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
    """One robot at one level.

    Attributes:
        number: Chooses the robot and the seed.
        decision: The switched decision of the walk; None for the walk as shipped.
        difficulty: The raised difficulty.
        level: Its level, in the unit of its name.
        speed: Requested forward speed, m/s.
        hold: Time at the full speed, s.
    """

    number: int
    decision: str | None
    difficulty: Difficulty
    level: float
    speed: float
    hold: float


@dataclass(frozen=True, slots=True)
class LimitsReport(CampaignReport):
    """The limits of the walk.

    Attributes:
        searches: The finished search of every robot, for each difficulty, by variant.
    """

    searches: Mapping[str, Mapping[Difficulty, Sequence[Search]]]

    def record(self) -> dict[str, object]:
        """Return the limits of the walk as shipped, and nested those with switched decisions."""
        rows: dict[str, object] = {
            name: {row: _record(each) for row, each in _rows(found).items()}
            for name, found in self.searches.items()
        }
        shipped = rows.pop(AS_SHIPPED)
        assert isinstance(shipped, dict)
        return shipped | ({"switched": rows} if rows else {})

    def text(self) -> str:
        """Return a line per difficulty for people."""
        lines = []
        for name, found in self.searches.items():
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
    searches = {
        (variant, difficulty, number): Search.over(levels[difficulty])
        for variant in variants
        for difficulty in levels
        for number in range(robots)
    }
    while asked := {at: search for at, search in searches.items() if not search.ended}:
        trials = [
            LimitTrial(number, variant, difficulty, s.level(s.asked), parameters.speed, hold)
            for (variant, difficulty, number), s in asked.items()
        ]
        withstood = run_campaign(config, trials, withstands, jobs=jobs, label="limits")
        for (at, search), result in zip(asked.items(), withstood, strict=True):
            searches[at] = search.updated(result)
    walking = build_context(config).settings.walking
    named = {v: AS_SHIPPED if v is None else f"{v} {switch(walking, v)}" for v in variants}
    return LimitsReport(
        {
            named[v]: {d: [searches[v, d, number] for number in range(robots)] for d in levels}
            for v in variants
        }
    )


def withstands(context: TrialContext, trial: LimitTrial) -> bool:
    """Return whether a robot walks at a level without a fall, over enough of its distance."""
    context = with_switched(context, trial.decision)
    if trial.difficulty in PUSHES:
        phase = PHASES[trial.number % len(PHASES)]
        push = PushTrial(trial.number, PUSHES[trial.difficulty], phase, trial.level, trial.speed)
        return push_once(context, push)
    rng = stream(trial.number, Stream.DIFFICULTY)
    plant = CHANGES[trial.difficulty](context.plant_of(trial.number), trial.level, rng)
    request = partial(ramped, (trial.speed, 0.0, 0.0))
    raised = replace(context, plant=plant, randomisation=None)
    result = walk(raised, trial.number, request, trial.hold)
    return not result.fell and result.speed[0] > WAY * trial.speed


def _rows(found: Mapping[Difficulty, Sequence[Search]]) -> dict[str, Sequence[Search]]:
    """Return the searches by row, with a row for all slopes together if all were searched."""
    rows = {difficulty.value: searches for difficulty, searches in found.items()}
    if all(slope in found for slope in _SLOPES):
        of_a_robot = zip(*(found[slope] for slope in _SLOPES), strict=True)
        rows[SLOPE] = [min(slopes, key=lambda search: search.limit) for slopes in of_a_robot]
    return rows


def _record(searches: Sequence[Search]) -> dict[str, object]:
    return with_intervals(
        {
            "limit": _limit(searches),
            "bear_hardest": Rate.of(searches, lambda search: search.withstands_hardest),
            "bear_none": Rate.of(searches, lambda search: search.withstands_none),
            "trials": len(searches),
        }
    )


def _told(searches: Sequence[Search]) -> str:
    """Return the limit in words, also if it is beyond the range of the levels."""
    easiest, hardest, _ = searches[0].levels
    most = 0.5 * len(searches)
    if sum(search.withstands_hardest for search in searches) > most:
        return f"at least {hardest:g}"
    if sum(search.withstands_none for search in searches) > most:
        return f"none: even {easiest:g} is too much"
    return str(_limit(searches))


def _limit(searches: Sequence[Search]) -> Average:
    return median([search.limit for search in searches], digits=2)
