"""ALMotion: the requests that calls become, which call wins, and when a call is over."""

import math
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

import pytest

from hardware.robots.model import Side
from hsm.apps.naoqi.argument_checks import NaoqiError
from hsm.apps.naoqi.body.curves import Point, along
from hsm.apps.naoqi.frames import ROBOT, TORSO, Effectors
from hsm.apps.naoqi.parameters import NaoqiParameters
from hsm.chart.engine.states import Leaf
from hsm.chart.leaves import (
    FALL_WAIT_GET_UP,
    FAULT,
    GET_UP,
    LIMP_HOLD_UPRIGHT,
    LIMP_LIMP,
    PICKED_UP_HANGING,
    PREVIEW_DOUBLE_SUPPORT,
    SIT_DOWN,
    STAND_NORMAL,
    WALK_STEPPING,
)
from hsm.settings.loader import config_folder, load
from motions.kinematics.geometry import Pose2, angle_difference
from motions.locomotion.info import PlannedFootstep, PreviewInfo
from motions.locomotion.wish import PreviewEnd
from motions.requests import Motion
from tests.fakes import NAO
from tests.hsm.apps.naoqi.fake_robot import STANDS, Program

WALKS = {"leaf": WALK_STEPPING.name, "motion": "walk"}
TUNED = load(config_folder() / "naoqi.yaml", NaoqiParameters)
AHEAD = Effectors(NAO, TUNED).stance(STANDS).x
"""Distance of the torso ahead of the feet in the stand, m."""
STEP = PlannedFootstep(Side.LEFT, 0.5, Pose2(0.0, 0.1, 0.0))


def plan(number: int, *, unchangeable: int = 0, changeable: int = 0) -> PreviewInfo:
    nowhere = Pose2()
    return PreviewInfo(
        True, number, False, nowhere, nowhere, nowhere, nowhere,
        (STEP,) * unchangeable, (STEP,) * changeable,
    )  # fmt: skip


@pytest.fixture
def program() -> Program:
    return Program()


def begin(program: Program, name: str, *given: Any) -> "Future[Any]":
    future = program.motion.begin(name, given)
    assert isinstance(future, Future)
    return future


def test_a_sleeping_robot_is_refused_a_walk() -> None:
    program = Program(replace(STANDS, leaf=LIMP_LIMP.name))
    with pytest.raises(NaoqiError, match="refused: the robot is not awake; call wakeUp first"):
        program.motion.moveTo(0.1, 0.0, 0.0)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"on_ground": False}, "refused: no foot contact"),
        ({"leaf": FALL_WAIT_GET_UP.name}, "refused: the robot has fallen; wait until it stands"),
        ({"leaf": GET_UP.execute.name}, "refused: the robot is getting up; wait until it stands"),
        ({"leaf": FAULT.name}, "refused: the robot is in Fault; look at `hsm robot run`"),
    ],
)
def test_a_robot_that_may_not_walk_is_refused_with_the_reason(
    program: Program, changes: dict[str, Any], reason: str
) -> None:
    program.robot.tell(**changes)
    for name, given in (
        ("move", (0.1, 0, 0)), ("moveToward", (1, 0, 0)), ("moveTo", (1, 0, 0)), ("moveInit", ()),
        ("setFootSteps", (["LLeg"], [[0, 0.1, 0]], [1], False)),
    ):  # fmt: skip
        with pytest.raises(NaoqiError, match=reason):
            program.motion.begin(name, given)
    program.motion.moveToward(0.0, 0.0, 0.0)  # ending a walk is always allowed


@pytest.mark.parametrize(
    "lies", [{"leaf": LIMP_HOLD_UPRIGHT.name}, {"leaf": LIMP_LIMP.name, "up": (1.0, 0.0, 0.0)}]
)
def test_a_robot_that_lies_limp_refuses_every_motion_and_says_what_it_needs(
    program: Program, lies: dict[str, Any]
) -> None:
    program.motion.begin("wakeUp", ())
    program.robot.tell(**lies)
    for service, name, given in (
        (program.motion, "move", (0.1, 0, 0)), (program.motion, "moveTo", (1, 0, 0)),
        (program.motion, "setFootSteps", (["LLeg"], [[0, 0.1, 0]], [1], False)),
        (program.motion, "setAngles", ("HeadYaw", 0.1, 0.5)),
        (program.motion, "angleInterpolation", ("HeadYaw", 0.1, 1.0, True)),
        (program.posture, "goToPosture", ("StandZero", 0.5)),
    ):  # fmt: skip
        with pytest.raises(NaoqiError, match="lies limp; hold it upright and call wakeUp"):
            service.begin(name, given)


def test_a_robot_that_goes_limp_lying_before_its_first_step_misses_its_target(
    program: Program,
) -> None:
    arrival = begin(program, "moveTo", 1.0, 0.0, 0.0)
    program.robot.tell(leaf=LIMP_HOLD_UPRIGHT.name)
    assert arrival.result(0.0) is False and not program.motion.moveIsActive()


def test_a_fallen_robot_with_a_soft_leg_does_not_promise_to_get_up(program: Program) -> None:
    program.motion.setStiffnesses("Body", 0.0)
    program.robot.tell(leaf=FALL_WAIT_GET_UP.name)
    with pytest.raises(NaoqiError, match="fallen, and the stiffness of .* is 0; call wakeUp"):
        program.motion.moveTo(0.1, 0.0, 0.0)
    program.motion.begin("wakeUp", ())
    with pytest.raises(NaoqiError, match="fallen; wait until it stands"):
        program.motion.moveTo(0.1, 0.0, 0.0)


def test_foot_contact_protection_can_be_switched_off(program: Program) -> None:
    program.robot.tell(on_ground=False)
    program.motion.setMotionConfig([["ENABLE_FOOT_CONTACT_PROTECTION", False]])
    program.motion.moveToward(1.0, 0.0, 0.0)
    assert program.asked.preview is not None and not program.asked.preview.contact_guard


def test_switches_take_effect_during_a_walk(program: Program) -> None:
    program.motion.setMoveArmsEnabled(False, False)
    program.motion.moveToward(1.0, 0.0, 0.0, [["StepHeight", 0.03]])
    number = program.asked.number
    program.robot.tell(leaf=PREVIEW_DOUBLE_SUPPORT.name)
    program.motion.setMoveArmsEnabled(True, False)
    program.motion.setMotionConfig([["ENABLE_FOOT_CONTACT_PROTECTION", False]])
    program.robot.tell()
    wish = program.asked.preview
    assert wish is not None and wish.left_arm and not wish.right_arm and not wish.contact_guard
    assert program.asked.number == number


@pytest.mark.parametrize("least", [0.6, 0.6000000238418579], ids=["64 bits", "32 bits"])
def test_a_walk_needs_a_leg_stiffness_above_0_6(program: Program, least: float) -> None:
    program.motion.setStiffnesses("RAnkleRoll", least)
    with pytest.raises(NaoqiError, match="stiffness of RAnkleRoll is 0.6; walking needs more"):
        program.motion.moveToward(1.0, 0.0, 0.0)
    program.motion.setStiffnesses("RAnkleRoll", 0.61)
    program.motion.moveToward(1.0, 0.0, 0.0)
    assert program.asked.stiffness_most[NAO.names.index("r_ankle_roll")] == 0.61


def test_a_leg_that_becomes_soft_kills_the_walk_in_the_same_request(program: Program) -> None:
    program.motion.moveToward(1.0, 0.0, 0.0)
    program.robot.tell(**WALKS)
    program.motion.setStiffnesses("LKneePitch", 0.6)
    assert program.asked.preview is not None and program.asked.preview.end is PreviewEnd.KILL
    assert program.asked.stiffness_most[NAO.names.index("l_knee_pitch")] == 0.6


def test_shares_are_converted_to_the_makers_speeds(program: Program) -> None:
    program.motion.moveToward(0.5, 0.5, -0.5, [["Frequency", 0.5]])
    asked = program.asked
    speeds = (asked.forward, asked.left, asked.turn)
    assert speeds == pytest.approx((0.039216, 0.031373, -0.342157), abs=1e-6)


def test_a_speed_within_the_gait_limits_is_passed_on_unchanged(program: Program) -> None:
    program.motion.move(0.05, 0.02, 0.1)
    speeds = (program.asked.forward, program.asked.left, program.asked.turn)
    assert speeds == pytest.approx((0.05, 0.02, 0.1))
    program.motion.move(5.0, 0.0, 0.0)
    assert program.asked.forward == pytest.approx(0.08 / 0.84)


@pytest.mark.parametrize("config", [["StepHeight", 0.03], ["TorsoWy", 0.1], ["LeftMaxStepX", 0.06]])
def test_a_config_that_the_reactive_walk_lacks_selects_the_preview_walk(
    program: Program, config: list[Any]
) -> None:
    program.motion.moveToward(1.0, 0.0, 0.0, [config])
    assert program.asked.motion is Motion.PREVIEW


def test_an_overridden_target_counts_as_not_reached(program: Program) -> None:
    first = begin(program, "moveTo", 1.0, 0.0, 0.0)
    program.robot.tell(goes=True, **WALKS)
    second = begin(program, "moveTo", 0.0, 1.0, 0.0)
    assert first.result(0.0) is False and not second.done()
    program.motion.moveToward(1.0, 0.0, 0.0)
    assert second.result(0.0) is False


def test_stop_move_waits_for_a_walk_that_has_not_started_yet(program: Program) -> None:
    """The robot may start the walk while the stop is in transit, and take one step."""
    arrival = begin(program, "moveTo", 1.0, 0.0, 0.0)
    walk = program.asked.number
    stopped = begin(program, "stopMove")
    assert arrival.result(0.0) is False and not stopped.done()
    program.robot.tell(goes=True, number=walk, **WALKS)
    assert not stopped.done()
    program.robot.tell(goes=False, leaf=STAND_NORMAL.name)
    assert stopped.result(0.0) is True and not program.motion.moveIsActive()


def test_stop_move_does_not_wait_long_for_a_robot_that_keeps_standing(
    program: Program,
) -> None:
    begin(program, "moveTo", 1.0, 0.0, 0.0)
    stopped = begin(program, "stopMove")
    program.robot.tell(seconds=1.0, number=-1)
    assert stopped.result(0.0) is True


def test_a_target_is_reached_once_the_robot_keeps_standing_there(program: Program) -> None:
    arrival = begin(program, "moveTo", 1.0, 0.0, 0.0)
    assert program.motion.moveIsActive()
    program.robot.tell(goes=True, **WALKS)
    program.robot.tell(goes=False, leaf=STAND_NORMAL.name)
    assert not arrival.done()  # it may start to walk again
    program.robot.tell(seconds=1.0)
    assert arrival.result(0.0) is True
    assert program.asked.motion is Motion.STAND


@pytest.mark.parametrize(
    ("way", "forward", "side", "turn"),
    [
        ((1.0, 0.0, 0.0, 8.0), 0.5, 1.0, 1.0),  # sideways drift is corrected at full speed
        ((-0.6, 0.0, 0.0, 8.0), 0.5, 1.0, 1.0),  # walking backward is slower anyway
        ((0.0, 0.0, math.pi / 3.0, 2.0), 1.0, 1.0, 0.25),
        ((0.5, 0.1, 0.0, 10.0), 0.2, 0.2, 1.0),
        ((1.0, 0.0, 0.0, 0.5), 1.0, 1.0, 1.0),  # at full speed, as without a time
        ((0.1, 0.0, 0.0, 600.0), TUNED.slowest, 1.0, 1.0),  # no slower than the robot drifts
        ((1.0, 0.0, 0.0, [["MaxStepX", 0.021]]), 0.2, 1.0, 1.0),
        ((0.5, 0.0, 0.0, 20.0, [["MaxStepX", 0.021]]), 0.1, 1.0, 1.0),
    ],
)
def test_a_time_slows_only_the_axes_of_the_requested_motion(
    program: Program, way: tuple[Any, ...], forward: float, side: float, turn: float
) -> None:
    begin(program, "moveTo", *way)
    asked = program.asked.walk_to
    assert asked is not None
    share = (asked.share.forward, asked.share.side, asked.share.turn)
    assert share == pytest.approx((forward, side, turn))


def torso_over(x: float, y: float, heading: float) -> Any:
    """Return the torso pose of a robot whose feet have moved to a pose relative to their start."""
    torso = Pose2(AHEAD).inverse() @ Pose2(x, y, heading) @ Pose2(AHEAD)
    return pytest.approx((torso.x, torso.y, torso.heading), abs=1e-6)


def test_stiffness_is_reported_as_set_and_as_measured_for_a_limp_robot() -> None:
    soft = tuple(0.3 if name.startswith("l_") else 0.7 for name in NAO.names)
    program = Program(replace(STANDS, stiffness=soft))
    motion, body = program.motion, len(program.motion.getBodyNames("Body"))
    motion.begin("wakeUp", ())
    assert motion.getStiffnesses("Body") == [1.0] * body
    motion.setStiffnesses("Body", motion.getStiffnesses("Body"))
    assert program.asked.stiffness_most == ()  # setting the value just read changes nothing
    motion.setStiffnesses("LArm", 0.5)
    assert set(motion.getStiffnesses("LArm")) == {0.5}
    assert " 0.500" in motion.getSummary() and " 0.300" not in motion.getSummary()
    hardness = "Device/SubDeviceList/LElbowYaw/Hardness/Actuator/Value"
    assert program.memory.getData(hardness) == 0.3
    program.robot.tell(leaf=LIMP_LIMP.name, stiffness=(0.0,) * len(NAO.names))
    assert motion.getStiffnesses("Body") == [0.0] * body
    motion.begin("rest", ())
    program.robot.tell(leaf=SIT_DOWN.done.name, stiffness=soft)
    assert motion.getStiffnesses("LElbowYaw") == [0.3]


def test_stiff_legs_wake_a_robot_as_older_programs_do() -> None:
    program = Program(replace(STANDS, leaf=LIMP_LIMP.name))
    program.motion.setStiffnesses("Arms", 1.0)
    assert not program.motion.robotIsWakeUp()
    program.motion.setStiffnesses("Body", 1.0)
    assert program.motion.robotIsWakeUp()
    assert program.asked.motion is Motion.SIT  # it keeps its posture until it is to move
    program.motion.moveToward(1.0, 0.0, 0.0)
    assert program.asked.motion is Motion.WALK


def test_a_sitting_robot_rests_once_both_legs_have_no_stiffness(program: Program) -> None:
    motion, arm, knee = program.motion, NAO.arms[Side.LEFT][0], NAO.names.index("l_knee_pitch")
    motion.setStiffnesses("Body", 0.0)
    assert program.asked.stiffness_most[knee] == 0.0 and motion.robotIsWakeUp()  # it stands
    program.posture.begin("goToPosture", ("Crouch", 0.5))
    assert program.asked.stiffness_most[knee] == 1.0 and program.asked.stiffness_most[arm] == 0.0
    motion.setStiffnesses("RLeg", 0.0)
    assert not motion.robotIsWakeUp() and program.memory.getData("robotIsWakeUp") is False
    with pytest.raises(NaoqiError, match="not awake"):
        program.posture.goToPosture("StandInit", 0.5)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("setAngles", ("HeadYaw", 0.5, 0.2)),
        ("angleInterpolation", ("LShoulderPitch", 0.5, 1.0, True)),
        ("angleInterpolationBezier", (["HeadYaw"], [[1.0]], [[0.5]])),
        ("openHand", ("LHand",)),
    ],
)
def test_a_sitting_robot_refuses_to_move_head_and_arms_as_it_would_keep_them(
    program: Program, name: str, given: tuple[Any, ...]
) -> None:
    program.posture.begin("goToPosture", ("Crouch", 0.5))
    with pytest.raises(NaoqiError, match="only while it stands or walks; call wakeUp"):
        getattr(program.motion, name)(*given)
    program.motion.begin("wakeUp", ())
    program.motion.begin(name, given)
    assert program.asked.motion is Motion.STAND
    assert program.asked.head is not None or program.asked.left_arm is not None


def test_a_sitting_robot_rises_before_a_move(program: Program) -> None:
    program.posture.post.goToPosture("Crouch", 0.5)
    assert program.asked.motion is Motion.SIT
    done = begin(program, "moveInit")
    assert program.asked.motion is Motion.STAND
    program.robot.tell()
    assert done.done()


@pytest.mark.parametrize(("name", "told"), [("rest", "sit"), ("moveInit", "stand")])
def test_a_rest_or_a_stand_that_takes_over_30_s_is_an_error(
    program: Program, name: str, told: str
) -> None:
    future = begin(program, name)
    program.robot.tell(29.0, leaf=PICKED_UP_HANGING.name)
    assert not future.done()
    program.robot.tell(2.0)
    with pytest.raises(NaoqiError, match=f"{name} the robot does not {told} after 30 s"):
        future.result(0.0)


@pytest.mark.parametrize("word", ["rest", "goToPosture"])
@pytest.mark.parametrize(
    ("ends", "given"),
    [
        ("stopMove", ()),
        ("stopWalk", ()),
        ("move", (0.0, 0.0, 0.0)),
        ("moveToward", (0.0, 0.0, 0.0)),
        ("moveToward", (0.0, 0.0, 0.0, [["StepHeight", 0.03]])),
    ],
)
def test_ending_a_walk_does_not_raise_a_resting_or_crouching_robot(
    program: Program, word: str, ends: str, given: tuple[Any, ...]
) -> None:
    if word == "rest":
        program.motion.begin("rest", ())
    else:
        program.posture.begin(word, ("Crouch", 0.5))
    program.motion.begin(ends, given)
    assert program.asked.motion is Motion.SIT


def test_an_arm_motion_with_speed_is_done_once_the_arm_has_arrived(program: Program) -> None:
    done = begin(program, "angleInterpolationWithSpeed", "LShoulderPitch", 0.5, 0.5)
    assert not done.done()
    there = list(STANDS.commanded)
    there[NAO.arms[Side.LEFT][0]] = 0.5
    program.robot.tell(seconds=5.0, commanded=tuple(there))
    assert done.done()


def test_a_bezier_curve_passes_its_keys_with_the_slope_of_its_handles(program: Program) -> None:
    flat = [0.4, [3, -0.5, 0.0], [3, 0.0, 0.0]]
    begin(program, "angleInterpolationBezier", ["HeadYaw"], [[1.0]], [[flat]])
    targets = []
    for _ in range(40):
        program.robot.tell(seconds=0.1)
        assert program.asked.head is not None
        targets.append(program.asked.head.pan)
    assert targets == sorted(targets) and targets[-1] == pytest.approx(0.4)
    head = Point(1.0, 0.4, before=(-0.5, 0.0))
    times, angles = zip(*along(0.0, [head]), strict=True)
    assert (times[-1], angles[-1]) == pytest.approx((1.0, 0.4))
    assert angles[-1] - angles[-2] < 0.3 * (angles[3] - angles[2])  # the end is flat


def test_a_bezier_curve_ends_at_its_last_key_despite_overhanging_handles() -> None:
    knots = along(0.0, [Point(1.0, 0.0, after=(3.0, 0.0)), Point(2.0, 1.0)])
    times = [time for time, _ in knots]
    assert times == sorted(set(times)) and knots[-1] == (2.0, 1.0)


def test_hands_open_and_close(program: Program) -> None:
    begin(program, "openHand", "LHand")
    assert program.asked.left_arm is not None and program.asked.left_arm.hand == 1.0
    begin(program, "closeHand", "LHand")
    assert program.asked.left_arm is not None and program.asked.left_arm.hand == 0.0


def test_a_robot_reports_its_joints_limits_and_transforms(program: Program) -> None:
    motion = program.motion
    head = motion.getBodyNames("Head")
    assert head == motion.getJointNames("Head") == ["HeadYaw", "HeadPitch"]
    assert len(motion.getBodyNames("Body")) == 26
    least, largest, speed, torque = motion.getLimits("LKneePitch")[0]
    assert least < 0.0 < largest and speed > 5.0 and torque > 5.0
    assert all(name in motion.getSummary() for name in motion.getBodyNames("Body"))
    x, y, z, *_ = motion.getPosition("LLeg", 2, True)
    transform = motion.getTransform("LLeg", 2, True)
    assert transform[3::4] == pytest.approx([x, y, z, 1.0])


def test_the_arm_effector_is_inside_the_hand_as_on_the_makers_nao(program: Program) -> None:
    effectors, straight = Effectors(NAO, TUNED), replace(STANDS, positions=(0.0,) * len(NAO.names))
    for name, sign in (("LArm", 1.0), ("RArm", -1.0)):
        pose = effectors.place(name, TORSO, straight, sensed=True)
        # The maker's link lengths: upper arm, lower arm and hand ahead of the shoulder, m.
        there = 0.105 + 0.05595 + 0.05775, sign * (0.098 + 0.015), 0.1 - 0.01231
        assert (pose.x, pose.y, pose.z) == pytest.approx(there, abs=1e-6)


def test_device_keys_hold_joint_angles_and_attitude(program: Program) -> None:
    program.robot.tell()
    key = "Device/SubDeviceList/LKneePitch/Position/Sensor/Value"
    angle, no = program.memory.getListData([key, "unknown"])
    assert [angle] == pytest.approx(program.motion.getAngles("LKneePitch", True)) and no is None
    assert program.memory.getData("Device/SubDeviceList/InertialSensor/AngleX/Sensor/Value") == 0.0
    assert key in program.memory.getDataList("LKneePitch/Position")
    with pytest.raises(NaoqiError, match="belongs to the robot"):
        program.memory.insertData(key, 1.0)
    program.memory.insertData("mine", 1)
    program.memory.removeData("mine")
    with pytest.raises(NaoqiError, match="'mine' has no value"):
        program.memory.getData("mine")


def test_a_target_of_the_feet_is_converted_to_a_target_of_the_torso(
    program: Program,
) -> None:
    begin(program, "moveTo", 0.2, 0.1, 2.0)
    way = program.asked.walk_to
    assert way is not None
    assert (way.x, way.y, way.heading) == torso_over(0.2, 0.1, 2.0)
    assert program.motion.getRobotPosition(True) == pytest.approx([-AHEAD, 0.0, 0.0])


def test_wrong_hip_zeros_are_corrected_by_assuming_flat_soles_in_the_stand() -> None:
    effectors, positions = Effectors(NAO, TUNED), list(STANDS.positions)
    for leg in NAO.legs.values():
        positions[leg.hip_pitch] += math.radians(4.0)
    wrong = replace(STANDS, positions=tuple(positions))
    raw = effectors.place("LLeg", TORSO, wrong, sensed=True).x
    right = effectors.place("LLeg", TORSO, STANDS, sensed=True).x
    assert abs(raw - right) > 0.015
    assert effectors.stance(wrong).x == pytest.approx(AHEAD, abs=0.008)
    foot = effectors.place("LLeg", ROBOT, wrong, sensed=True)
    assert (foot.x, foot.z, foot.pitch) == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)


def test_each_control_point_is_relative_to_the_one_before(program: Program) -> None:
    begin(program, "moveTo", [[1.0, 0.0, 1.5707963], [1.0, 0.0, 0.0]])
    way = program.asked.walk_to
    assert way is not None
    assert (way.x, way.y, way.heading) == torso_over(1.0, 0.0, 1.5707963)
    there = {"goes": True, **WALKS, "motion": "walk_to"}
    program.robot.tell(odometry=Pose2(1.0, 0.0, 1.0), **there)
    assert program.asked.walk_to is way  # at the point, but not turned yet
    program.robot.tell(odometry=Pose2(1.02, 0.0, 1.55), **there)
    way = program.asked.walk_to
    assert way is not None
    assert (way.x, way.y, way.heading) == torso_over(1.0, 1.0, 1.5707963)


@pytest.mark.parametrize("turn", [2.0 * math.pi, -2.0 * math.pi, 3.5, math.pi, -math.pi])
def test_a_turn_of_180_degrees_or_more_is_executed_in_full_and_in_its_direction(
    program: Program, turn: float
) -> None:
    begin(program, "moveTo", 0.0, 0.0, turn)
    turned = 0.0
    for _ in range(10):
        way = program.asked.walk_to
        assert way is not None
        part = angle_difference(way.heading, turned)
        assert part * turn >= 0.0 and abs(part) <= 0.5 * math.pi + 1e-9
        turned += part
        there = Pose2(way.x, way.y, way.heading)
        program.robot.tell(goes=True, **WALKS, odometry=there)
    assert turned == pytest.approx(turn)


def test_a_walk_ends_when_the_robot_is_lifted_and_is_not_resumed(program: Program) -> None:
    program.motion.moveToward(1.0, 0.0, 0.0)
    program.robot.tell(**WALKS)
    program.robot.tell(leaf=PICKED_UP_HANGING.name, on_ground=False)
    assert program.asked.motion is Motion.STAND
    assert not program.motion.moveIsActive()


def test_a_robot_that_falls_does_not_reach_its_target(program: Program) -> None:
    arrival = begin(program, "moveTo", 1.0, 0.0, 0.0)
    program.robot.tell(goes=True, **WALKS)
    program.robot.tell(leaf=FALL_WAIT_GET_UP.name)
    assert arrival.result(0.0) is False


@pytest.mark.parametrize("leaf", [FALL_WAIT_GET_UP, FAULT])
def test_a_robot_that_falls_or_faults_before_its_first_step_misses_its_target(
    program: Program, leaf: Leaf
) -> None:
    arrival = begin(program, "moveTo", 1.0, 0.0, 0.0)
    program.robot.tell(leaf=leaf.name)
    assert arrival.result(0.0) is False and not program.motion.moveIsActive()


@pytest.mark.parametrize("leaf", [LIMP_LIMP, FAULT, SIT_DOWN.decide])
def test_a_walk_misses_its_target_when_the_robot_goes_limp_faults_or_sits_down(
    program: Program, leaf: Leaf
) -> None:
    arrival = begin(program, "moveTo", 1.0, 0.0, 0.0)
    program.robot.tell(goes=True, **WALKS)
    program.robot.tell(leaf=leaf.name)
    assert arrival.result(0.0) is False and not program.motion.moveIsActive()


def test_a_preview_walk_that_had_to_stop_has_not_reached_its_target(program: Program) -> None:
    arrival = begin(program, "moveTo", 1.0, 0.0, 0.0, [["StepHeight", 0.03]])
    number = program.asked.number
    program.robot.tell(preview=plan(number, changeable=1), leaf=PREVIEW_DOUBLE_SUPPORT.name)
    stopped = replace(plan(number), ended="the robot had to stop")
    program.robot.tell(preview=stopped, leaf=STAND_NORMAL.name)
    assert arrival.result(0.0) is False and not program.motion.moveIsActive()
    assert program.memory.getData("ALMotion/MoveFailed") == "the robot had to stop"


def test_footsteps_are_passed_on_one_call_at_a_time(program: Program) -> None:
    calls = [
        begin(program, "setFootStepsWithSpeed", [leg], [[0.0, y, 0.0]], [0.8], False)
        for leg, y in (("LLeg", 0.1), ("RLeg", -0.1))
    ]
    first = program.asked.number
    program.robot.tell(motion="preview")
    assert program.asked.number == first  # the walk has not accepted it yet
    program.robot.tell(preview=plan(first, unchangeable=1), leaf=PREVIEW_DOUBLE_SUPPORT.name)
    assert program.asked.number == first + 1
    assert [call.done() for call in calls] == [True, False]
    program.robot.tell(preview=plan(first + 1, unchangeable=1, changeable=1))
    assert not calls[1].done()
    program.robot.tell(preview=plan(first + 1, unchangeable=2))
    assert calls[1].done()


def test_each_of_several_identical_footsteps_is_waited_for_separately(program: Program) -> None:
    step = (["LLeg"], [[0.0, 0.1, 0.0]], [0.8], False)
    calls = [begin(program, "setFootStepsWithSpeed", *step) for _ in range(3)]
    first = program.asked.number
    for count in (1, 2, 3):
        taken = plan(first + count - 1, unchangeable=1)
        program.robot.tell(preview=taken, leaf=PREVIEW_DOUBLE_SUPPORT.name)
        assert [call.done() for call in calls] == [at < count for at in range(3)]


def test_too_many_footsteps_are_refused_with_the_permitted_number(program: Program) -> None:
    def place(count: int, *, clear: bool = False) -> None:
        legs, poses = ["LLeg", "RLeg"] * 150, [[0.0, 0.1, 0.0], [0.0, -0.1, 0.0]] * 150
        shares = [0.8] * count
        begin(program, "setFootStepsWithSpeed", legs[:count], poses[:count], shares, clear)

    for _ in range(4):
        place(250)  # none has been accepted yet, so all but the first wait
    with pytest.raises(NaoqiError, match="refused: 1 footsteps after 1000 planned ones; exp"):
        place(1)
    place(1, clear=True)
    program.robot.tell(footsteps=1000)
    with pytest.raises(NaoqiError, match="expected at most 1000 in total, wait or clear them"):
        place(1)
    with pytest.raises(NaoqiError, match="refused: 257 footsteps; expected at most 256 in one c"):
        place(257, clear=True)


def test_footsteps_are_clipped_before_they_are_passed_on(program: Program) -> None:
    begin(program, "setFootStepsWithSpeed", ["RLeg"], [[-0.04, -0.1, 0.0]], [0.8], False)
    wish = program.asked.preview
    assert wish is not None and wish.footsteps is not None
    step = wish.footsteps.steps[0]
    assert (step.x, step.y) == pytest.approx((-0.0394, -0.0998), abs=2e-4)


def test_a_waiting_call_fails_when_the_robot_is_lost(program: Program) -> None:
    stopped = begin(program, "wakeUp")
    program.robot.lose()
    with pytest.raises(NaoqiError, match="stopped the robot does not answer"):
        stopped.result(0.0)


def test_every_call_fails_once_the_robot_is_lost(
    program: Program,
) -> None:
    arrival = begin(program, "moveTo", 1.0, 0.0, 0.0)
    program.robot.lose()
    with pytest.raises(NaoqiError, match="stopped the robot does not answer"):
        arrival.result(0.0)
    for name in ("stopMove", "killMove", "killAll", "wakeUp", "rest"):
        with pytest.raises(NaoqiError, match=f"{name} the robot does not answer; look at"):
            program.motion.begin(name, ())


def test_deprecated_names_do_the_same_as_the_new_ones(program: Program) -> None:
    program.motion.setWalkTargetVelocity(1.0, 0.0, 0.0, 0.0)
    assert program.asked.forward == pytest.approx(0.066667, abs=1e-6)
    assert program.motion.walkIsActive()
    program.motion.setWalkTargetVelocity(1, 0, 0, 1, [["MaxStepX", 0.06]], [["MaxStepX", 0.06]])
    assert program.asked.forward == pytest.approx(0.142857, abs=1e-6)
    assert program.motion.getFootGaitConfig("Max") == program.motion.getMoveConfig("Max")
    program.motion.setWalkArmsEnable(True, False)
    assert program.motion.getWalkArmsEnable() == [True, False]


def test_an_arm_resumes_its_swing_only_in_a_walk(
    program: Program,
) -> None:
    program.motion.setAngles("LShoulderPitch", 0.5, 0.2)
    assert program.asked.left_arm is not None and program.asked.right_arm is None
    assert program.asked.left_arm.angles is not None
    assert program.asked.left_arm.angles[0] == pytest.approx(0.5)
    there = list(STANDS.commanded)
    there[NAO.arms[Side.LEFT][0]] = 0.5
    program.robot.tell(seconds=5.0, commanded=tuple(there))
    assert program.asked.left_arm is not None  # kept in the stand
    program.motion.moveToward(1.0, 0.0, 0.0)
    program.robot.tell(**WALKS)
    assert program.asked.left_arm is None


def test_an_arm_with_swing_switched_off_keeps_its_angles(program: Program) -> None:
    program.motion.moveToward(1.0, 0.0, 0.0)
    program.robot.tell(**WALKS)
    program.motion.setMoveArmsEnabled(False, True)
    program.robot.tell(seconds=5.0)
    assert program.asked.left_arm is not None and program.asked.right_arm is None
    program.motion.setMoveArmsEnabled(True, True)
    program.robot.tell()
    assert program.asked.left_arm is None


def test_a_posted_call_returns_at_once_and_can_be_stopped(program: Program) -> None:
    number = program.motion.post.moveTo(1.0, 0.0, 0.0)
    assert program.motion.isRunning(number)
    program.motion.stop(number)
    assert not program.motion.isRunning(number)
