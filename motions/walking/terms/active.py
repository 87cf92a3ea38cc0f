"""The terms that are switched on, asked together in their order.

A step is planned from feet without what outlives a step. So what lasting terms have added to feet
and joints is left out again here, in one place, for all of them: none can be forgotten.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from motions.perception.state import RobotState
from motions.requests import MotionRequest
from motions.walking.terms.term import BalanceTerm, Value, WalkState
from motions.walking.trajectories import FeetOffsets, FootOffset


class ActiveTerms:
    """All terms of a walk."""

    def __init__(self, terms: Sequence[BalanceTerm], walk: WalkState) -> None:
        self._terms = tuple(terms)
        self._walk = walk
        # A hook that a term has left as it is costs nothing in the cycle.
        self._looking = _having("update", terms)
        self._feet = _having("feet", terms)
        self._lasting_feet = tuple(term for term in self._feet if term.lasting)
        runs = groupby(_having("joints", terms), key=lambda term: term.lasting)
        self._runs = tuple((lasting, tuple(neighbours)) for lasting, neighbours in runs)

    def __iter__(self) -> Iterator[BalanceTerm]:
        return iter(self._terms)

    def reset(self) -> None:
        """Begin anew: the walk starts from standing or another motion."""
        for term in self._terms:
            term.reset()

    def stand(self, robot: RobotState) -> None:
        """Look at a robot that stands and is about to walk."""
        for term in self._terms:
            term.stand(robot)

    def settle(self, robot: RobotState) -> bool:
        """Go on while the robot still stands, and return whether any term needs longer yet."""
        return any([term.settle(robot) for term in self._terms])

    def request(self, request: MotionRequest, robot: RobotState) -> MotionRequest:
        """Return what the next step may be asked for."""
        for term in self._terms:
            request = term.request(request, robot)
        return request

    def begin(self, robot: RobotState) -> None:
        """Begin the step that was planned."""
        for term in self._terms:
            term.begin(robot, self._walk)

    def update(self, robot: RobotState) -> None:
        """Look at the robot, once per cycle of a step."""
        self._walk.caught = 0.0
        for term in self._looking:
            term.update(robot, self._walk)

    def feet(self, feet: FeetOffsets, *, lasting: bool = False) -> None:
        """Add to the feet, in place; those of a delay only what lasts."""
        for term in self._lasting_feet if lasting else self._feet:
            term.feet(feet, self._walk)

    def joints(self, joints: list[float]) -> None:
        """Add to the joint targets, in wire order, rad, in place.

        What neighbours add beyond the step is summed first: the same sum is left out again when the
        next step is planned, and floats know no other way to come out even.
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
        """Return joints, in wire order, rad, without what lasts beyond the step."""
        lasting = [0.0] * len(positions)
        for lasts, terms in self._runs:
            if lasts:
                for term in terms:
                    term.joints(lasting, self._walk)
        return [joint - added for joint, added in zip(positions, lasting, strict=True)]

    def planned_feet(self, feet: FeetOffsets) -> FeetOffsets:
        """Return feet without what lasts beyond the step."""
        lasting = FeetOffsets(FootOffset(), FootOffset())
        self.feet(lasting, lasting=True)
        return feet.without(lasting)

    def values(self) -> tuple[Value, ...]:
        """Return by how much the robot falls, and what every term adds now."""
        walk = self._walk
        return (*walk.error_values(), *(v for term in self._terms for v in term.values(walk)))


def _having(hook: str, terms: Sequence[BalanceTerm]) -> tuple[BalanceTerm, ...]:
    """Return the terms with a hook of their own."""
    plain = getattr(BalanceTerm, hook)
    return tuple(term for term in terms if getattr(type(term), hook) is not plain)
