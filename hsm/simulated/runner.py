"""Plays a scenario in physics and judges it: the same for tests, demonstration and commands.

The same scenario, plant, robot and seed give the same run, bit for bit; wall-clock time affects
only `Pace`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Integral
from time import perf_counter, thread_time
from typing import Any, TypeVar

from hardware.calibration import Calibration
from hardware.disturbance import Disturbance
from hardware.disturbances import MoveBall
from hardware.errors import PlantError
from hardware.robot import Robot
from hardware.sensors_and_commands import JointCommand, SensorFrame
from hardware.simulation.other_models.model import ExternalModel
from hardware.simulation.plant.parameters import PlantParameters
from hsm.chart import Transition
from hsm.control import loop
from hsm.control.assembly import MotionSettings
from hsm.control.loop import Cycle
from hsm.control.special_motions import demand_special
from hsm.errors import HsmError
from hsm.runs.provenance import differences_told
from hsm.runs.serialisation import plain
from hsm.scenarios.errand_watch import ErrandWatch
from hsm.scenarios.limits import LAST_ROBOT, LAST_SEED
from hsm.scenarios.player import TimelinePlayer
from hsm.scenarios.scenario import PlantChanges, Scenario
from hsm.scenarios.set_up import set_up
from hsm.scenarios.verdict import Verdict, verdict
from hsm.simulated.distance_walked import undisturbed, ways
from hsm.simulated.history import History
from hsm.simulated.simulation import Link, Simulation, load_plant
from hsm.simulated.summary import Summary, summarise

T = TypeVar("T")


class ScenarioObserver:
    """Observes the run of a scenario; the default of every hook does nothing."""

    def begin(self, simulation: Simulation) -> None:
        """Observe the robot before the first cycle."""

    def disturbed(self, time: float, disturbance: Disturbance) -> None:
        """Observe a disturbance, before the cycle in which it starts; the time is in s."""

    def changed(self, time: float, what: str) -> None:
        """Observe a change of the walk, in words, in the cycle that took it; the time is in s."""

    def look(self, made: Cycle) -> None:
        """Observe a cycle after it has been run."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Computing time of a run.

    Attributes:
        seconds: Wall-clock time of physics and control, without observers, s.
        missed: Cycles with more processor time than their length; time taken by other programs
            does not count.
    """

    seconds: float
    missed: int


@dataclass(frozen=True, slots=True)
class Run:
    """Result of a scenario.

    Attributes:
        scenario: The scenario as played, with the chosen plant, robot and seed.
        transitions: Transitions in order of time.
        disturbances: Disturbances, with their time in s.
        changes: Changes of the walk that were taken, with their time in s, in words.
        history: One row per cycle.
        verdict: Verdict on the run; on the part played, if it was interrupted.
        summary: The run in numbers.
        pace: Computing time.
        interrupted: A person stopped it before its end.
        foreign: Third-party model of the robot; None if it was our own.
        calibration: Calibration of the robot; None for a typical team's.
    """

    scenario: Scenario
    transitions: tuple[Transition, ...]
    disturbances: tuple[tuple[float, Disturbance], ...]
    changes: tuple[tuple[float, str], ...]
    history: History
    verdict: Verdict
    summary: Summary
    pace: Pace
    interrupted: bool
    foreign: ExternalModel | None = None
    calibration: Calibration | None = None

    def about(self) -> Mapping[str, object]:
        """Return a description of the run, as plain values."""
        return {**about(self.scenario, self.foreign), "seconds": self.summary.seconds}


def run(
    scenario: Scenario,
    settings: MotionSettings,
    *,
    foreign: ExternalModel | None = None,
    calibration: Calibration | None = None,
    observers: Sequence[ScenarioObserver] = (),
    link: Link | None = None,
) -> Run:
    """Play a scenario to its end, or until a person interrupts it.

    Args:
        scenario: The scenario to play.
        settings: Parameters of the control cycle.
        foreign: Third-party model of the robot, instead of our own.
        calibration: Calibration of the robot, instead of a typical team's.
        observers: Observers, called in this order.
        link: Puts a wire between robot and control cycle.

    Raises:
        ConfigError: If the plant's file has mistakes.
        PlantError: If the scenario needs something that a foreign model lacks.
        UnknownNameError: If it requests a special motion that the settings do not declare.
    """
    for entry in scenario.timeline:
        if entry.request is not None:
            demand_special(entry.request.request, settings.keyframes.engine.specials)
    simulation = Simulation(
        settings,
        changed_plant(load_plant(scenario.plant), scenario.plant_changes, foreign),
        robot=scenario.robot,
        seed=scenario.seed,
        posture=scenario.start.posture,
        state=scenario.start.begins_in,
        foreign=foreign,
        calibration=calibration,
        props=[entry.prop for entry in scenario.props],
        sight=scenario.sight,
        link=link,
    )
    player = _Player(scenario, simulation, observers, settings)
    player.play()
    return player.result(foreign, calibration)


def chosen(scenario: Scenario, plant: str | None, seed: int | None, robot: int | None) -> Scenario:
    """Return a scenario with the given plant, seed and robot instead of its own; None keeps one.

    Raises:
        HsmError: If there is no such seed or robot.
    """
    for name, number, last in (("seed", seed, LAST_SEED), ("robot", robot, LAST_ROBOT)):
        if number is None:
            continue
        if isinstance(number, bool) or not isinstance(number, Integral):
            raise HsmError(f"{name} {number!r} is not a whole number between 0 and {last}")
        if not 0 <= number <= last:
            raise HsmError(f"{name} {number} is not between 0 and {last}")
    return _given(scenario, plant=plant, seed=seed, robot=robot)


def about(scenario: Scenario, foreign: ExternalModel | None = None) -> dict[str, object]:
    """Return a description of a run as plain values; model and set-up only if not the default."""
    return {
        "scenario": scenario.name,
        "plant": scenario.plant,
        "robot": scenario.robot,
        "seed": scenario.seed,
        **({} if foreign is None else {"model": foreign.name}),
        **set_up(scenario),
    }


def changed_plant(
    plant: PlantParameters, changes: PlantChanges, foreign: ExternalModel | None = None
) -> PlantParameters:
    """Return a plant with the single values that a scenario sets.

    Raises:
        PlantError: If a value has no effect on the motors of a foreign model.
    """
    if foreign is not None and changes.battery_voltage is not None:
        raise PlantError(
            f"the scenario sets battery_voltage_v to {changes.battery_voltage:g}, which does not "
            f"affect the motors of the model {foreign.name}: use another scenario"
        )
    return replace(
        plant,
        motor=_given(
            plant.motor,
            winding_temperature=changes.winding_temperature,
            heats=changes.motors_heat or None,
        ),
        battery=_given(
            plant.battery,
            voltage=changes.battery_voltage,
            charge=changes.battery_charge,
            capacity=changes.battery_capacity,
            drains=None if changes.battery_capacity is None else True,
        ),
        turf=_given(
            plant.turf,
            roughness=changes.turf_roughness,
            friction=changes.friction,
            tilt_roll=changes.floor_tilt_roll,
            tilt_pitch=changes.floor_tilt_pitch,
        ),
    )


def _given(group: T, **values: Any) -> T:
    """Return a dataclass with the given values instead of its own; None keeps one."""
    given = {name: value for name, value in values.items() if value is not None}
    return replace(group, **given)  # type: ignore[type-var]


class _TimedRobot:
    """A robot with a stopwatch for the time from the start of `receive` to the end of `send`."""

    def __init__(self, robot: Robot, period: float) -> None:
        self._robot = robot
        self._period = period
        self._begin = self._busy = 0.0
        self.seconds = 0.0
        self.missed = 0

    def receive(self) -> SensorFrame | None:
        self._begin, self._busy = perf_counter(), thread_time()
        return self._robot.receive()

    def send(self, command: JointCommand) -> None:
        self._robot.send(command)
        self.seconds += perf_counter() - self._begin
        self.missed += thread_time() - self._busy > self._period

    def close(self) -> None:
        self._robot.close()


class _Player:
    """One run in progress."""

    def __init__(
        self,
        scenario: Scenario,
        simulation: Simulation,
        observers: Sequence[ScenarioObserver],
        settings: MotionSettings,
    ) -> None:
        period = settings.robot.cycle
        self._scenario = scenario
        self._simulation = simulation
        self._observers = observers
        self._script = TimelinePlayer(
            scenario, self._disturb, simulation.sight.sight, simulation.change
        )
        simulation.demand_changes(scenario.changes)
        self._history = History(simulation, settings.profile)
        self._cycles = round(scenario.duration / period)
        self._period = period
        self._robot = _TimedRobot(simulation.link, period)
        self._errands = ErrandWatch(self._account)
        self._transitions: list[Transition] = []
        self._disturbances: list[tuple[float, Disturbance]] = []
        self._changes: list[tuple[float, str]] = []
        self._walk = simulation.cycle.walk
        self._interrupted = False

    def play(self) -> None:
        """Play to the end; an interrupt ends the run after the last complete cycle."""
        simulation = self._simulation
        try:
            for observer in self._observers:
                observer.begin(simulation)
            loop.run(
                self._robot,
                simulation.cycle,
                self._script,
                (self._script, simulation, self, self._history, self._errands, *self._observers),
                cycles=self._cycles,
            )
        except KeyboardInterrupt:
            self._interrupted = True

    def look(self, made: Cycle) -> None:
        """Record the transition of a cycle and its change of the walk."""
        change = made.outcome.change
        if change is not None:
            before, self._walk = self._walk, change
            what = f"change taken: {differences_told(plain(before), plain(change))}"
            self._changes.append((made.outcome.robot.time, what))
            for observer in self._observers:
                observer.changed(*self._changes[-1])
        if made.outcome.transition is not None:
            self._transitions.append(made.outcome.transition)

    def _disturb(self, time: float, disturbance: Disturbance) -> None:
        self._disturbances.append((time, disturbance))
        for observer in self._observers:
            observer.disturbed(time, disturbance)
        self._simulation.disturb(disturbance)
        if isinstance(disturbance, MoveBall):
            self._history.ball_was_moved()

    def _account(self) -> str:
        """Return what the current errand is waiting for."""
        components = self._simulation.cycle.components
        return components.walk_kicks.said or components.errand.account()

    def result(self, foreign: ExternalModel | None, calibration: Calibration | None) -> Run:
        """Judge the run and return its result."""
        transitions = tuple(self._transitions)
        self._errands.end()
        counted = undisturbed(self._history, self._disturbances)
        return Run(
            scenario=self._scenario,
            transitions=transitions,
            disturbances=tuple(self._disturbances),
            changes=tuple(self._changes),
            history=self._history,
            verdict=verdict(
                self._scenario,
                transitions,
                self._script.never_happened,
                ways(self._history, counted),
                self._simulation.cycle.components.walking.planner.progress.said,
            ),
            summary=summarise(self._history, transitions, self._errands.found, cycle=self._period),
            pace=Pace(self._robot.seconds, self._robot.missed),
            interrupted=self._interrupted,
            foreign=foreign,
            calibration=calibration,
        )
