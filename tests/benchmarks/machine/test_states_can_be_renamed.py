"""Every state is renamed in the chart, one at a time, and no figure changes."""

import json
from pathlib import Path

import pytest

from hsm.chart import Leaf
from hsm.chart.leaves import ROBOT
from tests.project.renaming import command, figures, renamed

pytestmark = pytest.mark.benchmark

OUTER = [state for state in ROBOT.states if not isinstance(state, Leaf) or "." not in state.path]
NAMES = sorted({state.path.rpartition(".")[2] for state in OUTER})
SCENARIOS = ("caught_in_the_fall", "help_me", "frames_lost_for_long")


def falls(checkout: Path) -> object:
    code, said = command(checkout, "measure", "falls", "--seeds", "2", "--hours", "0", "--json")
    assert code == 0, said
    return json.loads(said[said.index("{") : said.rindex("}") + 1])


def all_figures(checkout: Path) -> list[object]:
    """Return the results of some scenarios and falls, once chart and files pass the check."""
    code, said = command(checkout, "check")
    assert code == 0, said
    return [*(figures(checkout, name) for name in SCENARIOS), falls(checkout)]


@pytest.fixture(scope="module")
def as_it_is(tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    return all_figures(renamed(tmp_path_factory.mktemp("same") / "checkout", ""))


@pytest.mark.parametrize("state", NAMES)
def test_a_renamed_state_changes_no_figure(
    tmp_path: Path, state: str, as_it_is: list[object]
) -> None:
    assert all_figures(renamed(tmp_path / "checkout", state)) == as_it_is
