"""Every `hsm measure` command named in a parameter file, docstring or page is valid."""

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
"""Examples for the placeholders in the commands."""


def commands(text: str) -> set[str]:
    """Return the words after `hsm measure` in all text between backticks."""
    flowing = re.sub(r"\s*\n\s*#?\s*", " ", text)
    return set(re.findall(r"`hsm measure ([a-z][^`]*)`", flowing))


NAMED = sorted({words for path in SOURCES for words in commands(path.read_text())})


def parse(words: str) -> None:
    """Parse a command."""
    verb, *options = (STANDS_FOR.get(word, word) for word in words.split())
    MEASURES.commands[verb].make_context(verb, options)


@pytest.mark.parametrize("words", NAMED)
def test_a_documented_measure_command_is_valid(words: str) -> None:
    parse(words)


def test_a_command_is_found_across_lines_and_an_invalid_one_is_refused() -> None:
    (words,) = commands("# see `hsm measure\n# falls --hour 0`")
    with pytest.raises(Exception, match="No such option: --hour"):
        parse(words)
