"""What programs and the robot process say to each other, version 1; told in `README.md`.

One MessagePack map by names each way, one answer for every message. What is left out is as its
class has it, in a request and in what is inside of one; members of enums are named in any case.
What nobody knows is refused, so that a slip never passes for silence.
"""

import math
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from hardware.errors import HsmError
from hsm.apps.robot import PROTOCOL
from hsm.runs.serialisation import ValuesError, plain, value
from hsm.scenarios.limits import FASTEST, FASTEST_TURN, FURTHEST, MOST_TURN
from motions.destinations import TargetFrame
from motions.requests import MotionRequest
from motions.sight import Sighting

_KEYS: Final = ("version", "request", "hold", "sight")
_LATER: Final = ("gains", "torque_limits")
"""Kept for what a later version may say of single joints."""


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
        request = _value(MotionRequest, "request", message.get("request"))
        if request is not None:
            _demand_sense(request)
        return Said(request, hold, _value(Sighting, "sight", message.get("sight")))
    except ValuesError as error:
        raise RequestError(str(error)) from error


def said_of(request: MotionRequest) -> dict[str, Any]:
    """Return what has to be said of a request: what differs from standing."""
    usual = plain(MotionRequest())
    return {
        name: item
        for name, item in plain(request).items()
        if name == "motion" or item != usual[name]
    }


def _value(kind: type, name: str, data: Any) -> Any:
    if data is None:
        return None
    if not isinstance(data, Mapping):
        raise RequestError(f"{name} is {data!r}; expected a map by names")
    known = _defaults(kind)
    for key in data:
        if key not in known:
            raise RequestError(
                f"{name} has an unknown '{key}'; expected some of {', '.join(known)}"
            )
    return value(kind, _filled(kind, data))


def _filled(annotation: Any, data: Any) -> Any:
    """Return data with what was left out, and members of enums by their own names."""
    kind = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
    if isinstance(data, str):
        members = [one for one in (kind, *get_args(kind)) if _is(one, Enum)]
        return data.upper() if members else data
    if isinstance(data, list | tuple):
        (item, *_) = (*_tuple_of(kind), Any)
        return [_filled(item, one) for one in data]
    if isinstance(data, Mapping):
        classes = [one for one in (kind, *get_args(kind)) if is_dataclass(one)]
        if len(classes) == 1:
            return _filled_map(classes[0], data)
    return data


def _filled_map(kind: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    hints = _hints(kind)
    said = {name: _filled(hints.get(name, Any), item) for name, item in data.items()}
    left_out = {
        name: default for name, default in _defaults(kind).items() if default is not MISSING
    }
    return {**left_out, **said}


def _tuple_of(kind: Any) -> tuple[Any, ...]:
    """Return the type of what is in a tuple of any length; nothing if it is none."""
    for one in (kind, *get_args(kind)):
        if get_origin(one) is tuple and get_args(one)[-1] is Ellipsis:
            return get_args(one)[:1]
    return ()


def _is(kind: Any, base: type) -> bool:
    return isinstance(kind, type) and issubclass(kind, base)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def _defaults(kind: Any) -> dict[str, Any]:
    """Return what the fields of a class have if nothing is said, as plain data; MISSING if none."""
    return {
        item.name: item.default if item.default is MISSING else plain(item.default)
        for item in fields(kind)
        if item.init
    }


def _demand_sense(request: MotionRequest) -> None:
    """Refuse what no robot can do, and degrees that were taken for radians.

    Raises:
        RequestError: If a number is beyond the ranges of `hsm ask`.
    """
    numbers = [
        ("forward", request.forward, FASTEST, "m/s"),
        ("left", request.left, FASTEST, "m/s"),
        ("turn", request.turn, FASTEST_TURN, "rad/s"),
    ]
    to = request.walk_to
    if to is not None and to.frame is not TargetFrame.ODOMETRY:  # which may have begun anywhere
        numbers += [
            ("walk_to.x", to.x, FURTHEST, "m"),
            ("walk_to.y", to.y, FURTHEST, "m"),
            ("walk_to.heading", to.heading, math.radians(MOST_TURN), "rad"),
        ]
    for name, number, most, unit in numbers:
        if abs(number) > most:
            raise RequestError(f"{name} is {number:g}; expected {-most:.4g} to {most:.4g} {unit}")
