"""A new walk keeps what is known of the robot, but nothing of how earlier walks ended."""

from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.sensors_and_commands import CYCLE
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.parameters import SpeedProfile
from motions.walking.step import StepKind
from tests.motions.walking.stepper import forward, on, standing_command, tilting
from tests.motions.walking.terms.test_order import GROUPS, with_only

FALLS, STANDS = 3.0, 0.1
"""Pitch rates of a robot that falls and of one that walks, rad/s."""


def walked(engine: WalkingEngine, rate: float, kind: StepKind, cycles: int) -> list[float]:
    """Return the joints of the first cycles of a walk whose torso pitches at a rate, rad/s."""
    engine.begin_step(kind, forward(0.2), on(Side.RIGHT), standing_command(engine))
    joints: list[float] = []
    for cycle in range(cycles):
        joints += engine.command().positions
        engine.update(pitching(cycle * CYCLE, rate))
    return joints


def pitching(time: float, rate: float) -> RobotState:
    return tilting(time, rate, 1, Side.RIGHT)


@pytest.mark.parametrize("kind", [StepKind.STARTING, StepKind.STEPPING])
@pytest.mark.parametrize("group", ["all that ships", *GROUPS])
def test_a_walk_after_a_fall_begins_like_one_before_it(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile, group: str, kind: StepKind
) -> None:
    # Joint errors show how worn the robot is, however the walk ended.
    sound = replace(
        walking if group not in GROUPS else with_only(walking, group),
        slow_when_worn=replace(walking.slow_when_worn, active=False),
        sag=replace(walking.sag, active=False),
    )
    first, later = (WalkingEngine(nao, sound, profile) for _ in range(2))
    walked(later, FALLS, StepKind.STEPPING, 12)
    later.reset()
    assert walked(later, STANDS, kind, 15) == walked(first, STANDS, kind, 15)


def test_the_step_of_a_fall_is_not_counted_as_usual(engine: WalkingEngine) -> None:
    walked(engine, FALLS, StepKind.STEPPING, 12)
    assert engine.walk.dcm_error.forward > 0.05
    engine.reset()
    walked(engine, STANDS, StepKind.STARTING, 1)
    assert set(engine.walk.dcm_error.usual.values()) == {0.0}
