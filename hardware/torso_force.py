"""A disturbance that a program makes itself: a force at the torso, as a function of time.

It stands beside `hardware.disturbances`, whose classes are keys of scenarios: what it does is code.
"""

from abc import ABC, abstractmethod
from typing import ClassVar

from hardware.disturbance import Disturbance


class TorsoForce(Disturbance, ABC):
    """Base of forces at the torso's centre of mass; a subclass is a dataclass with a force.

    A saved state of a run refuses it while it acts: only data is saved.

    Attributes:
        duration: How long it acts, s.
    """

    __slots__ = ()
    words: ClassVar[str] = "pushed by a program"
    duration: float

    @abstractmethod
    def force(self, since: float) -> tuple[float, float, float]:
        """Return the force in N: forward, to the left and up, as the torso headed at the onset.

        Args:
            since: Time since the onset, 0 to `duration`, s; asked once per cycle of 12 ms.
        """
