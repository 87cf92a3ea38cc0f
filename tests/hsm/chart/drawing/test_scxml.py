"""The SCXML export: an independent engine reaches the same state after every transition."""

import random
import xml.etree.ElementTree as ET
from collections import Counter

import pytest
from statemachine.io.scxml.processor import SCXMLProcessor

from hsm.chart.drawing.scxml import NAMESPACE, scxml_text, state_id
from hsm.chart.engine.compile import Arrow
from hsm.chart.engine.machine import Machine
from tests.hsm.chart.engine.test_conformance import CHART, situation
from tests.hsm.chart.mini import lamp

TEXT = scxml_text(CHART)
ROOT = ET.fromstring(TEXT)
SCXML = "{http://www.w3.org/2005/07/scxml}"


def test_every_state_is_exported_once_inside_its_parent() -> None:
    parents = {child.get("id"): parent.get("id") for parent in ROOT.iter() for child in parent}
    states = [state.get("id") for state in ROOT.iter(f"{SCXML}state")]
    assert sorted(states) == sorted(map(state_id, CHART.tree.states))
    for state in CHART.tree.states:
        parent = state.rpartition(".")[0]
        assert parents[state_id(state)] == (state_id(parent) if parent else None)


def test_every_arrow_is_exported_with_its_guard() -> None:
    found = Counter(
        (t.get("event"), t.get("target"), t.get(f"{{{NAMESPACE}}}guard"))
        for t in ROOT.iter(f"{SCXML}transition")
    )
    assert found == Counter(
        (a.event, state_id(a.dest), a.guard_text or "always") for a in CHART.arrows
    )


def test_another_engine_follows_a_random_walk_over_most_arrows() -> None:
    processor = SCXMLProcessor()
    processor.parse_scxml("nao", TEXT)
    other = processor.start()
    machine = Machine(CHART)
    rng = random.Random(5)
    taken: Counter[Arrow] = Counter()
    for _ in range(3000):
        options = [arrow for *_, arrow in CHART.options[machine.leaf]]
        arrow = min(rng.sample(options, len(options)), key=lambda option: taken[option])
        facts, ticks = situation(machine.leaf, arrow)
        machine.ticks = ticks - 1
        machine.tick(facts, 0.0)
        taken[arrow] += 1
        other.send(arrow.event)
        assert {state.id for state in other.configuration} == {
            state_id(".".join(machine.leaf.split(".")[: depth + 1]))
            for depth in range(machine.leaf.count(".") + 1)
        }
    assert len(taken) > 0.9 * len({a for options in CHART.options.values() for *_, a in options})


@pytest.mark.parametrize("event", ["on", "blackout", "off"])
def test_a_small_chart_can_be_exported_too(event: str) -> None:
    assert f'event="{event}"' in scxml_text(lamp())
