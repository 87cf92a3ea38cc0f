"""Finds requests that were never begun: a kick without a ball, a walk that did not start.

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
"""Motions that only a kick fulfils."""
_WAYS = (Motion.WALK_TO, Motion.FREE_BALL, Motion.REPLAY_STEPS, Motion.PREVIEW)
"""Motions without anything to do if there is no distance to cover."""


@dataclass(frozen=True, slots=True)
class UndoneErrand:
    """A request that was never begun.

    Attributes:
        until: End of the request, s.
        what: The request and its time, in words.
        why: What it was waiting for at the end.
    """

    until: float
    what: str
    why: str

    def __str__(self) -> str:
        return f"never begun: {self.what}" + (f": {self.why}" if self.why else "")


class ErrandWatch:
    """Observes a run for requests that are never begun.

    Attributes:
        found: Requests never begun, in order of time; complete after `end`.
    """

    def __init__(self, account: Callable[[], str]) -> None:
        """Start; `account` returns what the current errand is waiting for."""
        self.found: list[UndoneErrand] = []
        self._account = account
        self._request = MotionRequest()
        self._begin = self._now = 0.0
        self._waits = self._open = False
        self._why = ""

    def look(self, made: Cycle) -> None:
        """Process a cycle."""
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
        """Record the current request if it was never begun."""
        request = self._request
        waits, self._waits = self._waits, False
        if not waits or (request.motion in _WAYS and not self._open):
            return
        what = f"{request_text(request)} at {self._begin:.2f} s"
        hint = "" if self._open else _hint(request)
        self.found.append(UndoneErrand(self._now, what, self._why + hint))


def _hint(request: MotionRequest) -> str:
    """Return a hint on keeping the ball in sight, for a robot that may have lost it."""
    looks = request.head is not None and request.head.mode is HeadMode.BALL
    if looks or not request.motion.needs_a_ball:
        return ""
    return "; add `head: {mode: ball}` to the request to keep the ball in sight"
