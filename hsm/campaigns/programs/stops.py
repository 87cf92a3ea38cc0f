"""`hsm measure naoqi --case stops`: how fast a walk ends, for each way to end it and both walks.

A walk has ended when no foot will be lifted any more to move on: in the last double support, or
standing. Feet that are apart are closed afterwards; `stands` includes that.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, Final

from hardware.disturbances import Lift
from hardware.postures import Posture
from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.programs.programs import ProgrammedRobot, Reach
from hsm.campaigns.report import CampaignReport, Findings, Group
from hsm.campaigns.statistics import Rate, distribution
from hsm.campaigns.trials import run_groups
from hsm.chart.leaves import (
    FALL_PROTECTION,
    FREEZE,
    PICKED_UP,
    PREVIEW_FINAL_DOUBLE_SUPPORT,
    STAND,
)
from hsm.control.loop import Cycle
from hsm.simulated.simulation import Simulation

_WALKS: Final = 2.0
"""Time of walking before the end, s ..."""
_PHASES: Final = 0.06
"""... and its increase from trial to trial, s, to cover all phases of a step."""
_LONGEST: Final = 5.0
"""Time limit for the end of a walk, s."""
_RAISED: Final = 0.25
"""Height of a lift, m."""
_RAISING: Final = 0.2
"""Duration of a lift, s: a person snatches the robot."""
_TOUCHES: Final = 1.0
"""Force above which a sole is on the ground, N."""
_FOOTSTEPS: Final = [["StepHeight", 0.021]]
"""A move config that only the preview walk supports."""


class End(Enum):
    """Ways to end a walk."""

    STOP_MOVE = "stop_move"
    VELOCITY_0 = "velocity_0"
    KILL_MOVE = "kill_move"
    SOFT_LEG = "soft_leg"
    LIFT = "lift"


@dataclass(frozen=True, slots=True)
class StopResult:
    """How one walk ended.

    Attributes:
        number: Number of the trial, which chooses the robot.
        preview: It was the preview walk.
        ended: Time from the call, or from the loss of ground contact, to the end of the walk, s;
            NaN if it did not end.
        stands: Time until the robot stands, is frozen or picked up, s; likewise.
        fell: The robot fell.
    """

    number: int
    preview: bool
    ended: float
    stands: float
    fell: bool


@dataclass(frozen=True, slots=True)
class StopsReport(CampaignReport):
    """Results by the way to end a walk."""

    results: dict[End, tuple[StopResult, ...]]

    def findings(self) -> Findings:
        """Return the findings."""
        return {
            "stops": {
                way.value: {walk: Group(_figures(found)) for walk, found in self._by_walk(way)}
                for way in self.results
            }
        }

    def _by_walk(self, way: End) -> list[tuple[str, list[StopResult]]]:
        found = self.results[way]
        walks = {"pressure_switched": False, "preview": True}
        return [(name, [r for r in found if r.preview is kind]) for name, kind in walks.items()]


def _figures(found: Sequence[StopResult]) -> dict[str, Any]:
    upright = [result for result in found if not result.fell]  # a fall ends a walk as well
    numbers = [result.number for result in upright]
    ended, stands = [result.ended for result in upright], [result.stands for result in upright]
    return {
        "ended": Rate.of(found, lambda result: not math.isnan(result.ended)),
        "ended_s": distribution(ended, "median", "max", numbers=numbers, digits=3),
        "stands_s": distribution(stands, "median", "max", numbers=numbers, digits=3),
        "falls": Rate.of(found, lambda result: result.fell),
    }


def measure_stops(config: CampaignConfig, reach: Reach, *, trials: int, jobs: int) -> StopsReport:
    """Measure the end of walks: `trials` trials for each way to end one, in each walk."""
    asked = {way: [(way, number) for number in range(2 * trials)] for way in End}
    found = run_groups(config, asked, partial(_end, reach), jobs=jobs, label="stops")
    return StopsReport(found)


class _StopWatch:
    """Observes the cycles after the request to end a walk."""

    def __init__(self, simulation: Simulation, *, lifted: bool) -> None:
        self._simulation, self._lifted = simulation, lifted
        self.begin = simulation.time
        self.ended = self.stands = math.nan
        self.fell = False

    def look(self, made: Cycle) -> None:
        truth, leaf = self._simulation.observed, made.outcome.leaf
        if self._lifted and max(truth.left_force, truth.right_force) > _TOUCHES:
            self.begin = self._simulation.time
        after = self._simulation.time - self.begin
        rests = leaf in STAND or leaf in FREEZE or leaf in PICKED_UP
        self.fell = self.fell or leaf in FALL_PROTECTION
        if math.isnan(self.ended) and (rests or leaf in PREVIEW_FINAL_DOUBLE_SUPPORT):
            self.ended = after
        if math.isnan(self.stands) and rests:
            self.stands = after


def _end(reach: Reach, world: TrialContext, asked: tuple[End, int]) -> StopResult:
    way, number = asked
    number, preview = number // 2, number % 2 == 1
    simulation = world.simulation(number, posture=Posture.STANDING)
    robot = reach(simulation)
    robot.motion.wakeUp()
    robot.motion.moveToward(0.8, 0.0, 0.0, _FOOTSTEPS if preview else [])
    robot.sleep(_WALKS + _PHASES * number)
    watch = _StopWatch(simulation, lifted=way is End.LIFT)
    robot.watch(watch.look)
    _WAYS[way](robot, simulation)
    while math.isnan(watch.stands) and simulation.time < watch.begin + _LONGEST:
        robot.sleep(0.1)
    return StopResult(number, preview, watch.ended, watch.stands, watch.fell)


def _lift(robot: ProgrammedRobot, simulation: Simulation) -> None:
    simulation.disturb(Lift(_RAISED, _RAISING))


_WAYS: Final[dict[End, Callable[[ProgrammedRobot, Simulation], object]]] = {
    End.STOP_MOVE: lambda robot, _: robot.motion.post.stopMove(),
    End.VELOCITY_0: lambda robot, _: robot.motion.moveToward(0.0, 0.0, 0.0),
    End.KILL_MOVE: lambda robot, _: robot.motion.killMove(),
    End.SOFT_LEG: lambda robot, _: robot.motion.setStiffnesses("LLeg", 0.6),
    End.LIFT: _lift,
}
