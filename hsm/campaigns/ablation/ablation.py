"""`hsm measure ablation`: the contribution of each design decision of the walk.

The robot walks, turns, side-steps, walks as fast as the profiles allow and is pushed, with
everything as shipped and with each decision switched in turn, on the same robots and seeds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from hardware.disturbance import DIRECTIONS
from hsm.campaigns.ablation.decisions import known, switch, with_switched
from hsm.campaigns.ablation.rows import AS_SHIPPED, AblationRow
from hsm.campaigns.ablation.table import AblationReport
from hsm.campaigns.trials import CampaignConfig, TrialContext, build_context, run_groups
from hsm.campaigns.walking.courses import COURSES
from hsm.campaigns.walking.push import PHASES, PushTrial, push_once
from hsm.campaigns.walking.walking_trial import WALKING_SPEED, WalkResult, ramped, walk
from hsm.control.assembly import load_profile


@dataclass(frozen=True, slots=True)
class AblationTrial:
    """One trial of one variant.

    Attributes:
        decision: The switched decision; None for the walk as shipped.
        number: Chooses the robot and the seed.
        course: Name of a course, or the direction of a push.
        phase: Onset of a push, s after the start of left support.
        hold: Time at the full speed of a course, s.
        impulse: Impulse of a push, N s.
    """

    decision: str | None
    number: int
    course: str
    phase: float
    hold: float
    impulse: float


def measure_ablation(
    config: CampaignConfig,
    only: Sequence[str],
    *,
    seeds: int,
    hold: float,
    impulse: float,
    jobs: int,
) -> AblationReport:
    """Measure the walk as shipped and with each decision switched.

    Args:
        config: Plant and patches; every course brings its profile.
        only: Decisions to switch; all if empty.
        seeds: Trials per course, and per direction and phase of a push.
        hold: Time at full speed, s.
        impulse: Impulse of the pushes, N s.
        jobs: Number of processes.

    Raises:
        HsmError: If `only` names something that is not a decision.
    """
    chosen = known(only)
    trials = {
        decision: [
            AblationTrial(decision, number, course, phase, hold, impulse)
            for number in range(seeds)
            for course, phases in _plan()
            for phase in phases
        ]
        for decision in (None, *chosen)
    }
    results = run_groups(config, trials, run_trial, jobs=jobs, label="ablation")
    walking = build_context(config).settings.walking
    rows = [_row(AS_SHIPPED, "", "", trials[None], results[None])]
    rows += [
        _row(name, switch(walking, name), summary, trials[name], results[name])
        for name, summary in chosen.items()
    ]
    return AblationReport(config, seeds, hold, impulse, tuple(rows))


def run_trial(context: TrialContext, trial: AblationTrial) -> WalkResult | bool:
    """Run one trial: the result of a course, or whether a push was survived."""
    context = with_switched(context, trial.decision)
    course = COURSES.get(trial.course)
    if course is not None:
        settings = replace(context.settings, profile=load_profile(course.profile))
        request = partial(ramped, course.speed)
        return walk(replace(context, settings=settings), trial.number, request, trial.hold)
    direction = next(name for name in DIRECTIONS if name == trial.course)
    push = PushTrial(trial.number, direction, trial.phase, trial.impulse, WALKING_SPEED)
    return push_once(context, push)


def _plan() -> list[tuple[str, tuple[float, ...]]]:
    courses: list[tuple[str, tuple[float, ...]]] = [(name, (0.0,)) for name in COURSES]
    return courses + [(direction, PHASES) for direction in DIRECTIONS]


def _row(
    name: str,
    change: str,
    summary: str,
    trials: Sequence[AblationTrial],
    results: Sequence[WalkResult | bool],
) -> AblationRow:
    walks: dict[str, list[WalkResult]] = {course: [] for course in COURSES}
    upright: dict[str, list[bool]] = {direction: [] for direction in DIRECTIONS}
    for trial, result in zip(trials, results, strict=True):
        if isinstance(result, WalkResult):
            walks[trial.course].append(result)
        else:
            upright[trial.course].append(result)
    return AblationRow(
        name,
        change,
        summary,
        {course: tuple(found) for course, found in walks.items()},
        {direction: tuple(found) for direction, found in upright.items()},
    )
