"""`hsm measure cycle`: the computing time of the control cycle on this computer.

The wall clock is read here and where the speed of a run is reported, never for a decision.
"""

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

from hardware.disturbance import TOWARDS
from hardware.disturbances import Push
from hardware.sensors_and_commands import SensorFrame
from hsm.campaigns.context import CampaignConfig, TrialContext, build_context
from hsm.campaigns.kicks.facing_ball import face_ball
from hsm.campaigns.report import CampaignReport, Findings
from hsm.chart import facts
from hsm.chart.engine.states import Compound, Leaf
from hsm.chart.leaves import IN_WALK_KICK, KICK_PHASE, STAND_NORMAL, WALK_STEPPING
from hsm.control.cycle import ControlCycle, Outcome
from hsm.control.loop import Requests, run
from hsm.simulated.sight import Seeing
from hsm.simulated.simulation import Simulation
from motions.kicks.wish import Kick, KickKind
from motions.limbs.wishes import HeadMode, HeadWish
from motions.requests import Motion, MotionRequest
from motions.sight import Sighting

_REPEATS = 20_000
_KICKS = (KickKind.FORWARD, KickKind.FORWARD_FAST)
"""An in-walk kick and a stand kick."""
_OF_EACH_KIND = 3
"""Number of kicks of each of them."""
_BALL = (1.0, 0.1)
"""Position of the ball, m."""
_KICKS_WITHIN = 15.0
"""Time within which a robot has kicked this ball, s."""
_STANDING = facts.FRAMES_OK | facts.LINK_OK | facts.CONTACT | facts.UPRIGHT | facts.CALM
_WALKING = facts.FRAMES_OK | facts.LINK_OK | facts.CONTACT | facts.WALK_REQ | facts.DONE


@dataclass(frozen=True, slots=True)
class CycleReport(CampaignReport):
    """Times in s.

    Attributes:
        cycles: Duration of every control cycle of a mixed motion.
        walking: Duration of every stepping cycle of a robot that walks to a ball that it sees.
        kicking: Duration of every kicking cycle afterwards; empty for foreign models.
        chart_idle: Median of a tick of the chart without a transition.
        chart_taken: Median of a tick of the chart with a transition.
        realtime_factor: Simulated time over wall time, physics included.
    """

    cycles: tuple[float, ...]
    walking: tuple[float, ...]
    kicking: tuple[float, ...]
    chart_idle: float
    chart_taken: float
    realtime_factor: float

    def findings(self) -> Findings:
        """Return the findings."""
        ordered = sorted(self.cycles)
        kicks: dict[str, object] = {}
        if self.kicking:
            walking, kicking = statistics.median(self.walking), statistics.median(self.kicking)
            kicks = {
                "kick_cycle_us": round(kicking * 1e6, 1),
                "kick_over_walking_to_the_ball": round(kicking / walking, 2),
            }
        return {
            "cycle_us": {
                "median": round(statistics.median(ordered) * 1e6, 1),
                "p99": round(ordered[int(0.99 * len(ordered))] * 1e6, 1),
                "max": round(ordered[-1] * 1e6, 1),
            },
            **kicks,
            "chart_idle_us": round(self.chart_idle * 1e6, 2),
            "chart_taken_us": round(self.chart_taken * 1e6, 1),
            "realtime_factor": round(self.realtime_factor, 1),
        }


def measure_cycle(config: CampaignConfig, seconds: float) -> CycleReport:
    """Time the control cycle during a mixed motion (stand, walk, turn, a push, stop), then kicks.

    Args:
        config: Settings of the robots.
        seconds: Duration of the mixed motion, s.
    """
    context = build_context(config)
    simulation = context.simulation(0)
    begin = perf_counter()
    timed = _timed(simulation, _Mixed(simulation, push_at=0.5 * seconds), until=seconds)
    factor = simulation.time / (perf_counter() - begin)
    numbers = () if config.model else range(_OF_EACH_KIND)
    in_kicks = [_kick(context, number, kind) for number in numbers for kind in _KICKS]
    return CycleReport(
        tuple(timed.durations),
        _durations_in((WALK_STEPPING,), in_kicks),
        _durations_in((IN_WALK_KICK, KICK_PHASE), in_kicks),
        _chart_idle(simulation),
        _chart_taken(simulation),
        factor,
    )


class _Timed:
    """A control cycle with a stopwatch."""

    def __init__(self, control: ControlCycle) -> None:
        self._control = control
        self.durations: list[float] = []
        self.leaves: list[str] = []

    def step(
        self,
        frame: SensorFrame | None,
        request: MotionRequest | None,
        sight: Sighting | None = None,
    ) -> Outcome:
        start = perf_counter()
        outcome = self._control.step(frame, request, sight)
        self.durations.append(perf_counter() - start)
        self.leaves.append(outcome.leaf)
        return outcome


class _Mixed:
    """Requests of a mixed motion, with one push."""

    def __init__(self, simulation: Simulation, *, push_at: float) -> None:
        self._simulation = simulation
        self._push_at = push_at

    def prepare(self) -> None:
        if self._simulation.time > self._push_at:
            self._simulation.disturb(Push(TOWARDS["forward"], impulse=6.0))
            self._push_at = math.inf

    def request(self) -> MotionRequest:
        second = self._simulation.time % 10.0
        if second < 1.0:
            return MotionRequest()
        if second < 6.0:
            return MotionRequest(Motion.WALK, forward=0.15)
        return MotionRequest(Motion.WALK, forward=0.05, left=0.05, turn=0.5)

    def sight(self) -> None:
        return None


def _kick(context: TrialContext, number: int, kind: KickKind) -> _Timed:
    """Let a robot walk to a ball and kick it."""
    simulation, _ = face_ball(context, number, _BALL)
    until = simulation.time + _KICKS_WITHIN
    wish = MotionRequest(Motion.KICK, kick=Kick(kind), head=HeadWish(HeadMode.BALL))
    return _timed(simulation, Seeing(wish, simulation.sight), until=until)


def _timed(simulation: Simulation, requests: Requests, *, until: float) -> _Timed:
    """Run a simulation until a simulated time, s, timing its control cycle."""
    timed = _Timed(simulation.cycle)
    run(
        simulation.robot,
        timed,
        requests,
        [simulation],
        until=lambda made: simulation.time >= until,
    )
    return timed


def _durations_in(where: Sequence[Compound | Leaf], runs: Sequence[_Timed]) -> tuple[float, ...]:
    """Return the durations of the cycles in some states."""
    return tuple(
        duration
        for timed in runs
        for leaf, duration in zip(timed.leaves, timed.durations, strict=True)
        if any(leaf in state for state in where)
    )


def _chart_idle(simulation: Simulation) -> float:
    """Return the median time of a tick without a transition, s."""
    machine = simulation.cycle.machine
    machine.place(STAND_NORMAL.path)
    machine.tick(_STANDING, 0.0)
    return _best(machine.tick(_STANDING, 0.0) for _ in range(_REPEATS))


def _chart_taken(simulation: Simulation) -> float:
    """Return the median time of a tick from one step to the next, without planning, s."""
    machine = simulation.cycle.machine
    bare = type(machine)(machine.chart)
    bare.place(WALK_STEPPING.path)
    durations = []
    for _ in range(_REPEATS // 20):
        bare.tick(_WALKING, 0.0)
        start = perf_counter()
        bare.tick(_WALKING, 0.0)
        durations.append(perf_counter() - start)
    return statistics.median(durations)


def _best(calls: Iterator[object]) -> float:
    durations = []
    start = perf_counter()
    for _ in calls:
        now = perf_counter()
        durations.append(now - start)
        start = now
    return statistics.median(durations)
