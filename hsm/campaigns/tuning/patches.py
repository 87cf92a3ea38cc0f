"""Small files laid over the walk, over kicks or over blocks of keyframes: what may be changed, how.

A patch has the shape of its file and wins key by key; entries of a list are named by their number.
A number is named by its path, such as `step.lift_mm` or `keyframes[3].duration_ms`. A `*` in a path
stands for anything: `keyframes[3].stiffness_changes_percent.*_shoulder_pitch` is both shoulders,
`keyframes[3].angles_deg.*_arm[0]` both arms.
"""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from hsm.control.assembly import MotionSettings
from hsm.errors import ConfigError
from hsm.settings.keyframe_files import load_keyframes
from hsm.settings.kick_files import kick_file, load_kicks
from hsm.settings.loader import config_folder
from hsm.settings.located_yaml import DataPath, path_text, read
from hsm.settings.walk_files import load_walking, room_beside_step
from motions.kicks.wish import KickKind

WALK = "walking/engine.yaml"
_BLOCKS = "keyframes/blocks"
_KICKS = "kicks"

Values = Mapping[str, float]
"""Value by path, in the units of the file."""


def block_file(name: str) -> str:
    """Return the file of a block of keyframes, below `config/`."""
    return f"{_BLOCKS}/{name}.yaml"


def block_names() -> list[str]:
    """Return the names of all blocks of keyframes."""
    return sorted(path.stem for path in (config_folder() / _BLOCKS).glob("*.yaml"))


def file_of_kick(kind: KickKind) -> str:
    """Return the file of a kick, below `config/`."""
    return f"{_KICKS}/{kick_file(kind)}"


def patchable_files() -> list[str]:
    """Return the files over which a patch may be laid, below `config/`."""
    return [WALK, *map(block_file, block_names()), *map(file_of_kick, KickKind)]


def with_patches(settings: MotionSettings, patches: Mapping[str, Path]) -> MotionSettings:
    """Return settings with patches laid over some files.

    Args:
        settings: What everything else is taken from.
        patches: By the file that each is laid over, one of `patchable_files`.

    Raises:
        ConfigError: With all mistakes; a block that the robot could not play is one.
        ValueError: If one is laid over another file.
    """
    known = patchable_files()
    if unknown := sorted(patches.keys() - set(known)):
        raise ValueError(f"no patch is laid over {', '.join(unknown)}; give one of {known}")
    if WALK in patches:
        walking = load_walking(config_folder() / WALK, settings.robot, [patches[WALK]])
        settings = replace(settings, walking=walking)
    blocks = {Path(f).stem: patch for f, patch in patches.items() if f.startswith(_BLOCKS)}
    if blocks:
        folder = config_folder() / "keyframes"
        _, files = load_keyframes(folder, settings.robot, patches=blocks)
        settings = replace(settings, motions=files.library)
    kicks = {f.removeprefix(f"{_KICKS}/"): p for f, p in patches.items() if f.startswith(_KICKS)}
    if kicks:
        room = room_beside_step(settings.robot, settings.walking)
        own = load_kicks(config_folder() / _KICKS, kicks, lift_room=room)
        settings = replace(settings, kicks=own)
    return settings


def with_values(settings: MotionSettings, file: str, values: Values) -> MotionSettings:
    """Return settings with some numbers of one file changed.

    Raises:
        ConfigError: If the file could not hold them.
    """
    with TemporaryDirectory() as folder:
        patch = Path(folder) / "patch.yaml"
        patch.write_text(patch_text(file, values), encoding="utf-8")
        return with_patches(settings, {file: patch})


def shipped(file: str) -> dict[str, float]:
    """Return every number of a file as it is written there, by path."""
    values = _values(read(config_folder() / file).data, ())
    return {
        path_text(path): value
        for path, value in values
        if isinstance(value, int | float) and not isinstance(value, bool)
    }


def told(file: str, patch: Path) -> str:
    """Return what a patch changes in a file, for people: every value with what it was.

    Args:
        file: That the patch is laid over, below `config/`.
        patch: Of the same shape.

    Raises:
        ConfigError: If the patch cannot be read.
    """
    base = dict(_values(read(config_folder() / file).data, ()))
    changes = [
        f"{path_text(path)} {base.get(path, 'unset')} -> {value}"
        for path, value in _values(read(patch).data, ())
        if base.get(path) != value
    ]
    return f"patch {patch} over config/{file}: {', '.join(changes) or 'changes nothing'}"


def _values(data: Any, path: DataPath) -> Iterator[tuple[DataPath, Any]]:
    """Yield every value with its path; an entry of a list is named by its number, as in a patch."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _values(value, (*path, int(key) if str(key).isdecimal() else key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _values(value, (*path, index))
    else:
        yield path, data


def matching(path: str, known: Mapping[str, float]) -> dict[str, float]:
    """Return the numbers that a path with or without `*` names."""
    pattern = re.compile(".*".join(map(re.escape, path.split("*"))))
    return {name: value for name, value in known.items() if pattern.fullmatch(name)}


def is_whole(settings: MotionSettings, file: str, path: str, within: tuple[float, float]) -> bool:
    """Return whether a parameter takes whole numbers only: a count or a number of cycles.

    Args:
        settings: What everything else is taken from.
        file: The file that holds it.
        path: The parameter.
        within: A range of possible values; its share of 1/pi is no whole number.
    """
    low, high = within
    try:
        with_values(settings, file, {path: low + (high - low) / math.pi})
    except ConfigError:
        return True
    return False


def patch_text(file: str, values: Values) -> str:
    """Return a patch as YAML."""
    known = shipped(file)
    tree: dict[str | int, Any] = {}
    for path, value in values.items():
        for name in matching(path, known):
            *groups, key = _parts(name)
            below = tree
            for group in groups:
                below = below.setdefault(group, {})
            # A whole number is written as one: counts must be, lengths may be.
            below[key] = int(value) if float(value).is_integer() else value
    return str(yaml.safe_dump(tree, sort_keys=False))


def _parts(path: str) -> DataPath:
    """Return the keys and numbers of a path: `path_text` the other way round."""
    return tuple(
        int(number) if number else key for key, number in re.findall(r"([^.\[\]]+)|\[(\d+)\]", path)
    )
