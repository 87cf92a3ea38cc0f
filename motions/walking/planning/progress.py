"""Progress monitor: detects a walk without progress and counteracts it.

Soft servos, a torn sole or a foot that catches can make a robot step on the spot without falling.
The odometry of the steps of the last seconds is compared with their plans. A robot that moves much
less lifts its feet a little higher from step to step and, if that is not enough and a speed is
requested, shortens its steps. A message reports the planned and the actual speed and the foot
clearance.
"""

import math
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from annotated_types import Gt

from hardware.units import PositiveRatio, PositiveSpeed, Ratio, Unit, UnsignedLength
from motions.perception.state import RobotState
from motions.requests import MotionRequest
from motions.walking.planning.step_made import StepMade
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import StepKind


@dataclass(frozen=True, slots=True)
class ProgressParameters:
    """Detection of, and reaction to, a walk without progress.

    Attributes:
        active: Whether progress is monitored.
        share: Filter share of a step in the mean of the last ones.
        steps: Number of steps before progress is judged.
        pushed: Share of its plan by which a step must have gone backwards to count as pushed; such
            a step is ignored.
        least_speed: Planned speed below which progress is not judged, m/s.
        little: Share of the planned distance below which the walk makes no progress ...
        enough: ... and above which it does again.
        higher: Increase of the lift per step without progress, m.
        highest: Largest additional lift, m.
        lower: Decrease of the lift per step with enough progress, m.
        slower: Reduction of the speed share per step without progress at the highest lift.
        slowest: Smallest share of the requested speed.
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
            raise ValueError("'little' must be less than 'enough'")


class Progress:
    """Compares the distance of the last steps with their plans.

    Attributes:
        lift: Additional lift of the feet, m.
        pace: Share of a requested speed at which the robot walks; steps to a target keep their
            length.
        stalled: Whether the robot makes no progress.
        planned: Mean planned velocity, forward and left, m/s.
        made: Mean velocity by odometry, forward and left, m/s.
        cleared: Mean height of the swing sole above the other one at mid-step, m.
        said: Last message on a lack of progress, with numbers; empty before the first.
    """

    learnt: ClassVar[tuple[str, ...]] = ("lift", "said")

    def __init__(self, parameters: ProgressParameters) -> None:
        self._parameters = parameters
        self.lift = 0.0
        self.said = ""
        self.reset()

    def reset(self) -> None:
        """Start a walk: the lift is kept, the means of the last walk are discarded."""
        self.stalled = False
        self.planned = self.made = (0.0, 0.0)
        self.cleared = 0.0
        self.pace = 1.0
        self._seen = 0
        self._height: float | None = None

    def request(self, request: MotionRequest) -> MotionRequest:
        """Return the request, scaled by the pace."""
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
        """Record the height of the swing sole at mid-step."""
        if self._height is None and running.phase >= 0.5:
            self._height = robot.sole_height(running.swing)

    def learn(self, made: StepMade | None) -> None:
        """Update the means from the finished step and judge the progress.

        Args:
            made: Outcome of the step; None after another motion.
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
        """Return the actual speed in the planned direction, m/s."""
        x, y = self.planned
        return (x * self.made[0] + y * self.made[1]) / max(math.hypot(x, y), 1e-9)

    def _judge(self) -> None:
        parameters, planned = self._parameters, math.hypot(*self.planned)
        if planned < parameters.least_speed * self.pace:
            self.stalled = False
            self.pace = min(self.pace + parameters.slower, 1.0)
            return
        way = self._along() / planned
        self.stalled = way < (parameters.enough if self.stalled else parameters.little)
        if not self.stalled:
            self.pace = min(self.pace + parameters.slower, 1.0)
            if way > parameters.enough:
                self.lift = max(self.lift - parameters.lower, 0.0)
            return
        self.said = (
            f"planned {planned:.2f} m/s, actual {self._along():.2f} m/s: foot clearance "
            f"{self.cleared * 1e3:.0f} mm, lift raised by {self.lift * 1e3:.0f} mm"
        )
        if self.lift < parameters.highest:
            self.lift = min(self.lift + parameters.higher, parameters.highest)
        else:
            self.pace = max(self.pace - parameters.slower, parameters.slowest)


def _mean(mean: tuple[float, float], new: tuple[float, float], share: float) -> tuple[float, float]:
    return mean[0] + share * (new[0] - mean[0]), mean[1] + share * (new[1] - mean[1])
