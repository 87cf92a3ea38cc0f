"""What is asked of the robot: the behaviour's request, and the chest button above it.

A short press toggles between standing and sitting. That is the operator's own request; it holds
until the behaviour changes its mind. Held for a second, the button makes the robot limp at once,
and it then stays limp until somebody asks for something else. No press ever takes back a limp
that the behaviour asks for.
"""

import logging

from hardware.sensors_and_commands import Touch
from hsm.control.reasons import request_text
from hsm.control.thresholds import OperatorFacts
from motions.perception.state import RobotState
from motions.requests import Motion, MotionRequest

_LOG = logging.getLogger("hsm")


class RequestArbiter:
    """The request that is followed, and whether the behaviour is still there.

    Attributes:
        forced: Everything must be limp at once.
        silent: Nothing valid has been asked for too long.
    """

    def __init__(self, parameters: OperatorFacts, cycle: float) -> None:
        self._cycle = cycle
        self._parameters = parameters
        self._behaviour = MotionRequest()
        self._operator: MotionRequest | None = None
        self._is_forgotten = False
        self._pressed, self._held = 0.0, False
        self._age = 0.0
        self._silence = 0.0
        self.forced = False
        self.silent = False

    def update(self, request: MotionRequest | None, robot: RobotState) -> MotionRequest:
        """Return the request that is followed in this cycle.

        Args:
            request: What the behaviour says; None when it said nothing in this cycle, which keeps
                its last request.
            robot: The state estimate, for the button.
        """
        self._hear(request)
        self._look(robot)
        self.forced = self._behaviour.motion is Motion.LIMP or self._held
        return self._followed

    def forget_performance(self, time: float, leaf: str) -> None:
        """Forget what is not to be taken up again after what happened now, and say so once.

        Performances are, and what refers to where the robot was.

        Args:
            time: Of the frame, s.
            leaf: Short name of the leaf that was entered.
        """
        if self._is_forgotten or not self._behaviour.is_forgotten_after_fall:
            return
        self._is_forgotten = True
        what = request_text(self._behaviour)
        _LOG.warning("%.2f s: %s, forgotten in %s: ask with another number", time, what, leaf)

    @property
    def forgotten(self) -> MotionRequest | None:
        """Return the behaviour's wish if it is forgotten, until it says another one."""
        return self._behaviour if self._is_forgotten else None

    @property
    def _followed(self) -> MotionRequest:
        if self._operator is not None:
            return self._operator
        return MotionRequest() if self._is_forgotten else self._behaviour

    def _hear(self, request: MotionRequest | None) -> None:
        parameters = self._parameters
        self._age += self._cycle
        self._silence = self._silence + self._cycle if request is None else 0.0
        if request is not None and request != self._behaviour:
            if not request.same_errand(self._behaviour):
                self._operator = None
                self._is_forgotten = False
            self._behaviour = request
        alone = self._silence > parameters.silent_after and self._age > parameters.silent_from
        self.silent = alone and self._operator is None

    def _look(self, robot: RobotState) -> None:
        """Follow the chest button: it acts when it is let go, or has been held."""
        parameters = self._parameters
        if robot.touch[Touch.CHEST] >= parameters.touched_above:
            self._pressed += self._cycle
            # Without a frame nobody knows whether it is still pressed: a robot that stands must
            # not fall by the last one that came.
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
