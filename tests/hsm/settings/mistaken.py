"""Files of parameters with a mistake in them."""

from pathlib import Path

import pytest

from hsm.errors import ConfigError, Problem
from hsm.settings.loader import config_folder, load


def replaced(path: Path, old: str, new: str) -> int:
    """Write something else into a file, once; return in which line it stands."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return text[: text.index(old)].count("\n") + 1


def only_problem(
    folder: Path, file: str, cls: type, written: str, instead: str
) -> tuple[Problem, int]:
    """Write something else into a copy of a shipped file, and load it.

    Returns:
        The one mistake that is told, and in which line something else was written.
    """
    copy = folder / "copy.yaml"
    copy.write_text((config_folder() / file).read_text())
    line = replaced(copy, written, instead)
    with pytest.raises(ConfigError) as caught:
        load(copy, cls)
    (problem,) = caught.value.problems
    return problem, line
