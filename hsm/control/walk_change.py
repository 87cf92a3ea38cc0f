"""A change of the walk's parameters while the robot runs: when it is taken, and what it may change.

A change waits until the robot rests, so that no step is planned with one set of parameters and
executed with another. What the walk has learnt about the robot is kept.
"""

from dataclasses import dataclass
from typing import Final

from hardware.cycle_data import cycle_data
from hsm.chart.leaves import LIMP, OFF, SIT_DOWN, STAND_HIGH, STAND_NORMAL
from motions.walking.configuration import WalkingParameters, shared_differences
from motions.walking.engine import WalkingEngine
from motions.walking.parameters import SpeedProfile

_RESTING: Final = (STAND_NORMAL, STAND_HIGH, SIT_DOWN.done, LIMP, OFF)


def rests(leaf: str) -> bool:
    """Return whether the robot rests in a leaf, so that a change can be taken."""
    return any(leaf in state for state in _RESTING)


@dataclass(frozen=True, slots=True)
class WalkChange:
    """Parameters of the walk to change to, complete and checked.

    Attributes:
        walking: Parameters of the walk.
        profile: Its speed profile.
    """

    walking: WalkingParameters
    profile: SpeedProfile


@cycle_data
class ParameterStatus:
    """What has become of the changes.

    Attributes:
        waits: A change waits until the robot rests.
        taken: Number of changes taken since the start.
    """

    waits: bool
    taken: int


AS_STARTED: Final = ParameterStatus(False, 0)


class PendingChange:
    """Hands a change to the walking engine when the robot rests.

    Attributes:
        newest: The newest parameters, taken or waiting.
        status: What has become of the changes.
    """

    def __init__(self, start: WalkChange) -> None:
        self.newest = start
        self.status = AS_STARTED

    def offer(self, change: WalkChange) -> None:
        """Let a change wait; it replaces one that is still waiting.

        Raises:
            ValueError: If it differs in parameters that other motions share.
        """
        if shared := shared_differences(change.walking, self.newest.walking):
            raise ValueError(f"{', '.join(shared)} cannot change while the robot runs")
        self.newest = change
        self.status = ParameterStatus(True, self.status.taken)

    def take(self, leaf: str, engine: WalkingEngine) -> WalkChange | None:
        """Change the engine if a change waits and the robot rests; return the change taken."""
        if not self.status.waits or not rests(leaf):
            return None
        self.status = ParameterStatus(False, self.status.taken + 1)
        engine.change(self.newest.walking, self.newest.profile)
        return self.newest
