"""A program that makes no request leaves control to others; its first request takes control."""

from dataclasses import replace

import pytest

from hsm.apps.naoqi.argument_checks import NaoqiError
from hsm.chart.leaves import (
    FALL_WAIT_GET_UP,
    LIMP_LIMP,
    PICKED_UP_HANGING,
    SIT_DOWN,
    STAND_NORMAL,
    WALK_STEPPING,
)
from motions.requests import Motion
from tests.hsm.apps.naoqi.fake_robot import STANDS, Program

WALKS = replace(STANDS, leaf=WALK_STEPPING.name, motion="walk", number=7)


def test_a_program_that_only_reads_sends_no_request() -> None:
    program = Program(WALKS)
    program.robot.tell()
    assert program.memory.getData("footContact") == 1.0
    assert program.motion.moveIsActive() and program.motion.robotIsWakeUp()
    assert len(program.motion.getAngles("Body", True)) == 26
    assert program.robot.said == []


def test_a_program_that_moves_an_arm_keeps_the_robot_in_its_present_stand() -> None:
    program = Program(replace(STANDS, leaf=LIMP_LIMP.name))
    program.robot.tell(leaf=STANDS.leaf, number=9)  # another program has made it stand
    program.motion.setAngles("LShoulderPitch", 0.5, 0.2)
    assert program.asked.motion is Motion.STAND and program.asked.number > 9
    program.motion.moveToward(1.0, 0.0, 0.0)
    assert program.robot.said[-1].number > program.robot.said[-2].number


def test_stop_move_or_zero_speed_ends_the_walk_of_another_program() -> None:
    for word, given in (("stopMove", ()), ("moveToward", (0.0, 0.0, 0.0))):
        program = Program(WALKS)
        program.motion.begin(word, given)
        assert program.asked.motion is Motion.STAND and program.asked.number > WALKS.number


def test_the_chest_button_overrides_programs_until_one_wakes_the_robot() -> None:
    program = Program()
    motion, memory = program.motion, program.memory
    arrival = motion.begin("moveTo", (1.0, 0.0, 0.0))
    program.robot.tell(leaf=WALK_STEPPING.name, motion="walk_to", goes=True)
    said = len(program.robot.said)
    program.robot.tell(number=0, motion="sit", goes=False)
    assert arrival.result(0.0) is False and not program.robot.repeats
    assert not motion.robotIsWakeUp() and memory.getData("robotIsWakeUp") is False
    with pytest.raises(NaoqiError, match="not awake"):
        motion.moveToward(1.0, 0.0, 0.0)
    program.robot.tell(number=0, leaf=SIT_DOWN.done.name)
    assert not motion.moveIsActive() and len(program.robot.said) == said
    woken = motion.begin("wakeUp", ())
    assert program.asked.motion is Motion.STAND and len(program.robot.said) == said + 1
    assert program.robot.repeats
    program.robot.tell(leaf=STAND_NORMAL.name, motion="stand")
    assert woken.result(0.0) is True


def test_a_program_keeps_control_when_a_fall_or_a_lift_drops_its_request() -> None:
    for leaf in (FALL_WAIT_GET_UP.name, PICKED_UP_HANGING.name):
        program = Program()
        program.motion.begin("moveTo", (1.0, 0.0, 0.0))
        program.robot.tell(leaf=WALK_STEPPING.name, motion="walk_to", goes=True)
        dropped = program.asked.number
        program.robot.tell(number=0, leaf=leaf, motion="stand", goes=False, forgotten=dropped)
        assert program.asked.motion is Motion.STAND and program.motion.robotIsWakeUp()
        assert program.asked.number > dropped and program.robot.repeats


def test_a_request_dropped_before_the_first_step_is_replaced_by_one_to_stand() -> None:
    """The robot would sit down if nobody requested anything."""
    program = Program()
    arrival = program.motion.begin("moveTo", (1.0, 0.0, 0.0))
    dropped = program.asked.number
    program.robot.tell(motion="walk_to", goes=True)
    program.robot.tell(number=0, motion="stand", goes=False, forgotten=dropped)
    assert arrival.result(0.0) is False
    assert program.asked.motion is Motion.STAND and program.asked.number > dropped
    assert program.robot.repeats


@pytest.mark.parametrize("leaf", [WALK_STEPPING.name, FALL_WAIT_GET_UP.name, LIMP_LIMP.name])
@pytest.mark.parametrize("motion", ["sit", "limp", "stand"])
def test_a_request_that_someone_else_overrules_is_withdrawn(leaf: str, motion: str) -> None:
    program = Program()
    program.motion.moveToward(1.0, 0.0, 0.0)
    program.robot.tell(leaf=WALK_STEPPING.name, motion="walk")
    said = len(program.robot.said)
    for _ in range(3):
        program.robot.tell(number=0, leaf=leaf, motion=motion)
    assert not program.robot.repeats and len(program.robot.said) == said


def test_a_stiffness_fade_ends_when_someone_else_overrules_its_program() -> None:
    program = Program(replace(STANDS, stiffness=(0.5,) * 26))
    fade = program.motion.begin("stiffnessInterpolation", ("Head", 0.25, 10.0))
    for _ in range(10):
        program.robot.tell(0.1)
    assert program.asked.stiffness_most and not fade.done()
    said = len(program.robot.said)
    program.robot.tell(0.1, number=0, leaf=LIMP_LIMP.name, motion="limp")
    assert fade.done() and len(program.robot.said) == said and not program.robot.repeats
