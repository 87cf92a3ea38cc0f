"""`hsm measure get-up`: how often the lying robot stands up, and how long it takes."""

import math
import statistics
from dataclasses import dataclass

from hardware.simulation.postures import Posture
from hsm.apps.measure.campaign import INDIVIDUALS, Setting, World, run_campaign
from hsm.apps.measure.walking_trial import FALLEN_UP_Z
from hsm.apps.simulation import Simulation
from motions.requests import MotionRequest

SIDES = {
    "front": Posture.LYING_FRONT,
    "back": Posture.LYING_BACK,
    "left": Posture.LYING_LEFT,
    "right": Posture.LYING_RIGHT,
}
ALLOWED = 12.0
"""Time until the hand-over, s."""
UPRIGHT_FOR = 2.0
"""Time that the robot must stay upright afterwards, s."""
LIMBS = math.radians(12.0)
"""The lying robot's joints are disturbed by up to this, rad."""


@dataclass(frozen=True, slots=True)
class GetUpTrial:
    """One get-up: on which side the robot lies, and the number of the trial."""

    side: str
    number: int


@dataclass(frozen=True, slots=True)
class GetUpResult:
    """What one get-up showed.

    Attributes:
        stood_after: Time until the hand-over to walking, s; NaN if it failed.
        break_ups: Broken tries.
    """

    stood_after: float
    break_ups: int

    @property
    def succeeded(self) -> bool:
        """Return whether the robot stood up in time and stayed up."""
        return not math.isnan(self.stood_after)


@dataclass(frozen=True, slots=True)
class GetUpReport:
    """Results per side."""

    results: dict[str, tuple[GetUpResult, ...]]

    def record(self) -> dict[str, object]:
        """Return the report as plain values."""
        return {side: _summary(results) for side, results in self.results.items()}

    def text(self) -> str:
        """Return the report for people, a line per side."""
        lines = []
        for side, results in self.results.items():
            summary = _summary(results)
            lines.append(
                f"{side}: {summary['succeeded']}/{summary['trials']} within {ALLOWED:.0f} s, "
                f"{summary['first_try']} at the first try, median {summary['median_s']} s"
            )
        return "\n".join(lines)


def measure_get_up(
    setting: Setting, sides: tuple[str, ...], *, trials: int, jobs: int
) -> GetUpReport:
    """Let the robot get up many times from every side."""
    listed = [GetUpTrial(side, number) for side in sides for number in range(trials)]
    results = run_campaign(setting, listed, _run, jobs=jobs, label="get-ups")
    by_side: dict[str, list[GetUpResult]] = {side: [] for side in sides}
    for trial, result in zip(listed, results, strict=True):
        by_side[trial.side].append(result)
    return GetUpReport({side: tuple(found) for side, found in by_side.items()})


def _run(world: World, trial: GetUpTrial) -> GetUpResult:
    simulation = Simulation(
        world.settings,
        world.plant_of(trial.number),
        robot=trial.number % INDIVIDUALS,
        seed=trial.number,
        posture=SIDES[trial.side],
        state="FallProtection.WaitGetUp",
        disturb_limbs=LIMBS,
    )
    start = simulation.time
    break_ups = 0
    stood_after = math.nan
    while math.isnan(stood_after):
        outcome = simulation.step(MotionRequest())
        transition = outcome.transition
        if transition is not None and transition.event == "break_up":
            break_ups += 1
        if outcome.leaf.startswith("WalkPhase") or outcome.leaf == "Stand.Normal":
            stood_after = simulation.time - start
        if simulation.time - start > ALLOWED:
            return GetUpResult(math.nan, break_ups)
    until = simulation.time + UPRIGHT_FOR
    while simulation.time < until:
        outcome = simulation.step(MotionRequest())
        fell = outcome.leaf.startswith(("FallProtection", "KeyframePhase"))
        if fell or simulation.truth().up_z < FALLEN_UP_Z:
            return GetUpResult(math.nan, break_ups)
    return GetUpResult(stood_after, break_ups)


def _summary(results: tuple[GetUpResult, ...]) -> dict[str, object]:
    stood = [result for result in results if result.succeeded]
    times = [result.stood_after for result in stood]
    return {
        "succeeded": len(stood),
        "first_try": sum(result.break_ups == 0 for result in stood),
        "trials": len(results),
        "median_s": round(statistics.median(times), 2) if times else None,
    }
