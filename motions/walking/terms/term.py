"""Interface of the walk's terms, which move feet or joints beyond the plan.

In every cycle of a step a term processes the robot's state (`update`), then adds to the feet
(`feet`) and the joints (`joints`). It reports its contribution in `values`, which plots and pages
display. Terms do not know each other; they share data only through `WalkState`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar

from hardware.robots.model import Legs, RobotModel, Side
from motions.perception.state import RobotState
from motions.requests import MotionRequest
from motions.walking.joints.requests import RequestAgeParameters
from motions.walking.joints.sole_trim import SoleTrim
from motions.walking.joints.tracking import JointTracking
from motions.walking.parameters import SpeedProfile, StanceParameters
from motions.walking.planning.reach import Reach
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.rhythm.walk_delay import RunningDelay
from motions.walking.terms.gyro_filter import GyroFilter
from motions.walking.terms.pendulum import DcmError, PendulumParameters
from motions.walking.trajectories import FeetOffsets


class DisplayUnit(Enum):
    """Display unit of a value: its symbol, and the factor from the SI unit."""

    ANGLE = ("deg", 57.29577951308232)
    LENGTH = ("mm", 1e3)
    SHARE = ("", 1.0)

    @property
    def symbol(self) -> str:
        """Return the symbol of the unit."""
        return self.value[0]

    @property
    def factor(self) -> float:
        """Return the factor that converts from the SI unit to this unit."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Value:
    """A number that a term reports.

    Attributes:
        name: Name of the number, unique in the walk.
        unit: Unit in which the number is displayed.
        number: Value in SI units.
        added: Whether it is added to feet or joints; otherwise it is only computed.
    """

    name: str
    unit: DisplayUnit
    number: float
    added: bool = True


@dataclass(frozen=True, slots=True)
class TermContext:
    """Context from which terms are created.

    Attributes:
        model: The robot model.
        stance: Pose of the feet while standing.
        pendulum: Pendulum model of the walking robot.
        requests: Delay from a request to its measurement.
        profile: Largest speeds that may be requested.
        reach: Computes the reach of the steps of a profile.
        soles: Sole trim shared with standing; None for a walk alone.
    """

    model: RobotModel
    stance: StanceParameters
    pendulum: PendulumParameters
    requests: RequestAgeParameters
    profile: SpeedProfile
    reach: Callable[[SpeedProfile], Reach]
    soles: SoleTrim | None


@dataclass(slots=True)
class WalkState:
    """State of the walk that the terms read and share.

    Attributes:
        legs: Joint indices of the robot's legs.
        gyro: Filtered gyros.
        dcm_error: Deviation of the DCM from that of an undisturbed step: `forward`, and `side`
            towards the swing foot, m.
        tracking: Tracking of the joints' requests.
        running: The running or most recent step; None before the first.
        delay: The running walk delay; None if there is none.
        lean: Desired mean pitch of the torso in the running step, rad.
        tilt: Intentional backward tilt of the torso, rad.
        caught: Forward shift of the swing foot to catch the robot, m.
        whipped: Share of the swing sole's rotation that levelling must leave alone, 0..1.
        planned: Joint targets of this cycle before the responses to the torso's rotation, in wire
            order, rad; stored only if a term needs them.
    """

    legs: Legs
    gyro: GyroFilter
    dcm_error: DcmError
    tracking: JointTracking
    running: RunningStep | None = None
    delay: RunningDelay | None = None
    lean: float = 0.0
    tilt: float = 0.0
    caught: float = 0.0
    whipped: float = 0.0
    planned: Sequence[float] = ()

    def reset(self) -> None:
        """Discard the state of the walk."""
        self.dcm_error.reset()
        self.running = self.delay = None
        self.lean = self.tilt = self.caught = self.whipped = 0.0

    @property
    def step(self) -> RunningStep:
        """Return the running or most recent step.

        Raises:
            RuntimeError: If no step has begun.
        """
        if self.running is None:
            raise RuntimeError("no step has begun; call begin_step before command")
        return self.running

    @property
    def support(self) -> Side:
        """Return the support foot; before the first step or delay, arbitrarily the left one."""
        if self.delay is not None:
            return self.delay.support
        return Side.LEFT if self.running is None else self.running.support

    def error_values(self) -> tuple[Value, ...]:
        """Return the DCM error as values for display."""
        error = self.dcm_error
        return (
            Value("DCM error, forward", DisplayUnit.LENGTH, error.forward, added=False),
            Value("DCM error, to the swing side", DisplayUnit.LENGTH, error.side, added=False),
        )


class BalanceTerm:
    """Base class of the terms. Every hook is optional.

    Call order in a step: `request` and `begin` once, then `update`, `feet` and `joints` in every
    cycle. The first cycle of a step has no `update`, as it was the last one of the previous step.
    In a walk delay there is no `update`, and `feet` is called for lasting terms only; the time of
    the first delay starts when no term needs to `settle` any more.

    Attributes:
        group: Group in `config/walking/engine.yaml` whose `active` switches the term.
        lasting: Whether its contribution persists beyond the step and changes independently of it,
            so that a step is planned from the feet without it. Contributions of other terms remain
            in the feet from which the next step starts.
        learnt: Attributes that hold what it has learnt about the robot, which a reset keeps.
    """

    group: ClassVar[str]
    lasting: ClassVar[bool] = False
    learnt: ClassVar[tuple[str, ...]] = ()

    def __init__(self, parameters: Any) -> None:
        self._parameters = parameters

    @classmethod
    def of(cls, parameters: Any, context: TermContext) -> "BalanceTerm":
        """Create the term for a walk.

        Args:
            parameters: Parameters of its group.
            context: Further data that it may need.
        """
        return cls(parameters)

    def reset(self) -> None:
        """Reset the term: the walk starts from standing or another motion."""

    def stand(self, robot: RobotState) -> None:
        """Observe a standing robot that is about to walk."""

    def settle(self, robot: RobotState) -> bool:
        """Advance by a cycle while the robot still stands; return whether more time is needed."""
        return False

    def request(self, request: MotionRequest, robot: RobotState) -> MotionRequest:
        """Evaluate the finished step and return the request for the next one."""
        return request

    def begin(self, robot: RobotState, walk: WalkState) -> None:
        """Start the planned step."""

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Process the robot's state, once per cycle of a step."""

    def feet(self, feet: FeetOffsets, walk: WalkState) -> None:
        """Add to the feet of this cycle, in place."""

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Add to the joint targets of this cycle, in wire order, rad, in place."""

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the current contributions of the term."""
        return ()

    @classmethod
    def angle(cls, what: str, number: float) -> Value:
        """Return an angle of this term, rad, as a value."""
        return Value(cls._named(what), DisplayUnit.ANGLE, number)

    @classmethod
    def length(cls, what: str, number: float) -> Value:
        """Return a length of this term, m, as a value."""
        return Value(cls._named(what), DisplayUnit.LENGTH, number)

    @classmethod
    def share(cls, what: str, number: float) -> Value:
        """Return a share of this term, 0..1, as a value."""
        return Value(cls._named(what), DisplayUnit.SHARE, number)

    @classmethod
    def _named(cls, what: str) -> str:
        return f"{cls.group.replace('_', ' ')}, {what}"
