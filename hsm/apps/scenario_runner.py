"""Plays a scenario in physics and judges it: the same for tests, demonstration and commands.

The same scenario, plant, robot and seed give the same run, bit for bit; the only thing that the
clock on the wall gets into is `Pace`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import perf_counter

from hardware.frames import CYCLE
from hardware.simulation import PlantParameters
from hardware.simulation import Posture as BodyPosture
from hsm.apps.disturb import Hands
from hsm.apps.recording import Recording
from hsm.apps.simulation import Simulation, load_plant
from hsm.apps.summary import Summary, summarise
from hsm.chart import Transition
from hsm.runtime.assembly import MotionSettings
from hsm.runtime.cycle import Outcome
from hsm.runtime.disturbance import Disturbance
from hsm.runtime.scenario import Entry, PlantChanges, Scenario
from hsm.runtime.script import Script
from hsm.runtime.verdict import Verdict, verdict


class Observer:
    """Looks on while a scenario is played; each hook may be left as it is here."""

    def begin(self, simulation: Simulation) -> None:
        """Look at the robot before the first cycle."""

    def disturbed(self, time: float, disturbance: Disturbance) -> None:
        """Hear what is done to the robot, before the cycle in which it acts."""

    def cycle(self, simulation: Simulation, outcome: Outcome) -> None:
        """Look at a cycle that has been made."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast the computer was.

    Attributes:
        seconds: Computing time of physics and control, without observers, s.
        missed: Cycles that took longer to compute than they last.
    """

    seconds: float
    missed: int


@dataclass(frozen=True, slots=True)
class Run:
    """What came of a scenario.

    Attributes:
        scenario: As it was played, with the plant, robot and seed that were chosen.
        transitions: In the order of time.
        disturbances: What was done to the robot, with the time in s.
        recording: One row per cycle.
        verdict: Whether it did what it should; of what was played, if it was interrupted.
        missed_entries: Entries of the timeline whose time never came.
        summary: The run in numbers.
        pace: How fast the computer was.
        interrupted: A person stopped it before its end.
    """

    scenario: Scenario
    transitions: tuple[Transition, ...]
    disturbances: tuple[tuple[float, Disturbance], ...]
    recording: Recording
    verdict: Verdict
    missed_entries: tuple[Entry, ...]
    summary: Summary
    pace: Pace
    interrupted: bool

    def about(self) -> Mapping[str, object]:
        """Return what was run, as plain values."""
        scenario = self.scenario
        return {
            "scenario": scenario.name,
            "plant": scenario.plant,
            "robot": scenario.robot,
            "seed": scenario.seed,
            "seconds": self.summary.seconds,
        }


def run(
    scenario: Scenario,
    settings: MotionSettings,
    *,
    plant: str | None = None,
    seed: int | None = None,
    robot: int | None = None,
    observer: Observer | None = None,
) -> Run:
    """Play a scenario to its end, or until a person interrupts it.

    Args:
        scenario: What to play.
        settings: Parameters of the control cycle.
        plant: Name of the plant instead of the scenario's.
        seed: Of noise and ground, instead of the scenario's.
        robot: Individual, instead of the scenario's.
        observer: Looks on.

    Raises:
        ConfigError: If the plant's file has mistakes.
    """
    scenario = replace(
        scenario,
        plant=scenario.plant if plant is None else plant,
        seed=scenario.seed if seed is None else seed,
        robot=scenario.robot if robot is None else robot,
    )
    simulation = Simulation(
        settings,
        changed_plant(load_plant(scenario.plant), scenario.plant_changes),
        robot=scenario.robot,
        seed=scenario.seed,
        posture=BodyPosture(scenario.start.posture.value),
        state=scenario.start.state,
    )
    player = _Player(scenario, simulation, observer or Observer())
    player.play()
    return player.result()


def changed_plant(plant: PlantParameters, changes: PlantChanges) -> PlantParameters:
    """Return a plant with the single values that a scenario sets."""
    turf = {
        "roughness": changes.turf_roughness,
        "friction": changes.friction,
        "tilt_roll": changes.floor_tilt_roll,
        "tilt_pitch": changes.floor_tilt_pitch,
    }
    motor = {"winding_temperature": changes.winding_temperature}
    battery = {"voltage": changes.battery_voltage}
    return replace(
        plant,
        turf=replace(plant.turf, **_given(turf)),
        motor=replace(plant.motor, **_given(motor)),
        battery=replace(plant.battery, **_given(battery)),
    )


def _given(values: Mapping[str, float | None]) -> dict[str, float]:
    return {name: value for name, value in values.items() if value is not None}


class _Player:
    """One run while it goes on."""

    def __init__(self, scenario: Scenario, simulation: Simulation, observer: Observer) -> None:
        self._scenario = scenario
        self._simulation = simulation
        self._observer = observer
        self._script = Script(scenario)
        self._hands = Hands()
        self._recording = Recording()
        self._transitions: list[Transition] = []
        self._disturbances: list[tuple[float, Disturbance]] = []
        self._seconds = 0.0
        self._missed = 0
        self._interrupted = False

    def play(self) -> None:
        """Play to the end; an interrupt ends it after the last whole cycle."""
        last: Transition | None = None
        self._observer.begin(self._simulation)
        try:
            for _ in range(round(self._scenario.duration / CYCLE)):
                last = self._cycle(last)
        except KeyboardInterrupt:
            self._interrupted = True

    def _cycle(self, last: Transition | None) -> Transition | None:
        simulation, time = self._simulation, self._simulation.time
        for disturbance in self._script.step(time, last):
            self._disturbances.append((time, disturbance))
            self._observer.disturbed(time, disturbance)
            for what in self._hands.translate(disturbance):
                simulation.disturb(what)
        begin = perf_counter()
        outcome = simulation.step(self._script.request)
        took = perf_counter() - begin
        self._seconds += took
        self._missed += took > CYCLE
        if outcome.transition is not None:
            self._transitions.append(outcome.transition)
        self._recording.look(simulation, outcome)
        self._observer.cycle(simulation, outcome)
        return outcome.transition

    def result(self) -> Run:
        """Judge what was played."""
        transitions = tuple(self._transitions)
        return Run(
            scenario=self._scenario,
            transitions=transitions,
            disturbances=tuple(self._disturbances),
            recording=self._recording,
            verdict=verdict(self._scenario, transitions),
            missed_entries=self._script.never_happened,
            summary=summarise(self._recording, transitions),
            pace=Pace(self._seconds, self._missed),
            interrupted=self._interrupted,
        )
