"""Approach to the ball and kick: chooses the kind and its pose, and decides when to kick."""

from hardware.robots.model import Side
from motions.errands.ball_task import BallTask
from motions.errands.kick_option import KickOption
from motions.errands.step_errors import StepErrorLearner
from motions.errands.task import UNKNOWN_PLACE, ErrandTask, TaskContext, situation
from motions.generators.situation import PoseTarget
from motions.kicks.can_start import KickRequest
from motions.kicks.chosen_kick import KickOrder
from motions.kicks.wish import Kick, KickAlignment
from motions.kinematics.geometry import Pose2, wrap_angle
from motions.perception.state import RobotState
from motions.perception.world import RollingBall
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step


class KickTask(BallTask):
    """Walks to where the ball can be kicked, and decides when it is kicked."""

    def __init__(self, wish: Kick, robot: RobotState, context: TaskContext) -> None:
        """Begin; the frame `ROBOT` is the robot's present pose."""
        super().__init__(wish.frame, robot, context)
        self._wish = wish
        self._options = tuple(KickOption(kind, wish, context) for kind in wish.kinds)
        self._option = self._options[0]
        self._ends: dict[KickOption, dict[Side, Pose2]] = {}
        self._chosen = ""
        self._before = context.memory.begun
        self._step_errors = StepErrorLearner(context.generators.errand.misses)

    @property
    def done(self) -> bool:
        """Return whether a kick begun since the wish arrived was seen to hit."""
        return self._memory.hit > self._before

    def take_over(self, other: ErrandTask) -> None:
        """Count kicks begun by the other task, unless it is done already; keep what it learnt."""
        if not isinstance(other, KickTask) or other.done:
            return
        self._before = other._before
        self._step_errors, self._generator = other._step_errors, other._generator
        if self._wish.kinds == other._wish.kinds:
            same_length = self._wish.length == other._wish.length
            for option, its in zip(self._options, other._options, strict=True):
                option.side = its.side
                if same_length:
                    option.warning = its.warning
            self._option = self._options[other._options.index(other._option)]
            self._chosen = other._chosen

    def left(self, robot: RobotState, frame: Pose2) -> Pose2 | None:
        """Return the remaining displacement; None if there is nothing to kick."""
        end = self._end(robot, frame)
        return None if end is None else frame.inverse() @ end

    def within(self, left: Pose2, factor: float) -> bool:
        """Return whether the ball lies in the kick's window, scaled by a factor."""
        if not self._option.kind.from_stand:
            return False  # the robot does not stop for an in-walk kick
        place = self._option.place
        if self._wish.alignment is KickAlignment.PRECISE:
            factor *= self._table.approach.precise
        ahead, outwards = self._option.ball_off(left)
        return (
            factor * place.ahead[0] <= ahead <= factor * place.ahead[1]
            and factor * place.aside[0] <= outwards <= factor * place.aside[1]
            and abs(left.heading) <= factor * place.turn_within
        )

    def stand_kick(self, robot: RobotState, left: Pose2) -> KickOrder | None:
        """Return the kick once enough pictures have shown the ball to the standing robot."""
        ready, ball, option = self._table.ready, self._memory.ball, self._option
        if ball.ball is None or not option.kind.from_stand or option.side is None:
            return None
        if ball.pictures < ready.pictures:
            jumped = f", which jumped by {ball.jumped:.2f} m" if ball.jumped else ""
            self._message = (
                f"{ball.pictures} of {ready.pictures} required pictures of the ball{jumped}"
            )
            return None
        origin = self._origin.now(robot)
        if origin is None:
            return None
        strength = option.strength(origin, ball.ball)
        return KickOrder(option.kind.value, option.side, strength, option.ball_off(left))

    def walk_kicks(self, robot: RobotState) -> tuple[KickRequest, ...]:
        """Return the requested in-walk kicks; none if there is nothing to kick."""
        origin, wish = self._origin.now(robot), self._wish
        if wish.kind.from_stand or origin is None:
            return ()
        ball, steady = self._ball(robot), self._memory.ball
        if ball is None:
            return ()
        if steady.jumped:
            self._message = (
                f"the ball jumped by {steady.jumped:.2f} m: not confirmed by a picture yet"
            )
            return ()
        direction = wish.heading(origin, ball)
        return tuple(
            KickRequest(
                name=option.kind.value,
                place=option.place,
                direction=direction,
                precision=wish.precision,
                strength=option.strength(origin, ball),
                alignment=wish.alignment,
                pre_step=wish.pre_step,
                ball=ball,
            )
            for option in self._options
        )

    def side(self, state: RobotState) -> float:
        """Return the preferred side of the first step."""
        here = self._zero_frame.between(state)
        end = self._end(state, here)
        if end is None:
            return 0.0
        left = here.inverse() @ end
        return left.y if abs(left.y) > self._option.place.aside[1] else left.heading

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the coming step."""
        frame = self._zero_frame.coming(state, swing, last)
        end = self._end(state, frame)
        if end is None:
            return Step()
        if len(self._options) > 1 and self._option.side is not None:
            end = self._choose(self._option, self._option.side, frame, limits)
        left = self._zero_frame.displacement(frame, end)
        left = Pose2(left.x - self._option.run_up, left.y, left.heading)
        self._step_errors.learn(last, frame)
        target = PoseTarget(self._step_errors.compensated(left, swing), share=self._wish.share)
        step = self._generator.step(target, situation(swing, last, limits, state, frame))
        self._step_errors.remember(step, left, frame, swing)
        return step

    def _end(self, robot: RobotState, here: Pose2) -> Pose2 | None:
        """Return the pose from which to kick, in the odometry frame; None without one."""
        origin, ball = self._origin.now(robot), self._ball(robot)
        if origin is None:
            self._message = UNKNOWN_PLACE
        if origin is None or ball is None:
            return None
        self._message = self._chosen
        # The target is the present position of a rolling ball: robots that walked to a predicted
        # one kicked no sooner, neither from standing nor in the walk.
        wanted = wrap_angle(self._wish.heading(origin, ball))
        self._ends = {option: option.poses(here, ball, wanted) for option in self._options}
        option = self._option
        if len(self._options) == 1 or option.side is None:
            option.side = option.nearer(here, self._ends[option])
        return self._ends[option][option.side]

    def _choose(self, option: KickOption, side: Side, here: Pose2, limits: StepLimits) -> Pose2:
        """Return the pose of the kind and foot reached in the fewest steps; noise changes neither.

        Args:
            option: The kind so far.
            side: Its foot.
            here: The zero-step frame of the coming step.
            limits: Limits of a step.
        """
        share = self._wish.share
        possible = limits.possible(share.forward, share.side)
        turn = 0.5 * sum(limits.turn_range(share.turn))  # of two steps, one turns inwards
        steps = {}
        for each, poses in self._ends.items():
            for foot, end in poses.items():
                left = here.inverse() @ end
                needed = possible.steps_for(left.x, left.y) + abs(left.heading) / turn
                steps[each, foot] = needed
        best = min(steps, key=steps.__getitem__)
        saved = steps[option, side] - steps[best]
        if not self._chosen or saved > self._table.approach.other_kind_steps:
            option, side = best
        self._option, option.side = option, side
        nearer = (
            min(((each, foot) for foot in Side), key=steps.__getitem__) for each in self._ends
        )
        told = ", ".join(f"{_named(*key)} {steps[key]:.1f}" for key in nearer)
        self._message = self._chosen = f"towards kick {_named(option, side)}; steps to each: {told}"
        return self._ends[option][side]

    def _ball(self, robot: RobotState) -> RollingBall | None:
        """Return the ball now if it can be kicked; else None, with the reason in `_message`."""
        memory = self._memory
        if self.done:
            self._message = "the kick has hit the ball"
            return None
        ball = memory.ball.ball
        if ball is not None and ball.time <= memory.last:
            self._message = "the ball has not been seen since the last kick"
            return None
        if ball is not None and memory.unsure:
            self._message = "the kick is over; its outcome is not known yet"
            return None
        seen = self._seen(robot)
        return None if seen is None else seen.at(robot.time)


def _named(option: KickOption, foot: Side) -> str:
    return f"{option.kind.value} {foot.name.lower()}"
