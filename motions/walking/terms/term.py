"""What a term of the walk is: something that moves feet or joints beyond the plan.

In every cycle of a step a term looks at the robot (`update`), then adds to the feet (`feet`) and to
the joints (`joints`). It says what it adds (`values`): that is all that pictures and pages know of
it. Terms do not know each other; what one has to tell the others stands in `WalkState`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar

from hardware.robots.model import Legs, RobotModel, Side
from motions.perception.state import RobotState
from motions.requests import MotionRequest
from motions.walking.joints.sole_trim import SoleTrim
from motions.walking.joints.tracking import JointTracking
from motions.walking.parameters import SpeedProfile, StanceParameters
from motions.walking.planning.reach import Reach
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.rhythm.walk_delay import RunningDelay
from motions.walking.terms.gyro_filter import GyroBalance
from motions.walking.terms.pendulum import DcmError, PendulumParameters
from motions.walking.trajectories import FeetOffsets


class DisplayUnit(Enum):
    """A unit in which people read a value: its symbol, and how many of it one SI unit is."""

    ANGLE = ("deg", 57.29577951308232)
    LENGTH = ("mm", 1e3)
    SHARE = ("", 1.0)

    @property
    def symbol(self) -> str:
        """Return its symbol."""
        return self.value[0]

    @property
    def factor(self) -> float:
        """Return how many of it one SI unit is."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Value:
    """A number that a term tells of itself.

    Attributes:
        name: Of the number, unique in the walk.
        unit: Of the number where people read it.
        number: In SI units.
        added: It is added to feet or joints; otherwise only computed.
    """

    name: str
    unit: DisplayUnit
    number: float
    added: bool = True


@dataclass(frozen=True, slots=True)
class TermContext:
    """What terms are built for.

    Attributes:
        model: The robot.
        stance: Where the feet are while standing.
        pendulum: The walking robot as one.
        profile: The fastest walk that may be asked for.
        reach: Finds how far the steps of a profile can go.
        soles: What is taken out of the soles, also by standing; None if nothing else does.
    """

    model: RobotModel
    stance: StanceParameters
    pendulum: PendulumParameters
    profile: SpeedProfile
    reach: Callable[[SpeedProfile], Reach]
    soles: SoleTrim | None


@dataclass(slots=True)
class WalkState:
    """What the terms see of the walk, and tell each other.

    Attributes:
        legs: The robot's: which joint does what.
        gyro: Filtered gyros.
        dcm_error: By how much the robot falls.
        tracking: How the joints follow their requests.
        running: The running step, or the last one; None before the first.
        delay: The running walk delay; None outside.
        tilt: By how much the torso is tilted back on purpose, rad.
        caught: By how much the swing foot was moved forward to catch the robot, m.
        whipped: Share of the swing sole's turn that is not left to levelling, 0..1.
        planned: Joint targets of this cycle before the answers to the torso's turn, in wire
            order, rad; noted only where somebody needs them.
    """

    legs: Legs
    gyro: GyroBalance
    dcm_error: DcmError
    tracking: JointTracking
    running: RunningStep | None = None
    delay: RunningDelay | None = None
    tilt: float = 0.0
    caught: float = 0.0
    whipped: float = 0.0
    planned: Sequence[float] = ()

    def reset(self) -> None:
        """Forget the walk so far."""
        self.dcm_error.reset()
        self.running = self.delay = None
        self.tilt = self.caught = self.whipped = 0.0

    @property
    def step(self) -> RunningStep:
        """Return the running step, or the last one.

        Raises:
            RuntimeError: If no step has begun.
        """
        if self.running is None:
            raise RuntimeError("no step has begun; call begin_step before command")
        return self.running

    @property
    def support(self) -> Side:
        """Return the foot that stands; before anything has begun it does not matter."""
        if self.delay is not None:
            return self.delay.support
        return Side.LEFT if self.running is None else self.running.support

    def error_values(self) -> tuple[Value, ...]:
        """Return by how much the robot falls."""
        error = self.dcm_error
        return (
            Value("DCM error, forward", DisplayUnit.LENGTH, error.forward, added=False),
            Value("DCM error, to the swing side", DisplayUnit.LENGTH, error.side, added=False),
        )


class BalanceTerm:
    """One term. Every hook may be left as it is.

    The order in a step: `request` and `begin` once, then in every cycle `update`, `feet` and
    `joints`. The first cycle of a step has no `update`: it was the last one of the step before. In
    a walk delay there is no `update`, and `feet` is for lasting terms only; the first one begins
    when no term has to `settle` any more.

    Attributes:
        group: Its group in `config/walking/engine.yaml`, whose `active` switches it.
        lasting: What it adds goes on beyond the step and fades or changes on its own, so a step is
            planned from the feet without it. The other terms leave the feet where the next step
            starts.
    """

    group: ClassVar[str]
    lasting: ClassVar[bool] = False

    def __init__(self, parameters: Any) -> None:
        self._parameters = parameters

    @classmethod
    def of(cls, parameters: Any, context: TermContext) -> "BalanceTerm":
        """Return the term of a walk.

        Args:
            parameters: Its group.
            context: Whatever else it may need.
        """
        return cls(parameters)

    def reset(self) -> None:
        """Begin anew: the walk starts from standing or another motion."""

    def stand(self, robot: RobotState) -> None:
        """Look at a robot that stands and is about to walk."""

    def settle(self, robot: RobotState) -> bool:
        """Go on by a cycle while the robot still stands; return whether that takes longer yet."""
        return False

    def request(self, request: MotionRequest, robot: RobotState) -> MotionRequest:
        """Look back at the finished step and return what the next one may be asked for."""
        return request

    def begin(self, robot: RobotState, walk: WalkState) -> None:
        """Begin the step that was planned."""

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Look at the robot, once per cycle of a step."""

    def feet(self, feet: FeetOffsets, walk: WalkState) -> None:
        """Add to the feet of this cycle, in place."""

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Add to the joint targets of this cycle, in wire order, rad, in place."""

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return what it adds now."""
        return ()

    @classmethod
    def angle(cls, what: str, number: float) -> Value:
        """Return an angle of this term, rad."""
        return Value(cls._named(what), DisplayUnit.ANGLE, number)

    @classmethod
    def length(cls, what: str, number: float) -> Value:
        """Return a length of this term, m."""
        return Value(cls._named(what), DisplayUnit.LENGTH, number)

    @classmethod
    def share(cls, what: str, number: float) -> Value:
        """Return a share of this term, 0..1."""
        return Value(cls._named(what), DisplayUnit.SHARE, number)

    @classmethod
    def _named(cls, what: str) -> str:
        return f"{cls.group.replace('_', ' ')}, {what}"
