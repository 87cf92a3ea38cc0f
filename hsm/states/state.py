"""The base class of the states, and their inputs.

A state selects no transition (the table does) and moves no joint (its component does). In every
cycle the control cycle calls, in this order: `update` and `status` of the active leaf; if a row
fires, `enter` of the new leaf; finally `step` of the leaf that is now active.
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
class CycleInput:
    """The inputs of a state in one cycle.

    Attributes:
        robot: The state estimate.
        request: The request that is followed.
        last: The last command that was sent; a new motion continues from it.
    """

    robot: RobotState
    request: MotionRequest
    last: JointCommand


@dataclass(frozen=True, slots=True)
class Cause:
    """How a leaf was entered.

    Attributes:
        event: Event of the row.
        source: Short name of the previous leaf.
    """

    event: str
    source: str


_STILL: Final = MotionFeedback()


class State:
    """Base class of the states; methods that a leaf does not need keep their defaults.

    Attributes:
        free: Limbs that are free for other requests while the leaf is active.
        goes_on: The leaf continues what the previous one began, so no run can start in it.
        asks: What the robot asks a person for; empty if nothing.
    """

    free: ClassVar[FreeLimbs] = FreeLimbs.NONE
    goes_on: ClassVar[bool] = False
    asks: ClassVar[str] = ""

    def __init__(self, components: Components, parameters: StateParameters) -> None:
        """Keep the shared components and the parameters of `config/states.yaml`."""
        self._components = components
        self._parameters = parameters

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Begin; the first command must continue `inputs.last`."""

    def update(self, inputs: CycleInput) -> None:
        """Advance by one cycle, before the facts are computed."""

    def status(self, inputs: CycleInput) -> int:
        """Return the facts that only the active leaf knows, as bits."""
        return 0

    def account(self) -> str:
        """Return the numbers behind the status facts, in words; may be empty.

        It must hold in every cycle: rows that fire by their limit or on `!done` report it, too.
        """
        return ""

    @property
    def feedback(self) -> MotionFeedback:
        """Return what perception must know about this motion in the next cycle."""
        return _STILL

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the command of this cycle."""
        raise TypeError(f"{type(self).__name__} commands no joints")


_Class = TypeVar("_Class", bound=type[State])

STATE_FACTORIES: Final[dict[Leaf, partial[State]]] = {}
"""Factory of the state of every leaf, from components and parameters."""


def implements(leaf: Leaf, **given: Any) -> Callable[[_Class], _Class]:
    """Return a decorator by which a class implements a leaf; used once for each of its leaves.

    Args:
        leaf: The leaf.
        given: Further arguments of the class, which distinguish its leaves.

    Raises:
        ChartError: If the leaf already has a class.
    """

    def register(cls: _Class) -> _Class:
        if leaf in STATE_FACTORIES:
            known = STATE_FACTORIES[leaf].func
            raise ChartError([f"leaf '{leaf.name}' has two classes: {known} and {cls}"])
        STATE_FACTORIES[leaf] = partial(cls, **given)
        return cls

    return register
