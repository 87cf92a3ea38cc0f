"""Off, Limp and Fault: states without intended motion."""

from hardware.sensors_and_commands import JointCommand
from hsm.chart.leaves import FAULT, LIMP_HOLD_UPRIGHT, LIMP_LIMP, OFF
from hsm.states.announcement import Announcement
from hsm.states.components import Components
from hsm.states.state import Cause, CycleInput, State, implements
from hsm.states.state_parameters import StateParameters
from motions.hold_commands import damped_command, limp_command


@implements(OFF)
class Off(State):
    """No valid frames: the robot keeps the last command, or the stiffness it was found with."""

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the last command unchanged."""
        return inputs.last


@implements(LIMP_LIMP)
class Limp(State):
    """Every joint follows its measured angle without torque; a person can move the robot."""

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the measured pose without stiffness."""
        return limp_command(inputs.robot)


@implements(LIMP_HOLD_UPRIGHT)
class HeldUpright(Limp):
    """Limp, and asking to be held upright."""

    asks = "hold me upright, then I will stand up"

    def __init__(self, components: Components, parameters: StateParameters) -> None:
        super().__init__(components, parameters)
        self._announcement = Announcement(self.asks, parameters.announce.hold_upright)

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Make the request due at once."""
        self._announcement.begin()

    def update(self, inputs: CycleInput) -> None:
        """Repeat the request at intervals."""
        self._announcement.update(inputs.robot.time)


@implements(FAULT)
class Fault(State):
    """Hold the measured pose, damped, after a defect; then go limp.

    It uses only the measured angles, because anything else may have failed.
    """

    asks = "check why I stopped, then request clear_fault"

    def __init__(self, components: Components, parameters: StateParameters) -> None:
        super().__init__(components, parameters)
        self._time = 0.0

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Begin to damp and drop all plans."""
        self._time = 0.0
        self._components.reset()

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the measured pose, first soft, then limp."""
        self._time += inputs.robot.cycle
        if self._time > self._parameters.fault.limp_after:
            return limp_command(inputs.robot)
        return damped_command(inputs.robot, self._parameters.fault.stiffness)
