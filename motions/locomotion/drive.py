"""Drives a base that goes to every side: to a pose exactly, or at a velocity.

Velocity, acceleration and jerk are limited by their norm in the plane, and in the turn on their
own. To a pose both go as fast as their limits allow from rest to rest, by seven pieces of constant
jerk; the quicker one is stretched to the time of the other. Source: NAOqi, drive parameters.
"""

import math
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

from annotated_types import Gt

from hardware.units import PositiveSpeed, Unit
from motions.kinematics.geometry import Pose2
from motions.locomotion.config import pairs_of

_TINY: Final = 1e-9
Vector = tuple[float, float]
Vector3 = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class DriveLimits:
    """What bounds a drive, SI.

    Attributes:
        velocity: In the plane, m/s.
        acceleration: m/s2.
        jerk: m/s3.
        turn_velocity: rad/s.
        turn_acceleration: rad/s2.
        turn_jerk: rad/s3.
    """

    velocity: PositiveSpeed
    acceleration: Annotated[float, Unit("m_per_s2"), Gt(0.0)]
    jerk: Annotated[float, Unit("m_per_s3"), Gt(0.0)]
    turn_velocity: Annotated[float, Unit("rad_per_s"), Gt(0.0)]
    turn_acceleration: Annotated[float, Unit("rad_per_s2"), Gt(0.0)]
    turn_jerk: Annotated[float, Unit("rad_per_s3"), Gt(0.0)]


@dataclass(frozen=True, slots=True)
class DriveParameters:
    """The drive of a robot.

    Attributes:
        default: What holds where a command sets nothing.
        least: Least that may be set.
        most: Most that may be set.
    """

    default: DriveLimits
    least: DriveLimits
    most: DriveLimits


DRIVE_KEYS: Final = {
    "MaxVelXY": "velocity",
    "MaxAccXY": "acceleration",
    "MaxJerkXY": "jerk",
    "MaxVelTheta": "turn_velocity",
    "MaxAccTheta": "turn_acceleration",
    "MaxJerkTheta": "turn_jerk",
}
"""Names of what a command may set."""
OLD_DRIVE_KEYS: Final = {
    f"Max{what}{axis}": DRIVE_KEYS[f"Max{what}XY"]
    for what in ("Vel", "Acc", "Jerk")
    for axis in "XY"
}
"""Deprecated names: of one axis then, of the plane now."""


def read_drive_config(entries: Any, drive: DriveParameters) -> tuple[DriveLimits, tuple[str, ...]]:
    """Return the limits that a move config sets, and what was ignored or clipped.

    A deprecated name sets the plane where the new one does not.

    Args:
        entries: Pairs of a name and a number.
        drive: Defaults and ranges.

    Raises:
        MoveConfigError: If an entry is no pair, or its value no finite number.
    """
    new: dict[str, float] = {}
    old: dict[str, float] = {}
    warnings: list[str] = []
    for key, value in pairs_of(entries):
        name = DRIVE_KEYS.get(key) or OLD_DRIVE_KEYS.get(key)
        if name is None:
            warnings.append(f"'{key}' is ignored; a drive knows {', '.join(DRIVE_KEYS)}")
            continue
        least, most = getattr(drive.least, name), getattr(drive.most, name)
        clipped = min(most, max(least, value))
        if clipped != value:
            warnings.append(f"{key} {value:g} is clipped to {clipped:g}, of {least:g} to {most:g}")
        if key in OLD_DRIVE_KEYS:
            warnings.append(f"{key} is deprecated; it limits the plane now")
            old[name] = min(clipped, old.get(name, clipped))
        else:
            new[name] = clipped
    return replace(drive.default, **{**old, **new}), tuple(warnings)


class Profile:
    """A way from rest to rest, in the least time that three limits allow.

    Attributes:
        duration: s.
    """

    def __init__(self, way: float, velocity: float, acceleration: float, jerk: float) -> None:
        """Plan.

        Args:
            way: At least 0, m or rad.
            velocity: Limits.
            acceleration: Likewise.
            jerk: Likewise.
        """
        self._way = way
        sharp, rising, cruise = _pieces(way, velocity, acceleration, jerk)
        flat = rising - 2.0 * sharp
        self._pieces = (
            (sharp, jerk), (flat, 0.0), (sharp, -jerk), (cruise, 0.0),
            (sharp, -jerk), (flat, 0.0), (sharp, jerk),
        )  # fmt: skip
        self.duration = 2.0 * rising + cruise

    def at(self, time: float) -> tuple[float, float, float]:
        """Return way, velocity and acceleration at a time, s."""
        if time >= self.duration:
            return self._way, 0.0, 0.0
        x = v = a = 0.0
        left = max(0.0, time)
        for duration, jerk in self._pieces:
            t = min(left, duration)
            x += t * (v + t * (0.5 * a + t * jerk / 6.0))
            v += t * (a + 0.5 * t * jerk)
            a += t * jerk
            left -= t
            if left <= 0.0:
                break
        return x, v, a


def _pieces(way: float, velocity: float, acceleration: float, jerk: float) -> Vector3:
    """Return durations, s: of constant jerk, of gaining speed as a whole, of constant speed."""
    sharp = acceleration / jerk
    if velocity * jerk < acceleration**2:  # it never accelerates as fast as it may
        sharp = math.sqrt(velocity / jerk)
        rising = 2.0 * sharp
    else:
        rising = sharp + velocity / acceleration
    if way >= velocity * rising:
        return sharp, rising, way / velocity - rising
    if way >= 2.0 * acceleration**3 / jerk**2 and velocity * jerk >= acceleration**2:
        sharp = acceleration / jerk
        half = 0.5 * sharp
        return sharp, half + math.sqrt(half * half + way / acceleration), 0.0
    sharp = (way / (2.0 * jerk)) ** (1.0 / 3.0)
    return sharp, 2.0 * sharp, 0.0


@dataclass(frozen=True, slots=True)
class DriveState:
    """Where the plan of a drive is.

    Attributes:
        pose: On the floor where it began.
        velocity: Along the axes of that floor, m/s.
        acceleration: Likewise, m/s2.
        turn: rad/s.
        turn_acceleration: rad/s2.
    """

    pose: Pose2 = Pose2()
    velocity: Vector = (0.0, 0.0)
    acceleration: Vector = (0.0, 0.0)
    turn: float = 0.0
    turn_acceleration: float = 0.0

    @property
    def rests(self) -> bool:
        """Return whether it moves no more."""
        return (*self.velocity, *self.acceleration, self.turn, self.turn_acceleration) == (0.0,) * 6


class BaseDrive:
    """Plans where a base is in every cycle.

    Attributes:
        state: Where it should be now.
        arrived: The last target was reached.
    """

    def __init__(self, limits: DriveLimits, cycle: float) -> None:
        """Rest.

        Args:
            limits: As long as no command brings others.
            cycle: s.
        """
        self.state = DriveState()
        self.arrived = False
        self._limits = limits
        self._cycle = cycle
        self._wish = (0.0, 0.0, 0.0)
        self._target: Pose2 | None = None
        self._turns = self._begin = 0.0
        self._way: tuple[Profile, Profile, Pose2] | None = None
        self._time = 0.0

    @property
    def active(self) -> bool:
        """Return whether it moves, or is to."""
        return self._target is not None or self._wish != (0.0, 0.0, 0.0) or not self.state.rests

    def go(self, forward: float, left: float, turn: float, limits: DriveLimits) -> None:
        """Go at a velocity in the robot's frame, m/s and rad/s, as far as the limits allow."""
        norm = math.hypot(forward, left)
        share = min(1.0, limits.velocity / norm) if norm > 0.0 else 1.0
        fastest = limits.turn_velocity
        self._wish = share * forward, share * left, min(fastest, max(-fastest, turn))
        self._limits, self._target, self._way, self.arrived = limits, None, None, False

    def to(self, x: float, y: float, theta: float, limits: DriveLimits) -> None:
        """Go to a pose seen from where the plan is now; one that moves comes to rest first."""
        self.go(0.0, 0.0, 0.0, limits)
        self._target, self._turns = self.state.pose @ Pose2(x, y, theta), theta
        self._begin = self.state.pose.heading

    def stop(self) -> None:
        """Come to rest."""
        self.go(0.0, 0.0, 0.0, self._limits)

    def step(self) -> DriveState:
        """Go on by a cycle, and return where the base should be."""
        if self._target is not None and self._way is None and self.state.rests:
            self._plan(self._target)
        self.state = self._track() if self._way is None else self._follow(self._way)
        return self.state

    def _plan(self, target: Pose2) -> None:
        at, limits = self.state.pose, self._limits
        way = math.hypot(target.x - at.x, target.y - at.y)
        turned = math.remainder(at.heading - self._begin, 2.0 * math.pi)
        self._turns -= turned  # what coming to rest has turned already
        plane = Profile(way, limits.velocity, limits.acceleration, limits.jerk)
        turn = Profile(
            abs(self._turns), limits.turn_velocity, limits.turn_acceleration, limits.turn_jerk
        )
        self._way, self._time = (plane, turn, at), 0.0

    def _follow(self, way: tuple[Profile, Profile, Pose2]) -> DriveState:
        plane, turn, start = way
        target = self._target
        assert target is not None
        self._time += self._cycle
        duration = max(plane.duration, turn.duration)
        if self._time >= duration:
            self._target = self._way = None
            self.arrived = True
            return DriveState(target)
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
        """Bring velocity and turn to what is wished, as vectors whose norms are limited."""
        state, limits, dt = self.state, self._limits, self._cycle
        pose = state.pose
        c, s = math.cos(pose.heading), math.sin(pose.heading)
        forward, left, turn = self._wish
        wish = (c * forward - s * left, s * forward + c * left)
        velocity, acceleration = _tracked(
            wish, state.velocity, state.acceleration, limits.acceleration, limits.jerk, dt
        )
        (rate, _), (gain, _) = _tracked(
            (turn, 0.0), (state.turn, 0.0), (state.turn_acceleration, 0.0),
            limits.turn_acceleration, limits.turn_jerk, dt,
        )  # fmt: skip
        return DriveState(
            Pose2(pose.x + velocity[0] * dt, pose.y + velocity[1] * dt, pose.heading + rate * dt),
            velocity,
            acceleration,
            rate,
            gain,
        )


def _stretched(profile: Profile, time: float, duration: float) -> Vector3:
    """Return way, velocity and acceleration of a profile that takes a longer time."""
    if profile.duration <= 0.0:
        return 0.0, 0.0, 0.0
    slower = profile.duration / duration
    way, velocity, acceleration = profile.at(slower * time)
    return way, slower * velocity, slower * slower * acceleration


def _tracked(
    wish: Vector, velocity: Vector, acceleration: Vector, most: float, jerk: float, dt: float
) -> tuple[Vector, Vector]:
    """Return velocity and acceleration after a cycle on the way to a wished velocity.

    What the acceleration still brings while it fades is counted as gained already; from then on it
    is what can be braked away in what is left.
    """
    (vx, vy), (ax, ay) = velocity, acceleration
    size = math.hypot(ax, ay)
    ex, ey = wish[0] - vx, wish[1] - vy
    left = math.hypot(ex, ey)
    # The wish is reached in one cycle, and the acceleration can end in the next.
    step = jerk * dt
    ends = max(left / dt, size, math.hypot(ex / dt - ax, ey / dt - ay)) <= step
    if ends:
        if left <= _TINY:
            return wish, (0.0, 0.0)
        return wish, (ex / dt, ey / dt)
    ex, ey = ex - ax * (size / (2.0 * jerk) + 0.5 * dt), ey - ay * (size / (2.0 * jerk) + 0.5 * dt)
    left = math.hypot(ex, ey)
    wanted = min(most, math.sqrt(2.0 * jerk * left)) if left > 0.0 else 0.0
    wanted = min(wanted, left / dt)
    tx, ty = (ex / left * wanted, ey / left * wanted) if left > 0.0 else (0.0, 0.0)
    dx, dy = tx - ax, ty - ay
    change = math.hypot(dx, dy)
    if change > jerk * dt:
        dx, dy = dx * jerk * dt / change, dy * jerk * dt / change
    ax, ay = ax + dx, ay + dy
    size = math.hypot(ax, ay)
    if size > most:
        ax, ay = ax * most / size, ay * most / size
    return (vx + ax * dt, vy + ay * dt), (ax, ay)
