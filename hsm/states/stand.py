"""Stand: motions into the stance, and standing in it."""

from typing import ClassVar

from hardware.sensors_and_commands import JointCommand
from hsm.chart import facts
from hsm.chart.leaves import (
    STAND_HIGH,
    STAND_LOWERING,
    STAND_NORMAL,
    STAND_RAISING,
    STAND_RISING,
)
from hsm.states.components import Components
from hsm.states.state import Cause, CycleInput, State, implements
from hsm.states.state_parameters import StateParameters
from motions.limbs.overlay import FreeLimbs
from motions.perception.state import MotionFeedback


class _StandState(State):
    """Base of all leaves: the standing component moves the robot."""

    free = FreeLimbs.ALL

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the stance, or the next pose towards it."""
        return self._components.standing.command(inputs.robot)


class _OnTheWay(_StandState):
    """Base of motions into a pose; done when it is reached."""

    goal: ClassVar[str] = "stance"

    def status(self, inputs: CycleInput) -> int:
        """Return `done` when the pose is reached."""
        return facts.DONE if self._components.standing.done else 0

    def account(self) -> str:
        """Return that the pose is reached, in words; empty until then."""
        return f"{self.goal} reached" if self._components.standing.done else ""


@implements(STAND_RISING)
class Rising(_OnTheWay):
    """Interpolate from any pose into the stance; done when it is reached."""

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Start from the last command, or from the measured pose where a joint was limp."""
        self._components.walking.reset()
        self._components.standing.rise(inputs.last, inputs.robot)


@implements(STAND_RAISING)
class Raising(_OnTheWay):
    """Stretch the knees; done when they are straight."""

    goal = "straight knees"

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Begin to stretch the knees from the current height."""
        self._components.standing.raise_knees()


@implements(STAND_LOWERING)
class Lowering(_OnTheWay):
    """Bend the knees; done when the stance is reached."""

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Begin to bend the knees from the current height."""
        self._components.standing.lower_knees()


@implements(STAND_HIGH)
class High(_StandState):
    """Stand on straight knees, soft after a moment, as they need no torque."""


@implements(STAND_NORMAL)
class Normal(_StandState):
    """Stand in the stance, soft after a moment; the resting state of the robot."""

    def __init__(self, components: Components, parameters: StateParameters) -> None:
        super().__init__(components, parameters)
        self._longest_quiet = 0.0

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Continue from the last command; after bending the knees, keep the time of quiet."""
        if cause.source not in STAND_LOWERING:
            self._longest_quiet = 0.0
        self._components.walking.reset()
        self._components.standing.settle(inputs.last, inputs.robot)

    def update(self, inputs: CycleInput) -> None:
        """Track how long the gyros have been quiet."""
        self._longest_quiet = max(self._longest_quiet, inputs.robot.imu_quiet_time)

    def status(self, inputs: CycleInput) -> int:
        """Return `settled` after a moment of quiet, and whether the first step must be delayed."""
        settled = self._longest_quiet >= self._parameters.stand.high_after_quiet
        can_walk = self._components.errand.open and inputs.robot.contact
        delayed = self._parameters.stand.delay_first_step and can_walk
        return (facts.SETTLED if settled else 0) | (facts.DELAY_DUE if delayed else 0)

    @property
    def feedback(self) -> MotionFeedback:
        """Return that both soles stand, so that odometry follows the torso's sway over them."""
        return MotionFeedback(sways=True)
