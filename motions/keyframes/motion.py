"""A keyframe motion as data: what stands in `config/keyframes/blocks` and `motions`.

A motion is a list of blocks, a block a list of keyframes, a keyframe a posture with everything that
is watched and corrected on the way to it. Blocks are shared between motions and spliced in by
branches. Angles are written for the robot as it is; the mirrored motion is made from it
(`mirror.py`).
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from annotated_types import Ge, Gt

from hardware.nao import HEAD_JOINTS, LEFT_ARM_JOINTS, RIGHT_ARM_JOINTS, Joint
from hardware.units import (
    Angle,
    AngleRange,
    Milliseconds,
    Number,
    Percent,
    Unit,
)
from motions.keyframes.conditions import Conditions

_DEG = 3.141592653589793 / 180.0

Duration = Annotated[float, Unit("ms", 1e-3), Ge(1.0)]
PositiveCount = Annotated[int, Unit(""), Gt(0)]
Place = Annotated[tuple[float, float], Unit("mm", 1e-3)]


class Interpolation(Enum):
    """How the joints travel from one keyframe to the next."""

    LINEAR = "linear"
    SOFT = "sinus_min_to_max"
    """Soft start and soft end."""
    FAST_START = "sinus_zero_to_max"
    """Full speed at once, soft end."""


class Limb(Enum):
    """The joints that are written in one list.

    `ARMS` and `LEGS` are both sides at once, written for the left one.
    """

    HEAD = "head"
    LEFT_ARM = "left_arm"
    RIGHT_ARM = "right_arm"
    LEFT_LEG = "left_leg"
    RIGHT_LEG = "right_leg"
    ARMS = "arms"
    LEGS = "legs"


_LEFT_LEG = tuple(Joint(i) for i in range(Joint.L_HIP_YAW_PITCH, Joint.R_HIP_ROLL))
_RIGHT_LEG = (
    Joint.L_HIP_YAW_PITCH,
    *(Joint(i) for i in range(Joint.R_HIP_ROLL, Joint.R_SHOULDER_PITCH)),
)
JOINTS_OF: dict[Limb, tuple[Joint, ...]] = {
    Limb.HEAD: HEAD_JOINTS,
    Limb.LEFT_ARM: LEFT_ARM_JOINTS,
    Limb.RIGHT_ARM: RIGHT_ARM_JOINTS,
    Limb.LEFT_LEG: _LEFT_LEG,
    Limb.RIGHT_LEG: _RIGHT_LEG,
}
BOTH: dict[Limb, tuple[Limb, Limb]] = {
    Limb.ARMS: (Limb.LEFT_ARM, Limb.RIGHT_ARM),
    Limb.LEGS: (Limb.LEFT_LEG, Limb.RIGHT_LEG),
}


@dataclass(frozen=True, slots=True)
class Share:
    """How much of a correction one joint takes."""

    joint: Joint
    factor: Number


@dataclass(frozen=True, slots=True)
class Compensation:
    """Moves targets because another joint lags behind its request.

    Attributes:
        start: Error at which the correction begins, rad.
        full: Error at which it is complete, rad.
        apply: The corrected joints; factor 1 adds the whole error `full`.
        observe: The lagging joint; None with `hip_pitch_difference`.
        hip_pitch_difference: Look at measured left minus right hip pitch instead.
        predict: Use the error that is expected once the running trend has reached the joint.
        clip: Largest activation; None lets errors beyond `full` over-compensate.
    """

    start: Angle
    full: Angle
    apply: tuple[Share, ...]
    observe: Joint | None = None
    hip_pitch_difference: bool = False
    predict: bool = False
    clip: Number | None = None

    def __post_init__(self) -> None:
        if self.full == self.start:
            raise ValueError("KF125 start and full must differ")
        if self.start * self.full < 0.0 and not self.start < 0.0 < self.full:
            raise ValueError("KF125 with two signs start must be negative and full positive")
        if (self.observe is None) != self.hip_pitch_difference:
            raise ValueError("KF102 name either a joint to observe or hip_pitch_difference")
        if not self.apply:
            raise ValueError("KF102 nothing to apply the compensation to")


@dataclass(frozen=True, slots=True)
class Balance:
    """Joints that keep the centre of mass at its goal; degrees of correction times factor."""

    forward: tuple[Share, ...] = ()
    sideways: tuple[Share, ...] = ()


@dataclass(frozen=True, slots=True)
class Window:
    """Range of the torso's lean; None keeps the running bounds of that axis.

    Attributes:
        pitch: rad; 90 degrees is lying on the front, -90 on the back, beyond is head down.
        roll: rad; positive leans right.
    """

    pitch: AngleRange | None = None
    roll: AngleRange | None = None


class WaitBreak(Enum):
    """What ends a wait before its time."""

    NEVER = "never"
    STALL = "stall"
    """The watched quantities come no nearer."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Holds the target until the conditions are met.

    Attributes:
        max: Longest wait, s.
        until: What is waited for.
        give_up: What ends the wait early.
    """

    max: Milliseconds
    until: Conditions
    give_up: WaitBreak = WaitBreak.NEVER


@dataclass(frozen=True, slots=True)
class Branch:
    """Splices in a block or replaces the motion.

    Attributes:
        to_block: Block to play first; the rest of the current one resumes afterwards.
        to_motion: Motion that replaces everything that is left.
        early: Tested before and during the keyframe: skips or abandons it.
        at_end: Tested once when the keyframe has ended.
        remove_current_block: The rest of the interrupted blocks is dropped.
        init_stiffness: The block's stiffness is applied.
        max_loops: How often it may fire between two break-ups; None is unlimited.
    """

    to_block: str | None = None
    to_motion: str | None = None
    early: Conditions | None = None
    at_end: Conditions | None = None
    remove_current_block: bool = False
    init_stiffness: bool = True
    max_loops: PositiveCount | None = None

    def __post_init__(self) -> None:
        if (self.to_block is None) == (self.to_motion is None):
            raise ValueError("KF102 a branch goes to exactly one block or motion")
        if self.early is None and self.at_end is None:
            raise ValueError("KF102 a branch needs 'early' or 'at_end'")

    @property
    def target(self) -> str:
        """Return the name of the block or motion."""
        return self.to_block or self.to_motion or ""


@dataclass(frozen=True, slots=True)
class Keyframe:
    """A posture and the way to it.

    Attributes:
        label: What happens here, for logs and reasons.
        duration: s.
        angles: Targets per limb, rad; a limb that is not named holds its last request.
        hold: Single joints that hold their last request.
        interpolation: None takes the block's.
        stiffness_changes: From this keyframe on, 0..1; 0 is limp.
        compensation: Corrections of the target for joints that lag.
        balance: Joints that move the centre of mass.
        balance_phase: Gains of the balance.
        goal_com: Wanted place of the centre of mass seen from the middle of the soles, m.
        torso: Break-up window at the end of the keyframe.
        torso_start: Break-up window at its start; None continues with the running one.
        wait: After the target is reached.
        branches: Tested in their order.
    """

    label: str
    duration: Duration
    angles: Annotated[dict[Limb, tuple[float, ...]], Unit("deg", _DEG)]
    hold: tuple[Joint, ...] = ()
    interpolation: Interpolation | None = None
    stiffness_changes: dict[Joint, Percent] | None = None
    compensation: tuple[Compensation, ...] = ()
    balance: Balance | None = None
    balance_phase: str = "stand"
    goal_com: Place = (0.0, 0.0)
    torso: Window | None = None
    torso_start: Window | None = None
    wait: Wait | None = None
    branches: tuple[Branch, ...] = ()

    def __post_init__(self) -> None:
        named: set[Limb] = set()
        for limb, values in self.angles.items():
            sides = BOTH.get(limb, (limb,))
            if named & set(sides):
                raise ValueError(f"KF103 '{limb.value}' names a limb a second time")
            named.update(sides)
            wanted = len(JOINTS_OF[sides[0]])
            if len(values) != wanted:
                raise ValueError(f"KF103 '{limb.value}' has {wanted} joints, got {len(values)}")
            if any(abs(value) > 180.0 * _DEG for value in values):
                raise ValueError(f"KF123 '{limb.value}' has an angle beyond 180 degrees")
        left, right = self.angles.get(Limb.LEFT_LEG), self.angles.get(Limb.RIGHT_LEG)
        if left and right and left[0] != right[0]:
            raise ValueError("KF124 one motor drives both hip yaw pitches: give one angle")


@dataclass(frozen=True, slots=True)
class Block:
    """A list of keyframes with its stiffness.

    Attributes:
        stiffness: Of limbs, 0..1, when the block is opened or resumed; a limb that is not named
            stays as it is.
        interpolation: Of keyframes that do not say.
        keyframes: In their order.
    """

    stiffness: dict[Limb, Percent]
    interpolation: Interpolation
    keyframes: tuple[Keyframe, ...]


@dataclass(frozen=True, slots=True)
class FollowUp:
    """The motion that comes after another one, if the conditions hold."""

    motion: str
    conditions: Conditions


@dataclass(frozen=True, slots=True)
class Motion:
    """A program made of blocks.

    Attributes:
        blocks: Names, in their order.
        balance_out: Keep balancing at the end until the robot is calm.
        follow_ups: The first whose conditions hold is played next; if none holds, the motion has
            failed.
        mirrored_by_roll: Written for a robot on its left side, mirrored for one that leans right.
        end_pitch: The torso must end in this range, else the motion has failed.
    """

    blocks: tuple[str, ...]
    balance_out: bool = False
    follow_ups: tuple[FollowUp, ...] = ()
    mirrored_by_roll: bool = False
    end_pitch: AngleRange | None = None
