"""A walk that makes no headway says so, and lifts its feet higher.

Soft servos, a torn sole or a foot that catches let a robot step on the spot without a fall. The way
that odometry saw in the steps of the last seconds is held against the way of their plans. A robot
that goes much less lifts its feet by a little more from step to step, and when that is not enough,
its steps become shorter. It tells what it was asked, what it makes, and how high its feet get.
"""

import math
from dataclasses import dataclass, replace
from typing import Annotated

from annotated_types import Gt

from hardware.robots.model import Side
from hardware.units import PositiveRatio, PositiveSpeed, Ratio, Unit, UnsignedLength
from motions.perception.state import RobotState
from motions.requests import MotionRequest
from motions.walking.planning.step_made import StepMade
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import StepKind


@dataclass(frozen=True, slots=True)
class ProgressParameters:
    """What a walk does that makes no headway.

    Attributes:
        active: It lifts its feet higher, and goes more slowly.
        share: Share of a step in the mean of the last ones.
        steps: So many of them are looked at before anything is said.
        pushed: A step that went back by more than this share of its plan was pushed: no word on it.
        least_speed: Plans below this speed are not judged, m/s.
        little: Below this share of the planned way it makes no headway ...
        enough: ... until it makes more than this.
        higher: By so much more the feet are lifted from one step to the next, m.
        highest: ... up to so much, m.
        lower: By so much less from one step to the next while the robot makes enough way, m.
        slower: By this share the steps then become shorter from one to the next.
        slowest: Smallest share of the asked speed that is left of it.
    """

    active: bool
    share: Ratio
    steps: Annotated[int, Unit(""), Gt(0)]
    pushed: Ratio
    least_speed: PositiveSpeed
    little: Ratio
    enough: Ratio
    higher: UnsignedLength
    highest: UnsignedLength
    lower: UnsignedLength
    slower: Ratio
    slowest: PositiveRatio

    def __post_init__(self) -> None:
        if not self.little < self.enough:
            raise ValueError("little way must be less than enough way")


class Progress:
    """The way of the last steps.

    Attributes:
        lift: By how much more the feet are lifted, m.
        pace: Share of the asked speed at which the robot walks.
        stalled: The robot makes no headway.
        planned: Mean speed of the plans, forward and left, m/s.
        made: Mean speed that odometry saw, forward and left, m/s.
        cleared: Mean height of the swing sole over the other one at mid-step, m.
        said: What was last said of making no headway, with its numbers; empty before.
    """

    def __init__(self, parameters: ProgressParameters) -> None:
        self._parameters = parameters
        self.lift = 0.0
        self.said = ""
        self.reset()

    def reset(self) -> None:
        """Begin a walk: what the feet need stays known, what the last walk made does not."""
        self.stalled = False
        self.planned = self.made = (0.0, 0.0)
        self.cleared = 0.0
        self.pace = 1.0
        self._seen = 0
        self._height: float | None = None

    def request(self, request: MotionRequest) -> MotionRequest:
        """Return what is still asked of a robot that makes no headway."""
        if self.pace == 1.0:
            return request
        pace = self.pace
        return replace(
            request,
            forward=pace * request.forward,
            left=pace * request.left,
            turn=pace * request.turn,
        )

    def look(self, robot: RobotState, running: RunningStep) -> None:
        """Notice how high the swing sole is at mid-step."""
        if self._height is None and running.phase >= 0.5:
            self._height = _height(robot, running.swing)

    def learn(self, made: StepMade | None) -> None:
        """Take in the step that has just ended.

        Args:
            made: What came of it; None when another motion went before.
        """
        height, self._height = self._height, None
        if made is None or made.step.kind is not StepKind.STEPPING or not made.contact:
            return
        step, planned = made.step, made.step.planned
        way = planned.x * planned.x + planned.y * planned.y
        if planned.x * made.forward + planned.y * made.left < -self._parameters.pushed * way:
            return
        duration, lasted = step.duration, max(step.lasted, step.cycle)
        self._seen += 1
        share = max(self._parameters.share, 1.0 / self._seen)
        self.planned = _mean(self.planned, (planned.x / duration, planned.y / duration), share)
        self.made = _mean(self.made, (made.forward / lasted, made.left / lasted), share)
        if height is not None:
            self.cleared += share * (height - self.cleared)
        if self._parameters.active and self._seen >= self._parameters.steps:
            self._judge()

    def _along(self) -> float:
        """Return the speed that was made in the planned direction, m/s."""
        x, y = self.planned
        return (x * self.made[0] + y * self.made[1]) / max(math.hypot(x, y), 1e-9)

    def _judge(self) -> None:
        parameters, planned = self._parameters, math.hypot(*self.planned)
        if planned < parameters.least_speed * self.pace:
            self.stalled = False
            return
        way = self._along() / planned
        self.stalled = way < (parameters.enough if self.stalled else parameters.little)
        if not self.stalled:
            self.pace = min(self.pace + parameters.slower, 1.0)
            if way > parameters.enough:
                self.lift = max(self.lift - parameters.lower, 0.0)
            return
        self.said = (
            f"plans {planned:.2f} m/s, makes {self._along():.2f} m/s: feet clear "
            f"{self.cleared * 1e3:.0f} mm, lifted {self.lift * 1e3:.0f} mm higher"
        )
        if self.lift < parameters.highest:
            self.lift = min(self.lift + parameters.higher, parameters.highest)
        else:
            self.pace = max(self.pace - parameters.slower, parameters.slowest)


def _mean(mean: tuple[float, float], new: tuple[float, float], share: float) -> tuple[float, float]:
    return mean[0] + share * (new[0] - mean[0]), mean[1] + share * (new[1] - mean[1])


def _height(robot: RobotState, swing: Side) -> float:
    """Return the height of the swing sole over the other one along gravity, m."""
    foot, other = robot.sole(swing), robot.sole(swing.other)
    x, y, z = robot.up
    return x * (foot.x - other.x) + y * (foot.y - other.y) + z * (foot.z - other.z)
