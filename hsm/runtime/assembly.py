"""Puts the control cycle together from the files in `config/`."""

from dataclasses import dataclass

from hardware.frames import CYCLE
from hardware.nao import Nao
from hsm.chart import robot_chart
from hsm.runtime.cycle import ControlCycle
from hsm.runtime.monitors import Monitors
from hsm.runtime.outputs import OutputStage
from hsm.runtime.parameters import FactParameters
from hsm.runtime.settings import config_folder, load_all, load_many
from hsm.runtime.wishes import RequestWatch
from hsm.states.catalogue import build_states
from hsm.states.components import build_components
from motions.fall import FallParameters
from motions.keyframes.library import MotionLibrary
from motions.keyframes.motion import Block, Motion
from motions.keyframes.parameters import (
    BalanceParameters,
    EngineParameters,
    KeyframeParameters,
    Postures,
)
from motions.perception.parameters import PerceptionParameters
from motions.perception.perception import Perception
from motions.walking.parameters import SpeedProfile, WalkingParameters


@dataclass(frozen=True, slots=True)
class MotionSettings:
    """All parameters of the control cycle.

    Attributes:
        nao: The robot.
        facts: Thresholds of the facts.
        perception: Estimation of the robot's state.
        walking: The walk.
        profile: The fastest walk.
        fall: Fall protection.
        keyframes: The keyframe engine.
        motions: Keyframe motions, checked against each other.
    """

    nao: Nao
    facts: FactParameters
    perception: PerceptionParameters
    walking: WalkingParameters
    profile: SpeedProfile
    fall: FallParameters
    keyframes: KeyframeParameters
    motions: MotionLibrary


@dataclass(frozen=True, slots=True)
class _Files:
    """One class per file of `config/`."""

    nao: Nao
    facts: FactParameters
    perception: PerceptionParameters
    walking: WalkingParameters
    profile: SpeedProfile
    fall: FallParameters
    engine: EngineParameters
    balance: BalanceParameters
    postures: Postures


def load_settings(profile: str = "normal") -> MotionSettings:
    """Load the parameters of the control cycle.

    Args:
        profile: Name of a file in `config/walking/profiles/`.

    Raises:
        ConfigError: With all mistakes of all files.
    """
    folder = config_folder()
    keyframes = folder / "keyframes"
    files = load_all(
        _Files,
        {
            "nao": folder / "robots" / "nao_v6.yaml",
            "facts": folder / "facts.yaml",
            "perception": folder / "perception.yaml",
            "walking": folder / "walking" / "engine.yaml",
            "profile": folder / "walking" / "profiles" / f"{profile}.yaml",
            "fall": folder / "fall.yaml",
            "engine": keyframes / "engine.yaml",
            "balance": keyframes / "balance.yaml",
            "postures": keyframes / "postures.yaml",
        },
    )
    motions = load_many((keyframes / "motions").glob("*.yaml"), Motion)
    blocks = load_many((keyframes / "blocks").glob("*.yaml"), Block)
    return MotionSettings(
        nao=files.nao,
        facts=files.facts,
        perception=files.perception,
        walking=files.walking,
        profile=files.profile,
        fall=files.fall,
        keyframes=KeyframeParameters(files.engine, files.balance, files.postures),
        motions=MotionLibrary(motions, blocks),
    )


def build_cycle(settings: MotionSettings) -> ControlCycle:
    """Return a control cycle in the state Off."""
    components = build_components(
        settings.nao,
        settings.walking,
        settings.profile,
        settings.facts.picked_up,
        settings.fall,
        settings.keyframes,
        settings.motions,
    )
    return ControlCycle(
        chart=robot_chart(CYCLE),
        perception=Perception(settings.nao, settings.perception),
        watch=RequestWatch(settings.facts.operator),
        monitors=Monitors(settings.facts),
        components=components,
        states=build_states(components, settings.facts.states),
        outputs=OutputStage(settings.nao),
    )
