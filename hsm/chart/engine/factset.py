"""Sets of facts, by name and by bit, and the combinations that are impossible.

A fact is one bit. Its producer owns thresholds, hysteresis and debouncing; the table only tests it.
`FactSet` is independent of the robot, so that tests can build their own charts; the robot's facts
are in `facts.py`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from hsm.chart.engine.errors import ChartError, unknown
from hsm.chart.engine.guards import Guard, closure


class Kind(Enum):
    """How long a fact stays true, as far as the proofs may rely on it."""

    LEVEL = "level"  # as long as its cause lasts
    PULSE = "pulse"  # one tick per cause
    STATUS = "status"  # of the active leaf, by itself; does not count in its first tick


@dataclass(frozen=True, slots=True)
class Fact:
    """One bit that a guard may name.

    Attributes:
        name: snake_case, an adjective or a request (`..._req`).
        group: Heading under which the documentation lists it.
        meaning: What it states, readable after "because".
        kind: How long it stays true.
        yields_to: Literals such as ``contact`` or ``!contact`` that exclude it: the fact is dropped
            where they hold.
        raised_by: Literals that imply it: the fact is raised where they hold.
    """

    name: str
    group: str
    meaning: str
    kind: Kind = Kind.LEVEL
    yields_to: tuple[str, ...] = ()
    raised_by: tuple[str, ...] = ()

    @property
    def excluded(self) -> tuple[str, ...]:
        """The combinations that the fact makes impossible, its own literal first."""
        return (
            *(f"{self.name} & {other}" for other in self.yields_to),
            *(f"!{self.name} & {other}" for other in self.raised_by),
        )


@dataclass(frozen=True, slots=True)
class Assumption:
    """A combination of facts that never occurs: the proofs assume it, the machine enforces it.

    Attributes:
        text: The combination as written, such as ``walk_req & !contact``.
        guard: The same as masks.
        gives_way: Bit of the first literal, which is flipped when the assumption is violated.
    """

    text: str
    guard: Guard
    gives_way: int


class FactSet:
    """The facts of one chart.

    Attributes:
        facts: The facts, in the order of their bits.
        bits: Bit of every fact, by name.
        assumptions: The impossible combinations as written.
        impossible: The same, closed under resolution.
        status: Bits that are masked in the first tick of a leaf.
        pulses: Bits that are true for one tick per cause.
    """

    def __init__(self, facts: Sequence[Fact]) -> None:
        self.facts = tuple(facts)
        self.bits = {fact.name: 1 << number for number, fact in enumerate(self.facts)}
        if len(self.bits) < len(self.facts):
            names = [fact.name for fact in self.facts]
            double = sorted({name for name in names if names.count(name) > 1})
            raise ChartError([f"fact '{name}' is declared twice" for name in double])
        self.status = self._of_kind(Kind.STATUS)
        self.pulses = self._of_kind(Kind.PULSE)
        self.assumptions = tuple(
            self._assume(text) for fact in self.facts for text in fact.excluded
        )
        self._check_directions()
        self.impossible = closure(assumption.guard for assumption in self.assumptions)

    def bit(self, name: str) -> int:
        """Return the bit of a fact."""
        if name not in self.bits:
            raise ChartError([unknown("fact", name, self.bits)])
        return self.bits[name]

    def names(self, bits: int) -> tuple[str, ...]:
        """Return the names of the facts that are true in a set, in the order of their bits."""
        return tuple(name for name, bit in self.bits.items() if bits & bit)

    def parse(self, text: str) -> Guard:
        """Parse a conjunction such as ``falling & !contact``; the empty text always holds."""
        guard = Guard()
        for name, wanted in self.literals(text):
            bit = self.bit(name)
            literal = Guard(bit, bit if wanted else 0)
            if literal.excludes(guard):
                raise ChartError([f"'{text}' requires '{name}' to be both true and false"])
            guard &= literal
        return guard

    def literals(self, text: str) -> Iterator[tuple[str, bool]]:
        """Yield the names in a conjunction with the values that they must have."""
        for part in text.split("&") if text.strip() else ():
            literal = part.strip()
            name = literal.removeprefix("!").strip()
            if not name.isidentifier():
                raise ChartError([f"'{literal}' in '{text}' is not a fact; write 'a & !b'"])
            yield name, not literal.startswith("!")

    def changes(self, before: int, after: int) -> tuple[str, ...]:
        """Return the differences of two sets: ``falling`` became true, ``!contact`` false."""
        flipped = before ^ after
        return tuple(
            name if after & bit else f"!{name}" for name, bit in self.bits.items() if flipped & bit
        )

    def possible(self, guard: Guard) -> bool:
        """Return whether a guard can be satisfied under the assumptions."""
        return not any(guard.implies(known) for known in self.impossible)

    def repair(self, bits: int) -> tuple[int, tuple[str, ...]]:
        """Return the facts with every violated assumption restored, and the violated ones.

        The first literal of a violated assumption gives way. This ends, because no fact is ever
        raised by one assumption and dropped by another (checked when the set is built).
        """
        violated: list[str] = []
        settled = False
        while not settled:
            settled = True
            for assumption in self.assumptions:
                if assumption.guard.holds(bits):
                    bits ^= assumption.gives_way
                    violated.append(assumption.text)
                    settled = False
        return bits, tuple(violated)

    def _of_kind(self, kind: Kind) -> int:
        return sum(self.bits[fact.name] for fact in self.facts if fact.kind is kind)

    def _assume(self, text: str) -> Assumption:
        guard = self.parse(text)
        first, _ = next(self.literals(text))
        return Assumption(text, guard, self.bits[first])

    def _check_directions(self) -> None:
        dropped = {a.gives_way for a in self.assumptions if a.guard.want & a.gives_way}
        raised = {a.gives_way for a in self.assumptions if not a.guard.want & a.gives_way}
        both = [self.names(bit)[0] for bit in sorted(dropped & raised)]
        if both:
            raise ChartError(
                [
                    f"fact '{name}' is dropped by one assumption and raised by another"
                    for name in both
                ]
            )
