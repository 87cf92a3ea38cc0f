"""Finds the motions of an override folder that are used in a get-up."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hardware.robots.model import RobotModel
from hsm.errors import HsmError
from hsm.settings.keyframe_files import MotionFiles, load_keyframes
from hsm.settings.loader import config_folder, load
from hsm.settings.robot_file import load_robot
from motions.keyframes.engine.get_up_choice import get_up_motion
from motions.keyframes.engine.parameters import EngineParameters
from motions.keyframes.motions.quantities import MotionQuantities, wrists_of

_LEANS = {
    "front": (0.5 * math.pi, 0.0),
    "back": (-0.5 * math.pi, 0.0),
    "left": (0.0, -0.5 * math.pi),
    "right": (0.0, 0.5 * math.pi),
}
"""Pitch and roll of a torso lying on each side, rad; positive leans forward and right."""


class NoGetUpError(HsmError):
    """No motion of an override folder is used for a get-up from a side to be measured.

    Attributes:
        lacks: Sides from which nothing of the folder is played, with the robot's own motion.
        has: Names of the folder's motions.
    """

    def __init__(self, folder: Path, lacks: dict[str, str], has: tuple[str, ...]) -> None:
        self.lacks, self.has = lacks, has
        begins = ", ".join(f"'{motion}' from the {side}" for side, motion in lacks.items())
        self.hint = (
            f"name the motion that gets the robot up under `get_up` in {folder}/engine.yaml, or"
            " give it the name of the robot's own, which it replaces; or exclude these sides with"
            " --side."
        )
        super().__init__(
            f"{folder}: a get-up starts with the robot's own {begins} and uses no motion of"
            f" this folder, which has {', '.join(has) or 'no motions'}"
        )


@dataclass(frozen=True, slots=True)
class SideGetUp:
    """Use of an override folder in a get-up from one side.

    Attributes:
        begins: Name of the first motion.
        theirs: Motions and blocks of the folder that are reachable from it.
        chosen: The folder selects another first motion than the robot's own parameters do.
    """

    begins: str
    theirs: tuple[str, ...]
    chosen: bool


def get_up_of(over: Path, sides: Iterable[str]) -> dict[str, SideGetUp]:
    """Return the use of an override folder in get-ups, by side.

    Args:
        over: A folder like `config/keyframes`, as written by `hsm motion import`.
        sides: Sides on which the robot lies.

    Raises:
        ConfigError: With all mistakes in all files.
        NoGetUpError: If nothing of the folder is played from a side, so that the robot's own
            get-up would be measured.
    """
    own, model = config_folder() / "keyframes", load_robot()
    keyframes, files = load_keyframes(own, model, over=over)
    usual = load(own / "engine.yaml", EngineParameters)
    found = {}
    for side in sides:
        begins = _begins(keyframes.engine, model, side)
        chosen = begins != _begins(usual, model, side)
        found[side] = SideGetUp(begins, _theirs(over, begins, files), chosen)
    lacks = {s: way.begins for s, way in found.items() if not (way.theirs or way.chosen)}
    if lacks:
        raise NoGetUpError(over, lacks, _names(over, "motions"))
    return found


def _begins(engine: EngineParameters, model: RobotModel, side: str) -> str:
    """Return the first motion of a get-up from a side, as chosen by the robot."""
    pitch, roll = _LEANS[side]
    still = (0.0,) * len(model.names)
    lying = MotionQuantities(
        model=model,
        wrists=wrists_of(model),
        positions=still,
        request=still,
        torso_pitch=pitch,
        torso_roll=roll,
        pitch_rate=0.0,
        pitch_fluctuation=0.0,
        com_height=0.0,
        com_outside_x=0.0,
        foot_support=0.0,
    )
    motion, _ = get_up_motion(engine.get_up, lying)
    return motion


def _theirs(over: Path, begins: str, files: MotionFiles) -> tuple[str, ...]:
    """Return the motions and blocks of a folder that are reachable from a motion."""
    motions, blocks = _reached(begins, files)
    own = set(_names(over, "motions")), set(_names(over, "blocks"))
    return (
        *(name for name in motions if name in own[0]),
        *(f"block {name}" for name in blocks if name in own[1]),
    )


def _names(over: Path, kind: str) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (over / kind).glob("*.yaml")))


def _reached(begins: str, files: MotionFiles) -> tuple[list[str], list[str]]:
    """Return the names of all motions and blocks reachable from a motion, itself included."""
    motions: dict[str, None] = {}
    blocks: dict[str, None] = {}
    coming = [begins]
    inner: list[str] = []
    while coming or inner:
        if coming:
            name = coming.pop(0)
            if name not in motions:
                motions[name] = None
                inner += files.motions[name].blocks
                coming += [follow_up.motion for follow_up in files.motions[name].follow_ups]
            continue
        name = inner.pop(0)
        if name not in blocks:
            blocks[name] = None
            branches = [
                branch for frame in files.blocks[name].keyframes for branch in frame.branches
            ]
            inner += [branch.to_block for branch in branches if branch.to_block is not None]
            coming += [branch.to_motion for branch in branches if branch.to_motion is not None]
    return list(motions), list(blocks)
