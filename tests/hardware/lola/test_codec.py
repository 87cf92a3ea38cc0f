"""Messages equal those of LoLA byte for byte, and invalid ones are refused in a sentence."""

import math
import random
import struct
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings

from hardware.lola import orders
from hardware.lola.codec import (
    decode_command,
    decode_sensors,
    encode_command,
    encode_sensors,
    identity_of,
    oddities,
)
from hardware.lola.errors import LolaError, StreamError
from hardware.lola.stream import MOST_ITEMS, MessageStream
from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import GRAVITY, JointCommand, Lights, SensorFrame
from hardware.wire_precision import crossing_command
from tests.fakes import STANCE, sensor_frame
from tests.hardware.lola.made_up import COMMANDS, FRAMES, IDENTITY

FRAME = sensor_frame(0.5)
COMMAND = JointCommand(STANCE, (0.5,) * JOINT_COUNT, Lights(chest=(1.0, 0.0, 0.5)))


def sensors(**changes: Any) -> dict[str, Any]:
    message: dict[str, Any] = msgpack.unpackb(encode_sensors(FRAME, IDENTITY))
    return {**message, **changes}


def bits(frame: SensorFrame) -> list[bytes]:
    """Return the bytes of a frame, so that NaN equals itself and 0.0 differs from -0.0."""
    flat: list[bytes] = []
    for name in SensorFrame.__dataclass_fields__:
        value = getattr(frame, name)
        values = value if isinstance(value, tuple) else (value,)
        flat += [struct.pack("<d", item) for item in values]
    return flat


def test_a_sensor_message_is_as_long_as_that_of_a_robot() -> None:
    data = encode_sensors(FRAME, IDENTITY)
    assert len(data) == orders.SENSOR_BYTES
    assert data[0] == 0x8D


def test_a_command_with_all_keys_is_as_long_as_that_of_other_teams() -> None:
    data = encode_command(COMMAND)
    assert len(data) == orders.ACTUATOR_BYTES
    assert data[0] == 0x8B


@settings(max_examples=50)
@given(FRAMES)
def test_a_frame_survives_encoding_and_decoding(frame: SensorFrame) -> None:
    message = msgpack.unpackb(encode_sensors(frame, IDENTITY))
    assert bits(decode_sensors(message, frame.time)) == bits(frame)


@settings(max_examples=50)
@given(COMMANDS)
def test_a_command_survives_encoding_and_decoding(command: JointCommand) -> None:
    said = decode_command(msgpack.unpackb(encode_command(command)))
    assert said.over(COMMAND) == command


def test_the_orders_are_those_of_the_wire() -> None:
    assert [joint.wire_name for joint in Joint][7] == "LHipYawPitch"
    assert [joint.wire_name for joint in Joint][23:] == ["LHand", "RHand"]
    assert orders.Battery._fields == ("charge", "status", "current", "temperature")
    assert [orders.ACTUATORS[key] for key in orders.LIGHTS] == [3, 3, 3, 24, 24, 10, 10, 12]
    assert len(orders.SENSORS) == 12 and len(orders.ACTUATORS) == 11


def test_the_accelerometer_is_negated_and_kilograms_become_newtons() -> None:
    message = sensors(Accelerometer=[0.5, -0.25, -9.75], FSR=[1.0, 2.0, 0.0, 0, 0, 0, 0, 0])
    frame = decode_sensors(message, 0.0)
    assert frame.accelerometer == (-0.5, 0.25, 9.75)
    assert frame.fsr[:3] == (9.81, 19.62, 0.0)


def test_a_bit_of_the_battery_status_reports_charging() -> None:
    resting = decode_sensors(sensors(Battery=[0.5, -32708.0, -1.5, 30.0]), 0.0)
    assert not resting.battery_status & 0x80
    assert (resting.battery_charge, resting.battery_current) == (0.5, -1.5)
    assert resting.battery_temperature == 30.0
    charging = decode_sensors(sensors(Battery=[0.5, 128.0, 1.5, 30.0]), 0.0)
    assert charging.battery_status & 0x80
    unknown = decode_sensors(sensors(Battery=[0.5, math.nan, 1.5, 30.0]), 0.0)
    assert unknown.battery_status == 0


def test_what_a_robot_has_told_is_read_as_what_it_was() -> None:
    """Figures that NaoTH has published of a V6 that squatted, bent forward, on its charger."""
    frame = decode_sensors(
        sensors(
            Accelerometer=[8.66997, 0.287402, -5.48939],
            Angles=[-0.0239685, 0.990951],
            Battery=[0.99, -32552, 0.016, 3.6],
            FSR=[0.190524, 1.52253, 0.000270986, 0.654938, 1.86128, 0.130825, 0.692107, 0.00051],
        ),
        0.0,
    )
    x, _, z = frame.accelerometer
    assert math.atan2(-x, z) == pytest.approx(frame.angles[1], abs=0.02)
    assert sum(frame.fsr) / GRAVITY == pytest.approx(5.3, rel=0.1), "kg of a whole NAO"
    assert frame.battery_status & 0x80 and frame.battery_current == pytest.approx(0.016)


@pytest.mark.parametrize("kind", [int, float])
def test_the_status_of_motors_may_be_an_integer_or_a_float(kind: type) -> None:
    frame = decode_sensors(sensors(Status=[kind(2)] * JOINT_COUNT), 0.0)
    assert frame.status == (2,) * JOINT_COUNT


@pytest.mark.parametrize("odd", [math.nan, math.inf, -1.0, 4.0, 2.5, 1e30])
def test_an_unknown_motor_status_does_not_lose_the_frame(odd: float) -> None:
    frame = decode_sensors(sensors(Status=[1.0, odd] + [0.0] * (JOINT_COUNT - 2)), 0.0)
    assert frame.status[:3] == (1, -1, 0)


def test_keys_may_come_in_any_order_and_with_double_precision() -> None:
    message = sensors()
    keys = list(message)
    random.Random(0).shuffle(keys)
    data = msgpack.packb({key: message[key] for key in keys})
    assert len(data) > orders.SENSOR_BYTES
    again = decode_sensors(msgpack.unpackb(data), 0.5)
    assert bits(again) == bits(decode_sensors(message, 0.5))


def test_broken_numbers_are_passed_on_to_perception() -> None:
    gyro = decode_sensors(sensors(Gyroscope=[math.nan, math.inf, 0.0]), 0.0).gyro
    assert math.isnan(gyro[0]) and math.isinf(gyro[1])


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"Position": [0.0] * 24}, "Position has 24 values; expected 25"),
        ({"Gyroscope": None}, "Gyroscope is missing; expected 3 values"),
        ({"FSR": "heavy"}, "FSR is 'heavy'; expected 8 values"),
        ({"Angles": [0.0, "level"]}, r"Angles\[1\] is 'level'; expected a number"),
        ({"Angles": [0.0, True]}, r"Angles\[1\] is True; expected a number"),
        ({"Battery": [1.0]}, "Battery has 1 values; expected 4"),
        (
            {"Gyroscope": [10**400, 0.0, 0.0]},
            "Gyroscope holds a number that is too large; expected",
        ),
    ],
)
def test_an_invalid_sensor_message_is_refused_with_what_was_expected(
    changes: dict[str, Any], told: str
) -> None:
    with pytest.raises(LolaError, match=told):
        decode_sensors(sensors(**changes), 0.0)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ({"Position": [math.nan] * 25}, r"Position\[0\] is nan; expected a finite number"),
        ({"Position": [1e308] * 25}, r"Position\[0\] is inf; expected a finite number"),
        ({"Position": [0.0] * 24 + [1e300]}, r"Position\[24\] is inf; expected a finite number"),
        (
            {"Position": [10**400] * 25},
            "Position holds a number that is too large; expected 32-bit",
        ),
        ({"Stiffness": [1.5] * 25}, r"Stiffness\[0\] is 1.5; expected 0 to 1"),
        ({"Chest": [0.0, -0.5, 0.0]}, r"Chest\[1\] is -0.5; expected 0 to 1"),
        ({"Stifness": [1.0] * 25}, "'Stifness' is not a key; expected some of Position"),
        ({"Sonar": [True]}, "Sonar has 1 values; expected 2"),
        ({"Position": [0.0] * 26}, "Position has 26 values; expected 25"),
    ],
)
def test_an_invalid_command_is_refused_with_what_was_expected(
    message: dict[str, Any], told: str
) -> None:
    with pytest.raises(LolaError, match=told):
        decode_command(message)


def test_double_precision_numbers_of_a_command_are_rounded_to_those_of_the_wire() -> None:
    double = JointCommand((0.1,) * JOINT_COUNT, (0.7,) * JOINT_COUNT)
    said = decode_command({"Position": [0.1] * JOINT_COUNT, "Stiffness": [0.7] * JOINT_COUNT})
    assert said.over(COMMAND).positions == crossing_command(double).positions
    assert said.over(COMMAND).stiffness == crossing_command(double).stiffness


def test_a_missing_key_keeps_its_last_value() -> None:
    said = decode_command({"Position": [0.25] * JOINT_COUNT})
    assert said.over(COMMAND) == JointCommand(
        (0.25,) * JOINT_COUNT, COMMAND.stiffness, COMMAND.lights
    )
    eyes = decode_command({"LEye": [1.0] * 24}).over(COMMAND)
    assert eyes.lights.left_eye == (1.0,) * 24
    assert eyes.lights.chest == COMMAND.lights.chest


def test_an_unknown_version_of_the_robot_is_read_and_reported() -> None:
    config = ["x" * 20, "7.1.0", "y" * 20, "7.1.0"]
    message = sensors(RobotConfig=config, Mood=[0.5])
    assert identity_of(message).body_id == "x" * 20
    mood, version = oddities(message)
    assert "'Mood' is unknown and ignored; expected Accelerometer" in mood
    assert "version '7.1.0'; expected 6.0.0" in version
    assert decode_sensors(message, 0.0).gyro == decode_sensors(sensors(), 0.0).gyro
    with pytest.raises(LolaError, match="RobotConfig is .*; expected 4 texts: body id"):
        identity_of(sensors(RobotConfig=["x"]))


def test_a_partial_message_is_none_and_two_joined_messages_are_two() -> None:
    data = encode_sensors(FRAME, IDENTITY)
    for cut in range(1, len(data)):
        stream = MessageStream()
        assert stream.feed(data[:cut]) == []
        assert len(stream.feed(data[cut:])) == 1
    assert len(MessageStream().feed(data + data)) == 2


def test_half_a_message_after_a_whole_one_waits_for_its_rest() -> None:
    data = encode_sensors(FRAME, IDENTITY)
    stream = MessageStream()
    assert len(stream.feed(data + data[:100])) == 1
    assert len(stream.feed(data[100:])) == 1


@pytest.mark.parametrize("status", [math.nan, math.inf, -math.inf, 1e38, -65536.0])
def test_a_battery_status_out_of_range_is_read_as_zero(status: float) -> None:
    """A recorded run stores it as an integer of limited size."""
    message = sensors(Battery=[0.5, status, -1.0, 30.0])
    assert decode_sensors(message, 0.5).battery_status == 0
    message = sensors(Battery=[0.5, 128.0, -1.0, 30.0])
    assert decode_sensors(message, 0.5).battery_status == 128


@pytest.mark.parametrize("cut", [1, 13, 895])
def test_a_message_in_two_pieces_between_whole_ones_loses_nothing(cut: int) -> None:
    data = encode_sensors(FRAME, IDENTITY)
    stream = MessageStream()
    found = [len(stream.feed(part)) for part in (data, data[:cut], data[cut:] + data, data)]
    assert found == [1, 0, 2, 1]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\xc1", "not MessagePack"),
        (b"\x05", "of type int; expected a map"),
        (b'{"version": 1}', r"of type int; expected a map in MessagePack \(not JSON\)"),
        (msgpack.packb({"motion": b"walk"}), "of this protocol.*; expected .* no binary data"),
        (msgpack.packb({1: 2}), "of this protocol.*; expected a MessagePack map with text keys"),
        (b"\xdd\xff\xff\xff\xff", "not MessagePack"),
        (b"\x81\xa1\xff\x00", "not MessagePack"),
        (b"\x81\xa1a" + b"\x91" * 4000, "not MessagePack"),
        (msgpack.packb({"a": [["x" * 200] * 200] * 4}), "65536 bytes"),
    ],
)
def test_bytes_that_are_no_messages_break_the_stream(data: bytes, told: str) -> None:
    stream = MessageStream()
    with pytest.raises(StreamError, match=told):
        for start in range(0, len(data), 4096):
            stream.feed(data[start : start + 4096])


def test_a_list_is_as_long_as_a_stream_allows_and_no_longer() -> None:
    longest = {"a": [0] * MOST_ITEMS}
    assert MessageStream().feed(msgpack.packb(longest)) == [longest]
    with pytest.raises(StreamError, match="lists of up to 256 values"):
        MessageStream().feed(msgpack.packb({"a": [0] * (MOST_ITEMS + 1)}))


def test_ten_thousand_mutated_messages_are_read_or_refused_in_a_sentence() -> None:
    chance = random.Random(24)
    single = (encode_sensors(FRAME, IDENTITY), encode_command(COMMAND))
    double = tuple(msgpack.packb(msgpack.unpackb(data)) for data in single)
    originals = single + double
    refused = 0
    for number in range(10_000):
        data = bytearray(originals[number % 4])
        for _ in range(chance.randint(1, 8)):
            match chance.randrange(3):
                case 0:
                    data[chance.randrange(len(data))] = chance.randrange(256)
                case 1:
                    at = chance.randrange(len(data))
                    del data[at : at + chance.randint(1, 40)]
                case _:
                    at = chance.randrange(len(data))
                    data[at:at] = chance.randbytes(chance.randint(1, 40))
        try:
            for message in MessageStream().feed(bytes(data)):
                if number % 2:
                    said = decode_command(message).over(COMMAND)
                    assert math.isfinite(sum(said.positions) + sum(said.stiffness))
                    assert crossing_command(said) == said
                else:
                    frame = decode_sensors(message, 0.0)
                    assert len(frame.positions) == JOINT_COUNT
                    identity_of(message)
                    oddities(message)
        except LolaError as error:
            refused += 1
            assert "expected" in str(error) or "bytes" in str(error)
            assert "\n" not in str(error)
    assert refused > 5000
