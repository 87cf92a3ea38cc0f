"""Off, Limp and Fault: states in which nothing is moved on purpose."""

from dataclasses import dataclass

from hardware.frames import CYCLE, JointCommand
from hardware.units import Percent, Time
from hsm.states.announcement import Announcement
from hsm.states.state import Cause, Moment, State
from motions.holding import damped_command, limp_command


@dataclass(frozen=True, slots=True)
class FaultParameters:
    """How a robot with a defect behaves.

    Attributes:
        stiffness: Stiffness that damps the robot at first, 0..1.
        limp_after: Time after which it goes limp, s.
    """

    stiffness: Percent
    limp_after: Time


class Off(State):
    """No valid frames: the robot keeps its last command, which is never made up."""

    def step(self, moment: Moment) -> JointCommand:
        """Return the last command unchanged."""
        return moment.last


class Limp(State):
    """Every joint follows its measured angle without torque; a person moves the robot.

    HoldUpright is the same and asks for what it needs.
    """

    def __init__(self, announcement: Announcement | None = None) -> None:
        self._announcement = announcement

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Ask at once."""
        if self._announcement is not None:
            self._announcement.begin()

    def update(self, moment: Moment) -> None:
        """Ask again from time to time."""
        if self._announcement is not None:
            self._announcement.update(moment.robot.time)

    def step(self, moment: Moment) -> JointCommand:
        """Return the measured pose without stiffness."""
        return limp_command(moment.robot)


class Fault(State):
    """A defect was caught: hold the pose damped, then go limp.

    Needs nothing but the measured angles: what failed may be anything else.
    """

    def __init__(self, parameters: FaultParameters) -> None:
        self._parameters = parameters
        self._time = 0.0

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Begin to damp."""
        self._time = 0.0

    def step(self, moment: Moment) -> JointCommand:
        """Return the measured pose, soft and then limp."""
        self._time += CYCLE
        if self._time > self._parameters.limp_after:
            return limp_command(moment.robot)
        return damped_command(moment.robot, self._parameters.stiffness)
