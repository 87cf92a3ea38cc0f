"""Scenarios short enough for a test, and the `hsm` command run in an empty folder."""

import os
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.warm import Call, Warm

Done = subprocess.CompletedProcess[str]
Hsm = Callable[..., Done]

WALK = """\
name: short walk
description: Stands, walks three steps.
plant: standard
robot: 0
seed: 2
start: {posture: standing, state: Stand.Normal}
duration_s: 1.8
timeline:
  - {at_s: 0.2, request: {motion: walk, forward_mm_per_s: 150}}
  - {at_s: 1.5, disturb: {push: {impulse_ns: 0.5, direction_deg: 90}}}
expect:
  - {event: next_step, leaf: WalkPhase.Stepping, within_s: 1}
never:
  - leaf: FallProtection
"""

FIVE_MISTAKES = """\
name: broken
description: Has five mistakes.
plant: standard
robot: 10
sede: 1
start: {posture: standin, state: Stand.Normal}
duration_s: 0
timeline:
  - {at_s: 0, request: {motion: wlak}}
expect: []
"""


def call(process: Warm, folder: Path, *words: str, without: tuple[str, ...] = ()) -> Done:
    """Run `hsm` with arguments in a folder, as if some packages were not installed."""
    ended = process.run(Call(list(words), str(folder), dict(os.environ), without=without))
    return Done(words, ended.code, ended.stdout, ended.stderr)


@pytest.fixture
def hsm(ready: Warm, tmp_path: Path) -> Hsm:
    """Return a function that runs `hsm` with arguments in an empty folder."""
    return partial(call, ready, tmp_path)


@pytest.fixture
def walk(tmp_path: Path) -> Path:
    """Return the path of a short scenario that passes."""
    path = tmp_path / "walk.yaml"
    path.write_text(WALK)
    return path


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    """Return the path of a short scenario that fails: it expects a leaf that no walk enters."""
    path = tmp_path / "failing.yaml"
    path.write_text(WALK.replace("event: next_step, leaf: WalkPhase.Stepping", "leaf: Limp"))
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """Return the path of a scenario with five mistakes."""
    path = tmp_path / "broken.yaml"
    path.write_text(FIVE_MISTAKES)
    return path
