"""Inverse and forward kinematics of the wheels, odometry on an arc, and the lag of the plan."""

import math
from dataclasses import replace

import pytest

from hardware.base import BaseFrame, BaseModel
from hsm.settings.loader import config_folder, load
from motions.kinematics.geometry import Pose2
from motions.locomotion.wheeled.odometry import BaseOdometry
from motions.locomotion.wheeled.parameters import BaseControlParameters
from motions.locomotion.wheeled.wheels import WheelGeometry

PEPPER = load(config_folder() / "bases" / "pepper.yaml", BaseModel)
CONTROL = load(config_folder() / "base_control.yaml", BaseControlParameters)
BIAS = 0.01


def test_wheel_speeds_equal_the_speeds_of_their_contacts_over_the_floor() -> None:
    x, y, turn = 0.3, -0.1, 0.4
    speeds = WheelGeometry(PEPPER).turns(x, y, turn)
    for wheel, speed in zip(PEPPER.wheels, speeds, strict=True):
        contact = complex(x, y) + 1j * turn * complex(wheel.x, wheel.y)
        along = (contact * complex(math.cos(wheel.rolls), -math.sin(wheel.rolls))).real
        assert speed * PEPPER.wheel_radius == pytest.approx(along)


def test_forward_kinematics_inverts_inverse_kinematics() -> None:
    geometry = WheelGeometry(PEPPER)
    for motion in ((0.3, -0.1, 0.4), (0.0, 0.2, -1.0), (0.0, 0.0, 0.0)):
        assert geometry.motion(geometry.turns(*motion)) == pytest.approx(motion, abs=1e-12)


def test_a_motion_that_is_too_fast_is_slowed_down_in_its_direction() -> None:
    geometry = WheelGeometry(PEPPER)
    fast = geometry.turns(5.0, 1.0, 2.0)
    assert max(map(abs, fast)) == pytest.approx(PEPPER.fastest_wheel)
    x, y, turn = geometry.motion(fast)
    assert (y / x, turn / x) == pytest.approx((0.2, 0.4))


def test_parallel_wheels_are_refused() -> None:
    wheel = PEPPER.wheels[0]
    with pytest.raises(ValueError, match="do not determine its motion"):
        WheelGeometry(replace(PEPPER, wheels=(wheel, wheel, wheel)))


def frames(odometry: BaseOdometry, gyro: float, *, rest: float, seconds: float) -> None:
    """Rest, then drive an arc of 0.3 m/s and 0.5 rad/s."""
    step = WheelGeometry(PEPPER).turns(0.3, 0.0, 0.5)
    for number in range(round((rest + seconds) / PEPPER.cycle) + 1):
        time = number * PEPPER.cycle
        gone = max(0.0, time - rest)
        turn = 0.5 if gone > 0.0 else 0.0
        first, second, third = (gone * speed for speed in step)
        odometry.look(BaseFrame(time, (first, second, third), gyro + turn, hatch_open=False))


@pytest.mark.parametrize("bias", [0.0, BIAS])
def test_odometry_follows_an_arc_whatever_the_bias_of_the_gyro(bias: float) -> None:
    odometry = BaseOdometry(PEPPER, CONTROL)
    frames(odometry, bias, rest=1.0, seconds=3.0)
    at = odometry.pose
    assert at.heading == pytest.approx(1.5, abs=3e-3)
    expected = Pose2(0.6 * math.sin(1.5), 0.6 * (1.0 - math.cos(1.5)))
    assert (at.x, at.y) == pytest.approx((expected.x, expected.y), abs=2e-3)
