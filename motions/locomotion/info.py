"""Reports of the walks about their footsteps."""

from hardware.cycle_data import cycle_data
from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2


@cycle_data
class PlannedFootstep:
    """A coming or running step.

    Attributes:
        swing: The foot that steps.
        lands_in: Time until it lands, s.
        move: Where it lands, in the frame of the other foot, as clipped to what the legs can do.
    """

    swing: Side
    lands_in: float
    move: Pose2


@cycle_data
class PreviewInfo:
    """The plan of the preview walk in this cycle.

    The pose of a foot is that of its origin below the ankle. `GroundTruth.left_sole` and
    `.right_sole` are the middles of the soles instead, (front - back) / 2 further ahead and
    (outer - inner) / 2 further out, with the distances of `RobotModel.dimensions.sole`.

    Attributes:
        active: Whether the walk is in progress, from the first shift of the weight to the last.
        number: Number of the last accepted wish; -1 before any.
        arrived: Whether that wish has been completed without an interruption.
        left: Planned pose of the left foot, in the odometry frame.
        right: Planned pose of the right foot.
        robot: Planned pose of the robot, midway between both feet.
        following: Its planned pose after the last unchangeable step.
        unchangeable: Unchangeable steps, the running one first.
        changeable: Steps after them.
        made: Number of steps landed since the program began.
        ended: Why the walk was ended from outside; empty if it was not.
        refused: Why the footsteps of the last wish were refused; empty if they were accepted.
    """

    active: bool
    number: int
    arrived: bool
    left: Pose2
    right: Pose2
    robot: Pose2
    following: Pose2
    unchangeable: tuple[PlannedFootstep, ...] = ()
    changeable: tuple[PlannedFootstep, ...] = ()
    made: int = 0
    ended: str = ""
    refused: str = ""


NO_PLAN = PreviewInfo(False, -1, False, Pose2(), Pose2(), Pose2(), Pose2())
"""Report before the first wish."""
