"""Stand: the way into the stance, and standing in it."""

from hardware.frames import JointCommand
from hsm.chart import facts
from hsm.states.components import Components
from hsm.states.state import Cause, Moment, State


class Rising(State):
    """Interpolate from any pose into the stance; done when it is reached."""

    def __init__(self, components: Components) -> None:
        self._standing = components.standing
        self._walking = components.walking

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Start from the last command, or from the measured pose where a joint was limp."""
        self._walking.reset()
        self._standing.rise(moment.last, moment.robot)

    def status(self, moment: Moment) -> int:
        """Return `done` when the stance is reached."""
        return facts.DONE if self._standing.done else 0

    def account(self) -> str:
        """Say that the stance is reached."""
        return "stance reached"

    def step(self, moment: Moment) -> JointCommand:
        """Return the next pose on the way."""
        return self._standing.command(moment.robot)


class Raising(State):
    """Stretch the knees; done when they are straight."""

    def __init__(self, components: Components) -> None:
        self._standing = components.standing

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Begin to stretch from the height that there is."""
        self._standing.raise_knees()

    def status(self, moment: Moment) -> int:
        """Return `done` when the knees are straight."""
        return facts.DONE if self._standing.done else 0

    def account(self) -> str:
        """Say that the height is reached."""
        return "knees straight"

    def step(self, moment: Moment) -> JointCommand:
        """Return the next pose on the way."""
        return self._standing.command(moment.robot)


class High(State):
    """Stand high, soft after a moment: straight knees need no torque."""

    def __init__(self, components: Components) -> None:
        self._standing = components.standing

    def step(self, moment: Moment) -> JointCommand:
        """Return the high stance."""
        return self._standing.command(moment.robot)


class Lowering(Raising):
    """Bend the knees; done when the stance is reached."""

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Begin to bend from the height that there is."""
        self._standing.lower_knees()

    def account(self) -> str:
        """Say that the stance is reached."""
        return "stance reached"


class Normal(State):
    """Stand in the stance, soft after a moment; the resting place of the robot."""

    def __init__(self, components: Components) -> None:
        self._standing = components.standing
        self._walking = components.walking

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Continue where the walk or the rising ended."""
        self._walking.reset()
        self._standing.settle(moment.last, moment.robot)

    def step(self, moment: Moment) -> JointCommand:
        """Return the stance."""
        return self._standing.command(moment.robot)
