"""`hsm motion mirror`: the mirror image of a block or a motion, as files."""

from collections.abc import Iterable
from pathlib import Path

from hsm.apps.motion.team_folder import MotionFolder, MotionFolderError, load_folder
from hsm.console import say
from hsm.file_names import demand_word
from hsm.output_files import demand_folder, whole_folder, write_whole
from hsm.settings.writer import yaml_text
from motions.keyframes.motions.mirrored import mirrored_block, mirrored_motion
from motions.keyframes.motions.motion import Block, KeyframeMotion


def mirror_command(name: str, path: Path | None, new: str, out: Path | None) -> None:
    """Write the mirror image of a motion with its blocks, or of a block.

    Blocks that its branches lead to are mirrored too. Follow-up motions are not: the image
    continues with them unchanged, and those missing in `out` are reported.

    Args:
        name: Name of the motion or block.
        path: Folder that contains it.
        new: Name of the image; its other blocks are named `BLOCK_of_NAME`.
        out: Folder to write to, may be the same one; None prints all files.
    """
    demand_word("--name", new)
    if out is not None:
        demand_folder(out)
    folder = load_folder(path)
    folder.demand(name)
    motion = folder.motions.get(name)
    blocks = _reached(folder, (name,) if motion is None else motion.blocks)
    names = {block: f"{block}_of_{new}" for block in blocks}
    texts: dict[Path, str] = {}
    if motion is None:
        names[name] = new
    else:
        texts[Path("motions") / f"{new}.yaml"] = yaml_text(
            mirrored_motion(motion, names), f"Mirror image of {name}.", folder.robot.known
        )
    for block, image in names.items():
        demand_word(f"image of block '{block}'", image)
        texts[Path("blocks") / f"{image}.yaml"] = yaml_text(
            mirrored_block(folder.blocks[block], folder.robot, names),
            f"Mirror image of {block}.",
            folder.robot.known,
        )
    if out is None:
        print("\n".join(f"# {file}\n{text}" for file, text in texts.items()), end="")
        return
    taken = [str(out / file) for file in texts if (out / file).exists()]
    if taken:
        raise MotionFolderError(f"{', '.join(taken)}: already exists; choose another --name")
    with whole_folder(out) as new_files:
        for file, text in texts.items():
            write_whole(new_files / file, text)
    for file in texts:
        say(f"{out / file}")
    goes_on = _goes_on(motion, [folder.blocks[block] for block in blocks])
    lacking = [it for it in goes_on if not (out / "motions" / f"{it}.yaml").exists()]
    if lacking:
        say(f"{new} continues with {', '.join(lacking)}, not in {out} yet: copy or mirror it there")


def _reached(folder: MotionFolder, begin: Iterable[str]) -> list[str]:
    """Return blocks and all blocks that their branches lead to, in order of discovery."""
    found = list(dict.fromkeys(begin))
    for block in found:  # grows during the loop
        for branch in folder.blocks[block].branches:
            if branch.to_block is not None and branch.to_block not in found:
                found.append(branch.to_block)
    return found


def _goes_on(motion: KeyframeMotion | None, blocks: Iterable[Block]) -> list[str]:
    """Return the motions that follow a motion or one of its blocks."""
    follow_ups = () if motion is None else (item.motion for item in motion.follow_ups)
    led_to = (branch.to_motion for block in blocks for branch in block.branches)
    return list(dict.fromkeys(filter(None, (*follow_ups, *led_to))))
