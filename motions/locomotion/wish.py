"""Wishes for the preview walk: footsteps, a velocity, poses, or its end."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final

from annotated_types import Ge, Gt, Le

from hardware.declared import demand_declared
from hardware.robots.model import Side
from hardware.units import (
    Heading,
    Length,
    Ratio,
    SignedAngularSpeed,
    SignedRatio,
    SignedSpeed,
    Unit,
)
from motions.locomotion.gait import MoveConfig

MOST_FOOTSTEPS: Final = 1000
"""Limit of one wish and of the whole plan: reporting so many steps takes 1 ms of every cycle."""
StepTime = Annotated[float, Unit("s"), Gt(0.0), Le(3600.0)]
"""At most one hour, which is as long as a battery lasts."""
StepLength = Annotated[float, Unit("mm"), Ge(-1000.0), Le(1000.0)]
"""Four times the length of a leg: larger ones are probably millimetres taken for metres."""
Turns = Annotated[float, Unit("deg"), Ge(-3600.0), Le(3600.0)]
"""Up to ten turns: more are probably degrees taken for radians."""


@dataclass(frozen=True, slots=True)
class FootstepWish:
    """One footstep, placed where it is requested, clipped to what the legs can do.

    What they can do is `most` in `config/locomotion.yaml`, an ellipse between its longest steps,
    and the room beside the other foot. The clipped step is in `PreviewInfo`, as the `move` of a
    `PlannedFootstep`; balance does not move it.

    Attributes:
        swing: The foot that steps; the same foot may step twice in a row.
        x: Forward in the frame of the other foot, m; at most 1 m, as to the sides.
        y: To the left in it, m.
        turn: To the left relative to it, rad.
        at: Time after the request at which it has landed, s, or later if the legs need longer;
            given by `speed` if not set.
        speed: Share of the range of step frequencies, 0 (slowest) to 1.
        config: Config of this foot, for its height and the torso; the default if not given.

    Raises:
        ValueError: If a number is not finite or out of range, or both or none of `at` and `speed`
            are given.
    """

    swing: Side
    x: StepLength
    y: StepLength
    turn: Heading = 0.0
    at: StepTime | None = None
    speed: Ratio | None = None
    config: MoveConfig | None = None

    def __post_init__(self) -> None:
        demand_declared(self)
        if (self.at is None) == (self.speed is None):
            raise ValueError("a footstep has either a time ('at') or a share of speed ('speed')")


@dataclass(frozen=True, slots=True)
class Footsteps:
    """Footsteps in order, appended to those that are already planned.

    Attributes:
        steps: One to 1000 steps; times, where they are given, must increase.
        clear: Whether the changeable part of the plan is dropped first.

    Raises:
        ValueError: If there are no steps or too many, or the times do not increase.
    """

    steps: tuple[FootstepWish, ...]
    clear: bool = False

    def __post_init__(self) -> None:
        demand_declared(self)
        if not self.steps:
            raise ValueError("footsteps without a step: give at least one")
        if len(self.steps) > MOST_FOOTSTEPS:
            raise ValueError(
                f"{len(self.steps)} footsteps; expected at most {MOST_FOOTSTEPS}, send the others "
                "after these"
            )
        times = [step.at for step in self.steps if step.at is not None]
        if any(after <= before for before, after in zip(times, times[1:], strict=False)):
            raise ValueError(f"times {times} of footsteps must increase")


@dataclass(frozen=True, slots=True)
class StepShares:
    """A velocity in shares of the longest steps.

    Attributes:
        forward: Negative is backward.
        left: Negative is to the right.
        turn: Negative turns right.

    Raises:
        ValueError: If one is not -1 to 1.
    """

    forward: SignedRatio = 0.0
    left: SignedRatio = 0.0
    turn: SignedRatio = 0.0

    def __post_init__(self) -> None:
        demand_declared(self)


@dataclass(frozen=True, slots=True)
class PreviewVelocity:
    """Walk at a velocity; 0 in all three closes the feet and stands.

    Attributes:
        forward: Negative is backward, m/s.
        left: Negative is to the right, m/s.
        turn: To the left, rad/s.
        share: Shares of the longest steps, instead of the three.
        frequency: Share of the range of step frequencies.
        left_foot: Config of the left foot; the default if not given.
        right_foot: Config of the right foot; the default if not given.

    Raises:
        ValueError: If a number is not finite, or both a velocity and shares are given.
    """

    forward: SignedSpeed = 0.0
    left: SignedSpeed = 0.0
    turn: SignedAngularSpeed = 0.0
    share: StepShares | None = None
    frequency: Ratio = 1.0
    left_foot: MoveConfig | None = None
    right_foot: MoveConfig | None = None

    def __post_init__(self) -> None:
        demand_declared(self)
        if self.share is not None and any((self.forward, self.left, self.turn)):
            raise ValueError("'share' replaces a velocity: give only one of both")


@dataclass(frozen=True, slots=True)
class PathPose:
    """A pose on a path.

    Attributes:
        x: Forward, m.
        y: To the left, m.
        turn: To the left, rad; turns beyond half a turn are made in full.

    Raises:
        ValueError: If a number is not finite.
    """

    x: Length
    y: Length = 0.0
    turn: Turns = 0.0

    def __post_init__(self) -> None:
        demand_declared(self)


@dataclass(frozen=True, slots=True)
class MoveTo:
    """Walk to a pose through others, and stand there.

    Attributes:
        poses: Each in the frame of the one before; the first in that of the robot when the wish
            is accepted.
        duration: Wished total time, s; as fast as the gait allows if not given. Steps take no
            longer than the gait allows, so a short path ends sooner.
        left_foot: Config of the left foot; the default if not given.
        right_foot: Config of the right foot; the default if not given.

    Raises:
        ValueError: If there is no pose, or the duration is not above 0.
    """

    poses: tuple[PathPose, ...]
    duration: StepTime | None = None
    left_foot: MoveConfig | None = None
    right_foot: MoveConfig | None = None

    def __post_init__(self) -> None:
        demand_declared(self)
        if not self.poses:
            raise ValueError("a path without a pose: give at least one")


class PreviewEnd(Enum):
    """How the walk is ended early."""

    STOP = "stop"
    """In the next double support; the feet may stay apart."""
    KILL = "kill"
    """At once, wherever the feet are."""


@dataclass(frozen=True, slots=True)
class PreviewWish:
    """Wish for the preview walk: exactly one of the first four, and its guards.

    A wish equal to the last one, in a request with the same number, is the same wish; a different
    one is taken up whatever its number, and so is any after another motion. The switches of arms
    and guards are read again in every cycle and make no other wish.

    Attributes:
        footsteps: Footsteps, placed where they are requested.
        velocity: A velocity.
        move_to: A path to a pose.
        end: An early end.
        left_arm: Whether the left arm swings.
        right_arm: Whether the right arm swings.
        contact_guard: Whether the walk ends without ground contact.
        stiffness_guard: Whether the walk ends when a leg joint is at or below
            `guard.soft_percent` of `config/preview_walk.yaml`.

    Raises:
        ValueError: If not exactly one of the four is given.
    """

    footsteps: Footsteps | None = None
    velocity: PreviewVelocity | None = None
    move_to: MoveTo | None = None
    end: PreviewEnd | None = None
    left_arm: bool = True
    right_arm: bool = True
    contact_guard: bool = True
    stiffness_guard: bool = True

    def __post_init__(self) -> None:
        demand_declared(self)
        names = ("footsteps", "velocity", "move_to", "end")
        given = [name for name in names if getattr(self, name) is not None]
        if len(given) != 1:
            said = ", ".join(given) or "none"
            raise ValueError(f"give exactly one of {', '.join(names)}, not {said}")
