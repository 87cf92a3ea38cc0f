"""Hand-made motions and robots, and the motions of the project, for tests of the engine."""

import math
from typing import Any

from hardware.robots.model import RobotModel
from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import JointCommand
from hsm.settings.loader import config_folder, load
from motions.energy_saving import EnergySavingParameters
from motions.keyframes.engine.engine import KeyframeEngine, Program
from motions.keyframes.engine.parameters import (
    BalanceParameters,
    EngineParameters,
    KeyframeParameters,
    Postures,
)
from motions.keyframes.motions.conditions import Condition, Conditions
from motions.keyframes.motions.keyframe import Interpolation, Keyframe, Limb
from motions.keyframes.motions.library import MotionLibrary
from motions.keyframes.motions.motion import Block, KeyframeMotion, MotionChoice
from motions.keyframes.motions.quantities import MotionQuantities, wrists_of
from motions.perception.state import RobotState
from motions.requests import Dive
from motions.standing_trim import StandingTrim, standing_trim
from motions.walking.configuration import WalkingParameters
from tests.fakes import robot_state

FOLDER = config_folder() / "keyframes"
NAO: RobotModel = load(config_folder() / "robots" / "nao_v6.yaml", RobotModel)
PARAMETERS = KeyframeParameters(
    load(FOLDER / "engine.yaml", EngineParameters),
    load(FOLDER / "balance.yaml", BalanceParameters),
    load(FOLDER / "postures.yaml", Postures, names=NAO.known),
)
SAVING = load(config_folder() / "energy_saving.yaml", EnergySavingParameters)
MOTIONS = {
    p.stem: load(p, KeyframeMotion, names=NAO.known) for p in (FOLDER / "motions").glob("*.yaml")
}
BLOCKS = {p.stem: load(p, Block, names=NAO.known) for p in (FOLDER / "blocks").glob("*.yaml")}
LIBRARY = MotionLibrary(NAO, MOTIONS, BLOCKS)
WALKING = load(config_folder() / "walking" / "engine.yaml", WalkingParameters)
WRISTS = wrists_of(NAO)
STILL = JointCommand((0.0,) * JOINT_COUNT, (1.0,) * JOINT_COUNT)


def trim() -> StandingTrim:
    """Return the trim of a robot with the walk of the project."""
    return standing_trim(NAO, WALKING)


def engine() -> KeyframeEngine:
    """Return an engine with the project's motions."""
    return KeyframeEngine(NAO, LIBRARY, PARAMETERS, SAVING, trim())


def posed(**angles: float) -> tuple[float, ...]:
    """Return joint angles, rad, from degrees."""
    positions = [0.0] * JOINT_COUNT
    for name, angle in angles.items():
        positions[Joint[name.upper()]] = math.radians(angle)
    return tuple(positions)


def quantities(**changes: Any) -> MotionQuantities:
    """Return the quantities that a motion measures on an upright robot."""
    upright: dict[str, Any] = {
        "wrists": WRISTS,
        "positions": posed(),
        "request": posed(),
        "torso_pitch": 0.0,
        "torso_roll": 0.0,
        "pitch_rate": 0.0,
        "pitch_fluctuation": 0.0,
        "com_height": 0.26,
        "com_outside_x": -0.05,
        "foot_support": 0.0,
    }
    return MotionQuantities(model=NAO, **(upright | changes))


def leaning(pitch: float, roll: float = 0.0, **changes: Any) -> RobotState:
    """Return a robot whose torso leans forward and to the right, deg."""
    pitch, roll = math.radians(pitch), math.radians(roll)
    up = (
        -math.cos(roll) * math.sin(pitch),
        math.sin(roll),
        math.cos(roll) * math.cos(pitch),
    )
    return robot_state(roll=roll, pitch=pitch, up=up, **changes)


def keyframe(head_yaw: float, duration: float = 0.12, **changes: Any) -> Keyframe:
    """Return a keyframe that turns the head, rad and s, and holds everything else."""
    changes.setdefault("label", f"head {head_yaw:g}")
    return Keyframe(duration=duration, angles={Limb.HEAD: (head_yaw, 0.0)}, **changes)


def block(*keyframes: Keyframe, stiffness: float = 1.0) -> Block:
    """Return a block with linear interpolation."""
    limbs = {Limb.HEAD: stiffness, Limb.ARMS: stiffness, Limb.LEGS: stiffness}
    return Block(limbs, Interpolation.LINEAR, keyframes)


def pitch_between(low: float, high: float) -> Conditions:
    """Return the condition that the torso's pitch is in a range, deg."""
    return Conditions((Condition(torso_pitch=(math.radians(low), math.radians(high))),))


def head(command: JointCommand) -> float:
    """Return the commanded head yaw, rad."""
    return command.positions[Joint.HEAD_YAW]


def held(program: Program, dive: Dive, *, upright: bool = True) -> KeyframeEngine:
    """Return an engine that holds a posture whose motion is followed by a bow of upright robots."""
    bow = MotionChoice("bow", pitch_between(-10, 10) if upright else pitch_between(80, 100))
    low = KeyframeMotion(("low",), follow_ups=(bow,))
    names = (PARAMETERS.engine.sit_down, PARAMETERS.engine.dives.motion(dive))
    library = MotionLibrary(
        NAO,
        MOTIONS | dict.fromkeys(names, low) | {"bow": KeyframeMotion(("bow",))},
        BLOCKS | {"low": block(keyframe(0.5, 0.012)), "bow": block(keyframe(0.2))},
    )
    made = KeyframeEngine(NAO, library, PARAMETERS, SAVING, trim())
    made.decide(program, leaning(0), STILL, fresh=True, dive=dive)
    for _ in range(200):
        made.update(leaning(0))
        made.step(leaning(0))
    assert made.done and made.motion in names
    return made
