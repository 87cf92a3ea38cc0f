"""The project's sources as syntax trees, and imports that no import statement shows."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PUBLIC = ("hsm/__init__.py", "hsm/api.py")
"""The public page, which loads at first use what linters see as its imports."""
_LOADERS = {"import_module", "__import__"}
_RUNNERS = {"exec", "eval"}


def sources(*folders: str, but: tuple[str, ...] = ()) -> list[Path]:
    """Return the Python files below folders of the project, without those below some others."""
    files = (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")))
    return [path for path in files if not any(path.is_relative_to(ROOT / name) for name in but)]


@cache
def syntax_of(path: Path) -> ast.Module:
    """Return the syntax tree of a file; it is read once and must not be changed."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def dotted(node: ast.AST) -> str:
    """Return a dotted name as written, or an empty text if the node is no name."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def hidden_imports(module: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and module of every import made by a call.

    The module is empty if it cannot be determined: a variable, a relative name, executed text, or
    an import function that is passed on instead of called.
    """
    nodes = list(ast.walk(module))
    renamed = {
        item.asname: item.name
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for item in node.names
        if item.name in _LOADERS | _RUNNERS and item.asname
    }
    calls = {node.func: node for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if isinstance(node, ast.Name | ast.Attribute):
            name = node.id if isinstance(node, ast.Name) else node.attr
            name = renamed.get(name, name)
            if name in _LOADERS:
                yield node.lineno, _module(calls.get(node))
            elif name in _RUNNERS:
                yield node.lineno, ""


def _module(call: ast.Call | None) -> str:
    """Return the module that a call names, as far as the name is literal."""
    given: list[ast.expr] = []
    if call is not None:
        given = call.args[:1] + [word.value for word in call.keywords if word.arg == "name"]
    name = given[0] if given else None
    if isinstance(name, ast.JoinedStr):  # f"package.{module}": the package is known
        name = name.values[0]
        if isinstance(name, ast.Constant) and "." not in str(name.value):
            return ""
    text = name.value if isinstance(name, ast.Constant) else ""
    return text if isinstance(text, str) and not text.startswith(".") else ""
