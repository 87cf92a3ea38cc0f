"""Checks of all arguments: accepted ones have the right type, are finite and within their range.

Arguments come from untrusted programs, and nothing has checked them before.
"""

import logging
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from itertools import pairwise
from typing import Any, Final, NoReturn, Protocol, TypeVar

from hardware.declared import finite_number, shortened
from hardware.errors import HsmError
from hardware.lola.stream import MOST_ITEMS
from motions.kinematics.geometry import Pose2
from motions.request_limits import LONGEST_PATH

ROUNDING: Final = 1e-6
"""Error of a share that was a 32-bit float."""
_LONGEST: Final = 10_000
"""Largest number of values in one list."""
MOST_SAID: Final = MOST_ITEMS
"""Largest number of footsteps or poses in one call: the robot accepts no longer list."""
LONGEST_TIME: Final = 3600.0
"""Longest duration, s: more is a mistake, such as a time in ms."""


LOG: Final = logging.getLogger("hsm.naoqi")
MOTION: Final = "ALMotion"
"""Name of the service that moves a robot, on legs or on wheels."""


class Service(Protocol):
    """A service whose functions programs call.

    Attributes:
        name: Name of the service.
    """

    name: str


ResultT = TypeVar("ResultT")
ClassT = TypeVar("ClassT", bound=type[Any])


class NaoqiError(HsmError, RuntimeError):
    """A call that was refused; a RuntimeError, as programs for a NAO expect.

    Attributes:
        reason: Reason of the refusal.
    """

    hint = "hsm/apps/naoqi/FUNCTIONS.md lists the arguments of every function."

    def __init__(self, service: str, method: str, reason: str) -> None:
        self.reason = reason
        super().__init__(f"{service}::{method} {' '.join(reason.split())}")


@dataclass(frozen=True, slots=True)
class Call:
    """One call of one function, which checks its arguments.

    Attributes:
        service: Name of the service.
        method: Name of the function.
    """

    service: str
    method: str

    def refuse(self, reason: str) -> NoReturn:
        """Refuse the call with a reason.

        Raises:
            NaoqiError: Always.
        """
        raise NaoqiError(self.service, self.method, reason)

    def warn(self, text: str) -> None:
        """Log a warning about an accepted call."""
        LOG.warning("%s::%s %s", self.service, self.method, text)

    def numbers(self, **values: Any) -> tuple[float, ...]:
        """Return values, each with its name, as finite numbers."""
        return tuple(self.number(value, name) for name, value in values.items())

    def number(self, value: Any, name: str) -> float:
        """Return a value as a finite number."""
        try:
            return finite_number(value)
        except ValueError as wrong:
            self.refuse(f"{name} is {shortened(value)}; {wrong}")

    def whole(self, value: Any, name: str) -> int:
        """Return a value as a whole number."""
        number = self.number(value, name)
        if not number.is_integer():
            self.refuse(f"{name} is {number:g}; expected a whole number")
        return int(number)

    def share(self, value: Any, name: str) -> float:
        """Return a value as a share from 0 to 1."""
        number = self.number(value, name)
        if not -ROUNDING <= number <= 1.0 + ROUNDING:
            self.refuse(f"{name} is {number:g}; expected 0 to 1")
        return min(1.0, max(0.0, number))

    def speed_share(self, value: Any, name: str) -> float:
        """Return a value as a share above 0, up to 1."""
        share = self.share(value, name)
        if share <= 0.0:
            self.refuse(f"{name} is 0; expected more than 0, up to 1")
        return share

    def flag(self, value: Any, name: str) -> bool:
        """Return a value as a flag; 0 and 1 are accepted, as some programs use them."""
        if isinstance(value, int | float) and value in (0, 1):
            return bool(value)
        self.refuse(f"{name} is {shortened(value)}; expected True or False")

    def text(self, value: Any, name: str) -> str:
        """Return a value as a string."""
        if not isinstance(value, str):
            self.refuse(f"{name} is {shortened(value)}; expected a string")
        return value

    def choice(self, value: Any, name: str, known: Sequence[str]) -> str:
        """Return a value as one of the known strings."""
        text = self.text(value, name)
        if text not in known:
            self.refuse(f"{name} is {shortened(text)}; expected one of {', '.join(known)}")
        return text

    def items(self, value: Any, name: str, *, length: int | None = None) -> list[Any]:
        """Return a value as a list of at most 10 000 items, of the given length if any."""
        if not isinstance(value, list | tuple):
            self.refuse(f"{name} is {shortened(value)}; expected a list")
        if length is not None and len(value) != length:
            self.refuse(f"{name} has {len(value)} values; expected {length}")
        if len(value) > _LONGEST:
            self.refuse(f"{name} has {len(value)} values; expected at most {_LONGEST}")
        return list(value)

    def growing(self, times: Sequence[float], name: str) -> None:
        """Refuse times that are not positive and ascending, up to an hour."""
        grow = all(before < after for before, after in pairwise([0.0, *times]))
        if not (times and grow and times[-1] <= LONGEST_TIME):
            most = f"{LONGEST_TIME:g} s"
            self.refuse(f"{name} {list(times[:8])}; expected ascending ones above 0, up to {most}")

    def pose(self, value: Any, name: str) -> tuple[float, float, float]:
        """Return a value as x, y and theta."""
        x, y, theta = self.items(value, name, length=3)
        numbers = zip((x, y, theta), ("x", "y", "theta"), strict=True)
        a, b, c = (self.number(number, f"{of} of {name}") for number, of in numbers)
        return a, b, c


def function(method: Callable[..., ResultT]) -> Callable[..., ResultT]:
    """Turn a method into a function for programs, which takes the parameters after the `Call`.

    It has the attribute `takes`, and raises a `NaoqiError` for too many or too few arguments.
    """
    _, _, *parameters = signature(method).parameters.values()
    needed = [each.name for each in parameters if each.default is each.empty]
    optional = [each.name for each in parameters[len(needed) :]]
    names = ", ".join(needed) + "".join(f"[, {name}]" for name in optional)
    counts = range(len(needed), len(parameters) + 1)
    return takes(names if needed else names.replace("[, ", "[", 1), *counts)(method)


def takes(names: str, *counts: int) -> Callable[[Callable[..., ResultT]], Callable[..., ResultT]]:
    """Do the same as `function` for a method whose parameters do not show what it takes.

    Args:
        names: Names of the arguments.
        counts: Allowed numbers of arguments.
    """

    def decorate(method: Callable[..., ResultT]) -> Callable[..., ResultT]:
        @wraps(method)
        def called(self: Service, *given: Any) -> ResultT:
            call = Call(self.name, method.__name__)
            if len(given) not in counts:
                words = f"({names})" if names else "no argument"
                call.refuse(f"takes {words}, not {len(given)} arguments")
            return method(self, call, *given)

        called.takes = names  # type: ignore[attr-defined]
        return called

    return decorate


def adding(functions: Iterable[Callable[..., Any]]) -> Callable[[ClassT], ClassT]:
    """Add functions to a service, each under its own name."""

    def add(service: ClassT) -> ClassT:
        for each in functions:
            setattr(service, each.__name__, each)
        return service

    return add


def read_path(
    call: Call, given: Sequence[Any]
) -> tuple[list[tuple[float, float, float]], float | None, Any]:
    """Return the arguments of `moveTo`: poses, time or None, and the move config, () if none.

    Raises:
        NaoqiError: If they match none of its signatures.
    """
    duration: float | None = None
    if len(given) <= 2:
        if not isinstance(given[0], list | tuple):
            call.number(given[0], "x")
            has_y = len(given) == 2 and not isinstance(given[1], list | tuple)
            lacks = "theta is" if has_y else "y and theta are"
            call.refuse(f"{lacks} missing; expected x, y, theta, or [[x, y, theta], ...]")
        points = call.items(given[0], "controlPoints")
        if not points:
            call.refuse("controlPoints is empty; expected [[x, y, theta], ...]")
        poses, read = [call.pose(point, "a control point") for point in points], 1
    else:
        x, y, theta = call.numbers(x=given[0], y=given[1], theta=given[2])
        poses, read = [(x, y, theta)], 3
        if len(given) == 5 or (len(given) == 4 and not isinstance(given[3], list | tuple)):
            duration, read = call.number(given[3], "time"), 4
            if not 0.0 < duration <= LONGEST_TIME:
                most = f"{LONGEST_TIME:g} s"
                call.refuse(f"time is {duration:g}; expected more than 0 s, up to {most}")
    for axis, of in enumerate("xy"):
        if any(abs(pose[axis]) > LONGEST_PATH for pose in poses):
            call.refuse(f"{of} of the target is beyond {LONGEST_PATH:g} m")
    if any(abs(pose[2]) > 20.0 * math.pi for pose in poses):
        call.refuse("theta of the target is beyond ten turns")
    return poses, duration, given[read] if len(given) > read else ()


def told_pose(pose: Pose2) -> list[float]:
    """Return x, y and theta in the units of NAOqi: m, m, rad."""
    return [pose.x, pose.y, pose.heading]
