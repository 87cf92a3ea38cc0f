"""Measured tables go between the markers of their plant, which are looked for before measuring."""

from pathlib import Path

import pytest

from hsm.apps.measure.readme_table import TablePlace
from hsm.errors import HsmError

BEGIN, END = "<!-- ablation worn: begin -->", "<!-- ablation worn: end -->"


def test_a_table_replaces_what_stood_between_the_markers_of_its_plant(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    TablePlace(page, "worn").put("new")
    assert page.read_text() == f"before\n{BEGIN}\nnew\n{END}\nafter\n"


def test_a_page_without_markers_is_left_alone_and_says_what_is_missing(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text(f"{BEGIN} without an end\n")
    with pytest.raises(HsmError, match="add the lines .*ablation worn: begin.* and .*worn: end"):
        TablePlace(page, "worn").put("new")
    assert page.read_text() == f"{BEGIN} without an end\n"


@pytest.mark.parametrize("plant", ["standard", "worn"])
@pytest.mark.parametrize("part", ["walking", "keyframes"])
def test_both_ablations_have_a_place_for_each_plant(part: str, plant: str) -> None:
    assert TablePlace.in_checkout(part, plant).page.is_file()


def test_a_plant_without_a_place_is_refused_before_anything_is_measured() -> None:
    with pytest.raises(HsmError, match="ablation ideal: begin"):
        TablePlace.in_checkout("walking", "ideal")
