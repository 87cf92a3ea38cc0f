"""The active terms, called together in their order.

A step is planned from the feet without the contributions of lasting terms. These are removed here,
in one place for all terms, so that none is forgotten.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from motions.perception.state import RobotState
from motions.requests import MotionRequest
from motions.walking.learnt import taught_by
from motions.walking.terms.term import BalanceTerm, Value, WalkState
from motions.walking.trajectories import FeetOffsets, FootOffset


class ActiveTerms:
    """The active terms of a walk."""

    def __init__(self, terms: Sequence[BalanceTerm], walk: WalkState) -> None:
        self._terms = tuple(terms)
        self._walk = walk
        # Terms that do not override a hook are not called for it in the cycle.
        self._looking = _having("update", terms)
        self._feet = _having("feet", terms)
        self._lasting_feet = tuple(term for term in self._feet if term.lasting)
        runs = groupby(_having("joints", terms), key=lambda term: term.lasting)
        self._runs = tuple((lasting, tuple(neighbours)) for lasting, neighbours in runs)

    def __iter__(self) -> Iterator[BalanceTerm]:
        return iter(self._terms)

    def learn_from(self, others: "ActiveTerms") -> None:
        """Take over what the same terms have learnt with other parameters."""
        known = {term.group: term for term in others}
        for term in self._terms:
            if (before := known.get(term.group)) is not None:
                taught_by(before, term)

    def reset(self) -> None:
        """Reset all terms: the walk starts from standing or another motion."""
        for term in self._terms:
            term.reset()

    def stand(self, robot: RobotState) -> None:
        """Observe a standing robot that is about to walk."""
        for term in self._terms:
            term.stand(robot)

    def settle(self, robot: RobotState) -> bool:
        """Advance while the robot still stands; return whether any term needs more time."""
        return any([term.settle(robot) for term in self._terms])

    def request(self, request: MotionRequest, robot: RobotState) -> MotionRequest:
        """Return the request for the next step, as modified by the terms."""
        for term in self._terms:
            request = term.request(request, robot)
        return request

    def begin(self, robot: RobotState) -> None:
        """Start the planned step."""
        for term in self._terms:
            term.begin(robot, self._walk)

    def update(self, robot: RobotState) -> None:
        """Update all terms with the robot's state, once per cycle of a step."""
        self._walk.caught = 0.0
        for term in self._looking:
            term.update(robot, self._walk)

    def feet(self, feet: FeetOffsets, *, lasting: bool) -> None:
        """Add the contributions to the feet, in place; in a delay only those of lasting terms."""
        for term in self._lasting_feet if lasting else self._feet:
            term.feet(feet, self._walk)

    def joints(self, joints: list[float]) -> None:
        """Add the contributions to the joint targets, in wire order, rad, in place.

        Contributions of consecutive lasting terms are summed first: planning the next step
        subtracts the same sum, which is exact in floating point only if it is formed the same way.
        """
        for lasting, terms in self._runs:
            target = [0.0] * len(joints) if lasting else joints
            for term in terms:
                term.joints(target, self._walk)
            if lasting:
                for joint, added in enumerate(target):
                    if added:
                        joints[joint] += added

    def planned_joints(self, positions: Sequence[float]) -> list[float]:
        """Return joints, in wire order, rad, without the contributions of lasting terms."""
        lasting = [0.0] * len(positions)
        for lasts, terms in self._runs:
            if lasts:
                for term in terms:
                    term.joints(lasting, self._walk)
        return [joint - added for joint, added in zip(positions, lasting, strict=True)]

    def planned_feet(self, feet: FeetOffsets) -> FeetOffsets:
        """Return feet without the contributions of lasting terms."""
        lasting = FeetOffsets(FootOffset(), FootOffset())
        self.feet(lasting, lasting=True)
        return feet.without(lasting)

    def values(self) -> tuple[Value, ...]:
        """Return the DCM error and the current contributions of all terms."""
        walk = self._walk
        return (*walk.error_values(), *(v for term in self._terms for v in term.values(walk)))


def _having(hook: str, terms: Sequence[BalanceTerm]) -> tuple[BalanceTerm, ...]:
    """Return the terms that override a hook."""
    plain = getattr(BalanceTerm, hook)
    return tuple(term for term in terms if getattr(type(term), hook) is not plain)
