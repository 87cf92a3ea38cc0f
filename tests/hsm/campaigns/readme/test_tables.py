"""Measured tables go between their markers, which are looked for before measuring."""

from pathlib import Path

import pytest

from hardware.disturbance import DIRECTIONS
from hsm.campaigns.readme.cells import danced, got_up, hit_with, kicked
from hsm.campaigns.readme.measured_commit import Checkout
from hsm.campaigns.readme.table_place import TablePlace
from hsm.errors import HsmError

BEGIN, END = "<!-- ablation worn: begin -->", "<!-- ablation worn: end -->"


def test_a_table_replaces_what_stood_between_its_markers(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    place = TablePlace.found(page, "ablation worn")
    assert place.text() == "old"
    place.put("new")
    assert page.read_text() == f"before\n{BEGIN}\nnew\n{END}\nafter\n"


def test_a_page_without_markers_is_left_alone_and_says_what_is_missing(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text(f"{BEGIN} without an end\n")
    with pytest.raises(HsmError, match="add the lines .*ablation worn: begin.* and .*worn: end"):
        TablePlace(page, "ablation worn").put("new")
    assert page.read_text() == f"{BEGIN} without an end\n"


def test_a_folder_that_git_does_not_know_has_no_commit(tmp_path: Path) -> None:
    assert Checkout(tmp_path).commit() == "unknown"


def test_an_installed_package_has_no_pages_to_write_into(tmp_path: Path) -> None:
    with pytest.raises(HsmError, match="in a checkout only"):
        Checkout(tmp_path).table()


def test_a_cell_has_a_dash_where_no_trial_counted() -> None:
    none_up = {"succeeded": 0, "first_try": 0, "trials": 20, "median_s": None}
    none_hit = {"hit": 0, "trials": 20, "falls": 0, "length_m": {"median": None}}
    none_landed = {"median": None, "p95": None}
    no_step = {"runs": 20, "falls": 20, "off_mm": none_landed, "off_deg": none_landed}
    bounds = {"off_mm": {"median": None}, "off_deg": {"median": None}}
    no_blow = dict.fromkeys(DIRECTIONS)
    assert got_up("back", [{"back": none_up}]).endswith("; median - s")
    assert "; - m; " in kicked("forward", [{"forward": none_hit}])
    assert "within - mm and - deg" in danced([{"dance": no_step | {"interval": bounds}}])
    blows = [{"blows": {"6 ms": {"limp": no_blow}}}]
    assert hit_with("limp", "6 ms", blows) == "-, -, -, -"
