"""How the joints of a walk follow their requests."""

from hardware.robots.model import RobotModel, Side
from motions.perception.state import RobotState
from motions.walking.joints.play import JointPlay, PlayMeasureParameters
from motions.walking.joints.requests import RequestAgeParameters, SentRequests
from motions.walking.joints.sag import JointSag, SagParameters
from motions.walking.joints.still_joints import StillJointParameters, StillJoints
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.terms.pendulum import DcmError


class JointTracking:
    """The joints of a walk between request and measurement.

    Attributes:
        sent: The joint targets of the last cycles.
        play: How worn the joints are.
        sag: What they miss on average, and how it is made good.
        still: Those that stand still though they are told to move.
    """

    def __init__(
        self,
        requests: RequestAgeParameters,
        play: PlayMeasureParameters,
        sag: SagParameters,
        still: StillJointParameters,
        model: RobotModel,
    ) -> None:
        self.sent = SentRequests(requests)
        self.play = JointPlay(play, model)
        self.sag = JointSag(sag, model)
        self.still = StillJoints(still, model)

    def reset(self) -> None:
        """Forget the last requests: another motion moves the joints. What they miss stays known."""
        self.sent.clear()
        self.sag.reset()

    def begin(self, finished: RunningStep | None, swing: Side) -> None:
        """Begin a step.

        Args:
            finished: The last step; None before the first.
            swing: The foot that swings now.
        """
        taught = finished is not None and finished.teaches
        self.sag.begin(finished if taught else None, swing)

    def update(self, robot: RobotState, error: DcmError, *, teaches: bool = True) -> None:
        """Take one cycle of a step: how the joints have followed, and by how much it falls.

        Args:
            robot: The robot now.
            error: By how much it falls.
            teaches: The step is one of a walk, whose joints show how worn they are.
        """
        if teaches:
            executed = self.sent.executed
            self.play.update(robot.positions, executed)
            self.still.update(robot.positions, executed)
            if not self.still.joints:
                self.sag.look(robot, executed, error)

    def send(self, joints: list[float]) -> None:
        """Make good what the joints will miss of their targets, in wire order, rad, in place."""
        self.sag.add(joints)
        self.sent.append(joints)
