"""Standing: the way into the walk's stance from any pose, and standing in it.

The first command continues the last one; a joint that was limp starts from where it is.
"""

import math
from dataclasses import dataclass

from hardware.frames import CYCLE, JointCommand
from hardware.nao import JOINT_COUNT, Joint
from motions.perception.state import RobotState
from motions.walking.balance import GyroBalance
from motions.walking.engine import stiffness_of
from motions.walking.parameters import Rising, Stiffness
from motions.walking.placement import FeetPlacement

_ANKLE_PITCHES = (Joint.L_ANKLE_PITCH, Joint.R_ANKLE_PITCH)
_ANKLE_ROLLS = (Joint.L_ANKLE_ROLL, Joint.R_ANKLE_ROLL)


def start_of(last: JointCommand, state: RobotState) -> tuple[float, ...]:
    """Return the pose from which a motion continues, (25,), rad.

    It is the last command, and the measured angle wherever a joint was limp.
    """
    return tuple(
        command if stiffness > 0.0 else measured
        for command, stiffness, measured in zip(
            last.positions, last.stiffness, state.positions, strict=True
        )
    )


@dataclass(slots=True)
class Way:
    """An interpolation into the stance.

    Attributes:
        start: Pose at its beginning, (25,), rad.
        duration: s.
        time: Since the beginning, s.
    """

    start: tuple[float, ...]
    duration: float
    time: float = 0.0

    @property
    def progress(self) -> float:
        """Return 0 at the beginning to 1 at the end, at rest at both."""
        if self.time >= self.duration:
            return 1.0
        return 0.5 - 0.5 * math.cos(math.pi * self.time / self.duration)


class Standing:
    """Brings the robot into the stance and keeps it there."""

    def __init__(
        self, placement: FeetPlacement, balance: GyroBalance, rising: Rising, stiffness: Stiffness
    ) -> None:
        self._goal = placement.stance_joints
        self._balance = balance
        self._rising = rising
        self._stiffness = stiffness
        self._way = Way(self._goal, 0.0)
        self._still = 0.0

    def rise(self, last: JointCommand, state: RobotState) -> None:
        """Begin the way into the stance from any pose, with the time that a person can follow."""
        self._begin(start_of(last, state), self._rising.min_duration)

    def settle(self, last: JointCommand, state: RobotState) -> None:
        """Begin to stand where the walk or the rising ended."""
        self._begin(start_of(last, state), self._rising.settle_duration)

    def _begin(self, start: tuple[float, ...], shortest: float) -> None:
        longest_way = max(abs(goal - at) for goal, at in zip(self._goal, start, strict=True))
        duration = min(max(longest_way / self._rising.speed, shortest), self._rising.max_duration)
        self._way = Way(start, duration if longest_way > 0.0 else 0.0)
        self._still = 0.0

    @property
    def done(self) -> bool:
        """Return whether the stance is reached."""
        return self._way.time >= self._way.duration

    def command(self) -> JointCommand:
        """Return the command of this cycle."""
        way = self._way
        way.time += CYCLE
        share = way.progress
        joints = [at + (goal - at) * share for at, goal in zip(way.start, self._goal, strict=True)]
        for joint in _ANKLE_PITCHES:
            joints[joint] += share * self._balance.standing_ankle_pitch
        for joint in _ANKLE_ROLLS:
            joints[joint] += share * self._balance.standing_ankle_roll
        self._still = self._still + CYCLE if share >= 1.0 else 0.0
        soft = self._still >= self._stiffness.standing_after
        legs = self._stiffness.standing if soft else self._stiffness.legs
        return JointCommand(tuple(joints), tuple(stiffness_of(self._stiffness, legs)))


def limp_command(state: RobotState) -> JointCommand:
    """Return the command that leaves every joint free at its measured angle."""
    return JointCommand(state.positions, (0.0,) * JOINT_COUNT)


def damped_command(state: RobotState, stiffness: float) -> JointCommand:
    """Return the command that holds the measured pose softly."""
    return JointCommand(state.positions, (stiffness,) * JOINT_COUNT)
