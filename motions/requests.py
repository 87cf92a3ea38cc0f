"""What the behaviour may ask of the robot's motion.

A request is a level: it holds until another one replaces it, through a fall and a pick-up too; only
a special motion and a dive are forgotten there. It is looked at when the running motion can be
left; nothing is queued.
"""

import math
from dataclasses import dataclass, field
from enum import Enum

from motions.limbs.wishes import ArmWish, HeadWish


class Motion(Enum):
    """The kinds of motion that can be asked for."""

    STAND = "stand"
    WALK = "walk"
    STAND_HIGH = "stand_high"
    DIVE = "dive"
    SPECIAL = "special"
    SIT = "sit"
    LIMP = "limp"
    CLEAR_FAULT = "clear_fault"


class Dive(Enum):
    """What a goalkeeper does about a ball."""

    PREPARE = "prepare"
    """Sit low, ready for any jump."""
    JUMP_LEFT = "jump_left"
    JUMP_RIGHT = "jump_right"
    SQUAT = "squat"
    """Drop onto spread knees and feet, arms wide: against a ball that comes straight."""

    @property
    def is_jump(self) -> bool:
        """Return whether it may cut a step or end the readiness."""
        return self in (Dive.JUMP_LEFT, Dive.JUMP_RIGHT)


class Special(Enum):
    """Motions for people, by the names of their files."""

    WAVE = "wave"


@dataclass(frozen=True, slots=True)
class MotionRequest:
    """One wish of the behaviour.

    Attributes:
        motion: What to do. `STAND_HIGH` straightens the knees once the robot is still; `DIVE` stops
            a ball and stays down as long as it is asked; `SPECIAL`
            plays a motion for people, again and again as long as it is asked; `SIT` folds the
            robot up and leaves it at low stiffness; `LIMP` is the emergency stop: every joint free
            at once; `CLEAR_FAULT` leaves a fault whose cause is gone, and rests like `SIT`.
        forward: Walking speed forward, m/s.
        left: Walking speed to the left, m/s.
        turn: Turning speed to the left, rad/s.
        special: Which motion, with `SPECIAL`.
        dive: Which one, with `DIVE`, and with nothing else.
        head: Where the head looks, beside any motion that leaves it free; None leaves it to that.
        left_arm: What the left arm does, likewise.
        right_arm: What the right arm does.

    Raises:
        ValueError: If a speed is not finite, or given with another motion than `WALK`; if a dive is
            missing, or given with another motion than `DIVE`.
    """

    motion: Motion = Motion.STAND
    forward: float = 0.0
    left: float = 0.0
    turn: float = 0.0
    special: Special = field(default=Special.WAVE, kw_only=True)
    dive: Dive | None = field(default=None, kw_only=True)
    head: HeadWish | None = field(default=None, kw_only=True)
    left_arm: ArmWish | None = field(default=None, kw_only=True)
    right_arm: ArmWish | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        speed = (self.forward, self.left, self.turn)
        if not all(math.isfinite(value) for value in speed):
            raise ValueError(f"speed {speed} is not finite; give m/s, m/s and rad/s")
        if self.motion is not Motion.WALK and any(speed):
            raise ValueError(
                f"speed {speed} belongs to motion 'walk', not to '{self.motion.value}'"
            )
        if self.motion is Motion.DIVE and self.dive is None:
            raise ValueError(
                f"motion 'dive' needs 'dive': one of {', '.join(dive.value for dive in Dive)}"
            )
        if self.motion is not Motion.DIVE and self.dive is not None:
            raise ValueError(
                f"dive '{self.dive.value}' belongs to motion 'dive', not to '{self.motion.value}'"
            )

    @property
    def wants_to_move(self) -> bool:
        """Return whether steps are asked for: walking at exactly zero speed means to stand.

        Stepping on the spot is a speed that is tiny, not zero.
        """
        return self.motion is Motion.WALK and (self.forward, self.left, self.turn) != (0, 0, 0)
