"""Warnings of `hsm check`: what is allowed, but probably not intended."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from hsm.apps.kick.rehearsals import too_fast
from hsm.control.assembly import MotionSettings
from hsm.errors import Problem
from hsm.settings.keyframe_files import load_keyframes


def likely_mistakes(settings: MotionSettings, folder: Path) -> list[Problem]:
    """Return the warnings about the files of a folder like `config/`, which has no mistakes."""
    keyframes = folder / "keyframes"
    _, files = load_keyframes(keyframes, settings.robot)
    found = [*files.warnings, *_ignored(keyframes), *too_fast(settings, folder / "kicks")]
    return [replace(problem, message=f"warning: {problem.message}") for problem in found]


def _ignored(keyframes: Path) -> Iterator[Problem]:
    """Yield the files beside motions and blocks that no code reads; hidden ones may be there."""
    for kind in ("motions", "blocks"):
        for path in sorted((keyframes / kind).iterdir()):
            if path.suffix != ".yaml" and not path.name.startswith("."):
                yield Problem(str(path), 1, 1, "", "is ignored: its name does not end in .yaml")
