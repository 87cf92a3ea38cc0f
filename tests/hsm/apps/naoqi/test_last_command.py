"""The last command to a joint wins, and every posted command can be stopped individually."""

from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hsm.chart.leaves import LIMP_LIMP, SIT_DOWN, STAND_NORMAL, WALK_STEPPING
from motions.requests import Motion
from tests.fakes import NAO
from tests.hsm.apps.naoqi.fake_robot import STANDS, Program

KNEE = NAO.names.index("l_knee_pitch")
SHOULDER = NAO.arms[Side.LEFT][0]


@pytest.fixture
def program() -> Program:
    return Program()


def test_a_posture_resets_head_and_arms_and_is_reached_once_they_are(program: Program) -> None:
    program.motion.setAngles(["LShoulderPitch", "HeadYaw"], 0.5, 0.2)
    reached = program.posture.begin("goToPosture", ("StandInit", 0.5))
    assert program.asked.left_arm is None and program.asked.head is None
    for angle in (0.5, 0.8):
        there = list(STANDS.commanded)
        there[SHOULDER] = angle
        program.robot.tell(commanded=tuple(there))
        assert not reached.done()
    program.robot.tell()
    assert reached.result(0.0) is True


def test_stopping_after_a_posture_was_reached_keeps_the_posture(
    program: Program,
) -> None:
    program.posture.begin("goToPosture", ("Crouch", 0.5))
    program.robot.tell(leaf=SIT_DOWN.done.name)
    program.robot.tell()
    program.posture.stopMove()
    assert program.asked.motion is Motion.SIT
    way = program.posture.begin("goToPosture", ("StandZero", 0.5))
    program.posture.stopMove()
    assert program.asked.motion is Motion.STAND
    program.robot.tell()
    assert way.result(0.0) is False


def test_arm_swing_stays_off_after_a_rest(program: Program) -> None:
    program.motion.setMoveArmsEnabled(False, True)
    program.motion.begin("rest", ())
    program.motion.begin("wakeUp", ())
    program.motion.moveToward(1.0, 0.0, 0.0)
    program.robot.tell(leaf=WALK_STEPPING.name)
    assert program.asked.left_arm is not None and program.asked.right_arm is None


def test_a_stiffness_ramp_ends_for_joints_that_another_command_sets(program: Program) -> None:
    faded = program.motion.begin("stiffnessInterpolation", ("Body", 0.0, 1.0))
    program.robot.tell(seconds=0.2)
    program.motion.setStiffnesses("LKneePitch", 1.0)
    program.robot.tell(seconds=0.3)
    most = program.asked.stiffness_most
    assert most[KNEE] == 1.0 and most[SHOULDER] == pytest.approx(0.5)
    program.motion.begin("wakeUp", ())
    program.robot.tell(seconds=0.3)
    assert program.asked.stiffness_most == () and faded.done()


def test_a_list_of_one_stiffness_applies_to_all_joints(program: Program) -> None:
    program.motion.setStiffnesses(["Body"], [0.7])
    assert set(program.asked.stiffness_most) == {0.7}


def test_a_posted_arm_motion_can_be_stopped_while_the_walk_continues(program: Program) -> None:
    arm = program.motion.post.angleInterpolation("LShoulderPitch", 0.5, 3.0, True)
    walk = program.motion.post.moveTo(1.0, 0.0, 0.0)
    program.motion.stop(arm)
    assert not program.motion.isRunning(arm) and program.motion.isRunning(walk)
    assert program.asked.motion is Motion.WALK_TO
    left = program.asked.left_arm
    assert left is not None and left.angles is not None
    assert left.angles[0] == STANDS.commanded[SHOULDER]


def test_a_posted_stiffness_ramp_can_be_stopped_midway(program: Program) -> None:
    fades = program.motion.post.stiffnessInterpolation("LArm", 0.0, 1.0)
    program.robot.tell(seconds=0.5)
    program.motion.stop(fades)
    assert not program.motion.isRunning(fades)
    program.robot.tell(seconds=0.5)
    assert program.asked.stiffness_most[SHOULDER] == pytest.approx(0.5)


def test_memory_knows_that_a_robot_is_awake_however_it_woke() -> None:
    assert Program().memory.getData("robotIsWakeUp") is True
    program = Program(replace(STANDS, leaf=LIMP_LIMP.name))
    assert program.memory.getData("robotIsWakeUp") is False
    assert program.memory.getData("leftFootContact") == 1.0
    program.motion.setStiffnesses("Body", 1.0)
    assert program.memory.getData("robotIsWakeUp") is True


def test_a_posture_and_its_event_have_the_name_that_was_requested(
    program: Program,
) -> None:
    heard: list[str] = []
    program.memory.subscriber("PostureChanged").signal.connect(heard.append)
    assert program.posture.getPosture() == "StandInit"
    program.posture.begin("goToPosture", ("Stand", 0.5))
    program.robot.tell()
    assert program.posture.getPosture() == "Stand"
    program.posture.begin("goToPosture", ("Crouch", 0.5))
    program.robot.tell(leaf=SIT_DOWN.done.name)
    program.robot.tell(leaf=STAND_NORMAL.name)
    assert heard == ["Stand", "Crouch", "StandInit"]
