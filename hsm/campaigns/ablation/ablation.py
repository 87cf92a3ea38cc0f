"""`hsm measure ablation`: the contribution of each design decision of the walk.

The robot walks, turns, side-steps, walks as fast as the profiles allow and is pushed, with
everything as shipped and with each decision switched in turn, on the same robots and seeds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from hardware.disturbance import DIRECTIONS
from hsm.campaigns.ablation.decisions import known, switch, with_switched
from hsm.campaigns.ablation.rows import AS_SHIPPED, AblationRow
from hsm.campaigns.ablation.table import AblationReport
from hsm.campaigns.changed import changed
from hsm.campaigns.context import CampaignConfig, TrialContext, build_context
from hsm.campaigns.trials import run_groups
from hsm.campaigns.walking.courses import COURSES
from hsm.campaigns.walking.push import PHASES, PushTrial, push_once
from hsm.campaigns.walking.walking_trial import WALKING_SPEED, ramped, walk
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
        (decision, course): [
            AblationTrial(decision, number, course, phase, hold, impulse)
            for number in range(seeds)
            for phase in (PHASES if course in DIRECTIONS else (0.0,))
        ]
        for decision in (None, *chosen)
        for course in (*COURSES, *DIRECTIONS)
    }
    results = run_groups(config, trials, run_trial, jobs=jobs, label="ablation")

    def row(decision: str | None, name: str, change: str, summary: str) -> AblationRow:
        walks = {course: results[decision, course] for course in COURSES}
        upright: dict[str, Any] = {
            direction: results[decision, direction] for direction in DIRECTIONS
        }
        return AblationRow(name, change, summary, walks, upright)

    walking = build_context(config).settings.walking
    rows = [row(None, AS_SHIPPED, "", "")]
    rows += [row(name, name, switch(walking, name), chosen[name]) for name in chosen]
    return AblationReport(config, seeds, hold, impulse, tuple(rows))


def run_trial(context: TrialContext, trial: AblationTrial) -> Any:
    """Run one trial: return the `WalkResult` of a course, or whether a push was survived."""
    context = with_switched(context, trial.decision)
    course = COURSES.get(trial.course)
    if course is not None:
        context = changed(context, "settings.profile", load_profile(course.profile))
        return walk(context, trial.number, partial(ramped, course.speed), trial.hold)
    direction = next(name for name in DIRECTIONS if name == trial.course)
    push = PushTrial(trial.number, direction, trial.phase, trial.impulse, WALKING_SPEED)
    return push_once(context, push)
