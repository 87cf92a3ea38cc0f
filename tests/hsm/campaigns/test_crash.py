"""A crash is judged by the frame that a command answers, and counts for its own robot."""

from dataclasses import replace
from math import inf, radians

from hardware.sensors_and_commands import CYCLE, JointCommand, SensorFrame
from hsm.campaigns.report import with_intervals
from hsm.campaigns.statistics import median
from hsm.campaigns.wire.crash import CrashReport, CrashResult, WatchedRobot
from tests.fakes import sensor_frame


class Tipping:
    """A robot that tilts by so much more in every cycle, rad."""

    def __init__(self, tilts: tuple[float, ...]) -> None:
        self._tilts = tilts
        self._cycles = 0

    def receive(self) -> SensorFrame | None:
        self._cycles += 1
        tilt = self._tilts[self._cycles - 1]
        return replace(sensor_frame(self._cycles * CYCLE), angles=(0.0, radians(tilt)))

    def send(self, command: JointCommand) -> None:
        pass

    def close(self) -> None:
        pass


def judged(tilts: tuple[float, ...], stiffness: tuple[float, ...]) -> list[bool]:
    """Return whether each cycle was one of a stiff fall.

    Args:
        tilts: Of the torso in the frames, deg.
        stiffness: Of the commands that answered them: the first comes before the second frame.
    """
    robot = WatchedRobot(Tipping(tilts))
    angles = sensor_frame(0.0).positions
    robot.receive()
    falls = []
    for stiff in stiffness:
        robot.send(JointCommand(angles, (stiff,) * len(angles)))
        robot.receive()
        falls.append(robot.falls_stiffly)
    return falls


def test_a_robot_that_is_soft_in_its_first_answer_to_a_tilt_fell_softly() -> None:
    assert judged((40.0, 50.0, 60.0, 70.0), (0.6, 0.2, 0.2)) == [False, False, False]


def test_a_robot_that_answers_one_tilted_frame_stiffly_fell_stiffly() -> None:
    assert judged((40.0, 50.0, 60.0, 70.0), (0.6, 0.6, 0.2)) == [False, True, False]


def test_a_robot_that_is_stiff_upright_does_not_fall() -> None:
    assert judged((0.0, 20.0, 44.0, 30.0), (0.6, 0.6, 0.6)) == [False, False, False]


def test_a_robot_that_nobody_answers_while_it_falls_fell_stiffly() -> None:
    robot = WatchedRobot(Tipping((40.0, 50.0, 60.0)))
    angles = sensor_frame(0.0).positions
    robot.receive()
    robot.send(JointCommand(angles, (0.6,) * len(angles)))
    robot.receive()
    robot.receive()
    assert robot.falls_stiffly


def test_a_crash_that_does_not_count_leaves_the_others_to_their_robots() -> None:
    seconds = [0.1 + 0.01 * (number % 10) for number in range(20)]
    crashes = [CrashResult("walk", "SIGKILL", number > 0, seconds[number]) for number in range(20)]
    told = CrashReport(tuple(crashes)).record()
    times, numbers = [1e3 * time for time in seconds[1:]], range(1, 20)
    expected = with_intervals({"median": median(times, numbers)})["interval"]
    interval = told["interval"]
    assert isinstance(interval, dict) and isinstance(expected, dict)
    assert interval["after_ms"]["median"] == expected["median"]


def test_a_robot_that_is_never_commanded_again_is_the_slowest() -> None:
    crashes = (CrashResult("walk", "SIGKILL", True, 0.03), CrashResult("walk", "SIGKILL", True))
    report = CrashReport(crashes)
    assert report.record()["after_ms"]["max"] == inf  # type: ignore[index]
    assert "max inf" in report.text()
