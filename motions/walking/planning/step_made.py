"""Outcome of a step: its motion by odometry and its duration.

It is computed once, when the next step is planned, and passed to everything that learns from steps
(the feedbacks, `progress.py`, `stumble.py`).
"""

from dataclasses import dataclass

from motions.kinematics.geometry import Pose2, angle_difference
from motions.perception.state import RobotState
from motions.walking.rhythm.running_step import RunningStep


@dataclass(frozen=True, slots=True)
class StepMade:
    """Outcome of a finished step, up to the start of the next one.

    Attributes:
        step: The step.
        forward: Forward motion by odometry, relative to the pose at the start, m.
        left: The same to the left, m.
        turn: Turn to the left by odometry, rad, in [-pi, pi).
        took: Time until the next step, s; unlike `step.lasted` it includes a delay after the step.
        contact: Whether the robot stood on the floor at its end.
    """

    step: RunningStep
    forward: float
    left: float
    turn: float
    took: float
    contact: bool

    @property
    def share(self) -> float:
        """Return the time taken as a share of the planned duration; above 1 it was late."""
        return self.took / self.step.duration


def step_made(step: RunningStep, began: Pose2, since: float, robot: RobotState) -> StepMade:
    """Return the outcome of a step.

    Args:
        step: The step.
        began: Odometry at the start of the step.
        since: Time at the start of the step, s.
        robot: State of the robot at the start of the next step.
    """
    now = robot.odometry
    way = began.inverse() @ now
    turn = angle_difference(now.heading, began.heading)
    return StepMade(step, way.x, way.y, turn, robot.time - since, robot.contact)
