"""Compiling charts: every mistake is reported with its row, all of them at once."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from hsm.chart.engine.compile import ticks_of
from hsm.chart.engine.errors import ChartError
from hsm.chart.engine.explain import one_line, unmet
from hsm.chart.engine.rows import Priority, Row
from hsm.chart.table import robot_chart
from tests.hsm.chart.mini import ROWS, bits, lamp


def problems(*rows: Row) -> tuple[str, ...]:
    with pytest.raises(ChartError) as error:
        lamp(rows)
    return error.value.problems


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"guard": "swich"}, "unknown fact 'swich'; the nearest is 'switch'"),
        ({"source": "Drak"}, "unknown state 'Drak'; the nearest is 'Dark'"),
        ({"dest": "Lit.Nihgt"}, "unknown state 'Lit.Nihgt'; the nearest is 'Lit.Night'"),
        ({"dest": "Lit.*"}, "has a '*', but source 'Dark' has none"),
        ({"dest": "Dark"}, "lies in its destination; set reenter"),
        ({"guard": "hot & !power"}, "contradicts the assumptions about facts"),
        ({"guard": "hot & !hot"}, "true and false"),
        ({"event": "goOn"}, "is not a snake_case cause"),
        ({"event": "to_lit"}, "or is reserved by the library"),
        ({"event": "state"}, "or is reserved by the library"),
        ({"after": -1.0}, "must not be negative"),
        ({"after": 2.0, "limit": 1.0}, "limit 1.0 s must be greater than after 2.0 s"),
        ({"guard": "", "limit": 1.0}, "use `after` instead"),
        ({"priority": "SAFTY"}, "is none of SAFETY, OPERATOR"),
    ],
)
def test_a_mistake_is_reported_with_its_row(change: dict[str, Any], message: str) -> None:
    row = replace(Row(Priority.REQUEST, "Dark", "on", "switch", "Lit"), **change)
    found = problems(row)
    assert any(message in problem for problem in found), found
    assert all(problem.startswith(f"row 1 '{row.event}'") for problem in found)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"priority": "SAFETY"}, "priority 'SAFETY' is none of SAFETY, OPERATOR"),
        ({"priority": 4}, "priority 4 is none of"),
        ({"priority": True}, "priority True is none of"),
        ({"priority": None}, "priority None is none of"),
        ({"limit": "3"}, "limit '3' is not a finite number of seconds"),
        ({"limit": True}, "limit True is not a finite number"),
        ({"limit": None}, "limit None is not a finite number"),
        ({"limit": float("inf")}, "limit inf is not a finite number"),
        ({"after": float("nan")}, "after nan is not a finite number"),
        ({"event": 3}, "event 3 is not a text"),
        ({"guard": None}, "guard None is not a text"),
        ({"dest": ("Lit",)}, "dest ('Lit',) is not a text"),
        ({"source": None}, "source None is neither a text nor several"),
        ({"source": ("Dark", 1)}, "source ('Dark', 1) is neither a text nor several"),
    ],
)
def test_a_value_of_a_wrong_type_is_one_mistake_among_sound_rows(
    change: dict[str, Any], message: str
) -> None:
    row = replace(Row(Priority.REQUEST, "Dark", "on", "switch", "Lit"), **change)
    (found,) = problems(*ROWS, row)
    assert found.startswith(f"row {len(ROWS) + 1} '{row.event}': {message}")


def test_all_mistakes_are_reported_at_once() -> None:
    rows = [
        Row(Priority.REQUEST, "Dark", "on", "swich", "Lit"),
        Row(Priority.REQUEST, "Drak", "off", "switch", "Lit"),
        Row(Priority.REQUEST, "Dark", "Dim", "switch", "Nihgt", after=-1.0),
    ]
    assert len(problems(*rows)) == 5


def test_two_rows_of_the_same_event_in_a_leaf_are_refused() -> None:
    found = problems(*ROWS, Row(Priority.REQUEST, "Lit.Bulb.Warming", "off", "hot", "Broken"))
    assert found == ("leaf 'Lit.Bulb.Warming' has 2 rows named 'off': keep one",)


def test_two_limits_in_a_leaf_are_refused() -> None:
    found = problems(
        *ROWS, Row(Priority.REQUEST, "Lit.Bulb.Warming", "cool", "!hot", "Broken", limit=1.0)
    )
    assert found == (
        "leaf 'Lit.Bulb.Warming' has 2 rows named 'timeout' (by their `limit`): keep one",
    )


def test_rows_are_ordered_by_band_and_then_from_the_top() -> None:
    chart = lamp()
    events = [arrow.event for *_, arrow in chart.options["Lit.Bulb.Warming"]]
    assert events == ["blackout", "overheat", "warm", "timeout", "off"]


def test_a_limit_comes_after_all_other_rows_of_its_band() -> None:
    rows = [*ROWS, Row(Priority.SEQUENCE, "Lit.Bulb.Warming", "cool", "!hot", "Broken")]
    events = [arrow.event for *_, arrow in lamp(rows).options["Lit.Bulb.Warming"]]
    assert events == ["blackout", "overheat", "warm", "cool", "timeout", "off"]


def test_a_row_does_not_apply_inside_its_destination_unless_it_re_enters() -> None:
    row = Row(Priority.OPERATOR, "Lit", "knocked", "knock", "Lit.Bulb")
    asked = {
        reenter: [
            leaf
            for leaf, options in lamp([*ROWS, replace(row, reenter=reenter)]).options.items()
            if any(arrow.event == "knocked" for *_, arrow in options)
        ]
        for reenter in (False, True)
    }
    assert asked[False] == ["Lit.Night"]
    assert asked[True] == ["Lit.Bulb.Warming", "Lit.Bulb.Bright", "Lit.Night"]


@pytest.mark.parametrize(
    ("seconds", "ticks"), [(0.0, 1), (0.6, 50), (1.0, 84), (3.0, 250), (15.0, 1250)]
)
def test_seconds_are_rounded_up_to_whole_ticks(seconds: float, ticks: int) -> None:
    assert ticks_of(seconds, 0.012) == ticks


def test_the_structure_hash_changes_with_guard_dwell_destination_event_and_band() -> None:
    changes: list[Callable[[Row], Row]] = [
        lambda row: replace(row, guard=""),
        lambda row: replace(row, after=0.5),
        lambda row: replace(row, dest="Lit.Night"),
        lambda row: replace(row, event="light"),
        lambda row: replace(row, priority=Priority.SEQUENCE),
    ]
    base = lamp().structure
    for change in changes:
        assert lamp([change(row) if row.event == "on" else row for row in ROWS]).structure != base


def test_the_structure_hash_ignores_notes() -> None:
    assert lamp([replace(row, note="other") for row in ROWS]).structure == lamp().structure


def test_the_rows_of_a_walking_step_are_in_the_designed_order() -> None:
    chart = robot_chart(0.012)
    options = chart.options[chart.tree.path("WalkPhase.Stepping")]
    assert [arrow.event for *_, arrow in options] == [
        "frames_lost", "hw_fault", "force_limp", "fall", "lies", "freeze", "lifted",
        "kill", "kick_in_step", "emergency_stand", "timeout", "jump", "pre_step", "delay",
        "kick_step", "next_step", "stopped", "stop",
    ]  # fmt: skip


def test_an_arrow_lists_the_conditions_that_it_lacks() -> None:
    chart = lamp()
    (*_, on), (*_, repaired) = chart.options["Dark"][0], chart.options["Broken"][0]
    assert one_line(chart, repaired) == "repaired [knock & !hot] after 1 s -> Dark"
    assert unmet(chart, on, bits("power"), 5) == ("switch",)
    assert unmet(chart, on, bits("power switch"), 5) == ()
    assert unmet(chart, repaired, bits("knock power hot"), 5) == ("!hot", "0.50 s more")
