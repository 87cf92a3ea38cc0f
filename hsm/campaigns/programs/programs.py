"""The measured programs, and the interface that they need."""

import math
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol

from hsm.campaigns.streams import Stream, stream
from hsm.control.loop import Cycle
from hsm.simulated.simulation import Simulation

CHA_CHA: Final = (
    ("LLeg", (0.06, 0.1, 0.0)), ("LLeg", (0.00, 0.16, 0.0)), ("RLeg", (0.00, -0.1, 0.0)),
    ("LLeg", (0.00, 0.16, 0.0)), ("RLeg", (-0.04, -0.1, 0.0)), ("RLeg", (0.00, -0.16, 0.0)),
    ("LLeg", (0.00, 0.1, 0.0)), ("RLeg", (0.00, -0.16, 0.0)),
)  # fmt: skip
_FREQUENCY: Final = 0.8
_FURTHEST: Final = 1.0
"""Largest distance of random targets, m."""


class ProgrammedRobot(Protocol):
    """A simulated robot with the services of a NAO.

    Attributes:
        motion: ALMotion.
        posture: ALRobotPosture.
    """

    motion: Any
    posture: Any

    def sleep(self, seconds: float) -> None:
        """Let the robot move for a time, s."""

    def watch(self, look: Callable[[Cycle], None]) -> None:
        """Call back after every cycle."""


Reach = Callable[[Simulation], ProgrammedRobot]
"""Adds the services to a simulated robot; a module's function, so that workers can import it."""


def dance(robot: ProgrammedRobot) -> None:
    """Dance the cha-cha of the manufacturer's example twice."""
    robot.motion.wakeUp()
    robot.posture.goToPosture("StandInit", 0.5)
    for leg, step in 2 * CHA_CHA:
        robot.motion.setFootStepsWithSpeed([leg], [list(step)], [_FREQUENCY], False)
    robot.motion.waitUntilMoveIsFinished()


def targets(number: int) -> tuple[float, float, float]:
    """Return the target of a trial: the manufacturer's example first, then random ones."""
    if number == 0:
        return 0.2, 0.2, math.pi / 2.0
    chance = stream(number, Stream.PROGRAM)
    way, direction, theta = chance.uniform((0.1, -math.pi, -math.pi), (_FURTHEST, math.pi, math.pi))
    return way * math.cos(direction), way * math.sin(direction), float(theta)


def random_steps(number: int) -> Iterator[tuple[str, list[float], float, bool]]:
    """Yield endless random footsteps: leg, move, share of speed, whether to clear the queue."""
    chance = stream(number, Stream.PROGRAM)
    left = bool(chance.integers(2))
    while True:
        sign = 1.0 if left else -1.0
        low, high = (-0.04, 0.088, -0.2), (0.06, 0.16, 0.2)
        x, y, theta = (float(value) for value in chance.uniform(low, high))
        leg = "LLeg" if left else "RLeg"
        yield leg, [x, sign * y, theta], float(chance.random()), bool(chance.random() < 0.2)
        left = not left if chance.random() < 0.8 else left
