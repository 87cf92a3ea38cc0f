"""Tracking of the joints' requests during a walk."""

from collections.abc import Sequence

from hardware.robots.model import RobotModel, Side
from motions.perception.state import RobotState
from motions.walking.joints.play import JointPlay, PlayMeasureParameters
from motions.walking.joints.requests import RequestAgeParameters, SentRequests
from motions.walking.joints.sag import JointSag, SagParameters
from motions.walking.joints.still_joints import StillJointParameters, StillJoints
from motions.walking.learnt import taught_by
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.terms.pendulum import DcmError


class JointTracking:
    """Compares the joint requests of the walk with the measurements.

    Attributes:
        sent: The joint targets of the last cycles, in wire order, rad.
        play: Play of the joints.
        sag: Sag of the joints and its compensation.
        still: Joints that do not move although commanded.
    """

    def __init__(
        self,
        requests: RequestAgeParameters,
        play: PlayMeasureParameters,
        sag: SagParameters,
        still: StillJointParameters,
        model: RobotModel,
    ) -> None:
        self._model = model
        self.sent: SentRequests[Sequence[float]] = SentRequests(requests)
        self.play = JointPlay(play, model)
        self.sag = JointSag(sag, model)
        self.still = StillJoints(still, model)

    def change(
        self, requests: RequestAgeParameters, sag: SagParameters, still: StillJointParameters
    ) -> None:
        """Continue with other parameters; what has been learnt is kept."""
        self.sent = SentRequests(requests)
        self.sag = taught_by(self.sag, JointSag(sag, self._model))
        self.still = taught_by(self.still, StillJoints(still, self._model))

    def reset(self) -> None:
        """Discard the last requests, as another motion moves the joints; learnt values are kept."""
        self.sent.clear()
        self.sag.reset()

    def begin(self, finished: RunningStep | None, swing: Side) -> None:
        """Start a step.

        Args:
            finished: The last step; None before the first.
            swing: The new swing foot.
        """
        taught = finished is not None and finished.teaches
        self.sag.begin(finished if taught else None, swing)

    def update(self, robot: RobotState, error: DcmError, *, teaches: bool) -> None:
        """Process one cycle of a step.

        Args:
            robot: Current state of the robot.
            error: DCM error.
            teaches: Whether the step may be learnt from.
        """
        if teaches:
            executed = self.sent.executed
            self.play.update(robot.positions, executed)
            self.still.update(robot.positions, executed)
            if not self.still.joints:
                self.sag.look(robot, executed, error)

    def send(self, joints: list[float]) -> None:
        """Compensate sag in the joint targets, in wire order, rad, in place, and store them."""
        self.sag.add(joints)
        self.sent.append(joints)
