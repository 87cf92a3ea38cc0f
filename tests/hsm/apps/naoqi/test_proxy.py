"""Proxies can be copied like other objects."""

import copy

from tests.hsm.apps.naoqi.fake_robot import Program


def test_a_copy_of_a_proxy_reaches_the_same_robot() -> None:
    program = Program()
    motion = copy.copy(program.motion)
    motion.post.moveToward(0.5, 0.0, 0.0)
    assert motion.moveIsActive() and program.motion.moveIsActive()
    assert copy.copy(program.motion.post).moveIsActive() > 0
