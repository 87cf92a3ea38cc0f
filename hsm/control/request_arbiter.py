"""Selects the request to follow: the chest button overrides the behaviour's request.

A short press toggles between standing and sitting. This operator's request holds until the
behaviour requests another motion, or the same one with another number: one that goes on aiming its
motion anew in every picture must not revoke it. Holding the button for a second makes the robot
limp at once, and it stays down until then, too. No press revokes a limp that the behaviour
requests.
"""

import logging
from collections.abc import Sequence

from hardware.sensors_and_commands import Touch
from hsm.control.reasons import request_text
from hsm.control.special_motions import UnknownSpecialError, demand_special
from hsm.control.thresholds import OperatorFacts
from motions.perception.state import RobotState
from motions.requests import Motion, MotionRequest

_LOG = logging.getLogger("hsm")


class RequestArbiter:
    """Selects the request to follow and detects a silent behaviour.

    Attributes:
        forced: The robot must go limp at once.
        silent: No valid request has arrived for too long.
    """

    def __init__(self, parameters: OperatorFacts, cycle: float, specials: Sequence[str]) -> None:
        """Set up.

        Args:
            parameters: Thresholds of the chest button and of silence.
            cycle: Duration of a cycle, s.
            specials: Names of the special motions that may be requested.
        """
        self._cycle = cycle
        self._specials = specials
        self._refused = ""
        self._parameters = parameters
        self._behaviour = MotionRequest()
        self._operator: MotionRequest | None = None
        self._is_forgotten = False
        self._pressed, self._held = 0.0, False
        self._silence = 0.0
        self._patience = parameters.silent_from  # until the first request
        self.forced = False
        self.silent = False

    def update(self, request: MotionRequest | None, robot: RobotState) -> MotionRequest:
        """Return the request to follow in this cycle.

        Args:
            request: The behaviour's request; None keeps its last one.
            robot: The state estimate, for the button.
        """
        self._hear(request)
        self._look(robot)
        self.forced = self._behaviour.motion is Motion.LIMP or self._held
        return self._followed

    def forget_performance(self, time: float, leaf: str) -> None:
        """Cancel a request that must not resume after a fall or the like, and log it once.

        These are special motions, dives, and requests that refer to an earlier pose of the robot.

        Args:
            time: Time of the frame, s.
            leaf: Short name of the leaf that was entered.
        """
        if self._is_forgotten or not self._behaviour.is_forgotten_after_fall:
            return
        self._is_forgotten = True
        what = request_text(self._behaviour)
        _LOG.warning(
            "%.2f s: %s, cancelled in %s: request it again with another number", time, what, leaf
        )

    @property
    def forgotten(self) -> MotionRequest | None:
        """Return the behaviour's request if it is cancelled, until a different one arrives."""
        return self._behaviour if self._is_forgotten else None

    @property
    def _followed(self) -> MotionRequest:
        if self._operator is not None:
            return self._operator
        return MotionRequest() if self._is_forgotten else self._behaviour

    def _hear(self, request: MotionRequest | None) -> None:
        if request is None or self._refuses(request):
            request = None
            self._silence += self._cycle
        else:
            self._silence, self._patience = 0.0, self._parameters.silent_after
        if request is not None and request != self._behaviour:
            if _kind(request) != _kind(self._behaviour):
                self._operator = None
            if not request.same_errand(self._behaviour):
                self._is_forgotten = False
            self._behaviour = request
        self.silent = self._silence > self._patience and self._operator is None

    def _refuses(self, request: MotionRequest) -> bool:
        """Return whether a request must be ignored, as if none had arrived; log it once."""
        try:
            demand_special(request, self._specials)
        except UnknownSpecialError as error:
            if request.special != self._refused:  # a program may number its repetitions
                _LOG.warning("request refused: %s; %s", error, error.hint)
            self._refused = request.special
            return True
        return False

    def _look(self, robot: RobotState) -> None:
        """Read the chest button: it acts on release, or after being held."""
        parameters = self._parameters
        if robot.touch[Touch.CHEST] >= parameters.touched_above:
            self._pressed += self._cycle
            # Act on fresh frames only: a stale one must not make a standing robot limp.
            if self._pressed >= parameters.chest_held and robot.frame_age < 0.5 * self._cycle:
                self._operator, self._held = MotionRequest(Motion.SIT), True
            return
        if 0.0 < self._pressed < parameters.chest_held:
            self._toggle()
        self._pressed, self._held = 0.0, False

    def _toggle(self) -> None:
        down = self.silent or self._followed.motion in (Motion.SIT, Motion.LIMP)
        self._operator = MotionRequest(Motion.STAND if down else Motion.SIT)
        self.silent = False


def _kind(request: MotionRequest) -> tuple[Motion, int]:
    """Return what a behaviour must change to take over from the chest button."""
    return request.motion, request.number
