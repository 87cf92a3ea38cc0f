"""Damping of alternating turns."""

from dataclasses import dataclass

from hardware.units import Angle, Ratio


@dataclass(frozen=True, slots=True)
class TurnDampingParameters:
    """Damping of turns that undo the turn before.

    Attributes:
        from_turn: Smaller turns are ignored, rad.
        leftover: Two turns cancel if less than twice this is left of both, rad.
        share: Share of the turn by which each further cancelling pair reduces it.
        most: Largest reduction: a robot that only turns must reach its heading.
    """

    from_turn: Angle
    leftover: Angle
    share: Ratio
    most: Ratio


class TurnDamping:
    """Reduces turns that undo the turn before, the more of them follow each other.

    A step turns one foot against the other, and half of that turn is still to come when the next
    step begins: equal turns to both sides have no effect.
    """

    def __init__(self, parameters: TurnDampingParameters) -> None:
        self._parameters = parameters
        self._pairs = 0

    def damped(self, turn: float, last: float) -> float:
        """Return the turn of a step, reduced if turns keep alternating.

        Args:
            turn: The wanted turn, rad.
            last: Turn of the step before, rad.
        """
        parameters = self._parameters
        if abs(turn) <= parameters.from_turn or abs(turn + last) >= 2.0 * parameters.leftover:
            self._pairs = 0
            return turn
        self._pairs += 1
        return turn * (1.0 - min(parameters.share * self._pairs, parameters.most))
