"""Patches: small files that override values of the walk, of kicks or of blocks of keyframes.

A patch has the structure of its file and overrides it key by key; list entries are keyed by their
index. A value is addressed by its path, such as `step.lift_mm` or `keyframes[3].duration_ms`. A `*`
in a path matches anything: `keyframes[3].stiffness_changes_percent.*_shoulder_pitch` is both
shoulders, `keyframes[3].angles_deg.*_arm[0]` both arms.
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
    """Return the file of a block of keyframes, relative to `config/`."""
    return f"{_BLOCKS}/{name}.yaml"


def block_names() -> list[str]:
    """Return the names of all blocks of keyframes."""
    return sorted(path.stem for path in (config_folder() / _BLOCKS).glob("*.yaml"))


def file_of_kick(kind: KickKind) -> str:
    """Return the file of a kick, relative to `config/`."""
    return f"{_KICKS}/{kick_file(kind)}"


def patchable_files() -> list[str]:
    """Return the files that a patch may override, relative to `config/`."""
    return [WALK, *map(block_file, block_names()), *map(file_of_kick, KickKind)]


def with_patches(settings: MotionSettings, patches: Mapping[str, Path]) -> MotionSettings:
    """Return settings with patches applied to some files.

    Args:
        settings: Settings to start from.
        patches: Patch by the file that it overrides, one of `patchable_files`.

    Raises:
        ConfigError: With all mistakes, including a block that the robot cannot play.
        ValueError: If a file cannot be patched.
    """
    known = patchable_files()
    if unknown := sorted(patches.keys() - set(known)):
        raise ValueError(f"{', '.join(unknown)} cannot be patched; expected one of {known}")
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
        ConfigError: If the values are invalid in this file.
    """
    with TemporaryDirectory() as folder:
        patch = Path(folder) / "patch.yaml"
        patch.write_text(patch_text(file, values), encoding="utf-8")
        return with_patches(settings, {file: patch})


def shipped(file: str) -> dict[str, float]:
    """Return every number in a file by path, in the units of the file."""
    values = _values(read(config_folder() / file).data, ())
    return {
        path_text(path): value
        for path, value in values
        if isinstance(value, int | float) and not isinstance(value, bool)
    }


def describe_patch(file: str, patch: Path) -> str:
    """Return the changes made by a patch, for people: every value with its previous one.

    Args:
        file: The patched file, relative to `config/`.
        patch: A patch with the structure of the file.

    Raises:
        ConfigError: If the patch cannot be read.
    """
    base = dict(_values(read(config_folder() / file).data, ()))
    changes = [
        f"{path_text(path)} {base.get(path, 'unset')} -> {value}"
        for path, value in _values(read(patch).data, ())
        if base.get(path) != value
    ]
    return f"patch {patch} for config/{file}: {', '.join(changes) or 'changes nothing'}"


def _values(data: Any, path: DataPath) -> Iterator[tuple[DataPath, Any]]:
    """Yield every value with its path; list entries are keyed by their index, as in a patch."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _values(value, (*path, int(key) if str(key).isdecimal() else key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _values(value, (*path, index))
    else:
        yield path, data


def matching(path: str, known: Mapping[str, float]) -> dict[str, float]:
    """Return the values that match a path with or without `*`."""
    pattern = re.compile(".*".join(map(re.escape, path.split("*"))))
    return {name: value for name, value in known.items() if pattern.fullmatch(name)}


def is_whole(settings: MotionSettings, file: str, path: str, within: tuple[float, float]) -> bool:
    """Return whether a parameter only takes integers, such as a count or a number of cycles.

    Args:
        settings: Settings to start from.
        file: The file that contains it.
        path: The parameter.
        within: A range of valid values; the tested one is not an integer.
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
            # Integral values are written as integers: counts must be, lengths may be.
            below[key] = int(value) if float(value).is_integer() else value
    return str(yaml.safe_dump(tree, sort_keys=False))


def _parts(path: str) -> DataPath:
    """Return the keys and indices of a path: the inverse of `path_text`."""
    return tuple(
        int(number) if number else key for key, number in re.findall(r"([^.\[\]]+)|\[(\d+)\]", path)
    )
