"""A keyframe motion as data: what stands in `config/keyframes/blocks` and `motions`.

A motion is a list of blocks, a block a list of keyframes. Blocks are shared between motions and
spliced in by branches.
"""

from dataclasses import dataclass
from enum import Enum

from hardware.units import AngleRange, Percent
from motions.keyframes.motions.conditions import Conditions
from motions.keyframes.motions.keyframe import Branch, Interpolation, Keyframe, Limb


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

    @property
    def branches(self) -> tuple[Branch, ...]:
        """Return the branches of all keyframes."""
        return tuple(branch for keyframe in self.keyframes for branch in keyframe.branches)


@dataclass(frozen=True, slots=True)
class MotionChoice:
    """A motion that is played if the conditions hold."""

    motion: str
    conditions: Conditions


class Saving(Enum):
    """When limbs may save energy at the end of a motion."""

    NONE = "none"
    IN_WAIT = "in_wait"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class BlockEnergySaving:
    """What the motion allows to whatever saves energy.

    Attributes:
        legs: Of both legs.
        arms: Of both arms.
        stand_high: The robot ends standing high; kept for other engines, ours needs no such hint.
    """

    legs: Saving = Saving.NONE
    arms: Saving = Saving.NONE
    stand_high: bool = False


@dataclass(frozen=True, slots=True)
class KeyframeMotion:
    """A program made of blocks.

    Attributes:
        blocks: Names, in their order.
        balance_out: Keep balancing at the end until the robot is calm.
        follow_ups: The first whose conditions hold is played next; if none holds, the motion has
            failed.
        mirrored_by_roll: Written for a robot on its left side, mirrored for one that leans right.
        end_pitch: The torso must end in this range, else the motion has failed.
        energy_saving: What is allowed at its end.
        is_stable: A behaviour may count on a stable robot while it is played; kept for other
            teams, nothing here asks for it.
    """

    blocks: tuple[str, ...]
    balance_out: bool = False
    follow_ups: tuple[MotionChoice, ...] = ()
    mirrored_by_roll: bool = False
    end_pitch: AngleRange | None = None
    energy_saving: BlockEnergySaving = BlockEnergySaving()
    is_stable: bool = False
