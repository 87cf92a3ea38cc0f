"""Freeze: hold the last command, never stiffer, after a lost or new link or a killed walk."""

from hardware.sensors_and_commands import JointCommand
from hsm.chart.leaves import FREEZE_HOLD, FREEZE_TILTED
from hsm.states.components import Components
from hsm.states.state import Cause, CycleInput, State, implements
from hsm.states.state_parameters import StateParameters
from motions.hold_commands import start_of


class _Frozen(State):
    """Hold the last command, or the measured angle of a joint that was limp."""

    def __init__(
        self, components: Components, parameters: StateParameters, stiffness: float
    ) -> None:
        super().__init__(components, parameters)
        self._stiffness = stiffness
        self._command: JointCommand | None = None

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Take over the last command, softened, and drop all plans."""
        self._components.reset()
        most = self._stiffness
        stiffness = tuple(min(most, value) for value in inputs.last.stiffness)
        self._command = JointCommand(start_of(inputs.last, inputs.robot), stiffness)

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the held command."""
        if self._command is None:
            raise RuntimeError("no command to hold: the state was never entered")
        return self._command


@implements(FREEZE_HOLD)
class Hold(_Frozen):
    """Hold an upright robot, half stiff."""

    def __init__(self, components: Components, parameters: StateParameters) -> None:
        super().__init__(components, parameters, parameters.freeze.hold)


@implements(FREEZE_TILTED)
class Tilted(_Frozen):
    """Hold a tilted robot, soft, as it will fall."""

    def __init__(self, components: Components, parameters: StateParameters) -> None:
        super().__init__(components, parameters, parameters.freeze.tilted)
