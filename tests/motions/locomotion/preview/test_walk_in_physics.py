"""The preview walk on a used robot: it walks, and velocity 0 stops it."""

import math

import pytest

from hardware.postures import Posture
from hsm.chart.leaves import FALL_PROTECTION, STAND_NORMAL
from hsm.control.assembly import MotionSettings
from hsm.simulated.simulation import Simulation, load_plant
from motions.locomotion.wish import PreviewVelocity, PreviewWish, StepShares
from motions.requests import Motion, MotionRequest


def velocity(number: int, forward: float) -> MotionRequest:
    wish = PreviewVelocity(share=StepShares(forward))
    return MotionRequest(Motion.PREVIEW, preview=PreviewWish(velocity=wish), number=number)


def test_it_walks_forward_and_velocity_0_stops_it_within_900_ms(settings: MotionSettings) -> None:
    simulation = Simulation(
        settings, load_plant("standard"), robot=1, posture=Posture.STANDING, state=STAND_NORMAL.name
    )
    while simulation.time < 3.0:
        outcome = simulation.step(velocity(1, 1.0))
        assert outcome.leaf not in FALL_PROTECTION
    begin, ended = simulation.time, math.nan
    assert outcome.info.preview.made >= 4
    assert simulation.truth().torso_position[0] > 0.08
    while simulation.time < begin + 2.0 and math.isnan(ended):
        outcome = simulation.step(velocity(2, 0.0))
        assert outcome.leaf not in FALL_PROTECTION
        if not outcome.info.preview.active:
            ended = simulation.time - begin
    assert ended == pytest.approx(0.75, abs=0.15)
    assert outcome.info.preview.arrived
