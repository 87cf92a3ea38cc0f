"""`hsm motion mirror`: the mirror image of a block or a motion, as files."""

from pathlib import Path

from hsm.apps.motion.show import unknown
from hsm.apps.motion.team_folder import MotionFolderError, load_folder
from hsm.console import say
from hsm.file_names import demand_word
from hsm.output_files import demand_folder, whole_folder, write_whole
from hsm.settings.writer import yaml_text
from motions.keyframes.motions.mirrored import mirrored_block, mirrored_motion


def mirror_command(name: str, path: Path | None, new: str, out: Path | None) -> int:
    """Write the mirror image of a motion with its blocks, or of a block.

    Args:
        name: Of the motion or block.
        path: Folder that it is in.
        new: Name of the image; blocks of a motion get it as an ending.
        out: Folder to write into, which may be the same one; None prints a block.
    """
    demand_word("--name", new)
    if out is not None:
        demand_folder(out)
    folder = load_folder(path)
    if name not in folder.motions and name not in folder.blocks:
        raise unknown(folder, name)
    texts: dict[Path, str] = {}
    if name in folder.motions:
        motion = folder.motions[name]
        names = {block: f"{block}_of_{new}" for block in motion.blocks}
        texts[Path("motions") / f"{new}.yaml"] = yaml_text(
            mirrored_motion(motion, names), f"Mirror image of {name}.", folder.robot.known
        )
    else:
        names = {name: new}
    for block, image in names.items():
        demand_word(f"image of block '{block}'", image)
        texts[Path("blocks") / f"{image}.yaml"] = yaml_text(
            mirrored_block(folder.blocks[block], folder.robot),
            f"Mirror image of {block}.",
            folder.robot.known,
        )
    if out is None:
        print("\n".join(f"# {file}\n{text}" for file, text in texts.items()), end="")
        return 0
    taken = [str(out / file) for file in texts if (out / file).exists()]
    if taken:
        raise MotionFolderError(f"{', '.join(taken)}: there already; choose another --name")
    with whole_folder(out) as new_files:
        for file, text in texts.items():
            write_whole(new_files / file, text)
    for file in texts:
        say(f"{out / file}")
    return 0
