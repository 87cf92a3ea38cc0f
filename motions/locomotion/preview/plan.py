"""Footstep plan: accepts each wish once, and keeps the queue longer than the preview."""

import logging
import math
from dataclasses import dataclass
from typing import Any, Final

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2, rotate_flat
from motions.locomotion.clipping import clip_footstep
from motions.locomotion.config import FeetConfig
from motions.locomotion.gait import GaitParameters, MoveConfig
from motions.locomotion.path import TwistPath
from motions.locomotion.preview.parameters import TimingParameters
from motions.locomotion.preview.way import PlannedPath
from motions.locomotion.queue import Footstep, FootstepQueue, between
from motions.locomotion.velocity import Shares, Velocity, step_of_shares, step_period, to_shares
from motions.locomotion.wish import (
    MOST_FOOTSTEPS,
    Footsteps,
    MoveTo,
    PreviewEnd,
    PreviewVelocity,
    PreviewWish,
)
from motions.scalars import clamp

_LOG = logging.getLogger("motions")
_EXACT: Final = 1e-6
"""A foot within this distance of its closed position needs no closing step, m and rad."""
_CLOSING: Final = 2
"""Closing steps of a path: a moved end needs as many changeable steps."""


@dataclass(frozen=True, slots=True)
class _Speed:
    """A walk at a speed: shares of the longest steps, and the configs of the feet."""

    shares: Shares
    feet: FeetConfig


class FootstepPlan:
    """Plans the footsteps for the wishes.

    Attributes:
        queue: The coming steps.
        number: Number of the last accepted wish; -1 before any.
        kills: Whether the last wish ends the walk wherever the feet are; for one cycle.
        closes: Whether a walk at a speed ends with the running step, which may then land beside
            the other foot.
        refused: Why the footsteps of the last wish were refused; empty if they were accepted.
    """

    def __init__(self, gait: GaitParameters, timing: TimingParameters, preview: float) -> None:
        """Keep the gait, the timing of a step, and the length of the preview, s."""
        self._gait = gait
        self._timing = timing
        self._preview = preview
        self.queue = FootstepQueue(preview)
        self.number = -1
        self.kills = False
        self.closes = False
        self.refused = ""
        self._known: tuple[Any, ...] | None = None
        self._speed: _Speed | None = None
        self._path: PlannedPath | None = None
        self._taken = 0.0
        self._planned: tuple[float, Pose2] | None = None

    def reset(self) -> None:
        """Drop every step, as another motion has moved the robot."""
        self.queue.begin(self.queue.left, self.queue.right)
        self._speed = self._path = None
        self.closes = False

    def begin(self, left: Pose2, right: Pose2) -> None:
        """Begin the planned steps at the actual poses of the feet."""
        steps = [timed.step for timed in self.queue.steps]
        if self._path is not None:
            self._path.begin(between(left, right))
        self.queue.begin(left, right)
        self._planned = None
        self.queue.append(steps)
        self.queue.advance(0.0)

    def hear(
        self, wish: PreviewWish | None, number: int, robot: Pose2, *, walks: bool, in_air: bool
    ) -> bool:
        """Accept a new wish, and return whether there was one; without a wish the walk ends.

        Args:
            wish: Wish of this cycle; None for any other motion.
            number: Number of the request.
            robot: Planned pose of the robot.
            walks: Whether the walk is in progress; otherwise its queue has not begun.
            in_air: Whether a foot is in the air.
        """
        self.kills = False
        asked = None
        if wish is not None:
            asked = (number, wish.footsteps, wish.velocity, wish.move_to, wish.end)
        new = asked != self._known
        if new:
            self._known = asked
            if not walks:
                self._stand(robot)
            self.closes = False
            if wish is None:
                self.halt(walks=walks, in_air=in_air)
            else:
                self.number = number
                self._take(wish, robot, walks=walks, in_air=in_air)
        self._refill()
        return new and wish is not None

    def _stand(self, robot: Pose2) -> None:
        """Begin the plan with closed feet at the robot's pose."""
        if not self.queue.steps:
            half = 0.5 * self._gait.fixed.foot_separation
            self.queue.begin(robot @ Pose2(0.0, half), robot @ Pose2(0.0, -half))

    def _take(self, wish: PreviewWish, robot: Pose2, *, walks: bool, in_air: bool) -> None:
        self.refused = ""
        if wish.footsteps is not None:
            self._place(wish.footsteps)
        elif wish.velocity is not None:
            self._walk_at(wish.velocity, walks=walks, in_air=in_air)
        elif wish.move_to is not None:
            self._walk_to(wish.move_to, robot)
        elif wish.end is PreviewEnd.KILL:
            self.kills = True
            self.reset()
        else:
            self.stop(in_air=in_air)

    def stop(self, *, in_air: bool) -> None:
        """End the walk in the next double support."""
        self._speed = self._path = None
        self.queue.cut(running=in_air)

    def halt(self, *, walks: bool, in_air: bool) -> None:
        """End the walk: at a speed with the running step, else after the unchangeable steps."""
        if self._speed is not None:
            self.stop(in_air=in_air)
            self.closes = in_air
            return
        self._speed = self._path = None
        if not walks:
            self.queue.cut(running=False)
            return
        self.queue.clear()
        self._close()

    def _close(self) -> None:
        left, right, _ = self.queue.end
        swing = self._next_swing
        if swing is None:
            return
        separation = self._gait.fixed.foot_separation
        move = Pose2(0.0, swing.sign * separation)
        stands = left if swing is Side.LEFT else right
        other = right if swing is Side.LEFT else left
        gap = (other @ move).inverse() @ stands
        if max(abs(gap.x), abs(gap.y), abs(gap.heading)) > _EXACT:
            default = self._gait.default
            self._append(swing, move, step_period(1.0, default, self._gait.fixed), default)

    def _place(self, wish: Footsteps) -> None:
        if self._speed is not None or self._path is not None or wish.clear:
            self.queue.clear()
        self._speed = self._path = None
        planned = len(self.queue.steps)
        if planned + len(wish.steps) > MOST_FOOTSTEPS:
            self.refused = (
                f"{len(wish.steps)} footsteps on top of {planned} planned ones; expected at most "
                f"{MOST_FOOTSTEPS} in total, send them later or clear the planned ones"
            )
            _LOG.warning("refused: %s", self.refused)
            return
        self._taken = self.queue.time
        for step in wish.steps:
            support = step.swing.other
            move = clip_footstep(Pose2(step.x, step.y, step.turn), support, self._gait).move
            config = self._gait.allowed(step.config)
            # Single steps may use the whole range of frequencies, whatever the config of the walk.
            speed = 1.0 if step.speed is None else step.speed
            period = step_period(speed, self._gait.default, self._gait.fixed)
            self._append(step.swing, move, period, config, at=step.at)

    def _append(
        self,
        swing: Side,
        move: Pose2,
        period: float,
        config: MoveConfig,
        at: float | None = None,
    ) -> None:
        double = self._timing.double_share * period
        if self.queue.carried is None and not self.queue.steps:
            double = self._timing.begin
        single = (1.0 - self._timing.double_share) * period
        if at is not None:
            # The double support is extended until then; a time too early for the legs is missed.
            begins = self.queue.end[2]
            double = max(double, self._taken + at - begins - single)
        self.queue.append([Footstep(swing, move, double, single, config)])

    def _walk_at(self, wish: PreviewVelocity, *, walks: bool, in_air: bool) -> None:
        allowed = self._gait.allowed
        feet = FeetConfig(
            allowed(wish.left_foot), allowed(wish.right_foot), frequency=wish.frequency
        )
        if wish.share is not None:
            shares = Shares(wish.share.forward, wish.share.left, wish.share.turn)
        else:
            speed = Velocity(wish.forward, wish.left, wish.turn)
            shares = to_shares(speed, feet, self._gait.fixed).clipped()
        if (shares.x, shares.y, shares.theta) == (0.0, 0.0, 0.0):
            self.halt(walks=walks, in_air=in_air)
            return
        self.queue.clear()
        self._path = None
        self._speed = _Speed(shares, feet)

    def _refill(self) -> None:
        """Append steps until the queue covers the preview."""
        if self._path is not None:
            self._follow(self._path)
        speed = self._speed
        if speed is None:
            return
        while self.queue.ahead <= self._preview + self._gait.fixed.max_step_period:
            swing = self._next_swing
            if swing is None:
                outwards = speed.shares.y or speed.shares.theta
                swing = Side.RIGHT if outwards < 0.0 else Side.LEFT
            config = speed.feet.of(swing)
            step = step_of_shares(
                speed.shares, speed.feet.frequency, config, self._gait.fixed, swing
            )
            asked = Pose2(self._grown(step.x), step.y, step.theta)
            move = clip_footstep(asked, swing.other, self._gait).move
            self._append(swing, move, step.period, config)

    def _grown(self, x: float) -> float:
        """Return the forward length, limited in its growth over the last step, m."""
        steps, growth = self.queue.steps, self._timing.growth
        last = steps[-1].step.move.x if steps else 0.0
        return clamp(x, min(last, 0.0) - growth, max(last, 0.0) + growth)

    def _walk_to(self, wish: MoveTo, robot: Pose2) -> None:
        self._speed = self._path = None
        self.queue.clear()
        allowed = self._gait.allowed
        feet = FeetConfig(allowed(wish.left_foot), allowed(wish.right_foot))
        start = between(*self.queue.fixed_end)
        moves = [Pose2(pose.x, pose.y, pose.turn) for pose in wish.poses]
        moves[0] = _from(start.inverse() @ robot, moves[0])
        self._path = PlannedPath(
            TwistPath(start, moves), feet, wish.duration, self._gait, self._timing.way_share
        )

    def _follow(self, path: PlannedPath) -> None:
        """Plan only as much of a path as the preview needs, as a long one takes time to plan."""
        enough = self._preview + self._gait.fixed.max_step_period
        left, right, _ = self.queue.end
        while path.needs(left, right, self.queue.ahead, enough):
            self._append(*path.next(left, right, self._next_swing))
            left, right, _ = self.queue.end

    @property
    def _next_swing(self) -> Side | None:
        steps = self.queue.steps
        return steps[-1].step.swing.other if steps else self.queue.carried

    @property
    def longest(self) -> float:
        """Return the length of the longest known step, forward or backward, m."""
        return max((abs(timed.step.move.x) for timed in self.queue.steps), default=0.0)

    @property
    def free(self) -> bool:
        """Return whether footholds may be adapted, as none was requested exactly."""
        return self._speed is not None or self._path is not None

    def correct(self, error: tuple[float, float], turn: float) -> bool:
        """Correct the path for a robot that is off its plan; return whether this was possible.

        Args:
            error: Deviation from the planned position, along the axes of the plan, m.
            turn: Deviation of the heading, to the left, rad.
        """
        asked, queue = self._path, self.queue
        if asked is None or (asked.planned and len(queue.changeable) < _CLOSING):
            return False
        if asked.planned:
            queue.clear()
        asked.correct(between(queue.left, queue.right), error, turn)
        return True

    def shift(self, x: float, y: float) -> None:
        """Shift the landing of the running step relative to its plan, m.

        The shift, forward and left in the robot's frame, is applied to the original plan and
        clipped, so that a smaller one later is possible again.
        """
        running = self.queue.steps[0]
        if self._planned is None or self._planned[0] != running.begins:
            self._planned = running.begins, running.step.move
        planned = self._planned[1]
        support = running.last_foot(running.support)
        middle = between(running.last_left, running.last_right)
        forward, left = rotate_flat(x, y, middle.heading - support.heading)
        asked = Pose2(planned.x + forward, planned.y + left, planned.heading)
        self.queue.move_running(clip_footstep(asked, running.support, self._gait).move)

    def close_running(self, most: float, least: float) -> None:
        """Move the landing of the running step towards the place beside the other foot.

        Args:
            most: Largest change, m; a turn counts as the way of a point at the other foot.
            least: Least distance ahead of the support foot, m, that stops a fast robot.
        """
        running = self.queue.steps[0]
        old, side = running.step.move, running.step.swing
        x = max(0.0, least) if old.x > 0.0 else 0.0
        apart = self._gait.fixed.foot_separation
        y = side.sign * apart
        way = max(math.hypot(x - old.x, y - old.y), apart * abs(old.heading))
        share = min(1.0, most / max(way, most))
        asked = Pose2(
            old.x + share * (x - old.x), old.y + share * (y - old.y), (1.0 - share) * old.heading
        )
        self.queue.move_running(clip_footstep(asked, side.other, self._gait).move)


def _from(ahead: Pose2, move: Pose2) -> Pose2:
    """Return a move relative to the end of the unchangeable steps, keeping its whole turns.

    Args:
        ahead: Pose from which it was requested, relative to that end.
        move: The requested move.
    """
    left = ahead @ move
    whole = round((ahead.heading + move.heading - left.heading) / math.tau)
    return Pose2(left.x, left.y, left.heading + whole * math.tau)
