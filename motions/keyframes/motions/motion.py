"""A keyframe motion as data: the files in `config/keyframes/blocks` and `motions`.

A motion is a list of blocks, a block a list of keyframes. Blocks are shared between motions and
spliced in by branches.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from hardware.units import AngleRange, Percent
from motions.keyframes.motions.conditions import Conditions
from motions.keyframes.motions.keyframe import Branch, Interpolation, Keyframe, Limb, demand_once
from motions.keyframes.motions.quantities import MotionQuantities


@dataclass(frozen=True, slots=True)
class Block:
    """A list of keyframes with its stiffness.

    Attributes:
        stiffness: Stiffness of limbs, 0..1, set when the block is opened or resumed; limbs that
            are not named keep theirs.
        interpolation: Speed profile of keyframes without their own.
        keyframes: The keyframes in order.
    """

    stiffness: dict[Limb, Percent]
    interpolation: Interpolation
    keyframes: tuple[Keyframe, ...]

    def __post_init__(self) -> None:
        demand_once(self.stiffness)

    @property
    def branches(self) -> tuple[Branch, ...]:
        """Return the branches of all keyframes."""
        return tuple(branch for keyframe in self.keyframes for branch in keyframe.branches)


@dataclass(frozen=True, slots=True)
class MotionChoice:
    """A motion that is played if the conditions hold."""

    motion: str
    conditions: Conditions


def first_that_holds(
    choices: Sequence[MotionChoice], quantities: MotionQuantities
) -> tuple[str, str] | None:
    """Return the first motion whose conditions hold, and why; None if none does."""
    for choice in choices:
        if choice.conditions.hold(quantities):
            return choice.motion, choice.conditions.because(quantities)
    return None


class Saving(Enum):
    """When limbs may save energy at the end of a motion."""

    NONE = "none"
    IN_WAIT = "in_wait"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class BlockEnergySaving:
    """Energy saving that a motion allows.

    Attributes:
        legs: When both legs may save energy.
        arms: When both arms may save energy.
        stand_high: Whether the robot ends standing high; kept for other engines, unused by ours.
    """

    legs: Saving = Saving.NONE
    arms: Saving = Saving.NONE
    stand_high: bool = False


@dataclass(frozen=True, slots=True)
class KeyframeMotion:
    """A program made of blocks.

    Attributes:
        blocks: Names of its blocks, in order.
        balance_out: Whether the robot keeps balancing at the end until it is calm.
        follow_ups: The first whose conditions hold is played next; if none holds, the motion has
            failed. Those of a sit-down or a dive wait until it is no longer requested: the first
            that applies then is the get-up; if none does, how the robot lies decides.
        mirrored_by_roll: Whether it is written for a robot on its left side, and mirrored for one
            that leans right.
        end_pitch: Range in which the torso must end, else the motion has failed, rad.
        energy_saving: Energy saving allowed at its end.
        is_stable: Whether a behaviour may trust the poses of the cameras while it is played.
    """

    blocks: tuple[str, ...]
    balance_out: bool = False
    follow_ups: tuple[MotionChoice, ...] = ()
    mirrored_by_roll: bool = False
    end_pitch: AngleRange | None = None
    energy_saving: BlockEnergySaving = BlockEnergySaving()
    is_stable: bool = False
