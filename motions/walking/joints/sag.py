"""Sag: what soft leg joints hang behind their requests on average, taken out of the commands.

A servo is a spring that is late. Where it is soft, the weight bends the leg that stands by more
than the swing foot is lifted, and the leg that swings does not get as far as it was sent: the robot
steps and makes no headway. What each pitch and roll joint of a leg misses on average is the same in
every step, for the leg that stands and for the leg that swings. It is learnt from steps in which
nothing else happened, and added behind the whole walk, which goes on as if its joints were where it
asked them to be; so far as it does not reach, the feet are lifted higher. What a sound robot misses
is left in: the walk has been made with it.

Both legs teach the same numbers, in the left leg's signs; rolls of the right leg have the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Gt

from hardware.robots.model import RobotModel, Side
from hardware.units import Ratio, Unit, UnsignedAngle, UnsignedLength, demand_order
from motions.perception.state import RobotState
from motions.scalars import clamp, ramp
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import StepEnd, StepKind
from motions.walking.terms.pendulum import DcmError

_KNEE = 2
"""Place of the knee among the joints of a leg."""

_EVERY = 3
"""So many cycles from one look to the next: seven looks tell a step's mean as well as twenty."""


@dataclass(frozen=True, slots=True)
class SagParameters:
    """What the joints of a walking robot miss on average.

    Attributes:
        active: It is added to the commands.
        share: Share of a step in what is learnt; the first steps have more, as in a mean.
        limit: Largest angle that is added to a joint, rad.
        begin: Sag of the knee that stands from which on anything is added, rad.
        full: ... and from which on all that is missed is.
        blend: Share of the way to what the leg's new role needs, per cycle.
        steps: Steps after the walk has begun until all of it is added.
        lift: By how much more the feet of a soft robot are lifted, m.
        ignore_forward: A step in which the robot fell by more than this teaches nothing: DCM error
            forward or backward, m.
        ignore_outward: The same over the support foot's outer edge, m.
        ignore_turn: Nor does a step that turns more than this, rad.
        shortest: Shortest step that is learnt from, as a multiple of the planned duration.
        longest: Longest step that is learnt from.
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
            raise ValueError(
                "sag begins at an angle that is not below the one from which it is full"
            )


class JointSag:
    """What hip roll, hip, knee and ankle pitch, and ankle roll miss, and what is added to them.

    Attributes:
        swing: What is missed by the leg that swings, (5,), rad, in the left leg's signs.
        support: ... and by the leg that stands.
        taught: Steps that have taught something.
        lift: By how much more the feet are lifted, m: a knee that gives way takes it from them.
    """

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
        """Begin a walk from where another motion has left the joints: nothing is added yet.

        What the joints miss stays known: the robot is the same.
        """
        self._target = [0.0] * len(self._joints)
        self._added = [0.0] * len(self._joints)
        self._adds = False
        self._steps = 0
        self._forget_step()

    def look(self, robot: RobotState, executed: Sequence[float] | None, error: DcmError) -> None:
        """Take in one cycle of a step.

        Args:
            robot: The robot now.
            executed: Joint targets that it should show, in wire order, rad; None while unknown.
            error: By how much it falls.
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
        """Begin a step: learn from the last one, and change what is added with the legs' roles.

        Args:
            finished: The last step; None before the first.
            swing: The foot that swings now.
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
        """Add to the joint targets of this cycle, in wire order, rad, in place."""
        if not self._adds:
            return
        blend, added, target = self._parameters.blend, self._added, self._target
        for place, joint in self._each:
            now = added[place]
            added[place] = now = now + blend * (target[place] - now)
            joints[joint] += now

    def asked(self, positions: Sequence[float]) -> Sequence[float]:
        """Return what the walk asked for, of its last joint targets, in wire order, rad."""
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
