"""State that is discarded when another motion takes over from a walk."""

import pytest

from hardware.sensors_and_commands import JointCommand
from hsm.chart import Leaf
from hsm.chart.leaves import (
    DIVE,
    FALL_EARLY,
    FALL_WAIT_GET_UP,
    FAULT,
    FREEZE_HOLD,
    GET_UP,
    KICK_INTERPOLATE,
    PICKED_UP_HANGING,
    PREVIEW_INITIAL_DOUBLE_SUPPORT,
    SIT_DOWN,
    SPECIAL,
    STAND_NORMAL,
    STAND_RISING,
    WALK_STEPPING,
)
from hsm.control.assembly import load_settings
from hsm.states.components import Components, build_components
from hsm.states.state import STATE_FACTORIES, Cause, CycleInput
from motions.limbs.wishes import HeadWish
from motions.requests import Motion, MotionRequest
from tests.fakes import STANCE, robot_state

SETTINGS = load_settings()
LAST = JointCommand(STANCE, (1.0,) * len(STANCE))
WALK = CycleInput(robot_state(), MotionRequest(Motion.WALK, forward=0.1), LAST)
KEYFRAMES = tuple(kind.decide for kind in (GET_UP, SIT_DOWN, DIVE, SPECIAL))
OTHERS = (
    *KEYFRAMES, FALL_EARLY, FALL_WAIT_GET_UP, FAULT, FREEZE_HOLD, KICK_INTERPOLATE,
    PICKED_UP_HANGING, PREVIEW_INITIAL_DOUBLE_SUPPORT, STAND_NORMAL, STAND_RISING,
)  # fmt: skip


@pytest.fixture
def walking() -> Components:
    """Return the components of a robot in the middle of a step."""
    components = build_components(SETTINGS)
    step = STATE_FACTORIES[WALK_STEPPING](components, SETTINGS.states)
    step.enter(WALK, Cause("next_step", WALK_STEPPING.name))
    step.update(WALK)
    return components


@pytest.mark.parametrize("leaf", OTHERS, ids=lambda leaf: leaf.name)
def test_a_motion_that_interrupts_a_walk_discards_the_running_step(
    walking: Components, leaf: Leaf
) -> None:
    assert walking.walking.running is not None
    state = STATE_FACTORIES[leaf](walking, SETTINGS.states)
    state.enter(WALK, Cause("cut", WALK_STEPPING.name))
    assert walking.walking.running is None


def test_entering_fault_ends_the_wishes_of_head_and_arms(walking: Components) -> None:
    wish = MotionRequest(head=HeadWish(pan=1.0))
    free = STATE_FACTORIES[STAND_NORMAL](walking, SETTINGS.states).free
    walking.limbs.lay(LAST, free, wish, WALK.robot, LAST)
    assert walking.limbs.head.active
    STATE_FACTORIES[FAULT](walking, SETTINGS.states).enter(
        WALK, Cause("hw_fault", STAND_NORMAL.name)
    )
    assert not walking.limbs.head.active
