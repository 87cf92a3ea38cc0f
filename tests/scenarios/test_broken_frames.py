"""A number that is none, in every field of the frame, in physics: what the robot makes of it."""

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
"""What half a second of it leads to; in any other field the robot goes on without that number."""
_INERTIAL = ("gyro", "accelerometer")
_FIELDS = [field.name for field in fields(SensorFrame)]


def happened(settings: MotionSettings, field: str, duration: float) -> list[str]:
    """Return the events of a standing robot after a field was spoilt; its commands stay finite."""
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
def test_one_frame_with_it_changes_nothing(settings: MotionSettings, field: str) -> None:
    assert happened(settings, field, CYCLE) == []


@pytest.mark.parametrize("field", _FIELDS)
def test_half_a_second_of_it_is_answered(settings: MotionSettings, field: str) -> None:
    expected = [_DEFECTS[field]] if field in _DEFECTS else []
    assert happened(settings, field, 0.5)[:1] == expected


@pytest.mark.parametrize("field", _INERTIAL)
def test_without_an_inertial_unit_a_standing_robot_waits_two_seconds_and_sits_down(
    settings: MotionSettings, field: str
) -> None:
    assert happened(settings, field, 1.5) == []
    assert happened(settings, field, 2.5)[:1] == ["sit_down"]
