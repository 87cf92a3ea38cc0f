"""The ankle strategy, on hand-made states."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE
from motions.kinematics.sole_tilt import Tilt
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.step import Step, StepEnd, StepKind
from motions.walking.terms.ankle_strategy import AnkleStrategy
from tests.fakes import robot_state
from tests.motions.walking.stepper import (
    a_step,
    forward,
    left_step,
    on,
    seen,
    standing_command,
    term,
    tilting,
)


def pressed(engine: WalkingEngine, rate: float, axis: int) -> tuple[float, float]:
    """Let the robot turn over its right sole; return pitch and roll of the strategy, rad."""
    left_step(engine)
    for cycle in range(1, 9):
        engine.update(tilting(cycle * CYCLE, rate, axis))
    turn = term(engine, AnkleStrategy).turns[Side.RIGHT]
    return turn.pitch, turn.roll


def test_a_robot_that_tips_forward_presses_its_toes(engine: WalkingEngine) -> None:
    assert pressed(engine, math.radians(120), axis=1)[0] > 0.0


def test_a_robot_that_tips_backward_presses_its_heel(engine: WalkingEngine) -> None:
    assert pressed(engine, math.radians(-120), axis=1)[0] < 0.0


def test_a_robot_that_tips_towards_the_swing_foot_presses_the_inner_edge(
    engine: WalkingEngine,
) -> None:
    # The left foot swings: a negative roll tips to the left.
    assert pressed(engine, math.radians(-150), axis=0)[1] > 0.0


def test_a_robot_that_tips_away_from_the_swing_foot_presses_the_outer_edge(
    engine: WalkingEngine,
) -> None:
    assert pressed(engine, math.radians(150), axis=0)[1] < 0.0


@pytest.mark.parametrize("excess", [1.0, -1.0])
def test_an_ankle_never_turns_beyond_its_limit(walking: WalkingParameters, excess: float) -> None:
    parameters = walking.ankle_strategy
    strategy = AnkleStrategy(parameters)
    before = Tilt()
    for _ in range(20):
        strategy.update(robot_state(), seen(a_step(Side.LEFT), excess=(excess, excess)))
        now = replace(strategy.turns[Side.RIGHT])
        for axis in ("pitch", "roll"):
            change = abs(getattr(now, axis) - getattr(before, axis))
            assert change <= parameters.speed * CYCLE + 1e-12
        before = now
    limit = math.copysign(parameters.limit, excess)
    assert (now.pitch, now.roll) == pytest.approx((limit, limit))


def roll_when_behind(
    walking: WalkingParameters, returning: float, share: float, *, hurry: bool = False
) -> float:
    """Return the ankle roll, rad, for a torso that is 50 mm behind at a share of its step."""
    strategy = AnkleStrategy(replace(walking.ankle_strategy, hurry=hurry))
    walk = seen(a_step(Side.LEFT, share=share), excess=(0.0, -0.05))
    walk.dcm_error.returning = returning
    for _ in range(20):
        strategy.update(robot_state(), walk)
    return strategy.turns[Side.RIGHT].roll


def test_a_lagging_torso_is_pressed_back_while_its_step_can_still_end_in_time(
    walking: WalkingParameters,
) -> None:
    assert roll_when_behind(walking, 0.01, 0.8) == pytest.approx(-walking.ankle_strategy.limit)


def test_a_late_torso_that_swings_back_fast_enough_is_not_pressed(
    walking: WalkingParameters,
) -> None:
    parameters = walking.ankle_strategy
    bias = parameters.roll_gain * parameters.bias
    assert roll_when_behind(walking, 0.01, 1.2) == pytest.approx(bias)
    assert roll_when_behind(walking, 0.01, 1.2, hurry=True) == pytest.approx(-parameters.limit)


def test_a_late_torso_that_does_not_swing_back_is_pressed(walking: WalkingParameters) -> None:
    assert roll_when_behind(walking, -0.05, 1.2) == pytest.approx(-walking.ankle_strategy.limit)


def test_the_ankle_of_the_swing_foot_turns_back(engine: WalkingEngine) -> None:
    strategy = term(engine, AnkleStrategy)
    strategy.turns[Side.LEFT] = Tilt(pitch=0.05, roll=-0.05)
    for _ in range(10):
        strategy.update(robot_state(), seen(a_step(Side.LEFT)))
    assert strategy.turns[Side.LEFT] == Tilt()


def test_the_ankle_of_the_swing_foot_turns_back_at_a_limited_speed(
    engine: WalkingEngine, walking: WalkingParameters
) -> None:
    strategy = term(engine, AnkleStrategy)
    strategy.turns[Side.LEFT] = Tilt(pitch=0.05, roll=-0.05)
    strategy.update(robot_state(), seen(a_step(Side.LEFT)))
    left = 0.05 - walking.ankle_strategy.return_speed * CYCLE
    assert strategy.turns[Side.LEFT] == Tilt(pitch=pytest.approx(left), roll=pytest.approx(-left))


def test_the_edges_of_both_feet_are_mirrored(engine: WalkingEngine) -> None:
    """A positive turn about x lifts the left edge, so the left foot presses its inner edge."""
    strategy = term(engine, AnkleStrategy)
    strategy.turns = {
        Side.LEFT: Tilt(pitch=0.01, roll=0.02),
        Side.RIGHT: Tilt(pitch=0.03, roll=0.04),
    }
    joints = [0.0] * len(Joint)
    strategy.joints(joints, seen())
    assert {joint: joints[joint] for joint in Joint if joints[joint] != 0.0} == {
        Joint.L_ANKLE_PITCH: 0.01,
        Joint.L_ANKLE_ROLL: 0.02,
        Joint.R_ANKLE_PITCH: 0.03,
        Joint.R_ANKLE_ROLL: -0.04,
    }


def test_the_next_step_begins_from_the_feet_without_the_ankle_strategy(
    engine: WalkingEngine,
) -> None:
    engine.begin_step(StepKind.STARTING, forward(0.1), on(Side.RIGHT), standing_command(engine))
    term(engine, AnkleStrategy).turns[Side.RIGHT] = Tilt(pitch=0.05, roll=0.05)
    engine.begin_step(StepKind.STEPPING, forward(0.1), on(Side.RIGHT), engine.command())
    assert engine.running is not None
    assert engine.running.start.right.pitch == pytest.approx(0.0, abs=1e-9)
    assert engine.running.start.right.roll == pytest.approx(0.0, abs=1e-9)


def lasting(strategy: AnkleStrategy, swing: Side, time: float, **told: object) -> None:
    """End a step over the other foot after a time, s."""
    step = replace(a_step(swing), end=StepEnd.SWITCH, time=time + CYCLE, **told)  # type: ignore[arg-type] # fields
    strategy.begin(robot_state(), seen(step))


def limping(walking: WalkingParameters, left: float, right: float, **told: object) -> AnkleStrategy:
    """Return a strategy after 300 double steps of these times over left and right foot, s."""
    strategy = AnkleStrategy(walking.ankle_strategy)
    for _ in range(300):
        lasting(strategy, Side.RIGHT, left, **told)
        lasting(strategy, Side.LEFT, right, **told)
    return strategy


def test_a_limping_robot_is_pressed_back_over_the_foot_with_the_longer_steps(
    walking: WalkingParameters,
) -> None:
    most = walking.ankle_strategy.limp.limit
    assert limping(walking, 0.30, 0.20).limp == pytest.approx(-most)
    assert limping(walking, 0.20, 0.30).limp == pytest.approx(most)


@pytest.mark.parametrize("time", [0.20, 0.35])
def test_steps_of_equal_duration_are_not_corrected(walking: WalkingParameters, time: float) -> None:
    assert limping(walking, time, time).limp == pytest.approx(0.0, abs=1e-3)


def test_one_late_step_counts_no_more_than_a_limp(walking: WalkingParameters) -> None:
    own = walking.ankle_strategy.limp
    strategy = AnkleStrategy(walking.ankle_strategy)
    for time in (0.25, 2.5, 0.25):
        lasting(strategy, Side.RIGHT, time)
    assert strategy.limp == pytest.approx(-own.gain * own.ignore_above)


@pytest.mark.parametrize(
    "told",
    [
        {"planned": Step(0.0, 0.03, 0.0)},
        {"planned": Step(0.0, 0.0, 0.3)},
        {"kind": StepKind.STOPPING},
        {"teaches": False},
    ],
    ids=lambda told: next(iter(told)),
)
def test_steps_of_another_rhythm_teach_nothing(
    walking: WalkingParameters, told: dict[str, object]
) -> None:
    assert limping(walking, 0.30, 0.20, **told).limp == 0.0


def test_the_learnt_turn_of_the_ankle_outlives_a_stop(walking: WalkingParameters) -> None:
    strategy = AnkleStrategy(walking.ankle_strategy)
    strategy.limp = 0.005
    strategy.reset()
    for _ in range(20):
        strategy.update(robot_state(), seen(a_step(Side.LEFT)))
    bias = walking.ankle_strategy.bias - 0.005
    assert strategy.turns[Side.RIGHT].roll == pytest.approx(walking.ankle_strategy.roll_gain * bias)


def test_a_learnt_limp_has_no_effect_after_its_learning_was_switched_off(
    walking: WalkingParameters,
) -> None:
    rolls = []
    for active, limp in ((True, 0.0), (True, 0.02), (False, 0.02)):
        own = walking.ankle_strategy
        strategy = AnkleStrategy(replace(own, limp=replace(own.limp, active=active)))
        strategy.limp = limp
        for _ in range(20):
            strategy.update(robot_state(), seen(a_step(Side.LEFT)))
        rolls.append(strategy.turns[Side.RIGHT].roll)
    without, limps, off = rolls
    assert limps != without == off
