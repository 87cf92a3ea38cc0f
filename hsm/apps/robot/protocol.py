"""What programs and the robot process say to each other, version 1; told in `README.md`.

One MessagePack map by names each way, one answer for every message. What is left out of a request
is as in `MotionRequest`; what nobody knows is refused, so that a slip never passes for silence.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from hardware.errors import HsmError
from hsm.apps.robot import PROTOCOL
from hsm.runs.serialisation import ValuesError, plain, value
from motions.requests import Motion, MotionRequest
from motions.sight import SeenBall, SeenObstacles, SeenPose, Sighting

_KEYS: Final = ("version", "request", "hold", "sight")
_LATER: Final = ("gains", "torque_limits")
"""Kept for what a later version may say of single joints."""
_PARTS: Final = {"ball": SeenBall, "obstacles": SeenObstacles, "pose": SeenPose}


class RequestError(HsmError):
    """A message to the robot that cannot be taken."""

    hint = "hsm/apps/robot/README.md says what a message holds."

    def __init__(self, what: str) -> None:
        # Strangers' words are in it: whatever they hold, it is one line.
        super().__init__(" ".join(what.split()))


@dataclass(frozen=True, slots=True)
class Said:
    """What one message says.

    Attributes:
        request: What is wished; None if nothing.
        hold: It holds until another one, though nobody says it again.
        sight: What has been seen; None if nothing.
    """

    request: MotionRequest | None
    hold: bool
    sight: Sighting | None


def read_message(message: Mapping[str, Any]) -> Said:
    """Return what a message says.

    Raises:
        RequestError: If it is of another version, or anything in it is not what it should be.
    """
    version = message.get("version")
    if version != PROTOCOL:
        raise RequestError(f"version is {version!r}; expected {PROTOCOL}")
    for key in message:
        if key in _LATER:
            raise RequestError(f"'{key}' comes with a later version; this is version {PROTOCOL}")
        if key not in _KEYS:
            raise RequestError(f"'{key}' is unknown; expected some of {', '.join(_KEYS)}")
    hold = message.get("hold", False)
    if not isinstance(hold, bool):
        raise RequestError(f"hold is {hold!r}; expected true or false")
    try:
        return Said(_request(message.get("request")), hold, _sight(message.get("sight")))
    except ValuesError as error:
        raise RequestError(str(error)) from error


def said_of(request: MotionRequest) -> dict[str, Any]:
    """Return what has to be said of a request: what differs from standing."""
    usual = _usual()
    return {
        name: item
        for name, item in plain(request).items()
        if name == "motion" or item != usual[name]
    }


def _request(data: Any) -> MotionRequest | None:
    if data is None:
        return None
    if not isinstance(data, Mapping):
        raise RequestError(f"request is {data!r}; expected a map by names")
    motion = data.get("motion", Motion.STAND.name)
    if isinstance(motion, str):
        motion = motion.upper()  # as people write it in a scenario
    return value(MotionRequest, {**_usual(), **data, "motion": motion})


def _usual() -> dict[str, Any]:
    usual: dict[str, Any] = plain(MotionRequest())
    return usual


def _sight(data: Any) -> Sighting | None:
    if data is None:
        return None
    if not isinstance(data, Mapping):
        raise RequestError(f"sight is {data!r}; expected a map by names")
    known = [item.name for item in fields(Sighting)]
    for key in data:
        if key not in known:
            raise RequestError(f"sight has an unknown '{key}'; expected some of {', '.join(known)}")
    return value(Sighting, {**dict.fromkeys(known), **data})
