"""How far one hand is open: as it is wished, and back to what the motion itself does with it."""

from motions.scalars import toward


class Hand:
    """The opening of one hand, 0 closed to 1 open.

    Attributes:
        joint: Its place in wire order.
        active: It is wished open or closed, or on its way back.
    """

    def __init__(self, joint: int, step: float) -> None:
        """Keep by how much it opens in a cycle at most."""
        self.joint = joint
        self._step = step
        self.active = False

    def reset(self) -> None:
        """Let go of the hand: whoever has it now moves it."""
        self.active = False

    def step(self, wished: float | None, *, own: float, last: float) -> float:
        """Return the opening of this cycle.

        Args:
            wished: None leads back to what the motion itself does.
            own: What the motion itself does with the hand.
            last: What was commanded last.
        """
        opening = toward(last, own if wished is None else wished, self._step)
        self.active = wished is not None or opening != own
        return opening
