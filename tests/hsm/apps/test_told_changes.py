"""A change of the walk is told by the table of a run, of a failure, of a page and of a cycle."""

from pathlib import Path

import pytest

from hsm.apps.explain import explain
from hsm.apps.run import RunOptions, play
from hsm.apps.scenario import judge
from hsm.apps.view.chart_pictures import ChartPictures
from hsm.apps.view.recorded.page import RecordedPage
from hsm.apps.view.recorded.run import load_run
from hsm.chart import robot_chart
from tests.hsm.apps.view.fake_page import FakePage
from tests.hsm.apps.view.test_session import CYCLE

CHANGES = """
name: changes
description: A standing robot gets another profile, and then a part of it back.
plant: ideal
start: {posture: standing, state: Stand.Normal}
duration_s: 1.2
timeline:
  - {at_s: 0.3, change: {profile: fast}}
  - {at_s: 0.6, change: {patch: "step: {lift_mm: 14}"}}
finally: Stand.Normal
"""


def test_a_change_is_told_with_its_time_and_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario, out = tmp_path / "changes.yaml", tmp_path / "run"
    scenario.write_text(CHANGES)
    assert play(str(scenario), RunOptions(), out) == 0
    faster, higher = (
        line.split(maxsplit=1)
        for line in capsys.readouterr().out.splitlines()
        if "change taken" in line
    )
    assert "change taken: profile.forward 0.25, now 0.4, " in faster[1]
    assert higher[1].startswith("change taken: walking.step.lift 0.0")
    assert higher[1].endswith(", now 0.014")

    for at, what in (faster, higher):
        explain(out, at=float(at), fall=False, as_json=False)
        told = what.removeprefix("change taken: ")
        assert f"  change   {told}\n" in capsys.readouterr().out
    explain(out, at=1.0, fall=False, as_json=False)
    assert "  change  " not in capsys.readouterr().out

    page = FakePage()
    view = RecordedPage(page, load_run(out), ChartPictures(robot_chart(CYCLE)))  # type: ignore[arg-type]
    page.put("time, s", float(higher[0]) - 2 * CYCLE)
    view.show()
    assert faster[1] in page.words and higher[1] not in page.words
    page.put("time, s", float(higher[0]) + CYCLE)
    view.show()
    assert higher[1] in page.words


def test_a_change_is_told_in_the_table_of_a_failed_scenario(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = tmp_path / "changes.yaml"
    scenario.write_text(CHANGES.replace("finally: Stand.Normal", "expect: [{event: fall}]"))
    assert judge([str(scenario)], RunOptions(), tmp_path / "kept") == 1
    told = capsys.readouterr().out
    first, second = (told.index(name) for name in ("profile.forward 0.25", "walking.step.lift"))
    assert first < second
