"""Fall detector: upright, staggering, falling or fallen, and the direction of the fall.

A fall is reported when the robot, as a rigid body, would tip over (see `tipping`) by a margin that
a step can no longer compensate, or when its torso leans too far in any case; this must hold for
several cycles in a row, because a single bad sample must not trigger a fall. The fall ends when the
torso lies and has come to rest. A robot held by a person does not fall: it counts as held from
losing ground contact while upright until it stands again or tips over with ground contact.
"""

import math
from enum import Enum, auto

from hardware.cycle_data import cycle_data
from hardware.units import Point
from motions.perception.parameters import FallDetectorParameters
from motions.perception.state import Fall, FallDirection, tilt_of
from motions.perception.tipping import Tipping


class _FallPhase(Enum):
    HELD = auto()
    UPRIGHT = auto()
    FALLING = auto()
    FALLEN = auto()


@cycle_data
class TorsoPosture:
    """Inputs of the fall detector in one cycle.

    Attributes:
        up: The vertical in torso axes.
        gyro: Angular velocity, rad/s.
        tipping: State of the pendulum over the soles.
        contact: Ground contact.
        quiet_time: Time for which the gyros have been quiet, s.
    """

    up: Point
    gyro: Point
    tipping: Tipping
    contact: bool
    quiet_time: float


class FallDetector:
    """Fall detector: a four-phase state machine over tilt, tipping, rest and contact.

    Attributes:
        fall: Result of the last cycle.
        direction: Direction of the fall; NONE without one.
    """

    def __init__(self, parameters: FallDetectorParameters, cycle: float) -> None:
        self._cycle = cycle
        self._parameters = parameters
        self._phase: _FallPhase | None = None
        self._positive = 0
        self._rest = 0.0
        self.fall = Fall.UPRIGHT
        self.direction = FallDirection.NONE

    def update(self, posture: TorsoPosture) -> Fall:
        """Update the detector by one cycle and return its result."""
        limits = self._parameters
        tilt = tilt_of(posture.up)
        still = max(abs(rate) for rate in posture.gyro) < limits.still
        self._rest = self._rest + self._cycle if still else 0.0
        positive = self._would_fall(posture, tilt)
        self._positive = self._positive + 1 if positive else 0
        self._phase = self._next(self._phase or self._first(tilt), posture, tilt)
        self._direct(posture, tilt)
        self.fall = self._verdict(posture.tipping)
        return self.fall

    def _would_fall(self, posture: TorsoPosture, tilt: float) -> bool:
        """Return whether this cycle alone indicates a fall."""
        limits, tipping = self._parameters, posture.tipping
        if tilt >= limits.tilt:
            return True
        return tipping.excess > limits.excess and tilt >= limits.least_tilt

    def _first(self, tilt: float) -> _FallPhase:
        """Return the initial phase: fallen if the torso lies, else held."""
        return _FallPhase.FALLEN if tilt >= self._parameters.lying else _FallPhase.HELD

    def _next(self, phase: _FallPhase, posture: TorsoPosture, tilt: float) -> _FallPhase:
        limits = self._parameters
        stands = tilt < limits.upright
        lies = tilt >= limits.lying and self._rest >= limits.rest
        match phase:
            case _FallPhase.HELD:
                if stands and posture.contact:
                    return _FallPhase.UPRIGHT
                # With ground contact no hand has kept it from tipping over.
                if posture.contact and tilt >= limits.tilt:
                    return _FallPhase.FALLING
                # Hands are never as still as the ground, even if they carry a robot flat.
                laid = tilt >= limits.lying and posture.quiet_time >= limits.laid_down
                return _FallPhase.FALLEN if laid else _FallPhase.HELD
            case _FallPhase.UPRIGHT:
                if self._positive >= limits.positive:
                    return _FallPhase.FALLING
                lifted = stands and not posture.contact and not self._positive
                return _FallPhase.HELD if lifted else _FallPhase.UPRIGHT
            case _FallPhase.FALLING:
                if stands and self._rest > 0.0:
                    return _FallPhase.UPRIGHT if posture.contact else _FallPhase.HELD
                stuck = tilt >= limits.upright and self._rest >= limits.stuck
                return _FallPhase.FALLEN if lies or stuck else _FallPhase.FALLING
            case _FallPhase.FALLEN:
                if not stands:
                    return _FallPhase.FALLEN
                return _FallPhase.UPRIGHT if posture.contact else _FallPhase.HELD

    def _direct(self, posture: TorsoPosture, tilt: float) -> None:
        """Update the direction: by the tipping at first, by the side that is down when lying."""
        if self._phase not in (_FallPhase.FALLING, _FallPhase.FALLEN):
            self.direction = FallDirection.NONE
        elif tilt >= self._parameters.lying or self._phase is _FallPhase.FALLEN:
            self.direction = self._rolled(posture.up)
        elif self._positive:
            self.direction = self._tipped(posture.tipping.direction)

    def _tipped(self, towards: tuple[float, float]) -> FallDirection:
        """Return the direction of tipping; the sectors of left and right are narrower."""
        angle = math.atan2(towards[1], towards[0])
        if abs(abs(angle) - 0.5 * math.pi) < self._parameters.side_sector:
            return FallDirection.LEFT if angle > 0.0 else FallDirection.RIGHT
        return FallDirection.FRONT if abs(angle) < 0.5 * math.pi else FallDirection.BACK

    def _rolled(self, up: Point) -> FallDirection:
        """Return the side that is down, with hysteresis in favour of the current direction."""
        down = {
            FallDirection.FRONT: -up[0],
            FallDirection.BACK: up[0],
            FallDirection.LEFT: -up[1],
            FallDirection.RIGHT: up[1],
        }
        if self.direction in down:
            down[self.direction] += self._parameters.roll_lead
        return max(down, key=lambda side: down[side])

    def _verdict(self, tipping: Tipping) -> Fall:
        match self._phase:
            case _FallPhase.FALLING:
                return Fall.FALLING
            case _FallPhase.FALLEN:
                return Fall.FALLEN
            case _FallPhase.HELD | None:
                return Fall.UPRIGHT
            case _FallPhase.UPRIGHT:
                staggers = self._positive > 0 or tipping.excess > 0.0
                return Fall.STAGGERING if staggers else Fall.UPRIGHT
