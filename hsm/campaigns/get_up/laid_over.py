"""Which motions of a folder that is laid over the robot's own a get-up can come to."""

from dataclasses import dataclass
from pathlib import Path

from hsm.control.assembly import load_robot
from hsm.settings.keyframe_files import MotionFiles, load_keyframes
from hsm.settings.loader import config_folder, load
from motions.keyframes.engine.parameters import EngineParameters


@dataclass(frozen=True, slots=True)
class FolderGetUp:
    """What a folder of motions has to do with getting up.

    Attributes:
        begins: Names of the motions with which a get-up begins.
        theirs: Motions and blocks of the folder that a get-up can come to.
        chosen: The folder itself says with which motions it begins.
    """

    begins: tuple[str, ...]
    theirs: tuple[str, ...]
    chosen: bool


def get_up_of(over: Path) -> FolderGetUp:
    """Return what a folder of motions has to do with getting up.

    Args:
        over: Like `config/keyframes`, as `hsm motion import` writes it.

    Raises:
        ConfigError: With all mistakes of all files.
    """
    own = config_folder() / "keyframes"
    keyframes, files = load_keyframes(own, load_robot(), over=over)
    begins = tuple(choice.motion for choice in keyframes.engine.get_up)
    motions, blocks = _reached(begins, files)
    theirs = [name for name in motions if (over / "motions" / f"{name}.yaml").is_file()]
    theirs += [f"block {name}" for name in blocks if (over / "blocks" / f"{name}.yaml").is_file()]
    usual = load(own / "engine.yaml", EngineParameters).get_up
    return FolderGetUp(begins, tuple(theirs), keyframes.engine.get_up != usual)


def _reached(begins: tuple[str, ...], files: MotionFiles) -> tuple[list[str], list[str]]:
    """Return the names of all motions and blocks that are played after these, in their order."""
    motions: dict[str, None] = {}
    blocks: dict[str, None] = {}
    coming = list(begins)
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
