"""Commands and frames: lights are complete or refused, and a frame needs no sonar."""

import math
from dataclasses import replace

import pytest

from hardware.sensors_and_commands import DARK, LIGHT_COUNT, JointCommand, Lights
from tests.fakes import STANCE, sensor_frame


def test_a_command_without_lights_is_dark() -> None:
    command = JointCommand(STANCE, (0.0,) * len(STANCE))
    assert command.lights is DARK
    assert set(DARK.numbers()) == {0.0}


def test_lights_are_restored_from_their_numbers() -> None:
    numbers = tuple(number / LIGHT_COUNT for number in range(LIGHT_COUNT))
    assert Lights.of(numbers).numbers() == numbers
    assert Lights.of(numbers).chest == numbers[:3]


@pytest.mark.parametrize("value", [-0.1, 1.1, math.nan, math.inf])
def test_a_light_value_that_is_no_share_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="chest must be 3 numbers from 0 to 1"):
        Lights(chest=(0.0, value, 0.0))


def test_an_eye_with_missing_segments_is_refused() -> None:
    with pytest.raises(ValueError, match="left_eye must be 24 numbers"):
        Lights(left_eye=(0.0,) * 23)


def test_sensors_that_a_robot_does_not_send_are_missing_in_its_frame() -> None:
    frame = sensor_frame()
    assert all(map(math.isnan, (*frame.sonar, frame.battery_temperature)))
    assert frame.battery_status == 0


NAN = math.nan


@pytest.mark.parametrize(
    ("angles", "accelerometer", "tilt"),
    [
        ((0.3, 0.0), (9.81, 0.0, 0.0), 0.3),
        ((0.0, -2.0), (0.0, 0.0, 9.81), 2.0),
        ((NAN, 0.0), (0.0, -9.81, 0.0), 0.5 * math.pi),
        ((NAN, NAN), (0.0, 0.0, -9.81), math.pi),
        ((NAN, NAN), (NAN, 0.0, 9.81), 0.0),
    ],
    ids=["own roll", "own pitch", "lies on its side", "upside down", "nothing known"],
)
def test_a_frame_determines_its_tilt_from_the_remaining_sensors(
    angles: tuple[float, float], accelerometer: tuple[float, float, float], tilt: float
) -> None:
    frame = replace(sensor_frame(), angles=angles, accelerometer=accelerometer)
    assert frame.tilt == pytest.approx(tilt)
