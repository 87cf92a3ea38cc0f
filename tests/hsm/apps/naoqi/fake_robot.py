"""A robot that tells what a test wants, and moves nothing."""

import random
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from hsm.apps.naoqi import Proxy, Services
from hsm.apps.naoqi.link.report import Listener, RobotReport
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
    arrived=False,
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
    transition="",
)


class FakeRobot:
    """A link to nobody."""

    def __init__(self, report: RobotReport | None = STANDS) -> None:
        self.report = report
        self.said: list[MotionRequest] = []
        self._listener: Listener | None = None

    def open(self, listener: Listener) -> None:
        self._listener = listener
        if self.report is not None:
            listener.hear(self.report)

    def say(self, request: MotionRequest) -> None:
        self.said.append(request)

    def wait(self, future: "Future[Any]") -> Any:
        return future.result(timeout=0.0)

    def close(self) -> None:
        pass

    def tell(self, seconds: float = 0.024, **changes: Any) -> None:
        """Tell a report that differs, some time later."""
        assert self.report is not None and self._listener is not None
        changes.setdefault("number", self.said[-1].number)
        self.report = replace(self.report, time=self.report.time + seconds, **changes)
        self._listener.hear(self.report)

    def lose(self) -> None:
        assert self._listener is not None
        self.report = None
        self._listener.lose("the robot does not answer")


class Program:
    """Services of a robot that is faked."""

    def __init__(self, report: RobotReport | None = STANDS) -> None:
        self.robot = FakeRobot(report)
        self.services = Services(self.robot)
        self.motion = Proxy(self.services, "ALMotion")
        self.posture = Proxy(self.services, "ALRobotPosture")
        self.memory = Proxy(self.services, "ALMemory")

    @property
    def asked(self) -> MotionRequest:
        return self.robot.said[-1]


GOOD: dict[str, tuple[Any, ...]] = {
    "move": (0.05, 0.0, 0.1, [["StepHeight", 0.02]]),
    "moveToward": (0.5, 0.1, 0.0, [["LeftMaxStepX", 0.05], ["Frequency", 0.5]]),
    "moveTo": (0.2, 0.1, 0.3, 4.0, [["MaxStepX", 0.06]]),
    "setFootSteps": (["LLeg"], [[0.06, 0.1, 0.0]], [0.6], False),
    "setFootStepsWithSpeed": (["LLeg", "RLeg"], [[0.0, 0.1, 0.0], [0.0, -0.1, 0.0]], [1.0, 0.5], 0),
    "getRobotPosition": (True,),
    "getMoveConfig": ("Max",),
    "setMoveArmsEnabled": (True, False),
    "getMoveArmsEnabled": ("Arms",),
    "setMotionConfig": ([["ENABLE_STIFFNESS_PROTECTION", True]],),
    "setStiffnesses": (["LArm", "HeadYaw"], 0.9),
    "getStiffnesses": ("Body",),
    "stiffnessInterpolation": ("Head", [0.5, 0.7], [1.0, 1.0]),
    "getPosition": ("LArm", 2, True),
    "setAngles": (["HeadYaw", "HeadPitch"], [0.1, 0.2], 0.3),
    "changeAngles": ("HeadYaw", 0.1, 0.3),
    "getAngles": ("Legs", False),
    "angleInterpolation": (["HeadYaw", "LHand"], [[0.1, 0.2], [0.5]], [[0.5, 1.0], [1.0]], True),
    "setWalkTargetVelocity": (0.5, 0.0, 0.0, 0.8),
    "stepTo": ("LLeg", 0.02, 0.1, 0.0),
}
"""A call of every function of ALMotion that takes something."""


class Odd:
    """Something whose own words are an error."""

    def __repr__(self) -> str:
        raise RuntimeError("/secret/path")


ODD: tuple[Any, ...] = (
    None, "", "a", "LLeg/../etc", b"x", {}, {"x": 1}, [], [[]], [None], [1, 2], (), 1j, object(),
    float("nan"), float("inf"), -float("inf"), 10**400, -1e9, "é" * 1000, [["a"]], Odd(), 2.5,
)  # fmt: skip


def malformed(chance: random.Random) -> tuple[str, tuple[Any, ...]]:
    """Return a call with an argument that is none, or too many of them."""
    name = chance.choice(sorted(GOOD))
    given: list[Any] = list(GOOD[name])
    match chance.randrange(3):
        case 0:
            given[chance.randrange(len(given))] = chance.choice(ODD)
        case 1:
            at = [place for place, value in enumerate(given) if isinstance(value, list)]
            if at:
                place = chance.choice(at)
                given[place] = _spoiled(given[place], chance)
            else:
                given = given * 9
        case _:
            given = given * chance.randrange(8, 12)
    return name, tuple(given)


def _spoiled(value: list[Any], chance: random.Random) -> list[Any]:
    """Return a list with one value in it, however deep, that is none."""
    if not value:
        return [chance.choice(ODD)]
    at = chance.randrange(len(value))
    inner = value[at]
    spoiled = _spoiled(inner, chance) if isinstance(inner, list) else chance.choice(ODD)
    return [*value[:at], spoiled, *value[at + 1 :]]
