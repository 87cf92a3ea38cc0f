"""Conversion between LoLA messages and frames or commands: the only place for units and signs.

Both ends use it: a client decodes sensors and encodes a command, a server does the opposite.
Numbers are sent as 32-bit floats and rounded to them on arrival, whatever their MessagePack type;
maps may have any order. NaN is passed on: the input check of perception handles it.

| | on the wire | in a frame |
|---|---|---|
| accelerometer | -9.81 on z at rest | +9.81 |
| cells of the soles | kg | N |
| everything else | SI, hands 0..1 | the same |
"""

import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import msgpack

from hardware.declared import shortened
from hardware.lola import orders
from hardware.lola.errors import LolaError
from hardware.sensors_and_commands import JointCommand, SensorFrame
from hardware.wire_precision import NEWTONS_PER_KG, battery_word, motor_status, or_nan

NO_FRAME: Final = b"\x80"
"""An empty map: a server in lock-step reports that this cycle has no frame."""
NOTHING_ASKED: Final = b"\x80"
"""An empty map: an answer that changes nothing."""
_NUMBERS: Final = {float, int}
_pack: Callable[[Any], bytes] = msgpack.Packer(use_single_float=True).pack


@dataclass(frozen=True, slots=True)
class RobotIdentity:
    """Identity of the robot behind the socket.

    Attributes:
        body_id: Serial number of the body, 20 characters on a robot.
        body_version: Version of the body, such as 6.0.0.
        head_id: Serial number of the head.
        head_version: Version of the head.
    """

    body_id: str
    body_version: str = orders.BODY_VERSION
    head_id: str = "HEAD-WITHOUT-A-SKULL"
    head_version: str = orders.BODY_VERSION


@dataclass(frozen=True, slots=True)
class PartialCommand:
    """Content of one actuator message; None for missing keys.

    Attributes:
        positions: Joint targets, rad; hands 0..1.
        stiffness: Stiffness of the joints, 0..1.
        lights: Brightness values by the field names of `Lights`.
    """

    positions: tuple[float, ...] | None
    stiffness: tuple[float, ...] | None
    lights: dict[str, Any]

    def over(self, command: JointCommand) -> JointCommand:
        """Return a command updated by this one; missing keys leave its values unchanged."""
        return JointCommand(
            command.positions if self.positions is None else self.positions,
            command.stiffness if self.stiffness is None else self.stiffness,
            replace(command.lights, **self.lights) if self.lights else command.lights,
        )


def decode_sensors(message: Mapping[str, Any], time: float) -> SensorFrame:
    """Return the frame of a sensor message.

    Args:
        message: The map; unknown keys are ignored.
        time: Time of the frame, s; the protocol has no time stamps.

    Raises:
        LolaError: If a key is missing, or a value has the wrong type or length.
    """
    values = _sensors(message)
    battery = orders.Battery(*values[orders.BATTERY])
    x, y, z = values[orders.ACCELEROMETER]
    roll, pitch, yaw = values[orders.GYROSCOPE]
    lean = values[orders.ANGLES]
    echo = values[orders.SONAR]
    return SensorFrame(
        time=time,
        positions=values[orders.POSITION],
        stiffness=values[orders.STIFFNESS],
        currents=values[orders.CURRENT],
        temperatures=values[orders.TEMPERATURE],
        status=motor_status(values[orders.STATUS]),
        gyro=(roll, pitch, yaw),
        accelerometer=(-x, -y, -z),
        angles=(lean[0], lean[1]),
        fsr=tuple([load * NEWTONS_PER_KG for load in values[orders.FSR]]),
        touch=values[orders.TOUCH],
        battery_charge=battery.charge,
        battery_current=battery.current,
        sonar=(or_nan(echo[0]), or_nan(echo[1])),
        battery_status=battery_word(battery.status),
        battery_temperature=or_nan(battery.temperature),
    )


def encode_sensors(frame: SensorFrame, identity: RobotIdentity) -> bytes:
    """Return the sensor message of a frame."""
    x, y, z = frame.accelerometer
    return _pack(
        {
            orders.POSITION: frame.positions,
            orders.STIFFNESS: frame.stiffness,
            orders.CURRENT: frame.currents,
            orders.TEMPERATURE: frame.temperatures,
            orders.STATUS: frame.status,
            orders.BATTERY: orders.Battery(
                charge=frame.battery_charge,
                status=float(frame.battery_status),
                current=frame.battery_current,
                temperature=frame.battery_temperature,
            ),
            orders.ACCELEROMETER: (-x, -y, -z),
            orders.GYROSCOPE: frame.gyro,
            orders.ANGLES: frame.angles,
            orders.SONAR: frame.sonar,
            orders.FSR: [force / NEWTONS_PER_KG for force in frame.fsr],
            orders.TOUCH: frame.touch,
            orders.ROBOT_CONFIG: (
                identity.body_id,
                identity.body_version,
                identity.head_id,
                identity.head_version,
            ),
        }
    )


def encode_command(command: JointCommand) -> bytes:
    """Return the actuator message of a command with all keys, independent of earlier messages."""
    shown = {key: getattr(command.lights, part) for key, part in orders.LIGHTS.items()}
    return _pack(
        {
            orders.POSITION: command.positions,
            orders.STIFFNESS: command.stiffness,
            **shown,
            orders.SONAR: (True, True),
        }
    )


def decode_command(message: Mapping[str, Any]) -> PartialCommand:
    """Return the content of an actuator message.

    Args:
        message: The map; any of its keys may be missing.

    Raises:
        LolaError: If a key is unknown, or a value has the wrong type or length, is not finite, or
            lies outside 0..1 (all but positions).
    """
    if unknown := [key for key in message if key not in orders.ACTUATORS]:
        known = ", ".join(orders.ACTUATORS)
        raise LolaError(f"command: {shortened(unknown[0])} is not a key; expected some of {known}")
    given = {
        key: _numbers("command", key, message[key], orders.ACTUATORS[key])
        for key in message
        if key != orders.SONAR
    }
    for key, values in given.items():
        _demand_range(key, values, shares=key != orders.POSITION)
    if orders.SONAR in message:
        _list("command", orders.SONAR, message[orders.SONAR], 2)
    lights = {part: given[key] for key, part in orders.LIGHTS.items() if key in given}
    return PartialCommand(given.get(orders.POSITION), given.get(orders.STIFFNESS), lights)


def identity_of(message: Mapping[str, Any]) -> RobotIdentity:
    """Return the identity of the sender of a sensor message.

    Raises:
        LolaError: If its identity is not a list of four strings.
    """
    expected = f"{len(orders.CONFIG)} texts: {', '.join(orders.CONFIG)}"
    texts = message.get(orders.ROBOT_CONFIG)
    if not (
        isinstance(texts, list | tuple)
        and len(texts) == len(orders.CONFIG)
        and all(isinstance(text, str) for text in texts)
    ):
        raise LolaError(
            f"sensors: {orders.ROBOT_CONFIG} is {shortened(texts)}; expected {expected}"
        )
    return RobotIdentity(*texts)


def oddities(message: Mapping[str, Any]) -> tuple[str, ...]:
    """Return descriptions of what in a readable sensor message differs from a NAO V6."""
    known = {*orders.SENSORS, orders.ROBOT_CONFIG}
    found = [
        f"sensors: {shortened(key)} is unknown and ignored; expected {', '.join(sorted(known))}"
        for key in message
        if key not in known
    ]
    version = identity_of(message).body_version
    if version.partition(".")[0] != orders.BODY_VERSION.partition(".")[0]:
        found.append(
            f"sensors: the body has version {shortened(version)}; expected {orders.BODY_VERSION},"
            " its joints and force sensors may differ"
        )
    return tuple(found)


def _sensors(message: Mapping[str, Any]) -> dict[str, tuple[float, ...]]:
    """Return the numbers of every key."""
    return {
        key: _numbers("sensors", key, message.get(key), size)
        for key, size in orders.SENSORS.items()
    }


def _numbers(where: str, key: str, values: Any, size: int) -> tuple[float, ...]:
    items = _list(where, key, values, size)
    if not set(map(type, items)) <= _NUMBERS:
        at = next(place for place, item in enumerate(items) if type(item) not in _NUMBERS)
        raise LolaError(f"{where}: {key}[{at}] is {shortened(items[at])}; expected a number")
    try:
        return tuple(array("f", items))
    except OverflowError:
        raise LolaError(
            f"{where}: {key} holds a number that is too large; expected 32-bit floats"
        ) from None


def _list(where: str, key: str, values: Any, size: int) -> Sequence[Any]:
    if not isinstance(values, list | tuple):
        what = "is missing" if values is None else f"is {shortened(values)}"
        raise LolaError(f"{where}: {key} {what}; expected {size} values")
    if len(values) != size:
        raise LolaError(f"{where}: {key} has {len(values)} values; expected {size}")
    return values


def _demand_range(key: str, values: tuple[float, ...], *, shares: bool) -> None:
    for place, value in enumerate(values):
        if not math.isfinite(value):
            raise LolaError(f"command: {key}[{place}] is {value}; expected a finite number")
        if shares and not 0.0 <= value <= 1.0:
            raise LolaError(f"command: {key}[{place}] is {value:g}; expected 0 to 1")
