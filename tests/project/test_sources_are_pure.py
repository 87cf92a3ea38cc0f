"""Decisions and motions use one clock, that of the frame, and only random generators passed in."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.syntax import PUBLIC, ROOT, dotted, hidden_imports, sources, syntax_of

FORBIDDEN_MODULES = {"time", "datetime", "random", "secrets", "asyncio", "threading", "uuid"}
ABOVE = ("hsm/apps", "hsm/campaigns", "hsm/simulated/runner.py")
"""Commands and campaigns read the wall clock and draw trials; the runner times itself."""
HANDED_IN = {"Generator"}  # the type of a random generator, not its construction


def impurities(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and name of every clock and every source of randomness that a module uses.

    An import by name may load any of them, so it counts as one, whatever it names.
    """
    yield from named_impurities(tree)
    for line, module in hidden_imports(tree):
        yield line, f"import by name of '{module}'"


def named_impurities(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for item in node.names:
                if item.name.split(".")[0] in FORBIDDEN_MODULES or item.name == "numpy.random":
                    yield node.lineno, item.name
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {item.name for item in node.names}
            if node.module.split(".")[0] in FORBIDDEN_MODULES:
                yield node.lineno, node.module
            elif node.module == "numpy.random" and names - HANDED_IN:
                yield node.lineno, f"numpy.random.{names}"
            elif node.module == "numpy" and "random" in names:
                yield node.lineno, "numpy.random"
        elif isinstance(node, ast.Attribute):
            parts = dotted(node).split(".")
            if parts[:2] in (["np", "random"], ["numpy", "random"]) and len(parts) == 3:
                if parts[2] not in HANDED_IN:
                    yield node.lineno, dotted(node)


def found(files: list[Path]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in files
        for line, name in impurities(syntax_of(path))
    ]


def test_decisions_and_motions_read_no_clock_and_create_no_random_generator() -> None:
    assert found(sources("hsm", "motions", but=(*ABOVE, *PUBLIC))) == []


def test_the_robot_data_read_no_clock_and_create_no_random_generator() -> None:
    assert found([path for path in (ROOT / "hardware").glob("*.py")]) == []


@pytest.mark.parametrize(
    "line",
    [
        "import time",
        "from time import monotonic",
        "import datetime as d",
        "import random",
        "from numpy import random",
        "from numpy.random import default_rng",
        "x = np.random.normal()",
        "x = numpy.random.default_rng(3)",
        "def now() -> float: return __import__('time').time()",
        "def now() -> float: return importlib.import_module('time').time()",
        "def now(clock: str) -> float: return import_module(clock).time()",
        "def now() -> None: exec('import time')",
    ],
)
def test_the_scan_finds(line: str) -> None:
    assert len(list(impurities(ast.parse(line)))) == 1


def test_the_scan_accepts_a_random_generator_that_is_passed_in() -> None:
    text = "def f(chance: np.random.Generator) -> float:\n    return chance.normal()"
    assert list(impurities(ast.parse(text))) == []


def test_only_the_simulation_asks_whether_it_is_one() -> None:
    asking = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sources("hsm", "motions", but=(*ABOVE, "hsm/simulated", "hsm/pictures"))
        for node in ast.walk(syntax_of(path))
        if isinstance(node, ast.If) and "simulat" in ast.unparse(node.test).lower()
    ]
    assert asking == []
