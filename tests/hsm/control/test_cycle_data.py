"""Data created in every cycle is cheap to create, yet read-only to the type checker."""

import dataclasses
import math
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.cycle_data import cycle_data
from hsm.campaigns.context import CampaignConfig, build_context
from motions.requests import Motion, MotionRequest

_PACKAGES = ("hardware.", "motions.", "hsm.")


@cycle_data
class Sample:
    """Two numbers."""

    first: float
    second: float = 0.0


def _frozen_classes() -> Iterator[type]:
    for name, module in tuple(sys.modules.items()):
        if name.startswith(_PACKAGES):
            for cls in vars(module).values():
                ours = isinstance(cls, type) and cls.__module__ == name
                if ours and dataclasses.is_dataclass(cls) and cls.__dataclass_params__.frozen:
                    yield cls


def test_no_class_created_in_every_cycle_of_a_walk_is_frozen_at_run_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    simulation = build_context(CampaignConfig("ideal")).simulation(0)
    walk = MotionRequest(Motion.WALK, forward=0.2)
    while simulation.time < 3.0:
        simulation.step(walk)
    made: Counter[str] = Counter()

    def counted(usual: Callable[..., None], name: str) -> Callable[..., None]:
        def init(*given: Any, **named: Any) -> None:
            made[name] += 1
            usual(*given, **named)

        return init

    for cls in _frozen_classes():
        monkeypatch.setattr(cls, "__init__", counted(cls.__init__, cls.__qualname__))  # type: ignore[misc]
    cycles = 100
    for _ in range(cycles):
        simulation.step(walk)
    assert {name: count for name, count in made.items() if count >= cycles} == {}


def test_cycle_data_are_compared_hashed_and_replaced_by_their_fields() -> None:
    assert Sample(1.0) == Sample(1.0, 0.0)
    assert hash(Sample(1.0, 2.0)) == hash(Sample(1.0, 2.0))
    assert dataclasses.replace(Sample(1.0), second=3.0) == Sample(1.0, 3.0)


def test_records_with_nan_equal_themselves_in_every_version_of_python() -> None:
    assert Sample(1.0, math.nan) == dataclasses.replace(Sample(1.0, math.nan))
    assert Sample(1.0, math.nan) != Sample(2.0, math.nan)
    assert Sample(1.0) != (1.0, 0.0)


def test_the_type_checker_rejects_assignment_to_cycle_data(tmp_path: Path) -> None:
    program = tmp_path / "changes.py"
    program.write_text(
        "from motions.kinematics.geometry import Pose2\n\npose = Pose2()\npose.x = 1.0\n"
    )
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path), str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "changes.py:4" in done.stdout and "read-only" in done.stdout, done.stdout
