"""A chart of a lamp, small enough to be seen through, and ways to break it."""

from collections.abc import Sequence

from hsm.chart.compile import Chart, compile_chart
from hsm.chart.factset import Fact, FactSet, Kind
from hsm.chart.promises import Promises
from hsm.chart.rows import Band, Row
from hsm.chart.tree import Leaf, Tree

FACTS = FactSet(
    [
        Fact("power", "", "there is power"),
        Fact("switch", "", "the switch is on"),
        Fact("hot", "", "the lamp is hot"),
        Fact("knock", "", "somebody knocks", Kind.PULSE),
        Fact("done", "", "the leaf has finished", Kind.STATUS),
    ],
    ["hot & !power"],
)


def leaf(path: str, at_most: float | None = None) -> Leaf:
    return Leaf(path, "a mode", "lamp", "light", at_most)


LEAVES = (
    leaf("Dark"),
    leaf("Broken"),
    leaf("Lit.Bulb.Warming", 2.0),
    leaf("Lit.Bulb.Bright"),
    leaf("Lit.Night"),
)

ROWS = (
    Row(Band.SAFETY, "Lit", "blackout", "!power", "Dark"),
    Row(Band.SAFETY, "Lit.Bulb", "overheat", "hot", "Broken"),
    Row(Band.OPERATOR, "Broken", "repaired", "knock & !hot", "Dark", after=1.0),
    Row(Band.SEQUENCE, "Lit.Bulb.Warming", "warm", "done", "Lit.Bulb.Bright", limit=2.0),
    Row(Band.REQUEST, "Dark", "on", "power & switch & !hot", "Lit"),
    Row(Band.REQUEST, "Lit.{Bulb, Night}", "off", "!switch", "Dark", ordered=True),
    Row(Band.REQUEST, "Lit.Bulb.Bright", "dim", "knock", "Lit.Night"),
    Row(Band.REQUEST, "Lit.Night", "wake", "knock", "Lit.Bulb"),
)

PROMISES = Promises(home="Dark")
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
    """Return the facts that are named."""
    total = 0
    for name in text.split():
        total |= facts.bit(name)
    return total
