"""Loads parameter files: YAML with source positions, checked by pydantic-core, converted to SI.

All mistakes in all files are reported at once as `file:line:column: path: what was expected`. Files
are complete: a key may be left out only if its field has a default in the class. A file with
`like: NAME` holds only the differences from NAME.yaml in the same folder. An override is a small
file of the same structure that is merged into the first; its lists replace lists.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic_core import SchemaValidator, ValidationError

from hsm.errors import ConfigError, HsmError, Problem
from hsm.settings.fields import Key, bare, below, keys_of
from hsm.settings.located_yaml import DataPath, Located, path_text, read
from hsm.settings.messages import kind_of, unknown_key, wrong_choice, wrong_value
from hsm.settings.schema import Names, reader

T = TypeVar("T")
Check = Callable[[T], Iterable[tuple[DataPath, str]]]
"""Checks what annotations and names cannot express; yields path and message of every mistake."""
_LIKE = "like"
"""Key of a file that holds only differences: names the file in the same folder to start from."""


def config_folder(instead: Path | str | None = None) -> Path:
    """Return the folder of the parameter files: in the installed package, else in the checkout.

    Args:
        instead: A copy of the folder to be used instead.

    Raises:
        HsmError: If there is no such folder.
    """
    if instead is not None:
        if not isinstance(instead, Path | str) or not Path(instead).is_dir():
            raise HsmError(f"{instead}: there is no such folder; expected a copy of config/")
        return Path(instead)
    package = Path(__file__).resolve().parent.parent
    installed = package / "config"
    return installed if installed.is_dir() else package.parent / "config"


def plant_names(folder: Path | None = None) -> set[str]:
    """Return the names of all plants, in `config/` or a copy of it."""
    return {path.stem for path in (config_folder(folder) / "plants").glob("*.yaml")}


def load(
    source: Path | Located,
    cls: type[T],
    overrides: Sequence[Path | Located] = (),
    names: Names | None = None,
    check: Check[T] | None = None,
) -> T:
    """Load one parameter class from one file.

    Args:
        source: The file, complete or `like` a complete one; or its content, which is changed.
        cls: A frozen dataclass whose annotations name the units (see `hardware.units`).
        overrides: Small files of the same structure, or their content, merged into the first in
            this order.
        names: Names to which texts in the file may refer, by kind (see `fields.Name`).
        check: Checks the loaded value against conditions outside the file.

    Returns:
        The parameters in SI units.

    Raises:
        ConfigError: With all mistakes in all these files.
    """
    kind: type = cls
    located = _whole(source) if isinstance(source, Path) else source
    for other in overrides:
        located.override(read(other) if isinstance(other, Path) else other)
    problems = list(located.problems)
    value: Any = None
    if located.data is not None or not problems:
        try:
            value = _reader(kind).validate_python(located.data, context=names)
        except ValidationError as error:
            problems += _translate(error, kind, located)
    if check is not None and not problems:
        problems += [located.place(where).problem(where, text) for where, text in check(value)]
    if problems:
        raise ConfigError(
            tuple(sorted(problems, key=lambda item: (item.file, item.line, item.column)))
        )
    loaded: T = value
    return loaded


def _whole(path: Path, above: tuple[str, ...] = ()) -> Located:
    """Read a file and merge it into the one that it is `like`; `above` is the chain of names."""
    located = read(path)
    if not isinstance(located.data, dict) or _LIKE not in located.data:
        return located
    name = located.data.pop(_LIKE)
    names = (*above, path.stem)
    others = sorted({item.stem for item in path.parent.glob("*.yaml")} - {path.stem})
    if name in names:
        wrong = f"must not form a cycle ({' like '.join((*names, name))})"
    elif name not in others:
        wrong = wrong_choice(name, others) if others else "there is no other file in this folder"
    else:
        base = _whole(path.with_name(f"{name}.yaml"), names)
        unreadable = base.data is None and bool(base.problems)
        base.override(located)
        base.data = None if unreadable else base.data
        return base
    located.problems.append(located.values[(_LIKE,)].problem((_LIKE,), wrong))
    located.data = None
    return located


@cache
def _reader(cls: type) -> SchemaValidator:
    return reader(cls)


def _translate(error: ValidationError, cls: type, located: Located) -> list[Problem]:
    """Return pydantic's errors with their positions and our messages."""
    problems: list[Problem] = []
    missing: list[tuple[DataPath, str]] = []
    suggested: set[tuple[DataPath, str]] = set()
    unread = {item.path for item in located.problems}
    for item in error.errors(include_url=False):
        path: DataPath = item["loc"]
        is_key = path[-1:] == ("[key]",) and path not in located.values  # marks a wrong key
        if is_key:
            path = path[:-1]
        if path_text(path) in unread:
            continue
        if item["type"] == "missing":
            missing.append((path[:-1], str(path[-1])))
        elif item["type"] == "extra_forbidden":
            message, near = unknown_key(
                str(path[-1]), {key: item.name for key, item in _keys_at(cls, path[:-1]).items()}
            )
            suggested.add((path[:-1], near))
            problems.append(located.keys[path].problem(path, message, kind_of(item)))
        else:
            place = located.keys[path] if is_key else located.place(path)
            message = wrong_value(item)
            problems.append(place.problem(path, message, kind_of(item)))
    for parent, key in missing:
        if (parent, key) not in suggested:
            place = located.keys.get(parent) or located.values[parent]
            problems.append(place.problem(parent, f"missing key '{key}'", "missing"))
    return problems


def _keys_at(cls: type, path: DataPath) -> dict[str, Key]:
    """Return the keys permitted in the mapping at a path."""
    annotation: Any = cls
    for part in path:
        annotation = below(annotation, part)
    kind = bare(annotation)
    return keys_of(kind) if isinstance(kind, type) and is_dataclass(kind) else {}
