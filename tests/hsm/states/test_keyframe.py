"""Which request the running keyframe motion fulfils, and which one it does not."""

from dataclasses import replace

import pytest

from hsm.chart import facts
from hsm.chart.leaves import DIVE
from hsm.control.assembly import load_settings
from hsm.states.components import build_components
from hsm.states.state import BEHIND, Cause, Moment
from motions.requests import Dive, Motion, MotionRequest
from tests.motions.keyframes.made import STILL, engine, leaning

SETTINGS = load_settings()
DIVES = [MotionRequest(Motion.DIVE, dive=dive) for dive in Dive]
PREPARE, LEFT, RIGHT, SQUAT = DIVES


def mismatch_after(chosen: MotionRequest, asked: MotionRequest) -> bool:
    """Return whether a dive that was chosen is not what is asked afterwards."""
    components = replace(build_components(SETTINGS), keyframes=engine())
    decide, play = (
        BEHIND[leaf](components, SETTINGS.states) for leaf in (DIVE.decide, DIVE.execute)
    )
    decide.enter(Moment(leaning(0), chosen, STILL), Cause("dive", "Stand.Normal"))
    return bool(play.status(Moment(leaning(0), asked, STILL)) & facts.MISMATCH)


@pytest.mark.parametrize("dive", DIVES, ids=lambda request: request.dive.value)
def test_a_dive_that_was_just_chosen_is_what_is_asked(dive: MotionRequest) -> None:
    assert not mismatch_after(dive, dive)


@pytest.mark.parametrize("asked", [LEFT, RIGHT, SQUAT], ids=lambda request: request.dive.value)
def test_readiness_is_not_a_jump(asked: MotionRequest) -> None:
    assert mismatch_after(PREPARE, asked)


@pytest.mark.parametrize("asked", DIVES, ids=lambda request: request.dive.value)
def test_who_lies_has_dived_whatever_dive_is_asked(asked: MotionRequest) -> None:
    assert not mismatch_after(LEFT, asked)
    assert not mismatch_after(SQUAT, asked)


def test_a_dive_is_not_asked_by_anything_else() -> None:
    assert all(mismatch_after(dive, MotionRequest()) for dive in DIVES)
