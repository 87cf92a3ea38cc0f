"""NAOqi programs with a simulated robot in one process."""

import math

import pytest

from hardware.postures import Posture
from hsm.apps.naoqi import Proxy, Services
from hsm.apps.naoqi.argument_checks import NaoqiError
from hsm.apps.naoqi.hosting.in_physics import SimulatedProgram
from hsm.apps.naoqi.link.simulated import SimulatedLink
from hsm.apps.naoqi.parameters import MoveEngine
from hsm.chart.leaves import FREEZE, PREVIEW_WALK, SIT_DOWN, STAND_NORMAL, WALK
from hsm.control.assembly import load_settings
from hsm.simulated.simulation import Simulation, load_plant
from motions.kinematics.geometry import angle_difference


class Robot:
    def __init__(self) -> None:
        start = Simulation(load_settings(), load_plant("ideal"), posture=Posture.SITTING)
        self.link = SimulatedLink(start)
        services = Services(self.link)
        self.motion = Proxy(services, "ALMotion")
        self.posture = Proxy(services, "ALRobotPosture")
        self.memory = Proxy(services, "ALMemory")

    @property
    def leaf(self) -> str:
        assert self.link.report is not None
        return self.link.report.leaf


def test_a_program_wakes_a_robot_walks_and_lets_it_rest() -> None:
    robot = Robot()
    motion = robot.motion
    assert not motion.robotIsWakeUp()
    with pytest.raises(NaoqiError, match="not awake"):
        motion.moveTo(0.1, 0.0, 0.0)
    assert motion.wakeUp() is True and motion.robotIsWakeUp()
    assert robot.posture.goToPosture("StandInit", 0.5) is True
    before = motion.getRobotPosition(True)
    assert motion.moveTo(0.1, 0.0, 0.2) is True
    x, y, theta = (a - b for a, b in zip(motion.getRobotPosition(True), before, strict=True))
    assert (x, y) == pytest.approx((0.1, 0.0), abs=0.03)
    assert theta == pytest.approx(0.2, abs=0.06)
    assert not motion.moveIsActive() and robot.leaf in STAND_NORMAL
    assert robot.memory.getData("footContact") == 1.0
    assert robot.posture.getPostureFamily() == "Standing"

    assert robot.posture.goToPosture("Crouch", 0.5) is True
    assert motion.moveTo(0.1, 0.0, 0.0) is True  # it rises first

    motion.moveToward(1.0, 0.0, 0.0)
    robot.link.sleep(1.2)
    assert robot.leaf in WALK and motion.moveIsActive()
    motion.angleInterpolation(
        ["LShoulderPitch", "HeadYaw"], [0.5, [0.4, 0.0]], [[0.8], [0.4, 0.8]], True
    )
    assert motion.getAngles("LShoulderPitch", False) == pytest.approx([0.5], abs=0.02)
    robot.link.sleep(1.5)  # the walk has taken the arm back
    assert motion.getAngles("LShoulderPitch", False)[0] > 1.0

    motion.setStiffnesses("LKneePitch", 0.6)
    robot.link.sleep(0.024)
    assert robot.leaf in FREEZE
    robot.link.sleep(1.5)
    motion.setStiffnesses("LKneePitch", 1.0)
    motion.rest()
    assert robot.leaf in SIT_DOWN.done and not motion.robotIsWakeUp()


def test_an_older_program_walks_and_moves_an_arm_while_walking() -> None:
    robot = Robot()
    motion = robot.motion
    motion.stiffnessInterpolation("Body", 1.0, 1.0)
    assert robot.posture.goToPosture("StandInit", 0.5) is True
    motion.setWalkArmsEnabled(True, True)
    motion.setMotionConfig([["ENABLE_FOOT_CONTACT_PROTECTION", True]])
    motion.setWalkTargetVelocity(-0.5, 0.0, 0.0, 0.0)
    robot.link.sleep(2.0)
    motion.setWalkTargetVelocity(0.9, 0.0, 0.0, 1.0)
    arm = ["LShoulderPitch", "LShoulderRoll", "LElbowYaw", "LElbowRoll"]
    for angles in ([-0.7, 0.44, 0.0, -0.7], [-0.7, 0.87, 0.0, -1.4]):
        motion.angleInterpolationWithSpeed(arm, angles, 0.6)
        assert motion.getAngles(arm, False) == pytest.approx(angles, abs=0.02)
    assert robot.leaf in WALK
    motion.setWalkTargetVelocity(0.0, 0.0, 0.0, 0.0)
    motion.waitUntilWalkIsFinished()
    assert robot.leaf in STAND_NORMAL
    assert robot.posture.goToPosture("Crouch", 0.5) is True
    motion.moveInit()
    assert robot.leaf in STAND_NORMAL


@pytest.mark.parametrize("closing", ["rest", "goToPosture"])
def test_a_program_that_ends_with_all_stiffness_off_leaves_the_robot_sitting(closing: str) -> None:
    robot = Robot()
    robot.motion.wakeUp()
    if closing == "rest":
        robot.motion.rest()
    else:
        assert robot.posture.goToPosture("Crouch", 0.5) is True
    robot.motion.setStiffnesses("Body", 0.0)
    assert not robot.motion.robotIsWakeUp()
    robot.link.sleep(3.0)
    assert robot.leaf in SIT_DOWN.done

    robot.motion.setStiffnesses("Body", 1.0)
    assert robot.posture.goToPosture("StandInit", 0.5) is True


def test_a_robot_sent_back_walks_backward_instead_of_turning_round() -> None:
    robot = Robot()
    robot.motion.wakeUp()
    simulation = robot.link.simulation
    before, headings = simulation.truth(), []
    robot.link.after = lambda _: headings.append(simulation.truth().heading)
    assert robot.motion.moveTo(-0.6, 0.0, 0.0) is True
    turned = [abs(angle_difference(heading, before.heading)) for heading in headings]
    assert max(turned) < math.radians(15.0)
    gone = simulation.truth().torso_position[0] - before.torso_position[0]
    assert gone == pytest.approx(-0.6, abs=0.06)


def test_a_program_can_select_the_preview_walk() -> None:
    start = Simulation(
        load_settings(), load_plant("ideal"), posture=Posture.STANDING, state=STAND_NORMAL.name
    )
    program = SimulatedProgram(start, MoveEngine.PREVIEW)
    program.motion.wakeUp()
    program.motion.post.moveTo(0.1, 0.0, 0.0)
    program.sleep(1.0)
    assert program.link.report is not None and program.link.report.leaf in PREVIEW_WALK


def test_the_next_position_is_where_the_running_step_leads() -> None:
    robot = Robot()
    motion = robot.motion
    motion.wakeUp()
    motion.moveInit()
    assert motion.getFootSteps() == [[], [], []]
    assert motion.getNextRobotPosition() == motion.getRobotPosition(False)
    motion.moveToward(0.6, 0.2, 0.3)
    robot.link.sleep(1.5)
    missed, legs = [], []
    for _ in range(12):
        feet, (step,), changeable = motion.getFootSteps()
        leg, begun, next_position = step[0], robot.link.time, motion.getNextRobotPosition(False)
        assert changeable == [] and math.dist(feet[0][:2], feet[1][:2]) > 0.08
        while motion.getFootSteps()[1][0][0] == leg:
            robot.link.sleep(0.024)
        assert robot.link.time - begun == pytest.approx(step[1], abs=0.1)
        legs.append(leg)
        missed.append(math.dist(motion.getRobotPosition(False)[:2], next_position[:2]))
    assert legs == ["LLeg", "RLeg"] * 6 or legs == ["RLeg", "LLeg"] * 6
    assert max(missed) < 0.012


def test_a_robot_moves_while_a_program_waits_for_a_posted_call() -> None:
    robot = Robot()
    robot.motion.wakeUp()
    way = robot.motion.post.moveTo(0.3, 0.0, 0.0)
    begin = robot.link.simulation.time
    assert robot.motion.wait(way, 500) is True
    assert robot.link.simulation.time - begin == pytest.approx(0.5, abs=0.02)
    assert robot.leaf in WALK
    assert robot.motion.wait(way, 20_000) is False and not robot.motion.isRunning(way)


def test_each_head_joint_arrives_at_its_own_time() -> None:
    robot = Robot()
    motion, head = robot.motion, ["HeadYaw", "HeadPitch"]
    motion.wakeUp()
    motion.angleInterpolationWithSpeed("HeadPitch", 0.2, 1.0)
    motion.post.angleInterpolation("HeadYaw", 1.0, 2.0, True)
    robot.link.sleep(1.0)
    assert motion.getAngles(head, False) == pytest.approx([0.5, 0.2], abs=0.03)
    robot.link.sleep(1.5)
    motion.post.angleInterpolation(head, [0.0, -0.4], [0.5, 1.5], True)
    robot.link.sleep(0.75)
    assert motion.getAngles(head, False) == pytest.approx([0.0, -0.1], abs=0.03)
    robot.link.sleep(1.0)
    assert motion.getAngles(head, False) == pytest.approx([0.0, -0.4], abs=0.01)


def test_a_standing_robot_has_its_frame_between_its_feet() -> None:
    robot = Robot()
    robot.motion.wakeUp()
    robot.link.sleep(0.5)
    left, right = (robot.motion.getPosition(leg, 2, True) for leg in ("LLeg", "RLeg"))
    torso = robot.motion.getPosition("Torso", 2, True)
    assert [a + b for a, b in zip(left[:2], right[:2], strict=True)] == pytest.approx(
        [0, 0], abs=1e-6
    )
    assert min(left[2], right[2]) == pytest.approx(0.0, abs=1e-6)
    assert 0.25 < torso[2] < 0.34 and abs(math.degrees(torso[3])) < 3.0
    assert torso[2] == pytest.approx(robot.link.simulation.truth().torso_height, abs=0.01)
