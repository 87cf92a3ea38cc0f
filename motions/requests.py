"""Motion requests, the interface from behaviour to motion.

A request is a level, not an event: it holds until another one replaces it, also through a fall or a
pick-up, where only performances (a special motion, a dive, a preview walk) and requests that refer
to the robot's earlier pose are dropped. It is evaluated when the running motion can be left;
nothing is queued.
"""

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Annotated, Final

from annotated_types import Ge, Le

from hardware.declared import demand_declared
from hardware.units import Unit
from motions.destinations import (
    FreeStuckBall,
    LeaveBallLine,
    ReplaySteps,
    WalkBehindBall,
    WalkTo,
)
from motions.kicks.wish import Dribble, Intercept, Kick
from motions.limbs.wishes import ArmWish, HeadWish, WishNumber
from motions.locomotion.wish import PreviewWish
from motions.request_limits import FASTEST, FASTEST_TURN

Destination = (
    WalkTo
    | WalkBehindBall
    | Kick
    | Dribble
    | Intercept
    | LeaveBallLine
    | FreeStuckBall
    | ReplaySteps
)
StiffnessMost = Annotated[tuple[float, ...], Unit("percent"), Ge(0.0), Le(100.0)]


class Motion(Enum):
    """The kinds of motion that can be requested."""

    STAND = "stand"
    WALK = "walk"
    WALK_TO = "walk_to"
    WALK_TO_BALL = "walk_to_ball"
    KICK = "kick"
    DRIBBLE = "dribble"
    INTERCEPT = "intercept"
    OUT_OF_BALL_LINE = "out_of_ball_line"
    FREE_BALL = "free_ball"
    REPLAY_STEPS = "replay_steps"
    PREVIEW = "preview"
    STAND_HIGH = "stand_high"
    DIVE = "dive"
    SPECIAL = "special"
    SIT = "sit"
    LIMP = "limp"
    CLEAR_FAULT = "clear_fault"

    @property
    def needs_a_ball(self) -> bool:
        """Return whether the motion needs a visible ball."""
        return self in _ABOUT_A_BALL

    @property
    def yields_to_a_ball(self) -> bool:
        """Return whether a rolling ball may interrupt it, as `while_rolling` says."""
        return self in _INTERRUPTED


class Dive(Enum):
    """A goalkeeper's action against a ball."""

    PREPARE = "prepare"
    """Sit low, ready for any jump."""
    JUMP_LEFT = "jump_left"
    JUMP_RIGHT = "jump_right"
    SQUAT = "squat"
    """A quick squat with the arms out, against a ball that approaches straight."""

    @property
    def is_jump(self) -> bool:
        """Return whether it may interrupt a step or end the readiness."""
        return self in (Dive.JUMP_LEFT, Dive.JUMP_RIGHT)


class WhileRolling(Enum):
    """What interrupts a walk while a ball rolls towards the robot; the names of the motions."""

    INTERCEPT = Motion.INTERCEPT.value
    """Put a foot into the ball's path, and wait there for it."""
    OUT_OF_BALL_LINE = Motion.OUT_OF_BALL_LINE.value
    """Leave the ball's line to a goal."""


@dataclass(frozen=True, slots=True)
class MotionRequest:
    """A request of the behaviour.

    Attributes:
        motion: What to do. `STAND_HIGH` straightens the knees once the robot is still; `DIVE` stops
            a ball and stays down while requested; `SPECIAL` repeats a special motion while
            requested; `SIT` folds the robot up and leaves it at low stiffness; `LIMP` is the
            emergency stop, which frees every joint at once; `CLEAR_FAULT` leaves a fault whose
            cause is gone, and rests like `SIT`; `INTERCEPT` puts a foot into the ball's path, and
            kicks it away if requested.
        forward: Walking speed forward, -1 to 1 m/s.
        left: Walking speed to the left, -1 to 1 m/s.
        turn: Turning speed to the left, -4 to 4 rad/s.
        relative: Whether the three speeds are shares of the profile's speeds, -1 to 1.
        number: Distinguishes a new request from a repetition of the same one: equal requests are
            two if their numbers differ.
        while_rolling: What interrupts a `WALK`, `WALK_TO`, `WALK_TO_BALL`, `KICK` or `DRIBBLE` for
            as long as a ball rolls towards the robot and will pass near; the errand goes on
            afterwards. Setting, changing or removing it does not begin the errand anew. A request
            whose line to leave is in the frame of the robot or its odometry is dropped as a whole
            after a fall or a pick-up.
        special: Special motion of `SPECIAL`, one of `specials` in `config/keyframes/engine.yaml`;
            only the robot that executes the request knows them. Capitals become small letters.
        dive: Action of `DIVE`; like the fields below, allowed only with its motion.
        walk_to: Destination of `WALK_TO`.
        walk_to_ball: Destination of `WALK_TO_BALL`.
        kick: Kick of `KICK`.
        dribble: Dribble of `DRIBBLE`.
        intercept: Details of `INTERCEPT`, also of one as `while_rolling`; optional.
        out_of_ball_line: Line to leave with `OUT_OF_BALL_LINE`, also as `while_rolling`.
        free_ball: Direction of `FREE_BALL`.
        replay_steps: Steps of `REPLAY_STEPS`.
        preview: Preview walk of `PREVIEW`.
        head: Where the head looks during motions that leave it free; None leaves it to the motion.
        left_arm: Pose of the left arm, likewise.
        right_arm: Pose of the right arm, likewise.
        stiffness_most: Upper limit of each joint's stiffness, in wire order, 0..1; joints beyond
            its end are not limited.

    Raises:
        ValueError: If a field is not of its type; if a speed is outside its range, or is given with
            a motion other than `WALK`; if a field that belongs to a motion is
            missing or given with another one; if `while_rolling` is given with a motion that it
            cannot interrupt.
    """

    motion: Motion = Motion.STAND
    forward: float = 0.0
    left: float = 0.0
    turn: float = 0.0
    relative: bool = field(default=False, kw_only=True)
    number: WishNumber = field(default=0, kw_only=True)
    while_rolling: WhileRolling | None = field(default=None, kw_only=True)
    special: str = field(default="wave", kw_only=True)
    dive: Dive | None = field(default=None, kw_only=True)
    walk_to: WalkTo | None = field(default=None, kw_only=True)
    walk_to_ball: WalkBehindBall | None = field(default=None, kw_only=True)
    kick: Kick | None = field(default=None, kw_only=True)
    dribble: Dribble | None = field(default=None, kw_only=True)
    intercept: Intercept | None = field(default=None, kw_only=True)
    out_of_ball_line: LeaveBallLine | None = field(default=None, kw_only=True)
    free_ball: FreeStuckBall | None = field(default=None, kw_only=True)
    replay_steps: ReplaySteps | None = field(default=None, kw_only=True)
    preview: PreviewWish | None = field(default=None, kw_only=True)
    head: HeadWish | None = field(default=None, kw_only=True)
    left_arm: ArmWish | None = field(default=None, kw_only=True)
    right_arm: ArmWish | None = field(default=None, kw_only=True)
    stiffness_most: StiffnessMost = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        demand_declared(self)
        if not self.special.islower():  # names of motions are in small letters
            object.__setattr__(self, "special", self.special.lower())
        speed = (self.forward, self.left, self.turn)
        if self.motion is not Motion.WALK and any(speed):
            raise ValueError(
                f"speed {speed} belongs to motion 'walk', not to '{self.motion.value}'"
            )
        for (name, most, unit), part in zip(_SPEEDS, speed, strict=True):
            if self.relative and not -1.0 <= part <= 1.0:
                raise ValueError(
                    f"MotionRequest: {name} is {part}; expected a share of the profile's speed "
                    "from -1 to 1"
                )
            if not -most <= part <= most:
                raise ValueError(
                    f"MotionRequest: {name} is {part:g}; expected -{most:g} to {most:g} {unit}"
                )
        if self.relative and self.motion is not Motion.WALK:
            raise ValueError(f"'relative' belongs to motion 'walk', not to '{self.motion.value}'")
        rolling = self.while_rolling
        if rolling is not None and not self.motion.yields_to_a_ball:
            raise ValueError(
                f"while_rolling '{rolling.value}' belongs to motions "
                f"{', '.join(motion.value for motion in _INTERRUPTED)}, not to "
                f"'{self.motion.value}'"
            )
        for motion, name in _BELONGS.items():
            given = getattr(self, name)
            wanted = self.motion is motion or (rolling and rolling.value == motion.value)
            if wanted and given is None and name not in _LEFT_OUT:
                needs = "motion" if self.motion is motion else "while_rolling"
                raise ValueError(f"{needs} '{motion.value}' needs '{name}'{_HINTS.get(motion, '')}")
            if not wanted and given is not None:
                also = ""
                if motion.value in _ROLLING and self.motion.yields_to_a_ball:
                    also = f"; to interrupt that, give while_rolling '{motion.value}', too"
                raise ValueError(
                    f"{_described(name, given)} belongs to motion '{motion.value}', not to "
                    f"'{self.motion.value}'{also}"
                )

    @property
    def wants_to_move(self) -> bool:
        """Return whether steps are requested; walking at exactly zero speed means standing.

        To step on the spot, request a tiny speed instead of zero.
        """
        return self.motion is Motion.WALK and (self.forward, self.left, self.turn) != (0, 0, 0)

    def same_errand(self, other: "MotionRequest") -> bool:
        """Return whether they differ at most in what interrupts it, head, arms and stiffness."""
        return self._uninterrupted == replace(
            other._uninterrupted,
            head=self.head,
            left_arm=self.left_arm,
            right_arm=self.right_arm,
            stiffness_most=self.stiffness_most,
        )

    def interrupted_like(self, other: "MotionRequest") -> bool:
        """Return whether the same interrupts both requests, with the same details."""
        return self._interruption == other._interruption

    @property
    def is_forgotten_after_fall(self) -> bool:
        """Return whether the request is dropped after a fall or a pick-up.

        This applies to performances and to destinations that refer to the robot's earlier pose.
        """
        return self.motion in _FORGOTTEN or any(
            destination is not None and destination.refers_to_a_place
            for destination in self._destinations
        )

    @property
    def _interruption(self) -> tuple[object, ...]:
        return self.while_rolling, self.number, self.intercept, self.out_of_ball_line

    @property
    def _uninterrupted(self) -> "MotionRequest":
        if self.while_rolling is None:
            return self
        return replace(self, while_rolling=None, intercept=None, out_of_ball_line=None)

    @property
    def _destinations(self) -> tuple[Destination | None, ...]:
        return (
            self.walk_to,
            self.walk_to_ball,
            self.kick,
            self.dribble,
            self.intercept,
            self.out_of_ball_line,
            self.free_ball,
            self.replay_steps,
        )


_ABOUT_A_BALL: Final = (
    Motion.KICK, Motion.DRIBBLE, Motion.INTERCEPT, Motion.WALK_TO_BALL, Motion.OUT_OF_BALL_LINE,
)  # fmt: skip
_INTERRUPTED: Final = (
    Motion.WALK, Motion.WALK_TO, Motion.WALK_TO_BALL, Motion.KICK, Motion.DRIBBLE,
)  # fmt: skip
_ROLLING: Final = tuple(each.value for each in WhileRolling)
_SPEEDS: Final = (
    ("forward", FASTEST, "m/s"),
    ("left", FASTEST, "m/s"),
    ("turn", FASTEST_TURN, "rad/s"),
)
_BELONGS: Final = {
    Motion.DIVE: "dive",
    Motion.WALK_TO: "walk_to",
    Motion.WALK_TO_BALL: "walk_to_ball",
    Motion.KICK: "kick",
    Motion.DRIBBLE: "dribble",
    Motion.INTERCEPT: "intercept",
    Motion.OUT_OF_BALL_LINE: "out_of_ball_line",
    Motion.FREE_BALL: "free_ball",
    Motion.REPLAY_STEPS: "replay_steps",
    Motion.PREVIEW: "preview",
}
"""Field that belongs to a motion, or to it as `while_rolling`, and to no other."""
_LEFT_OUT: Final = ("intercept",)
"""Fields that are optional with their motion."""
_FORGOTTEN: Final = (Motion.SPECIAL, Motion.DIVE, Motion.PREVIEW)
_HINTS: Final = {Motion.DIVE: f": one of {', '.join(dive.value for dive in Dive)}"}


def _described(name: str, given: object) -> str:
    return f"{name} '{given.value}'" if isinstance(given, Enum) else f"'{name}'"
