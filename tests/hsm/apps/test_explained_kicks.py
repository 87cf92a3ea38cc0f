"""`hsm explain` gives the reason why a ball is not kicked, with measured values."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hsm.control.assembly import build_cycle, load_settings
from hsm.runs.explanation import Explanation, cycle_at, explain_cycle
from hsm.runs.reader import read_run
from hsm.scenarios.loader import load_scenarios
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import about, run

TOWARDS_A_BALL = """\
name: towards a ball
description: {what}
plant: standard
robot: 0
seed: 1
start: {{posture: standing, state: Stand.Normal}}
duration_s: {seconds}
props: [{{ball: {{x_mm: 600, y_mm: 56}}}}]
sight: true
timeline:
{timeline}
expect: [{{leaf: WalkPhase.Stepping}}]
"""
NOT_SEEN_YET = TOWARDS_A_BALL.format(
    what="Is asked for a kick before it has seen the ball, then for one in the walk.",
    seconds=1.6,
    timeline="""\
  - {at_s: 0, request: {motion: kick, kick: {kind: forward_fast}, head: {mode: ball}}}
  - at_s: 0.2
    request:
      motion: kick
      kick: {kind: forward, target_mm: [1600, 56], frame: odometry}
      head: {mode: target, target_mm: [600, 56, 50]}""",
)
JUMPS = TOWARDS_A_BALL.format(
    what="The ball is put elsewhere while the robot comes to kick it.",
    seconds=1.8,
    timeline="""\
  - {at_s: 0, request: {motion: stand, head: {mode: target, target_mm: [600, 56, 50]}}}
  - {at_s: 0.6, request: {motion: kick, kick: {kind: forward}, head: {mode: ball}}}
  - {at_s: 1.46, disturb: {move_ball: {x_mm: 1100, y_mm: 56}}}""",
)


def played(
    scenario: str, folder: Path, *, until: float | None = None
) -> Callable[[float], Explanation]:
    """Play a scenario, if required only until a time, s; return a function that explains a time."""
    settings = load_settings()
    (asked,) = load_scenarios([scenario])
    if until is not None:
        asked = replace(asked, duration=until)
    with Recorder(folder / "run.hsm", settings, about(asked)) as recorder:
        run(asked, settings, observers=[recorder])
    recorded = read_run(folder / "run.hsm")
    chart = build_cycle(settings).machine.chart
    return lambda time: explain_cycle(recorded, cycle_at(recorded, time), chart)


def written(text: str, folder: Path) -> str:
    path = folder / "kick.yaml"
    path.write_text(text)
    return str(path)


@pytest.fixture(scope="module")
def tell(tmp_path_factory: pytest.TempPathFactory) -> Callable[[float], Explanation]:
    folder = tmp_path_factory.mktemp("kick")
    return played(written(NOT_SEEN_YET, folder), folder)


def lacks(told: Explanation, event: str, literal: str) -> str:
    """Return the measured values behind a missing literal of a row."""
    (row,) = [row for row in told.rows if row.event == event]
    return next(each.numbers for each in row.lacks if each.literal == literal)


def test_a_kick_from_the_stand_without_a_ball_is_explained(
    tell: Callable[[float], Explanation],
) -> None:
    numbers = lacks(tell(0.06), "kick", "kick_ready")
    assert numbers.startswith("kick forward_fast at 0 deg in the robot frame requested; ")
    assert numbers.endswith("no ball is known")


def test_a_kick_in_the_walk_is_explained_for_each_foot(
    tell: Callable[[float], Explanation],
) -> None:
    told = tell(1.2)
    assert told.leaf == "WalkPhase.Stepping"
    assert "kick forward to 1.60, 0.06 m in the odometry frame" in told.request
    numbers = lacks(told, "kick_step", "kick_step_ready")
    assert "further ahead than nominal, at most" in numbers
    assert "left" in numbers and "right" in numbers


def test_a_ball_seen_too_long_ago_is_reported_with_its_age(tmp_path: Path) -> None:
    told = played("ball_was_seen_too_long_ago", tmp_path, until=4.8)(4.7)
    numbers = lacks(told, "kick", "kick_ready")
    seen = float(numbers.partition("the ball was last seen ")[2].removesuffix(" s ago"))
    assert 3.0 < seen < 4.7


def test_a_ball_not_seen_since_the_last_kick_is_reported(tmp_path: Path) -> None:
    told = played("no_second_kick_of_an_old_ball", tmp_path)(6.4)
    assert told.leaf == "Stand.Normal"
    assert lacks(told, "kick", "kick_ready").endswith(
        "the ball has not been seen since the last kick"
    )


def test_a_ball_that_jumps_is_reported_with_the_distance(tmp_path: Path) -> None:
    told = played(written(JUMPS, tmp_path), tmp_path)(1.7)
    numbers = lacks(told, "kick_in_step", "kick_in_step")
    assert numbers.endswith("m: not confirmed by a picture yet")
    assert "the ball jumped by 0.4" in numbers or "the ball jumped by 0.5" in numbers
