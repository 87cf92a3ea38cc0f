"""How hard motors work: shares of stall torque, and blows told from the force on the robot."""

from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE
from hardware.simulation.plant.truth import GroundTruth
from hsm.campaigns.context import CampaignConfig, build_context
from hsm.campaigns.get_up.get_up import GetUpTrial, run_get_up
from hsm.campaigns.get_up.motor_load import (
    MotorLoad,
    MotorMeter,
    TorqueShare,
    hardest,
    most_frequent,
)
from hsm.control.assembly import load_settings
from hsm.simulated.simulation import Simulation, load_plant

KNEE, ELBOW = Joint.L_KNEE_PITCH, Joint.R_ELBOW_YAW
SETTINGS = load_settings()


@pytest.fixture(scope="module")
def still() -> GroundTruth:
    """Return what is true of a standing robot."""
    return Simulation(SETTINGS, load_plant("ideal")).truth()


def stall(nao: RobotModel, joint: Joint) -> float:
    return nao.motors[nao.specs[joint].motor].joint_stall_torque


def seen(still: GroundTruth, shares: list[dict[Joint, float]], speeds: list[float]) -> MotorLoad:
    """Return the load of cycles with these torques and vertical speeds of the centre of mass."""
    meter = MotorMeter(SETTINGS.robot)
    for given, speed in zip(shares, speeds, strict=True):
        torques = [0.0] * len(still.torques)
        for joint, share in given.items():
            torques[joint] = share * stall(SETTINGS.robot, joint)
        meter.look(replace(still, torques=tuple(torques), com_velocity=(0.0, 0.0, speed)))
    return meter.load()


def test_torques_are_shares_of_stall_whatever_their_sign(still: GroundTruth) -> None:
    load = seen(still, [{KNEE: 0.6, ELBOW: 0.5}, {KNEE: -0.2, ELBOW: 0.5}], [0.0, 0.0])
    assert load.rms == TorqueShare(pytest.approx(0.5), ELBOW)
    assert load.peak == TorqueShare(pytest.approx(0.6), KNEE)
    assert load.struck.value == 0.0


def test_torques_around_a_blow_are_told_apart(still: GroundTruth) -> None:
    # From -0.1 m/s to rest in one cycle: 0.85 of the weight more than the weight.
    speeds = [-0.1] * 6 + [0.0] * 6
    shares = [{KNEE: 0.4}, *[{}] * 6, {ELBOW: -1.5}, *[{}] * 4]
    load = seen(still, shares, speeds)
    assert load.struck == TorqueShare(pytest.approx(1.5), ELBOW)
    assert load.peak == TorqueShare(pytest.approx(0.4), KNEE)


def test_half_the_weight_more_for_a_moment_is_no_blow(still: GroundTruth) -> None:
    gain = 0.4 * 9.81 * CYCLE
    load = seen(still, [{KNEE: 0.4}] * 3, [0.0, gain, 2.0 * gain])
    assert load.struck.value == 0.0


def test_many_loads_have_a_usual_joint_and_a_worst() -> None:
    shares = [TorqueShare(0.2, KNEE), TorqueShare(0.3, ELBOW), TorqueShare(0.4, KNEE)]
    assert most_frequent([share.joint for share in shares]) == KNEE
    assert hardest(shares) == TorqueShare(0.4, KNEE)


def test_a_get_up_gives_no_more_than_its_drivers_outside_blows() -> None:
    world = build_context(CampaignConfig("standard"))
    load = run_get_up(world, GetUpTrial("front", 0)).load
    limit = world.plant.motor.current_limit
    assert 0.2 < load.rms.value < load.peak.value
    # A joint that is stopped within a cycle brakes with a little more than its driver's limit.
    assert load.peak.value < 1.2 * limit
