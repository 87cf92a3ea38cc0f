"""`hsm measure naoqi`: programs for NAOqi, judged by ground truth."""

import math
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from itertools import islice
from typing import Final

from hardware.postures import Posture
from hardware.robots.model import Side
from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.programs.programs import (
    CHA_CHA,
    ProgrammedRobot,
    Reach,
    dance,
    random_steps,
    targets,
)
from hsm.campaigns.report import CampaignReport, Findings, Group
from hsm.campaigns.statistics import Rate, distribution, mean, median
from hsm.campaigns.trials import run_campaign
from hsm.campaigns.walking.walking_trial import FallWatch
from hsm.control.loop import Cycle
from hsm.errors import HsmError
from hsm.settings.robot_file import load_robot
from hsm.simulated.simulation import Simulation
from motions.kinematics.geometry import Pose2, angle_difference
from motions.kinematics.sole_outline import below_ankle

_SETTLES: Final = 0.10
"""Time from landing to the measurement of both soles, s: well before the next foot lifts."""
_STAYS: Final = 0.8
"""Time that the unchangeable steps have to last, s, if more steps are queued."""
_EXACT: Final = 1e-4
"""Largest deviation of a step that is not clipped, m and rad."""
_MM: Final = 1e3
_STEPS: Final = 12
"""Number of footsteps of a random program."""
_STANDS: Final = 3.0
"""Time of standing before a walk, s, in which the gyro bias is learnt."""

_Shown = tuple[bool, tuple[float, ...], tuple[float, ...]]
"""Whether a program succeeded, and its errors, m and rad."""


class ProgramCase(Enum):
    """The measured cases."""

    DANCE = "dance"
    MOVE_TO = "move_to"
    QUEUE = "queue"
    CALLS = "calls"
    STOPS = "stops"


@dataclass(frozen=True, slots=True)
class ProgramResult:
    """Result of one program.

    Attributes:
        done: It finished, and its requests were executed.
        fell: The robot fell.
        seconds: Duration from the first command to the end, s.
        steps: Number of landed footsteps.
        off: Position error of every landing, or of the target, m.
        off_turn: Heading error, likewise, rad.
        instants: Number of cycles in which the queue was checked.
        short: Cycles among them in which the unchangeable steps were too short.
        clipped: Steps of a dance's cycle, numbered from 1, whose plan deviated from the request.
    """

    done: bool
    fell: bool
    seconds: float
    steps: int = 0
    off: tuple[float, ...] = ()
    off_turn: tuple[float, ...] = ()
    instants: int = 0
    short: int = 0
    clipped: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NaoqiReport(CampaignReport):
    """Results of one case."""

    case: ProgramCase
    results: tuple[ProgramResult, ...]

    def findings(self) -> Findings:
        """Return the findings."""
        return {self.case.value: Group(self._figures())}

    def _figures(self) -> dict[str, object]:
        found = self.results
        done = Rate.of(found, lambda result: result.done)
        falls = Rate.of(found, lambda result: result.fell)
        if self.case is ProgramCase.QUEUE:
            return {
                "ended": done,
                "falls": falls,
                "instants": sum(result.instants for result in found),
                "short": Rate.of(found, lambda result: result.short > 0),
                # Instants of one program are correlated, so programs are counted instead.
                "short_share": mean(
                    [r.short / r.instants if r.instants else math.nan for r in found]
                ),
            }
        pairs = [(number, off) for number, r in enumerate(found) for off in r.off]
        turns = [(number, off) for number, r in enumerate(found) for off in r.off_turn]
        dances = self.case is ProgramCase.DANCE
        clipped = sorted({step for result in found for step in result.clipped})
        return {
            "runs" if dances else "trials": len(found),
            "exit_0" if dances else "arrived": done,
            "steps": median([float(result.steps) for result in found]),
            "seconds": median([result.seconds for result in found], digits=1),
            "off_mm" if dances else "true_mm": _spread(_MM, pairs),
            "off_deg" if dances else "true_deg": _spread(180.0 / math.pi, turns),
            **({"clipped": clipped} if dances else {}),
            "falls": falls,
        }


def measure_naoqi(
    config: CampaignConfig, case: ProgramCase, reach: Reach, *, trials: int, jobs: int
) -> NaoqiReport:
    """Run programs of one case on simulated robots."""
    run = partial(_run, case, reach)
    return NaoqiReport(case, run_campaign(config, range(trials), run, jobs=jobs, label="programs"))


@dataclass(slots=True)
class _ProgramWatch:
    """Observes every cycle of a program.

    Attributes:
        simulation: Simulation of the robot.
        falls: Detects falls.
    """

    simulation: Simulation
    falls: FallWatch
    made: int = 0
    instants: int = 0
    short: int = 0
    off: list[float] = field(default_factory=list)
    turn: list[float] = field(default_factory=list)
    planned: list[Pose2] = field(default_factory=list)
    _due: list[tuple[float, Pose2]] = field(default_factory=list)

    def look(self, cycle: Cycle) -> None:
        plan = cycle.outcome.info.preview
        self.falls.look(self.simulation, cycle.outcome)
        now = self.simulation.time
        if plan.made > self.made:
            self.made = plan.made
            self.planned.append(plan.left.inverse() @ plan.right)
            self._due.append((now + _SETTLES, self.planned[-1]))
        if self._due and now >= self._due[0][0]:
            _, planned = self._due.pop(0)
            left, right = _feet(self.simulation)
            off = planned.inverse() @ left.inverse() @ right
            self.off.append(math.hypot(off.x, off.y))
            self.turn.append(abs(off.heading))
        if plan.active and plan.changeable:
            self.instants += 1
            lasts = plan.unchangeable[-1].lands_in if plan.unchangeable else 0.0
            self.short += lasts < _STAYS - cycle.outcome.robot.cycle


def _run(case: ProgramCase, reach: Reach, world: TrialContext, number: int) -> ProgramResult:
    simulation = world.simulation(number, posture=Posture.STANDING)
    robot = reach(simulation)
    watch = _ProgramWatch(simulation, FallWatch(simulation.observed.torso_height))
    robot.watch(watch.look)
    robot.motion.wakeUp()
    begin = simulation.time
    try:
        done, off, turn = _CASES[case](robot, simulation, watch, number)
    except HsmError:  # a refused call, such as after a fall: the program has failed
        done, off, turn = False, tuple(watch.off), tuple(watch.turn)
    return ProgramResult(
        done, not math.isnan(watch.falls.fell_at), simulation.time - begin, watch.made,
        off, turn, watch.instants, watch.short,
        _clipped(watch.planned) if case is ProgramCase.DANCE else (),
    )  # fmt: skip


def _dance(
    robot: ProgrammedRobot, simulation: Simulation, watch: _ProgramWatch, number: int
) -> _Shown:
    dance(robot)
    robot.sleep(_SETTLES)
    return watch.made == 2 * len(CHA_CHA), tuple(watch.off), tuple(watch.turn)


def _clipped(planned: list[Pose2]) -> tuple[int, ...]:
    """Return the steps of the dance's cycle whose plan deviated from the request."""
    found = set()
    for number, places in enumerate(planned):
        leg, asked = CHA_CHA[number % len(CHA_CHA)]
        move = places.inverse() if leg == "LLeg" else places
        away = zip((move.x, move.y, move.heading), asked, strict=True)
        if any(abs(now - wanted) > _EXACT for now, wanted in away):
            found.add(1 + number % len(CHA_CHA))
    return tuple(sorted(found))


def _move_to(
    robot: ProgrammedRobot, simulation: Simulation, watch: _ProgramWatch, number: int
) -> _Shown:
    robot.sleep(_STANDS)
    start = _place(simulation)
    target = targets(number)
    arrived = robot.motion.moveTo(*target)
    robot.sleep(0.5)
    off = (start @ Pose2(*target)).inverse() @ _place(simulation)
    return bool(arrived), (math.hypot(off.x, off.y),), (abs(off.heading),)


def _queue(
    robot: ProgrammedRobot, simulation: Simulation, watch: _ProgramWatch, number: int
) -> _Shown:
    for leg, step, speed, clear in islice(random_steps(number), _STEPS):
        robot.motion.post.setFootStepsWithSpeed([leg], [step], [speed], clear)
        robot.sleep(0.1 + 0.4 * speed)
    robot.motion.waitUntilMoveIsFinished()
    return True, (), ()


_CASES: Final = {
    ProgramCase.DANCE: _dance,
    ProgramCase.MOVE_TO: _move_to,
    ProgramCase.QUEUE: _queue,
}


def _feet(simulation: Simulation) -> tuple[Pose2, Pose2]:
    """Return the points below both ankles, left first; the truth has the centres of the soles."""
    truth, outline = simulation.observed, load_robot().dimensions.sole
    left, right = (
        below_ankle(Pose2(sole[0], sole[1], heading), side, outline)
        for side, sole, heading in zip(
            Side, (truth.left_sole, truth.right_sole), truth.sole_headings, strict=True
        )
    )
    return left, right


def _place(simulation: Simulation) -> Pose2:
    """Return the pose of the robot: midway between its feet."""
    left, right = _feet(simulation)
    heading = right.heading + 0.5 * angle_difference(left.heading, right.heading)
    return Pose2(0.5 * (left.x + right.x), 0.5 * (left.y + right.y), heading)


def _spread(scale: float, pairs: list[tuple[int, float]]) -> dict[str, object]:
    numbers, values = [number for number, _ in pairs], [scale * value for _, value in pairs]
    return distribution(values, "median", "p95", "max", numbers=numbers, digits=1)
