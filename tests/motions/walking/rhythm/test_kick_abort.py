"""A kick is aborted in a fall towards the kicking foot, in time for that foot to land."""

from dataclasses import replace

import pytest

from hardware.robots.model import Side
from motions.walking.configuration import WalkingParameters
from motions.walking.rhythm.kick_abort import must_abort
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.terms.pendulum import DcmError
from tests.fakes import NAO
from tests.motions.walking.stepper import a_step
from tests.motions.walking.test_kick_step import KICK


@pytest.fixture
def error(walking: WalkingParameters) -> DcmError:
    return DcmError(walking.pendulum, walking.step, NAO.dimensions.hip_offset_y)


def kicking(time: float) -> RunningStep:
    running = a_step(swing=Side.RIGHT)
    running.kick, running.time = KICK, time
    return running


@pytest.mark.parametrize(
    ("time", "side", "given_up"),
    [
        (0.10, 0.05, True),
        (0.10, 0.03, False),  # as in many kicks that end well
        (0.10, -0.05, False),  # over the outer edge of the other foot: no landing helps
        (0.05, 0.05, False),  # the landing of the last step
        (0.17, 0.05, False),  # the foot is at the ball
    ],
)
def test_a_kick_is_aborted_in_a_fall_towards_its_foot(
    walking: WalkingParameters, error: DcmError, time: float, side: float, given_up: bool
) -> None:
    error.side = side
    assert must_abort(walking.kick_abort, kicking(time), error) is given_up


def test_a_walking_step_is_never_aborted_as_a_kick(
    walking: WalkingParameters, error: DcmError
) -> None:
    error.side = 0.05
    running = kicking(0.10)
    running.kick = None
    assert not must_abort(walking.kick_abort, running, error)


def test_switched_off_no_kick_is_aborted(walking: WalkingParameters, error: DcmError) -> None:
    error.side = 0.05
    off = replace(walking.kick_abort, active=False)
    assert not must_abort(off, kicking(0.10), error)
