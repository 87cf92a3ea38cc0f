"""The machine on a small chart: dwell times, order of calls, records and defects."""

import logging
import random

import pytest

from hsm.chart.engine.errors import EngineError
from hsm.chart.engine.machine import Machine
from hsm.chart.engine.rows import Priority
from tests.hsm.chart.mini import PERIOD, bits, lamp


def run(machine: Machine, text: str, ticks: int = 1) -> list[str]:
    """Tick with constant facts and return the events."""
    fired = (machine.tick(bits(text), machine.tick_count * PERIOD) for _ in range(ticks))
    return [transition.event for transition in fired if transition]


def test_the_machine_starts_in_the_initial_leaf_without_calling_enter() -> None:
    entered: list[str] = []
    machine = Machine(lamp(), enter=entered.append)
    assert (machine.leaf, machine.ticks, entered) == ("Dark", 0, [])


def test_states_are_exited_innermost_first_and_entered_outermost_first() -> None:
    calls: list[str] = []
    machine = Machine(
        lamp(),
        enter=lambda path: calls.append(f"+{path}"),
        exit=lambda path: calls.append(f"-{path}"),
    )
    run(machine, "power switch")
    assert calls == ["-Dark", "+Lit", "+Lit.Bulb", "+Lit.Bulb.Warming"]
    calls.clear()
    run(machine, "")
    assert calls == ["-Lit.Bulb.Warming", "-Lit.Bulb", "-Lit", "+Dark"]


def test_a_compound_around_both_ends_is_neither_exited_nor_entered() -> None:
    calls: list[str] = []
    machine = Machine(lamp(), enter=calls.append, exit=calls.append)
    machine.place("Lit.Bulb.Bright")
    run(machine, "power switch knock")
    assert calls == ["Lit.Bulb.Bright", "Lit.Bulb", "Lit.Night"]


def test_at_most_one_transition_happens_in_a_tick() -> None:
    machine = Machine(lamp())
    assert run(machine, "power switch done") == ["on"]
    assert machine.leaf == "Lit.Bulb.Warming"


def test_the_status_of_a_leaf_is_ignored_in_its_first_tick() -> None:
    machine = Machine(lamp())
    assert run(machine, "power switch done", 2) == ["on"]
    assert run(machine, "power switch done") == ["warm"]


def test_a_limit_fires_at_its_tick_and_not_before() -> None:
    machine = Machine(lamp())
    machine.place("Lit.Bulb.Warming")
    assert run(machine, "power switch", 19) == []
    assert run(machine, "power switch") == ["timeout"]


def test_a_dwell_is_counted_from_the_entry_of_the_leaf() -> None:
    machine = Machine(lamp())
    machine.place("Broken")
    assert run(machine, "power knock", 9) == []
    assert run(machine, "power knock") == ["repaired"]


def test_a_safety_row_of_a_compound_beats_the_rows_of_its_leaf() -> None:
    machine = Machine(lamp())
    machine.place("Lit.Bulb.Warming")
    machine.tick(bits("power switch"), 0.0)
    assert run(machine, "done") == ["blackout"]


def test_a_record_holds_every_detail_of_a_transition() -> None:
    machine = Machine(lamp(), explain=lambda arrow: "the switch moved 12 mm")
    machine.tick(bits("power"), 0.1)
    transition = machine.tick(bits("power switch"), 0.2)
    assert transition is not None
    assert transition.record() == {
        "tick": 2, "t": 0.2, "from": "Dark", "to": "Lit.Bulb.Warming", "event": "on",
        "band": "REQUEST", "guard": "power & switch & !hot", "ticks_in_state": 2,
        "seconds_in_state": 0.2, "facts": "0x3", "changed": ["switch"],
        "because": "the switch moved 12 mm", "note": "",
    }  # fmt: skip
    assert str(transition) == (
        "t=0.200 Dark -> Lit.Bulb.Warming by on [power & switch & !hot]"
        " because the switch moved 12 mm, after 2 ticks"
    )


def test_without_an_account_from_the_explainer_the_reason_lists_the_facts() -> None:
    for machine in (Machine(lamp()), Machine(lamp(), explain=lambda arrow: "")):
        transition = machine.tick(bits("power switch"), 0.0)
        assert transition and transition.because == "power is true, switch is true, hot is false"


def test_the_reason_of_a_timeout_is_the_time_in_the_leaf() -> None:
    machine = Machine(lamp())
    machine.place("Lit.Bulb.Warming")
    fired = [machine.tick(bits("power switch"), 0.0) for _ in range(20)][-1]
    assert fired and fired.because == "Lit.Bulb.Warming lasted 2.00 s"


def test_callbacks_can_read_the_cause_during_a_transition_only() -> None:
    causes: list[str] = []
    machine = Machine(lamp(), enter=lambda _: causes.append(cause(machine)))
    run(machine, "power switch")
    assert causes == ["on"] * 3
    assert machine.cause is None


def cause(machine: Machine) -> str:
    assert machine.cause is not None
    return machine.cause.event


def test_a_callback_that_ticks_the_machine_is_a_defect() -> None:
    machine = Machine(lamp(), enter=lambda _: tick_again())

    def tick_again() -> None:
        machine.tick(0, 0.0)

    with pytest.raises(EngineError, match="inside a transition"):
        run(machine, "power switch")


def test_an_event_triggered_outside_a_tick_does_not_move_the_machine() -> None:
    machine = Machine(lamp())
    run(machine, "power")
    assert machine._fire["on"]() is False
    assert machine._model.state == machine.leaf == "Dark"


def test_an_exception_in_a_callback_reaches_the_caller_who_can_go_to_fault() -> None:
    calls: list[str] = []

    def enter(path: str) -> None:
        calls.append(path)
        if path == "Lit.Bulb":
            raise RuntimeError("bulb exploded")

    machine = Machine(lamp(), enter=enter)
    with pytest.raises(RuntimeError):
        run(machine, "power switch")
    record = machine.to_fault("bulb exploded", 0.3)
    assert calls == ["Lit", "Lit.Bulb"]
    assert (machine.leaf, machine.ticks) == ("Broken", 0)
    assert (record.source, record.dest, record.event) == ("Dark", "Broken", "defect")
    assert (record.band, record.because) == (Priority.SAFETY, "bulb exploded")
    assert run(machine, "knock power", 10) == ["repaired"]


def test_violated_assumptions_are_repaired_and_counted() -> None:
    machine = Machine(lamp())
    machine.place("Lit.Bulb.Bright")
    assert run(machine, "hot switch") == ["blackout"]
    assert machine.violations["hot & !power"] == 1
    run(machine, "hot switch", 5)
    assert machine.violations["hot & !power"] == 1, "counted when the facts change"


def test_taken_arrows_are_counted() -> None:
    machine = Machine(lamp())
    for text in ("power switch", "", "power switch"):
        run(machine, text)
    counts = {arrow.event: count for arrow, count in machine.taken.items()}
    assert counts == {"on": 2, "blackout": 1}


def test_the_library_does_not_log_below_a_warning() -> None:
    logging.getLogger("transitions").setLevel(logging.DEBUG)
    Machine(lamp())
    assert not logging.getLogger("transitions.core").isEnabledFor(logging.INFO)


def test_the_same_facts_give_the_same_records() -> None:
    rng = random.Random(3)
    script = [rng.randrange(32) for _ in range(2000)]

    def records() -> list[str]:
        machine = Machine(lamp())
        fired = (machine.tick(facts, tick * PERIOD) for tick, facts in enumerate(script))
        return [str(transition) for transition in fired if transition]

    assert records() == records() != []
