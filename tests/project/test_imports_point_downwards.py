"""The layers: hsm decides, motions move, hardware is the robot.

The linter reads import statements, in functions too, but no imports by name. Outside of
`hsm/apps`, which is above everything, and of the public page, which no module inside imports, an
import by name may only load third-party packages.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.syntax import PUBLIC, ROOT, hidden_imports, sources, syntax_of

FLOORS = {"hsm", "motions", "hardware"}


def climbing(module: ast.AST) -> list[tuple[int, str]]:
    """Return line and module of every import by name that loads, or may load, a layer."""
    return [
        (line, module)
        for line, module in hidden_imports(module)
        if not module or module.split(".")[0] in FLOORS
    ]


def test_imports_point_downwards_only() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_no_import_by_name_bypasses_the_linter() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {module or 'a module not written there'}"
        for path in sources("hsm", "motions", "hardware", but=("hsm/apps", *PUBLIC))
        for line, module in climbing(syntax_of(path))
    ]
    assert found == []


@pytest.mark.parametrize(
    "lines",
    [
        ["import importlib", "importlib.import_module('hsm.chart')"],
        ["import importlib as i", "i.import_module('hardware.simulation')"],
        ["from importlib import import_module", "import_module('motions.stand')"],
        ["from importlib import import_module as load", "load('hsm')"],
        ["from importlib import import_module", "import_module(name='hsm.apps')"],
        ["from importlib import import_module", "import_module(f'hsm.{name}')"],
        ["from importlib import import_module", "import_module(name)"],
        ["from importlib import import_module", "import_module(f'{name}.apps')"],
        ["from importlib import import_module", "import_module('.apps', 'hsm')"],
        ["from importlib import import_module", "load = import_module"],
        ["pass", "__import__('hsm.chart')"],
        ["import builtins", "builtins.__import__('hsm')"],
        ["from builtins import __import__ as load", "load('hsm')"],
        ["pass", "exec('import hsm')"],
        ["pass", "eval('__imp' + 'ort__(name)')"],
        ["from builtins import exec as run", "run('import hsm')"],
    ],
    ids=lambda lines: lines[-1],
)
def test_an_import_by_name_planted_in_a_function_of_a_module_is_found(lines: list[str]) -> None:
    clean = (ROOT / "motions" / "stand.py").read_text()
    assert climbing(ast.parse(clean)) == []
    planted = "\n".join([clean, "def load(name: str) -> None:", *(f"    {line}" for line in lines)])
    assert [line for line, _ in climbing(ast.parse(planted))] == [len(planted.splitlines())]


def test_a_third_party_package_may_be_imported_by_name() -> None:
    text = "from importlib import import_module\nimport_module('av')\nimport_module(f'mujoco.{x}')"
    assert [module for _, module in hidden_imports(ast.parse(text))] == ["av", "mujoco."]
    assert climbing(ast.parse(text)) == []
