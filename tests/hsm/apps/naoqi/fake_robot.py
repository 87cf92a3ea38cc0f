"""A fake robot that reports what a test sets and moves nothing."""

from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from hsm.apps.naoqi import Proxy, Services
from hsm.apps.naoqi.link.link import Listener
from hsm.apps.naoqi.link.report import RobotReport
from hsm.chart.leaves import STAND_NORMAL
from motions.kinematics.geometry import Pose2
from motions.requests import MotionRequest
from tests.fakes import NAO, STANCE

STANDS = RobotReport(
    time=10.0,
    leaf=STAND_NORMAL.name,
    motion="stand",
    number=0,
    goes=False,
    speed=(0.0, 0.0, 0.0),
    odometry=Pose2(),
    up=(0.0, 0.0, 1.0),
    tilt=(0.0, 0.0),
    on_ground=True,
    forces=(26.0, 26.0),
    positions=tuple(STANCE),
    commanded=tuple(STANCE),
    stiffness=(1.0,) * len(NAO.names),
    preview=None,
)


class FakeRobot:
    """A link without a robot.

    Attributes:
        said: The requests it was given.
        repeats: Whether it would repeat the last one.
    """

    def __init__(self, report: RobotReport | None = STANDS) -> None:
        self.report = report
        self.said: list[MotionRequest] = []
        self.repeats = False
        self._listener: Listener[RobotReport] | None = None

    def open(self, listener: Listener[RobotReport]) -> None:
        self._listener = listener
        if self.report is not None:
            listener.receive(self.report)

    def send(self, request: MotionRequest) -> None:
        self.said.append(request)
        self.repeats = True

    def withdraw(self) -> None:
        self.repeats = False

    def wait(self, future: "Future[Any]", within: float | None = None) -> Any:
        return future.result(timeout=0.0)

    def close(self) -> None:
        pass

    def tell(self, seconds: float = 0.024, **changes: Any) -> None:
        """Send a changed report, `seconds` after the one before."""
        assert self.report is not None and self._listener is not None
        if self.said:
            changes.setdefault("number", self.said[-1].number)
        self.report = replace(self.report, time=self.report.time + seconds, **changes)
        self._listener.receive(self.report)

    def lose(self) -> None:
        assert self._listener is not None
        self.report = None
        self._listener.lose("the robot does not answer")


class Program:
    """The services of a fake robot."""

    def __init__(self, report: RobotReport | None = STANDS) -> None:
        self.robot = FakeRobot(report)
        self.services = Services(self.robot)
        self.motion = Proxy(self.services, "ALMotion")
        self.posture = Proxy(self.services, "ALRobotPosture")
        self.memory = Proxy(self.services, "ALMemory")

    @property
    def asked(self) -> MotionRequest:
        return self.robot.said[-1]


class Odd:
    """An object whose repr raises."""

    def __repr__(self) -> str:
        raise RuntimeError("/secret/path")


ODD: tuple[Any, ...] = (
    None, "", "a", "LLeg/../etc", b"x", {}, {"x": 1}, [], [[]], [None], [1, 2], (), 1j, object(),
    float("nan"), float("inf"), -float("inf"), 10**400, -1e9, "é" * 1000, [["a"]], Odd(), 2.5,
)  # fmt: skip
