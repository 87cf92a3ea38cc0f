"""Tables of ablations say what they were measured with, and are marked when older than the code."""

from pathlib import Path

import pytest

from hsm.apps.main import main
from hsm.campaigns.readme.ablation_pages import (
    AblationPage,
    ablation_pages,
    measured_into,
)
from hsm.campaigns.readme.code_digest import MeasuredCode
from hsm.campaigns.readme.measured_commit import Checkout
from hsm.campaigns.readme.pages import STALE
from hsm.campaigns.readme.table_place import TablePlace
from hsm.campaigns.registry import module_of
from hsm.errors import HsmError
from hsm.runs.provenance import digest
from hsm.runs.serialisation import plain
from hsm.simulated.simulation import load_plant

CHECKOUT = Checkout.of_this_code()
CODE = MeasuredCode(CHECKOUT.root)
PAGES = ablation_pages(CHECKOUT)
HINT = "run `hsm measure readme --render` and commit what it writes"


def name(page: AblationPage) -> str:
    return f"{page.verb} {page.plant}"


@pytest.fixture
def page(tmp_path: Path) -> AblationPage:
    path = tmp_path / "ablation_walking.md"
    path.write_text("# Page\n\n<!-- worn: begin -->\n<!-- worn: end -->\n")
    return AblationPage("ablation", "worn", TablePlace.found(path, "worn"))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_table_that_is_older_than_the_code_is_marked_and_no_other(page: AblationPage) -> None:
    assert page.place.text() == page.marked(CODE), HINT


def test_a_new_table_names_today_commit_code_and_plant_without_a_mark(page: AblationPage) -> None:
    origin = page.origin(CHECKOUT)
    page.put("| table |", origin, CODE)
    line, _, table = page.place.text().partition("\n\n")
    assert table == "| table |"
    assert line == origin
    assert origin.startswith(f"Measured at {CHECKOUT.stamp()}, code ")
    worn, standard = (digest(plain(load_plant(plant))) for plant in ("worn", "standard"))
    assert origin.endswith(f", plant {worn}.")
    assert worn != standard


def test_a_table_of_other_code_is_marked_until_the_code_is_the_same_again(
    page: AblationPage,
) -> None:
    now = CODE.digest(module_of("ablation"))
    page.put("| table |", page.origin(CHECKOUT).replace(now, "0" * 12), CODE)
    assert f"{STALE} older than the code" in page.place.text()
    assert page.marked(CODE) == page.place.text()
    page.place.put(page.place.text().replace("0" * 12, now))
    assert STALE not in page.marked(CODE)


def test_a_table_that_does_not_say_what_it_was_measured_with_is_refused(page: AblationPage) -> None:
    page.place.put("| table |")
    with pytest.raises(HsmError, match="hsm measure ablation --plant worn --write"):
        page.marked(CODE)


def test_a_plant_without_a_place_is_refused_before_anything_is_measured() -> None:
    with pytest.raises(HsmError, match="ablation ideal: begin"):
        measured_into("ablation", "ideal")


@pytest.mark.parametrize(
    "words",
    [
        ("ablation", "--only", "lean"),
        ("ablation", "--patch", "walk.yaml"),
        ("ablation", "--randomised"),
        ("get-up-ablation", "--randomised"),
    ],
)
def test_a_part_of_a_table_is_never_written_over_the_whole(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["measure", *words, "--write"])
    assert left.value.code == 2
    assert "--write" in capsys.readouterr().err
