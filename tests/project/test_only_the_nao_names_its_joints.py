"""Joints are identified by their function: only code about the NAO uses their names."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.robots.nao import Joint
from motions.keyframes.motions.conditions import Condition
from tests.project.syntax import ROOT, sources, syntax_of

ABOUT_THE_NAO = (
    "hardware/robots/nao.py",
    "hardware/simulation",
    "motions/kinematics/nao_legs.py",
    "motions/keyframes/interchange/names.py",
)
"""Its wire, its physics, the closed form of its legs, the words of other teams' files about it."""
QUANTITIES = frozenset(Condition.__dataclass_fields__)
"""Conditions of keyframes use them: a robot has shoulders, whatever their joints are called."""
NAMES = {form for joint in Joint for form in (joint.name, joint.key, joint.wire_name)} - QUANTITIES
MEMBERS = {joint.name for joint in Joint}


def names_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and name of every joint of the NAO that is spelled out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in NAMES:
            yield node.lineno, str(node.value)
        elif isinstance(node, ast.Attribute) and node.attr in MEMBERS:
            yield node.lineno, node.attr


def constants_in(tree: ast.AST) -> Iterator[int]:
    """Yield the line of every import of the NAO's cycle time."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and "CYCLE" in [item.name for item in node.names]:
            yield node.lineno


def test_no_joint_of_the_nao_is_spelled_out_elsewhere() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sources("hsm", "motions", "hardware", but=ABOUT_THE_NAO)
        for line, name in names_in(syntax_of(path))
    ]
    assert found == []


def test_no_motion_and_no_state_uses_a_constant_cycle_time() -> None:
    but = ("hsm/runs/format.py",)  # the run format states the period of its robot
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sources("hsm", "motions", but=but)
        for line in constants_in(syntax_of(path))
    ]
    assert found == []


@pytest.mark.parametrize("path", ABOUT_THE_NAO)
def test_the_files_about_the_nao_exist(path: str) -> None:
    assert (ROOT / Path(path)).exists()


@pytest.mark.parametrize(
    "line", ["x = Joint.HEAD_YAW", "x = 'LHipRoll'", "x = {'r_knee_pitch': 1}"]
)
def test_a_name_planted_in_a_module_is_found(line: str) -> None:
    clean = (ROOT / "motions" / "stand.py").read_text()
    assert list(names_in(ast.parse(clean))) == []
    assert len(list(names_in(ast.parse(f"{clean}\n{line}\n")))) == 1
