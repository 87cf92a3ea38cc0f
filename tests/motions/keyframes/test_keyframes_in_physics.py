"""The keyframe motions reach their goals in simulation."""

import pytest

from hardware.disturbance import TOWARDS
from hardware.disturbances import Push
from hardware.postures import Posture
from motions.keyframes.engine.engine import Program
from tests.motions.keyframes.lying import Trial, plant


@pytest.mark.parametrize(
    "posture", [Posture.LYING_FRONT, Posture.LYING_BACK, Posture.LYING_LEFT, Posture.LYING_RIGHT]
)
def test_a_lying_robot_stands_up_at_the_first_try(posture: Posture) -> None:
    result = Trial(plant("standard"), posture).play(Program.GET_UP)
    assert result.stood, result
    assert result.tries == 1, result
    assert result.time < 9.0


def test_a_standing_robot_sits_down_and_stands_up_again() -> None:
    trial = Trial(plant("standard"), Posture.STANDING)
    seated = trial.play(Program.SIT_DOWN, stay=2.0)
    assert seated.height < 0.24, seated
    again = trial.play(Program.GET_UP)
    assert again.stood, again
    assert trial.engine.motion == "stand"


def test_a_robot_pushed_over_while_getting_up_breaks_up_and_tries_again() -> None:
    trial = Trial(plant("standard"), Posture.LYING_FRONT)
    trial.robot.disturb(Push(TOWARDS["forward"], impulse=4.0), after=3.6)
    result = trial.play(Program.GET_UP, limit=25.0)
    assert result.tries == 2, result
    assert "torso pitch" in result.reasons[0]
    assert result.stood, result
