"""The figures of the README: told as measured, marked when older than the code, measured again."""

import subprocess
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from hsm.apps.measure.cli import app
from hsm.apps.measure.readme import answer
from hsm.campaigns.readme.cells import fell, walked
from hsm.campaigns.readme.code_digest import MeasuredCode
from hsm.campaigns.readme.ledger import Ledger, LedgerEntry, Record
from hsm.campaigns.readme.measured_commit import Checkout
from hsm.campaigns.readme.pages import STALE, Figures
from hsm.campaigns.readme.remeasure import account, measure, minutes, outdated
from hsm.campaigns.readme.rows import PLANTS, ROWS, Campaign, FigureRow
from hsm.campaigns.registry import module_of
from hsm.errors import HsmError
from tests.hsm.campaigns.made_up_reports import REPORTS

VERBS = typer.main.get_command(app)
COMMANDS = sorted({each.words for row in ROWS for each in row.all_campaigns})

CHECKOUT = Checkout.of_this_code()
HINT = "run `hsm measure readme --render` and commit what it writes"


@pytest.fixture(scope="module")
def shipped() -> Figures:
    return Figures.of(CHECKOUT, ROWS)


def test_the_table_of_the_readme_is_what_was_measured_with_old_figures_marked(
    shipped: Figures,
) -> None:
    assert CHECKOUT.table().text() == shipped.table(), HINT


def test_the_page_of_the_figures_is_what_was_measured_with_old_figures_marked(
    shipped: Figures,
) -> None:
    assert CHECKOUT.page().text() == shipped.page(), HINT


def test_nothing_is_kept_that_no_row_tells(shipped: Figures) -> None:
    assert set(shipped.ledger.entries) - set(COMMANDS) == set()


def test_a_row_tells_the_commands_with_which_it_comes_out_again(shipped: Figures) -> None:
    (row,) = (row for row in ROWS if row.name == "walk-0.25")
    told = account(shipped, [row], 2, commands=True)
    assert told.startswith("walk-0.25 ")
    assert "hsm measure walk --forward 0.25 --hold 30 --seeds 20 --plant standard\n" in told


def test_every_row_has_a_name_of_its_own() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS)


def test_all_campaigns_together_take_less_than_an_hour_on_two_cores(tmp_path: Path) -> None:
    nothing = Figures(ROWS, Ledger(tmp_path / "none.json"), MeasuredCode(CHECKOUT.root))
    assert minutes(outdated(nothing, ROWS), jobs=2) < 60.0


@pytest.mark.parametrize("words", COMMANDS)
def test_every_figure_has_a_command_that_can_be_typed(words: str) -> None:
    verb, *options = words.split()
    command = VERBS.commands[verb]
    context = command.make_context(verb, [*options, "--jobs", "1", "--json"])
    assert context.params["as_json"]


def made_up(campaign: Campaign) -> Record:
    """Return a record as the campaign's command would leave it."""
    # The most particular of the reports that the command's words ask for.
    told = [words for words in REPORTS if set(words.split()) <= set(campaign.words.split())]
    return _record_of(max(told, key=len))


@cache  # intervals are drawn thousands of times, and many campaigns leave records of one kind
def _record_of(words: str) -> Record:
    return REPORTS[words]().record()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_row_is_told_from_the_records_of_its_campaigns_with_intervals(row: FigureRow) -> None:
    for campaigns in row.campaigns.values():
        cell = row.cell([made_up(campaign) for campaign in campaigns])
        told = cell.count(" (")
        assert told >= 1
        assert cell.count(")") == told
        assert "no interval" not in cell


# A checkout of three modules, so that what makes a figure old can be tried out.

GAIT = """LIFT = 2  # why
FOOT = "<body name='the foot' mass='2'/>"
RAISED = f"the foot is raised by {LIFT:g} m"
"""
FILES = {
    "hsm/__init__.py": "",
    "hsm/apps/__init__.py": "",
    "hsm/campaigns/__init__.py": "",
    "hsm/campaigns/walking/__init__.py": "",
    "hsm/campaigns/falling/__init__.py": "",
    "hsm/campaigns/walking/walk.py": (
        '"""Walks."""\nfrom motions import gait\n\nSPEED = gait.LIFT\n'
    ),
    "hsm/campaigns/falling/dive.py": "DEPTH = 1\n",
    "motions/__init__.py": "",
    "motions/gait.py": GAIT,
    "config/walking/engine.yaml": "lift_mm: 13  # why\n",
    "config/scenarios/demo.yaml": "name: demo\n",
    "README.md": "<!-- figures: begin -->\n<!-- figures: end -->\n",
    "tests/benchmarks/README.md": "<!-- figures: begin -->\n<!-- figures: end -->\n",
}
WALK = Campaign("walk --forward 0.1 --hold 3 --seeds 1", 16.0)
FAST = Campaign("walk --forward 0.2 --hold 3 --seeds 1", 16.0)
AHEAD = partial(walked, 0, "m/s")
SMALL = (
    FigureRow("walk", "walk: reached; falls", AHEAD, {p: (WALK.on(p),) for p in PLANTS}),
    FigureRow("both", "both: falls", fell, {p: (WALK.on(p), FAST.on(p)) for p in PLANTS}),
)
FOUND = {
    "reached": [0.1, 0.0, 0.0],
    "falls": 1,
    "trials": 20,
    "interval": {"reached": [[0.09, 0.11], None, None]},
}


@pytest.fixture
def small(tmp_path: Path) -> Checkout:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    who = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    for words in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "first"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return Checkout(tmp_path)


def digest(checkout: Checkout) -> str:
    return MeasuredCode(checkout.root).digest("hsm.campaigns.walking.walk")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("motions/gait.py", '"""Says more."""\n\n# and why\n' + GAIT + '"""In mm."""\n'),
        ("motions/gait.py", GAIT.replace("LIFT = 2", "LIFT = (\n    2\n)")),
        ("motions/gait.py", GAIT.replace("the foot is raised by {LIFT:g} m", "{LIFT} m up there")),
        ("hsm/campaigns/walking/walk.py", "from motions import gait\nSPEED = gait.LIFT\n"),
        ("hsm/campaigns/falling/dive.py", "DEPTH = 2\n"),
        ("config/walking/engine.yaml", "# better why\nlift_mm: 13\n"),
        ("config/scenarios/demo.yaml", "name: another\n"),
        ("config/naoqi.yaml", "engine: another\n"),
    ],
)
def test_what_measures_nothing_else_makes_no_figure_older(
    small: Checkout, file: str, text: str
) -> None:
    before = digest(small)
    (small.root / file).write_text(text)
    assert digest(small) == before


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("motions/gait.py", GAIT.replace("LIFT = 2", "LIFT = 3")),
        ("motions/gait.py", GAIT.replace("mass='2'", "mass='3'")),
        ("motions/gait.py", GAIT.replace("RAISED", "LOWERED")),
        ("motions/__init__.py", "import os\n"),
        ("hsm/campaigns/walking/walk.py", "from motions import gait\nSPEED = 2 * gait.LIFT\n"),
        ("config/walking/engine.yaml", "lift_mm: 14\n"),
        ("config/more.yaml", "{}\n"),
    ],
)
def test_code_and_parameters_that_a_measure_uses_make_its_figures_older(
    small: Checkout, file: str, text: str
) -> None:
    before = digest(small)
    (small.root / file).write_text(text)
    assert digest(small) != before


def test_the_code_of_a_measure_is_what_it_imports_wherever_that_stands() -> None:
    code = MeasuredCode(CHECKOUT.root)
    walk, dive = (code.modules(module_of(verb)) for verb in ("walk", "dive"))
    assert {
        "motions.walking.engine",
        "hsm.chart.table",
        "hardware.simulation.plant.terrain",
    } <= walk
    assert "hsm.campaigns.falling.dive_trial" in dive - walk
    assert not any(
        name.startswith(("hsm.apps.demo", "hsm.chart.drawing.write")) for name in walk | dive
    )


def test_figures_of_programs_depend_on_the_services_that_these_call() -> None:
    code = MeasuredCode(CHECKOUT.root)
    (dance,) = (row for row in ROWS if row.name == "dance")
    for campaign in dance.all_campaigns:
        found = code.modules(*campaign.modules)
        assert {"hsm.apps.naoqi.moving", "motions.locomotion.preview.walk"} <= found
        assert "hsm.campaigns.programs.naoqi" in found


def test_parameters_of_the_services_make_figures_older_of_what_calls_them(small: Checkout) -> None:
    services = small.root / "hsm" / "apps" / "naoqi"
    services.mkdir(parents=True)
    for module in (
        services.parent / "__init__.py",
        services / "__init__.py",
        services / "robot_program.py",
    ):
        module.touch()
    walk = small.root / "hsm" / "campaigns" / "walking" / "walk.py"
    walk.write_text("from hsm.apps.naoqi import robot_program\n")
    before = digest(small)
    (small.root / "config" / "naoqi.yaml").write_text("engine: another\n")
    assert digest(small) != before


def test_what_only_a_type_checker_reads_is_no_code_of_a_measure(small: Checkout) -> None:
    page = "if TYPE_CHECKING:\n    from motions import gait\nelse:\n    import motions\n"
    (small.root / "hsm" / "campaigns" / "walking" / "walk.py").write_text(page)
    code = MeasuredCode(small.root).modules("hsm.campaigns.walking.walk")
    assert "motions" in code and "motions.gait" not in code


class Asked:
    """Stands in for the commands: notes what is asked, and ends a run after some answers."""

    def __init__(self, last: float = float("inf"), then: Callable[[], object] = lambda: None):
        self.words: list[str] = []
        self._last, self._then = last, then

    def __call__(self, words: list[str]) -> dict[str, Any]:
        if len(self.words) == self._last:
            raise KeyboardInterrupt
        self.words.append(" ".join(words[:-3]))
        self._then()
        return FOUND


def run(
    checkout: Checkout, ask: Callable[[list[str]], Record], rows: tuple[FigureRow, ...] = SMALL
) -> None:
    figures = Figures.of(checkout, SMALL)
    measure(checkout, figures, rows, ask, jobs=1, say=lambda _: None)


def cells(checkout: Checkout) -> Iterator[str]:
    for line in checkout.table().text().splitlines()[2:4]:
        yield from line.split(" | ")[1:]


def test_every_command_is_run_once_for_all_rows_that_tell_it(small: Checkout) -> None:
    asked = Asked()
    run(small, asked)
    assert sorted(asked.words) == sorted(
        c.on(plant).words for c in (WALK, FAST) for plant in PLANTS
    )
    reached = "0.100 (0.090 to 0.110) m/s; 1 of 20 fell (0 to 25 %)"
    both = "2 of 40 fell (0 to 17 %)"
    assert list(cells(small)) == [reached, f"{reached} |", both, f"{both} |"]


def test_a_run_that_was_killed_goes_on_where_it_was(small: Checkout) -> None:
    first, second, third = Asked(last=1), Asked(), Asked()
    with pytest.raises(KeyboardInterrupt):
        run(small, first)
    assert len(list(cells(small))) == 4
    assert "not measured yet" in small.table().text()
    run(small, second)
    assert len(first.words + second.words) == 4
    assert set(first.words) & set(second.words) == set()
    run(small, third)
    assert third.words == []


def test_one_row_can_be_renewed_alone(small: Checkout) -> None:
    asked = Asked()
    run(small, asked, SMALL[:1])
    assert asked.words == [WALK.on(plant).words for plant in PLANTS]


def test_a_figure_that_is_older_than_the_code_is_marked_until_it_is_measured_again(
    small: Checkout,
) -> None:
    run(small, Asked())
    assert STALE not in small.table().text() + small.page().text()
    (small.root / "motions/gait.py").write_text("LIFT = 3\n")
    figures = Figures.of(small, SMALL)
    assert small.table().text() != figures.table(), "as the test of the README sees it"
    figures.write(small)
    assert all(STALE in cell for cell in cells(small))
    assert f"{STALE} older than the code: 4 of 4 campaigns." in small.table().text()
    asked = Asked()
    run(small, asked)
    assert len(asked.words) == 4
    assert STALE not in small.table().text() + small.page().text()


def test_a_figure_names_its_commit_and_says_if_that_was_changed(small: Checkout) -> None:
    run(small, Asked(), SMALL[:1])
    commit = small.commit()
    assert len(commit) == 7
    (small.root / "motions/gait.py").write_text("LIFT = 3\n")
    run(small, Asked(), SMALL[:1])
    assert {entry.commit for entry in Ledger(small.ledger).entries.values()} == {f"{commit}+"}
    assert f"Measured at commit {commit}+ on 20" in small.table().text()


def test_a_figure_is_thrown_away_if_the_code_changes_while_it_is_measured(small: Checkout) -> None:
    def change() -> None:
        (small.root / "motions/gait.py").write_text("LIFT = 3\n")

    with pytest.raises(HsmError, match="the code changed while 'walk .*' was measured"):
        run(small, Asked(then=change))
    assert Ledger(small.ledger).entries == {}


def test_what_no_row_tells_any_more_is_forgotten(small: Checkout) -> None:
    Ledger(small.ledger).put(
        "walk --forward 9", LedgerEntry("2026-01-31", "0123456", "0" * 12, FOUND)
    )
    Figures.of(small, SMALL).write(small)
    assert Ledger(small.ledger).entries == {}


def test_the_commands_answer_with_what_the_cells_need(small: Checkout) -> None:
    """A walk of 3 s in physics, by the words of the row."""
    figures = Figures.of(small, SMALL)
    campaign = WALK.on("standard")
    row = FigureRow("walk", "walk", AHEAD, {"standard": (campaign,), "worn": ()})
    measure(small, figures, [row], lambda words: answer(VERBS, words), jobs=1, say=lambda _: None)
    assert row.cell([figures.ledger.entries[campaign.words].record]).endswith(
        " (no interval) m/s; 0 of 1 fell (below 95 %)"
    )


def test_a_row_that_does_not_exist_is_answered_with_those_that_do() -> None:
    done = CliRunner().invoke(app, ["readme", "--only", "wlak"])
    assert done.exit_code == 2
    assert "walk-0.25" in done.output


def test_without_options_the_command_says_what_is_to_be_measured_and_how_long_that_takes() -> None:
    done = CliRunner().invoke(app, ["readme", "--only", "jump"])
    assert done.exit_code == 0
    assert "about" in done.output
    assert done.output.startswith("jump ")
