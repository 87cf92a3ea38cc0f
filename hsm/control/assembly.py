"""Puts the control cycle together from the files in `config/`."""

from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import get_type_hints

from hardware.robots.model import RobotModel
from hsm.chart import ChartError, robot_chart
from hsm.chart.leaves import ROBOT
from hsm.control.cycle import ControlCycle
from hsm.control.lights import LightParameters, StateLights
from hsm.control.monitors import Monitors
from hsm.control.output_limits import OutputParameters, OutputStage
from hsm.control.reasons import unaccounted
from hsm.control.request_arbiter import RequestArbiter
from hsm.control.thresholds import FactParameters
from hsm.errors import HsmError, Mistakes, UnknownNameError
from hsm.settings.keyframe_files import load_keyframes
from hsm.settings.kick_files import load_kicks
from hsm.settings.loader import config_folder, load
from hsm.settings.walk_files import load_speeds, load_walking
from hsm.states.catalogue import build_states, mismatches
from hsm.states.components import ComponentSettings, build_components
from motions.perception.perception import Perception
from motions.walking.parameters import SpeedProfile


@dataclass(frozen=True, slots=True)
class MotionSettings(ComponentSettings):
    """All parameters of the control cycle.

    Attributes:
        facts: Thresholds of the facts.
        lights: What the robot shows.
        output: The last stage before the robot.
    """

    facts: FactParameters
    lights: LightParameters
    output: OutputParameters


def load_settings(profile: str = "normal", folder: Path | str | None = None) -> MotionSettings:
    """Load the parameters of the control cycle.

    Args:
        profile: Name of a file in `config/walking/profiles/`.
        folder: Instead of the folder that the program brings along.

    Raises:
        NoFolderError: If there is no such folder.
        UnknownNameError: If there is no such profile.
        ConfigError: With all mistakes of all files.
    """
    config = _folder(folder)
    profile_file = _profile_file(config, profile)
    mistakes = Mistakes()
    paths = {
        "facts": config / "facts.yaml",
        "states": config / "states.yaml",
        "perception": config / "perception.yaml",
        "preview": config / "preview_walk.yaml",
        "gait": config / "locomotion.yaml",
        "fall": config / "fall.yaml",
        "saving": config / "energy_saving.yaml",
        "generators": config / "generators.yaml",
        "head": config / "head.yaml",
        "arms": config / "arms.yaml",
        "lights": config / "lights.yaml",
        "output": config / "output.yaml",
    }
    robot = mistakes.take(lambda: load_robot(config))
    kinds = get_type_hints(MotionSettings)
    files = {name: mistakes.take(partial(load, path, kinds[name])) for name, path in paths.items()}
    kicks = mistakes.take(lambda: load_kicks(config / "kicks"))
    keyframes = walking = speeds = None
    if robot is not None:  # without it nobody knows which joints the motions may name, nor its legs
        keyframes = mistakes.take(lambda: load_keyframes(config / "keyframes", robot))
        walking = mistakes.take(lambda: load_walking(config / "walking" / "engine.yaml", robot))
    if robot is not None and walking is not None:
        speeds = mistakes.take(lambda: load_speeds(profile_file, robot, walking))
    mistakes.demand_none()
    assert robot is not None and kicks is not None and keyframes is not None
    assert walking is not None and speeds is not None
    parameters, motions = keyframes
    return MotionSettings(
        **files,  # type: ignore[arg-type] # each was read as what its field is
        robot=robot,
        walking=walking,
        profile=speeds,
        keyframes=parameters,
        motions=motions.library,
        kicks=kicks,
    )


class NoFolderError(HsmError):
    """A folder of parameter files that is none."""

    hint = "leave it out for the program's own files, or give a copy of its folder config/."

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder}: there is no such folder of parameter files")


def _folder(given: Path | str | None) -> Path:
    """Return a folder of parameter files; the one that the program brings along if none is given.

    Raises:
        NoFolderError: If there is no such folder.
    """
    folder = config_folder() if given is None else Path(given)
    if not folder.is_dir():
        raise NoFolderError(folder)
    return folder


def load_robot(folder: Path | str | None = None) -> RobotModel:
    """Load what the robot is made of.

    Args:
        folder: Instead of the folder that the program brings along.

    Raises:
        NoFolderError: If there is no such folder.
        ConfigError: With all mistakes of the file.
    """
    path = _folder(folder) / "robots" / "nao_v6.yaml"
    return _robot(path, path.stat().st_mtime_ns if path.exists() else 0)


@lru_cache(maxsize=4)
def _robot(path: Path, changed: int) -> RobotModel:
    """Read the file of a robot, once as long as it does not change: many ask, nobody alters it."""
    return load(path, RobotModel)


def load_profile(name: str) -> SpeedProfile:
    """Load a speed profile of the folder that the program brings along.

    Raises:
        UnknownNameError: If there is no such profile.
        ConfigError: With all mistakes of the file.
    """
    return load(_profile_file(config_folder(), name), SpeedProfile)


def check_profile(name: str) -> None:
    """Raise UnknownNameError unless the program brings along a speed profile of that name."""
    _profile_file(config_folder(), name)


def _profile_file(config: Path, name: str) -> Path:
    profiles = config / "walking" / "profiles"
    known = sorted(path.stem for path in profiles.glob("*.yaml"))
    if name not in known:
        raise UnknownNameError("profile", name, known)
    return profiles / f"{name}.yaml"


def demand_whole_declarations() -> None:
    """Refuse a leaf without a class, a class without a leaf, and a fact without an account.

    Raises:
        ChartError: With one sentence for each of them.
    """
    if problems := half_declared():
        raise ChartError(problems)


def half_declared() -> list[str]:
    """Return one sentence per leaf without a class, class without a leaf, fact without account."""
    return [*mismatches(), *unaccounted()]


def build_cycle(settings: MotionSettings) -> ControlCycle:
    """Return a control cycle in the state Off.

    Raises:
        ChartError: If a leaf, its class, or a fact is only half declared.
    """
    demand_whole_declarations()
    components = build_components(settings)
    states = build_states(components, settings.states)
    return ControlCycle(
        chart=robot_chart(settings.robot.cycle),
        perception=Perception(settings.robot, settings.perception),
        watch=RequestArbiter(settings.facts.operator, settings.robot.cycle),
        monitors=Monitors(settings.facts, settings.robot.leg_joints),
        components=components,
        states=states,
        outputs=OutputStage(settings.robot, settings.output),
        lights=StateLights(
            {leaf: states[leaf.path].asks for leaf in ROBOT.leaves}, settings.lights
        ),
    )
