"""Finds what was only half added: a fact that nothing sets, a wish that nothing follows.

Both are silent in the machine: a row whose fact is never true never fires, and a robot that is
asked for a motion that nobody knows stands. Code is read here as syntax trees. A fact is set where
a monitor, a state or the cycle names its constant as a value: `facts.DONE if ... else 0`. To mask
with it (`known & facts.DONE`) or to list it as a key is to ask for it. A wish is followed where
code names its kind or takes the part of a request that belongs to it.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from hsm.chart import FactSet, facts
from motions.requests import Motion

SETTING: Final = ("hsm/control", "hsm/states")
"""Folders whose code makes facts."""
FOLLOWING: Final = (
    "hsm/control",
    "hsm/states",
    "motions/errands",
    "motions/generators",
    "motions/locomotion",
)
"""Folders whose code follows wishes."""


def below(sources: Mapping[Path, str], folders: Iterable[str]) -> list[str]:
    """Return the texts of the modules in some folders."""
    places = tuple(f"/{folder}/" for folder in folders)
    return [text for path, text in sources.items() if any(p in path.as_posix() for p in places)]


def unset(sources: Iterable[str], declared: FactSet = facts.FACTS) -> list[str]:
    """Return one sentence per fact that no code sets."""
    made = {name for text in sources for name in _values(ast.parse(text))}
    return [
        f"fact '{fact.name}' is set by no monitor and no state: it is never true, and rows "
        f"that ask it never fire; set facts.{fact.name.upper()} in hsm/control/monitors.py or in "
        "`status` of a state"
        for fact in declared.facts
        if fact.name.upper() not in made
    ]


def unfollowed(sources: Iterable[str], kinds: Iterable[str] = Motion.__members__) -> list[str]:
    """Return one sentence per kind of request that no code follows."""
    known = {name for text in sources for name in _named(ast.parse(text))}
    return [
        f"motion '{kind.lower()}' can be asked for, and nothing follows it: the robot would stand; "
        f"let `decision` in hsm/control/monitors.py or an errand ask for Motion.{kind}"
        for kind in kinds
        if kind not in known
    ]


def _values(tree: ast.AST) -> Iterator[str]:
    """Yield the names of the facts that are used as values, neither to mask with nor as keys."""
    asked = {
        id(part)
        for node in ast.walk(tree)
        for part in _asking(node)
        if isinstance(part, ast.Attribute)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="facts"), attr=name) if id(node) not in asked:
                yield name


def _asking(node: ast.AST) -> tuple[ast.AST | None, ...]:
    """Return the parts of an expression that only ask for a fact."""
    match node:
        case ast.BinOp(op=ast.BitAnd(), left=left, right=right):
            return left, right
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            return (operand,)
        case ast.Dict(keys=keys):
            return tuple(keys)
    return ()


def _named(tree: ast.AST) -> Iterator[str]:
    """Yield the kinds that code names, and those of which it takes the part of a request."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="Motion"), attr=kind):
                yield kind
            case ast.Attribute(
                value=ast.Name(id="request") | ast.Attribute(attr="request"), attr=part
            ):
                yield part.upper()
