"""`hsm measure push`: how often a walking robot survives pushes, or a person leaning on it."""

from dataclasses import dataclass
from functools import partial

from hardware.disturbance import DIRECTIONS, TOWARDS, Direction
from hardware.disturbances import Lean, Push
from hardware.robots.model import Side
from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.demands import demand_counts
from hsm.campaigns.report import CampaignReport, Findings, Group
from hsm.campaigns.statistics import Rate, pooled
from hsm.campaigns.trials import run_groups
from hsm.campaigns.walking.walking_trial import FallWatch, ramped

SIDES: tuple[Direction, ...] = ("left", "right")
"""Directions of leaning: over the left foot, which supports at the onset, or over the next one."""
LEANS_FOR = 0.4
"""Duration of leaning, s: over a single change of the support foot."""
PHASES = (0.0, 0.06, 0.12, 0.18)
"""Onset after the start of left support, s."""
PUSH_AFTER = 6.0
"""Time after which the push waits for the next left support, s."""
GIVEN_UP = 10.0
"""Time limit for the left support after `PUSH_AFTER`, s; without it the robot does not walk."""
WATCHED = 6.0
"""Time for which the robot must not fall after the push, s."""


@dataclass(frozen=True, slots=True)
class PushTrial:
    """One push, or one trial of leaning.

    Attributes:
        number: Chooses the robot and the seed.
        direction: Direction of the push.
        phase: Onset after the start of left support, s.
        impulse: N s.
        speed: Walking speed forward, m/s.
        lean: Force of leaning instead, N; None for a push.
    """

    number: int
    direction: Direction
    phase: float
    impulse: float
    speed: float
    lean: float | None = None

    @property
    def disturbance(self) -> Lean | Push:
        """Return the disturbance of the robot."""
        towards = TOWARDS[self.direction]
        if self.lean is None:
            return Push(towards, self.impulse)
        return Lean(towards, self.lean, LEANS_FOR)


@dataclass(frozen=True, slots=True)
class PushReport(CampaignReport):
    """Rates of survived pushes, by direction."""

    survived: dict[str, Rate]

    def findings(self) -> Findings:
        """Return the findings.

        Keys:
            survived: pushes in that direction after which the robot did not fall.
        """
        return {
            direction: Group({"survived": rate, "trials": rate.trials})
            for direction, rate in self.survived.items()
        }

    def text(self) -> str:
        """Return the findings, and the rate over all directions, as lines for people."""
        return f"{CampaignReport.text(self)}\nsurvived  {pooled(self.survived.values())}"


def measure_push(
    config: CampaignConfig,
    impulse: float,
    speed: float,
    *,
    seeds: int,
    jobs: int,
    lean: float | None = None,
) -> PushReport:
    """Measure pushes in every direction and phase, or leaning to both sides.

    Args:
        config: Settings shared by all trials.
        impulse: Of the push, N s.
        speed: Requested forward speed, m/s.
        seeds: Trials per direction and phase.
        jobs: Number of processes.
        lean: Force of leaning instead, N; None for pushes.

    Raises:
        HsmError: If there is not even one trial or process.
    """
    demand_counts(seeds=seeds)
    directions = DIRECTIONS if lean is None else SIDES
    trials = {
        direction: [
            PushTrial(number, direction, phase, impulse, speed, lean)
            for number in range(seeds)
            for phase in PHASES
        ]
        for direction in directions
    }
    upright = run_groups(config, trials, push_once, jobs=jobs, label="pushes")
    return PushReport({direction: Rate.of(found, bool) for direction, found in upright.items()})


def push_once(context: TrialContext, trial: PushTrial) -> bool:
    """Return whether the robot walked and was still upright some seconds after a push."""
    simulation = context.simulation(trial.number)
    watch = FallWatch(simulation.observed.torso_height)
    request = partial(ramped, (trial.speed, 0.0, 0.0))
    pushed_at: float | None = None
    support = Side.LEFT
    while pushed_at is None or simulation.time < pushed_at + WATCHED:
        outcome = simulation.step(context.asked(request(simulation.time)))
        stuck = pushed_at is None and simulation.time > PUSH_AFTER + GIVEN_UP
        if stuck or watch.look(simulation, outcome):
            return False
        now = outcome.robot.support.side
        arrived = now is Side.LEFT and support is Side.RIGHT
        support = now
        if pushed_at is None and arrived and simulation.time > PUSH_AFTER:
            simulation.disturb(trial.disturbance, after=trial.phase)
            pushed_at = simulation.time + trial.phase
    return True
