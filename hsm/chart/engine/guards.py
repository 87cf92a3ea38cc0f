"""Guards: conjunctions of facts as two bit masks, with the logic that the proofs need.

For a guard such as ``falling & !contact``, `care` holds the bits that are named, `want` those of
them that must be set. A set of facts satisfies it if ``bits & care == want``: one comparison in the
cycle, and a form that the checker can reason about without running the machine.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Guard:
    """A conjunction of literals.

    Attributes:
        care: Bits of the facts that occur.
        want: Those of them that must be true; the others must be false.
    """

    care: int = 0
    want: int = 0

    def holds(self, bits: int) -> bool:
        """Return whether a set of facts satisfies every literal."""
        return bits & self.care == self.want

    def excludes(self, other: "Guard") -> bool:
        """Return whether some fact must be true in one guard and false in the other."""
        return (self.want ^ other.want) & self.care & other.care != 0

    def implies(self, other: "Guard") -> bool:
        """Return whether every set of facts that satisfies this guard satisfies the other, too."""
        return self.care & other.care == other.care and self.want & other.care == other.want

    def __and__(self, other: "Guard") -> "Guard":
        """Join two guards that do not exclude each other."""
        if self.excludes(other):
            raise ValueError("guards that exclude each other have no conjunction")
        return Guard(self.care | other.care, self.want | other.want)


def resolvent(one: Guard, other: Guard) -> Guard | None:
    """Return the resolvent of two impossible guards: a & X and !a & Y give X & Y.

    It is None if they clash in no fact (nothing follows) or in several (the resolvent is trivial).
    """
    clash = (one.want ^ other.want) & one.care & other.care
    if clash == 0 or clash & (clash - 1):
        return None
    care = (one.care | other.care) & ~clash
    return Guard(care, (one.want | other.want) & ~clash)


def closure(impossible: Iterable[Guard]) -> tuple[Guard, ...]:
    """Return the shortest guards that follow by resolution from a list of impossible ones.

    With this closure, whether a combination of a few facts is possible depends only on the guards
    over these facts. Without it, combinations that are excluded through a third fact look possible,
    and the checker reports overlaps that cannot occur.
    """
    found: set[Guard] = set()
    fresh = set(impossible)
    while fresh:
        guard = fresh.pop()
        if any(guard.implies(known) for known in found):
            continue
        found = {known for known in found if not known.implies(guard)}
        for known in found:
            derived = resolvent(guard, known)
            if derived is not None:
                fresh.add(derived)
        found.add(guard)
    return tuple(sorted(found, key=lambda guard: (guard.care, guard.want)))
