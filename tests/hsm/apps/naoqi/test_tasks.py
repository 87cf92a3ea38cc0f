"""Motions in progress are tasks, which programs list and kill by number or by joint."""

from typing import Any

import pytest

from hsm.apps.naoqi.argument_checks import NaoqiError
from hsm.chart.leaves import STAND_NORMAL, WALK_STEPPING
from motions.locomotion.wish import PreviewEnd
from motions.requests import Motion
from tests.fakes import NAO
from tests.hsm.apps.naoqi.fake_robot import STANDS, Program

YAW = NAO.names.index("head_yaw")


@pytest.fixture
def program() -> Program:
    return Program()


def tasks(program: Program) -> list[tuple[str, list[str]]]:
    return [(name, joints) for name, _, joints in program.motion.getTaskList()]


def test_a_robot_at_rest_has_no_tasks(program: Program) -> None:
    assert program.motion.getTaskList() == []
    assert program.motion.areResourcesAvailable(program.motion.getBodyNames("Body"))
    program.motion.setAngles("HeadYaw", 1.0, 0.1)  # only functions that wait take joints
    assert program.motion.getTaskList() == []


def test_every_task_has_its_function_its_number_and_its_joints(program: Program) -> None:
    begin = program.motion.begin
    begin("angleInterpolation", ("HeadYaw", 1.0, 5.0, True))
    begin("angleInterpolationWithSpeed", ("LShoulderPitch", 0.0, 0.01))
    begin("stiffnessInterpolation", ("RArm", 0.5, 5.0))
    begin("openHand", ("LHand",))
    assert tasks(program) == [
        ("angleInterpolation", ["HeadYaw"]),
        ("angleInterpolationWithSpeed", ["LShoulderPitch"]),
        ("stiffnessInterpolation", program.motion.getBodyNames("RArm")),
        ("openHand", ["LHand"]),
    ]
    numbers = [number for _, number, _ in program.motion.getTaskList()]
    assert len(set(numbers)) == 4 and all(isinstance(number, int) for number in numbers)


def test_a_task_that_is_over_is_no_longer_listed(program: Program) -> None:
    fade = program.motion.begin("stiffnessInterpolation", ("Head", 0.5, 0.5))
    program.robot.tell(seconds=1.0)
    assert fade.done() and program.motion.getTaskList() == []


def test_a_killed_task_leaves_its_joints_where_they_are(program: Program) -> None:
    turn = program.motion.begin("angleInterpolation", ("HeadYaw", 1.0, 5.0, True))
    program.robot.tell(seconds=1.0)
    ((_, number, _),) = program.motion.getTaskList()
    assert program.motion.killTask(number) is True
    assert turn.done() and program.motion.getTaskList() == []
    head = program.asked.head
    assert head is not None and head.pan == STANDS.commanded[YAW]
    assert program.motion.killTask(number) is False


def test_the_number_of_an_earlier_task_does_not_kill_the_one_that_replaced_it(
    program: Program,
) -> None:
    first = program.motion.begin("angleInterpolation", ("HeadYaw", 0.3, 2.0, True))
    ((_, number, _),) = program.motion.getTaskList()
    second = program.motion.begin("angleInterpolation", ("HeadYaw", 0.8, 1.0, True))
    assert program.motion.killTask(number) is False
    assert first.done() and not second.done()


def test_joints_are_freed_by_killing_the_tasks_that_use_them(program: Program) -> None:
    motion = program.motion
    head = motion.begin("angleInterpolation", ("Head", 0.3, 5.0, True))
    arm = motion.begin("angleInterpolation", ("LElbowRoll", -0.5, 5.0, True))
    assert not motion.areResourcesAvailable(["RArm", "HeadPitch"])
    assert motion.areResourcesAvailable(["RArm", "LHand"])
    motion.killTasksUsingResources(["HeadPitch", "RElbowRoll"])
    assert head.done() and not arm.done()
    assert motion.areResourcesAvailable(["Head"]) and not motion.areResourcesAvailable("LArm")


def test_a_killed_stiffness_interpolation_keeps_what_it_has_reached(program: Program) -> None:
    program.motion.begin("stiffnessInterpolation", ("HeadYaw", 0.0, 1.0))
    program.robot.tell(seconds=0.5)
    program.motion.killTasksUsingResources(["HeadYaw"])
    program.robot.tell(seconds=0.5)
    assert program.asked.stiffness_most[YAW] == pytest.approx(0.5)
    assert program.motion.getTaskList() == []


def test_a_walk_is_one_task_of_both_legs_and_is_frozen_when_killed(program: Program) -> None:
    program.motion.moveToward(1.0, 0.0, 0.0)
    program.robot.tell(leaf=WALK_STEPPING.name)
    ((name, number, joints),) = program.motion.getTaskList()
    assert name == "Move" and sorted(joints) == sorted(program.motion.getBodyNames("Legs"))
    program.motion.moveToward(0.5, 0.0, 0.0)
    assert program.motion.getTaskList() == [["Move", number, joints]]
    assert program.motion.areResourcesAvailable(["Head", "Arms"])  # a program may take the arms
    assert program.motion.killTask(number)
    assert program.asked.preview is not None and program.asked.preview.end is PreviewEnd.KILL


def test_a_posture_takes_all_joints_until_it_is_killed_or_followed_by_a_move(
    program: Program,
) -> None:
    program.posture.begin("goToPosture", ("StandZero", 0.5))
    assert tasks(program) == [("goToPosture", program.motion.getBodyNames("Body"))]
    program.motion.killTasksUsingResources(["LHand"])
    assert program.asked.motion is Motion.STAND
    program.posture.begin("goToPosture", ("StandZero", 0.5))
    program.motion.begin("moveTo", (1.0, 0.0, 0.0))
    program.robot.tell(leaf=STAND_NORMAL.name)
    assert [name for name, _ in tasks(program)] == ["Move"]


def test_kill_all_stops_every_motion_in_progress(program: Program) -> None:
    posture = program.posture.begin("goToPosture", ("Crouch", 0.5))
    fade = program.motion.begin("stiffnessInterpolation", ("HeadYaw", 0.0, 1.0))
    program.robot.tell(seconds=0.5)
    program.motion.killAll()
    assert program.asked.motion is Motion.STAND
    program.robot.tell(seconds=0.5)
    assert posture.result(0.0) is False and fade.done()
    assert program.asked.stiffness_most[YAW] == pytest.approx(0.5)
    assert program.motion.getTaskList() == []


@pytest.mark.parametrize(
    ("name", "given", "reason"),
    [
        ("killTask", ("a",), "motionTaskID is 'a'; expected a number"),
        ("killTask", (1.5,), "motionTaskID is 1.5; expected a whole number"),
        ("killTasksUsingResources", (["Nose"],), "'Nose' is not a joint"),
        ("areResourcesAvailable", ([],), "names is empty"),
    ],
)
def test_a_task_or_joint_that_cannot_exist_is_refused(
    program: Program, name: str, given: tuple[Any, ...], reason: str
) -> None:
    with pytest.raises(NaoqiError, match=f"ALMotion::{name} {reason}"):
        program.motion.begin(name, given)
