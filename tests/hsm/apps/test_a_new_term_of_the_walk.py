"""A new term needs a module, an entry in the list and its group; all tools then show it."""

import math
from dataclasses import dataclass, fields
from pathlib import Path

import pytest

from hardware.units import Angle
from hsm.apps.check.unused_parameters import undrawn
from hsm.campaigns.ablation import decisions as switches
from hsm.control.assembly import MotionSettings, build_cycle, load_settings
from hsm.pictures.walk_figure import draw_walk
from hsm.pictures.walk_series import collect
from hsm.runs.reader import read_run
from hsm.runs.time_window import TimeWindow
from hsm.scenarios.loader import load_scenarios
from hsm.settings.loader import config_folder, load
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import about, run
from motions.walking.configuration import WalkingParameters, with_groups
from motions.walking.terms.term import BalanceTerm, DisplayUnit, Value, WalkState
from tests.hsm.conftest import WALK

GROUP = """
nodding:
  active: true
  limit_deg: 2
"""


@dataclass(frozen=True, slots=True)
class NoddingParameters:
    """Nods. It serves no purpose.

    Attributes:
        active: Whether it nods.
        limit: Pitch of the head, rad.
    """

    active: bool
    limit: Angle


class Nodding(BalanceTerm):
    """Turns the head down."""

    group = "nodding"

    def __init__(self, parameters: NoddingParameters) -> None:
        self._parameters = parameters

    def joints(self, joints: list[float], walk: WalkState) -> None:
        joints[1] += self._parameters.limit

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        return (self.angle("head", self._parameters.limit),)


@dataclass(frozen=True, slots=True)
@with_groups
class WithNodding(WalkingParameters):
    terms = (*WalkingParameters.terms, Nodding)


@pytest.fixture
def settings(tmp_path: Path) -> MotionSettings:
    """Return the shipped settings with the term in the list and its group in the file."""
    file = tmp_path / "engine.yaml"
    file.write_text((config_folder() / "walking" / "engine.yaml").read_text() + GROUP)
    shipped = load_settings()
    values = {item.name: getattr(shipped, item.name) for item in fields(shipped)}
    return MotionSettings(**{**values, "walking": load(file, WithNodding)})


def test_a_new_term_reports_its_values(settings: MotionSettings) -> None:
    told = {value.name: value for value in build_cycle(settings).components.walking.terms.values()}
    assert told["nodding, head"] == Value("nodding, head", DisplayUnit.ANGLE, math.radians(2.0))


def test_a_new_term_can_be_switched_off_by_the_ablation(
    settings: MotionSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(switches, "WalkingParameters", WithNodding)
    summaries = switches.decisions()
    assert summaries["nodding"] == "Nods"
    without = switches.switched(settings.walking, "nodding")
    engines = [
        build_cycle(MotionSettings(**{**_values(settings), "walking": walking})).components.walking
        for walking in (settings.walking, without)
    ]
    assert [Nodding in map(type, engine.terms) for engine in engines] == [True, False]


def test_a_new_term_moves_the_walking_robot_and_is_drawn(
    settings: MotionSettings, tmp_path: Path
) -> None:
    (tmp_path / "walk.yaml").write_text(WALK)
    (scenario,) = load_scenarios([str(tmp_path / "walk.yaml")])
    with Recorder(tmp_path / "run.hsm", settings, about(scenario)) as recorder:
        run(scenario, settings, observers=[recorder])
    recorded = read_run(tmp_path)
    series = collect(recorded, TimeWindow(0.0, 99.0), settings)
    assert series.differs_from is None
    walks = [not math.isnan(value) for value in series.columns["nodding, head"]]
    assert any(walks)
    for row, walking in zip(recorded.rows, walks, strict=True):
        assert row.command.positions[1] == pytest.approx(math.radians(2.0)) or not walking
    assert set(series.columns["nodding, head"][walks.index(True) : walks.index(True) + 1]) == {2.0}
    assert undrawn(settings) == []
    pytest.importorskip("matplotlib")
    draw_walk(tmp_path / "walk.svg", series, "a walk that nods")
    assert "nodding, head" in (tmp_path / "walk.svg").read_text()


def _values(settings: MotionSettings) -> dict[str, object]:
    return {item.name: getattr(settings, item.name) for item in fields(settings)}
