"""How the joints of a walk follow their requests."""

from hardware.robots.model import RobotModel
from motions.perception.state import RobotState
from motions.walking.joints.play import JointPlay, PlayMeasureParameters
from motions.walking.joints.requests import RequestAgeParameters, SentRequests


class JointTracking:
    """The joints of a walk between request and measurement.

    Attributes:
        sent: The joint targets of the last cycles.
        play: How worn the joints are.
    """

    def __init__(
        self, requests: RequestAgeParameters, play: PlayMeasureParameters, model: RobotModel
    ) -> None:
        self.sent = SentRequests(requests)
        self.play = JointPlay(play, model)

    def reset(self) -> None:
        """Forget the last requests: another motion moves the joints. How worn they are stays."""
        self.sent.clear()

    def update(self, robot: RobotState) -> None:
        """Take one cycle of a step: how the joints have followed."""
        self.play.update(robot.positions, self.sent.executed)
