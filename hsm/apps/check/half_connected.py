"""Finds incomplete additions: facts that nothing sets, motions that nothing executes, unused terms.

All fail silently: a row whose fact is never true never fires, a robot that gets a request for an
unknown motion stands, and a term that is not in the list never acts. Code is analysed as syntax
trees. A fact counts as set where a monitor, a state or the cycle uses its constant as a value:
`facts.DONE if ... else 0`. Masking with it (`known & facts.DONE`) or using it as a key only queries
it. A motion counts as executed where code names its kind or reads the part of a request that
belongs to it.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from hsm.chart import FactSet, facts
from motions.requests import Motion
from motions.walking.terms.order import TERMS
from motions.walking.terms.term import BalanceTerm

SETTING: Final = ("hsm/control", "hsm/states")
"""Folders whose code sets facts."""
FOLLOWING: Final = (
    "hsm/control",
    "hsm/states",
    "motions/errands",
    "motions/generators",
    "motions/locomotion",
)
"""Folders whose code executes requests."""
BALANCING: Final = ("motions/walking",)
"""Folders whose code declares terms of the walk."""


def incomplete(sources: Mapping[Path, str]) -> list[str]:
    """Return one sentence per incomplete addition to the modules of the program."""
    return [
        *unset(below(sources, SETTING)),
        *unfollowed(below(sources, FOLLOWING)),
        *unlisted(below(sources, BALANCING)),
    ]


def below(sources: Mapping[Path, str], folders: Iterable[str]) -> list[str]:
    """Return the texts of the modules in some folders."""
    places = tuple(f"/{folder}/" for folder in folders)
    return [text for path, text in sources.items() if any(p in path.as_posix() for p in places)]


def unset(sources: Iterable[str], declared: FactSet = facts.FACTS) -> list[str]:
    """Return one sentence per fact that no code sets."""
    made = {name for text in sources for name in _values(ast.parse(text))}
    return [
        f"fact '{fact.name}' is set by no monitor and no state: it is never true, and rows "
        f"that need it never fire; set facts.{fact.name.upper()} in hsm/control/monitors.py or in "
        "`status` of a state"
        for fact in declared.facts
        if fact.name.upper() not in made
    ]


def unfollowed(sources: Iterable[str], kinds: Iterable[str] = Motion.__members__) -> list[str]:
    """Return one sentence per kind of motion that no code executes."""
    known = {name for text in sources for name in _named(ast.parse(text))}
    return [
        f"motion '{kind.lower()}' can be requested, but nothing executes it: the robot would "
        f"stand; let `decision` in hsm/control/monitors.py or an errand handle Motion.{kind}"
        for kind in kinds
        if kind not in known
    ]


def unlisted(sources: Iterable[str], listed: Iterable[type[BalanceTerm]] = TERMS) -> list[str]:
    """Return one sentence per balance term that the walk does not use."""
    known = {term.__name__ for term in listed}
    return [
        f"term '{node.name}' is not used by the walk: list it in motions/walking/terms/order.py"
        for text in sources
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef) and node.name not in known
        if any(isinstance(base, ast.Name) and base.id == "BalanceTerm" for base in node.bases)
    ]


def _values(tree: ast.AST) -> Iterator[str]:
    """Yield the names of the facts that are used as values, neither as masks nor as keys."""
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
    """Return the parts of an expression that only query a fact."""
    match node:
        case ast.BinOp(op=ast.BitAnd(), left=left, right=right):
            return left, right
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            return (operand,)
        case ast.Dict(keys=keys):
            return tuple(keys)
    return ()


def _named(tree: ast.AST) -> Iterator[str]:
    """Yield the kinds of motion that code names, or whose part of a request it reads."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="Motion"), attr=kind):
                yield kind
            case ast.Attribute(
                value=ast.Name(id="request") | ast.Attribute(attr="request"), attr=part
            ):
                yield part.upper()
