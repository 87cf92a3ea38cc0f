"""A state is renamed in the chart alone; half a renaming is refused."""

from pathlib import Path

import pytest

from tests.project.renaming import DECLARATION, command, figures, new_name, renamed

SCENARIO = "caught_in_the_fall"
"""It falls, is picked up and stands: its figures count the falls."""


@pytest.fixture(scope="module")
def as_it_is(tmp_path_factory: pytest.TempPathFactory) -> str:
    return figures(renamed(tmp_path_factory.mktemp("same") / "checkout", ""), SCENARIO)


def test_a_renamed_state_changes_no_figure(tmp_path: Path, as_it_is: str) -> None:
    checkout = renamed(tmp_path / "checkout", "FallProtection")
    code, said = command(checkout, "check")
    assert code == 0, said
    assert figures(checkout, SCENARIO) == as_it_is


def test_a_state_that_is_renamed_in_its_declaration_only_is_refused(tmp_path: Path) -> None:
    checkout = renamed(tmp_path / "checkout", "FallProtection", DECLARATION)
    code, said = command(checkout, "check")
    assert code != 0 and "Traceback" not in said
    assert f"unknown state 'FallProtection'; the nearest is '{new_name('FallProtection')}'" in said
