"""Paths to poses in the preview walk, on a used robot."""

import math

import pytest

from hardware.postures import Posture
from hsm.chart.leaves import FALL_PROTECTION, STAND_NORMAL
from hsm.control.assembly import MotionSettings
from hsm.simulated.simulation import Simulation, load_plant
from motions.locomotion.wish import MoveTo, PathPose, PreviewVelocity, PreviewWish
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


def test_a_pose_in_a_running_walk_is_relative_to_the_robot_whatever_its_walk_has_missed(
    settings: MotionSettings,
) -> None:
    """In 20 s a worn robot turns by 23 degrees less than its plan, which is no part of the path."""
    simulation = Simulation(settings, load_plant("worn"), robot=1, seed=1, state=STAND_NORMAL.name)
    turns = PreviewWish(velocity=PreviewVelocity(turn=0.3))
    ahead = PreviewWish(move_to=MoveTo((PathPose(0.3),)))
    while simulation.time < 2.5:
        simulation.step(MotionRequest())
    while simulation.time < 22.5:
        simulation.step(MotionRequest(Motion.PREVIEW, preview=turns, number=1))
    begun = simulation.truth()
    arrived = False
    while not arrived:
        outcome = simulation.step(MotionRequest(Motion.PREVIEW, preview=ahead, number=2))
        assert outcome.leaf not in FALL_PROTECTION
        assert simulation.time < 40.0
        arrived = outcome.info.preview.arrived and outcome.leaf in STAND_NORMAL
    turned = math.remainder(simulation.truth().heading - begun.heading, math.tau)
    assert abs(turned) < math.radians(7.0)
