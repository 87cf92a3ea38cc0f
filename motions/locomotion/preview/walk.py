"""Preview walk: turns planned footsteps into a trajectory of the centre of mass and joints.

In every cycle the jerk of the centre of mass is chosen so that over the preview the zero moment
point stays over the support soles; the hips follow the centre of mass, the swing foot its twist.
The plan (`plan.py`) decides where the feet land, the table decides the phase.
"""

from typing import Final

from hardware.robots.model import RobotModel, Side
from hardware.sensors_and_commands import JointCommand
from hardware.units import FlatPoint
from motions.kinematics.com import CentreOfMass
from motions.kinematics.geometry import Pose2
from motions.kinematics.robot_legs import legs_of
from motions.kinematics.sole_tilt import Tilt
from motions.kinematics.twist import twist_between
from motions.locomotion.gait import GaitParameters
from motions.locomotion.info import PreviewInfo
from motions.locomotion.preview.arms import swing_arms
from motions.locomotion.preview.balance.balance import Balance
from motions.locomotion.preview.com_trajectory import ComTrajectory
from motions.locomotion.preview.overshoot import Overshoot
from motions.locomotion.preview.parameters import PreviewParameters
from motions.locomotion.preview.plan import FootstepPlan
from motions.locomotion.preview.stiffness_guard import StiffnessGuard
from motions.locomotion.preview.swing import SwingShape, bump
from motions.locomotion.preview.way import PathDeviation
from motions.locomotion.preview.whole_body_ik import BodyPlacement, FootPlace
from motions.locomotion.queue import between
from motions.locomotion.wish import PreviewWish
from motions.perception.state import MotionFeedback, RobotState
from motions.requests import MotionRequest
from motions.scalars import ramp
from motions.stiffness import Stiffness, stiffness_of
from motions.walking.arm_swing import ArmParameters
from motions.walking.parameters import StanceParameters
from motions.walking.terms.gyro_filter import GyroFilter

_ROUNDING: Final = 1e-9
"""Times are sums of cycles, s."""


class PreviewWalk:
    """Walks along planned footsteps.

    Attributes:
        plan: The footsteps.
        made: Number of steps landed since the program began.
        ended: Why the walk was ended from outside; cleared by the next wish.
        active: Whether the walk is in progress.
        kills: Whether it must end at once, wherever the feet are; for one cycle.
    """

    def __init__(
        self,
        model: RobotModel,
        parameters: PreviewParameters,
        gait: GaitParameters,
        stance: StanceParameters,
        arms: ArmParameters,
        stiffness: Stiffness,
        gyros: GyroFilter,
    ) -> None:
        """Build the walk; the filtered gyros are shared with standing."""
        self._model = model
        self._parameters = parameters
        self._arms = arms
        self._hip_offset = model.dimensions.hip_offset_y
        self._stiffness = tuple(stiffness_of(model, stiffness, stiffness.legs))
        self._in_air = tuple(stiffness_of(model, stiffness, stiffness.in_air))
        self._legs = legs_of(model)
        self._com = CentreOfMass(model)
        self._shape = SwingShape(parameters.swing)
        self._trajectory = ComTrajectory(parameters, self._shape)
        self._balance = Balance(model, parameters, gyros, self._trajectory)
        self._body = BodyPlacement(model, parameters.body, stance.leg_clip)
        self._lean = Tilt()
        self.plan = FootstepPlan(gait, parameters.timing, parameters.horizon.length)
        self._robot = Pose2()
        self._residual: list[float] = []
        self._begun = 0.0
        self._deviation = PathDeviation(parameters.way)
        self._overshoot = Overshoot(parameters.overshoot)
        self._halted: float | None = None
        self.active = self._advanced = False
        self._wish: PreviewWish | None = None
        self._guard = StiffnessGuard(parameters.guard, model)
        self.kills = False
        self.made = 0
        self.ended = ""

    def reset(self) -> None:
        """Drop the walk, as another motion has moved the robot; remaining steps are lost."""
        left = self._halted is None if self.active else self.steps_left
        if left and not self.ended:
            self.ended = "another motion has taken over"
        self.active = False
        self.plan.reset()

    def hear(self, request: MotionRequest, robot: RobotState, *, rests: bool = False) -> None:
        """Accept the request; called in every cycle, in every state.

        Args:
            request: The current request.
            robot: The robot now.
            rests: Whether the robot must stop walking: the feet close, the wish is over, and only
                an end is accepted.
        """
        if self.active and not self._advanced:
            self.reset()  # not advanced in the last cycle: another motion has taken over
        self._advanced = False
        if not self.active:
            self._robot = robot.odometry
        self._wish, walks = request.preview, self.active
        in_air = walks and self.in_air
        if rests and walks and not self.ended:
            self.plan.halt(walks=walks, in_air=in_air)
            self.ended = "the robot had to stop"
        # In the last double support no step can follow: a wish waits until the feet are closed.
        ends = walks and self._halted is not None and self._wish is not None
        heard = not (rests or ends) or (self._wish is not None and self._wish.end is not None)
        if heard and self.plan.hear(
            self._wish, request.number, self._robot, walks=walks, in_air=in_air
        ):
            self.ended = ""
            self._deviation.accept()  # a new path begins where the robot is, not at its plan
        self.kills = heard and self.plan.kills
        if self.kills and walks:
            self.ended = "an immediate end was requested"
        self._guard.update(robot, request)
        if self.active and self._guard.soft:
            self.kills = True
            self.ended = self._guard.soft
            self.plan.reset()

    @property
    def in_hands_allowed(self) -> bool:
        """Return whether the walk continues without ground contact."""
        return self.active and self._wish is not None and not self._wish.contact_guard

    @property
    def open(self) -> bool:
        """Return whether there are footsteps to make."""
        return self.steps_left and not self._guard.soft

    def begin(self, state: RobotState, last: JointCommand) -> None:
        """Begin with the feet at the positions of the last command."""
        soles = self._legs.soles(last.positions)
        here = state.odometry
        feet = tuple(here @ Pose2(sole.x, sole.y, sole.yaw) for sole in soles)
        com = self._com.of(last.positions)
        spot = here @ Pose2(com[0], com[1])
        self._body.begin((here.x, here.y), -0.5 * (soles[0].z + soles[1].z))
        self._trajectory.begin(spot)
        self._balance.begin(state)
        self.plan.begin(*feet)
        self.active = self._advanced = True
        self.ended = ""
        self._guard.begin()
        self._halted = None
        self._begun, self._residual = self.plan.queue.time, []
        self._robot = between(*feet)
        self._deviation.begin(state, self._robot.heading)
        self._overshoot.begin()
        first = self._joints(state)
        self._residual = [at - to for at, to in zip(last.positions, first, strict=True)]

    def update(self, state: RobotState) -> None:
        """Advance by one cycle, before the facts are read."""
        self._advanced = True
        queue = self.plan.queue
        swinging, feet = queue.swinging, queue.feet
        swing = None if swinging is None else swinging.step.swing
        self._balance.update(
            state,
            feet,
            self._load,
            self._lean,
            self._body.soles,
            swing=swing,
            stands=swing is None and queue.carried is None,
            beyond=self._overshoot.error if self.plan.free else None,
        )
        self._balance.press.update(state, self._pressed, swing, self._descent)
        fall = self._balance.fall(self._robot.heading)
        self._balance.capture.look(fall, state.cycle)
        self._balance.footing.update(state, swing, fall)
        self._deviation.update(state, self._robot.heading)
        if swinging is not None:
            if swinging.carried and queue.time < swinging.lifts + state.cycle - _ROUNDING:
                self._deviation.landed(state, swinging.support, feet, self.plan.correct)
                self._overshoot.landed(state, swinging.support, feet)
            self._move_foothold(fall, swinging.lands - queue.time, state.cycle)
        self._trajectory.advance(queue, state.cycle)
        queue.advance(state.cycle)
        if queue.steps and queue.time >= queue.steps[0].lands - _ROUNDING:
            queue.land()
            self._balance.capture.step()
            self.made += 1

    def _move_foothold(self, fall: FlatPoint, left: float, cycle: float) -> None:
        """Adapt the foothold for balance, unless it was requested exactly."""
        plan, capture = self.plan, self._balance.capture
        if plan.free and capture.update(fall, left, cycle):
            plan.shift(*capture.shift)
        elif plan.closes and left >= (own := self._parameters.capture).latest:
            least = self._trajectory.stops_from(plan.queue.steps[0], left)
            plan.close_running(own.speed * cycle, least)

    def halt(self) -> None:
        """Begin the last double support."""
        self._halted = self.plan.queue.time

    @property
    def in_air(self) -> bool:
        """Return whether a foot is in the air."""
        return self.plan.queue.swinging is not None

    @property
    def steps_left(self) -> bool:
        """Return whether there are steps to make."""
        return bool(self.plan.queue.steps)

    @property
    def halted(self) -> bool:
        """Return whether the last double support is over."""
        halted = self._halted
        return halted is not None and self.plan.queue.time >= halted + self._parameters.timing.end

    @property
    def closed(self) -> bool:
        """Return whether the planned feet are close enough to the stance for standing."""
        queue, near = self.plan.queue, self._parameters.closed
        gap = queue.right.inverse() @ queue.left
        return (
            abs(gap.x) < near.distance
            and abs(gap.y - 2.0 * self._hip_offset) < near.side
            and abs(gap.heading) < near.turn
        )

    @property
    def feedback(self) -> MotionFeedback:
        """Return the feedback of the walk to perception."""
        return MotionFeedback(walking=True)

    @property
    def _load(self) -> dict[Side, float]:
        """Return the planned share of the weight on each foot."""
        swinging = self.plan.queue.swinging
        if swinging is None:
            return self._trajectory.shares(self.plan.queue.feet)
        return {swinging.support: 1.0, swinging.step.swing: 0.0}

    @property
    def _pressed(self) -> dict[Side, float]:
        return self._load if self.in_air else self._trajectory.loads(self.plan.queue.feet)

    @property
    def _descent(self) -> float:
        """Return the commanded descent speed of the swing foot, m/s."""
        if (running := self.plan.queue.swinging) is None:
            return 0.0
        step = running.step
        descent = self._shape.descent(running.phase(self.plan.queue.time))
        return step.config.step_height * descent / step.single

    def account(self) -> str:
        """Return a description of the remaining plan, or why the walk ends at once."""
        if self.kills:
            return self.ended
        queue = self.plan.queue
        swing = f", {queue.steps[0].step.swing.name.lower()} foot next" if queue.steps else ""
        left = "1 footstep" if len(queue.steps) == 1 else f"{len(queue.steps)} footsteps"
        return f"{left} left{swing}"

    def command(self, state: RobotState) -> JointCommand:
        """Return the joint command of this cycle."""
        joints = self._joints(state)
        queue = self.plan.queue
        share = 1.0 - ramp(queue.time - self._begun, 0.0, self._parameters.body.blend)
        if share > 0.0:
            joints = [at + share * more for at, more in zip(joints, self._residual, strict=True)]
        heading = self._robot.heading
        self._balance.apply(joints, self._load, self._pressed, heading, state.cycle)
        return JointCommand(tuple(joints), self._stiffness)

    def held_in_air(self, last: JointCommand) -> JointCommand:
        """Return the last command with low stiffness, for a robot that is carried."""
        return JointCommand(last.positions, self._in_air)

    def _joints(self, state: RobotState) -> list[float]:
        left, right, lean = self._places()
        left.pose, right.pose = self._balance.width.apply(left.pose, right.pose)
        joints = [0.0] * len(self._model.names)
        self._robot = between(left.pose, right.pose)
        feet = {Side.LEFT: left.pose, Side.RIGHT: right.pose}
        swing_arms(self._model, joints, self._arms, self._robot, feet, self._swinging_arms)
        self._lean, move = lean, self._balance.placed
        centre, longest = self._balance.centre, self.plan.longest
        self._body.place(joints, left, right, centre, lean, longest, state.cycle, move)
        return joints

    def _places(self) -> tuple[FootPlace, FootPlace, Tilt]:
        queue = self.plan.queue
        running = queue.swinging
        left, right = FootPlace(queue.left), FootPlace(queue.right)
        if running is None:
            return left, right, Tilt()
        step = running.step
        phase = running.phase(queue.time)
        start, goal = running.last_foot(step.swing), running.foot(step.swing)
        high = bump(phase)
        swing = FootPlace(
            twist_between(start, goal, self._shape.commanded(phase, step.single)),
            step.config.step_height * self._shape.height(phase),
        )
        lean = Tilt(step.config.torso_wx * high, step.config.torso_wy * high)
        return (swing, right, lean) if step.swing is Side.LEFT else (left, swing, lean)

    @property
    def _swinging_arms(self) -> tuple[Side, ...]:
        if (wish := self._wish) is None:
            return tuple(Side)
        return (Side.LEFT,) * wish.left_arm + (Side.RIGHT,) * wish.right_arm

    def info(self) -> PreviewInfo:
        """Return the report of the plan."""
        queue, over = self.plan.queue, not (self.active or self.ended or self.plan.refused)
        return PreviewInfo(
            active=self.active,
            number=self.plan.number,
            arrived=over and self.plan.number >= 0 and not queue.steps,
            left=queue.left,
            right=queue.right,
            robot=self._robot,
            following=between(*queue.fixed_end) if self.active else self._robot,
            unchangeable=queue.unchangeable,
            changeable=queue.changeable,
            made=self.made,
            ended=self.ended,
            refused=self.plan.refused,
        )
