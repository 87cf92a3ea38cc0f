"""Numbers cross the wire as 32-bit floats, rounded once."""

import math
import struct
from dataclasses import replace

import pytest
from hypothesis import given, settings

from hardware.lola.codec import RobotIdentity, decode_sensors, encode_sensors
from hardware.lola.stream import MessageStream
from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import JointCommand, SensorFrame
from hardware.wire_precision import NEWTONS_PER_KG, crossing_command, crossing_frame
from hsm.settings.robot_file import load_robot
from hsm.simulated.simulation import load_plant
from tests.fakes import sensor_frame
from tests.hardware.lola.made_up import COMMANDS, FRAMES


def is_short(value: float) -> bool:
    return math.isnan(value) or struct.unpack("<f", struct.pack("<f", value))[0] == value


@settings(max_examples=50)
@given(FRAMES)
def test_a_frame_rounded_once_is_not_changed_again(frame: SensorFrame) -> None:
    assert repr(crossing_frame(frame)) == repr(frame)


@settings(max_examples=20)
@given(COMMANDS)
def test_a_command_rounded_once_is_not_changed_again(command: JointCommand) -> None:
    assert crossing_command(command) == command


def test_every_number_is_a_32_bit_float_and_sole_forces_are_rounded_in_kilograms() -> None:
    frame = crossing_frame(sensor_frame(0.1, fsr=(6.6,) * 8, positions=(1 / 3,) * JOINT_COUNT))
    assert frame.positions[0] != 1 / 3 and is_short(frame.positions[0])
    assert is_short(frame.fsr[0] / NEWTONS_PER_KG)
    assert all(map(is_short, (*frame.gyro, *frame.accelerometer, *frame.currents)))
    assert frame.time == 0.1  # not on the wire


def test_a_number_out_of_range_becomes_infinite_without_an_error() -> None:
    frame = crossing_frame(sensor_frame(0.1, gyro=(1e300, -1e300, math.nan)))
    assert frame.gyro[:2] == (math.inf, -math.inf) and math.isnan(frame.gyro[2])


@pytest.mark.parametrize(
    ("sent", "motor", "battery"),
    [(2.0, 2, 2), (7.0, -1, 7), (0.5, -1, 0), (128.7, -1, 128), (math.nan, -1, 0), (-1e9, -1, 0)],
)
def test_a_wrong_status_is_the_same_in_the_process_and_through_a_socket(
    sent: float, motor: int, battery: int
) -> None:
    sound = sensor_frame(0.1)
    broken = replace(
        sound,
        status=(sent, *sound.status[1:]),  # type: ignore[arg-type]
        battery_status=sent,  # type: ignore[arg-type]
    )
    (message,) = MessageStream().feed(encode_sensors(broken, RobotIdentity("body")))
    frame = crossing_frame(broken)
    assert repr(frame) == repr(decode_sensors(message, 0.1))
    assert (frame.status[0], frame.battery_status) == (motor, battery)


def test_a_simulated_robot_sends_only_numbers_that_a_wire_can_carry() -> None:
    from hardware.simulation.plant.robot import SimulatedRobot

    robot = SimulatedRobot(load_robot(), load_plant("worn"), robot=3, seed=1)
    for _ in range(10):
        frame = robot.receive()
        if frame is not None:
            assert repr(crossing_frame(frame)) == repr(frame)
        robot.send(JointCommand((1 / 3,) * JOINT_COUNT, (0.5,) * JOINT_COUNT))
