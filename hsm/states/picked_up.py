"""PickedUp: a person has the robot in the hands, so the legs are soft and go to the stance."""

from hardware.sensors_and_commands import JointCommand
from hsm.chart import facts
from hsm.chart.leaves import (
    PICKED_UP_HANGING,
    PICKED_UP_HOLD_STEP,
    PICKED_UP_RETURNING,
    PREVIEW_WALK,
)
from hsm.states.components import Components
from hsm.states.state import Cause, Moment, State, behind
from hsm.states.state_parameters import StateParameters
from motions.limbs.overlay import FreeLimbs
from motions.walking.step import StepEnd


@behind(PICKED_UP_HOLD_STEP)
class HoldStep(State):
    """The running step goes on in the air; a delay is over at once.

    Perception hears of no step: soles in the air say nothing about the walk. For the same reason
    no switch of the support ends the step, only that the robot is still, or time.
    """

    free = FreeLimbs.ALL
    goes_on = True

    def __init__(self, components: Components, parameters: StateParameters) -> None:
        super().__init__(components, parameters)
        self._held: JointCommand | None = None

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Hold the feet of a walk that cannot go on without the ground."""
        self._held = None
        if cause.source in PREVIEW_WALK:
            preview = self._components.preview
            preview.reset()
            self._held = preview.held_in_air(moment.last)

    def update(self, moment: Moment) -> None:
        """Advance the step."""
        self._components.walking.update(moment.robot)

    def status(self, moment: Moment) -> int:
        """Return `done` at the end of the step."""
        return facts.DONE if self.account() else 0

    def account(self) -> str:
        """Say why the step is over; empty while it goes on."""
        walking = self._components.walking
        if self._held is not None:
            return "footsteps end at once"
        if walking.delay is not None:
            return "a delay ends at once"
        end = walking.end
        return f"step ended by {end.value}" if end in (StepEnd.QUIET, StepEnd.OVERTIME) else ""

    def step(self, moment: Moment) -> JointCommand:
        """Return the feet of this cycle, soft."""
        return self._held or self._components.walking.command(in_air=True)


@behind(PICKED_UP_RETURNING)
class Returning(State):
    """Move the feet to their places in the stance, slowly."""

    free = FreeLimbs.ALL

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Start from the last command."""
        self._components.returning.begin(moment.last)

    def status(self, moment: Moment) -> int:
        """Return `done` when both feet have arrived."""
        return facts.DONE if self._components.returning.done else 0

    def account(self) -> str:
        """Say that the feet have arrived, if they have."""
        return "feet in their places" if self._components.returning.done else ""

    def step(self, moment: Moment) -> JointCommand:
        """Return the feet of this cycle, soft."""
        return self._components.returning.command()


@behind(PICKED_UP_HANGING)
class Hanging(State):
    """Hang in the stance until the ground is back; the resting place in the air."""

    free = FreeLimbs.ALL

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Continue where the feet have returned to, or interpolate from any other pose."""
        self._components.walking.reset()
        if cause.event == "returned":
            self._components.standing.settle(moment.last, moment.robot)
        else:
            self._components.standing.rise(moment.last, moment.robot)

    def status(self, moment: Moment) -> int:
        """Return `done` when every leg joint has reached the stance."""
        return facts.DONE if self._components.standing.hangs(moment.robot) else 0

    def account(self) -> str:
        """Say how far the legs were sent on their way into the stance."""
        return self._components.standing.hanging_account()

    def step(self, moment: Moment) -> JointCommand:
        """Return the stance, soft."""
        return self._components.standing.command(moment.robot, in_air=True)
