"""`hsm measure lift`: a person lifts the robot, whatever it is doing, and puts it down again."""

import math
from dataclasses import dataclass, field

from hardware.disturbances import PutDown
from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.handling.lift_cases import CASES
from hsm.campaigns.report import CampaignReport, Findings, Group
from hsm.campaigns.statistics import Rate, extreme, median
from hsm.campaigns.trials import run_groups
from hsm.campaigns.walking.walking_trial import FALLEN_UP_Z
from hsm.chart.leaves import (
    FALL_PROTECTION,
    FALL_WAIT_GET_UP,
    PICKED_UP,
    STAND,
    STAND_NORMAL,
    WALK,
    WALK_STEPPING,
)
from hsm.control.cycle import Outcome
from hsm.simulated.simulation import Simulation
from motions.requests import MotionRequest

_NO_FORCE = 0.5
"""Sum of the forces on both soles below which the robot has left the ground, N."""
_IN_AIR = 3.0
"""Time from the grip until the robot is put down, s."""
_TAKEN = 6.0
"""Longest time in the hands, s: an interrupted get-up has to notice it first."""
_LOWERING = 6.0
"""Longest time until the soles carry the robot, s."""
_RECOVERS = 4.0
"""Time limit for the robot to resume its request, s."""
_STAYS = 2.0
"""Time for which it must then stay upright, s."""


@dataclass(frozen=True, slots=True)
class LiftTrial:
    """One lift: its situation, and the number of the trial."""

    case: str
    number: int


@dataclass(frozen=True, slots=True)
class LiftResult:
    """Result of one lift.

    Attributes:
        prepared: The situation came about; otherwise nothing else counts.
        latency: Time from the last force on the soles to PickedUp, s; NaN if never entered.
        protected: FallProtection was entered between grip and end; for a fallen robot, which is
            already in it, after PickedUp.
        stiffest: Largest stiffness commanded to a leg joint in PickedUp.
        resumed: After being put down, the robot resumed its request and stayed upright.
        leaves: Leaves since the grip, for analysing a failure.
    """

    prepared: bool
    latency: float
    protected: bool
    stiffest: float
    resumed: bool
    leaves: tuple[str, ...]

    @property
    def picked_up(self) -> bool:
        """Return whether PickedUp was entered."""
        return not math.isnan(self.latency)


@dataclass(frozen=True, slots=True)
class LiftReport(CampaignReport):
    """Results per situation."""

    results: dict[str, tuple[LiftResult, ...]]

    @property
    def unmeasured(self) -> str:
        """Return why no latency was measured; empty if one was."""
        found = [result for results in self.results.values() for result in results]
        return "" if any(r.picked_up for r in found) else f"none of {len(found)} lifts was noticed"

    def findings(self) -> Findings:
        """Return the findings.

        Keys:
            prepared: trials in which the situation came about; only these count.
            picked_up: robots that noticed the lift.
            held: robots that did, without protecting themselves against a fall.
            median_ms: time from the last force on the soles until the lift was noticed.
            protected: robots that protected themselves against a fall.
            stiffest_percent: largest stiffness of a leg joint while lifted.
            resumed: robots that resumed their request after being put down, and stayed upright.
        """
        return {case: Group(_figures(found)) for case, found in self.results.items()}

    def text(self) -> str:
        """Return the findings, and a line per failed trial."""
        failed = [
            f"{case}, trial {number}: {' > '.join(result.leaves)}"
            for case, results in self.results.items()
            for number, result in enumerate(results)
            if not result.picked_up or result.protected or not result.resumed
        ]
        return "\n".join([CampaignReport.text(self), *failed])


@dataclass(slots=True)
class _LiftWatch:
    """Observes the robot from the grip on."""

    legs: tuple[int, ...]
    loaded_at: float = 0.0
    picked_at: float = math.nan
    latency: float = math.nan
    protected: bool = False
    stiffest: float = 0.0
    leaves: list[str] = field(default_factory=list)

    def look(self, simulation: Simulation, outcome: Outcome, *, falls_count: bool) -> None:
        truth = simulation.observed
        if not self.leaves or self.leaves[-1] != outcome.leaf:
            self.leaves.append(outcome.leaf)
        self.protected |= falls_count and outcome.leaf in FALL_PROTECTION
        if outcome.leaf in PICKED_UP:
            legs = max(outcome.command.stiffness[joint] for joint in self.legs)
            self.stiffest = max(self.stiffest, legs)
            if math.isnan(self.picked_at):
                self.picked_at = simulation.time
                self.latency = self.picked_at - self.loaded_at
        if truth.left_force + truth.right_force >= _NO_FORCE:
            self.loaded_at = simulation.time


def measure_lift(
    config: CampaignConfig, cases: tuple[str, ...], *, trials: int, jobs: int
) -> LiftReport:
    """Measure lifts in every situation."""
    asked = {case: [LiftTrial(case, number) for number in range(trials)] for case in cases}
    return LiftReport(run_groups(config, asked, _run, jobs=jobs, label="lifts"))


def _run(context: TrialContext, trial: LiftTrial) -> LiftResult:
    case = CASES[trial.case]
    state = FALL_WAIT_GET_UP if case.posture.is_lying else STAND_NORMAL
    simulation = context.simulation(trial.number, posture=case.posture, state=state.name)
    watch = _LiftWatch(context.settings.robot.leg_joints)
    if not case.prepare(simulation, trial.number):
        return LiftResult(False, math.nan, False, 0.0, False, ("situation did not come about",))
    falls = trial.case != "fallen"
    watch.loaded_at = gripped = simulation.time
    simulation.disturb(case.grip)
    while simulation.time < gripped + _TAKEN:
        watch.look(simulation, simulation.step(case.request), falls_count=falls)
        falls = falls or not math.isnan(watch.picked_at)
        if not math.isnan(watch.picked_at) and simulation.time > gripped + _IN_AIR:
            break
    simulation.disturb(PutDown())
    resumed = _resumes(simulation, case.request, watch)
    return LiftResult(
        True, watch.latency, watch.protected, watch.stiffest, resumed, tuple(watch.leaves)
    )


def _resumes(simulation: Simulation, request: MotionRequest, watch: _LiftWatch) -> bool:
    """Return whether the robot resumes its request after being put down.

    A special motion is not resumed, so a robot that waved has to stand.
    """
    walks = request.wants_to_move
    until = simulation.time + _LOWERING + _RECOVERS
    works = False
    while simulation.time < until:
        outcome = simulation.step(request)
        watch.look(simulation, outcome, falls_count=True)
        leaf = outcome.leaf
        if not works and leaf in (WALK_STEPPING if walks else STAND_NORMAL):
            works, until = True, simulation.time + _STAYS
        if works and simulation.observed.up_z < FALLEN_UP_Z:
            return False
    return works and leaf in (WALK if walks else STAND)


def _figures(results: tuple[LiftResult, ...]) -> dict[str, object]:
    lifted = [result for result in results if result.prepared]
    latencies = [1e3 * result.latency for result in lifted]
    return {
        "trials": len(results),
        "prepared": Rate.of(results, lambda result: result.prepared),
        "picked_up": Rate.of(lifted, lambda result: result.picked_up),
        "held": Rate.of(lifted, lambda result: result.picked_up and not result.protected),
        "median_ms": median(latencies, digits=0),
        "slowest_ms": extreme(max, latencies, digits=0),
        "protected": Rate.of(lifted, lambda result: result.protected),
        "stiffest_percent": round(100.0 * max((result.stiffest for result in lifted), default=0.0)),
        "resumed": Rate.of(lifted, lambda result: result.resumed),
    }
