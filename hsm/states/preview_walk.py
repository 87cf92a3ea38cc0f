"""PreviewWalk: exactly placed footsteps, with the weight shifted ahead of them."""

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
from hsm.states.state import Cause, CycleInput, State, implements
from hsm.states.state_parameters import StateParameters
from motions.limbs.overlay import FreeLimbs
from motions.perception.state import MotionFeedback


class _PreviewState(State, ABC):
    """Base of all phases: the preview walk moves the robot."""

    free = FreeLimbs.ALL
    goes_on = True

    def __init__(self, components: Components, parameters: StateParameters) -> None:
        super().__init__(components, parameters)
        self._walk = components.preview

    def update(self, inputs: CycleInput) -> None:
        """Advance the walk."""
        self._walk.update(inputs.robot)

    def status(self, inputs: CycleInput) -> int:
        """Return `done` at the end of the phase, and whether steps are left."""
        return (facts.DONE if self._over else 0) | (
            facts.STEPS_LEFT if self._walk.steps_left else 0
        )

    @property
    @abstractmethod
    def _over(self) -> bool:
        """Return whether the phase is over."""

    def account(self) -> str:
        """Return the remaining plan, in words."""
        return self._walk.account()

    @property
    def feedback(self) -> MotionFeedback:
        """Return that the robot is walking."""
        return self._walk.feedback

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the joint command of this cycle."""
        return self._walk.command(inputs.robot)


@implements(PREVIEW_DOUBLE_SUPPORT)
class DoubleSupport(_PreviewState):
    """Stand on both feet; done when the next foot must be lifted, or no step is left."""

    @property
    def _over(self) -> bool:
        return self._walk.in_air or not self._walk.steps_left


@implements(PREVIEW_INITIAL_DOUBLE_SUPPORT)
class InitialDoubleSupport(DoubleSupport):
    """Shift the weight over the first support foot."""

    goes_on = False

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Begin to walk from the commanded feet."""
        self._components.walking.reset()
        self._walk.begin(inputs.robot, inputs.last)


@implements(PREVIEW_SINGLE_SUPPORT)
class SingleSupport(_PreviewState):
    """Swing one foot; done when it has landed."""

    @property
    def _over(self) -> bool:
        return not self._walk.in_air


@implements(PREVIEW_FINAL_DOUBLE_SUPPORT)
class FinalDoubleSupport(_PreviewState):
    """Shift the weight to the middle; at its end, report whether the feet are closed."""

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Begin the last double support."""
        self._walk.halt()

    def status(self, inputs: CycleInput) -> int:
        """Return `done` when its time is over, and whether the feet are closed."""
        if not self._over:
            return 0
        return facts.DONE | (facts.FEET_CLOSED if self._walk.closed else 0)

    @property
    def _over(self) -> bool:
        return self._walk.halted
