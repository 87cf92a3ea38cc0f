"""The folders with which a visitor commands and disturbs the robot.

A browser may send anything: every number is checked here before it is used.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from hardware.disturbance import TOWARDS, Direction, Disturbance
from hardware.disturbances import (
    BlockFoot,
    KillImu,
    KillMotor,
    LayDown,
    Lean,
    LetGo,
    Lift,
    LoseFrames,
    Press,
    Push,
    PutDown,
    SeizeJoint,
)
from hardware.errors import HsmError
from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import Touch
from hsm.apps.view.browser import BrowserPage
from hsm.apps.view.session import FASTEST_THROW, FURTHEST_THROW, LiveSession
from hsm.chart.leaves import LIMP, STAND, WALK
from hsm.control.assembly import MotionSettings
from hsm.control.special_motions import demand_special
from hsm.scenarios.limits import MOST_TURN
from motions.destinations import WalkTo
from motions.kicks.wish import Kick, KickKind
from motions.request_limits import FURTHEST
from motions.requests import Motion, MotionRequest
from motions.walking.parameters import SpeedProfile

STRONGEST_PUSH: Final = 10.0
"""Largest impulse, N s: it knocks over any robot."""
_LIFTED: Final = 0.2
"""Lifting height, m."""
_HANDS: Final[Mapping[str, Disturbance]] = {
    "Lift": Lift(_LIFTED),
    "Put down": PutDown(),
    "Let go": LetGo(),
}
_RESTS: Final[Mapping[str, Motion]] = {
    STAND.name: Motion.STAND,
    "Sit": Motion.SIT,
    LIMP.name: Motion.LIMP,
}
_SHOWN: Final[Mapping[str, Motion]] = {
    "Stand high": Motion.STAND_HIGH,
    "End fault": Motion.CLEAR_FAULT,
}
_STROLL: Final = 0.6
"""Share of the largest forward speed that the button requests if no speed is set."""


class PageInputError(HsmError):
    """A value that a visitor has entered is invalid or out of range."""


def within(value: float, low: float, high: float, what: str) -> float:
    """Return a number if it is in a range.

    Raises:
        PageInputError: If it is not, or is NaN.
    """
    if not low <= value <= high:  # true for NaN as well
        raise PageInputError(f"{what} {value:g} is not between {low:g} and {high:g}")
    return value


def troubles(robot: RobotModel) -> Mapping[str, Disturbance]:
    """Return the disturbances besides pushing and lifting, by their names on the page."""
    left, right = (Joint(robot.legs[side].knee_pitch) for side in (Side.LEFT, Side.RIGHT))
    return {
        "push it to the left, 15 N for 1 s": Lean(TOWARDS["left"], 15.0, 1.0),
        "block its left foot for 1 s": BlockFoot(Side.LEFT, 1.0),
        "hold its left knee for 2 s": SeizeJoint(left, 2.0),
        "lay it on its front": LayDown("front"),
        "lay it on its back": LayDown("back"),
        "touch its head": Press(Touch.HEAD_MIDDLE, 0.3),
        "press its chest button": Press(Touch.CHEST),
        "lose all frames for 0.3 s": LoseFrames(0.3),
        "freeze its inertial unit for 3 s": KillImu("frozen", 3.0),
        "switch off its right knee for 3 s": KillMotor(right, 3.0),
    }


def typed(field: Any, what: str) -> float:
    """Return the number in a field of the page.

    Raises:
        PageInputError: If the browser sent something else.
    """
    try:
        return float(field.value)
    except (TypeError, ValueError) as error:
        raise PageInputError(f"{what} {field.value!r} is not a number") from error


def _ranges(profile: SpeedProfile) -> tuple[tuple[float, float], ...]:
    """Return the ranges of the three speeds: m/s, m/s, deg/s."""
    turn = math.degrees(profile.turn)
    return ((-profile.backward, profile.forward), (-profile.side, profile.side), (-turn, turn))


class Controls:
    """The folders "Command", "Disturb" and "Ball" of one page; they act on the current run."""

    def __init__(
        self,
        page: BrowserPage,
        session: Callable[[], LiveSession],
        settings: MotionSettings,
    ) -> None:
        """Add the folders to the page; `session` returns the current run."""
        self._session, self._profile = session, settings.profile
        self._troubles = troubles(settings.robot)
        self._specials = settings.keyframes.engine.specials
        with page.folder("Command"):
            self._command(page)
        with page.folder("Disturb"):
            self._disturb(page)
        with page.folder("Ball"):
            self._ball(page)

    def limit(self, profile: SpeedProfile) -> None:
        """Let the sliders reach the speeds of a profile."""
        self._profile = profile
        for slider, (low, high) in zip(self._speeds, _ranges(profile), strict=True):
            slider.min, slider.max = low, high

    def reset(self) -> None:
        """Set all speeds to zero."""
        for slider in self._speeds:
            slider.value = 0.0

    def _command(self, page: BrowserPage) -> None:
        names = (("forward, m/s", 0.01), ("left, m/s", 0.01), ("turn, deg/s", 1.0))
        self._speeds = tuple(
            page.slider(name, *ends, step, 0.0, self._moved)
            for (name, step), ends in zip(names, _ranges(self._profile), strict=True)
        )
        page.button(WALK.name, self._walk, colour="green")
        page.buttons("rest", tuple(_RESTS), lambda name: self._show(MotionRequest(_RESTS[name])))
        page.buttons("more", tuple(_SHOWN), lambda name: self._show(MotionRequest(_SHOWN[name])))
        if self._specials:
            page.buttons("special", self._specials, self._special)
        with page.folder("Go to", shut=True):
            far = FURTHEST
            self._target = (
                page.number("forward, m", -far, far, 0.1, 1.0),
                page.number("left, m", -far, far, 0.1, 0.0),
                page.number("turn, deg", -MOST_TURN, MOST_TURN, 5.0, 0.0),
            )
            page.button("Go there", self._go)

    def _moved(self, _: float) -> None:
        """Request the speeds of the sliders; zero in all of them means to stand."""
        names = ("speed forward", "speed to the left", "turning speed")
        forward, left, turn = (
            within(typed(slider, "speed"), *ends, name)
            for slider, ends, name in zip(self._speeds, _ranges(self._profile), names, strict=True)
        )
        self._session().ask(MotionRequest(Motion.WALK, forward, left, math.radians(turn)))

    def _walk(self) -> None:
        if not any(typed(slider, "speed") for slider in self._speeds):
            self._speeds[0].value = round(_STROLL * self._profile.forward, 2)
        self._moved(0.0)

    def _special(self, name: str) -> None:
        request = MotionRequest(Motion.SPECIAL, special=name)
        demand_special(request, self._specials)
        self._show(request)

    def _show(self, request: MotionRequest) -> None:
        self.reset()
        self._session().ask(request)

    def _go(self) -> None:
        ahead, left, turn = (typed(number, "target") for number in self._target)
        within(ahead, -FURTHEST, FURTHEST, "distance forward")
        within(left, -FURTHEST, FURTHEST, "distance to the left")
        to = math.radians(within(turn, -MOST_TURN, MOST_TURN, "turn"))
        self.reset()
        self._session().ask(MotionRequest(Motion.WALK_TO, walk_to=WalkTo(ahead, left, to)))

    def _disturb(self, page: BrowserPage) -> None:
        self._impulse = page.slider("push, N s", 0.5, STRONGEST_PUSH, 0.5, 4.0)
        self._direction = page.choice("direction", tuple(TOWARDS))
        page.button("Push", self._push, colour="red")
        page.buttons("hands", tuple(_HANDS), lambda name: self._session().disturb(_HANDS[name]))
        with page.folder("More", shut=True):
            self._other = page.choice("what", tuple(self._troubles))
            page.button("Do it", self._do_other)

    def _push(self) -> None:
        impulse = within(typed(self._impulse, "push"), 0.01, STRONGEST_PUSH, "push")
        direction: Direction = self._direction.value
        if direction not in TOWARDS:
            raise PageInputError(f"direction '{direction}' is not one of {', '.join(TOWARDS)}")
        self._session().disturb(Push(TOWARDS[direction], impulse))

    def _do_other(self) -> None:
        if self._other.value not in self._troubles:
            raise PageInputError(f"'{self._other.value}' is not a disturbance")
        self._session().disturb(self._troubles[self._other.value])

    def _ball(self, page: BrowserPage) -> None:
        self._throw = (
            page.slider("distance, m", 0.3, FURTHEST_THROW, 0.1, 1.0),
            page.slider("speed, m/s", 0.0, FASTEST_THROW, 0.1, 0.0),
            page.slider("to its left, m", -1.0, 1.0, 0.05, 0.05),
        )
        page.button("Throw the ball", self._throw_ball)
        self._kind = page.choice("kick", tuple(kind.value for kind in KickKind))
        self._kick_to = page.slider("kick to, deg", -90.0, 90.0, 5.0, 0.0)
        page.button("Kick the ball", self._kick, colour="green")

    def _throw_ball(self) -> None:
        distance, speed, aside = (typed(slider, "throw") for slider in self._throw)
        self._session().throw_ball(distance, speed, aside)

    def _kick(self) -> None:
        direction = within(typed(self._kick_to, "direction"), -90.0, 90.0, "direction of the kick")
        kind = KickKind(self._kind.value)
        self.reset()
        self._session().ask(MotionRequest(Motion.KICK, kick=Kick(kind, math.radians(direction))))
