"""Errors of short steps, learnt for each foot and compensated in later steps.

A worn robot drifts while it steps on the spot, by more than the tolerance of a pose. Correcting
only the remaining error would lag behind such a drift for as long as it lasts.
"""

from hardware.robots.model import Side
from motions.generators.parameters import MissParameters
from motions.kinematics.geometry import Pose2
from motions.scalars import clamp
from motions.walking.step import Step


class StepErrorLearner:
    """Learns and applies corrections of short steps."""

    def __init__(self, parameters: MissParameters) -> None:
        self._parameters = parameters
        self._errors = {Side.LEFT: Pose2(), Side.RIGHT: Pose2()}
        self._made: Step | None = None
        self._swing = Side.LEFT
        self._expected = Pose2()

    def learn(self, last: Step, frame: Pose2) -> None:
        """Update the correction with the difference between the last step's end and its target.

        Args:
            last: The step before.
            frame: The zero-step frame after it, in the odometry frame.
        """
        made, self._made = self._made, None
        if made is None or last is not made:
            return  # another step was made meanwhile
        parameters, old = self._parameters, self._errors[self._swing]
        new, share = self._expected.inverse() @ frame, parameters.share
        self._errors[self._swing] = Pose2(
            clamp(old.x + share * new.x, -parameters.most, parameters.most),
            clamp(old.y + share * new.y, -parameters.most, parameters.most),
            clamp(old.heading + share * new.heading, -parameters.most_turn, parameters.most_turn),
        )

    def compensated(self, left: Pose2, swing: Side) -> Pose2:
        """Return the displacement to command so that a step of a foot ends at the given one."""
        return left @ self._errors[swing].inverse() if self._is_short(left) else left

    def remember(self, step: Step, left: Pose2, frame: Pose2, swing: Side) -> None:
        """Remember the chosen step for learning if the displacement is short.

        Args:
            step: The step.
            left: The remaining displacement before it.
            frame: The zero-step frame in which it begins, in the odometry frame.
            swing: The foot that swings.
        """
        if self._is_short(left):
            error = self._errors[swing]
            self._made, self._swing = step, swing
            self._expected = frame @ Pose2(step.x, step.y, step.turn) @ error

    def _is_short(self, left: Pose2) -> bool:
        parameters = self._parameters
        short = left.x * left.x + left.y * left.y <= parameters.short**2
        return short and abs(left.heading) <= parameters.little
