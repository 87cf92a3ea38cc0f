"""What a part of the walk has learnt about the robot, and hands on to its successor.

When parameters change while the robot runs, parts are created anew. The robot stays the same, so
each new part takes over what the old one has learnt; plans, filters and limits are its own.
"""

from typing import Any, ClassVar, Protocol, TypeVar


class _Learner(Protocol):
    learnt: ClassVar[tuple[str, ...]]


T = TypeVar("T", bound=_Learner)


def taught_by(old: T, new: T) -> T:
    """Return the new part, which now knows what the old one of the same class has learnt."""
    known: Any
    for name in new.learnt:
        known = getattr(old, name)
        setattr(new, name, known)
    return new
