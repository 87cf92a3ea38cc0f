"""`hsm motion list` and `hsm motion show`: motions, blocks, and their contents."""

from pathlib import Path

from hardware.robots.model import RobotModel
from hsm.apps.motion.remarks import remark
from hsm.apps.motion.team_folder import load_folder
from hsm.console import say
from hsm.errors import counted
from hsm.json_text import json_text
from hsm.settings.writer import yaml_text
from motions.keyframes.motions.feasibility import needed_speeds
from motions.keyframes.motions.keyframe import Held
from motions.keyframes.motions.motion import Block
from motions.keyframes.motions.posture import angles_of


def list_command(path: Path | None, *, as_json: bool) -> None:
    """Print all motions and blocks of a folder."""
    folder = load_folder(path)
    if as_json:
        say(json_text({"motions": sorted(folder.motions), "blocks": sorted(folder.blocks)}))
        return
    for name, motion in sorted(folder.motions.items()):
        follow_ups = sorted({item.motion for item in motion.follow_ups})
        then = f", then {' or '.join(follow_ups)}" if follow_ups else ""
        say(f"motion {name:<28} {', '.join(motion.blocks) or 'nothing'}{then}")
    for name, block in sorted(folder.blocks.items()):
        seconds = sum(keyframe.duration for keyframe in block.keyframes)
        frames = counted(len(block.keyframes), "keyframe")
        say(f"block  {name:<28} {frames}, {seconds:.2f} s without waits")


def show_command(name: str, path: Path | None) -> None:
    """Print a motion or block as YAML with the motor speeds it requires, and its warnings."""
    folder = load_folder(path)
    folder.demand(name)
    if name in folder.motions:
        say(yaml_text(folder.motions[name], f"motion {name}", folder.robot.known))
        blocks = folder.motions[name].blocks
    else:
        say(yaml_text(folder.blocks[name], f"block {name}", folder.robot.known))
        blocks = (name,)
    before: list[float | None] = [None] * len(folder.robot.names)
    for block in blocks:
        say(f"block {block}:")
        for line in speeds(folder.files.resolved[block], folder.robot, before):
            say(f"  {line}")
    shown = {f"motions/{name}.yaml", *(f"blocks/{block}.yaml" for block in blocks)}
    here = [each for each in folder.files.warnings if "/".join(Path(each.file).parts[-2:]) in shown]
    remark("beyond this robot's limits, or probably unintended", here, None, everything=True)


def speeds(block: Block, model: RobotModel, before: list[float | None]) -> list[str]:
    """Return for every keyframe its time and the joint closest to its motor's speed limit.

    Args:
        block: The block.
        model: The robot.
        before: Joint targets before the block, rad, in place replaced by those after it; None for
            unknown: a motion may begin in any posture.
    """
    lines = []
    count = len(model.names)
    for keyframe in block.keyframes:
        asked: dict[int, tuple[float, float]] = needed_speeds(
            keyframe, block.interpolation, before, [1.0] * count, model
        )
        shares = {joint: needed / possible for joint, (needed, possible) in asked.items()}
        targets = angles_of(model, keyframe.angles, keyframe.hands)
        moves = any(not isinstance(target, Held) for target in targets)
        told = "its speed depends on the posture before" if moves else ""
        if shares:
            fastest = max(shares, key=lambda joint: shares[joint])
            told = f"{model.names[fastest]} at {shares[fastest] * 100:.0f} % of its free speed"
        lines.append(f"{keyframe.duration * 1e3:6.0f} ms  {keyframe.label:<36} {told}".rstrip())
        for joint, target in enumerate(targets):
            before[joint] = before[joint] if isinstance(target, Held) else target
    return lines
