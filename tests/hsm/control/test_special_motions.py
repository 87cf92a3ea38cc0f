"""A team declares a special motion of its own, and requests it by its name, without any code."""

from pathlib import Path
from shutil import copytree

import pytest

import hsm
from hsm.apps.check.check import check_files
from hsm.control.assembly import build_cycle
from hsm.control.special_motions import UnknownSpecialError
from hsm.errors import ConfigError
from hsm.settings.loader import config_folder
from motions.requests import Motion, MotionRequest
from tests.hsm.settings.mistaken import replaced

SCENARIO = """
name: nods
description: The robot nods.
plant: ideal
duration_s: 4
timeline:
  - {at_s: 1, request: {motion: special, special: nod}}
  - {after: special, delay_s: 0.5, request: {motion: stand}}
expect:
  - {event: special, leaf: Special.Decide, between_s: [1, 1.1]}
  - {event: chosen, leaf: Special.Execute, within_s: 0.1}
  - {event: finished, leaf: Special.Done, within_s: 2}
never:
  - leaf: FallProtection
"""
NOD = """
stiffness_percent: {head: 60, arms: 60, legs: 100}
interpolation: sinus_min_to_max
keyframes:
  - label: down
    duration_ms: 500
    angles_deg: {head: [0, 20], arms: [90, 7, 0, -2, -90], legs: [0, 0, -20.76, 48.23, -27.46, 0]}
    torso: {pitch_deg: [-20, 25], roll_deg: [-20, 20]}
"""
UNKNOWN = "unknown special motion .*nod"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of `config/` with a special motion of its own."""
    folder = copytree(config_folder(), tmp_path_factory.mktemp("team") / "own")
    (folder / "keyframes" / "blocks" / "nod.yaml").write_text(NOD)
    (folder / "keyframes" / "motions" / "nod.yaml").write_text("blocks: [nod]\n")
    replaced(folder / "keyframes" / "engine.yaml", "specials: [wave]", "specials: [wave, nod]")
    (folder / "scenarios" / "nods.yaml").write_text(SCENARIO)
    return folder


def test_a_declared_motion_is_played_when_it_is_requested(own: Path) -> None:
    settings = hsm.load_settings(folder=own)
    run = hsm.play(own / "scenarios" / "nods.yaml", settings=settings)
    assert run.verdict.passed, run.verdict
    (chosen,) = [made for made in run.transitions if made.event == "chosen"]
    assert "nod because requested" in chosen.because


def test_a_scenario_may_name_it_in_capitals_as_a_request_may(tmp_path: Path) -> None:
    file = tmp_path / "nods.yaml"
    file.write_text(SCENARIO.replace("special: nod", "special: NOD"))
    (scenario,) = hsm.load_scenarios([str(file)], specials=["wave", "nod"])
    request = scenario.timeline[0].request
    assert request is not None and request.request.special == "nod"


def test_the_check_of_a_teams_folder_knows_its_motions_and_names_one_without_a_file(
    own: Path, tmp_path: Path
) -> None:
    assert check_files(own)[0] == []
    other = copytree(own, tmp_path / "other")
    (other / "keyframes" / "motions" / "nod.yaml").unlink()
    (problem,) = [item for item in check_files(other)[0] if "KF110" in item.message]
    assert problem.path == "specials[1]"
    assert problem.message.startswith("KF110 motion 'nod' does not exist")


def test_an_undeclared_motion_is_refused_where_it_is_requested(own: Path) -> None:
    scenario = own / "scenarios" / "nods.yaml"
    with pytest.raises(ConfigError, match=UNKNOWN) as told:
        hsm.load_scenarios([str(scenario)])
    assert "there is only wave. `specials` in config/keyframes/engine.yaml declares" in str(
        told.value
    )
    plant, settings = hsm.load_plant("ideal"), hsm.load_settings()
    request = MotionRequest(Motion.SPECIAL, special="nod")
    with pytest.raises(UnknownSpecialError, match=UNKNOWN) as refused:
        hsm.Simulation(settings, plant).step(request)
    assert refused.value.hint.startswith(
        "there is only wave. `specials` in config/keyframes/engine"
    )
    asks = hsm.TimelineRequest(Motion.SPECIAL, special="nod")
    made = hsm.Scenario(
        "nods", "Of a program.", "ideal", 1.0, (hsm.TimelineEntry(0.0, request=asks),)
    )
    with pytest.raises(UnknownSpecialError, match=UNKNOWN):
        hsm.play(made)


def test_an_undeclared_motion_that_reaches_the_cycle_changes_nothing() -> None:
    settings = hsm.load_settings()
    simulation = hsm.Simulation(settings, hsm.load_plant("ideal"), state="Stand.Normal")
    wrong = hsm.Constant(MotionRequest(Motion.SPECIAL, special="nod"))
    for _ in range(10):
        made = hsm.make_cycle(simulation.link, simulation.cycle, wrong)
        assert made.outcome.leaf == "Stand.Normal" and made.outcome.transition is None


def test_an_undeclared_motion_with_a_new_number_in_every_cycle_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    cycle = build_cycle(hsm.load_settings())
    for number in range(5):
        cycle.step(None, MotionRequest(Motion.SPECIAL, special="nod", number=number))
    assert caplog.text.count("request refused") == 1
