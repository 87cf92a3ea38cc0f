"""A keyframe as data: a posture, with everything that is watched and corrected on the way to it.

Angles are written for the robot as it is; the mirrored motion is made from it (`mirrored.py`).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated

from annotated_types import Ge, Le

from hardware.units import (
    Angle,
    FlatPoint,
    JointIndex,
    LengthPoint,
    Milliseconds,
    Number,
    Ordered,
    Percent,
    Point,
    PositiveRatio,
    Unit,
    Words,
)
from motions.keyframes.motions.conditions import Conditions

_DEG = math.pi / 180.0

Duration = Annotated[float, Unit("ms"), Ge(1.0)]
Loops = Annotated[int, Unit(""), Ge(0)]


class Held(Enum):
    """What may stand in place of an angle."""

    HOLD = "hold"
    """Keeps the last request that was sent, balance included."""
    OFF = "off"
    """Keeps the way's last pose, without the balance; for joints that are limp."""


_HELD = Words((("hold", Held.HOLD), ("off", Held.OFF)))
Target = Annotated[float | Held, Unit("deg"), _HELD]
HandTarget = Annotated[float | Held, Unit(""), Ge(0.0), Le(1.0), _HELD]
_KEEP = ("keep", None)
LeanRange = Annotated[
    tuple[
        Annotated[float | None, Words((("none", -math.inf), _KEEP))],
        Annotated[float | None, Words((("none", math.inf), _KEEP))],
    ],
    Unit("deg"),
    Ordered(),
]
"""A range whose ends may be `none`, no limit, or `keep`, the running limit (None)."""


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


BOTH: dict[Limb, tuple[Limb, Limb]] = {
    Limb.ARMS: (Limb.LEFT_ARM, Limb.RIGHT_ARM),
    Limb.LEGS: (Limb.LEFT_LEG, Limb.RIGHT_LEG),
}


@dataclass(frozen=True, slots=True)
class JointShare:
    """How much of a correction one joint takes."""

    joint: JointIndex
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
    apply: tuple[JointShare, ...]
    observe: JointIndex | None = None
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


class BalanceMode(Enum):
    """Which part of a correction a joint takes."""

    ALL = "default"
    ONLY_POSITIVE = "only_positive"
    ONLY_NEGATIVE = "only_negative"
    ABSOLUTE_POSITIVE = "absolute_positive"
    ABSOLUTE_NEGATIVE = "absolute_negative"


@dataclass(frozen=True, slots=True)
class BalanceShare:
    """How much of the balance one joint takes; the mode cuts what comes out."""

    joint: JointIndex
    factor: Number
    mode: BalanceMode = BalanceMode.ALL


@dataclass(frozen=True, slots=True)
class KeyframeBalance:
    """Joints that keep the centre of mass at its goal; degrees of correction times factor."""

    forward: tuple[BalanceShare, ...] = ()
    sideways: tuple[BalanceShare, ...] = ()


@dataclass(frozen=True, slots=True)
class TorsoWindow:
    """Range of the torso's lean; None keeps the running bounds of that axis.

    An end may be infinite, no limit, or None, the running one.

    Attributes:
        pitch: rad; 90 degrees is lying on the front, -90 on the back, beyond is head down.
        roll: rad; positive leans right.
    """

    pitch: LeanRange | None = None
    roll: LeanRange | None = None


class WaitBreak(Enum):
    """What ends a wait before its time."""

    NEVER = "never"
    STALL = "stall"
    """The watched quantities come no nearer."""
    APPROACH = "approach"
    """The watched quantities have come steadily nearer: see `waiting.py`."""


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
        max_loops: How often it may fire between two break-ups; None is unlimited, 0 is never.
    """

    to_block: str | None = None
    to_motion: str | None = None
    early: Conditions | None = None
    at_end: Conditions | None = None
    remove_current_block: bool = False
    init_stiffness: bool = True
    max_loops: Loops | None = None

    def __post_init__(self) -> None:
        if (self.to_block is None) == (self.to_motion is None):
            raise ValueError("KF102 a branch goes to exactly one block or motion")
        if self.early is None and self.at_end is None:
            raise ValueError("KF102 a branch needs 'early' or 'at_end'")

    @property
    def target(self) -> str:
        """Return the name of the block or motion."""
        return self.to_block or self.to_motion or ""

    def asking(self, changed: Callable[[Conditions], Conditions]) -> "Branch":
        """Return the same branch with its conditions changed."""
        return replace(
            self,
            early=changed(self.early) if self.early is not None else None,
            at_end=changed(self.at_end) if self.at_end is not None else None,
        )


@dataclass(frozen=True, slots=True)
class LimbPose:
    """Where a sole or a wrist shall be, seen from the torso's origin.

    Attributes:
        translation: m. Of a leg the sole below the ankle, of an arm the wrist.
        rotation: Roll, pitch, yaw, rad. None leaves it to the solver, which is for arms only: a
            sole without it is parallel to the torso.
    """

    translation: LengthPoint
    rotation: Annotated[Point, Unit("deg")] | None = None


@dataclass(frozen=True, slots=True)
class Keyframe:
    """A posture and the way to it.

    Attributes:
        label: What happens here, for logs and reasons.
        duration: s.
        angles: Targets per limb, rad; a limb that is not named holds its last request.
        poses: Limbs whose angles are computed from a pose in space.
        hands: Openings of the left and the right hand, 0..1.
        interpolation: None takes the block's.
        stiffness_changes: From this keyframe on, 0..1; 0 is limp.
        compensation: Corrections of the target for joints that lag.
        release_step: Share of this keyframe's correction that the next one takes back in every
            cycle in which the joint comes loose; None takes back what has come loose.
        balance: Joints that move the centre of mass.
        balance_phase: Gains of the balance.
        goal_com: Wanted place of the centre of mass seen from the middle of the soles, m.
        set_last_com: The goal starts at the measured place, not where the last one was.
        soles_stand: Both soles stand flat: they tell by what the zeros of the legs are wrong,
            and that is taken out from now on.
        torso: Break-up window at the end of the keyframe.
        torso_start: Break-up window at its start; None continues with the running one.
        wait: After the target is reached.
        branches: Tested in their order.
    """

    label: str
    duration: Duration
    angles: dict[Limb, tuple[Target, ...]]
    poses: dict[Limb, LimbPose] | None = None
    hands: tuple[HandTarget, HandTarget] = (0.0, 0.0)
    interpolation: Interpolation | None = None
    stiffness_changes: dict[JointIndex, Percent] | None = None
    compensation: tuple[Compensation, ...] = ()
    release_step: PositiveRatio | None = None
    balance: KeyframeBalance | None = None
    balance_phase: str = "stand"
    goal_com: FlatPoint = (0.0, 0.0)
    set_last_com: bool = False
    soles_stand: bool = False
    torso: TorsoWindow | None = None
    torso_start: TorsoWindow | None = None
    wait: Wait | None = None
    branches: tuple[Branch, ...] = ()

    def __post_init__(self) -> None:
        named: set[Limb] = set()
        for limb in (*self.angles, *(self.poses or {})):
            sides = BOTH.get(limb, (limb,))
            if named & set(sides):
                raise ValueError(f"KF103 '{limb.value}' names a limb a second time")
            named.update(sides)
        for limb, values in self.angles.items():
            if any(not isinstance(each, Held) and abs(each) > 180.0 * _DEG for each in values):
                raise ValueError(f"KF123 '{limb.value}' has an angle beyond 180 degrees")
        if Limb.HEAD in (self.poses or {}):
            raise ValueError("KF103 only arms and legs have a pose")
        for shares in (self.balance.forward, self.balance.sideways) if self.balance else ():
            if len({share.joint for share in shares}) < len(shares):
                raise ValueError("KF103 a joint stands twice in one list of the balance")
