"""Fall protection: moves the body into the pose that takes a fall with the least damage.

The direction is latched at the beginning; once the torso is tilted far, the pose follows the side
that comes down, because a robot caught by its arm may roll onto its front. In a late fall, with the
torso already tilted far, the pose to the front straightens the knees, so that arms and knees hit
the floor before the chest.
"""

from dataclasses import dataclass
from typing import Annotated

from hardware.robots.model import RobotModel, Side
from hardware.sensors_and_commands import JointCommand
from hardware.units import Angle, AngularSpeed, Milliseconds, Percent, Unit
from motions.hold_commands import damped_command
from motions.perception.state import Fall, FallDirection, RobotState
from motions.scalars import clamp


@dataclass(frozen=True, slots=True)
class FallPose:
    """Joint targets for one kind of fall, rad; arm angles are the left arm's, mirrored right.

    Attributes:
        head_pitch: Head pitch, away from the floor.
        shoulder_pitch_near: Arm on the side to which the robot rolls.
        shoulder_pitch_far: The other arm.
        shoulder_roll: Outwards.
        elbow_roll: Bent, negative on the left.
        elbow_yaw: Left elbow.
        hip_pitch_near: Leg on the side to which the robot rolls.
        hip_pitch_far: The other leg.
        knee: Both knees.
        ankle_pitch: Both ankles.
        arms_early: Stiffness of the arms while they move into the pose, 0..1.
        arms: Stiffness of the arms when they hit the floor, 0..1.
    """

    head_pitch: Angle
    shoulder_pitch_near: Angle
    shoulder_pitch_far: Angle
    shoulder_roll: Angle
    elbow_roll: Angle
    elbow_yaw: Angle
    hip_pitch_near: Angle
    hip_pitch_far: Angle
    knee: Angle
    ankle_pitch: Angle
    arms_early: Percent
    arms: Percent


@dataclass(frozen=True, slots=True)
class FallStiffness:
    """Stiffness while falling, 0..1.

    Attributes:
        legs_early: Hip pitches, hip rolls and knees during `early`.
        legs: The same afterwards; in a late fall the knees keep `legs_early`.
        head_moving: A head joint that is still moving.
        head: A head joint that has reached its target.
        rest: Every other joint.
        early: Duration of the first phase, s.
    """

    legs_early: Percent
    legs: Percent
    head_moving: Percent
    head: Percent
    rest: Percent
    early: Milliseconds


@dataclass(frozen=True, slots=True)
class FallParameters:
    """Everything in `config/fall.yaml`.

    Attributes:
        front: Pose for a fall to the front.
        front_late: Likewise for a late fall.
        back: Pose for a fall to the back.
        back_late: Likewise for a late fall.
        side: Pose for a fall to a side.
        stiffness: Stiffness while falling.
        late_after: Time after which a fall may be late, s.
        late_front: Torso pitch beyond which a fall to the front is late, rad.
        late_back: Torso pitch below which a fall to the back is late, rad.
        follow_beyond: Tilt beyond which the pose follows the side that comes down, rad.
        quiet: Gyro rates below which the robot counts as lying still, rad/s.
        give_up_after: Time after which a fall is over in any case, s.
        head_reached: Error below which a head joint has reached its target, rad.
    """

    front: FallPose
    front_late: FallPose
    back: FallPose
    back_late: FallPose
    side: FallPose
    stiffness: FallStiffness
    late_after: Milliseconds
    late_front: Angle
    late_back: Angle
    follow_beyond: Angle
    quiet: AngularSpeed
    give_up_after: Milliseconds
    head_reached: Annotated[float, Unit("rad")]


class FallProtection:
    """Commands poses and stiffness from the beginning of a fall until the robot lies still.

    Attributes:
        direction: Direction of the fall; latched.
        late: Whether the torso is tilted too far for the folded pose; latched.
    """

    def __init__(self, model: RobotModel, parameters: FallParameters) -> None:
        self._model = model
        self._legs = tuple(model.legs.values())
        self._parameters = parameters
        self._time = 0.0
        self.direction = FallDirection.FRONT
        self._rolls_left = False
        self.late = False
        self._head_arrived = [False, False]

    def begin(self, state: RobotState) -> None:
        """Latch the direction of the fall."""
        self._time = 0.0
        self.late = False
        self._rolls_left = state.roll < 0.0
        self._head_arrived = [False, False]
        known = state.fall_direction is not FallDirection.NONE
        self._falls(state.fall_direction if known else _direction_of(state))

    def _falls(self, direction: FallDirection) -> None:
        """Set the direction; a sideways one also determines which limbs come down first."""
        self.direction = direction
        if direction in (FallDirection.LEFT, FallDirection.RIGHT):
            self._rolls_left = direction is FallDirection.LEFT

    def update(self, state: RobotState) -> None:
        """Advance the fall by one cycle."""
        self._time += state.cycle
        known = state.fall_direction is not FallDirection.NONE
        if known and state.tilt >= self._parameters.follow_beyond:
            self._falls(state.fall_direction)
        if self._time >= self._parameters.late_after and self._is_far_over(state):
            self.late = True

    def account(self) -> str:
        """Return a message with the direction of the fall and its duration."""
        return f"falling {self.direction} for {self._time * 1e3:.0f} ms"

    def done(self, state: RobotState) -> bool:
        """Return whether the robot lies still or the time limit has passed."""
        quiet = all(abs(rate) < self._parameters.quiet for rate in state.gyro)
        if self._time >= self._parameters.give_up_after:
            return True
        return quiet and state.fall is Fall.FALLEN

    def command(self, state: RobotState) -> JointCommand:
        """Return the command of this cycle."""
        pose = self._pose()
        joints = list(state.positions)
        self._set_legs(joints, pose)
        self._set_arms(joints, pose)
        yaw, pitch = self._model.head
        joints[yaw], joints[pitch] = 0.0, pose.head_pitch
        for joint, spec in enumerate(self._model.specs):
            joints[joint] = clamp(joints[joint], spec.min, spec.max)
        return JointCommand(tuple(joints), self._stiffness(pose, joints, state))

    def lying(self, state: RobotState) -> JointCommand:
        """Return the command that holds the measured pose softly while lying."""
        return damped_command(state, self._parameters.stiffness.rest)

    def _is_far_over(self, state: RobotState) -> bool:
        return state.pitch > self._parameters.late_front or state.pitch < self._parameters.late_back

    def _pose(self) -> FallPose:
        parameters, late = self._parameters, self.late
        match self.direction:
            case FallDirection.FRONT:
                return parameters.front_late if late else parameters.front
            case FallDirection.BACK:
                return parameters.back_late if late else parameters.back
            case _:
                return parameters.side

    def _set_legs(self, joints: list[float], pose: FallPose) -> None:
        near, far = pose.hip_pitch_near, pose.hip_pitch_far
        for side, leg in self._model.legs.items():
            down = (side is Side.LEFT) is self._rolls_left
            joints[leg.hip_yaw] = joints[leg.hip_roll] = 0.0
            joints[leg.hip_pitch] = near if down else far
            joints[leg.knee_pitch] = pose.knee
            joints[leg.ankle_pitch] = pose.ankle_pitch

    def _set_arms(self, joints: list[float], pose: FallPose) -> None:
        near, far = pose.shoulder_pitch_near, pose.shoulder_pitch_far
        for side, arm in self._model.arms.items():
            down = (side is Side.LEFT) is self._rolls_left
            pitch = near if down else far
            left = (pitch, pose.shoulder_roll, pose.elbow_yaw, pose.elbow_roll)
            for joint, value in zip(arm, left, strict=False):  # the wrist is not moved
                joints[joint] = value if side is Side.LEFT else self._model.mirror[joint][1] * value

    def _stiffness(
        self, pose: FallPose, targets: list[float], state: RobotState
    ) -> tuple[float, ...]:
        parameters = self._parameters.stiffness
        early = self._time < parameters.early
        stiffness = [parameters.rest] * len(targets)
        for joint in self._model.arm_joints + self._model.hands:
            stiffness[joint] = pose.arms_early if early else pose.arms
        for leg in self._legs:
            stiff = parameters.legs_early if early else parameters.legs
            stiffness[leg.hip_pitch] = stiffness[leg.hip_roll] = stiff
            stiff = parameters.legs_early if early or self.late else parameters.legs
            stiffness[leg.knee_pitch] = stiff
        for index, joint in enumerate(self._model.head):
            error = abs(targets[joint] - state.positions[joint])
            self._head_arrived[index] |= error < self._parameters.head_reached
            arrived = self._head_arrived[index]
            stiffness[joint] = parameters.head if arrived else parameters.head_moving
        return tuple(stiffness)


def _direction_of(state: RobotState) -> FallDirection:
    """Return the direction of the larger tilt."""
    if abs(state.pitch) >= abs(state.roll):
        return FallDirection.FRONT if state.pitch > 0.0 else FallDirection.BACK
    return FallDirection.RIGHT if state.roll > 0.0 else FallDirection.LEFT
