"""FallProtection: fold for the impact, then lie until the robot is still."""

from hardware.frames import JointCommand
from hsm.chart import facts
from hsm.states.components import Components
from hsm.states.state import Cause, Moment, State


class Falling(State):
    """Early and Late: the fall engine's pose; done when the robot lies still."""

    def __init__(self, components: Components, *, begins: bool) -> None:
        self._falling = components.falling
        self._walking = components.walking
        self._begins = begins

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Latch the direction when the fall begins; the walk's plans are dropped."""
        if self._begins:
            self._walking.reset()
            self._falling.begin(moment.robot)

    def update(self, moment: Moment) -> None:
        """Advance the fall."""
        self._falling.update(moment.robot)

    def status(self, moment: Moment) -> int:
        """Return `late` when the torso is far over, `done` when the robot lies still."""
        late = facts.LATE if self._falling.late else 0
        return late | (facts.DONE if self._falling.done(moment.robot) else 0)

    def account(self) -> str:
        """Say how long the fall has lasted."""
        return self._falling.account()

    def step(self, moment: Moment) -> JointCommand:
        """Return the pose that protects."""
        return self._falling.command(moment.robot)


class WaitGetUp(State):
    """Lie softly until the robot is still and may get up."""

    def __init__(self, components: Components) -> None:
        self._falling = components.falling

    def step(self, moment: Moment) -> JointCommand:
        """Return the measured pose, soft."""
        return self._falling.lying(moment.robot)
