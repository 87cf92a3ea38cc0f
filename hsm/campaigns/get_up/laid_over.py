"""Which motions of a folder that is laid over the robot's own get it up."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hardware.robots.model import RobotModel
from hsm.control.assembly import load_robot
from hsm.errors import HsmError
from hsm.settings.keyframe_files import MotionFiles, load_keyframes
from hsm.settings.loader import config_folder, load
from motions.keyframes.engine.get_up_choice import first_that_holds
from motions.keyframes.engine.parameters import EngineParameters
from motions.keyframes.motions.quantities import MotionQuantities, wrists_of

_LEANS = {
    "front": (0.5 * math.pi, 0.0),
    "back": (-0.5 * math.pi, 0.0),
    "left": (0.0, -0.5 * math.pi),
    "right": (0.0, 0.5 * math.pi),
}
"""Pitch to the front and roll to the right of a torso that lies on a side, rad."""


class NoGetUpError(HsmError):
    """A folder of motions none of which gets the robot up from a side that is to be measured.

    Attributes:
        lacks: Sides from which nothing of the folder is played, with the robot's own motion there.
        has: Names of the folder's motions.
    """

    def __init__(self, folder: Path, lacks: dict[str, str], has: tuple[str, ...]) -> None:
        self.lacks, self.has = lacks, has
        begins = ", ".join(f"'{motion}' from the {side}" for side, motion in lacks.items())
        self.hint = (
            f"{folder}/engine.yaml names under `get_up` which motion gets the robot up; one of the"
            " name of the robot's own takes its place. Or leave these sides out: give --side."
        )
        super().__init__(
            f"{folder}: a get-up begins with the robot's own {begins}, and comes to nothing of"
            f" this folder, which has {', '.join(has) or 'no motions'}"
        )


@dataclass(frozen=True, slots=True)
class SideGetUp:
    """How a robot over whose motions a folder is laid gets up from one side.

    Attributes:
        begins: Name of the motion with which it begins.
        theirs: Motions and blocks of the folder that it can come to.
        chosen: The folder itself lets it begin with another motion than the robot's own does.
    """

    begins: str
    theirs: tuple[str, ...]
    chosen: bool


def get_up_of(over: Path, sides: Iterable[str]) -> dict[str, SideGetUp]:
    """Return by side what a folder of motions has to do with getting up.

    Args:
        over: Like `config/keyframes`, as `hsm motion import` writes it.
        sides: On which the robot lies.

    Raises:
        ConfigError: With all mistakes of all files.
        NoGetUpError: If from a side nothing of the folder is played, so that what is measured
            would be the robot's own get-up.
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
    """Return the motion with which a get-up begins from a side: as the robot itself chooses."""
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
    motion, _ = first_that_holds(engine.get_up, lying)
    return motion


def _theirs(over: Path, begins: str, files: MotionFiles) -> tuple[str, ...]:
    """Return which motions and blocks of a folder are reached from a motion."""
    motions, blocks = _reached(begins, files)
    own = set(_names(over, "motions")), set(_names(over, "blocks"))
    return (
        *(name for name in motions if name in own[0]),
        *(f"block {name}" for name in blocks if name in own[1]),
    )


def _names(over: Path, kind: str) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (over / kind).glob("*.yaml")))


def _reached(begins: str, files: MotionFiles) -> tuple[list[str], list[str]]:
    """Return the names of all motions and blocks that are played after one, in their order."""
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
