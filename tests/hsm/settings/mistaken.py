"""Parameter files with a mistake in them."""

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
    with pytest.raises(ConfigError) as caught:
        load(copy, cls)
    (problem,) = caught.value.problems
    return problem, line
