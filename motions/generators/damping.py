"""Takes the swing out of turns to and fro."""

from motions.generators.parameters import TurnDampingParameters


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
