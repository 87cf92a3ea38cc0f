"""What a state is, and what it sees.

A state decides nothing about where to go (the table does) and moves nothing (its component does).
In every cycle the control cycle calls, in this order: `update` and `status` of the active leaf,
then, if a row fires, `enter` of the new leaf, and at last `step` of the leaf that is now active.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final, TypeVar

from hardware.cycle_data import cycle_data
from hardware.sensors_and_commands import JointCommand
from hsm.chart import ChartError, Leaf
from hsm.states.components import Components
from hsm.states.state_parameters import StateParameters
from motions.limbs.overlay import FreeLimbs
from motions.perception.state import MotionFeedback, RobotState
from motions.requests import MotionRequest


@cycle_data
class Moment:
    """Everything a state may look at in one cycle.

    Attributes:
        robot: The estimate of the robot's state.
        request: The behaviour's wish.
        last: The last command that was sent: a new motion continues from it.
    """

    robot: RobotState
    request: MotionRequest
    last: JointCommand


@dataclass(frozen=True, slots=True)
class Cause:
    """How a leaf was entered.

    Attributes:
        event: Name of the row's event.
        source: The leaf before.
    """

    event: str
    source: str


_STILL: Final = MotionFeedback()


class State:
    """Base of the leaves' classes; what a leaf does not need stays as it is here.

    Attributes:
        free: Limbs that others may move while the leaf is active.
        goes_on: With what the leaf before has begun, so no run can begin here.
        asks: What the robot asks a person for; empty where it needs nobody.
    """

    free: ClassVar[FreeLimbs] = FreeLimbs.NONE
    goes_on: ClassVar[bool] = False
    asks: ClassVar[str] = ""

    def __init__(self, components: Components, parameters: StateParameters) -> None:
        """Keep the components that the states share, and what `config/states.yaml` says."""
        self._components = components
        self._parameters = parameters

    def enter(self, moment: Moment, cause: Cause) -> None:
        """Begin; the first command must continue `moment.last`."""

    def update(self, moment: Moment) -> None:
        """Advance by one cycle, before the facts are read."""

    def status(self, moment: Moment) -> int:
        """Return the facts that only the active leaf knows, as bits."""
        return 0

    def account(self) -> str:
        """Say with numbers what the status facts rest on; empty when there is nothing to say.

        It is true in every cycle: a limit and a row that asks for `!done` tell it too.
        """
        return ""

    @property
    def feedback(self) -> MotionFeedback:
        """Return what perception should know of this motion in the next cycle."""
        return _STILL

    def step(self, moment: Moment) -> JointCommand:
        """Return the command of this cycle."""
        raise TypeError(f"{type(self).__name__} commands no joints")


_Class = TypeVar("_Class", bound=type[State])

BEHIND: Final[dict[Leaf, partial[State]]] = {}
"""How the state of every leaf is made of components and parameters."""


def behind(leaf: Leaf, **given: Any) -> Callable[[_Class], _Class]:
    """Say which leaf a class stands behind; written above the class, once for each of its leaves.

    Args:
        leaf: The constant that declares it.
        given: What the class is told beside components and parameters: the difference between its
            leaves.

    Raises:
        ChartError: If the leaf has a class already.
    """

    def register(cls: _Class) -> _Class:
        if leaf in BEHIND:
            known = BEHIND[leaf].func
            raise ChartError([f"leaf '{leaf.name}' has two classes: {known} and {cls}"])
        BEHIND[leaf] = partial(cls, **given)
        return cls

    return register
