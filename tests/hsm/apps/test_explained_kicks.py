"""`hsm explain` says why a ball is not kicked, with the numbers behind it."""

from collections.abc import Callable

import pytest

from hsm.control.assembly import build_cycle, load_settings
from hsm.runs.explanation import Explanation, cycle_at, explain_cycle
from hsm.runs.reader import read_run
from hsm.scenarios.loader import load_scenarios
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import about, run

NOT_SEEN_YET = """\
name: not seen yet
description: Is asked for a kick before it has seen the ball, then for one in the walk.
plant: standard
robot: 0
seed: 1
start: {posture: standing, state: Stand.Normal}
duration_s: 1.6
props: [{ball: {x_mm: 600, y_mm: 56}}]
sight: true
timeline:
  - {at_s: 0, request: {motion: kick, kick: {kind: forward_fast}, head: {mode: ball}}}
  - at_s: 0.2
    request:
      motion: kick
      kick: {kind: forward, target_mm: [1600, 56], frame: odometry}
      head: {mode: target, target_mm: [600, 56, 50]}
expect: [{leaf: WalkPhase.Stepping}]
"""


@pytest.fixture(scope="module")
def tell(tmp_path_factory: pytest.TempPathFactory) -> Callable[[float], Explanation]:
    folder = tmp_path_factory.mktemp("kick")
    (folder / "kick.yaml").write_text(NOT_SEEN_YET)
    (scenario,) = load_scenarios([str(folder / "kick.yaml")])
    settings = load_settings()
    with Recorder(folder / "run.hsm", settings, about(scenario)) as recorder:
        run(scenario, settings, observer=recorder)
    recorded = read_run(folder / "run.hsm")
    chart = build_cycle(settings).machine.chart
    return lambda time: explain_cycle(recorded, cycle_at(recorded, time), chart)


def lacks(told: Explanation, event: str, literal: str) -> str:
    """Return the numbers behind what a row was missing."""
    (row,) = [row for row in told.rows if row.event == event]
    return next(each.numbers for each in row.lacks if each.literal == literal)


def test_a_kick_out_of_the_stand_that_is_not_ready_says_which_ball_is_missing(
    tell: Callable[[float], Explanation],
) -> None:
    numbers = lacks(tell(0.06), "kick", "kick_ready")
    assert numbers.startswith("kick forward_fast at 0 deg in the robot's frame requested; ")
    assert numbers.endswith("no ball is known")


def test_a_kick_in_the_walk_says_what_each_foot_is_missing(
    tell: Callable[[float], Explanation],
) -> None:
    told = tell(1.4)
    assert told.leaf == "WalkPhase.Stepping"
    assert "kick forward to 1.60, 0.06 m in the frame of its odometry" in told.request
    numbers = lacks(told, "kick_step", "kick_step_ready")
    assert "further ahead than it should, may be" in numbers
    assert "left" in numbers and "right" in numbers
