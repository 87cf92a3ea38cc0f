"""Opening of one hand: follows a wish, and returns to the motion's own opening."""

from motions.scalars import toward


class Hand:
    """The opening of one hand, 0 closed to 1 open.

    Attributes:
        joint: Index in wire order.
        active: Whether the hand follows a wish or is returning.
    """

    def __init__(self, joint: int, step: float) -> None:
        """Keep the joint and the largest change of the opening in one cycle."""
        self.joint = joint
        self._step = step
        self.active = False

    def reset(self) -> None:
        """Release the hand to the running motion."""
        self.active = False

    def step(self, wished: float | None, *, own: float, last: float) -> float:
        """Return the opening of this cycle.

        Args:
            wished: Wished opening; None returns to the motion's own.
            own: The motion's own opening.
            last: Last commanded opening.
        """
        opening = toward(last, own if wished is None else wished, self._step)
        self.active = wished is not None or opening != own
        return opening
