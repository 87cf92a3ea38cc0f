"""The preview walk: it walks, velocity 0 stops it, and no wish is lost while it ends."""

import math

import pytest

from hardware.postures import Posture
from hardware.robots.model import Side
from hsm.chart.leaves import FALL_PROTECTION, PREVIEW_FINAL_DOUBLE_SUPPORT, STAND_NORMAL
from hsm.control.assembly import MotionSettings
from hsm.simulated.simulation import Simulation, load_plant
from motions.locomotion.wish import (
    Footsteps,
    FootstepWish,
    MoveTo,
    PathPose,
    PreviewVelocity,
    PreviewWish,
    StepShares,
)
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


@pytest.mark.parametrize(
    "wish",
    [
        PreviewWish(footsteps=Footsteps((FootstepWish(Side.RIGHT, 0.04, -0.1, speed=1.0),) * 2)),
        PreviewWish(velocity=PreviewVelocity(share=StepShares(1.0))),
        PreviewWish(move_to=MoveTo((PathPose(0.2),))),
    ],
    ids=["footsteps", "velocity", "move_to"],
)
def test_a_wish_given_in_the_last_double_support_is_walked_after_it(
    settings: MotionSettings, wish: PreviewWish
) -> None:
    simulation = Simulation(
        settings, load_plant("ideal"), posture=Posture.STANDING, state=STAND_NORMAL.name
    )
    step = Footsteps((FootstepWish(Side.LEFT, 0.05, 0.1, speed=1.0),))
    first = MotionRequest(Motion.PREVIEW, preview=PreviewWish(footsteps=step), number=1)
    outcome = simulation.step(first)
    while outcome.leaf not in PREVIEW_FINAL_DOUBLE_SUPPORT:
        outcome = simulation.step(first)
    assert outcome.info.preview.made == 1
    second = MotionRequest(Motion.PREVIEW, preview=wish, number=2)
    for _ in range(300):
        outcome = simulation.step(second)
    assert outcome.info.preview.made >= 3
