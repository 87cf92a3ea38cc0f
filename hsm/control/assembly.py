"""Assembles the control cycle from the files in `config/`."""

import math
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import get_type_hints

from hsm.chart import ChartError, robot_chart
from hsm.chart.leaves import ROBOT
from hsm.control.cycle import ControlCycle
from hsm.control.lights import LightParameters, StateLights
from hsm.control.monitors import Monitors
from hsm.control.output_limits import OutputParameters, OutputStage
from hsm.control.reasons import unaccounted
from hsm.control.request_arbiter import RequestArbiter
from hsm.control.thresholds import FactParameters
from hsm.control.walk_change import PendingChange, WalkChange
from hsm.errors import Mistakes, UnknownNameError
from hsm.settings.arm_files import load_arms
from hsm.settings.change_wish import ChangeWish
from hsm.settings.keyframe_files import load_keyframes
from hsm.settings.kick_files import load_kicks
from hsm.settings.loader import config_folder, load
from hsm.settings.located_yaml import parse
from hsm.settings.robot_file import load_robot
from hsm.settings.walk_changes import changed_walk
from hsm.settings.walk_files import (
    load_gait,
    load_preview,
    load_speeds,
    load_walking,
    room_beside_step,
)
from hsm.states.catalogue import build_states, mismatches
from hsm.states.components import ComponentSettings, build_components
from motions.perception.perception import Perception
from motions.walking.parameters import SpeedProfile


@dataclass(frozen=True, slots=True, repr=False)
class MotionSettings(ComponentSettings):
    """All parameters of the control cycle; their repr is one line, that of a part is complete.

    Attributes:
        facts: Thresholds of the facts.
        lights: Lights of the states.
        output: The last stage before the robot.
    """

    facts: FactParameters
    lights: LightParameters
    output: OutputParameters

    def __repr__(self) -> str:
        parts = ", ".join(item.name for item in fields(self))
        return f"<MotionSettings of {self.robot.name}: {parts}>"


def load_settings(profile: str = "normal", folder: Path | str | None = None) -> MotionSettings:
    """Load the parameters of the control cycle.

    Args:
        profile: Name of a file in `config/walking/profiles/`.
        folder: A copy of `config/` to use instead of the folder that ships with the program.

    Raises:
        UnknownNameError: If there is no such profile.
        ConfigError: With all mistakes of all files.
        HsmError: If there is no such folder.
    """
    config = config_folder(folder)
    profile_file = _profile_file(config, profile)
    mistakes = Mistakes()
    paths = {
        "facts": config / "facts.yaml",
        "states": config / "states.yaml",
        "perception": config / "perception.yaml",
        "fall": config / "fall.yaml",
        "saving": config / "energy_saving.yaml",
        "generators": config / "generators.yaml",
        "head": config / "head.yaml",
        "lights": config / "lights.yaml",
        "output": config / "output.yaml",
    }
    robot = mistakes.take(lambda: load_robot(config))
    kinds = get_type_hints(MotionSettings)
    files = {name: mistakes.take(partial(load, path, kinds[name])) for name, path in paths.items()}
    keyframes = walking = speeds = preview = gait = arms = None
    room = math.inf
    if robot is not None:  # it defines the joint names that motions may use, and the legs
        keyframes = mistakes.take(lambda: load_keyframes(config / "keyframes", robot))
        walking = mistakes.take(lambda: load_walking(config / "walking" / "engine.yaml", robot))
        preview = mistakes.take(lambda: load_preview(config / "preview_walk.yaml", robot))
        arms = mistakes.take(lambda: load_arms(config / "arms.yaml", robot))
    if robot is not None and preview is not None:
        height = preview.body.hip_height
        gait = mistakes.take(lambda: load_gait(config / "locomotion.yaml", robot, height))
    if robot is not None and walking is not None:
        speeds = mistakes.take(lambda: load_speeds(profile_file, robot, walking))
        room = room_beside_step(robot, walking)
    kicks = mistakes.take(lambda: load_kicks(config / "kicks", lift_room=room))
    mistakes.demand_none()
    assert robot is not None and kicks is not None and keyframes is not None
    assert walking is not None and speeds is not None
    assert preview is not None and gait is not None and arms is not None
    parameters, motions = keyframes
    return MotionSettings(
        **files,  # type: ignore[arg-type] # each was loaded as the type of its field
        robot=robot,
        walking=walking,
        preview=preview,
        gait=gait,
        profile=speeds,
        keyframes=parameters,
        motions=motions.library,
        kicks=kicks,
        arms=arms,
    )


def load_profile(name: str) -> SpeedProfile:
    """Load a speed profile of the `config/` that ships with the program.

    Raises:
        UnknownNameError: If there is no such profile.
        ConfigError: With all mistakes of the file.
    """
    return load(_profile_file(config_folder(), name), SpeedProfile)


def load_change(
    settings: MotionSettings,
    before: WalkChange,
    wish: ChangeWish,
    folder: Path | str | None = None,
) -> WalkChange:
    """Load a change of the walk's parameters while the robot runs; the rest stays as before.

    Args:
        settings: Parameters with which the robot was started.
        before: Present parameters of its walk.
        wish: What to change.
        folder: A copy of `config/` to use instead of the folder that ships with the program.

    Raises:
        UnknownNameError: If there is no such profile.
        ConfigError: With all mistakes in the patch, including values that cannot change.
    """
    config = config_folder(folder)
    walking, profile = changed_walk(
        before.walking,
        before.profile,
        settings.robot,
        settings.kicks,
        patch=parse(wish.patch, wish.file) if wish.patch.strip() else None,
        profile_file=None if wish.profile is None else _profile_file(config, wish.profile),
    )
    return WalkChange(walking, profile)


def check_profile(name: str) -> None:
    """Raise UnknownNameError unless a speed profile of that name ships with the program."""
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
        ChartError: If a leaf lacks a class, a class a leaf, or a fact an account.
    """
    demand_whole_declarations()
    components = build_components(settings)
    states = build_states(components, settings.states)
    return ControlCycle(
        chart=robot_chart(settings.robot.cycle),
        perception=Perception(settings.robot, settings.perception),
        arbiter=RequestArbiter(
            settings.facts.operator, settings.robot.cycle, settings.keyframes.engine.specials
        ),
        monitors=Monitors(settings.facts, settings.robot.leg_joints),
        components=components,
        states=states,
        outputs=OutputStage(settings.robot, settings.output),
        lights=StateLights(
            {leaf: bool(states[leaf.path].asks) for leaf in ROBOT.leaves}, settings.lights
        ),
        changes=PendingChange(WalkChange(settings.walking, settings.profile)),
    )
