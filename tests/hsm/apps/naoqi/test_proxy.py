"""Proxies can be copied like other objects, and accept the numbers that programs compute with."""

import copy

import numpy as np
import pytest

from tests.hsm.apps.naoqi.fake_robot import Program


def test_a_copy_of_a_proxy_reaches_the_same_robot() -> None:
    program = Program()
    motion = copy.copy(program.motion)
    motion.post.moveToward(0.5, 0.0, 0.0)
    assert motion.moveIsActive() and program.motion.moveIsActive()
    assert copy.copy(program.motion.post).moveIsActive() > 0


def test_numbers_and_arrays_of_numpy_are_accepted_as_numbers_and_lists() -> None:
    motion = Program().motion
    steps, times = np.array([[0.03, 0.1, 0.0]]), np.array([0.6])
    motion.setFootSteps(["LLeg"], steps, times, np.bool_(False))
    motion.setStiffnesses(["HeadYaw", "HeadPitch"], [np.float32(0.25), np.int64(1)])
    stiffness = motion.getStiffnesses("Head")
    assert stiffness == pytest.approx([0.25, 1.0]) and {type(at) for at in stiffness} == {float}
