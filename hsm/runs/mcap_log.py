"""Reads an MCAP log: an exported run, or the log of a robot whose program writes the same messages.

Every message is JSON, as `hsm export RUN --to mcap` writes it. Each `/command` gives a cycle, with
the `/frame` received since the last one; `/request` is the requested walk; `/state` is specific to
this program and may be missing. Other topics are ignored.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hardware.declared import finite_number, shortened
from hardware.sensors_and_commands import SensorFrame, Touch
from hsm.chart.leaves import STAND_NORMAL, WALK_STEPPING
from hsm.errors import HsmError, demand_package
from hsm.runs.time_window import WHOLE, TimeWindow
from motions.requests import Motion, MotionRequest

AXES: Final = ("x", "y", "z")
ANGLES: Final = ("roll", "pitch")
CELLS: Final = tuple(
    f"{side}_{cell}"
    for side in ("left", "right")
    for cell in ("front_left", "front_right", "rear_left", "rear_right")
)
_READ: Final = ("/frame", "/command", "/request", "/state")
_OWN_CLOCK: Final = 1.0
"""A log whose first time is later than this, s, has a clock that started before it."""
_STANDING: Final = {
    Motion.STAND.value: Motion.STAND,
    Motion.STAND_HIGH.value: Motion.STAND_HIGH,
    Motion.SIT.value: Motion.SIT,
}
"""Requests that are supported between walks."""


@dataclass(frozen=True, slots=True)
class LoggedCycle:
    """One cycle of a log.

    Attributes:
        time: Time since the start of the log, or of the part that was read, s.
        leaf: State of the machine; for other programs, the leaf for walking or standing.
        frame: The robot's frame; None if none arrived.
        commanded: Commanded joint angles, in wire order, rad; hands 0..1.
        request: The request; None before the first one.
    """

    time: float
    leaf: str
    frame: SensorFrame | None
    commanded: Sequence[float]
    request: MotionRequest | None


def read_mcap(
    path: Path, joints: Sequence[str], part: TimeWindow = WHOLE
) -> tuple[LoggedCycle, ...]:
    """Read a log, or a part of it; `joints` are the joint names in wire order.

    Raises:
        HsmError: If it is no MCAP file, a message is incomplete, or the package is not installed.
    """
    demand_package("mcap", "mcap")
    cycles = tuple(_cycles(path, joints, part))
    if not cycles:
        where = "" if part == WHOLE else f" {part}"
        raise HsmError(f"{path} has no /command{where}: the commands to the joints are unknown")
    return cycles


def beginning(first: float) -> float:
    """Return the start time of a log by its own clock, s; 0 if the clock started with the log."""
    return first if first > _OWN_CLOCK else 0.0


def _cycles(path: Path, joints: Sequence[str], part: TimeWindow) -> Iterator[LoggedCycle]:
    began: float | None = None
    frame: SensorFrame | None = None
    asked: tuple[Mapping[str, Any], _Place] | None = None
    request: MotionRequest | None = None
    leaf: str | None = None
    for seconds, messages in _moments(path):
        if began is None:
            began = beginning(seconds)
        at = _Place(path, seconds - began)
        if (message := messages.get("/frame")) is not None:
            frame = _frame(message, joints, at.of("/frame"))
        if (message := messages.get("/request")) is not None:
            asked = message, at.of("/request")
        if asked is not None and at.time in part:  # earlier requests may be unsupported ones
            request, asked = _request(*asked), None
        if isinstance(named := messages.get("/state", {}).get("leaf"), str):
            leaf = named
        if (message := messages.get("/command")) is not None and at.time in part:
            walks = request is not None and request.motion is Motion.WALK
            named_leaf = leaf or (WALK_STEPPING if walks else STAND_NORMAL).name
            commanded = at.of("/command").numbers(message, "positions", joints)
            yield LoggedCycle(at.time - part.begin, named_leaf, frame, commanded, request)
            frame = None


def _moments(path: Path) -> Iterator[tuple[float, Mapping[str, Mapping[str, Any]]]]:
    """Yield every log time, s, with its messages by topic."""
    at: int | None = None
    messages: dict[str, Mapping[str, Any]] = {}
    for channel, message in _messages(path):
        if channel.message_encoding != "json":
            raise HsmError(
                f"{path}: {channel.topic} is {channel.message_encoding or 'of no encoding'}"
                "; only JSON is supported"
            )
        if at is not None and message.log_time != at:
            yield at * 1e-9, messages
            messages = {}
        at = message.log_time
        messages[channel.topic] = _object(path, channel.topic, message.data)
    if at is not None:
        yield at * 1e-9, messages


def _messages(path: Path) -> Iterator[tuple[Any, Any]]:
    """Yield channel and message of the topics to read, in chronological order."""
    from mcap.reader import make_reader

    try:
        with path.open("rb") as file:
            for _, channel, message in make_reader(file).iter_messages(topics=_READ):
                yield channel, message
    except OSError as error:
        raise HsmError(f"{path} cannot be read: {error.strerror}") from error
    except Exception as error:  # on damaged files the library raises various exceptions
        what = str(error) or type(error).__name__
        raise HsmError(f"{path} is not a complete MCAP file: {what}") from error


def _object(path: Path, topic: str, data: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(data)
    except ValueError as error:
        raise HsmError(f"{path}: a message of {topic} is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise HsmError(f"{path}: a message of {topic} is not a JSON object")
    return found


@dataclass(frozen=True, slots=True)
class _Place:
    """A place in a log, for error messages.

    Attributes:
        path: The file.
        time: Time since the start of the log, s.
        topic: Topic of the message.
    """

    path: Path
    time: float
    topic: str = ""

    def of(self, topic: str) -> "_Place":
        return _Place(self.path, self.time, topic)

    def error(self, what: str) -> HsmError:
        return HsmError(f"{self.path}: {self.topic} at {self.time:.2f} s: {what}")

    def number(self, message: Mapping[str, Any], name: str) -> float:
        """Return a number; null, a value that was not measured, becomes NaN."""
        if name not in message:
            raise self.error(f"no {name}")
        value = message[name]
        if value is None or isinstance(value, float):
            return math.nan if value is None else value
        try:
            return finite_number(value)
        except ValueError as error:
            raise self.error(f"{name}: {error} (got {shortened(value)})") from error

    def numbers(
        self, message: Mapping[str, Any], name: str, parts: Sequence[str]
    ) -> tuple[float, ...]:
        """Return the numbers of a field, in the order of the given parts."""
        found = message.get(name)
        if not isinstance(found, dict):
            raise self.error(f"no {name}")
        return tuple(_Place(self.path, self.time, f"{self.topic} {name}").number(found, part)
                     for part in parts)  # fmt: skip


def _frame(message: Mapping[str, Any], joints: Sequence[str], at: _Place) -> SensorFrame:
    """Return a frame; quantities that a walk does not need may be missing in the message."""
    unknown = (math.nan,) * len(joints)
    stiffness, temperatures = (
        at.numbers(message, name, joints) if name in message else unknown
        for name in ("stiffness", "temperatures")
    )
    x, y, z = at.numbers(message, "gyro", AXES)
    force = message.get("accelerometer")
    ax, ay, az = at.numbers(message, "accelerometer", AXES) if force else (math.nan,) * 3
    roll, pitch = at.numbers(message, "angles", ANGLES)
    return SensorFrame(
        time=at.time,
        positions=at.numbers(message, "positions", joints),
        stiffness=stiffness,
        currents=at.numbers(message, "currents", joints),
        temperatures=temperatures,
        status=(0,) * len(joints),
        gyro=(x, y, z),
        accelerometer=(ax, ay, az),
        angles=(roll, pitch),
        fsr=at.numbers(message, "fsr", CELLS),
        touch=(0.0,) * len(Touch),
        battery_charge=math.nan,
        battery_current=math.nan,
    )


def _request(message: Mapping[str, Any], at: _Place) -> MotionRequest:
    """Return the requested walk or posture."""
    motion = message.get("motion", Motion.WALK.value)
    if isinstance(motion, str) and motion in _STANDING:
        return MotionRequest(_STANDING[motion])
    if motion != Motion.WALK.value:
        raise at.error(f"requests {motion}; only a walk at a speed can be requested again")
    forward, left, turn = (at.number(message, name) for name in ("forward", "left", "turn"))
    if "motion" not in message and not (forward or left or turn):
        return MotionRequest()
    try:
        relative = bool(message.get("relative", False))
        return MotionRequest(Motion.WALK, forward, left, turn, relative=relative)
    except ValueError as error:
        raise at.error(str(error)) from error
