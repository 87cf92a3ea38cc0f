"""ALMotion of a wheeled robot: NAOqi's names and units, an open hatch, and no footsteps."""

import math
import random
from concurrent.futures import Future
from typing import Any

import pytest

from hsm.apps.naoqi.argument_checks import NaoqiError
from hsm.apps.naoqi.wheeled.in_physics import WheeledProgram
from hsm.campaigns.programs.drive import LimitJudge, measure_drive
from hsm.simulated.base import BaseSimulation, load_base
from tests.hsm.apps.naoqi.fake_robot import ODD

PEPPER = load_base("pepper")
NOT_ALLOWED = "footsteps are not allowed on this robot"


class Robot(WheeledProgram):
    """A simulated wheeled robot, awake by default."""

    def __init__(self, *, awake: bool = True) -> None:
        self.simulation = BaseSimulation(PEPPER)
        super().__init__(self.simulation)
        if awake:
            self.motion.wakeUp()
            self.sleep(0.5)

    def begin(self, name: str, *given: Any) -> "Future[Any]":
        future = self.motion.begin(name, given)
        assert isinstance(future, Future)
        return future

    @property
    def speed(self) -> float:
        truth = self.simulation.truth()
        return math.hypot(truth.vx, truth.vy)


def test_it_arrives_within_5_mm_and_1_degree_and_reports_its_pose() -> None:
    robot = Robot()
    assert robot.motion.moveTo(0.3, -0.2, 0.5) is True
    truth = robot.simulation.truth()
    assert (truth.x, truth.y) == pytest.approx((0.3, -0.2), abs=5e-3)
    assert truth.heading == pytest.approx(0.5, abs=math.radians(1.0))
    assert robot.motion.getRobotPosition(False) == pytest.approx([0.3, -0.2, 0.5])
    assert robot.motion.getRobotPosition(True) == pytest.approx([0.3, -0.2, 0.5], abs=5e-3)
    assert robot.motion.getNextRobotPosition() == robot.motion.getRobotPosition(False)
    assert robot.motion.getRobotVelocity() == [0.0, 0.0, 0.0]
    assert not robot.motion.moveIsActive()


def test_waking_a_driving_robot_returns_at_once_and_does_not_stop_it() -> None:
    robot = Robot()
    robot.motion.move(0.1, 0.0, 0.0)
    assert robot.begin("wakeUp").result(0.0) is True
    assert robot.motion.moveIsActive()


def test_each_control_point_is_relative_to_the_one_before() -> None:
    robot = Robot()
    assert robot.motion.moveTo([[0.2, 0.0, math.pi / 2], [0.2, 0.0, 0.0]]) is True
    assert robot.motion.getRobotPosition(True) == pytest.approx([0.2, 0.2, math.pi / 2], abs=5e-3)


def test_a_requested_duration_longer_than_necessary_is_kept() -> None:
    robot = Robot()
    begin = robot.simulation.time
    robot.motion.moveTo(0.2, 0.0, 0.0, 4.0)
    assert robot.simulation.time - begin == pytest.approx(4.0, abs=0.1)


def test_the_limits_of_a_command_apply_to_that_command_only() -> None:
    robot = Robot()
    slow = [["MaxVelXY", 0.15], ["MaxAccXY", 0.2], ["MaxJerkXY", 0.5]]
    judge = LimitJudge(robot.simulation, PEPPER.drive.default)
    robot.simulation.after = judge.look
    robot.motion.moveToward(1.0, 1.0, 0.0, slow)
    robot.sleep(2.5)
    assert robot.speed == pytest.approx(0.15, abs=0.01)
    robot.motion.moveToward(1.0, 0.0, 0.0)
    robot.sleep(2.5)
    assert robot.speed == pytest.approx(0.95 * 0.35, abs=0.01)
    assert judge.most <= 1.0


def test_a_speed_beyond_the_limits_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    robot = Robot()
    robot.motion.move(0.3, 0.1, 0.5)
    assert not caplog.records
    robot.motion.move(0.3, 0.3, 0.5)
    (record,) = caplog.records
    assert record.getMessage() == "move (0.3, 0.3, 0.5) is limited to 0.35 m/s, 1 rad/s"


def test_the_last_command_wins_and_a_stop_is_gentle() -> None:
    robot = Robot()
    judge = LimitJudge(robot.simulation, PEPPER.drive.default)
    robot.simulation.after = judge.look
    first = robot.begin("moveTo", 2.0, 0.0, 0.0)
    robot.sleep(1.5)
    robot.motion.move(0.0, 0.2, 0.3)
    assert first.result(0.0) is False and robot.motion.moveIsActive()
    robot.sleep(1.0)
    assert robot.motion.stopMove() is True
    assert not robot.motion.moveIsActive() and robot.speed < 0.01
    assert judge.most <= 1.0


def test_an_open_hatch_stops_the_robot_and_refuses_moves() -> None:
    robot = Robot()
    way = robot.begin("moveTo", 2.0, 0.0, 0.0)
    robot.sleep(1.5)
    robot.simulation.base.hatch_open = True
    robot.sleep(2.5)
    assert way.result(0.0) is False and robot.speed < 1e-3
    for name, given in (
        ("moveTo", (1.0, 0.0, 0.0)), ("move", (0.1, 0.0, 0.0)), ("moveToward", (1.0, 0.0, 0.0)),
        ("moveInit", ()), ("wakeUp", ()),
    ):  # fmt: skip
        with pytest.raises(NaoqiError, match=f"ALMotion::{name} refused: the power hatch is open"):
            robot.motion.begin(name, given)
    robot.motion.stopMove()
    assert robot.motion.getRobotPosition(True)[0] > 0.1


def test_a_sleeping_robot_refuses_a_move_and_rest_puts_it_to_sleep() -> None:
    robot = Robot(awake=False)
    with pytest.raises(NaoqiError, match="refused: the robot is not awake; call wakeUp first"):
        robot.motion.moveTo(0.1, 0.0, 0.0)
    assert robot.motion.wakeUp() is True and robot.motion.robotIsWakeUp()
    robot.motion.move(0.2, 0.0, 0.0)
    robot.sleep(1.0)
    robot.motion.rest()
    assert not robot.motion.robotIsWakeUp() and robot.speed < 0.01


@pytest.mark.parametrize(
    ("name", "given", "sleeps"),
    [("stopMove", (), True), ("move", (0.0, 0.0, 0.0), True), ("killMove", (), True),
     ("move", (0.1, 0.0, 0.0), False), ("wakeUp", (), False)],
)  # fmt: skip
def test_a_resting_robot_falls_asleep_unless_it_is_requested_to_move_or_wake(
    name: str, given: tuple[float, ...], sleeps: bool
) -> None:
    robot = Robot()
    robot.motion.move(0.3, 0.0, 0.0)
    robot.sleep(1.5)
    robot.begin("rest")
    robot.sleep(0.1)
    robot.motion.begin(name, given)
    robot.sleep(2.0)
    assert robot.motion.robotIsWakeUp() is not sleeps


def test_footsteps_are_not_allowed_on_this_robot() -> None:
    robot = Robot(awake=False)
    for name, given in (
        ("setFootSteps", (["LLeg"], [[0.06, 0.1, 0.0]], [0.6], False)),
        ("setFootStepsWithSpeed", (["LLeg"], [[0.06, 0.1, 0.0]], [0.8], False)),
        ("getFootSteps", ()),
    ):
        with pytest.raises(NaoqiError, match=f"ALMotion::{name} refused: {NOT_ALLOWED}"):
            robot.motion.begin(name, given)


def test_move_configs_are_those_of_the_maker() -> None:
    motion = Robot(awake=False).motion
    assert motion.getMoveConfig("Default") == [
        ["MaxVelXY", 0.35], ["MaxAccXY", 0.3], ["MaxJerkXY", 1.0],
        ["MaxVelTheta", 1.0], ["MaxAccTheta", 0.75], ["MaxJerkTheta", 2.0],
    ]  # fmt: skip
    with pytest.raises(NaoqiError, match="ALMotion::getMoveConfig config is 'Least'; expected"):
        motion.getMoveConfig("Least")


GOOD: dict[str, tuple[Any, ...]] = {
    "move": (0.1, 0.0, 0.1, [["MaxVelXY", 0.2]]),
    "moveToward": (0.5, 0.1, 0.0, [["MaxAccTheta", 0.2]]),
    "moveTo": (0.2, 0.1, 0.3, 4.0, [["MaxVelXY", 0.2]]),
    "getRobotPosition": (True,),
    "getMoveConfig": ("Max",),
}


def test_every_argument_is_checked() -> None:
    robot, chance = Robot(), random.Random(3)
    for _ in range(500):
        name = chance.choice(sorted(GOOD))
        given = list(GOOD[name])
        given[chance.randrange(len(given))] = chance.choice([odd for odd in ODD if odd != 2.5])
        try:
            robot.motion.begin(name, tuple(given))
        except NaoqiError as error:
            assert str(error).startswith(f"ALMotion::{name} ") and "defect" not in str(error)
    robot.motion.stopMove()
    assert robot.speed < 0.01


def test_random_targets_are_reached_within_limits_in_at_most_1_1_times_the_minimum() -> None:
    report = measure_drive(PEPPER, WheeledProgram, trials=3)
    for result in report.results:
        assert result.arrived and result.off < 5e-3 and result.off_turn < math.radians(1.0)
        assert result.most <= 1.0 and result.time_ratio <= 1.1
