"""Motions prepared for playing: targets, curves, stiffness, and observed joints."""

from dataclasses import replace

from hardware.robots.nao import HAND_JOINTS, HEAD_JOINTS, Joint
from motions.keyframes.motions.keyframe import (
    Branch,
    Compensation,
    Held,
    Interpolation,
    JointShare,
    Keyframe,
    Limb,
)
from motions.keyframes.motions.library import MotionLibrary
from motions.keyframes.motions.motion import Block, KeyframeMotion
from tests.fakes import NAO
from tests.motions.keyframes.made import block, keyframe, pitch_between

HOLDS = pitch_between(-10, 10)


def watching(joint: Joint, *branches: Branch) -> Block:
    """Return a block that compensates a joint by its own error."""
    entry = Compensation(0.0, 0.1, observe=joint, apply=(JointShare(joint, 1.0),))
    return block(keyframe(0.0, compensation=(entry,), branches=branches))


def observed(motions: dict[str, KeyframeMotion], blocks: dict[str, Block]) -> frozenset[int]:
    return MotionLibrary(NAO, motions, blocks).motions["motion"].observed


def test_the_joints_of_every_reachable_block_are_observed() -> None:
    to_side, to_other = (
        Branch(to_block="side", at_end=HOLDS, max_loops=1),
        Branch(to_motion="other", at_end=HOLDS, max_loops=1),
    )
    back = Branch(to_block="main", at_end=HOLDS, max_loops=1)
    blocks = {
        "main": watching(Joint.L_KNEE_PITCH, to_side, to_other),
        "side": watching(Joint.L_HIP_PITCH, back),
        "other": watching(Joint.R_KNEE_PITCH),
        "apart": watching(Joint.HEAD_YAW),
    }
    motions = {
        "motion": KeyframeMotion(("main",)),
        "other": KeyframeMotion(("other",)),
        "apart": KeyframeMotion(("apart",)),
    }
    near, side, far = Joint.L_KNEE_PITCH, Joint.L_HIP_PITCH, Joint.R_KNEE_PITCH
    assert observed(motions, blocks) == {near, side, far}
    plain = blocks | {"main": block(keyframe(0.0))}
    assert observed(motions, plain) == frozenset()


def test_blocks_without_keyframes_are_left_out_and_the_others_keep_their_order() -> None:
    blocks = {name: block(keyframe(0.0)) for name in ("a", "b")} | {"none": block()}
    made = MotionLibrary(NAO, {"motion": KeyframeMotion(("b", "none", "a", "b"))}, blocks)
    assert [item.name for item in made.motions["motion"].blocks] == ["b", "a", "b"]


def test_the_curve_of_a_keyframe_takes_precedence_over_that_of_its_block() -> None:
    own = replace(keyframe(0.0), interpolation=Interpolation.SOFT)
    made = MotionLibrary(NAO, {}, {"main": block(own, keyframe(0.0))}).blocks["main"]
    assert [frame.interpolation for frame in made.frames] == [
        Interpolation.SOFT,
        Interpolation.LINEAR,
    ]


def test_stiffness_is_set_for_every_joint_of_both_sides() -> None:
    limbs = {Limb.HEAD: 0.2, Limb.ARMS: 0.5}
    frame = Keyframe(duration=0.1, angles={}, label="", stiffness_changes={Joint.L_HAND: 0.7})
    made = MotionLibrary(NAO, {}, {"main": Block(limbs, Interpolation.LINEAR, (frame,))}).blocks[
        "main"
    ]
    stiffness = dict(made.stiffness)
    assert {stiffness[joint] for joint in HEAD_JOINTS} == {0.2}
    assert {stiffness[joint] for joint in stiffness if joint not in HEAD_JOINTS} == {0.5}
    assert {Joint.L_SHOULDER_PITCH, Joint.R_WRIST_YAW} <= set(stiffness)
    assert Joint.L_KNEE_PITCH not in stiffness
    assert dict(made.frames[0].stiffness) == {Joint.L_HAND: 0.7}


def test_hands_that_are_not_named_are_closed_and_limbs_that_are_not_named_are_held() -> None:
    (frame,) = MotionLibrary(NAO, {}, {"main": block(keyframe(0.3))}).blocks["main"].frames
    for joint in Joint:
        wanted = {Joint.HEAD_YAW: 0.3, Joint.HEAD_PITCH: 0.0}.get(joint, Held.HOLD)
        assert frame.targets[joint] == (0.0 if joint in HAND_JOINTS else wanted)
