"""The first motion whose conditions hold gets the robot up; the last one is the default."""

from dataclasses import replace

import pytest

from motions.keyframes.engine.get_up_choice import GetUpChooser
from motions.keyframes.motions.conditions import Condition, Conditions
from motions.keyframes.motions.motion import MotionChoice
from tests.motions.keyframes.made import NAO, PARAMETERS, leaning, pitch_between

ONCE_FAILED = Conditions((Condition(tries=(1.0, 9.0)),))


def chooser(*choices: tuple[str, Conditions]) -> GetUpChooser:
    made = tuple(MotionChoice(motion, conditions) for motion, conditions in choices)
    return GetUpChooser(NAO, replace(PARAMETERS.engine, get_up=made))


@pytest.mark.parametrize(
    ("pitch", "tries", "chosen", "why"),
    [
        (0.0, 0, "flat", "torso_pitch 0 deg in -10 deg..10 deg"),
        (20.0, 1, "again", "tries 1 in 1..9"),
        (20.0, 0, "front", "torso_pitch 20 deg in 15 deg..30 deg"),
        (60.0, 0, "rest", "nothing else applies"),
    ],
)
def test_the_first_choice_that_applies_is_taken_and_reported_with_its_numbers(
    pitch: float, tries: int, chosen: str, why: str
) -> None:
    made = chooser(
        ("flat", pitch_between(-10.0, 10.0)),
        ("again", ONCE_FAILED),
        ("front", pitch_between(15.0, 30.0)),
        ("rest", pitch_between(100.0, 110.0)),
    )
    assert made.choose(leaning(pitch), tries) == (chosen, why)


def test_before_a_get_up_the_fluctuation_is_zero() -> None:
    calm = Conditions((Condition(pitch_fluctuation=(0.0, 0.1)),))
    made = chooser(("calm", calm), ("rest", calm))
    chosen, why = made.choose(leaning(20.0, gyro=(0.0, 2.0, 0.0)), 0)
    assert chosen == "calm" and why.startswith("pitch_fluctuation 0 ")


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        (Condition(com_height=(0.1, 0.4)), "com_height 265 mm in 100 mm..400 mm"),
        (Condition(pitch_rate=(-1.0, 1.0)), "pitch_rate 0 deg/s in -57 deg/s..57 deg/s"),
    ],
)
def test_a_reason_has_its_numbers_in_the_units_of_files(condition: Condition, why: str) -> None:
    made = chooser(("it", Conditions((condition,))))
    assert made.choose(leaning(0.0), 0) == ("it", why)
