"""`hsm motion import --clamp`: joint angles beyond this robot's limits become the limits."""

import math
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from hardware.robots.model import RobotModel
from hsm.apps.motion.team_folder import MotionFolder
from hsm.output_files import write_whole
from hsm.settings.located_yaml import DataPath, read
from motions.keyframes.engine.parameters import BalanceParameters
from motions.keyframes.motions.feasibility import judge_block
from motions.keyframes.motions.keyframe import BOTH, Limb
from motions.keyframes.motions.motion import Block
from motions.keyframes.motions.posture import joints_of

_NUMBER = re.compile(r"[-+.\d]+")
_Beyond = tuple[DataPath, int]
"""Path of an angle in its file, and its joint."""


def clamp_angles(folder: MotionFolder) -> int:
    """Write the limit in place of every angle beyond it, and the old value in a comment.

    Returns:
        Number of angles that were changed.
    """
    changed = 0
    for name, block in folder.blocks.items():
        beyond = tuple(_beyond(name, block, folder.parameters.balance, folder.robot))
        if beyond:
            _rewrite(folder.path / "blocks" / f"{name}.yaml", beyond, folder.robot)
        changed += len(beyond)
    return changed


def _beyond(
    name: str, block: Block, balance: BalanceParameters, model: RobotModel
) -> Iterator[_Beyond]:
    for problem in judge_block(name, block, balance, model):
        match problem.path:  # of an angle only if the angle is beyond its limits
            case ("keyframes", _, "angles_deg", str(limb), int(number)):
                side = BOTH.get(Limb(limb), (Limb(limb),))[0]
                yield problem.path, joints_of(model)[side][number]


def _rewrite(path: Path, beyond: tuple[_Beyond, ...], model: RobotModel) -> None:
    lines, located = path.read_text().splitlines(), read(path)
    old: dict[int, list[str]] = defaultdict(list)
    for where, joint in reversed(beyond):  # the columns to the left stay valid
        place, spec = located.values[where], model.specs[joint]
        row, column = place.line - 1, place.column - 1
        found = _NUMBER.match(lines[row], column)
        assert found is not None, f"{path}:{place.line}: no number"
        limit = spec.max if math.radians(float(found[0])) > spec.max else spec.min
        line = lines[row]
        lines[row] = f"{line[:column]}{round(math.degrees(limit), 2):g}{line[found.end() :]}"
        old[row].insert(0, f"{model.names[joint]} {found[0]}")
    for row, names in old.items():
        lines[row] += f"  # was {', '.join(names)}"
    write_whole(path, "".join(f"{line}\n" for line in lines))
