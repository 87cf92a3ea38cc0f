"""Kicks from standing: initial pose, rest, weight shift to one foot, stroke, and return.

The plan itself is balanced: it places the commanded centre of mass in every cycle. Effects that it
does not model (play, soft soles, a push) appear in the torso's attitude, and the support ankle
turns against them.
"""

from collections.abc import Mapping

from hardware.robots.model import RobotModel, Side
from hardware.sensors_and_commands import JointCommand
from motions.hold_commands import start_of
from motions.kicks.chosen_kick import KickOrder
from motions.kicks.foot_path import FootPath
from motions.kicks.one_foot_posture import OneFootPosture
from motions.kicks.parameters import StandKickMotion, StandKickParameters
from motions.perception.state import RobotState
from motions.pose_approach import PoseApproach, longest_way
from motions.scalars import clamp
from motions.standing_trim import StandingTrim
from motions.stiffness import Stiffness, stiffness_of
from motions.walking.terms.gyro_filter import GyroFilter

_NOTHING = StandKickMotion((), (), 0)


class StandKick:
    """Plays one kick at a time.

    Attributes:
        order: The current kick; None without one.
    """

    def __init__(
        self,
        model: RobotModel,
        parameters: StandKickParameters,
        motions: Mapping[str, StandKickMotion],
        gyros: GyroFilter,
        stance: tuple[float, ...],
        torso_forward: float,
        stiffness: Stiffness,
        trim: StandingTrim,
    ) -> None:
        """Build the robot's kicks.

        Args:
            model: The robot.
            parameters: Parameters shared by all kicks from standing.
            motions: The kicks, by name.
            gyros: Filtered gyros.
            stance: Joint angles of the stance in wire order, rad; arms and head keep them.
            torso_forward: Distance of the hips in front of the soles there, m.
            stiffness: Of the joints.
            trim: Trim of the soles of the standing robot, which is continued.
        """
        self._model = model
        self._parameters = parameters
        self._motions = motions
        self._gyros = gyros
        self._stance = stance
        self._torso_forward = torso_forward
        self._stiffness = tuple(stiffness_of(model, stiffness, stiffness.legs))
        self._trim = trim
        self._support = OneFootPosture(model, parameters.hip_height)
        self._apart = 2.0 * model.dimensions.hip_offset_y
        self.order: KickOrder | None = None
        self._standing = Side.RIGHT
        self._path = FootPath(())
        self._strikes = 0
        self._may_leave = 0
        self._moves = 0
        self._goal = list(stance)
        self._way = PoseApproach(stance, 0.0)
        self._rest = self._loaded = 0.0
        self._middle = (0.0, 0.0)
        self._beyond_reach = False

    def begin(self, order: KickOrder | None, last: JointCommand, state: RobotState) -> None:
        """Begin the transition to the initial pose of the kick.

        Args:
            order: The kick; None for one without any move.
            last: The last command.
            state: The robot now.
        """
        motion = _NOTHING if order is None else self._motions[order.name]
        self.order = order
        self._standing = Side.RIGHT if order is None else order.side.other
        self._path = FootPath((*motion.strike, *motion.recover))
        self._strikes = len(motion.strike)
        self._may_leave = self._strikes + motion.leave_after
        self._moves = self._strikes + len(motion.recover)
        begin = self._trim.begin(start_of(last, state))
        self._rest = self._loaded = 0.0
        self._beyond_reach = False
        self._goal = list(self._stance)
        self._support.place_hip(self._torso_forward, -0.5 * self._standing.sign * self._apart)
        self._support.solve(self._goal, self._standing, self._foot(), (0.0, 0.0))
        self._middle = self._support.centre(self._goal)
        own = self._parameters
        duration = longest_way(begin, self._goal) / own.interpolate_speed
        self._way = PoseApproach(begin, min(duration, own.interpolate_at_most))

    def settle(self) -> None:
        """Begin to wait until the robot is at rest."""
        self._rest = 0.0

    def strike(self) -> None:
        """Begin the stroke, aimed at the ball's position at the time of the decision."""
        own, order = self._parameters, self.order
        if order is not None:
            ahead, outwards = order.ball
            self._path.begin(
                order.strength,
                clamp(ahead, *own.follow_ahead),
                clamp(outwards, *own.follow_aside),
            )

    def update(self, state: RobotState) -> None:
        """Update for how long both feet have carried the robot."""
        support = state.support
        both = support.left_pressure and support.right_pressure
        self._loaded = self._loaded + state.cycle if both else 0.0

    @property
    def posed(self) -> bool:
        """Return whether the initial pose is reached."""
        return self._way.over

    def settled(self, state: RobotState) -> bool:
        """Return whether the robot is at rest, or has waited for long enough."""
        own = self._parameters.settling
        quiet = max(abs(state.gyro[0]), abs(state.gyro[1])) < own.rate
        return self._rest >= own.at_most or (self._rest >= own.at_least and quiet)

    @property
    def struck(self) -> bool:
        """Return whether the stroke is over."""
        return self._path.done >= self._strikes

    def over(self, *, steps_follow: bool) -> bool:
        """Return whether the kick may end.

        Args:
            steps_follow: Whether a step is requested, so that the foot need not return fully.
        """
        enough = self._may_leave if steps_follow else self._moves
        return self._path.done >= enough and self._loaded >= self._parameters.loaded

    def account(self) -> str:
        """Return a description of the kick, with numbers."""
        order = self.order
        if order is None:
            return ""
        reach = ", foot path out of reach" if self._beyond_reach else ""
        foot = order.side.name.lower()
        return f"{order.name} with the {foot} foot, strength {order.strength:.2f}{reach}"

    def approach(self, state: RobotState) -> JointCommand:
        """Return the next command of the transition to the initial pose, then that pose."""
        self._way.time += state.cycle
        self._rest += state.cycle
        share = self._way.progress
        joints = self._way.pose(self._goal)
        self._trim.look(state)
        self._trim.update(state.cycle)
        self._trim.apply(joints)
        self._hold(joints, state, dict.fromkeys(Side, share))
        return JointCommand(tuple(joints), self._stiffness)

    def command(self, state: RobotState) -> JointCommand:
        """Return the joint command of this cycle of the kick."""
        self._path.advance(state.cycle)
        now, own = self._path.now, self._parameters
        over = (own.over[0], self._standing.sign * own.over[1])
        x, y = (a + now.weight * (b - a) for a, b in zip(self._middle, over, strict=True))
        x += now.lean
        joints = list(self._stance)
        reached = self._support.balance(joints, self._standing, self._foot(), now.tilt, (x, y))
        self._beyond_reach = self._beyond_reach or not reached
        self._trim.update(state.cycle)
        self._trim.apply(joints)
        self._hold(joints, state, {self._standing: 1.0, self._standing.other: 1.0 - now.weight})
        return JointCommand(tuple(joints), self._stiffness)

    def _foot(self) -> tuple[float, float, float]:
        """Return the position of the kicking foot relative to the support foot, m."""
        forward, outwards, up = self._path.now.foot
        side = -self._standing.sign
        return forward, side * (self._apart + outwards), up

    def _hold(self, joints: list[float], state: RobotState, shares: Mapping[Side, float]) -> None:
        """Turn the ankles against the torso's attitude and rates, each by its share."""
        own, gyros = self._parameters.balance, self._gyros
        roll = own.roll * state.roll + own.roll_rate * gyros.roll_rate
        pitch = own.pitch * state.pitch + own.pitch_rate * gyros.pitch_rate
        largest = own.largest
        for side, leg in self._model.legs.items():
            share = shares[side]
            joints[leg.ankle_roll] += share * clamp(roll, -largest, largest)
            joints[leg.ankle_pitch] += share * clamp(pitch, -largest, largest)
