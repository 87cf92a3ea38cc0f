"""The scenario reference is complete and up to date, and all of its examples load."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from hardware.disturbances import KINDS
from hardware.props import PROPS
from hsm.scenarios.loader import load_scenarios
from hsm.scenarios.reference import example_of, keys_in
from hsm.scenarios.reference_page import PAGE, SCHEMA, new_scenario, page, schema
from hsm.scenarios.scenario import Scenario
from hsm.settings.loader import config_folder
from motions.requests import Motion

ALL = {**KINDS, **PROPS}

PAGES = Path(__file__).resolve().parents[3] / "config" / "scenarios"
SHIPPED = sorted((config_folder() / "scenarios").glob("*.yaml"))

AROUND = """\
name: example
description: Tries an example.
plant: ideal
duration_s: 30
timeline:
  - {at_s: 0.1, disturb: {lift: {height_mm: 100}}}
"""


def test_the_committed_reference_and_schema_are_up_to_date() -> None:
    hint = "run `hsm scenario reference` and commit what it writes"
    assert (PAGES / PAGE).read_text() == page(), hint
    assert (PAGES / SCHEMA).read_text() == schema(), hint


@pytest.mark.parametrize("name", list(ALL))
def test_every_example_of_the_page_loads(name: str, tmp_path: Path) -> None:
    shown = re.search(rf"^### {name}\n.*?^    (- .*?)$", page(), re.DOTALL | re.MULTILINE)
    assert shown is not None
    is_prop = "at_s" not in shown[1]
    text = f"{AROUND}props:\n  {shown[1]}\n" if is_prop else f"{AROUND}  {shown[1]}\n"
    ball = "props: [{ball: {x_mm: 1000, y_mm: 0}}]\n" if name == "move_ball" else ""
    path = tmp_path / "example.yaml"
    path.write_text(text.replace("x_mm: 500", "x_mm: 2000") + ball)
    (made,) = load_scenarios([str(path)], judged=False)
    assert len(made.props) + len(made.timeline) == (3 if ball else 2)


def test_every_key_without_a_unit_has_a_meaning() -> None:
    keys = [key for cls in (Scenario, *ALL.values()) for key in keys_in(cls)]
    units = {"s", "mm", "n", "ns", "deg", "ms"}
    silent = [
        key.key for key in keys if not key.meaning and key.key.rpartition("_")[2] not in units
    ]
    assert silent == []


def test_the_page_uses_the_files_words_and_all_its_links_have_a_target() -> None:
    text = page()
    for foreign in ("None", "ikewise", "`ANGLES`", "`TARGET`", "passed_within"):
        assert foreign not in text, foreign
    headings = {title.lower() for title in re.findall(r"^##+ (.*)$", text, re.MULTILINE)}
    assert set(re.findall(r"\]\(#(.*?)\)", text)) <= headings


def test_no_meaning_uses_si_units_where_the_file_does_not() -> None:
    told = [key.meaning for cls in (Scenario, *ALL.values()) for key in keys_in(cls)]
    assert not [text for text in told if re.search(r"\brad\b|m/s|, m\b|^s\b", text)]
    assert example_of(ALL["push"]) == "{direction_deg: 90, impulse_ns: 2}"


def test_the_template_with_its_comments_enabled_is_a_scenario_of_a_kick(tmp_path: Path) -> None:
    text = new_scenario("mine", "schema.json", "hsm run mine.yaml")
    text = re.sub(r"^  - .*at_s.*\n", "", text, flags=re.MULTILINE)  # replaces the walk
    text = re.sub(r"^( *)# ?(- |  - |props|sight)", r"\1\2", text, flags=re.MULTILINE)
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    (made,) = load_scenarios([str(path)])
    (asked,) = (entry.request for entry in made.timeline)
    assert asked is not None and asked.motion is Motion.KICK and asked.head is not None
    assert made.sight and made.props


@pytest.mark.parametrize("name", ["mine", "2026", "1e3", "null"])
def test_the_template_of_a_new_scenario_loads_and_has_expectations(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(new_scenario(name, "schema.json", "hsm run mine.yaml"))
    (made,) = load_scenarios([str(path)])
    assert made.name == name and made.expects


def wrong(value: Any, rule: dict[str, Any], place: str = "") -> list[str]:
    """Return the violations of a rule, for the subset of JSON schema that our schema uses."""
    if "enum" in rule:
        return [] if str(value) in rule["enum"] else [f"{place}: {value}"]
    match rule.get("type"):
        case "object":
            known = rule["properties"]
            missing = [f"{place}: no {key}" for key in rule.get("required", ()) if key not in value]
            unknown = [f"{place}: {key}?" for key in value if key not in known]
            below = [
                text
                for key, item in value.items()
                if key in known
                for text in wrong(item, known[key], f"{place}.{key}")
            ]
            return missing + unknown + below
        case "array":
            return [text for item in value for text in wrong(item, rule["items"], place)]
        case "number" | "integer":
            low, high = rule.get("minimum", -1e18), rule.get("maximum", 1e18)
            inside = low <= value <= high and value > rule.get("exclusiveMinimum", -1e18)
            return [] if inside else [f"{place}: {value}"]
    return []


@pytest.fixture(scope="module")
def rule() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(schema())
    return made


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_schema_accepts_every_shipped_scenario(path: Path, rule: dict[str, Any]) -> None:
    assert wrong(yaml.safe_load(path.read_text()), rule) == []


def test_the_schema_refuses_unknown_missing_and_out_of_range_keys(rule: dict[str, Any]) -> None:
    data = yaml.safe_load(SHIPPED[0].read_text())
    assert wrong({**data, "sede": 1}, rule) == [": sede?"]
    assert wrong({**data, "robot": 10}, rule) == [".robot: 10"]
    assert wrong({key: data[key] for key in data if key != "plant"}, rule) == [": no plant"]
