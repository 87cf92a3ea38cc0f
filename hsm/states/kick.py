"""KickPhase: a stand kick, balanced on one leg."""

from hardware.sensors_and_commands import JointCommand
from hsm.chart import facts
from hsm.chart.leaves import KICK_INTERPOLATE, KICK_RECOVER, KICK_SETTLE, KICK_STRIKE
from hsm.states.components import Components
from hsm.states.state import Cause, CycleInput, State, implements
from hsm.states.state_parameters import StateParameters
from motions.limbs.overlay import FreeLimbs


class _KickState(State):
    """Base of all phases of a kick; the head follows its request."""

    free = FreeLimbs.HEAD
    goes_on = True

    def __init__(self, components: Components, parameters: StateParameters) -> None:
        super().__init__(components, parameters)
        self._kick = components.stand_kick

    def update(self, inputs: CycleInput) -> None:
        """Update the kick with the measured support."""
        self._kick.update(inputs.robot)

    def account(self) -> str:
        """Return which kick this is, in words."""
        return self._kick.account()


@implements(KICK_INTERPOLATE)
class IntoKickPose(_KickState):
    """Move every joint into the initial pose of the kick."""

    goes_on = False

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Begin the kick that is ready."""
        self._components.walking.reset()
        self._kick.begin(self._components.errand.kick, inputs.last, inputs.robot)

    def status(self, inputs: CycleInput) -> int:
        """Return `done` when the pose is reached."""
        return facts.DONE if self._kick.posed else 0

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the next pose of the approach."""
        return self._kick.approach(inputs.robot)


@implements(KICK_SETTLE)
class Settle(_KickState):
    """Wait in the pose until the robot is at rest."""

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Start to wait."""
        self._kick.settle()

    def status(self, inputs: CycleInput) -> int:
        """Return `done` when the robot is at rest, or has waited for long enough."""
        return facts.DONE if self._kick.settled(inputs.robot) else 0

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the pose."""
        return self._kick.approach(inputs.robot)


@implements(KICK_STRIKE)
class Strike(_KickState):
    """Shift the weight, lift the foot, and swing it through the ball."""

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Begin; earlier sightings of the ball no longer count."""
        self._components.kick_memory.last = inputs.robot.time
        order = self._kick.order
        self._components.kick_memory.swings("" if order is None else order.name, inputs.robot.time)
        self._kick.strike()

    def status(self, inputs: CycleInput) -> int:
        """Return `done` when the foot has gone through the ball."""
        return facts.DONE if self._kick.struck else 0

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the next pose of the kick."""
        return self._kick.command(inputs.robot)


@implements(KICK_RECOVER)
class Recover(_KickState):
    """Bring the leg back until both feet carry the robot."""

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Report the end of the swing, from which the result of the kick is observed."""
        self._components.kick_memory.swung(inputs.robot.time)

    def status(self, inputs: CycleInput) -> int:
        """Return `done` when a step may follow, and whether it must be delayed."""
        walks = self._components.errand.open and inputs.robot.contact
        over = self._kick.over(steps_follow=walks)
        delayed = walks and self._parameters.stand.delay_first_step
        return (facts.DONE if over else 0) | (facts.DELAY_DUE if delayed else 0)

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the next pose of the kick."""
        return self._kick.command(inputs.robot)
