"""No measure tells a rate or an average without its interval: all records are walked through."""

import json
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from typing import Any

import pytest
import typer

from hsm.apps.measure.cli import app
from tests.hsm.campaigns.made_up_reports import REPORTS

RECORDS = {words: lambda report=report: report().record() for words, report in REPORTS.items()}

TEXTS = {words: lambda report=report: report().text() for words, report in REPORTS.items()}

RUNS_THE_OTHERS = {"readme"}

TRIED_ONCE = {"cycle", "link"}
"""Times of this machine in one run: no trials, so nothing to have an interval."""

PLAIN = {
    "how often it was tried": (
        "*trials",
        "*made",
        "*runs",
        "*instants",
        "crashes",
        "*episodes",
        "*ticks",
        "*walks",
        "*.walks.*",
        "*pushes",
        "scenes",
        "compared",
    ),
    "times of this machine in one run": ("step_us.*", "speed_step_us"),
    "over how much": ("*metres", "*seconds", "*walked_s", "curve.*.falls", "curve.*.staggers"),
    "what was asked": (
        "robots.*",
        "requested.*",
        "impulse_ns",
        "hold_s",
        "seeds",
        "*threshold_mm",
        "lateral_m.*.[013]",
    ),
    "what every single trial did": ("doings.*",),
    "single trials": ("fell_at_s.*", "leaves.*", "events.*", "values.*", "shipped.*"),
    "counts told per hour beside": ("walk.false_alarms", "curve.*.false_in_walks"),
    "the worst of all trials": (
        "*largest_error",
        "*heading_error_deg",
        "*least_reach_m",
        "*worst*_n",
        "dive.*.rms",
        "jump_*.rms",
        "squat.rms",
        "*peak",
        "*.max",
        "*struck",
        "*slowest_ms",
        "*stiffest_percent",
        "*least_lead_ms",
        "*latest_ms",
        "*arms_most_percent",
        "*arms_unstruck_percent",
    ),
    "what others have found": ("published.*",),
    "a test's own measure of certainty": ("p_value",),
}
"""Numbers that estimate nothing, by their place in the record."""

MISSING = object()


def figures(value: Any, interval: Any, place: str) -> Iterator[tuple[str, Any]]:
    """Yield place and interval of every number that is not plain."""
    if isinstance(value, dict):
        own = value.get("interval", {})
        for key, item in value.items():
            if key != "interval":
                found = own.get(key, _below(interval, key))
                yield from figures(item, found, f"{place}.{key}".lstrip("."))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from figures(item, _below(interval, index), f"{place}.{index}")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        if not any(fnmatch(place, pattern) for kinds in PLAIN.values() for pattern in kinds):
            yield place, interval


def _below(interval: Any, key: Any) -> Any:
    if isinstance(interval, dict) and key in interval:
        return interval[key]
    if isinstance(interval, list) and isinstance(key, int) and key < len(interval):
        return interval[key]
    return MISSING


def test_every_measure_has_a_record_that_is_walked_through() -> None:
    verbs = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    assert verbs - {words.split()[0] for words in RECORDS} == RUNS_THE_OTHERS


@pytest.mark.parametrize("words", sorted(set(RECORDS) - TRIED_ONCE))
def test_every_rate_and_average_of_a_record_has_an_interval(words: str) -> None:
    record = json.loads(json.dumps(RECORDS[words]()))
    found = dict(figures(record, MISSING, ""))
    assert found, "a measure estimates something"
    for place, interval in found.items():
        assert interval is not MISSING, f"{words}: {place} has no interval"
        low, high = interval
        assert low < high, place


def test_the_help_of_a_measure_defines_keys_of_its_record() -> None:
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    ends = {verb: command.epilog for verb, command in commands.items() if command.epilog}
    defined = {verb: set(re.findall(r"^(\w+): ", end, re.MULTILINE)) for verb, end in ends.items()}
    for verb, keys in defined.items():
        text = json.dumps(REPORTS[verb]().findings(), default=str)
        assert {key for key in keys if f'"{key}":' not in text} == set(), verb
    assert defined["walk"] >= {"reached", "said_no_way"}
    assert defined["goto"] >= {"extra_way"}
    assert defined["get-up"] >= {"struck"}
    assert defined["odometry"] >= {"mean_error"}


def test_a_number_without_an_interval_is_found_wherever_it_stands() -> None:
    record = {
        "falls": 1,
        "trials": 2,
        "reached": [0.1, 0.2],
        "left": {"up": 3, "late": 1, "interval": {"up": [0.1, 0.2]}},
        "interval": {"reached": [[0.0, 0.2], None]},
    }
    found = dict(figures(record, MISSING, ""))
    assert found.pop("falls") is found.pop("left.late") is MISSING
    assert found == {"reached.0": [0.0, 0.2], "reached.1": None, "left.up": [0.1, 0.2]}


@pytest.mark.parametrize("words", sorted(set(TEXTS) - TRIED_ONCE))
def test_the_text_of_a_measure_tells_intervals_too(words: str) -> None:
    text = TEXTS[words]()
    told = re.search(r"\((?:below|above) [\d.]+|\(-?[\d.]+ to -?[\d.]+", text)
    assert told, "a rate or an average, each with its interval"
    assert "object at" not in text
    assert "Rate(" not in text
