"""Freeze: the link is lost, so nothing is known; hold what was commanded last, never stiffer."""

from dataclasses import dataclass

from hardware.frames import JointCommand
from hardware.units import Percent
from hsm.states.components import Components
from hsm.states.state import Cause, Moment, State
from motions.holding import start_of


@dataclass(frozen=True, slots=True)
class FreezeParameters:
    """How stiff a robot without a link is.

    Attributes:
        hold: Upright, 0..1.
        tilted: When its torso has tilted, 0..1.
    """

    hold: Percent
    tilted: Percent


class Frozen(State):
    """Hold and Tilted: the last command, or the measured angle where a joint was limp."""

    def __init__(self, components: Components, stiffness: float) -> None:
        self._components = components
        self._stiffness = stiffness
        self._command: JointCommand | None = None

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Take over the last command, softened; whatever was planned is dropped."""
        self._components.reset()
        most = self._stiffness
        stiffness = tuple(min(most, value) for value in moment.last.stiffness)
        self._command = JointCommand(start_of(moment.last, moment.robot), stiffness)

    def step(self, moment: Moment) -> JointCommand:
        """Return the same command for as long as it lasts."""
        if self._command is None:
            raise RuntimeError("nothing is held; the state was never entered")
        return self._command
