"""What is told of a message to whoever writes a program in another language is what is taken."""

import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from typing import Any, get_args, get_type_hints

import pytest

from hsm.apps.robot.protocol import read_message
from hsm.runs.serialisation import plain
from motions.destinations import SpeedShare
from motions.kinematics.geometry import Pose2
from motions.limbs.wishes import ArmWish
from motions.locomotion.gait import MoveConfig
from motions.locomotion.wish import StepShares
from motions.requests import MotionRequest
from motions.sight import Sighting
from tests.project.syntax import ROOT

PAGE = (ROOT / "hsm" / "apps" / "robot" / "REQUEST.md").read_text()


def inside(annotation: Any) -> Iterator[type]:
    """Yield the classes that a type names, however deep."""
    if isinstance(annotation, type) and (is_dataclass(annotation) or issubclass(annotation, Enum)):
        yield annotation
    for part in get_args(annotation):
        yield from inside(part)


def reached(kind: type) -> set[type]:
    found, new = set(), {kind}
    while new:
        found |= new
        hints = [h for k in new if is_dataclass(k) for h in get_type_hints(k).values()]
        new = {k for hint in hints for k in inside(hint)} - found
    return found


CLASSES = sorted(reached(MotionRequest) | reached(Sighting), key=lambda kind: kind.__name__)


def said_of(item: "Field[Any]") -> str:
    """Return how the page tells a field: what it is if it is left out."""
    if item.default is MISSING:
        return rf"\b{item.name}\b"
    if item.default is None or isinstance(item.default, SpeedShare):
        return rf"\b{item.name}\?"
    default = item.default.value if isinstance(item.default, Enum) else plain(item.default)
    if isinstance(default, float):
        default = int(default) if default.is_integer() else round(default, 3)
    if isinstance(default, list):
        default = [int(number) for number in default]
    return rf"\b{item.name}={re.escape(json.dumps(default))}"


@pytest.mark.parametrize(
    "kind", [k for k in CLASSES if is_dataclass(k)], ids=lambda kind: kind.__name__
)
def test_every_field_is_told_with_what_it_is_if_it_is_left_out(kind: type) -> None:
    if kind in (ArmWish, MotionRequest, Pose2):  # which of them are needed is told in words
        told = [item.name for item in fields(kind)]
    else:
        told = [said_of(item) for item in fields(kind) if item.init]
    wanted = {name for name in told if not re.search(name, PAGE)}
    rows = [line for line in PAGE.splitlines() if all(re.search(name, line) for name in told)]
    assert not wanted, f"{kind.__name__}: {wanted}"
    assert rows or kind in (MotionRequest, Sighting), f"no row has all of {kind.__name__}"


def test_every_name_is_told() -> None:
    names = {
        (kind.__name__, member.name.lower())
        for kind in CLASSES
        if issubclass(kind, Enum)
        for member in kind
    }
    assert {StepShares, MoveConfig} <= set(CLASSES)
    missing = {name for name in names if f"`{name[1]}`" not in PAGE}
    assert not missing, "name it in hsm/apps/robot/REQUEST.md"


def test_no_part_is_told_that_there_is_not() -> None:
    known = {item.name for kind in CLASSES if is_dataclass(kind) for item in fields(kind)}
    rows = [line.split("|")[2] for line in PAGE.splitlines() if line.startswith("| ")]
    told = {name for row in rows for name in re.findall(r"\b([a-z_]+)(?:=|\?)", row)}
    assert told <= known


def test_a_pose_may_be_told_as_the_page_tells_it() -> None:
    seen = {"time": 1.0, "odometry": {"x": 0, "y": 0, "heading": 0}, "x": 0.5, "y": 0}
    assert read_message({"version": 1, "sight": {"ball": seen}}).sight is not None
