"""What came of a step: the way that odometry has seen in it, and how long it took.

Whatever learns from step to step (the feedbacks, `progress.py`) gets the same one, worked out once
where the next step is planned.
"""

from dataclasses import dataclass

from motions.kinematics.geometry import Pose2, angle_difference
from motions.perception.state import RobotState
from motions.walking.rhythm.running_step import RunningStep


@dataclass(frozen=True, slots=True)
class StepMade:
    """A step that is over, and what was made of it until the next one began.

    Attributes:
        step: The step.
        forward: Way as odometry saw it, m, seen from where it began.
        left: The same to the left, m.
        turn: Turn to the left as odometry saw it, rad, in [-pi, pi).
        took: Time until the next step, s: unlike what the step lasted, with a delay after it.
        contact: The robot stood on the floor then.
    """

    step: RunningStep
    forward: float
    left: float
    turn: float
    took: float
    contact: bool

    @property
    def share(self) -> float:
        """Return what it took as a share of its planned duration; beyond 1 it was late."""
        return self.took / self.step.duration


def step_made(step: RunningStep, began: Pose2, since: float, robot: RobotState) -> StepMade:
    """Return what came of a step.

    Args:
        step: The step.
        began: Odometry when it began.
        since: When that was, s.
        robot: The robot now; the next step begins.
    """
    now = robot.odometry
    way = began.inverse() @ now
    turn = angle_difference(now.heading, began.heading)
    return StepMade(step, way.x, way.y, turn, robot.time - since, robot.contact)
