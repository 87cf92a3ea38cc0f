"""Every check that a parameter file, a docstring or a page names is a command that can be typed."""

import re

import pytest
import typer

from hsm.apps.measure.cli import app
from hsm.settings.loader import config_folder

ROOT = config_folder().parent
MEASURES = typer.main.get_command(app)
SOURCES = [
    path
    for folder in ("config", "motions", "hardware", "tests/benchmarks")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".yaml", ".md", ".py")
]
STANDS_FOR = {"GROUP": "capture", "PLANT": "worn", "BLOCK=FILE": "roll_over=x.yaml", "FILE": "x"}
"""Examples of the words that a reader replaces."""


def commands(text: str) -> set[str]:
    """Return the words after `hsm measure` of everything between backticks."""
    flowing = re.sub(r"\s*\n\s*#?\s*", " ", text)
    return set(re.findall(r"`hsm measure ([a-z][^`]*)`", flowing))


NAMED = sorted({words for path in SOURCES for words in commands(path.read_text())})


def typed(words: str) -> None:
    """Parse a command."""
    verb, *options = (STANDS_FOR.get(word, word) for word in words.split())
    MEASURES.commands[verb].make_context(verb, options)


@pytest.mark.parametrize("words", NAMED)
def test_a_check_that_is_named_can_be_typed(words: str) -> None:
    typed(words)


def test_a_check_is_found_across_lines_and_a_wrong_one_is_refused() -> None:
    (words,) = commands("# see `hsm measure\n# falls --hour 0`")
    with pytest.raises(Exception, match="No such option: --hour"):
        typed(words)
