"""`hsm measure defects`: each sensor fails in turn while the robot walks; how it responds.

Every encoder freezes, every sole cell dies, the inertial unit dies, freezes, sends NaN, or has an
offset along one of its axes; its gyros freeze alone. No command may exceed its limits, no fall may
go unnoticed, a robot without an inertial unit has to sit, and one whose leg encoders show no motion
in a walk has to walk slowly.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from hardware.disturbance import Disturbance
from hardware.disturbances import FreezeValue, ImuFault, KillImu, ShiftValue, Spoil
from hardware.robots.model import RobotModel
from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.machine.fuzz import Judge, OnFeet
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.statistics import Rate
from hsm.campaigns.trials import run_campaign
from hsm.campaigns.walking.walking_trial import FALLEN_UP_Z, WALKING, WALKING_SPEED, phase
from hsm.chart import robot_chart
from hsm.chart.leaves import FALL_PROTECTION, FAULT, GET_UP, LIMP, SIT_DOWN
from hsm.settings.robot_file import load_robot

_BEFORE: Final = 3.0
"""Time of walking before the defect, s."""
_AFTER: Final = 12.0
"""Time with the defect, s: enough for a fall, a get-up and some steps."""
_SLOWER: Final = 0.8
"""Share of the requested distance below which a walk is reported as slower."""
_LOOK_EVERY: Final = 4
_RAD: Final = math.radians(5.0)
_GYRO_BIAS: Final = 0.1
"""Offset of a gyro, rad/s: five times that of the plant's robots, a quarter of a step's rates."""
_FORCE_BIAS: Final = 1.0
"""Offset of an accelerometer, m/s2: three times its tolerance, or six degrees of tilt."""
_BIASES: Final = (
    ("gyro", "xyz", _GYRO_BIAS),
    ("accelerometer", "xyz", _FORCE_BIAS),
    ("angles", ("roll", "pitch"), _RAD),
)
_DOINGS: Final = ("walks", "slower", "falls, gets up", "falls", "sits", FAULT.name)


@dataclass(frozen=True, slots=True)
class Defect:
    """A defect of a sensor.

    Attributes:
        name: Description.
        what: Disturbances of the robot's frames.
        ends_the_walk: The robot has to sit down or enter Fault.
        slows_the_walk: The robot must not walk on as fast as before.
    """

    name: str
    what: tuple[Disturbance, ...]
    ends_the_walk: bool = False
    slows_the_walk: bool = False


def defects(model: RobotModel) -> list[Defect]:
    """Return all defects, in the order of the table."""
    moving = {
        joint
        for leg in model.legs.values()
        for joint in (leg.hip_pitch, leg.knee_pitch, leg.ankle_pitch)
    }
    found = [
        Defect(f"{name} frozen", (FreezeValue("positions", joint),), slows_the_walk=joint in moving)
        for joint, name in enumerate(model.names)
    ]
    found += [
        Defect(f"cell {cell} dead", (Spoil("fsr", cell, 0.0, math.inf),)) for cell in range(8)
    ]
    modes: tuple[ImuFault, ...] = ("dead", "frozen", "nan")
    found += [
        Defect(f"inertial unit {mode}", (KillImu(mode),), ends_the_walk=True) for mode in modes
    ]
    gyro = tuple(FreezeValue("gyro", axis) for axis in range(3))
    found.append(Defect("gyros frozen", gyro, ends_the_walk=True))
    for name, axes, size in _BIASES:
        for index, axis in enumerate(axes):
            for sign in (1.0, -1.0):
                by = ShiftValue(name, sign * size, index)  # type: ignore[arg-type]
                found.append(Defect(f"{name} {axis} off by {sign * size:+.2g}", (by,)))
    return found


@dataclass(frozen=True, slots=True)
class DefectTrial:
    """One walk with a defect: its index in the list, and the number of the trial."""

    defect: int
    number: int


@dataclass(slots=True)
class DefectResult:
    """Result of one walk.

    Attributes:
        doing: Response of the robot, one of `_DOINGS`.
        problems: Violations, a sentence each.
    """

    doing: str = ""
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class DefectReport(CampaignReport):
    """All defects on all plants.

    Attributes:
        names: Names of the defects.
        results: Results by plant: all trials of the first defect, then of the second.
        seeds: Trials of each defect.
    """

    names: tuple[str, ...]
    results: dict[str, tuple[DefectResult, ...]]
    seeds: int

    @property
    def problems(self) -> list[str]:
        """Return all violations, with defect, plant and trial."""
        return [
            f"{name}, {plant}, trial {number}: {problem}"
            for plant in self.results
            for name, results in self._by_defect(plant)
            for number, result in enumerate(results)
            for problem in result.problems
        ]

    @property
    def faulty(self) -> Rate:
        """Return the rate of walks with a violation."""
        results = [result for all_of in self.results.values() for result in all_of]
        return Rate.of(results, lambda result: bool(result.problems))

    def findings(self) -> Findings:
        """Return the findings."""
        return {
            "trials": self.faulty.trials,
            "faulty": self.faulty,
            "problems": self.problems,
            "doings": {
                plant: {
                    name: dict(Counter(result.doing for result in results))
                    for name, results in self._by_defect(plant)
                }
                for plant in self.results
            },
        }

    def text(self) -> str:
        """Return the report for people: a Markdown table."""
        head = f"| of {self.seeds} walks | {' | '.join(f'`{plant}`' for plant in self.results)} |"
        columns = [dict(self._by_defect(plant)) for plant in self.results]
        lines = [
            f"| {name} | {' | '.join(_told(column[name]) for column in columns)} |"
            for name in self.names
        ]
        bad = self.problems
        rule = "|" + "---|" * (len(columns) + 1)
        return "\n".join([head, rule, *lines, "", f"faulty: {self.faulty}", *bad])

    def _by_defect(self, plant: str) -> list[tuple[str, tuple[DefectResult, ...]]]:
        results, seeds = self.results[plant], self.seeds
        return [
            (name, results[seeds * number : seeds * (number + 1)])
            for number, name in enumerate(self.names)
        ]


def _told(results: Sequence[DefectResult]) -> str:
    count = Counter(result.doing for result in results)
    return ", ".join(f"{count[doing]} {doing}" for doing in _DOINGS if count[doing])


def measure_defects(plants: Sequence[str], *, seeds: int, only: str, jobs: int) -> DefectReport:
    """Measure the defects whose names contain `only`, on the named plants."""
    every = defects(load_robot())
    chosen = [number for number, defect in enumerate(every) if only in defect.name]
    trials = [DefectTrial(number, seed) for number in chosen for seed in range(seeds)]
    results = {
        plant: run_campaign(CampaignConfig(plant), trials, _run, jobs=jobs, label=plant)
        for plant in plants
    }
    return DefectReport(tuple(every[number].name for number in chosen), results, seeds)


def _run(context: TrialContext, trial: DefectTrial) -> DefectResult:
    settings = context.settings
    defect = defects(settings.robot)[trial.defect]
    simulation = context.simulation(trial.number)
    judge = Judge(settings.robot, robot_chart(settings.robot.cycle), simulation.cycle.machine.name)
    on_feet = OnFeet(settings.robot.cycle)
    breaks = _BEFORE + phase(trial.number)
    cycle = settings.robot.cycle
    broken, result = False, DefectResult()
    visited: set[str] = set()
    lay = announced = slowed = False
    still = simulation.cycle.components.walking.joints.still
    way = 0.0
    for tick in range(round((breaks + _AFTER) / cycle)):
        if not broken and tick * cycle >= breaks:
            broken = True
            for what in defect.what:
                simulation.disturb(what)
        outcome = simulation.step(WALKING)
        result.problems += judge.look(outcome)
        if broken:
            visited.add(outcome.leaf)
            announced |= outcome.leaf in FALL_PROTECTION or outcome.leaf in FAULT
            slowed |= bool(still.joints)
        if tick % _LOOK_EVERY:
            continue
        truth = simulation.observed
        result.problems += on_feet.look(outcome.leaf, truth.up_z)
        if broken:
            (vx, vy, _), heading = truth.torso_velocity, truth.heading
            way += _LOOK_EVERY * cycle * (vx * math.cos(heading) + vy * math.sin(heading))
        if truth.up_z < FALLEN_UP_Z and not lay:
            lay = True
            if not announced:
                result.problems.append(f"a fall in {outcome.leaf} that was not detected")
    result.doing = _doing(visited, outcome.leaf, way, lay=lay, slowed=slowed)
    if defect.ends_the_walk and result.doing not in ("sits", FAULT.name, "falls"):
        result.problems.append(f"{result.doing}, but must stop walking without an inertial unit")
    if defect.slows_the_walk and result.doing == "walks":
        result.problems.append("walks on at the same speed although an encoder shows no motion")
    return result


def _doing(visited: set[str], leaf: str, way: float, *, lay: bool, slowed: bool) -> str:
    """Return the response of a robot; `slowed`: its walk has reduced its own speed."""
    if any(name in FAULT for name in visited):
        return FAULT.name
    if leaf in SIT_DOWN or leaf in LIMP:
        return "falls" if lay else "sits"
    if lay:
        return "falls, gets up" if any(name in GET_UP for name in visited) else "falls"
    return "slower" if slowed or way < _SLOWER * WALKING_SPEED * _AFTER else "walks"
