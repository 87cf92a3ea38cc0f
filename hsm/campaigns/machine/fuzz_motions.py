"""Keyframe motions as a user may write them, which wait, balance out and give up early.

Only the get-ups in `config/` wait and balance out, and no other motion has more than one try, so
that random runs would never reach some parts of the keyframe engine.
"""

from dataclasses import replace

from hsm.control.assembly import MotionSettings
from hsm.settings.keyframe_files import load_keyframes
from hsm.settings.loader import config_folder
from motions.keyframes.motions.conditions import Condition, Conditions
from motions.keyframes.motions.keyframe import Keyframe, Wait
from motions.keyframes.motions.library import MotionLibrary
from motions.keyframes.motions.limb_poses import PoseSolver
from motions.keyframes.motions.motion import Block

_WAIT = (0.2, 0.5)
"""Shortest and longest wait after every keyframe, s: long enough for other events to occur."""

_NEARLY_STILL = 0.001
"""Rate below which a robot is calm, rad/s: below gyro noise, so it rarely is."""


def demanding(settings: MotionSettings) -> MotionSettings:
    """Return settings in which every motion waits, balances out, and has a single try."""
    _, files = load_keyframes(config_folder() / "keyframes", settings.robot)
    solver = PoseSolver(settings.robot, settings.keyframes.engine.pose_tolerance)
    engine = settings.keyframes.engine
    engine = replace(
        engine, max_tries=1, balance_out=replace(engine.balance_out, max_rate=_NEARLY_STILL)
    )
    return replace(
        settings,
        keyframes=replace(settings.keyframes, engine=engine),
        motions=MotionLibrary(
            settings.robot,
            {name: replace(motion, balance_out=True) for name, motion in files.motions.items()},
            {name: solver.resolve(name, _waiting(b))[0] for name, b in files.blocks.items()},
        ),
    )


def _waiting(block: Block) -> Block:
    return replace(block, keyframes=tuple(map(_followed_by_a_wait, block.keyframes)))


def _followed_by_a_wait(keyframe: Keyframe) -> Keyframe:
    long_enough = Conditions((Condition(wait_time=_WAIT),))
    return replace(keyframe, wait=keyframe.wait or Wait(_WAIT[1], long_enough))
