"""The cost of a tick relative to an empty loop, a ratio that hardly depends on the machine."""

import time
import timeit

from hsm.chart import facts as f
from hsm.chart.engine.compile import select
from hsm.chart.engine.machine import Machine
from hsm.chart.table import robot_chart

CHART = robot_chart(0.012)
STANDING = f.FRAMES_OK | f.LINK_OK | f.CONTACT | f.UPRIGHT | f.CALM | f.TRIES_LEFT


def best(action: str, names: dict[str, object]) -> float:
    # CPU time of the thread, so that other programs do not count.
    timer = time.thread_time
    return min(timeit.repeat(action, timer=timer, globals=names, number=5000, repeat=7))


def test_a_search_that_finds_nothing_is_a_small_multiple_of_an_empty_loop() -> None:
    for leaf, options in CHART.options.items():
        facts = STANDING | (f.LIMP_REQ if "Limp" in leaf or "SitDown" in leaf else 0)
        if select(options, facts, 3) is not None:
            continue
        names = {"select": select, "options": options, "facts": facts}
        loop = best("for _ in options: pass", names)
        # Measured at about 3 to 7; an empty loop over two rows is mostly start-up.
        assert best("select(options, facts, 3)", names) < 50.0 * loop, CHART.short(leaf)


def test_a_tick_without_a_transition_costs_a_few_searches() -> None:
    machine = Machine(CHART)
    machine.place("Stand.Normal")
    options = CHART.options[machine.leaf]
    names = {"machine": machine, "select": select, "options": options, "facts": STANDING}
    search = best("select(options, facts, 3)", names)
    assert best("machine.tick(facts, 0.0)", names) < 10.0 * search
    assert machine.name == "Stand.Normal"
