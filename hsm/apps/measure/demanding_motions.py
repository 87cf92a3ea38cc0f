"""Keyframe motions as a user may write them: they wait, balance out and give up soon.

The motions in `config/` do none of this, so that half of the keyframe machine would never be seen
in a campaign that lets anything happen.
"""

from dataclasses import replace

from hsm.runtime.assembly import MotionSettings
from hsm.runtime.settings import config_folder, load_many
from motions.keyframes.conditions import Condition, Conditions
from motions.keyframes.library import MotionLibrary
from motions.keyframes.motion import Block, Keyframe, Motion, Wait

_LONGEST_WAIT = 0.5
"""s; long enough for other things to happen in it."""
_SETTLED = 0.05
"""Error of every leg joint below which the wait is over, rad."""


def demanding(settings: MotionSettings) -> MotionSettings:
    """Return settings in which every motion waits and balances out, and one try is all there is."""
    folder = config_folder() / "keyframes"
    blocks = load_many((folder / "blocks").glob("*.yaml"), Block)
    motions = load_many((folder / "motions").glob("*.yaml"), Motion)
    engine = replace(settings.keyframes.engine, max_tries=1)
    return replace(
        settings,
        keyframes=replace(settings.keyframes, engine=engine),
        motions=MotionLibrary(
            {name: replace(motion, balance_out=True) for name, motion in motions.items()},
            {name: _waiting(block) for name, block in blocks.items()},
        ),
    )


def _waiting(block: Block) -> Block:
    return replace(block, keyframes=tuple(map(_followed_by_a_wait, block.keyframes)))


def _followed_by_a_wait(keyframe: Keyframe) -> Keyframe:
    settled = Conditions((Condition(leg_error=(0.0, _SETTLED)),))
    return replace(keyframe, wait=keyframe.wait or Wait(_LONGEST_WAIT, settled))
