"""Measured tables go between their markers, which are looked for before measuring."""

from pathlib import Path

import pytest

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
    assert Checkout(tmp_path).stamp().commit == "unknown"


def test_an_installed_package_has_no_pages_to_write_into(tmp_path: Path) -> None:
    with pytest.raises(HsmError, match="in a checkout only"):
        Checkout(tmp_path).table()
