"""Standing: rising into the walk's stance from any pose, and standing in it, high or in the air.

The first command continues the last one; a joint that was limp starts from its measured angle.
"""

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import JointCommand
from motions.energy_saving import EnergySaving, EnergySavingParameters
from motions.hold_commands import start_of
from motions.perception.state import RobotState
from motions.pose_approach import Pose, PoseApproach, longest_way
from motions.scalars import clamp, smooth
from motions.standing_trim import StandingTrim
from motions.stiffness import Stiffness, stiffness_of
from motions.walking.parameters import RisingParameters, StanceParameters
from motions.walking.placement import FeetPlacement
from motions.walking.terms.gyro_filter import GyroFilter
from motions.walking.trajectories import FeetOffsets, FootOffset


class HighStance:
    """The poses between the stance and standing high: knees straight, feet under the hips."""

    def __init__(
        self,
        model: RobotModel,
        placement: FeetPlacement,
        stance: StanceParameters,
        hip_pitch: float,
    ) -> None:
        self._placement = placement
        self._forward = stance.torso_forward
        dimensions = model.dimensions
        self._legs = model.leg_joints
        self._hip_pitches = tuple(leg.hip_pitch for leg in model.legs.values())
        straight = dimensions.thigh + dimensions.tibia + dimensions.foot_height
        self._stretch = straight - stance.hip_height
        self._hip_pitch = hip_pitch

    def pose(self, height: float) -> Pose:
        """Return the pose at a height, 0 the stance to 1 high, rad."""
        if height <= 0.0:
            return self._placement.stance_joints
        left, right = (
            FootOffset(forward=height * self._forward, lift=-height * self._stretch)
            for _ in range(2)
        )
        legs = self._placement.joints(FeetOffsets(left, right))
        joints = list(self._placement.stance_joints)  # no arm swing while standing
        for joint in self._legs:
            joints[joint] = legs[joint]
        for joint in self._hip_pitches:
            joints[joint] += height * self._hip_pitch
        return tuple(joints)


class Standing:
    """Brings the robot into the stance and keeps it there."""

    def __init__(
        self,
        model: RobotModel,
        high: HighStance,
        gyros: GyroFilter,
        rising: RisingParameters,
        stiffness: Stiffness,
        saving: EnergySavingParameters,
        trim: StandingTrim,
    ) -> None:
        self._model = model
        self._cycle = model.cycle
        self._resting = model.leg_joints + model.arm_joints
        self._ankle_pitches = tuple(leg.ankle_pitch for leg in model.legs.values())
        self._ankle_rolls = tuple(leg.ankle_roll for leg in model.legs.values())
        self._high = high
        self._gyros = gyros
        self._rising = rising
        self._stiffness = stiffness
        self._saving = EnergySaving(model, saving)
        self._trim = trim
        self._goal = high.pose(0.0)
        self._way = PoseApproach(self._goal, 0.0)
        self._height = 0.0
        self._wanted = 0.0
        self._still = 0.0
        self._soles_stand = False

    def rise(self, last: JointCommand, state: RobotState) -> None:
        """Start rising into the stance from any pose, at a speed that a person can follow."""
        self._begin(start_of(last, state), self._rising.min_duration)

    def settle(self, last: JointCommand, state: RobotState) -> None:
        """Start standing after the walk, the rising or the hanging has ended."""
        self._begin(start_of(last, state), self._rising.settle_duration)
        self._soles_stand = True

    def raise_knees(self) -> None:
        """Start stretching the knees from the current height."""
        self._wanted = 1.0

    def lower_knees(self) -> None:
        """Start bending the knees from the current height."""
        self._wanted = 0.0
        self._still = 0.0

    def _begin(self, start: Pose, shortest: float) -> None:
        self._height = self._wanted = 0.0
        start = self._trim.begin(start)
        self._soles_stand = False
        self._goal = self._high.pose(0.0)
        way = longest_way(start, self._goal)
        duration = min(max(way / self._rising.speed, shortest), self._rising.max_duration)
        self._way = PoseApproach(start, duration if way > 0.0 else 0.0)
        self._still = 0.0

    @property
    def done(self) -> bool:
        """Return whether the stance and the desired height are reached."""
        return self._way.over and self._height == self._wanted

    def hangs(self, state: RobotState) -> bool:
        """Return whether every leg joint has reached the stance."""
        reached = self._rising.reached
        goal = list(self._goal)
        self._trim.apply(goal)
        return self._way.over and all(
            abs(state.positions[joint] - goal[joint]) < reached for joint in self._model.leg_joints
        )

    def hanging_account(self) -> str:
        """Return a message about the progress of the motion into the stance."""
        way = self._way
        if way.over:  # as commanded: soft joints in the air may not have followed
            return "the motion into the stance has ended"
        return f"{way.duration - way.time:.1f} s until the stance is reached"

    def command(self, state: RobotState, *, in_air: bool = False) -> JointCommand:
        """Return the command of this cycle.

        Args:
            state: Current state of the robot.
            in_air: Whether a person holds the robot: the legs are soft and there is no balancing.
        """
        self._advance()
        share = self._way.progress
        joints = self._way.pose(self._goal)
        if not in_air and (self._soles_stand or self._way.over):
            self._trim.look(state)
        self._trim.update(self._cycle)
        self._trim.apply(joints)
        if in_air:
            self._saving.stop()
            soft = stiffness_of(self._model, self._stiffness, self._stiffness.in_air)
            return JointCommand(tuple(joints), tuple(soft))
        if self._rests:  # energy saving starts from the trimmed pose
            joints[:] = self._saving.apply(joints, state, self._resting)
        else:
            self._saving.stop()
        for joint in self._ankle_pitches:
            joints[joint] += share * self._gyros.standing_ankle_pitch
        for joint in self._ankle_rolls:
            joints[joint] += share * self._gyros.standing_ankle_roll
        return JointCommand(tuple(joints), tuple(self._stiffness_now()))

    def _advance(self) -> None:
        """Advance the interpolation, the height and the time of standing still by one cycle."""
        self._way.time += self._cycle
        if self._height != self._wanted:
            step = self._cycle / self._rising.high_duration
            self._height = clamp(self._wanted, self._height - step, self._height + step)
            self._goal = self._high.pose(smooth(self._height))
        self._still = self._still + self._cycle if self.done else 0.0

    @property
    def _rests(self) -> bool:
        """Return whether the robot has stood still long enough to reduce the stiffness."""
        high = self._wanted != 0.0
        return self._still >= (
            self._stiffness.high_after if high else self._stiffness.standing_after
        )

    def _stiffness_now(self) -> list[float]:
        """Return the stiffness of all joints, reduced after standing still for a while."""
        own = self._stiffness
        if not self._rests:
            return stiffness_of(self._model, own, own.legs)
        if self._wanted == 0.0:
            return stiffness_of(self._model, own, own.standing)
        stiffness = stiffness_of(self._model, own, own.high)
        for joint in self._ankle_pitches:
            stiffness[joint] = own.high_ankle
        return stiffness
