"""Every measure stands in one module, which says by which command it is run."""

import ast
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer

from hsm.apps.measure.cli import app
from hsm.campaigns.registry import module_of

VERBS = sorted(set(typer.main.get_command(app).commands) - {"readme"})  # type: ignore[attr-defined]


@pytest.mark.parametrize("verb", VERBS)
def test_a_measure_stands_in_the_module_of_its_verb_and_says_so(verb: str) -> None:
    spec = find_spec(module_of(verb))
    assert spec is not None and spec.origin is not None
    says = ast.get_docstring(ast.parse(Path(spec.origin).read_text())) or ""
    assert says.startswith(f"`hsm measure {verb}`: ")


def test_a_verb_without_a_module_is_refused() -> None:
    with pytest.raises(LookupError, match="0 modules no_such.py"):
        module_of("no-such")
