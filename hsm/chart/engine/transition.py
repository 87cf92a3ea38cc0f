"""The record of a transition and its reason."""

from dataclasses import dataclass

from hsm.chart.engine.rows import Priority


@dataclass(frozen=True, slots=True)
class Transition:
    """The record of one transition, complete enough to be read without the run.

    Attributes:
        tick: Number of the tick in which it fired, from 1.
        time: Time of the frame that it reacted to, s.
        source: Leaf that was left, by its short name.
        dest: Leaf that is active now, by its short name.
        event: Event of the row.
        band: Priority of the row.
        guard: Guard of the row; empty if it has none.
        ticks_in_state: Ticks that the source was active, this one included.
        seconds_in_state: The same in s.
        facts: The facts, as bits; status facts are masked in a leaf's first tick.
        changed: Facts that differ from the last tick: `falling` became true, `!contact` false.
        because: The reason as a sentence, with the numbers behind the facts.
        note: Note of the row in the table.
    """

    tick: int
    time: float
    source: str
    dest: str
    event: str
    band: Priority
    guard: str
    ticks_in_state: int
    seconds_in_state: float
    facts: int
    changed: tuple[str, ...]
    because: str
    note: str

    def __str__(self) -> str:
        guard = f" [{self.guard}]" if self.guard else ""
        return (
            f"t={self.time:.3f} {self.source} -> {self.dest} by {self.event}{guard}"
            f" because {self.because}, after {self.ticks_in_state} ticks"
        )

    def record(self) -> dict[str, object]:
        """Return the record as plain values for one line of JSON."""
        return {
            "tick": self.tick,
            "t": self.time,
            "from": self.source,
            "to": self.dest,
            "event": self.event,
            "band": self.band.name,
            "guard": self.guard,
            "ticks_in_state": self.ticks_in_state,
            "seconds_in_state": self.seconds_in_state,
            "facts": f"{self.facts:#x}",
            "changed": list(self.changed),
            "because": self.because,
            "note": self.note,
        }
