"""PreviewWalk: footsteps placed exactly, with the weight moved ahead of them."""

from abc import ABC, abstractmethod

from hardware.sensors_and_commands import JointCommand
from hsm.chart import facts
from hsm.chart.leaves import (
    PREVIEW_DOUBLE_SUPPORT,
    PREVIEW_FINAL_DOUBLE_SUPPORT,
    PREVIEW_INITIAL_DOUBLE_SUPPORT,
    PREVIEW_SINGLE_SUPPORT,
)
from hsm.states.components import Components
from hsm.states.state import Cause, Moment, State, behind
from hsm.states.state_parameters import StateParameters
from motions.limbs.overlay import FreeLimbs
from motions.perception.state import MotionFeedback


class _PreviewState(State, ABC):
    """What all phases have in common: the preview walk moves the robot."""

    free = FreeLimbs.ALL
    goes_on = True

    def __init__(self, components: Components, parameters: StateParameters) -> None:
        super().__init__(components, parameters)
        self._walk = components.preview

    def update(self, moment: Moment) -> None:
        """Advance the walk."""
        self._walk.update(moment.robot)

    def status(self, moment: Moment) -> int:
        """Return `done` at the end of the phase, and whether there are steps to make."""
        return (facts.DONE if self._over else 0) | (
            facts.STEPS_LEFT if self._walk.steps_left else 0
        )

    @property
    @abstractmethod
    def _over(self) -> bool:
        """Return whether the phase is over."""

    def account(self) -> str:
        """Say what is left of the plan."""
        return self._walk.account()

    @property
    def feedback(self) -> MotionFeedback:
        """Return that steps are being made."""
        return self._walk.feedback

    def step(self, moment: Moment) -> JointCommand:
        """Return the joints of this cycle."""
        return self._walk.command(moment.robot)


@behind(PREVIEW_DOUBLE_SUPPORT)
class DoubleSupport(_PreviewState):
    """Both feet carry; done when the next one is to be lifted, or none is."""

    @property
    def _over(self) -> bool:
        return self._walk.in_air or not self._walk.steps_left


@behind(PREVIEW_INITIAL_DOUBLE_SUPPORT)
class InitialDoubleSupport(DoubleSupport):
    """Shift the weight over the first support foot."""

    goes_on = False

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Begin to walk where the last command has the feet."""
        self._components.walking.reset()
        self._walk.begin(moment.robot, moment.last)


@behind(PREVIEW_SINGLE_SUPPORT)
class SingleSupport(_PreviewState):
    """One foot swings; done when it has landed."""

    @property
    def _over(self) -> bool:
        return not self._walk.in_air


@behind(PREVIEW_FINAL_DOUBLE_SUPPORT)
class FinalDoubleSupport(_PreviewState):
    """The weight goes to the middle; says at its end whether the feet are closed."""

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Begin the last double support."""
        self._walk.halt()

    def status(self, moment: Moment) -> int:
        """Return `done` when its time is over, and whether the feet are closed."""
        if not self._over:
            return 0
        return facts.DONE | (facts.FEET_CLOSED if self._walk.closed else 0)

    @property
    def _over(self) -> bool:
        return self._walk.halted
