"""`hsm check`: loads every file in `config/` and proves the chart; prints all mistakes at once.

It also reports incomplete additions: parameters that no code reads, terms that the walk
does not use or no figure plots, facts that nothing sets, motions that nothing executes, rows
without a story; and warns of what is probably not intended.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from hardware.base import BaseModel
from hardware.disturbances import KINDS
from hardware.robots.model import RobotModel
from hardware.simulation.base import BasePlantParameters
from hardware.simulation.plant.mujoco_robot import APPLIED
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.randomisation import Randomisation
from hsm.apps.check.half_connected import incomplete
from hsm.apps.check.likely_mistakes import likely_mistakes
from hsm.apps.check.unused_parameters import all_reads, sources, undrawn, unread
from hsm.apps.kick.rehearsals import impossible
from hsm.apps.naoqi.parameters import NaoqiParameters
from hsm.apps.robot.emergency import WatchdogParameters
from hsm.campaigns.limits.difficulties import LimitParameters
from hsm.campaigns.tuning.tuning_file import load_tuning
from hsm.chart import Chart, robot_chart
from hsm.chart.proofs.check import Report
from hsm.chart.proofs.check import check as prove
from hsm.chart.proofs.required_story import every_row_is_told, stories_go_as_told
from hsm.chart.proven_properties import PROPERTIES
from hsm.chart.stories import STORIES
from hsm.console import Bar, complain, note, say
from hsm.control.assembly import half_declared, load_settings
from hsm.control.lights import LightParameters
from hsm.control.output_limits import OutputParameters
from hsm.control.thresholds import FactParameters
from hsm.errors import ConfigError, Mistakes, Problem, counted
from hsm.runs.falls.marks import FallMarks
from hsm.scenarios.loader import load_scenarios
from hsm.settings.calibration_files import calibration_of
from hsm.settings.keyframe_files import special_motions
from hsm.settings.loader import config_folder, load
from hsm.settings.robot_file import load_robot
from hsm.simulated.floors import FloorParameters
from hsm.states.state_parameters import StateParameters
from motions.energy_saving import EnergySavingParameters
from motions.fall import FallParameters
from motions.generators.parameters import GeneratorParameters
from motions.keyframes.engine.parameters import (
    BalanceParameters,
    EngineParameters,
    KeyframeParameters,
)
from motions.kicks.in_walk_motion import InWalkKick
from motions.kicks.parameters import KickTable, StandKickMotion, StandKickParameters
from motions.limbs.arm_motion import ArmsParameters
from motions.limbs.head import HeadParameters
from motions.locomotion.gait import GaitParameters
from motions.locomotion.preview.parameters import PreviewParameters
from motions.locomotion.wheeled.limits import DriveParameters
from motions.locomotion.wheeled.parameters import BaseControlParameters
from motions.perception.parameters import PerceptionParameters
from motions.walking.configuration import WalkingParameters
from motions.walking.parameters import SpeedProfile

_SCENARIOS = "scenarios/*.yaml"
_TUNINGS = "tuning/*.yaml"
_BODIES = "bodies/*.yaml"
_READERS: Final[dict[str, Any]] = {
    "facts.yaml": FactParameters,
    "base_control.yaml": BaseControlParameters,
    "base_plant.yaml": BasePlantParameters,
    "bases/*.yaml": BaseModel,
    "drive.yaml": DriveParameters,
    "energy_saving.yaml": EnergySavingParameters,
    "generators.yaml": GeneratorParameters,
    "head.yaml": HeadParameters,
    "arms.yaml": ArmsParameters,
    "lights.yaml": LightParameters,
    "output.yaml": OutputParameters,
    "fall.yaml": FallParameters,
    "fall_causes.yaml": FallMarks,
    "kicks/stand.yaml": StandKickParameters,
    "kicks/stand/*.yaml": StandKickMotion,
    "kicks/table.yaml": KickTable,
    "kicks/in_walk/*.yaml": InWalkKick,
    "locomotion.yaml": GaitParameters,
    "floors.yaml": FloorParameters,
    "limits.yaml": LimitParameters,
    "naoqi.yaml": NaoqiParameters,
    "perception.yaml": PerceptionParameters,
    "preview_walk.yaml": PreviewParameters,
    "randomisation.yaml": Randomisation,
    "states.yaml": StateParameters,
    "watchdog.yaml": WatchdogParameters,
    "keyframes/balance.yaml": BalanceParameters,
    "keyframes/engine.yaml": EngineParameters,
    "plants/*.yaml": PlantParameters,
    "robots/*.yaml": RobotModel,
    "walking/engine.yaml": WalkingParameters,
    "walking/profiles/*.yaml": SpeedProfile,
}
"""Parameter class of every file."""
_TOGETHER = ("keyframes/blocks/*.yaml", "keyframes/motions/*.yaml", "keyframes/postures.yaml")
"""Files that refer to each other or to joints: they are checked together, with the settings."""


def check_everything(config: Path | None = None, *, all_proofs: bool) -> int:
    """Check all files and the chart, and print all mistakes and warnings.

    Args:
        config: A copy of `config/` to check instead of the folder that ships with the program.
        all_proofs: Also print what was proven.

    Returns:
        Exit code: 1 if there is a mistake.

    Raises:
        HsmError: If there is no such folder.
    """
    folder = config_folder(config)
    problems, files = check_files(folder)
    modules = sources()
    problems += unread((*_READERS.values(), KeyframeParameters), all_reads(modules.values()))
    warnings: list[Problem] = []
    if not problems:
        settings = load_settings(folder=folder)
        problems = [*undrawn(settings), *impossible(settings, folder / "kicks")]
        warnings = likely_mistakes(settings, folder)
    if problems:
        complain(ConfigError(tuple(problems)))
    else:
        say(f"{files} files in {folder}: no mistakes")
    for warning in warnings:
        note(str(warning), "yellow")
    silent = [
        *(f"disturbance '{name}' is applied by no plant" for name in unapplied()),
        *incomplete(modules),
        *half_declared(),
    ]
    for sentence in silent:
        note(sentence, "red")
    report = proven(robot_chart(load_robot(folder).cycle))
    _tell(report, all_proofs=all_proofs)
    unproven = sum(not finding.holds for finding in report.findings)
    if warnings:
        say(counted(len(warnings), "warning"))
    mistakes = len(problems) + len(silent) + unproven
    if mistakes:
        say(counted(mistakes, "mistake"))
    return int(mistakes > 0)


def proven(chart: Chart) -> Report:
    """Prove all claimed properties of a chart, and play its stories."""
    report = prove(chart, PROPERTIES)
    stories = (stories_go_as_told(chart, STORIES), every_row_is_told(chart, STORIES))
    return replace(report, findings=(*report.findings, *stories))


def unapplied() -> list[str]:
    """Return the disturbances that a scenario may use but no plant applies."""
    return sorted(name for name, kind in KINDS.items() if kind not in APPLIED)


def check_files(folder: Path) -> tuple[list[Problem], int]:
    """Load every parameter file individually, then files that refer to each other together.

    Args:
        folder: Folder like `config/`.

    Returns:
        All mistakes, and the number of files.
    """
    paths = sorted(folder.rglob("*.yaml"))
    scenarios = [
        path for path in paths if path.relative_to(folder).match(_SCENARIOS) and path.is_file()
    ]
    others = [path for path in paths if path not in scenarios]
    mistakes = Mistakes()
    for pattern, cls in _READERS.items():
        if not any(folder.glob(pattern)):  # reports the missing file: there are no defaults
            mistakes.take(partial(load, folder / pattern, cls))
    with Bar("parameter files", len(paths)) as bar:
        for number, path in enumerate(others):
            mistakes.take(partial(_load, path, folder))
            bar.to(number + 1)
        settings = {
            path.stem: mistakes.take(partial(load_settings, path.stem, folder))
            for path in sorted((folder / "walking" / "profiles").glob("*.yaml"))
        }
        mistakes.take(
            lambda: load_scenarios(
                list(map(str, scenarios)),
                specials=special_motions(folder),
                settings=settings.get("normal"),
            )
        )
        bar.to(len(paths))
    return list(dict.fromkeys(mistakes.problems)), len(paths)


def _load(path: Path, folder: Path) -> None:
    name = path.relative_to(folder)
    if any(name.match(pattern) for pattern in _TOGETHER):
        return
    if name.match(_TUNINGS):
        load_tuning(path)
        return
    if name.match(_BODIES):
        calibration_of(path.stem, path, load_robot(folder))
        return
    for pattern, cls in _READERS.items():
        if name.match(pattern):
            load(path, cls)
            return
    problem = "no code reads this file; move it out of config/, or name it like its neighbours"
    raise ConfigError((Problem(str(path), 1, 1, "", problem),))


def _tell(report: Report, *, all_proofs: bool) -> None:
    if all_proofs:
        say(str(report))
        return
    count = sum(finding.holds for finding in report.findings)
    say(f"chart {report.structure}: {count} of {len(report.findings)} properties proven")
    for finding in report.findings:
        if not finding.holds:
            note(str(finding), "red")
