"""Digest of the code and parameters behind a measurement: the same digest, the same figures.

The code is every module that the measurement imports, directly or indirectly. Only the syntax tree
of a module counts: comments, docstrings, layout and the wording of messages do not. The parameters
are the data in `config/` that a measurement reads.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

import yaml

_FLOORS = ("hsm", "motions", "hardware")
_UNREAD = ("scenarios", "tuning", "fall_causes.yaml")
"""Entries of `config/` that no measure of the README reads."""
_READERS = {
    "naoqi.yaml": "hsm.apps.naoqi.robot_program",
    "watchdog.yaml": "hsm.apps.robot.watchdog",
}
"""Files of `config/` that only one module reads; they count for measures that need it."""
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LENGTH = 12
_WORDING = re.compile(r"[a-z][,:;)']* \(?[a-z]", re.IGNORECASE)
"""Two words in a row, as in messages, reasons and headings; names and keys have no spaces."""


class MeasuredCode:
    """The sources of a checkout; every file is read once."""

    def __init__(self, root: Path) -> None:
        """Take the folder that holds the packages and `config/`."""
        self._root = root
        self._sources: dict[str, tuple[str, set[str]]] = {}

    def digest(self, *modules: str) -> str:
        """Return the digest of everything that a measurement depends on.

        Args:
            modules: Dotted names of the measuring modules.
        """
        needed = self.modules(*modules)
        told = [f"{name} {self._source(name)[0]}" for name in sorted(needed)]
        for file, parameters in self._parameters.items():
            if file not in _READERS or _READERS[file] in needed:
                told.append(parameters)
        return sha256("\n".join(told).encode()).hexdigest()[:_LENGTH]

    def modules(self, *modules: str) -> set[str]:
        """Return the project's modules that the given ones need, including themselves."""
        found: set[str] = set()
        waiting = set(modules)
        while waiting:
            name = waiting.pop()
            found.add(name)
            waiting |= self._source(name)[1] - found
        return found

    def _source(self, name: str) -> tuple[str, set[str]]:
        """Return the hash of a module's syntax, and the modules that it needs."""
        if name not in self._sources:
            said, imported = _looked_at(self._path(name).read_bytes())
            needed = {part for wanted in imported for part in self._existing(wanted)}
            packages = {name.rsplit(".", depth)[0] for depth in range(1, name.count(".") + 1)}
            self._sources[name] = said, needed | packages
        return self._sources[name]

    def _existing(self, name: str) -> Iterator[str]:
        """Yield a dotted name if it is a module of the project."""
        if name.split(".")[0] in _FLOORS and self._path(name).is_file():
            yield name

    def _path(self, name: str) -> Path:
        path = self._root.joinpath(*name.split("."))
        return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")

    @cached_property
    def _parameters(self) -> dict[str, str]:
        folder = self._root / "config"
        files = (path.relative_to(folder) for path in folder.rglob("*.yaml"))
        names = (path.as_posix() for path in sorted(files) if path.parts[0] not in _UNREAD)
        return {
            name: f"{name} {yaml.load((folder / name).read_bytes(), _LOADER)!r}" for name in names
        }


@cache
def _looked_at(text: bytes) -> tuple[str, frozenset[str]]:
    """Return the hash of a module's syntax, and the dotted names that it may import."""
    tree = ast.parse(text)
    return sha256(syntax(tree).encode()).hexdigest(), frozenset(_imported(tree))


def syntax(node: object) -> str:
    """Return a syntax tree as text, without docstrings and wording, for any version of Python."""
    if _is_wording(node):
        return "wording"
    if isinstance(node, ast.AST):
        fields = [
            f"{name}={syntax(value)}"
            for name, value in ast.iter_fields(node)
            if value not in (None, []) and name not in ("ctx", "kind")
        ]
        return f"{type(node).__name__}({','.join(fields)})"
    if isinstance(node, list):
        return f"[{','.join(syntax(item) for item in node if not _is_remark(item))}]"
    return repr(node)


def _is_remark(node: object) -> bool:
    """Return whether a statement is only a constant, such as a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_wording(node: object) -> bool:
    """Return whether a string is written for people; markup, such as a model's XML, is not."""
    match node:
        case ast.Constant(value=str(text)):
            pass
        case ast.JoinedStr():
            parts = (part.value if isinstance(part, ast.Constant) else "x" for part in node.values)
            text = "".join(map(str, parts))
        case _:
            return False
    return "<" not in text and _WORDING.search(text) is not None


def _imported(tree: ast.AST) -> Iterator[str]:
    """Yield the dotted names that may be modules, wherever in the module they are imported."""
    for node in _running(tree):
        if isinstance(node, ast.Import):
            yield from (item.name for item in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{item.name}" for item in node.names)


def _running(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield every node of a tree except those that only a type checker reads."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
        else:
            waiting += ast.iter_child_nodes(node)
