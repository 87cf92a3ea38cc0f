"""Paths to poses in the preview walk, on a used robot."""

import math

import pytest

from hardware.postures import Posture
from hsm.chart.leaves import FALL_PROTECTION, STAND_NORMAL
from hsm.control.assembly import MotionSettings
from hsm.simulated.simulation import Simulation, load_plant
from motions.locomotion.wish import MoveTo, PathPose, PreviewWish
from motions.requests import Motion, MotionRequest


@pytest.mark.parametrize(
    "pose",
    [
        pytest.param(PathPose(-0.09, 0.18, 0.64), id="sideways, with the widest steps"),
        pytest.param(PathPose(0.2, -0.19, -2.0), id="round a corner, with slipping feet"),
    ],
)
def test_it_stays_up_and_ends_near_its_pose(settings: MotionSettings, pose: PathPose) -> None:
    simulation = Simulation(
        settings,
        load_plant("standard"),
        robot=5,
        seed=5,
        posture=Posture.STANDING,
        state=STAND_NORMAL.name,
    )
    wish = PreviewWish(move_to=MoveTo((pose,)))
    request = MotionRequest(Motion.PREVIEW, preview=wish, number=1)
    while simulation.time < 3.0:  # the bias of its gyros is learnt meanwhile
        simulation.step(MotionRequest())
    begun = simulation.truth()
    arrived = False
    while not arrived:
        outcome = simulation.step(request)
        assert outcome.leaf not in FALL_PROTECTION
        assert simulation.time < 18.0
        arrived = outcome.info.preview.arrived and outcome.leaf in STAND_NORMAL
    now = simulation.truth()
    turned = math.remainder(now.heading - begun.heading - pose.turn, math.tau)
    assert abs(turned) < math.radians(5.0)
