"""ALMemory: keys and events of the robot's sensors."""

import math
from dataclasses import replace

import pytest

from hardware.sensors_and_commands import Touch
from hsm.apps.naoqi.argument_checks import NaoqiError
from hsm.apps.naoqi.link.report import SensorReport
from hsm.chart.leaves import (
    FALL_WAIT_GET_UP,
    GET_UP,
    LIMP_LIMP,
    PICKED_UP_HANGING,
    STAND_NORMAL,
)
from tests.hsm.apps.naoqi.fake_robot import Program

_MOTORS = 26
STILL = SensorReport(
    gyro=(0.1, 0.2, 0.3),
    accelerometer=(0.0, 0.0, 9.81),
    fsr=(9.81, *[0.0] * 6, math.nan),
    touch=(0.0,) * len(Touch),
    temperatures=(38.0,) * _MOTORS,
    currents=(0.4, *[math.nan] * (_MOTORS - 1)),
    battery=0.8,
)


def test_every_sensor_has_a_key_and_touches_have_events() -> None:
    program, sensors = Program(), STILL
    touch = [0.0] * len(Touch)
    touch[Touch.HEAD_FRONT] = 1.0
    memory, heard = program.memory, list[float]()
    memory.subscriber("FrontTactilTouched").signal.connect(heard.append)
    program.robot.tell(sensors=sensors)
    assert memory.getData("FrontTactilTouched") == 0.0
    program.robot.tell(sensors=replace(sensors, touch=tuple(touch)))
    program.robot.tell(sensors=None)  # without a frame the last values stay
    assert heard == [0.0, 1.0] and memory.getData("FrontTactilTouched") == 1.0
    devices = {
        "Battery/Charge": 0.8, "InertialSensor/GyroscopeX": 0.1, "Head/Touch/Front": 1.0,
        "ChestBoard/Button": 0.0, "LFoot/FSR/FrontLeft": 1.0, "LKneePitch/Temperature": 38.0,
        "HeadYaw/ElectricCurrent": 0.4,
    }  # fmt: skip
    told = {key: memory.getData(f"Device/SubDeviceList/{key}/Sensor/Value") for key in devices}
    assert told == pytest.approx(devices)
    with pytest.raises(NaoqiError, match="has no value"):
        memory.getData("Device/SubDeviceList/RFoot/FSR/RearRight/Sensor/Value")
    for key in memory.getDataListName():
        memory.getData(key)


def test_touch_changed_lists_all_touches_that_changed_together() -> None:
    program, heard = Program(), list[object]()
    head = [float(pad in (Touch.HEAD_FRONT, Touch.HEAD_MIDDLE)) for pad in Touch]
    program.memory.subscriber("TouchChanged").signal.connect(heard.append)
    for touch in (STILL.touch, tuple(head), tuple(head), STILL.touch):
        program.robot.tell(sensors=replace(STILL, touch=touch))
    names = ("Head/Touch/Front", "Head/Touch/Middle")
    assert heard == [[[name, on] for name in names] for on in (True, False)]


def test_memory_accepts_the_calls_of_older_programs() -> None:
    memory = Program().memory
    assert memory.getData("footContactChanged") is True
    memory.declareEvent("Said", "module")
    memory.insertListData([["a", 1], ["b", 2]])
    memory.raiseMicroEvent("Said", 3)
    assert memory.getListData(["a", "b", "Said"]) == [1, 2, 3] and memory.getData("a", 0) == 1
    with pytest.raises(RuntimeError, match="ALMemory::insertListData an entry has 1 values"):
        memory.insertListData([["a"]])


def test_robot_has_fallen_holds_from_the_fall_until_the_robot_is_up() -> None:
    program, heard = Program(), list[bool]()
    program.memory.subscriber("robotHasFallen").signal.connect(heard.append)
    falls, gets_up = FALL_WAIT_GET_UP.name, GET_UP.execute.name
    upright, on_its_belly = (0.0, 0.0, 1.0), (-1.0, 0.0, 0.0)
    for leaf, up in (
        (falls, upright), (falls, on_its_belly), (gets_up, on_its_belly), (gets_up, upright),
    ):  # fmt: skip
        program.robot.tell(leaf=leaf, up=up)
        assert program.memory.getData("robotHasFallen") is True
    program.robot.tell(leaf=STAND_NORMAL.name, up=upright)
    program.robot.tell(leaf=PICKED_UP_HANGING.name, up=on_its_belly)  # held by a person
    program.robot.tell(leaf=STAND_NORMAL.name, up=upright)
    assert heard == [True, False]
    program.robot.tell(leaf=LIMP_LIMP.name, up=on_its_belly)
    assert program.memory.getData("robotHasFallen") is True
    program.robot.tell(leaf=LIMP_LIMP.name, up=upright)
    assert heard == [True, False, True, False]


def test_keys_of_a_lost_robot_have_no_value() -> None:
    program = Program()
    key = "Device/SubDeviceList/HeadYaw/Position/Sensor/Value"
    assert program.memory.getData(key) == 0.0
    program.robot.lose()
    with pytest.raises(NaoqiError, match="has no value"):
        program.memory.getData(key)


def test_an_angle_beyond_its_limit_is_clipped_and_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    program = Program()
    for _ in range(3):
        program.motion.setAngles("HeadYaw", 3.0, 0.2)
    assert [record.getMessage() for record in caplog.records] == [
        "HeadYaw 3.000 is clipped to -2.086..2.086"
    ]
