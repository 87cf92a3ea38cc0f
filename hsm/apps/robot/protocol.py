"""Protocol between programs and the robot process, version 1; documented in `REQUEST.md`.

Both directions use MessagePack maps with named keys; every message gets one answer. Omitted fields
have the defaults of their class, also in nested parts; enum members are named in any case. Unknown
keys are refused, so that a misspelt one is never ignored.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, TypeVar

from hardware.declared import shortened
from hardware.errors import HsmError
from hsm.apps.robot import PROTOCOL
from hsm.runs.serialisation import ValuesError, plain, read_external
from hsm.settings.change_wish import ChangeWish
from motions.destinations import TargetFrame
from motions.request_limits import FASTEST, FASTEST_TURN, FURTHEST, LONGEST_PATH
from motions.requests import MotionRequest
from motions.sight import Circle, SeenBall, Sighting

T = TypeVar("T")
_Limited = tuple[str, float, tuple[float, float], str]
"""A number: its name, its value, its range, their unit."""
_KEYS: Final = ("version", "request", "hold", "sight", "change")
_WALKED: Final = (-FASTEST, FASTEST)
"""Range of requested speeds, m/s."""
_TURNED: Final = (-FASTEST_TURN, FASTEST_TURN)
"""Range of requested turning speeds, rad/s."""
_NEAR: Final = (-FURTHEST, FURTHEST)
"""Range of coordinates of where the robot is to go, m."""
_ON_PATHS: Final = (-LONGEST_PATH, LONGEST_PATH)
"""Range of coordinates of poses on a path, m."""
_STEPS: Final = (-1.0, 1.0)
"""Range of coordinates of a step, m: four times the length of a leg."""
_PLACES: Final = (-20.0, 20.0)
"""Range of coordinates of anything on the field, m: longer than any field."""
_LENGTHS: Final = (0.0, 20.0)
"""Range of distances over the field, m."""
_SPEEDS: Final = (-10.0, 10.0)
"""Range of speeds of what is sighted or kicked, m/s: no robot kicks as hard."""
_RADII: Final = (0.0, 5.0)
"""Range of radii of obstacles, m: wider than a goal."""
_LATER: Final = ("gains", "torque_limits")
"""Keys reserved for joint settings of a later version."""


class RequestError(HsmError):
    """A message to the robot that is refused."""

    hint = "hsm/apps/robot/REQUEST.md describes the messages."

    def __init__(self, what: str) -> None:
        # It quotes untrusted text, which must not break the line.
        super().__init__(" ".join(what.split()))


@dataclass(frozen=True, slots=True)
class Message:
    """Content of one message.

    Attributes:
        request: Requested motion; None if there is none.
        hold: The request stays active until the next one, without being repeated.
        sight: Sighting; None if there is none.
        change: Change of the walk's parameters; None if there is none.
    """

    request: MotionRequest | None
    hold: bool
    sight: Sighting | None
    change: ChangeWish | None = None


def read_message(message: Mapping[str, Any]) -> Message:
    """Return the content of a message.

    Raises:
        RequestError: If its version differs, or a key or value is invalid.
    """
    version = message.get("version")
    if version != PROTOCOL:
        raise RequestError(f"version is {shortened(version)}; expected {PROTOCOL}")
    for key in message:
        if key in _LATER:
            raise RequestError(f"'{key}' comes with a later version; this is version {PROTOCOL}")
        if key not in _KEYS:
            raise RequestError(f"{shortened(key)} is unknown; expected some of {', '.join(_KEYS)}")
    hold = message.get("hold", False)
    if not isinstance(hold, bool):
        raise RequestError(f"hold is {shortened(hold)}; expected true or false")
    if hold and message.get("request") is None:
        raise RequestError("hold is true; expected a request beside it, to be held")
    if message.get("change") is not None and message.keys() - {"version", "change"}:
        raise RequestError("change must be in a message of its own, as it takes longer")
    try:
        request = _part(MotionRequest, "request", message.get("request"))
        if request is not None:
            _demand_sense(request)
        sight = _part(Sighting, "sight", message.get("sight"))
        if sight is not None:
            _demand_within(_of_a_sighting(sight))
        return Message(request, hold, sight, _part(ChangeWish, "change", message.get("change")))
    except ValuesError as error:
        raise RequestError(str(error)) from error


def request_as_map(request: MotionRequest) -> dict[str, Any]:
    """Return the map of a request: its motion and the fields that differ from the defaults."""
    usual = plain(MotionRequest())
    return {
        name: item
        for name, item in plain(request).items()
        if name == "motion" or item != usual[name]
    }


def _part(kind: type[T], name: str, data: Any) -> T | None:
    if data is None:
        return None
    if not isinstance(data, Mapping):
        raise RequestError(f"{name} is {shortened(data)}; expected a map")
    return read_external(kind, data, name)


def _demand_sense(request: MotionRequest) -> None:
    """Refuse values that no robot can execute.

    Raises:
        RequestError: If a number is beyond its range.
    """
    numbers = _of_a_walk, _of_steps, _of_the_ball
    _demand_within(chain.from_iterable(each(request) for each in numbers))


def _demand_within(numbers: Iterable[_Limited]) -> None:
    """Refuse a number beyond its range: mostly one in another unit.

    Raises:
        RequestError: If there is one.
    """
    for name, number, (least, most), unit in numbers:
        if not least <= number <= most:
            raise RequestError(f"{name} is {number:g}; expected {least:.4g} to {most:.4g} {unit}")


def _of_a_sighting(sight: Sighting) -> Iterator[_Limited]:
    """Yield the numbers of a sighting that are relative to the robot or the field."""
    seen: dict[str, SeenBall | Circle] = {}
    if sight.ball is not None:
        seen["ball"] = sight.ball
    for number, circle in enumerate(sight.obstacles.circles if sight.obstacles else ()):
        seen[f"obstacles.circles[{number}]"] = circle
    for name, what in seen.items():
        yield f"sight.{name}.x", what.x, _PLACES, "m"
        yield f"sight.{name}.y", what.y, _PLACES, "m"
        yield f"sight.{name}.vx", what.vx, _SPEEDS, "m/s"
        yield f"sight.{name}.vy", what.vy, _SPEEDS, "m/s"
        if isinstance(what, Circle):
            yield f"sight.{name}.radius", what.radius, _RADII, "m"
    if sight.pose is not None:
        pose = sight.pose.pose
        yield "sight.pose.pose.x", pose.x, _PLACES, "m"
        yield "sight.pose.pose.y", pose.y, _PLACES, "m"
        yield "sight.pose.pose.heading", pose.heading, (-math.tau, math.tau), "rad"


def _of_a_walk(request: MotionRequest) -> Iterator[_Limited]:
    """Yield the places and tolerances of a walk that construction does not check."""
    to, behind = request.walk_to, request.walk_to_ball
    if to is not None:
        yield "walk_to.tolerance", to.tolerance, _LENGTHS, "m"
        if to.frame is not TargetFrame.ODOMETRY:  # its origin may be anywhere
            yield from (("walk_to.via", number, _NEAR, "m") for place in to.via for number in place)
            yield from (("walk_to.interest", number, _NEAR, "m") for number in to.interest or ())
    if behind is not None:
        yield "walk_to_ball.ahead", behind.ahead, _LENGTHS, "m"
        yield "walk_to_ball.aside", behind.aside, _NEAR, "m"
        yield "walk_to_ball.tolerance", behind.tolerance, _LENGTHS, "m"


def _of_steps(request: MotionRequest) -> Iterator[_Limited]:
    """Yield the speeds and places of the preview walk, and the steps of a replay."""
    replay, preview = request.replay_steps, request.preview
    if replay is not None:
        yield "replay_steps.aside", replay.aside, _STEPS, "m"
        for number, step in enumerate(replay.steps):
            yield f"replay_steps.steps[{number}].x", step.x, _STEPS, "m"
            yield f"replay_steps.steps[{number}].y", step.y, _STEPS, "m"
    if preview is not None and preview.velocity is not None:
        yield "preview.velocity.forward", preview.velocity.forward, _WALKED, "m/s"
        yield "preview.velocity.left", preview.velocity.left, _WALKED, "m/s"
        yield "preview.velocity.turn", preview.velocity.turn, _TURNED, "rad/s"
    if preview is not None and preview.move_to is not None:
        for number, pose in enumerate(preview.move_to.poses):
            yield f"preview.move_to.poses[{number}].x", pose.x, _ON_PATHS, "m"
            yield f"preview.move_to.poses[{number}].y", pose.y, _ON_PATHS, "m"


def _of_the_ball(request: MotionRequest) -> Iterator[_Limited]:
    """Yield the targets and distances of the ball."""
    kick, dribble, line = request.kick, request.dribble, request.out_of_ball_line
    if kick is not None:
        yield from (("kick.target", number, _PLACES, "m") for number in kick.target or ())
        yield "kick.length", kick.length or 0.0, _LENGTHS, "m"
        yield "kick.arrives", kick.arrives or 0.0, _SPEEDS, "m/s"
    if dribble is not None:
        yield "dribble.x", dribble.x or 0.0, _PLACES, "m"
        yield "dribble.y", dribble.y or 0.0, _PLACES, "m"
        yield "dribble.length", dribble.length or 0.0, _LENGTHS, "m"
        yield "dribble.tolerance", dribble.tolerance, _LENGTHS, "m"
    if line is not None:  # also beside the others, as `while_rolling`
        yield from (("out_of_ball_line.goal", number, _PLACES, "m") for number in line.goal)
