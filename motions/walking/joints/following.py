"""How the joints follow their requests, and what is done about it while a step runs."""

from collections.abc import Sequence

from hardware.nao import Dimensions, Side
from motions.perception.state import RobotState
from motions.walking.joints.offset import JointPlayOffset, PlayOffset
from motions.walking.joints.play import JointPlay, PlayMeasure
from motions.walking.joints.requests import RequestAge, SentRequests
from motions.walking.joints.speed import JointSpeedControl, SpeedControl


class JointFollowing:
    """The joints of a walk between request and measurement.

    Attributes:
        sent: The joint targets of the last cycles.
        play: How worn the joints are.
    """

    def __init__(
        self,
        requests: RequestAge,
        play: PlayMeasure,
        speed: SpeedControl,
        offset: PlayOffset,
        dimensions: Dimensions,
    ) -> None:
        self.sent = SentRequests(requests)
        self.play = JointPlay(play)
        self._speed = JointSpeedControl(speed, dimensions) if speed.active else None
        self._offset = JointPlayOffset(offset) if offset.active else None

    def reset(self) -> None:
        """Forget the last requests: another motion moves the joints. How worn they are stays."""
        self.sent.clear()
        self.begin_delay()
        if self._offset is not None:
            self._offset.reset()

    def begin_delay(self) -> None:
        """Forget the last request of a step: a delay is never slowed down."""
        if self._speed is not None:
            self._speed.reset()

    def update(self, state: RobotState, support: Side) -> None:
        """Take one cycle of a step: how the joints have followed."""
        executed = self.sent.executed
        self.play.update(state.positions, executed)
        if self._speed is not None:
            self._speed.update(state, executed, support, self.play.quality)
        if self._offset is not None:
            self._offset.update(state.positions, executed)

    def slow_down(self, joints: list[float], support: Side) -> None:
        """Keep joints from pushing into a fall; changes the targets, (25,), rad, in place."""
        if self._speed is not None:
            self._speed.apply(joints, support)

    def keep_back(
        self, joints: list[float], planned: Sequence[float], support: Side, progress: float
    ) -> None:
        """Keep back what leads to where the joints hang; changes the targets, rad, in place.

        Args:
            joints: Joint targets, (25,), rad.
            planned: The targets before balance was added, (25,), rad.
            support: The support foot.
            progress: Share of the step's duration.
        """
        if self._offset is not None:
            self._offset.apply(joints, planned, support, progress)
