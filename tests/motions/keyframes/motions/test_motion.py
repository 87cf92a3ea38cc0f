"""Defaults of a motion."""

from motions.keyframes.motions.motion import BlockEnergySaving, KeyframeMotion, Saving


def test_a_motion_with_blocks_only_has_no_further_demands() -> None:
    plain = KeyframeMotion(("main",))
    assert (plain.balance_out, plain.mirrored_by_roll, plain.is_stable) == (False,) * 3
    assert plain.follow_ups == () and plain.end_pitch is None
    assert plain.energy_saving == BlockEnergySaving(Saving.NONE, Saving.NONE, stand_high=False)
