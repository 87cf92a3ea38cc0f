"""Plays a scenario from Python and returns everything about the run in one value."""

from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

from hardware.declared import shortened
from hsm.chart import Transition
from hsm.chart.leaves import WALK
from hsm.control.assembly import MotionSettings, load_settings
from hsm.errors import HsmError, demand_package
from hsm.output_files import demand_folder
from hsm.own_numbers import own_numbers
from hsm.pictures.figure import figure_of
from hsm.runs.format import FILE_NAME
from hsm.scenarios.loader import load_scenarios
from hsm.scenarios.scenario import Scenario
from hsm.scenarios.verdict import Verdict
from hsm.series import RunSeries, SeriesCollector
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import Run, about, chosen
from hsm.simulated.runner import run as run_scenario
from hsm.simulated.summary import Summary

_NORMAL = "normal"
"""The default speed profile."""


@dataclass(frozen=True, slots=True, repr=False)
class PlayedRun:
    """The result of a scenario; prints as a list of transitions, displays as a figure in notebooks.

    The steps of a walk are transitions too; the printed list omits them.

    Attributes:
        run: Everything that is known about the run.
        series: Columns of numbers with units: `run.series["torso_height"]`, `.units`, `.to_csv`.
        file: File of the recording, for `explain`; None if it was not recorded.
    """

    run: Run
    series: RunSeries
    file: Path | None = None

    @property
    def transitions(self) -> tuple[Transition, ...]:
        """Every change of state with its reason, in chronological order."""
        return self.run.transitions

    @property
    def records(self) -> list[dict[str, object]]:
        """The transitions as plain values, one dictionary each."""
        return [transition.record() for transition in self.run.transitions]

    @property
    def summary(self) -> Summary:
        """The run in numbers."""
        return self.run.summary

    @property
    def verdict(self) -> Verdict:
        """Whether the robot met the expectations of the scenario."""
        return self.run.verdict

    def figure(self) -> Any:
        """Return a matplotlib figure of states, speed, tilt, sole forces and torso height.

        Raises:
            HsmError: If matplotlib is not installed.
        """
        demand_package("matplotlib", "report")
        return figure_of(self.run)

    def _repr_png_(self) -> bytes | None:
        if find_spec("matplotlib") is None:  # the notebook then shows the repr
            return None
        picture = BytesIO()
        self.figure().savefig(picture, format="png")
        return picture.getvalue()

    def __repr__(self) -> str:
        played = self.run.scenario
        where = f"on {played.plant}, robot {played.robot}, seed {played.seed}"
        return f"<PlayedRun of '{played.name}' {where}: {self.summary}; {self.verdict}>"

    def __str__(self) -> str:
        shown = [t for t in self.transitions if not (t.source in WALK and t.dest in WALK)]
        told = [f"{t.time:7.2f}  {t.dest:<28} {t.event}: {t.because}" for t in shown]
        summary = self.summary
        lines = (*told, *summary.ends, summary, *summary.undone, self.verdict)
        return "\n".join(map(str, lines))


def play(
    scenario: str | Path | Scenario,
    *,
    plant: str | None = None,
    seed: int | None = None,
    robot: int | None = None,
    profile: str = _NORMAL,
    settings: MotionSettings | None = None,
    record: Path | str | None = None,
) -> PlayedRun:
    """Play a scenario in physics and judge it.

    Args:
        scenario: A file, the name of one in `config/scenarios/`, or the scenario itself.
        plant: Name of a file in `config/plants/`; default: the scenario's.
        seed: Seed of noise and ground; default: the scenario's.
        robot: Individual robot, 0 to 9; default: the scenario's.
        profile: Speed limits of the walk, the name of a file in `config/walking/profiles/`.
        settings: Parameters of the robot's motions, such as `load_settings(folder=...)`; default:
            those that ship with the program. They include a profile.
        record: Folder in which every cycle is recorded to `run.hsm`, for `explain` and for
            `hsm run --replay`; created if it is missing.

    Raises:
        UnknownNameError: If there is no such scenario, plant or profile.
        ConfigError: With all mistakes of all files.
        HsmError: If there is no such seed or robot, the scenario is shorter than a cycle, the run
            cannot be recorded there, or both a profile and settings are given.
        KeyboardInterrupt: If the user interrupts it; the recording holds the run until then.
    """
    _demand(record, "record", (str, Path, type(None)), "a folder")
    folder = None if record is None else Path(record)
    if folder is not None:
        demand_folder(folder, option="")
    _demand(scenario, "scenario", (str, Path, Scenario), "a file, a name or a Scenario")
    _demand(plant, "plant", (str, type(None)), "the name of one, such as 'standard'")
    _demand(settings, "settings", (MotionSettings, type(None)), "the result of load_settings()")
    _demand(profile, "profile", (str,), "the name of one, such as 'normal'")
    if not isinstance(scenario, Scenario):
        (scenario,) = load_scenarios([str(scenario)], judged=False, settings=settings)
    if settings is None:
        settings = load_settings(profile)
    elif profile != _NORMAL:
        raise HsmError(f"profile is {profile!r}, but the given settings already include a profile")
    scenario = own_numbers(chosen(scenario, plant, seed, robot))
    demand_a_cycle(scenario, settings.robot.cycle)
    collector = SeriesCollector(settings.profile)
    file = None
    if folder is None:
        done = run_scenario(scenario, settings, observers=[collector])
    else:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / FILE_NAME
        with Recorder(file, settings, about(scenario)) as recorder:
            done = run_scenario(scenario, settings, observers=[recorder, collector])
    if done.interrupted:  # a partial run must not be judged as a complete one
        raise KeyboardInterrupt
    return PlayedRun(done, collector.series(), file)


def demand_a_cycle(scenario: Scenario, cycle: float) -> None:
    """Check that a scenario lasts at least one cycle of the given duration, s.

    Raises:
        HsmError: If it is shorter.
    """
    if scenario.duration < cycle:
        raise HsmError(
            f"scenario '{scenario.name}': duration_s is {scenario.duration:g}; "
            f"expected at least one cycle of the robot, {cycle:g}"
        )


def _demand(given: object, what: str, kinds: tuple[type, ...], expected: str) -> None:
    if not isinstance(given, kinds):
        raise HsmError(f"{what} is {shortened(given)}; expected {expected}")
