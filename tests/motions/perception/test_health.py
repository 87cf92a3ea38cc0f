"""Heat and charge: values repeated over several frames count, with hysteresis."""

import math
from dataclasses import replace

import pytest

from hardware.robots.nao import Joint
from motions.perception.health import Health, Heat
from motions.perception.parameters import PerceptionParameters
from motions.perception.perception import Perception
from motions.perception.state import MotionFeedback
from tests.motions.perception.frames import FrameMaker

KNEE, SHOULDER = Joint.R_KNEE_PITCH, Joint.L_SHOULDER_PITCH


class Robot:
    """A robot whose heat and charge are set by hand."""

    def __init__(self, perception: Perception, frames: FrameMaker, after: int) -> None:
        self._perception, self._frames, self._after = perception, frames, after

    def told(
        self,
        celsius: float = 50.0,
        status: int = 0,
        charge: float = 0.8,
        joint: Joint = KNEE,
        frames: int | None = None,
    ) -> Health:
        """Return the health after the robot has reported these values for a while."""
        for _ in range(self._after if frames is None else frames):
            frame = self._frames()
            temperatures, stages = [50.0] * 25, [0] * 25
            temperatures[joint], stages[joint] = celsius, status
            state = self._perception.update(
                replace(
                    frame,
                    temperatures=tuple(temperatures),
                    status=tuple(stages),
                    battery_charge=charge,
                ),
                MotionFeedback(),
            )
        return state.health


@pytest.fixture
def robot(perception: Perception, frames: FrameMaker, parameters: PerceptionParameters) -> Robot:
    return Robot(perception, frames, parameters.health.after)


def test_legs_are_warm_from_76_degrees_until_below_70(robot: Robot) -> None:
    assert robot.told(75.9).heat is Heat.COOL
    assert robot.told(76.1).heat is Heat.WARM
    assert robot.told(70.1).heat is Heat.WARM
    assert robot.told(69.9).heat is Heat.COOL


def test_legs_are_hot_from_86_degrees_until_below_70(robot: Robot) -> None:
    assert robot.told(86.1).must_rest
    assert robot.told(77.0, status=1).must_rest
    assert not robot.told(69.9).must_rest


@pytest.mark.parametrize(("status", "heat"), [(1, Heat.WARM), (2, Heat.HOT), (3, Heat.HOT)])
def test_the_status_of_the_driver_counts_without_a_temperature(
    robot: Robot, status: int, heat: Heat
) -> None:
    assert robot.told(40.0, status=status).heat is heat


def test_the_hottest_joint_is_named(robot: Robot) -> None:
    told = robot.told(80.0)
    assert (told.joint, told.temperature) == ("r_knee_pitch", 80.0)


def test_hot_arms_do_not_matter(robot: Robot) -> None:
    assert robot.told(95.0, status=2, joint=SHOULDER).heat is Heat.COOL


def test_the_battery_is_empty_below_5_percent_until_above_10(robot: Robot) -> None:
    assert not robot.told(charge=0.051).empty
    assert robot.told(charge=0.049).empty
    assert robot.told(charge=0.099).must_rest
    assert not robot.told(charge=0.101).empty


def test_a_few_frames_change_nothing(robot: Robot) -> None:
    robot.told()
    assert not robot.told(95.0, status=3, charge=0.0, frames=9).must_rest
    assert not robot.told(frames=1).must_rest
    assert not robot.told(95.0, status=3, charge=0.0, frames=9).must_rest


@pytest.mark.parametrize("broken", [math.nan, math.inf, -math.inf, 1e9])
def test_a_broken_sensor_keeps_its_last_valid_value(robot: Robot, broken: float) -> None:
    robot.told(80.0, charge=0.04)
    told = robot.told(broken, charge=broken, frames=100)
    assert (told.heat, told.temperature, told.empty) == (Heat.WARM, 80.0, True)


def test_a_robot_that_never_reported_its_charge_is_not_empty(robot: Robot) -> None:
    assert not robot.told(charge=math.nan, frames=100).must_rest
