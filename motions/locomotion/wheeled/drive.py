"""Plans the motion of an omnidirectional base: exactly to a pose, or at a velocity.

Velocity, acceleration and jerk are limited by their norm in the plane, and separately in the turn.
To a pose both move from rest to rest as fast as their limits allow; the quicker one is stretched to
the duration of the other. Source: NAOqi, drive parameters.
"""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from motions.kinematics.geometry import Pose2, rotate_flat
from motions.locomotion.wheeled.limits import DriveLimits
from motions.locomotion.wheeled.profile import Profile, Vector3
from motions.scalars import toward

_TINY: Final = 1e-9
Vector = tuple[float, float]
"""A velocity, m/s, or an acceleration, m/s2, along x and y of the floor."""


@dataclass(frozen=True, slots=True)
class DriveState:
    """State of the plan of a drive.

    Attributes:
        pose: Pose in the floor frame where it began.
        velocity: Velocity along the axes of that frame, m/s.
        acceleration: Acceleration, likewise, m/s2.
        turn: Turn rate, rad/s.
        turn_acceleration: Turn acceleration, rad/s2.
    """

    pose: Pose2 = Pose2()
    velocity: Vector = (0.0, 0.0)
    acceleration: Vector = (0.0, 0.0)
    turn: float = 0.0
    turn_acceleration: float = 0.0

    @property
    def rests(self) -> bool:
        """Return whether it is at rest."""
        return (*self.velocity, *self.acceleration, self.turn, self.turn_acceleration) == (0.0,) * 6


class BaseDrive:
    """Plans the motion of a base in every cycle.

    Attributes:
        state: Planned state in this cycle.
        arrived: Whether the last target was reached.
    """

    def __init__(self, limits: DriveLimits, cycle: float) -> None:
        """Begin at rest; the limits hold until a command changes them, the cycle is in s."""
        self.state = DriveState()
        self.arrived = False
        self._limits = limits
        self._cycle = cycle
        self._wish = (0.0, 0.0, 0.0)
        self._moves: deque[Vector3] = deque()
        self._target: Pose2 | None = None
        self._turns = self._begin = 0.0
        self._way: tuple[Profile, Profile, Pose2] | None = None
        self._time = 0.0
        self._slower = 1.0

    @property
    def active(self) -> bool:
        """Return whether it moves or has something to do."""
        return self._target is not None or self._wish != (0.0, 0.0, 0.0) or not self.state.rests

    def go(self, forward: float, left: float, turn: float, limits: DriveLimits) -> None:
        """Drive at a velocity in the robot's frame, m/s and rad/s, clipped to the limits."""
        self._wish = limits.bounded(forward, left, turn)
        self._limits, self._target, self._way, self.arrived = limits, None, None, False
        self._moves.clear()

    def to(
        self, moves: Sequence[Vector3], limits: DriveLimits, duration: float | None = None
    ) -> None:
        """Drive to a pose through others and rest at each; a moving base stops first.

        Args:
            moves: x, y and theta, m and rad: the first relative to the present plan, others to the
                one before.
            limits: Limits of velocity, acceleration and jerk.
            duration: Total duration, s; the shortest possible if None or too short.
        """
        self.go(0.0, 0.0, 0.0, limits)
        self._moves.extend(moves)
        least = sum(max(each.duration for each in self._profiles(move)) for move in moves)
        self._slower = max(1.0, (duration or 0.0) / least) if least > 0.0 else 1.0
        self._aim()

    def stop(self) -> None:
        """Come to rest."""
        self.go(0.0, 0.0, 0.0, self._limits)

    def put(self, pose: Pose2) -> None:
        """Set the plan to rest at a pose at once."""
        self.stop()
        self.state = DriveState(pose)

    def step(self) -> DriveState:
        """Advance by a cycle and return the planned state."""
        if self._target is not None and self._way is None and self.state.rests:
            self._plan(self._target)
        self.state = self._track() if self._way is None else self._follow(self._way)
        return self.state

    def _aim(self) -> None:
        """Make the next move the target, relative to the present pose."""
        x, y, theta = self._moves.popleft()
        self._target, self._turns = self.state.pose @ Pose2(x, y, theta), theta
        self._begin = self.state.pose.heading

    def _plan(self, target: Pose2) -> None:
        at = self.state.pose
        turned = math.remainder(at.heading - self._begin, 2.0 * math.pi)
        self._turns -= turned  # less the turn made while coming to rest
        plane, turn = self._profiles((target.x - at.x, target.y - at.y, self._turns))
        self._way, self._time = (plane, turn, at), 0.0

    def _profiles(self, move: Vector3) -> tuple[Profile, Profile]:
        """Return the fastest profiles of a move: in the plane and of the turn."""
        x, y, theta = move
        limits = self._limits
        return (
            Profile(math.hypot(x, y), limits.velocity, limits.acceleration, limits.jerk),
            Profile(abs(theta), limits.turn_velocity, limits.turn_acceleration, limits.turn_jerk),
        )

    def _follow(self, way: tuple[Profile, Profile, Pose2]) -> DriveState:
        plane, turn, start = way
        target = self._target
        assert target is not None
        self._time += self._cycle
        duration = self._slower * max(plane.duration, turn.duration)
        if self._time >= duration:
            self._target = self._way = None
            self.state = DriveState(target)
            if self._moves:
                self._aim()
            else:
                self.arrived = True
            return self.state
        moved, speed, push = _stretched(plane, self._time, duration)
        turned, rate, gain = _stretched(turn, self._time, duration)
        dx, dy = target.x - start.x, target.y - start.y
        length = max(math.hypot(dx, dy), _TINY)
        ux, uy, sign = dx / length, dy / length, math.copysign(1.0, self._turns)
        return DriveState(
            Pose2(start.x + moved * ux, start.y + moved * uy, start.heading + sign * turned),
            (speed * ux, speed * uy),
            (push * ux, push * uy),
            sign * rate,
            sign * gain,
        )

    def _track(self) -> DriveState:
        """Change velocity and turn towards the wish, within the limits."""
        state, limits, dt = self.state, self._limits, self._cycle
        pose = state.pose
        forward, left, turn = self._wish
        wish = rotate_flat(forward, left, pose.heading)
        velocity, acceleration = _tracked(
            wish, state.velocity, state.acceleration, limits.acceleration, limits.jerk, dt
        )
        gain, most = state.turn_acceleration, limits.turn_acceleration
        rate, gain = _turned(turn, state.turn, gain, most, limits.turn_jerk, dt)
        return DriveState(
            Pose2(pose.x + velocity[0] * dt, pose.y + velocity[1] * dt, pose.heading + rate * dt),
            velocity,
            acceleration,
            rate,
            gain,
        )


def _stretched(profile: Profile, time: float, duration: float) -> Vector3:
    """Return distance, velocity and acceleration of a profile stretched to a duration."""
    if profile.duration <= 0.0:
        return 0.0, 0.0, 0.0
    slower = profile.duration / duration
    way, velocity, acceleration = profile.at(slower * time)
    return way, slower * velocity, slower * slower * acceleration


def _turned(
    wish: float, rate: float, gain: float, most: float, jerk: float, dt: float
) -> tuple[float, float]:
    """Return turn rate and acceleration one cycle closer to a wished turn rate.

    The acceleration is the one that reaches it exactly if it fades by the jerk from then on, in
    whole cycles: a (a / (2 jerk) + dt / 2) = remaining difference.
    """
    left, step = wish - rate, jerk * dt
    if max(abs(left) / dt, abs(gain), abs(left / dt - gain)) <= step:
        return wish, 0.0 if abs(left) <= _TINY else left / dt
    wanted = math.sqrt(0.25 * step * step + 2.0 * jerk * abs(left)) - 0.5 * step
    wanted = math.copysign(min(most, wanted), left)
    gain = toward(gain, wanted, step)
    return rate + gain * dt, gain


def _tracked(
    wish: Vector, velocity: Vector, acceleration: Vector, most: float, jerk: float, dt: float
) -> tuple[Vector, Vector]:
    """Return velocity and acceleration one cycle closer to a wished velocity.

    The speed still gained while the acceleration fades is counted as gained already; the new
    acceleration is the one that can fade to zero over the remaining difference.
    """
    (vx, vy), (ax, ay) = velocity, acceleration
    size = math.hypot(ax, ay)
    ex, ey = wish[0] - vx, wish[1] - vy
    left = math.hypot(ex, ey)
    # The wish is reached in one cycle, and the acceleration can end in the next.
    step = jerk * dt
    if max(left / dt, size, math.hypot(ex / dt - ax, ey / dt - ay)) <= step:
        return wish, (0.0, 0.0) if left <= _TINY else (ex / dt, ey / dt)
    fade = size / (2.0 * jerk) + 0.5 * dt
    ex, ey = ex - ax * fade, ey - ay * fade
    left = math.hypot(ex, ey)
    wanted = min(most, math.sqrt(2.0 * jerk * left)) if left > 0.0 else 0.0
    wanted = min(wanted, left / dt)
    tx, ty = (ex / left * wanted, ey / left * wanted) if left > 0.0 else (0.0, 0.0)
    dx, dy = tx - ax, ty - ay
    change = math.hypot(dx, dy)
    if change > step:
        dx, dy = dx * jerk * dt / change, dy * jerk * dt / change
    ax, ay = ax + dx, ay + dy
    size = math.hypot(ax, ay)
    if size > most:
        ax, ay = ax * most / size, ay * most / size
    return (vx + ax * dt, vy + ay * dt), (ax, ay)
