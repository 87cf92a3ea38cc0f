"""Looks for what was asked of a robot and never begun: a kick without a ball, a way it never went.

A walk at a speed is judged by its distance (`distance_check.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass

from hsm.chart.leaves import IN_WALK_KICK, KICK_PHASE, WALK
from hsm.control.loop import Cycle
from hsm.control.reasons import request_text
from motions.limbs.wishes import HeadMode
from motions.requests import Motion, MotionRequest

_KICKS = (Motion.KICK, Motion.DRIBBLE)
"""Only a kick does what they ask for."""
_WAYS = (Motion.WALK_TO, Motion.FREE_BALL, Motion.REPLAY_STEPS, Motion.PREVIEW)
"""Nothing is to be done for them where there is no way to go."""


@dataclass(frozen=True, slots=True)
class UndoneErrand:
    """What was asked and never begun.

    Attributes:
        until: The last moment in which it was asked, s.
        what: What was asked, and when, in words.
        why: What it lacked then.
    """

    until: float
    what: str
    why: str

    def __str__(self) -> str:
        return f"never begun: {self.what}" + (f": {self.why}" if self.why else "")


class ErrandWatch:
    """Looks on at a run.

    Attributes:
        found: What was not begun, in the order of time; complete after `end`.
    """

    def __init__(self, account: Callable[[], str]) -> None:
        """Begin; `account` says what the running errand waits for."""
        self.found: list[UndoneErrand] = []
        self._account = account
        self._request = MotionRequest()
        self._begin = self._now = 0.0
        self._waits = self._open = False
        self._why = ""

    def look(self, made: Cycle) -> None:
        """Take in a cycle."""
        outcome, request = made.outcome, made.outcome.request
        time = outcome.robot.time
        if request is not self._request and not request.same_errand(self._request):
            self.end()
            self._begin = time
            self._waits = request.motion.needs_a_ball or request.motion in _WAYS
        self._request, self._now = request, time
        if not self._waits:
            return
        kicks = outcome.leaf in KICK_PHASE or outcome.leaf in IN_WALK_KICK
        walks = outcome.leaf in WALK and request.motion not in _KICKS
        self._waits = not (kicks or walks or outcome.info.arrived)
        self._open, self._why = outcome.info.open, self._account()

    def end(self) -> None:
        """Count what is asked no more."""
        request = self._request
        waits, self._waits = self._waits, False
        if not waits or (request.motion in _WAYS and not self._open):
            return
        what = f"{request_text(request)} at {self._begin:.2f} s"
        hint = "" if self._open else _hint(request)
        self.found.append(UndoneErrand(self._now, what, self._why + hint))


def _hint(request: MotionRequest) -> str:
    """Return how a robot that waits, and may have lost the ball out of sight, would keep it."""
    looks = request.head is not None and request.head.mode is HeadMode.BALL
    if looks or not request.motion.needs_a_ball:
        return ""
    return "; `head: {mode: ball}` beside it keeps the ball in sight"
