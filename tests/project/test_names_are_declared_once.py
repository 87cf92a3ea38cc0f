"""A state or a fact appears as text only in its declaration, the table, properties and stories."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from hsm.chart.facts import FACTS
from hsm.chart.leaves import ROBOT
from tests.project.syntax import ROOT, sources, syntax_of

HOMES = ("leaves", "facts", "table", "proven_properties")
"""Modules of `hsm/chart` that may name states and facts; all stories may."""

NO_NAMES = {
    ("api.py", "Dive"): "name of a class",
    ("api.py", "HoldUpright"): "name of a class",
    ("falling_trial.py", "stiff"): "how robots fall that nothing protects",
    ("falls.py", "stiff"): "the same, in the report",
    ("robots.py", "upright"): "how a motion must end, in its report",
    ("key_frames.py", "falling"): "caption of a picture",
    ("key_frames.py", "lying"): "caption of a picture",
    ("perform.py", "upright"): "posture that a motion begins in",
    ("stage.py", "done"): "how a motion ended",
    ("keyframe.py", "head_touch"): "name of an event",
    ("in_walk_kick.py", "kick_in_step"): "name of an event",
    ("engine.py", "falling"): "why a motion broke up",
    ("names.py", "BreakUp"): "variable of a B-Human file",
    ("posture.py", "Stand"): "posture by its maker's name",
    ("player.py", "waiting"): "part of a saved state",
    ("state.py", "upright"): "verdict of the fall detector",
    ("state.py", "falling"): "verdict of the fall detector",
}
"""Text that only looks like a name, by file: it stays when the state or fact is renamed."""


def _any_of(names: set[str]) -> str:
    return "|".join(sorted(names, key=len, reverse=True))


SEGMENTS = {segment for state in ROBOT.states for segment in state.path.split(".")}
COMPOSED = {name for name in SEGMENTS if sum(map(str.isupper, name)) > 1}
JOINED = {name for name in FACTS.bits if "_" in name}
STATE = re.compile(
    rf"^(?:{_any_of(SEGMENTS)})$|\.(?:{_any_of(SEGMENTS)})\b|\b(?:{_any_of(SEGMENTS)})\.(?=[A-Z*{{]|$)"
    rf"|\b(?:{_any_of(COMPOSED)})\b"
)
"""A plain word counts alone or beside a dot, a compound such as `PickedUp` anywhere."""
FACT = re.compile(rf"^!?(?:{_any_of(set(FACTS.bits))})$|\b(?:{_any_of(JOINED)})\b")


def names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and text of everything that names a state or a fact, except docstrings."""
    statements = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    docstrings = {id(value) for value in statements if isinstance(value, ast.Constant)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if id(node) not in docstrings and (STATE.search(node.value) or FACT.search(node.value)):
            yield node.lineno, node.value


@cache
def found() -> list[tuple[Path, int, str]]:
    chart = ROOT / "hsm" / "chart"
    homes = {chart / f"{name}.py" for name in HOMES}
    homes |= set((chart / "stories").glob("*.py"))
    return [
        (path, line, text)
        for path in sources("hsm", "motions", "hardware")
        if path not in homes
        for line, text in names(syntax_of(path))
    ]


def test_no_source_names_a_state_or_a_fact_as_text() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: '{text}'"
        for path, line, text in found()
        if (path.name, text) not in NO_NAMES
    ]
    hint = "use the constant of hsm.chart.leaves or hsm.chart.facts; other meanings: NO_NAMES above"
    assert wrong == [], hint


def test_every_exception_is_needed() -> None:
    assert set(NO_NAMES) == {(path.name, text) for path, _, text in found()}


def test_text_that_names_a_state_or_a_fact_is_found() -> None:
    source = """
leaf.startswith("FallProtection")
leaf == "Stand.Normal" or leaf.endswith(".Done") or f"{kind}.Wait"
place("Off"), bits["done"], parse("walk_req & !contact")
"""
    texts = [text for _, text in names(ast.parse(source))]
    assert sorted(texts) == sorted(
        ["FallProtection", "Stand.Normal", ".Done", ".Wait", "Off", "done", "walk_req & !contact"]
    )


def test_prose_and_docstrings_do_not_count_as_names() -> None:
    source = '"""Wait in Stand.Normal."""\nsay("Stand still, then Walk. Done")\n'
    assert list(names(ast.parse(source))) == []
