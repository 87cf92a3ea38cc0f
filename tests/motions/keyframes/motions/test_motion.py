"""What a motion means where its file says nothing."""

from motions.keyframes.motions.motion import BlockEnergySaving, KeyframeMotion, Saving


def test_a_motion_that_names_only_its_blocks_asks_for_nothing_else() -> None:
    plain = KeyframeMotion(("main",))
    assert (plain.balance_out, plain.mirrored_by_roll, plain.is_stable) == (False,) * 3
    assert plain.follow_ups == () and plain.end_pitch is None
    assert plain.energy_saving == BlockEnergySaving(Saving.NONE, Saving.NONE, stand_high=False)
