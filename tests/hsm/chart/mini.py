"""A small chart of a lamp that tests can take in at a glance and break."""

from collections.abc import Sequence

from hsm.chart.engine.compile import Chart, compile_chart
from hsm.chart.engine.factset import Fact, FactSet, Kind
from hsm.chart.engine.guards import Guard
from hsm.chart.engine.rows import Priority, Row
from hsm.chart.engine.states import Leaf
from hsm.chart.engine.tree import Tree
from hsm.chart.proofs.property_kinds import Properties

FACTS = FactSet(
    [
        Fact("power", "", "there is power"),
        Fact("switch", "", "the switch is on"),
        Fact("hot", "", "the lamp is hot", yields_to=("!power",)),
        Fact("knock", "", "somebody knocks", Kind.PULSE),
        Fact("done", "", "the leaf has finished", Kind.STATUS),
    ]
)


def example(facts: FactSet, guard: Guard) -> int:
    """Return a possible set of facts that satisfies a guard, with as few true as possible."""
    for bit in facts.bits.values():
        if not guard.care & bit:
            absent = Guard(guard.care | bit, guard.want)
            guard = absent if facts.possible(absent) else Guard(absent.care, guard.want | bit)
    assert facts.possible(guard), f"{guard} is impossible"
    return guard.want


def leaf(path: str, at_most: float | None = None, *, hidden: int = 0) -> Leaf:
    return Leaf(path, "a mode", "lamp", "light", at_most, hidden=hidden)


LEAVES = (
    leaf("Dark"),
    leaf("Broken"),
    leaf("Lit.Bulb.Warming", 2.0),
    leaf("Lit.Bulb.Bright"),
    leaf("Lit.Night"),
)

ROWS = (
    Row(Priority.SAFETY, "Lit", "blackout", "!power", "Dark"),
    Row(Priority.SAFETY, "Lit.Bulb", "overheat", "hot", "Broken"),
    Row(Priority.OPERATOR, "Broken", "repaired", "knock & !hot", "Dark", after=1.0),
    Row(Priority.SEQUENCE, "Lit.Bulb.Warming", "warm", "done", "Lit.Bulb.Bright", limit=2.0),
    Row(Priority.REQUEST, "Dark", "on", "power & switch & !hot", "Lit"),
    Row(Priority.REQUEST, "Lit.{Bulb, Night}", "off", "!switch", "Dark", ordered=True),
    Row(Priority.REQUEST, "Lit.Bulb.Bright", "dim", "knock", "Lit.Night"),
    Row(Priority.REQUEST, "Lit.Night", "wake", "knock", "Lit.Bulb"),
)

PROPERTIES = Properties(home="Dark")
PERIOD = 0.1


def lamp(
    rows: Sequence[Row] = ROWS,
    leaves: Sequence[Leaf] = LEAVES,
    facts: FactSet = FACTS,
    *,
    initial: str = "Dark",
) -> Chart:
    return compile_chart(Tree(leaves), rows, facts, period=PERIOD, initial=initial, fault="Broken")


def bits(text: str, facts: FactSet = FACTS) -> int:
    """Return the bits of the named facts."""
    total = 0
    for name in text.split():
        total |= facts.bit(name)
    return total
