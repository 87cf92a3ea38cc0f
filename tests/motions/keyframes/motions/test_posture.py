"""Postures by limbs are converted to targets of all joints."""

from dataclasses import replace

import pytest

from motions.keyframes.motions.keyframe import Held, Limb
from motions.keyframes.motions.posture import angles_of, joints_of
from tests.fakes import NAO
from tests.motions.keyframes.made import keyframe


def test_limbs_that_are_not_named_are_held_and_hands_are_closed() -> None:
    for joint, target in enumerate(angles_of(NAO, {})):
        assert target == (0.0 if joint in NAO.hands else Held.HOLD)


def test_hands_open_as_given_left_before_right() -> None:
    targets = angles_of(NAO, {}, (0.25, Held.OFF))
    assert [targets[hand] for hand in NAO.hands] == [0.25, Held.OFF]


def test_both_arms_are_written_for_the_left_one() -> None:
    """Lateral angles change their sign; held joints are held on both sides."""
    targets = angles_of(NAO, {Limb.ARMS: (1.0, 0.2, -0.3, Held.HOLD, 0.4)})
    joints = joints_of(NAO)
    assert [targets[joint] for joint in joints[Limb.LEFT_ARM]] == [1.0, 0.2, -0.3, Held.HOLD, 0.4]
    right = [targets[joint] for joint in joints[Limb.RIGHT_ARM]]
    assert right[3] is Held.HOLD
    assert [right[0], right[1], right[2], right[4]] == pytest.approx([1.0, -0.2, 0.3, -0.4])


def test_integers_are_angles_on_both_sides_also_beyond_half_a_turn() -> None:
    targets = angles_of(NAO, {Limb.ARMS: (1, 0, -1, 0, 0)})
    right = joints_of(NAO)[Limb.RIGHT_ARM]
    assert [targets[joint] for joint in right] == [1, 0, 1, 0, 0]
    with pytest.raises(ValueError, match="KF123 'arms' has an angle beyond 180 degrees"):
        replace(keyframe(0.0), angles={Limb.ARMS: (4, 0, 0, 0, 0)})
