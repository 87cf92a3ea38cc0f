"""Freeze: hold the last command, never stiffer; the link is lost or new, or a walk is killed."""

from hardware.sensors_and_commands import JointCommand
from hsm.chart.leaves import FREEZE_HOLD, FREEZE_TILTED
from hsm.states.components import Components
from hsm.states.state import Cause, Moment, State, behind
from hsm.states.state_parameters import StateParameters
from motions.hold_commands import start_of


class _Frozen(State):
    """The last command, or the measured angle where a joint was limp."""

    def __init__(
        self, components: Components, parameters: StateParameters, stiffness: float
    ) -> None:
        super().__init__(components, parameters)
        self._stiffness = stiffness
        self._command: JointCommand | None = None

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Take over the last command, softened; whatever was planned is dropped."""
        self._components.reset()
        most = self._stiffness
        stiffness = tuple(min(most, value) for value in moment.last.stiffness)
        self._command = JointCommand(start_of(moment.last, moment.robot), stiffness)

    def step(self, moment: Moment) -> JointCommand:
        """Return the same command for as long as it lasts."""
        if self._command is None:
            raise RuntimeError("nothing is held; the state was never entered")
        return self._command


@behind(FREEZE_HOLD)
class Hold(_Frozen):
    """Upright: half stiff."""

    def __init__(self, components: Components, parameters: StateParameters) -> None:
        super().__init__(components, parameters, parameters.freeze.hold)


@behind(FREEZE_TILTED)
class Tilted(_Frozen):
    """Tilted, so it will fall: soft."""

    def __init__(self, components: Components, parameters: StateParameters) -> None:
        super().__init__(components, parameters, parameters.freeze.tilted)
