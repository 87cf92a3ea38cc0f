"""A measurement that came to nothing says so and fails; what was not measured is null in JSON."""

import ast
import json
import math
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import hsm
import hsm.apps
from hardware.robots.nao import Joint
from hsm.apps.main import main
from hsm.apps.measure import falling, going, kicking, walking
from hsm.campaigns.falling.detector_curve import CurvePoint
from hsm.campaigns.falling.dive import DiveReport
from hsm.campaigns.falling.dive_trial import DiveResult
from hsm.campaigns.falling.falling_trial import FallResult
from hsm.campaigns.falling.falls import FallsReport
from hsm.campaigns.get_up.get_up import GetUpReport, GetUpResult
from hsm.campaigns.get_up.motor_load import MotorLoad, TorqueShare
from hsm.campaigns.handling.lift import LiftReport, LiftResult
from hsm.campaigns.report import CampaignReport
from hsm.campaigns.statistics import Rate, median
from hsm.campaigns.walking.odometry import OdometryReport, OdometryResult
from hsm.campaigns.walking.odometry_fit import FitReport, FitResult
from hsm.campaigns.walking.walk import WalkReport
from hsm.campaigns.walking.walking_trial import WalkMeter, WalkResult
from hsm.json_text import json_text
from motions.kinematics.geometry import Pose2
from tests.hsm.campaigns.made_up_reports import REPORTS
from tests.project.syntax import syntax_of

NAN = math.nan
LOAD = MotorLoad(*[TorqueShare(0.5, Joint.L_KNEE_PITCH)] * 3)
FELL = WalkResult(5.5, (NAN,) * 3, 0.3, NAN, NAN, NAN, NAN)
LAY = GetUpResult(NAN, 6, LOAD, 0.0)
STOOD = FallResult(0, False, NAN, NAN, NAN, (NAN,), 0.0, 0.0, LOAD)
UNNOTICED = LiftResult(False, NAN, False, 0.0, False, ())
MISSED = DiveResult(False, 0.0, NAN, 0.0, 0.0, 0.4, 0.5, Joint.L_KNEE_PITCH, LAY)

FAILED: dict[str, tuple[CampaignReport, str]] = {
    "walk": (WalkReport((0.2, 0.0, 0.0), (FELL, FELL)), "all of 2 walks fell"),
    "odometry": (
        OdometryReport(
            (
                OdometryResult(True, 0.0, Pose2(), Pose2()),
                OdometryResult(False, 0.1, Pose2(), Pose2(), short=True),
            )
        ),
        "of 2 walks, 1 fell and 1 had not covered the distance after 120 s",
    ),
    "fit": (
        FitReport((FitResult(0, True, False, 0.2, 0.05),)),
        "1 of 1 walks fell: too few are left to fit",
    ),
    "get_up": (GetUpReport({"front": (LAY,), "back": (LAY,)}), "none of 2 robots got up"),
    "dive": (DiveReport({"squat": (MISSED,)}), "none of 1 dives was finished"),
    "lift": (LiftReport({"walking": (UNNOTICED,)}), "none of 1 lifts was noticed"),
    "falls": (
        FallsReport(
            0.5,
            {"protected": {"left": (STOOD,)}},
            (),
            (CurvePoint(0.06, Rate(0, 0), median([]), None, Rate(0, 0), 0, 0.0),),
        ),
        "none of 1 pushes of 0.5 N s threw the robot",
    ),
}
"""Reports of trials that have all failed, with what they say."""


def strict(text: str) -> Any:
    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    return json.loads(text, parse_constant=refuse)


@pytest.mark.parametrize("name", FAILED)
def test_trials_that_all_failed_are_told_and_their_json_has_no_nan(name: str) -> None:
    report, why = FAILED[name]
    assert report.unmeasured == why
    strict(json_text(report.record()))
    assert "nan" not in report.text()


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_a_measure_that_came_to_nothing_prints_what_it_has_and_fails(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(walking, "measure_walk", lambda *_, **__: FAILED["walk"][0])
    with pytest.raises(SystemExit) as left:
        main(["measure", "walk", "--forward", "0.2", *words])
    said = capsys.readouterr()
    assert left.value.code == 1
    assert "nothing measured: all of 2 walks fell" in said.err
    if words:
        record = strict(said.out)
        assert (record["reached"], record["falls"]) == ([None] * 3, 2)
    else:
        told = [" ".join(line.split()) for line in said.out.splitlines()]
        assert {"reached -, -, -", "falls 2 of 2 (above 22 %)"} <= {*told}


@pytest.mark.parametrize(
    "words",
    [("walk", "--hold", "1"), ("push", "--forward", "0"), ("odometry", "--forward", "0")],
    ids=lambda words: words[0],
)
def test_a_measure_that_could_only_come_to_nothing_is_refused(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["measure", *words])
    assert left.value.code == 2
    assert words[1] in capsys.readouterr().err


@pytest.mark.parametrize("words", [(), ("--forward", "0", "--turn", "0")])
def test_a_walk_without_a_speed_is_no_walk(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["measure", "walk", "--seeds", "2", *words])
    assert left.value.code == 2
    assert "give a speed: --forward, --left, --turn" in capsys.readouterr().err


def test_a_walk_says_what_it_is_measured_with(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(walking, "measure_walk", lambda *_, **__: FAILED["walk"][0])
    words = ("--forward", "0.9", "--plant", "worn", "--floor", "carpet", "--cables", "3")
    with pytest.raises(SystemExit):
        main(["measure", "walk", *words, "--json"])
    said = capsys.readouterr()
    assert "plant worn, profile normal, floor carpet, cables 3, hold_s 30" in said.err
    assert "0.90 m/s forward requested, the profile allows" in said.err
    assert strict(said.out)["setup"]["floor"] == ["carpet"]


@pytest.mark.parametrize(
    ("module", "words", "told"),
    [
        (walking, "push --impulse 3", {"impulse_ns": 3.0, "forward_m_per_s": 0.15}),
        (walking, "push --lean 20", {"lean_n": 20.0, "forward_m_per_s": 0.15}),
        (walking, "endurance --minutes 2", {"minutes": 2.0, "impulse_ns": 1.0, "every_s": 20.0}),
        (walking, "odometry --way 1", {"requested": [0.2, 0.0, 0.0], "way_m": 1.0}),
        (going, "goto --way 1 --obstacles 2", {"way_m": 1.0, "obstacles": 2}),
        (kicking, "kick --length 2", {"length_m": 2.0, "direction_deg": "drawn"}),
        (kicking, "dribble --way 1", {"way_m": 1.0, "course": "straight"}),
        (kicking, "intercept --passes 2", {"passes_s": 2.0, "kick": None}),
        (falling, "get-up --trouble pushed", {"trouble": "pushed"}),
    ],
)
def test_a_result_says_how_hard_it_was_made_for_the_robot(
    module: ModuleType,
    words: str,
    told: dict[str, object],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    verb = words.split()[0].replace("-", "_")
    report = REPORTS[words.split()[0]]()
    monkeypatch.setattr(module, f"measure_{verb}", lambda *_, **__: report)
    with pytest.raises(SystemExit) as left:
        main(["measure", *words.split(), "--json"])
    assert left.value.code == 0
    setup = strict(capsys.readouterr().out)["setup"]
    assert told.items() <= setup.items()


def test_a_patch_without_effect_on_the_preview_walk_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(walking, "measure_walk", lambda *_, **__: FAILED["walk"][0])
    patch = tmp_path / "patch.yaml"
    words = ("measure", "walk", "--in-place", "--engine", "preview", "--patch", str(patch))
    for text, told in (
        ("step: {lift_mm: 20}", "would have no effect"),
        ("arms: {shoulder_roll_deg: 12}", f"patch {patch}"),
    ):
        patch.write_text(text)
        with pytest.raises(SystemExit):
            main([*words])
        assert told in capsys.readouterr().err


def test_nothing_has_a_speed_before_it_was_looked_at() -> None:
    assert all(map(math.isnan, WalkMeter().speed))


def test_json_has_null_for_what_is_no_finite_number() -> None:
    value = {"a": [1.0, NAN, {"b": math.inf}], "c": (-math.inf, "nan")}
    assert strict(json_text(value)) == {"a": [1.0, None, {"b": None}], "c": [None, "nan"]}


def test_the_commands_make_json_in_one_place() -> None:
    folder = Path(hsm.__file__).parent
    makers = {
        path.name
        for path in folder.rglob("*.py")
        if path.parent.name not in ("settings", "runs")  # YAML, and the state of a run
        for node in ast.walk(syntax_of(path))
        if isinstance(node, ast.Attribute) and node.attr in ("dumps", "dump")
        if ast.unparse(node.value) != "pickle"
    }
    assert makers == {"json_text.py"}
