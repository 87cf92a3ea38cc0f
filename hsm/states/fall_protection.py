"""FallProtection: take the pose for the impact, then lie until the robot is still."""

from hardware.sensors_and_commands import JointCommand
from hsm.chart import facts
from hsm.chart.leaves import FALL_EARLY, FALL_LATE, FALL_WAIT_GET_UP
from hsm.states.state import Cause, CycleInput, State, implements


@implements(FALL_LATE)
class Falling(State):
    """Command the fall pose; done when the robot lies still."""

    goes_on = True

    def update(self, inputs: CycleInput) -> None:
        """Advance the fall."""
        self._components.falling.update(inputs.robot)

    def status(self, inputs: CycleInput) -> int:
        """Return `late` if the torso has tilted far, `done` if the robot lies still."""
        late = facts.LATE if self._components.falling.late else 0
        return late | (facts.DONE if self._components.falling.done(inputs.robot) else 0)

    def account(self) -> str:
        """Return how long the fall has lasted, in words."""
        return self._components.falling.account()

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the protective pose."""
        return self._components.falling.command(inputs.robot)


@implements(FALL_EARLY)
class FallBegins(Falling):
    """The beginning of a fall, from its detection on."""

    goes_on = False

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Latch the direction of the fall and drop the walk's plans."""
        self._components.walking.reset()
        self._components.falling.begin(inputs.robot)


@implements(FALL_WAIT_GET_UP)
class WaitGetUp(State):
    """Lie softly until the robot is still and may get up."""

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Drop the walk's plans: a robot that was laid down enters without a fall."""
        self._components.walking.reset()

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the measured pose, soft."""
        return self._components.falling.lying(inputs.robot)
