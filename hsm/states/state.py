"""What a state is, and what it sees.

A state decides nothing about where to go (the table does) and moves nothing (its component does).
In every cycle the control cycle calls, in this order: `update` and `status` of the active leaf,
then, if a row fires, `enter` of the new leaf, and at last `step` of the leaf that is now active.
"""

from dataclasses import dataclass

from hardware.frames import JointCommand
from motions.perception.state import MotionFeedback, RobotState
from motions.requests import MotionRequest


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything a state may look at in one cycle.

    Attributes:
        robot: The estimate of the robot's state.
        request: The behaviour's wish.
        last: The last command that was sent: a new motion continues from it.
    """

    robot: RobotState
    request: MotionRequest
    last: JointCommand


@dataclass(frozen=True, slots=True)
class Cause:
    """How a leaf was entered.

    Attributes:
        event: Name of the row's event.
        source: The leaf before.
    """

    event: str
    source: str


class State:
    """Base of the leaves' classes; what a leaf does not need stays as it is here."""

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Begin; the first command must continue `moment.last`."""

    def update(self, moment: Moment) -> None:
        """Advance by one cycle, before the facts are read."""

    def status(self, moment: Moment) -> int:
        """Return the facts that only the active leaf knows, as bits."""
        return 0

    def account(self) -> str:
        """Say with numbers what the status facts rest on; empty when there is nothing to say."""
        return ""

    @property
    def feedback(self) -> MotionFeedback:
        """Return what perception should know of this motion in the next cycle."""
        return MotionFeedback()

    def step(self, moment: Moment) -> JointCommand:
        """Return the command of this cycle."""
        raise TypeError(f"{type(self).__name__} commands no joints")
