"""Compensation of sag, the mean tracking error of soft leg joints.

A servo acts like a spring with a delay. If it is soft, the weight bends the support leg by more
than the swing foot is lifted, and the swing leg does not reach its target: the robot steps on the
spot. The mean error of each pitch and roll joint is the same in every step, for the support leg and
for the swing leg. It is learnt from undisturbed steps and added to the commands after all terms of
the walk, which is planned as if the joints were at their requests. Since this is not enough for
very soft joints, the feet are lifted higher too. The errors of a sound robot are not compensated,
as the walk was tuned with them.

Both legs share the learnt values, in the left leg's signs; rolls of the right leg are negated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from annotated_types import Gt

from hardware.robots.model import RobotModel, Side
from hardware.units import Ratio, Unit, UnsignedAngle, UnsignedLength, demand_order
from motions.perception.state import RobotState
from motions.scalars import clamp, ramp
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import StepEnd, StepKind
from motions.walking.terms.pendulum import DcmError

_KNEE = 2
"""Index of the knee among the joints of a leg."""

_EVERY = 3
"""Cycles per sample: seven samples give a step's mean as well as twenty."""


@dataclass(frozen=True, slots=True)
class SagParameters:
    """Learning and compensation of sag.

    Attributes:
        active: Whether sag is compensated.
        share: Filter share of a step; the first steps have more, as in a mean.
        limit: Largest angle added to a joint, rad.
        begin: Sag of the support knee above which the compensation begins, rad.
        full: Sag of the support knee above which the compensation is full, rad.
        blend: Share of the remaining change of the compensation made per cycle.
        steps: Number of steps from the start of a walk until the compensation is full.
        lift: Additional lift of the feet at full compensation, m.
        ignore_forward: Forward or backward DCM error above which a step is not learnt from, m.
        ignore_outward: Likewise for the DCM error over the support foot's outer edge, m.
        ignore_turn: Likewise for the turn of a step, rad.
        shortest: Shortest step that is learnt from, as a multiple of the planned duration.
        longest: Longest step that is learnt from, likewise.
    """

    active: bool
    share: Ratio
    limit: UnsignedAngle
    begin: UnsignedAngle
    full: UnsignedAngle
    blend: Ratio
    steps: Annotated[int, Unit(""), Gt(0)]
    lift: UnsignedLength
    ignore_forward: UnsignedLength
    ignore_outward: UnsignedLength
    ignore_turn: UnsignedAngle
    shortest: Annotated[float, Unit(""), Gt(0.0)]
    longest: Annotated[float, Unit(""), Gt(0.0)]

    def __post_init__(self) -> None:
        demand_order(self, "shortest", "longest")
        if not self.begin < self.full:
            raise ValueError("'begin' must be less than 'full'")


class JointSag:
    """Learns the sag of hip roll, hip, knee and ankle pitch, and ankle roll, and compensates it.

    Attributes:
        swing: Sag of the swing leg, (5,), rad, in the left leg's signs.
        support: Sag of the support leg, likewise.
        taught: Number of steps learnt from.
        lift: Additional lift of the feet, m, to replace what a soft knee takes away.
    """

    learnt: ClassVar[tuple[str, ...]] = ("swing", "support", "taught", "lift")

    def __init__(self, parameters: SagParameters, model: RobotModel) -> None:
        self._parameters = parameters
        self._legs = tuple(
            (
                side,
                (leg.hip_roll, leg.hip_pitch, leg.knee_pitch, leg.ankle_pitch, leg.ankle_roll),
                (side.sign, 1.0, 1.0, 1.0, side.sign),
            )
            for side, leg in model.legs.items()
        )
        self._joints = tuple(joint for _, joints, _ in self._legs for joint in joints)
        self._each = tuple(enumerate(self._joints))
        self.swing = [0.0] * len(self._legs[0][1])
        self.support = [0.0] * len(self.swing)
        self.taught = 0
        self.lift = 0.0
        self._target = [0.0] * len(self._joints)
        self._added = [0.0] * len(self._joints)
        self._adds = False
        self._steps = 0
        self._missed = [0.0] * len(self._joints)
        self._cycles = self._looks = 0
        self._disturbed = False

    def reset(self) -> None:
        """Start a walk without compensation; it grows from zero.

        The learnt sag is kept, as the robot is the same.
        """
        self._target = [0.0] * len(self._joints)
        self._added = [0.0] * len(self._joints)
        self._adds = False
        self._steps = 0
        self._forget_step()

    def look(self, robot: RobotState, executed: Sequence[float] | None, error: DcmError) -> None:
        """Sample the joint errors of one cycle of a step.

        Args:
            robot: Current state of the robot.
            executed: Joint targets that it should show, in wire order, rad; None while unknown.
            error: DCM error.
        """
        parameters = self._parameters
        if executed is None or not parameters.active:
            return
        if (
            abs(error.forward) > parameters.ignore_forward
            or error.outward > parameters.ignore_outward
            or not robot.contact
        ):
            self._disturbed = True
        self._cycles += 1
        if self._disturbed or self._cycles % _EVERY:
            return
        self._looks += 1
        measured, missed = robot.positions, self._missed
        for place, joint in self._each:
            missed[place] += executed[joint] - measured[joint]

    def begin(self, finished: RunningStep | None, swing: Side) -> None:
        """Start a step: learn from the last one, and set the compensation for the legs' new roles.

        Args:
            finished: The last step; None before the first.
            swing: The new swing foot.
        """
        if finished is not None and self._teaches(finished):
            self._learn(finished.swing)
        self._forget_step()
        parameters, knee = self._parameters, abs(self.support[_KNEE])
        self._steps += 1
        soft = ramp(knee, parameters.begin, parameters.full)
        self.lift = soft * parameters.lift
        share = soft * min(self._steps / parameters.steps, 1.0)
        limit, target = parameters.limit, list[float]()
        for side, _, signs in self._legs:
            missed = self.swing if side is swing else self.support
            for angle, sign in zip(missed, signs, strict=True):
                target.append(sign * share * clamp(angle, -limit, limit))
        self._target = target
        self._adds = self._adds or share > 0.0

    def add(self, joints: list[float]) -> None:
        """Add the compensation to this cycle's joint targets, in wire order, rad, in place."""
        if not self._adds:
            return
        blend, added, target = self._parameters.blend, self._added, self._target
        for place, joint in self._each:
            now = added[place]
            added[place] = now = now + blend * (target[place] - now)
            joints[joint] += now

    def asked(self, positions: Sequence[float]) -> Sequence[float]:
        """Return the last joint targets without the compensation, in wire order, rad."""
        if not self._adds:
            return positions
        joints = list(positions)
        for place, joint in self._each:
            joints[joint] -= self._added[place]
        return joints

    def _teaches(self, finished: RunningStep) -> bool:
        parameters = self._parameters
        lasted = finished.lasted / finished.duration
        return (
            self._looks > 0
            and not self._disturbed
            and finished.kind is StepKind.STEPPING
            and finished.end is StepEnd.SWITCH
            and parameters.shortest <= lasted <= parameters.longest
            and abs(finished.step.turn) <= parameters.ignore_turn
        )

    def _learn(self, swing: Side) -> None:
        self.taught += 1
        share = max(self._parameters.share, 1.0 / self.taught)
        missed = iter(self._missed)
        for side, _, signs in self._legs:
            known = self.swing if side is swing else self.support
            for place, sign in enumerate(signs):
                known[place] += share * (sign * next(missed) / self._looks - known[place])

    def _forget_step(self) -> None:
        self._missed = [0.0] * len(self._joints)
        self._cycles = self._looks = 0
        self._disturbed = False
