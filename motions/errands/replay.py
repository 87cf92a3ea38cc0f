"""Replays recorded steps for as long as the feet agree with the record."""

from hardware.robots.model import Side
from motions.destinations import ReplaySteps
from motions.errands.task import ErrandTask
from motions.kinematics.geometry import Pose2
from motions.perception.state import RobotState
from motions.scalars import clamp
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step


class ReplayTask(ErrandTask):
    """Executes the steps of a record in order.

    A step recorded for the other foot is executed without its sideways part if that is small;
    otherwise the feet no longer agree with the record, and the replay ends.
    """

    aimed = False

    def __init__(self, wish: ReplaySteps) -> None:
        super().__init__()
        self._wish = wish
        self._made = 0
        self._given_up = ""

    @property
    def done(self) -> bool:
        """Return whether every step was replayed."""
        return self._made >= len(self._wish.steps) and not self._given_up

    def goes_on(self, robot: RobotState, frame: Pose2) -> bool:
        """Return whether there is a step left."""
        steps = self._wish.steps
        self._message = self._given_up or f"step {self._made} of {len(steps)} replayed"
        return self._made < len(steps) and not self._given_up

    def side(self, state: RobotState) -> float:
        """Return the side of the record's first swing foot."""
        return float(self._wish.steps[0].swing.sign) if self._wish.steps else 0.0

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the next recorded step, or a zero step if the feet do not agree."""
        if self._made >= len(self._wish.steps) or self._given_up:
            return Step()
        step = self._wish.steps[self._made]
        if step.swing is swing:
            self._made += 1
            return _within(limits, step.x, step.y, step.turn, swing)
        if abs(step.y) > self._wish.aside:
            foot = step.swing.name.lower()
            self._given_up = (
                f"the record swings the {foot} foot in step {self._made + 1}: replay ended"
            )
            return Step()
        self._made += 1
        return _within(limits, step.x, 0.0, step.turn, swing)


def _within(limits: StepLimits, x: float, y: float, turn: float, swing: Side) -> Step:
    """Return a step clipped to the limits: the record may be of a faster walk."""
    inwards, outwards = limits.turn_range()
    x, y = limits.possible().nearest(x, y)
    return Step(x, y, swing.sign * clamp(swing.sign * turn, -inwards, outwards))
