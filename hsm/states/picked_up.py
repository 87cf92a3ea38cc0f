"""PickedUp: a person holds the robot, so the legs are soft and return to the stance."""

from hardware.sensors_and_commands import JointCommand
from hsm.chart import facts
from hsm.chart.leaves import (
    PICKED_UP_HANGING,
    PICKED_UP_HOLD_STEP,
    PICKED_UP_RETURNING,
    PREVIEW_WALK,
)
from hsm.states.components import Components
from hsm.states.state import Cause, CycleInput, State, implements
from hsm.states.state_parameters import StateParameters
from motions.limbs.overlay import FreeLimbs
from motions.walking.step import StepEnd


@implements(PICKED_UP_HOLD_STEP)
class HoldStep(State):
    """Continue the running step in the air; a delay ends at once.

    No feedback of a step is given to perception, because soles in the air say nothing about the
    walk. For the same reason no support switch ends the step, only stillness or overtime.
    """

    free = FreeLimbs.ALL
    goes_on = True

    def __init__(self, components: Components, parameters: StateParameters) -> None:
        super().__init__(components, parameters)
        self._held: JointCommand | None = None

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Hold the feet if the preview walk was lifted: it cannot continue without the ground."""
        self._held = None
        if cause.source in PREVIEW_WALK:
            preview = self._components.preview
            preview.reset()
            self._held = preview.held_in_air(inputs.last)

    def update(self, inputs: CycleInput) -> None:
        """Advance the step."""
        self._components.walking.update(inputs.robot)

    def status(self, inputs: CycleInput) -> int:
        """Return `done` at the end of the step."""
        return facts.DONE if self.account() else 0

    def account(self) -> str:
        """Return why the step is over, in words; empty while it continues."""
        walking = self._components.walking
        if self._held is not None:
            return "the footsteps end at once"
        if walking.delay is not None:
            return "a delay ends at once"
        end = walking.end
        return f"step ended by {end.value}" if end in (StepEnd.QUIET, StepEnd.OVERTIME) else ""

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the legs' command of this cycle, soft."""
        return self._held or self._components.walking.command(in_air=True)


@implements(PICKED_UP_RETURNING)
class Returning(State):
    """Move the feet slowly to their places in the stance."""

    free = FreeLimbs.ALL

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Start from the last command."""
        self._components.returning.begin(inputs.last)

    def status(self, inputs: CycleInput) -> int:
        """Return `done` when both feet have arrived."""
        return facts.DONE if self._components.returning.done else 0

    def account(self) -> str:
        """Return that the feet have arrived, in words; empty until then."""
        return "feet back in the stance" if self._components.returning.done else ""

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the legs' command of this cycle, soft."""
        return self._components.returning.command()


@implements(PICKED_UP_HANGING)
class Hanging(State):
    """Hang in the stance until ground contact returns; the resting state in the air."""

    free = FreeLimbs.ALL

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Continue from the returned feet, or interpolate from any other pose."""
        self._components.walking.reset()
        if cause.event == "returned":
            self._components.standing.settle(inputs.last, inputs.robot)
        else:
            self._components.standing.rise(inputs.last, inputs.robot)

    def status(self, inputs: CycleInput) -> int:
        """Return `done` when every leg joint has reached the stance."""
        return facts.DONE if self._components.standing.hangs(inputs.robot) else 0

    def account(self) -> str:
        """Return the progress of the interpolation into the stance, in words."""
        return self._components.standing.hanging_account()

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the stance, soft."""
        return self._components.standing.command(inputs.robot, in_air=True)
