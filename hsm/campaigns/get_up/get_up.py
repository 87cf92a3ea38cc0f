"""`hsm measure get-up`: success rate, duration and motor load of get-ups, and walking on."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from hardware.postures import Posture
from hardware.robots.nao import Joint
from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.demands import demand_counts
from hsm.campaigns.get_up.motor_load import MotorLoad, MotorMeter, hardest, most_frequent
from hsm.campaigns.get_up.override_folder import SideGetUp, get_up_of
from hsm.campaigns.get_up.perturbations import TROUBLES, Perturbation
from hsm.campaigns.report import CampaignReport, Findings, Group
from hsm.campaigns.statistics import Rate, mean, median
from hsm.campaigns.trials import run_groups
from hsm.campaigns.walking.walking_trial import FALLEN_UP_Z, WALKING
from hsm.chart.leaves import (
    FALL_PROTECTION,
    FALL_WAIT_GET_UP,
    GET_UP,
    KEYFRAME_PHASE,
    STAND_NORMAL,
    WALK_PHASE,
    WALK_STEPPING,
)
from hsm.errors import UnknownNameError
from hsm.simulated.simulation import Simulation
from motions.requests import MotionRequest

SIDES = {
    "front": Posture.LYING_FRONT,
    "back": Posture.LYING_BACK,
    "left": Posture.LYING_LEFT,
    "right": Posture.LYING_RIGHT,
}
ALLOWED = 12.0
"""Time limit until the hand-over, s."""
ALLOWED_IN_TROUBLE = 20.0
"""The same with a disturbance, s."""
UPRIGHT_FOR = 2.0
"""Time that the robot must stay upright afterwards, s."""
WALKING_AFTER = 0.6
"""Time limit for the first requested step after the hand-over, s: the closing step that ends every
get-up takes up to 0.3 s, and another may have to follow ..."""
WALKING_FOR = 10.0
"""... and time for which the robot must then not fall, s."""
LIMBS = math.radians(12.0)
"""The lying robot's joints are disturbed by up to this, rad."""


@dataclass(frozen=True, slots=True)
class GetUpTrial:
    """One get-up.

    Attributes:
        side: On which side the robot lies.
        number: Chooses the robot and the seed.
        trouble: Disturbance during the get-up.
        walk: The robot is requested to walk on afterwards.
    """

    side: str
    number: int
    trouble: Perturbation = Perturbation.NONE
    walk: bool = False


@dataclass(frozen=True, slots=True)
class GetUpResult:
    """Result of one get-up.

    Attributes:
        stood_after: Time until the hand-over to walking or standing, s; NaN if it failed.
        break_ups: Number of aborted attempts.
        load: Motor load until then.
        head: Largest contact force on the head until then, N.
        walked: It walked on in time and did not fall; False if not requested.
    """

    stood_after: float
    break_ups: int
    load: MotorLoad
    head: float
    walked: bool = False

    @property
    def succeeded(self) -> bool:
        """Return whether the robot stood up in time and stayed up."""
        return not math.isnan(self.stood_after)

    @property
    def at_once(self) -> bool:
        """Return whether it succeeded on the first attempt."""
        return self.succeeded and self.break_ups == 0


@dataclass(frozen=True, slots=True)
class GetUpReport(CampaignReport):
    """Results per side.

    Attributes:
        results: Results by side.
        allowed: Time limit for standing up, s.
        walk: The robot was requested to walk on.
        ways: Use of an override folder of motions, by side; empty without one.
    """

    results: dict[str, tuple[GetUpResult, ...]]
    allowed: float = ALLOWED
    walk: bool = False
    ways: Mapping[str, SideGetUp] = field(default_factory=dict)

    @property
    def unmeasured(self) -> str:
        """Return why no time was measured; empty if one was."""
        found = [result for results in self.results.values() for result in results]
        return "" if any(r.succeeded for r in found) else f"none of {len(found)} robots got up"

    def findings(self) -> Findings:
        """Return the findings.

        Keys:
            first_try: robots that stood up on the first try.
            median_s: time until standing.
            rms: mean over the robots of their largest rms torque of a joint, as a share of its
                stall torque.
            rms_joint: the joint that has it most often.
            peak: largest torque outside impacts, as a share of the stall torque.
            peak_joint: the joint that had it.
            struck: largest torque in impacts, as a share of the stall torque; 0 without any.
            struck_joint: the joint that had it.
        """
        return {side: Group(self.figures(side)) for side in self.results}

    def figures(self, side: str) -> dict[str, object]:
        """Return the figures of one side."""
        results = self.results[side]
        peak = hardest([result.load.peak for result in results])
        struck = hardest([result.load.struck for result in results])
        figures: dict[str, object] = {
            "succeeded": Rate.of(results, lambda result: result.succeeded),
            "first_try": Rate.of(results, lambda result: result.at_once),
            "trials": len(results),
            "median_s": median([result.stood_after for result in results], digits=2),
            "rms": mean([result.load.rms.value for result in results], digits=2),
            "rms_joint": Joint(most_frequent([result.load.rms.joint for result in results])).key,
            "peak": round(peak.value, 2),
            "peak_joint": Joint(peak.joint).key,
            "struck": round(struck.value, 2),
            "struck_joint": Joint(struck.joint).key,
        }
        walked = Rate.of(results, lambda result: result.walked)
        return figures | ({"walked": walked} if self.walk else {})


def measure_get_up(
    config: CampaignConfig,
    sides: tuple[str, ...],
    *,
    trials: int,
    jobs: int,
    trouble: Perturbation = Perturbation.NONE,
    walk: bool = False,
) -> GetUpReport:
    """Measure many get-ups from every side.

    Args:
        config: Settings shared by all trials.
        sides: Sides on which the robot lies, of `SIDES`.
        trials: Number of get-ups from each.
        jobs: Number of processes.
        trouble: Disturbance during the get-up.
        walk: The robot is requested to walk on afterwards.

    Raises:
        HsmError: If there is not even one trial or process.
        UnknownNameError: If there is no such side.
        NoGetUpError: If an override folder is given that is not used for getting up.
    """
    demand_counts(trials=trials)
    for side in sides:
        if side not in SIDES:
            raise UnknownNameError("side", side, [*SIDES])
    ways = {}
    if config.motions is not None:  # the robot's own get-up must not be measured instead
        ways = get_up_of(Path(config.motions), sides)
    asked = {
        side: [GetUpTrial(side, number, trouble, walk) for number in range(trials)]
        for side in sides
    }
    results = run_groups(config, asked, run_get_up, jobs=jobs, label="get-ups")
    return GetUpReport(results, _allowed(trouble), walk, ways)


def _allowed(trouble: Perturbation) -> float:
    return ALLOWED if trouble is Perturbation.NONE else ALLOWED_IN_TROUBLE


def run_get_up(context: TrialContext, trial: GetUpTrial) -> GetUpResult:
    """Run one get-up."""
    simulation = context.simulation(
        trial.number,
        posture=SIDES[trial.side],
        state=FALL_WAIT_GET_UP.name,
        disturb_limbs=LIMBS,
    )
    trouble = TROUBLES[trial.trouble](trial.number)
    if trouble is not None:
        disturbance, after = trouble
        simulation.disturb(disturbance, after=after)
    wish = WALKING if trial.walk else MotionRequest()
    meter = MotorMeter(context.settings.robot)
    result, steps = get_up_once(simulation, meter, _allowed(trial.trouble), wish)
    if not trial.walk or not result.succeeded:
        return result
    walked, _ = _upright_for(simulation, WALKING_FOR - UPRIGHT_FOR, wish)
    return replace(result, walked=walked and steps <= WALKING_AFTER)


def get_up_once(
    simulation: Simulation, meter: MotorMeter, allowed: float, wish: MotionRequest
) -> tuple[GetUpResult, float]:
    """Let a fallen robot get up, and check whether it stays up.

    Args:
        simulation: A robot about to get up.
        meter: Measures its motor load until it stands.
        allowed: Time limit until the hand-over, s.
        wish: Request once it stands.

    Returns:
        The result, and the time from the hand-over to its first requested step, s.
    """
    start = simulation.time
    break_ups = 0
    stood_after = math.nan
    simulation.robot.reset_peaks()
    while math.isnan(stood_after):
        outcome = simulation.step(MotionRequest())
        truth = simulation.observed
        meter.look(truth)
        transition = outcome.transition
        if transition is not None and transition.dest in GET_UP.break_up:
            break_ups += 1  # whatever ended the try: its torso, its time, or the feet
        if outcome.leaf in WALK_PHASE or outcome.leaf in STAND_NORMAL:
            stood_after = simulation.time - start
        if simulation.time - start > allowed:
            return GetUpResult(math.nan, break_ups, meter.load(), truth.head_peak), math.inf
    upright, steps = _upright_for(simulation, UPRIGHT_FOR, wish)
    stood_after = stood_after if upright else math.nan
    return GetUpResult(stood_after, break_ups, meter.load(), truth.head_peak), steps


def _upright_for(
    simulation: Simulation, duration: float, wish: MotionRequest
) -> tuple[bool, float]:
    """Return whether the robot stays up for a time (s), and when its first step began (s)."""
    start = simulation.time
    steps = math.inf
    while simulation.time < start + duration:
        outcome = simulation.step(wish)
        if outcome.leaf in WALK_STEPPING:
            steps = min(steps, simulation.time - start)
        fell = outcome.leaf in FALL_PROTECTION or outcome.leaf in KEYFRAME_PHASE
        if fell or simulation.observed.up_z < FALLEN_UP_Z:
            return False, steps
    return True, steps
