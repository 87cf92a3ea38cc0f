"""Names used for files denote a single file in their folder, on every operating system."""

import pytest

from hsm.file_names import LONGEST, InvalidNameError, demand_word, what_is_wrong
from hsm.settings.loader import config_folder

PLACES = ["", "..", "../x", "/x", "a/b", "a\\b", ".hidden", "-x", "x.", "x ", " x"]
LETTERS = ["a\nb", "a:b", "x\0", "$x$", "[bold]", "a" * (LONGEST + 1)]
DEVICES = ["con", "NUL.yaml", "Com1"]
BAD = [*PLACES, *LETTERS, *DEVICES]
WORDS = ["x", "7", "get-up breaks (2)", "push, fall", "v1.2", "Übung", "console"]


@pytest.mark.parametrize("name", BAD)
def test_an_unsafe_file_name_is_refused(name: str) -> None:
    assert what_is_wrong(name).startswith("expected a name ")


@pytest.mark.parametrize("name", WORDS)
def test_a_name_of_words_is_accepted(name: str) -> None:
    assert what_is_wrong(name) == ""


@pytest.mark.parametrize("name", [*BAD, "Wave", "get-up", "2nd", "two words"])
def test_the_name_of_a_motion_must_be_one_lower_case_word(name: str) -> None:
    with pytest.raises(InvalidNameError):
        demand_word("motion", name)


def test_all_shipped_motions_and_blocks_have_valid_names() -> None:
    names = [path.stem for path in (config_folder() / "keyframes").glob("[mb]*/*.yaml")]
    assert names
    for name in names:
        demand_word("file", name)
