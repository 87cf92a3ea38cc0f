"""A keyframe as data: a posture, and what is monitored and corrected on the way to it.

Angles are written for one side; the mirrored motion is derived from them (`mirrored.py`).
"""

import math
from collections.abc import Callable, Iterable
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
    """Keywords that may replace an angle."""

    HOLD = "hold"
    """Keeps the last request, including the balance."""
    OFF = "off"
    """Keeps the last pose of the trajectory, without the balance; for limp joints."""


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
    """Speed profile of the joints from one keyframe to the next."""

    LINEAR = "linear"
    SOFT = "sinus_min_to_max"
    """Soft start and soft end."""
    FAST_START = "sinus_zero_to_max"
    """Full speed at once, soft end."""


class Limb(Enum):
    """A group of joints that is written as one list.

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


def demand_once(limbs: Iterable[Limb]) -> None:
    """Check that no limb is named twice, alone or as one of both sides.

    Raises:
        ValueError: If one is.
    """
    named: set[Limb] = set()
    for limb in limbs:
        sides = BOTH.get(limb, (limb,))
        if named & set(sides):
            raise ValueError(f"KF103 '{limb.value}' names a limb a second time")
        named.update(sides)


@dataclass(frozen=True, slots=True)
class JointShare:
    """A joint and its factor on a correction."""

    joint: JointIndex
    factor: Number


@dataclass(frozen=True, slots=True)
class Compensation:
    """Correction of targets for another joint that lags behind its request.

    Attributes:
        start: Error at which the correction begins, rad.
        full: Error at which it is complete, rad.
        apply: The corrected joints; factor 1 adds the whole error `full`.
        observe: The lagging joint; None with `hip_pitch_difference`.
        hip_pitch_difference: Use the measured left minus right hip pitch instead.
        predict: Use the error extrapolated along its trend.
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
    """Part of a correction that a joint takes."""

    ALL = "default"
    ONLY_POSITIVE = "only_positive"
    ONLY_NEGATIVE = "only_negative"
    ABSOLUTE_POSITIVE = "absolute_positive"
    ABSOLUTE_NEGATIVE = "absolute_negative"


@dataclass(frozen=True, slots=True)
class BalanceShare:
    """A joint and its factor on the balance correction; the mode clips the product."""

    joint: JointIndex
    factor: Number
    mode: BalanceMode = BalanceMode.ALL


@dataclass(frozen=True, slots=True)
class KeyframeBalance:
    """Joints that keep the centre of mass at its goal, with their factors."""

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
    """Condition that ends a wait early."""

    NEVER = "never"
    STALL = "stall"
    """The observed quantities no longer approach their ranges."""
    APPROACH = "approach"
    """The observed quantities have approached steadily: see `waiting.py`."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Holds the target until the conditions are met.

    Attributes:
        max: Longest wait, s.
        until: The conditions.
        give_up: Condition that ends the wait early.
    """

    max: Milliseconds
    until: Conditions
    give_up: WaitBreak = WaitBreak.NEVER


@dataclass(frozen=True, slots=True)
class Branch:
    """Splices in a block or replaces the motion.

    Attributes:
        to_block: Block to play first; the rest of the current one resumes afterwards.
        to_motion: Motion that replaces the rest of the current one.
        early: Tested before and during the keyframe; skips or abandons it.
        at_end: Tested once at the end of the keyframe.
        remove_current_block: Whether the rest of the interrupted blocks is dropped.
        init_stiffness: Whether the block's stiffness is applied.
        max_loops: Largest number of uses between two break-ups; None is unlimited, 0 is never.
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
        """Return the branch with changed conditions."""
        return replace(
            self,
            early=changed(self.early) if self.early is not None else None,
            at_end=changed(self.at_end) if self.at_end is not None else None,
        )


@dataclass(frozen=True, slots=True)
class LimbPose:
    """Target pose of a sole or a wrist relative to the torso's origin.

    Attributes:
        translation: Position of the sole below the ankle or of the wrist, m.
        rotation: Roll, pitch, yaw, rad. None leaves it to the solver for arms; a sole without it
            is parallel to the torso.
    """

    translation: LengthPoint
    rotation: Annotated[Point, Unit("deg")] | None = None


@dataclass(frozen=True, slots=True)
class Keyframe:
    """A posture and the way to it.

    Attributes:
        label: Short description for logs and reasons.
        duration: Time to reach the posture, s.
        angles: Targets per limb, rad; a limb that is not named holds its last request.
        poses: Limbs whose angles are computed from a pose in space.
        hands: Openings of the left and the right hand, 0..1.
        interpolation: Speed profile; that of the block if None.
        stiffness_changes: Stiffness of joints from this keyframe on, 0..1; 0 is limp.
        compensation: Corrections of the target for joints that lag.
        release_step: Share of this keyframe's correction that the next one takes back in every
            cycle in which the joint comes loose; with None the correction follows the error.
        balance: Joints that move the centre of mass.
        balance_phase: Name of the balance gains.
        goal_com: Goal of the centre of mass relative to the middle of the support polygon, m.
        set_last_com: Whether the goal starts at the measured centre of mass, not at the last goal.
        soles_stand: Whether both soles stand flat, so that they reveal the offsets of the leg
            joints, which are compensated from now on.
        torso: Break-up window at the end of the keyframe.
        torso_start: Break-up window at its start; None continues with the running one.
        wait: Wait after the target is reached.
        branches: Branches, tested in order.
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
        demand_once((*self.angles, *(self.poses or {})))
        for limb, values in self.angles.items():
            if any(not isinstance(each, Held) and abs(each) > 180.0 * _DEG for each in values):
                raise ValueError(f"KF123 '{limb.value}' has an angle beyond 180 degrees")
        if Limb.HEAD in (self.poses or {}):
            raise ValueError("KF103 only arms and legs have a pose")
        for shares in (self.balance.forward, self.balance.sideways) if self.balance else ():
            if len({share.joint for share in shares}) < len(shares):
                raise ValueError("KF103 a joint occurs twice in one list of the balance")
