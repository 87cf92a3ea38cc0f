"""The running machine: select first, fire second, at most one transition per tick.

`transitions.HierarchicalMachine` is the authority for the current state and for the order in which
states are left and entered. It is called only after our own search has found the row that fires, by
the event of that row. The library checks the same guard as a condition, so that an event from
anywhere else cannot move the robot.

In the control cycle, facts are computed, `Machine.tick` decides, and then the component of the leaf
that is now active commands the joints. A reaction never costs an extra cycle.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from hsm.chart.engine.compile import Arrow, Chart, select
from hsm.chart.engine.errors import EngineError
from hsm.chart.engine.rows import Priority
from hsm.chart.engine.transition import Transition
from hsm.chart.engine.transitions_library import Callback, Model, build

Explain = Callable[[Arrow], str]

_STATE = ("leaf", "ticks", "tick_count", "taken", "violations", "_raw", "_facts", "_before")


class Machine:
    """A running chart.

    Attributes:
        chart: The compiled table.
        leaf: Path of the active leaf, such as `Active.Upright.Stand.Normal`.
        ticks: Ticks since the leaf was entered; 0 until its first tick.
        tick_count: Ticks since the machine was built.
        cause: The arrow that is being taken; None outside of callbacks.
        taken: How often every arrow has fired.
        violations: How often every assumption was violated and repaired.
    """

    def __init__(
        self,
        chart: Chart,
        *,
        enter: Callback | None = None,
        exit: Callback | None = None,
        explain: Explain | None = None,
    ) -> None:
        """Build the machine in the chart's initial leaf, without entering it.

        Args:
            chart: The compiled table.
            enter: Called with the path of every state that is entered, outermost first. It may
                read `cause`, and must not fire events.
            exit: Called with the path of every state that is left, innermost first, before the
                first `enter`. It must not raise.
            explain: Returns the reason of an arrow that fires, from the numbers behind its facts;
                without it the reason names the facts.
        """
        self.chart = chart
        self.ticks = 0
        self.tick_count = 0
        self.cause: Arrow | None = None
        self.taken: Counter[Arrow] = Counter()
        self.violations: Counter[str] = Counter()
        self._explain = explain or self._name_facts
        self._raw = 0
        self._facts = 0
        self._before = 0
        self._busy = False
        self._model = Model()
        self._library = build(chart, self._model, self._permits, enter=enter, exit=exit)
        self._fire: dict[str, Callable[[], bool]] = {
            arrow.event: getattr(self._model, arrow.event) for arrow in chart.arrows
        }
        self._settle(chart.initial)

    def __reduce__(self) -> tuple[object, ...]:
        """Refuse to be copied: the library's callbacks would still move the original machine.

        Raises:
            TypeError: Always.
        """
        raise TypeError(
            "a running machine cannot be copied; build another one and call its `set_state`"
        )

    @property
    def name(self) -> str:
        """Short name of the active leaf, such as `Stand.Normal`."""
        return self.chart.short(self.leaf)

    @property
    def facts(self) -> int:
        """The facts of the last tick, with violated assumptions repaired."""
        return self._facts

    def tick(self, facts: int, time: float) -> Transition | None:
        """Advance by one tick: take the first arrow that holds, or none.

        Args:
            facts: The facts of this tick, as bits.
            time: Time of the frame that the facts were computed from, s.

        Raises:
            EngineError: If called from a callback, or if the library refuses the selected arrow.
        """
        if self._busy:
            raise EngineError("tick was called from inside a transition")
        self.tick_count += 1
        self.ticks += 1
        self._before = self._facts
        if facts != self._raw:
            self._admit(facts)
        seen = self._facts if self.ticks > 1 else self.chart.seen(self._facts, 1)
        arrow = select(self._options, seen, self.ticks)
        return None if arrow is None else self._take(arrow, seen, time)

    def to_fault(self, reason: str, time: float) -> Transition:
        """Go to the fault leaf without any callback, as callbacks may be broken.

        The caller resets the components. `reason` becomes the sentence of the record.
        """
        source, ticks = self.leaf, self.ticks
        self._busy = False
        self.cause = None
        self._library.set_state(self.chart.fault, self._model)
        self._settle(self.chart.fault)
        return self._record(source, ticks, self._facts, time, reason)

    def place(self, state: str) -> None:
        """Set the state without any callback; for starts and tests only."""
        leaf = self.chart.tree.first_leaf(state)
        self._library.set_state(leaf, self._model)
        self._settle(leaf)

    def state(self) -> dict[str, Any]:
        """Return everything that later ticks and records depend on; not from inside a callback."""
        return {name: getattr(self, name) for name in _STATE}

    def set_state(self, state: dict[str, Any]) -> None:
        """Resume from a saved state, without any callback."""
        self.place(state["leaf"])
        for name in _STATE:
            setattr(self, name, state[name])

    def _take(self, arrow: Arrow, seen: int, time: float) -> Transition:
        source, ticks = self.leaf, self.ticks
        because = self._because(arrow)
        self._busy, self.cause = True, arrow
        try:
            fired = self._fire[arrow.event]()
        finally:
            self._busy, self.cause = False, None
        if fired is not True or self._model.state != arrow.dest_leaf:
            raise EngineError(
                f"{arrow.event} in {self.chart.short(source)} should lead to"
                f" {self.chart.short(arrow.dest_leaf)}, but the library is in {self._model.state}"
            )
        self.taken[arrow] += 1
        self._settle(arrow.dest_leaf)
        return self._record(source, ticks, seen, time, because, arrow)

    def _record(
        self,
        source: str,
        ticks: int,
        facts: int,
        time: float,
        because: str,
        arrow: Arrow | None = None,
    ) -> Transition:
        """Return the record of a transition: an arrow that fired, or a defect."""
        return Transition(
            tick=self.tick_count,
            time=time,
            source=self.chart.short(source),
            dest=self.name,
            event=arrow.event if arrow else "defect",
            band=arrow.priority if arrow else Priority.SAFETY,
            guard=arrow.guard_text if arrow else "",
            ticks_in_state=ticks,
            seconds_in_state=ticks * self.chart.period,
            facts=facts,
            changed=self.chart.facts.changes(self._before, self._facts),
            because=because,
            note=arrow.row.note if arrow else "",
        )

    def _because(self, arrow: Arrow) -> str:
        told = self._explain(arrow) or self._name_facts(arrow)
        reasons = [told] if told else []
        if arrow.seconds:
            reasons.append(f"{self.name} lasted {self.ticks * self.chart.period:.2f} s")
        return " and ".join(reasons) or f"{self.name} is always left after one tick"

    def _name_facts(self, arrow: Arrow) -> str:
        return ", ".join(
            f"{name} is {'true' if wanted else 'false'}"
            for name, wanted in self.chart.facts.literals(arrow.guard_text)
        )

    def _admit(self, facts: int) -> None:
        self._raw = facts
        self._facts, violated = self.chart.facts.repair(facts)
        self.violations.update(violated)

    def _settle(self, leaf: str) -> None:
        self.leaf = leaf
        self.ticks = 0
        self._options = self.chart.options[leaf]

    def _permits(self, arrow: Arrow) -> bool:
        """Return whether an arrow may fire, by the same test as the search; for the library."""
        return (
            self.leaf in arrow.leaves
            and self.ticks >= arrow.dwell
            and arrow.guard.holds(self.chart.seen(self._facts, self.ticks))
        )
