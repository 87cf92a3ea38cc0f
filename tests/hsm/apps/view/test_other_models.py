"""Foreign models, without a ball, and scenarios on the live page."""

from pathlib import Path
from typing import Any

import pytest

from hardware.simulation.other_models.joint_map import Drive
from hsm.apps.view import live
from hsm.apps.view.live import ViewOptions
from hsm.runs.reader import read_run
from hsm.settings.robot_file import load_robot
from hsm.simulated.other_model import ModelFiles
from hsm.simulated.simulation import load_plant
from tests.hardware.simulation.other_models.renamed import write_map, write_model
from tests.hsm.apps.view.fake_page import FakePage
from tests.hsm.apps.view.test_runs_one_after_the_other import Visited


def test_a_foreign_model_is_drawn_and_recorded_and_has_no_ball(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BrowserPage", FakePage)
    model = write_model(tmp_path, load_robot(), load_plant("ideal"), Drive.POSITION)
    # Our collision shapes are in MuJoCo's group 3, which is not drawn; those of others are drawn.
    model.write_text(model.read_text().replace('group="3"', 'group="1"'))
    files = ModelFiles(model, write_map(tmp_path))
    view = Visited(ViewOptions(plant="ideal", model=files, record=tmp_path / "run"))
    view.visit(
        view.until("<b>0."),
        view.press("Throw the ball"),
        view.until("there is no ball in this run"),
    )
    places, turns, _ = view.page.moves[-1]
    assert len(places) == len(turns) > 15
    assert read_run(tmp_path / "run").header.about["model"] == model.stem


def test_a_scenario_makes_the_requests_until_a_visitor_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BrowserPage", FakePage)
    view: Any = Visited(ViewOptions(scenario="walk_starts", record=tmp_path / "run"))
    view.visit(
        view.until("WalkPhase"),
        view.press("rest", "Sit"),
        view.until("SitDown"),
    )
    assert read_run(tmp_path / "run").header.about["scenario"] == "walk starts"
