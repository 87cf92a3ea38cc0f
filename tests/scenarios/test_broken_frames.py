"""NaN in each field of the sensor frame, in physics: how the robot reacts."""

import math
from dataclasses import fields

import pytest

from hardware.disturbances import Spoil
from hardware.sensors_and_commands import CYCLE, SensorFrame
from hsm.control.assembly import MotionSettings
from hsm.simulated.simulation import Simulation, load_plant
from motions.requests import MotionRequest

_DEFECTS = {
    "positions": "hw_fault",
    "stiffness": "hw_fault",
}
"""Event after half a second of NaN; in any other field the robot carries on without the value."""
_INERTIAL = ("gyro", "accelerometer")
_FIELDS = [field.name for field in fields(SensorFrame)]


def events_after_nan(settings: MotionSettings, field: str, duration: float) -> list[str]:
    """Return the events of a standing robot after NaN in a field; commands must stay finite."""
    simulation = Simulation(settings, load_plant("standard"), seed=1, state="Stand.Normal")
    events: list[str] = []
    for cycle in range(40 + round(duration / CYCLE)):
        if cycle == 20:
            simulation.disturb(Spoil(field, 0, math.nan, duration))
        outcome = simulation.step(MotionRequest())
        if outcome.transition is not None:
            events.append(outcome.transition.event)
        assert math.isfinite(sum(outcome.command.positions) + sum(outcome.command.stiffness))
    return events


@pytest.mark.parametrize("field", _FIELDS)
def test_a_single_frame_with_nan_causes_no_transition(settings: MotionSettings, field: str) -> None:
    assert events_after_nan(settings, field, CYCLE) == []


@pytest.mark.parametrize("field", _FIELDS)
def test_half_a_second_of_nan_causes_the_expected_event(
    settings: MotionSettings, field: str
) -> None:
    expected = [_DEFECTS[field]] if field in _DEFECTS else []
    assert events_after_nan(settings, field, 0.5)[:1] == expected


@pytest.mark.parametrize("field", _INERTIAL)
def test_without_an_inertial_unit_a_standing_robot_waits_two_seconds_and_sits_down(
    settings: MotionSettings, field: str
) -> None:
    assert events_after_nan(settings, field, 1.5) == []
    assert events_after_nan(settings, field, 2.5)[:1] == ["sit_down"]
