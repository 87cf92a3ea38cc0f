"""A program that asks for nothing leaves the robot to others; the first that asks has it."""

from dataclasses import replace

from hsm.chart.leaves import LIMP_LIMP, WALK_STEPPING
from motions.requests import Motion
from tests.hsm.apps.naoqi.fake_robot import STANDS, Program

WALKS = replace(STANDS, leaf=WALK_STEPPING.name, motion="walk", number=7)


def test_who_only_reads_asks_for_nothing() -> None:
    program = Program(WALKS)
    program.robot.tell()
    assert program.memory.getData("footContact") == 1.0
    assert program.motion.moveIsActive() and program.motion.robotIsWakeUp()
    assert len(program.motion.getAngles("Body", True)) == 26
    assert program.robot.said == []


def test_a_program_that_moves_an_arm_lets_the_robot_stand_as_it_does_by_then() -> None:
    program = Program(replace(STANDS, leaf=LIMP_LIMP.name))
    program.robot.tell(leaf=STANDS.leaf, number=9)  # another program has made it stand
    program.motion.setAngles("LShoulderPitch", 0.5, 0.2)
    assert program.asked.motion is Motion.STAND and program.asked.number > 9
    program.motion.moveToward(1.0, 0.0, 0.0)
    assert program.robot.said[-1].number > program.robot.said[-2].number


def test_a_walk_of_another_program_is_ended_by_stop_move_and_by_a_speed_of_zero() -> None:
    for word, given in (("stopMove", ()), ("moveToward", (0.0, 0.0, 0.0))):
        program = Program(WALKS)
        program.motion.begin(word, given)
        assert program.asked.motion is Motion.STAND and program.asked.number > WALKS.number
