"""Where the last foot of a walk must land, against a falling pendulum."""

import pytest

from hardware.robots.model import Side
from hardware.sensors_and_commands import GRAVITY
from hsm.control.assembly import MotionSettings
from motions.kinematics.geometry import Pose2
from motions.locomotion.preview.com_trajectory import ComTrajectory
from motions.locomotion.preview.lipm import CartState
from motions.locomotion.preview.swing import SwingShape
from motions.locomotion.queue import Footstep, FootstepQueue


def test_the_last_foot_lands_so_that_its_front_reaches_the_falling_pendulum(
    settings: MotionSettings,
) -> None:
    own = settings.preview
    trajectory = ComTrajectory(own, SwingShape(own.swing))
    trajectory.begin(Pose2())
    queue = FootstepQueue(own.horizon.length)
    queue.begin(Pose2(-0.08, 0.05), Pose2(0.0, -0.05))
    step = Footstep(Side.LEFT, Pose2(0.08, 0.1), 0.14, 0.28, settings.gait.default)
    queue.append([step])
    trajectory.x, trajectory.y = CartState(0.02, 0.19), CartState(-0.01, 0.0)
    least = trajectory.stops_from(queue.steps[0], 0.2)

    place, speed, pivot = 0.02, 0.19, own.sole.centre_forward
    for _ in range(20000):
        speed += 1e-5 * GRAVITY / own.horizon.height * (place - pivot)
        place += 1e-5 * speed
    falls_to = place + speed / trajectory.rate
    assert least + own.sole.forward[1] == pytest.approx(falls_to, abs=1e-4)
