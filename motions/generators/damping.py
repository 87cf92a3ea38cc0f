"""Takes the swing out of turns to and fro."""

from dataclasses import dataclass

from hardware.units import Angle, Ratio


@dataclass(frozen=True, slots=True)
class TurnDampingParameters:
    """Turns to and fro, each taking back the one before, become smaller.

    Attributes:
        from_turn: Smaller turns are none, rad.
        leftover: Two turns take each other back if no more than this is left, rad.
        share: Of a turn that each such pair takes away.
        most: At most this much is taken away: a robot that only turns must come to its end.
    """

    from_turn: Angle
    leftover: Angle
    share: Ratio
    most: Ratio


class TurnDamping:
    """Makes turns smaller that take back the turn before, the more of them follow each other.

    A step turns one foot against the other, and half of that turn is still to come when the next
    step begins: turns of the same size to both sides leave the robot where it was.
    """

    def __init__(self, parameters: TurnDampingParameters) -> None:
        self._parameters = parameters
        self._pairs = 0

    def damped(self, turn: float, last: float) -> float:
        """Return the turn of a step, smaller if it goes on swinging.

        Args:
            turn: That is wanted, rad.
            last: Of the step before, rad.
        """
        parameters = self._parameters
        if abs(turn) <= parameters.from_turn or abs(turn + last) >= 2.0 * parameters.leftover:
            self._pairs = 0
            return turn
        self._pairs += 1
        return turn * (1.0 - min(parameters.share * self._pairs, parameters.most))
