"""Parameter files with a mistake in them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hsm.errors import ConfigError, Problem
from hsm.settings.loader import config_folder, load


def replaced(path: Path, old: str, new: str) -> int:
    """Replace a text in a file once; return the line of the replacement."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return text[: text.index(old)].count("\n") + 1


def reported(load: Callable[[], object]) -> Problem:
    """Return the only problem that loading reports."""
    with pytest.raises(ConfigError) as caught:
        load()
    (problem,) = caught.value.problems
    return problem


def only_problem(
    folder: Path, file: str, cls: type, written: str, instead: str
) -> tuple[Problem, int]:
    """Replace a text in a copy of a shipped file, and load the copy.

    Returns:
        The only problem that is reported, and the line of the replacement.
    """
    copy = folder / "copy.yaml"
    copy.write_text((config_folder() / file).read_text())
    line = replaced(copy, written, instead)
    return reported(lambda: load(copy, cls)), line
