"""Waiting in the stand: for quiet gyros before standing high, for a delay before walking."""

from typing import Any

import pytest

from hardware.sensors_and_commands import JointCommand
from hsm.chart import Leaf, facts
from hsm.chart.leaves import (
    STAND_LOWERING,
    STAND_NORMAL,
    STAND_RISING,
    WALK_DELAY_PHASE,
    WALK_STOPPING,
)
from hsm.control.assembly import load_settings
from hsm.states.components import Components, build_components
from hsm.states.state import STATE_FACTORIES, Cause, CycleInput, State
from motions.requests import Motion, MotionRequest
from tests.fakes import STANCE, robot_state

LAST = JointCommand(STANCE, (1.0,) * len(STANCE))
WALK = MotionRequest(Motion.WALK, forward=0.1)


def inputs(request: MotionRequest = WALK, **changes: Any) -> CycleInput:
    return CycleInput(robot_state(**changes), request, LAST)


@pytest.fixture
def components() -> Components:
    return build_components(load_settings())


@pytest.fixture
def normal(components: Components) -> State:
    return entered(STATE_FACTORIES[STAND_NORMAL](components, load_settings().states), STAND_RISING)


def entered(state: State, source: Leaf) -> State:
    state.enter(inputs(), Cause("risen", source.name))
    return state


def settled(state: State, quiet: float) -> bool:
    """Return whether the robot has settled, given the time for which its IMU was quiet, s."""
    seen = inputs(imu_quiet_time=quiet)
    state.update(seen)
    return bool(state.status(seen) & facts.SETTLED)


def test_half_a_second_of_quiet_settles_the_robot_until_it_leaves_the_stand(normal: State) -> None:
    assert not settled(normal, 0.49)
    assert settled(normal, 0.5)
    assert settled(normal, 0.0)


@pytest.mark.parametrize("source", [STAND_RISING, WALK_STOPPING], ids=lambda leaf: leaf.name)
def test_a_robot_that_rises_or_stops_walking_has_to_settle_again(
    normal: State, source: Leaf
) -> None:
    assert settled(normal, 0.6)
    assert not settled(entered(normal, source), 0.0)


def test_a_robot_that_lowers_itself_is_still_settled(normal: State) -> None:
    assert settled(normal, 0.6)
    assert settled(entered(normal, STAND_LOWERING), 0.0)


@pytest.mark.parametrize(
    ("seen", "due"),
    [
        (inputs(), True),
        (inputs(contact=False), False),
        (inputs(MotionRequest()), False),
        (inputs(MotionRequest(Motion.WALK)), False),
    ],
)
def test_the_first_step_is_delayed_only_with_ground_contact_and_a_speed(
    components: Components, normal: State, seen: CycleInput, due: bool
) -> None:
    components.errand.update(seen.request, seen.robot, None)
    assert bool(normal.status(seen) & facts.DELAY_DUE) is due


def test_the_account_of_a_delay_says_over_only_at_its_end(components: Components) -> None:
    delay = STATE_FACTORIES[WALK_DELAY_PHASE](components, load_settings().states)
    delay.enter(inputs(), Cause("walk_delayed", STAND_NORMAL.name))
    delay.update(inputs())
    assert not delay.status(inputs()) & facts.DONE
    assert delay.account().endswith("ms goes on")
    while not delay.status(inputs()) & facts.DONE:
        delay.update(inputs())
    assert delay.account().endswith("ms over")
