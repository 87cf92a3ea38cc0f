"""Measured tables go between their markers, which are looked for before measuring."""

import re
from pathlib import Path

import pytest

from hsm.campaigns.readme.checkout import Checkout
from hsm.campaigns.readme.place import TablePlace
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


def test_an_ablation_says_when_and_with_which_code_it_was_measured() -> None:
    checkout = Checkout.of_this_code()
    place = checkout.ablation("walking", "worn")
    assert place.below == f"Measured at {checkout.stamp()}."
    assert re.fullmatch(r"Measured at commit \w{7,}\+? on \d{4}-\d\d-\d\d\.", place.below)


def test_a_folder_that_git_does_not_know_has_no_commit(tmp_path: Path) -> None:
    assert Checkout(tmp_path).stamp().commit == "unknown"


def test_a_table_has_the_line_of_its_place_below_it(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text(f"{BEGIN}\n{END}\n")
    TablePlace.found(page, "ablation worn", "Measured now.").put("| table |")
    assert page.read_text() == f"{BEGIN}\n| table |\n\nMeasured now.\n{END}\n"


def test_an_installed_package_has_no_pages_to_write_into(tmp_path: Path) -> None:
    with pytest.raises(HsmError, match="in a checkout only"):
        Checkout(tmp_path).table()


@pytest.mark.parametrize("plant", ["standard", "worn"])
@pytest.mark.parametrize("part", ["walking", "keyframes"])
def test_both_ablations_have_a_place_for_each_plant(part: str, plant: str) -> None:
    assert Checkout.of_this_code().ablation(part, plant).page.is_file()


def test_a_plant_without_a_place_is_refused_before_anything_is_measured() -> None:
    with pytest.raises(HsmError, match="ablation ideal: begin"):
        Checkout.of_this_code().ablation("walking", "ideal")
