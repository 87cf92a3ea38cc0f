"""What the preview walk tells of its plan."""

from hardware.cycle_data import cycle_data
from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2


@cycle_data
class PlannedFootstep:
    """A step that is to come, or is being made.

    Attributes:
        swing: The foot that steps.
        lands_in: Until it stands, s.
        move: Where it lands, in the frame of the other foot.
    """

    swing: Side
    lands_in: float
    move: Pose2


@cycle_data
class PreviewInfo:
    """The plan of the preview walk in this cycle.

    Attributes:
        active: The walk is in progress: from the first shift of the weight to the end of the last.
        number: Of the wish that was taken last; -1 before any.
        arrived: That wish has been played to its end, nothing took its place.
        left: Planned pose of the left foot, on the floor of the odometry.
        right: Of the right foot.
        robot: Midway between both: where the plan has the robot now.
        following: Where it has the robot after the last unchangeable step.
        unchangeable: Steps that nothing takes back, the running one first.
        changeable: Steps behind them.
        made: Steps that have landed since the program began.
        ended: Why the walk was ended from outside; empty if it was not.
        refused: Why the footsteps of the last wish were not taken; empty if they were.
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
"""Before the first wish."""
