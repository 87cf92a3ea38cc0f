"""Requests that a running keyframe motion fulfils, and those it does not."""

from dataclasses import replace

import pytest

from hsm.chart import facts
from hsm.chart.engine.states import Leaf
from hsm.chart.leaves import DIVE, GET_UP, LIMP_LIMP, SIT_DOWN
from hsm.control.assembly import load_settings
from hsm.states.components import build_components
from hsm.states.state import STATE_FACTORIES, Cause, CycleInput
from motions.keyframes.engine.engine import Program
from motions.requests import Dive, Motion, MotionRequest
from tests.motions.keyframes.made import STILL, engine, held, leaning

SETTINGS = load_settings()
DIVES = [MotionRequest(Motion.DIVE, dive=dive) for dive in Dive]
PREPARE, LEFT, RIGHT, SQUAT = DIVES


def mismatch_after(chosen: MotionRequest, asked: MotionRequest) -> bool:
    """Return whether a dive chosen for one request mismatches a later request."""
    components = replace(build_components(SETTINGS), keyframes=engine())
    decide, play = (
        STATE_FACTORIES[leaf](components, SETTINGS.states) for leaf in (DIVE.decide, DIVE.execute)
    )
    decide.enter(CycleInput(leaning(0), chosen, STILL), Cause("dive", "Stand.Normal"))
    return bool(play.status(CycleInput(leaning(0), asked, STILL)) & facts.MISMATCH)


@pytest.mark.parametrize("dive", DIVES, ids=lambda request: request.dive.value)
def test_a_dive_fulfils_the_request_it_was_chosen_for(dive: MotionRequest) -> None:
    assert not mismatch_after(dive, dive)


@pytest.mark.parametrize("asked", [LEFT, RIGHT, SQUAT], ids=lambda request: request.dive.value)
def test_the_ready_posture_does_not_fulfil_another_dive(asked: MotionRequest) -> None:
    assert mismatch_after(PREPARE, asked)


@pytest.mark.parametrize("asked", DIVES, ids=lambda request: request.dive.value)
def test_a_jump_or_a_squat_fulfils_every_later_dive_request(asked: MotionRequest) -> None:
    assert not mismatch_after(LEFT, asked)
    assert not mismatch_after(SQUAT, asked)


@pytest.mark.parametrize(
    ("source", "motion"),
    [(DIVE.done, "bow"), (SIT_DOWN.done, "bow"), (LIMP_LIMP, "stand"), (DIVE.break_up, "stand")],
    ids=lambda value: getattr(value, "name", value),
)
def test_only_a_get_up_out_of_a_held_posture_begins_with_its_follow_up(
    source: Leaf, motion: str
) -> None:
    components = replace(build_components(SETTINGS), keyframes=held(Program.DIVE, Dive.SQUAT))
    decide = STATE_FACTORIES[GET_UP.decide](components, SETTINGS.states)
    decide.enter(CycleInput(leaning(0), MotionRequest(), STILL), Cause("get_up", source.name))
    assert components.keyframes.motion == motion


def test_no_dive_fulfils_a_request_to_stand() -> None:
    assert all(mismatch_after(dive, MotionRequest()) for dive in DIVES)
