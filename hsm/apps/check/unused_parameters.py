"""Finds parameters that no code reads, and terms of the walk that no figure plots.

A loader only checks that the keys in `config/` match the fields of their class; a field that
nothing reads would be a setting without effect. Code is analysed as syntax trees. A field counts
as read where a module reads an attribute of its name, provided the module also names the field's
class or reads a group of that class or of a class that it extends: `limits.closed.distance` reads
the distance of `FeetClosedParameters` without naming the class. A group is a field of a parameter
class, or of any class that receives its parameters as a whole. A field of the same name in another
class thus does not count. `fields(C)` reads all of C, and the walk's list of terms reads the group
of each term, whose name is text.
"""

import ast
import inspect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import hardware
import hsm
import motions
from hsm.control.assembly import MotionSettings
from hsm.errors import Problem
from hsm.pictures.walk_series import columns_of
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine

PACKAGES: Final = (hardware, motions, hsm)


@dataclass(frozen=True, slots=True)
class Reads:
    """Names that occur in one module.

    Attributes:
        names: Names of classes, functions and variables.
        attributes: Names of attributes that it reads.
        whole: Names of classes whose fields it iterates over.
        fields: Fields of its own classes, each with the name of its type.
    """

    names: frozenset[str]
    attributes: frozenset[str]
    whole: frozenset[str] = frozenset()
    fields: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Parameter:
    """One field of a parameter class.

    Attributes:
        owner: The class.
        name: Name of the field.
        path: Dotted path from the root of the file.
    """

    owner: type
    name: str
    path: str


def sources() -> dict[Path, str]:
    """Return the text of every module of the program."""
    return {
        path: path.read_text()
        for package in PACKAGES
        for folder in package.__path__
        for path in sorted(Path(folder).rglob("*.py"))
    }


def all_reads(texts: Iterable[str]) -> list[Reads]:
    """Return the names that modules read, and those that the walk's list of terms reads."""
    return [*map(reads_of, texts), _reads_of_terms()]


@cache
def reads_of(source: str) -> Reads:
    """Return the names and attributes that a module uses."""
    names, attributes, whole, declared = set(), set(), set(), set()
    for node in _walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=name, ctx=ast.Load()):
                attributes.add(name)
            case ast.Call(func=ast.Name(id="fields"), args=[ast.Name(id=name)]):
                whole.add(name)
            case ast.Name(id=name) | ast.ClassDef(name=name) | ast.alias(asname=str(name)):
                names.add(name)
            case ast.alias(name=name):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id=kind)):
                declared.add((name, kind))
    return Reads(frozenset(names), frozenset(attributes), frozenset(whole), frozenset(declared))


def unread(roots: Iterable[type], modules: Sequence[Reads]) -> list[Problem]:
    """Return the parameters that no module reads, each with the location of its field.

    Args:
        roots: Classes of whole files.
        modules: All modules that may read them.
    """
    parameters = list(dict.fromkeys(p for root in roots for p in _below(root, "", ())))
    groups: dict[str, set[str]] = {}
    for parameter in parameters:
        for kind in _classes(_hints(parameter.owner)[parameter.name]):
            groups.setdefault(kind.__name__, set()).add(parameter.name)
    for name, of in frozenset[tuple[str, str]]().union(*(module.fields for module in modules)):
        groups.setdefault(of, set()).add(name)
    whole = frozenset[str]().union(*(module.whole for module in modules))
    # A group may be kept in a private attribute of the same name.
    held = [{name.removeprefix("_") for name in module.attributes} for module in modules]
    heard = {}
    for owner in {parameter.owner for parameter in parameters}:
        kinds = [cls.__name__ for cls in owner.__mro__[:-1]]
        of_kinds = set[str]().union(*(groups.get(kind, ()) for kind in kinds))
        heard[owner] = frozenset[str]().union(
            *(
                module.attributes
                for module, kept in zip(modules, held, strict=True)
                if not module.names.isdisjoint(kinds) or not kept.isdisjoint(of_kinds)
            )
        )
    silent: dict[tuple[type, str], Parameter] = {}
    for parameter in parameters:
        owner, name = parameter.owner, parameter.name
        if owner.__name__ not in whole and name not in heard[owner]:
            silent.setdefault((owner, name), parameter)
    return [_problem(parameter) for parameter in silent.values()]


def undrawn(settings: MotionSettings) -> list[Problem]:
    """Return the terms of the walk that `hsm plot walk` does not plot, with their locations."""
    problems = []
    for group in dict.fromkeys(term.group for term in settings.walking.terms):
        walking = only(settings.walking, group)
        engine = WalkingEngine(settings.robot, walking, settings.profile)
        drawn = set(columns_of(engine))
        told = {value.name for term in engine.terms for value in term.values(engine.walk)}
        if not told or not told <= drawn:
            text = "no figure plots this term of the walk: return what it adds from its `values`"
            file, line = _place(type(list(engine.terms)[-1]))
            problems.append(Problem(file, line, 1, f"walking.{group}", text))
    return problems


def only(walking: WalkingParameters, group: str) -> WalkingParameters:
    """Return a walk with only the terms of one group active."""
    groups = {term.group for term in walking.terms}
    return replace(
        walking,
        **{name: replace(getattr(walking, name), active=name == group) for name in groups},
    )


def _reads_of_terms() -> Reads:
    hints = get_type_hints(WalkingParameters)
    groups = {term.group for term in WalkingParameters.terms}
    classes = {hints[group].__name__ for group in groups if group in hints}
    return Reads(frozenset({WalkingParameters.__name__, *classes}), frozenset({*groups, "active"}))


def _walk(root: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes with names, but none of `__post_init__`: validating a number is no use."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.Constant() | ast.expr_context() | ast.FunctionDef(name="__post_init__"):
                continue
            case ast.Attribute(value=value):
                waiting.append(value)
            case ast.Name():
                pass
            case _:
                waiting.extend(ast.iter_child_nodes(node))
        yield node


def _below(cls: type, prefix: str, above: tuple[type, ...]) -> Iterator[Parameter]:
    """Yield the fields of a class and of all dataclasses in it."""
    if cls in above:
        return
    for name, hint in _hints(cls).items():
        yield Parameter(cls, name, prefix + name)
        for kind in _classes(hint):
            yield from _below(kind, f"{prefix}{name}.", (*above, cls))


def _hints(cls: type) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {item.name: hints[item.name] for item in fields(cls)}


def _classes(hint: Any) -> Iterator[type]:
    """Yield the dataclasses in an annotation, including those in containers."""
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
    for part in get_args(hint):
        yield from _classes(part)


def _problem(parameter: Parameter) -> Problem:
    owner, name = parameter.owner, parameter.name
    declares = next(cls for cls in owner.__mro__ if name in vars(cls).get("__annotations__", {}))
    file, line = _place(declares, f"{name}:")
    text = f"no code reads it ({owner.__name__}.{name}); use it, or remove it from class and file"
    return Problem(file, line, 1, parameter.path, text)


def _place(cls: type, begins: str = "class ") -> tuple[str, int]:
    """Return file and line of a class, or of the first line in it with the given beginning."""
    lines, first = inspect.getsourcelines(cls)
    numbered = enumerate((line.strip() for line in lines), first)
    line = next((number for number, text in numbered if text.startswith(begins)), first)
    return inspect.getsourcefile(cls) or cls.__module__, line
