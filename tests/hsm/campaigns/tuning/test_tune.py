"""Studies: what a tuning file may say; a study repeats itself, improves and never overwrites."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from hardware.robots.nao import Joint
from hsm.campaigns.context import CampaignConfig, TrialContext, build_context
from hsm.campaigns.get_up.get_up import SIDES, GetUpResult
from hsm.campaigns.get_up.motor_load import MotorLoad, TorqueShare
from hsm.campaigns.kicks.kick_trial import KickResult
from hsm.campaigns.statistics import mean
from hsm.campaigns.tuning import objectives
from hsm.campaigns.tuning.objectives import OBJECTIVES, Objective, Parts, PlacedGetUp
from hsm.campaigns.tuning.patches import is_whole, matching, shipped, with_values
from hsm.campaigns.tuning.study import Effort, Study
from hsm.campaigns.tuning.tune import UNSEEN, demand_free, measure_tune, write_patch
from hsm.campaigns.tuning.tuning_file import find_tuning, load_tuning
from hsm.campaigns.walking.walking_trial import WalkResult
from hsm.control.assembly import load_settings
from hsm.errors import ConfigError, HsmError
from hsm.settings.loader import config_folder, load
from motions.keyframes.motions.keyframe import Limb
from motions.kicks.wish import KickKind
from motions.requests import MotionRequest
from motions.walking.configuration import WalkingParameters
from tests.hsm.conftest import Hsm

ENGINE = "walking/engine.yaml"
RISE = "keyframes/blocks/rise_from_front.yaml"
TUNING = """\
file: walking/engine.yaml
objective: bowl
weights: {distance: 2}
conditions: {centre_mm: 15}
parameters:
  step.lift_mm: {range: [10, 18], because: "the bowl's own"}
  lean.time_s: {range: [1, 6], because: "the bowl's own"}
  ends.abort.cycles: {range: [1, 9], because: "a whole number"}
"""


def _bowl_trials(number: int, conditions: Mapping[str, float]) -> Sequence[tuple[int, float]]:
    return [(number, conditions["centre_mm"])]


def _bowl(context: TrialContext, trial: tuple[int, float]) -> float:
    """Return how far the walk's parameters are from the bottom; unseen robots live elsewhere."""
    number, centre = trial
    walking = context.settings.walking
    shift = 0.1 if number >= UNSEEN else 0.0
    return (
        (1e3 * walking.step.lift - centre) ** 2
        + (walking.lean.time - 2.0) ** 2
        + abs(walking.ends.abort.cycles - 7)
        + shift
    )


def _judge_bowl(results: Sequence[tuple[Any, float]]) -> Parts:
    return {"distance": mean([result for _, result in results], [t[0] for t, _ in results])}


BOWL = Objective(("distance",), {"centre_mm": (0.0, 50.0)}, _bowl_trials, _bowl, _judge_bowl)


@pytest.fixture(scope="module")
def bowl() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(OBJECTIVES, "bowl", BOWL)
        yield


@pytest.fixture(scope="module")
def study(bowl: None, tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Return a study that is long enough to find the bottom."""
    return studied(tmp_path_factory.mktemp("study"), tries=25)


def file(folder: Path, text: str = TUNING) -> Path:
    path = folder / "bowl.yaml"
    path.write_text(text)
    return path


def studied(folder: Path, tries: int = 8, seed: int = 0, unseen: int = 6) -> Study:
    pytest.importorskip("optuna")
    tuning = load_tuning(file(folder))
    return measure_tune(CampaignConfig("ideal"), tuning, Effort(tries, 2, seed, unseen=unseen))


def test_a_study_finds_the_bottom_of_a_bowl_and_judges_it_on_unseen_robots(study: Study) -> None:
    assert study.before.values == {path: shipped(ENGINE)[path] for path in study.tuning.parameters}
    assert study.best.cost.value < 0.5 * study.before.cost.value
    assert study.improves
    assert study.best_unseen.cost.value == pytest.approx(study.best.cost.value + 0.2)
    assert float(study.best.values["ends.abort.cycles"]).is_integer()


@pytest.mark.usefixtures("bowl")
def test_every_try_of_a_study_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    studied(tmp_path, tries=2)
    begin, first, second = capsys.readouterr().err.splitlines()
    assert begin.startswith("2 tries on 2 robots each, then two on 6 unseen ones")
    assert first.startswith("try 1 of 2: cost ") and first.endswith(" min left")
    assert second.startswith("try 2 of 2: cost ")


def test_no_robot_of_a_study_judges_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("optuna")
    played: dict[bool, set[int]] = {False: set(), True: set()}

    def noted(context: TrialContext, trial: tuple[int, float]) -> float:
        number, _ = trial
        played[number >= UNSEEN].add(context.robot_of(number))
        return _bowl(context, trial)

    monkeypatch.setitem(OBJECTIVES, "bowl", replace(BOWL, run=noted))
    tuning = load_tuning(file(tmp_path))
    measure_tune(CampaignConfig("ideal"), tuning, Effort(2, 12, 0, unseen=12))
    assert played == {False: set(range(10)), True: set(range(10, 20))}


def test_a_trial_of_the_second_ten_robots_has_another_robot_of_the_same_type() -> None:
    first, second = (
        build_context(CampaignConfig("standard", first_robot=first)).simulation(3)
        for first in (0, 10)
    )
    assert first.step(MotionRequest()).robot != second.step(MotionRequest()).robot


@pytest.mark.usefixtures("bowl")
def test_better_on_five_unseen_robots_of_five_is_not_surely_better(tmp_path: Path) -> None:
    study = studied(tmp_path, unseen=5)
    assert (study.comparison.fewer, study.comparison.more) == (5, 0)
    assert not study.improves


@pytest.mark.usefixtures("bowl")
def test_the_same_seed_gives_the_same_study_and_another_one_another(tmp_path: Path) -> None:
    first, again, other = (studied(tmp_path, tries=5, seed=seed) for seed in (3, 3, 4))
    assert first.patch() == again.patch()
    assert first.record() == again.record()
    assert other.best.values != first.best.values


def test_the_patch_is_laid_over_the_file_and_says_how_it_was_found(
    study: Study, tmp_path: Path
) -> None:
    path = tmp_path / "new" / "patch.yaml"
    write_patch(study, path)
    tuned = load(config_folder() / ENGINE, WalkingParameters, overrides=[path])
    assert tuned.step.lift == pytest.approx(1e-3 * study.best.values["step.lift_mm"])
    assert tuned.capture == load_settings().walking.capture
    header = [line for line in path.read_text().splitlines() if line.startswith("# ")]
    text = "\n".join(header)
    assert f"config/{ENGINE}" in text
    assert "plant ideal; objective bowl" in text
    assert "25 tries of 2 seeds, sampler seed 0; Optuna" in text
    assert "unseen robots" in text


def test_a_campaign_runs_with_a_patch_laid_over_the_walk(tmp_path: Path) -> None:
    patch = tmp_path / "patch.yaml"
    patch.write_text("step: {lift_mm: 17}\n")
    walking = build_context(CampaignConfig("ideal", patches=((ENGINE, patch),))).settings.walking
    assert walking.step.lift == pytest.approx(0.017)
    assert walking.lean == load_settings().walking.lean


@pytest.mark.usefixtures("bowl")
def test_a_file_that_exists_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "patch.yaml"
    path.write_text("mine")
    with pytest.raises(HsmError, match="never overwritten"):
        demand_free(path)
    with pytest.raises(HsmError, match="never overwritten"):
        write_patch(studied(tmp_path, tries=2), path)
    assert path.read_text() == "mine"


def test_the_command_refuses_an_existing_file_before_it_begins(tmp_path: Path, hsm: Hsm) -> None:
    (tmp_path / "mine.yaml").write_text("mine")
    done = hsm("measure", "tune", "walk", "--out", "mine.yaml")
    assert done.returncode == 1
    assert "mine.yaml exists and is never overwritten" in done.stderr


def test_without_optuna_the_command_says_what_to_install(tmp_path: Path, hsm: Hsm) -> None:
    done = hsm("measure", "tune", "walk", without=("optuna",))
    assert done.returncode == 1
    assert "pip install 'nao-hsm[tune]'" in done.stderr


@pytest.mark.usefixtures("bowl")
def test_all_mistakes_of_a_tuning_file_are_told_with_their_places(tmp_path: Path) -> None:
    text = TUNING.replace("step.lift_mm", "step.lift").replace("distance", "falls")
    text = text.replace("[1, 9]", "[0, 9]").replace("centre_mm: 15", "centre_mm: 15, more: 1")
    with pytest.raises(ConfigError) as caught:
        load_tuning(file(tmp_path, text))
    told = [f"{p.line}: {p.path}: {p.message}" for p in caught.value.problems]
    assert told == [
        "3: weights: expected exactly distance (got falls)",
        "4: conditions: expected exactly centre_mm (got centre_mm, more)",
        "6: parameters.step.lift: walking/engine.yaml has no number 'step.lift'; "
        "did you mean 'step.lift_mm'?",
        "8: parameters.ends.abort.cycles.range: must be from 1 to 1000000 (got 0)",
    ]


@pytest.mark.usefixtures("bowl")
def test_a_condition_outside_its_range_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load_tuning(file(tmp_path, TUNING.replace("centre_mm: 15", "centre_mm: 51")))
    (told,) = caught.value.problems
    assert (told.path, told.message) == (
        "conditions.centre_mm",
        "must lie between 0 and 50 (got 51)",
    )


@pytest.mark.usefixtures("bowl")
def test_mistakes_about_keyframes_are_told_with_their_places(tmp_path: Path) -> None:
    head, _, _ = TUNING.partition("  step.lift_mm")
    text = (
        head.replace(ENGINE, RISE)
        + """\
  keyframes[3].duration_ms: {range: [100, 300], because: "faster than an elbow"}
  keyframes[6].angles_deg.legs[*]: {range: [0, 1], because: "six different angles"}
  keyframes[99].duration_ms: {range: [100, 300], because: "no such keyframe"}
"""
    )
    with pytest.raises(ConfigError) as caught:
        load_tuning(file(tmp_path, text))
    told = [f"{p.line}: {p.path}: {p.message}" for p in caught.value.problems]
    assert told[0].startswith("6: parameters.keyframes[3].duration_ms.range: KF131 l_elbow_roll")
    assert "must match equal numbers" in told[1]
    assert "has no number 'keyframes[99].duration_ms'; did you mean 'keyframes[9]" in told[2]
    assert len(told) == 3


def test_sets_of_parameters_that_the_robot_could_not_play_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lower hip needs more time to be reached: each is possible, both together are not."""
    pytest.importorskip("optuna")

    played = []

    def fastest(context: TrialContext, trial: tuple[int, float]) -> float:
        played.append(trial)
        frame = context.settings.motions.blocks["rise_from_front"].frames[1].source
        return frame.duration + 1e-3 * frame.angles[Limb.LEGS][2]

    monkeypatch.setitem(OBJECTIVES, "bowl", replace(BOWL, run=fastest))
    head, _, _ = TUNING.partition("  step.lift_mm")
    text = (
        head.replace(ENGINE, RISE)
        + """\
  keyframes[1].duration_ms: {range: [200, 500], because: "short is good"}
  keyframes[1].angles_deg.legs[2]: {range: [-92, -60], because: "low is good"}
  keyframes[0].angles_deg.legs[2]: {range: [-50, 20], because: "the way to go"}
"""
    )
    tuning = load_tuning(file(tmp_path, text))
    study = measure_tune(CampaignConfig("ideal"), tuning, Effort(12, 1, 0, unseen=1))
    with_values(load_settings(), RISE, study.best.values)
    assert 2 < len(played) - 2 < 12, "two more are played on unseen robots"
    assert study.best.cost.value < study.before.cost.value


@pytest.mark.parametrize(
    ("path", "within", "whole"),
    [
        ("ends.abort.cycles", (1.0, 9.0), True),
        ("step.lift_mm", (10.0, 18.0), False),
        ("step.lead_ms", (0.0, 36.0), False),
        ("capture.gain", (0.2, 0.4), False),
    ],
)
def test_only_counts_are_whole_however_they_are_written(
    path: str, within: tuple[float, float], *, whole: bool
) -> None:
    assert is_whole(load_settings(), ENGINE, path, within) is whole


def test_a_value_that_the_file_could_not_hold_is_refused() -> None:
    with pytest.raises(ConfigError):
        with_values(load_settings(), ENGINE, {"pendulum.height_mm": -1.0})


@pytest.mark.parametrize(
    "name", ["walk", "get_up_front", "get_up_back", "get_up_left", "kick_forward"]
)
def test_a_shipped_tuning_leaves_room_around_every_shipped_value(name: str) -> None:
    tuning = load_tuning(find_tuning(name))
    values = shipped(tuning.file)
    for path, tunable in tuning.parameters.items():
        assert tunable.because
        for shipped_as, value in matching(path, values).items():
            assert tunable.range[0] <= value <= tunable.range[1], shipped_as


def test_the_walk_is_judged_by_falls_pushes_speed_and_oscillation() -> None:
    objective = OBJECTIVES["walk"]
    trials = objective.trials(1, {"hold_s": 3.0, "impulse_ns": 1.0})
    results = [(trial, False) for trial in trials if trial.course in ("left", "right")]
    results += [(trial, True) for trial in trials if trial.course in ("forward", "backward")]
    assert len(trials) == 10
    courses = ("walk", "turn", "side", "fast", "back", "diagonal")
    walks = [trial for trial in trials if trial.course in courses]
    assert len(walks) == 6
    fallen = [(trial, _walk_result(fell_at=6.0)) for trial in walks]
    parts = objective.judge([*results, *fallen])
    assert {name: part.value for name, part in parts.items()} == {
        "falls": 1.0,
        "pushes_lost": 0.5,
        "speed_error": 1.0,
        "oscillation": 1.0,
    }


GROUNDS = {
    "least_friction": 0.4,
    "largest_friction": 0.9,
    "coldest_winding_c": 40.0,
    "hottest_winding_c": 90.0,
}


def get_ups(number: int, *sides: str) -> Sequence[PlacedGetUp]:
    conditions = GROUNDS | {side: float(side in sides) for side in SIDES}
    return OBJECTIVES["get_up"].trials(number, conditions)


GET_UPS = (config_folder() / "tuning/get_up_front.yaml").read_text()


@pytest.mark.parametrize(
    ("change", "place", "message"),
    [
        ({"least_friction": 0.95}, "conditions.least_friction", "must not exceed largest_friction"),
        ({"coldest_winding_c": 95.0}, "conditions.coldest_winding_c", "must not exceed hottest"),
        (
            dict.fromkeys(SIDES, 0.0),
            "conditions",
            "one of front, back, left, right must be above 0",
        ),
    ],
)
def test_conditions_that_leave_nothing_to_try_are_mistakes(
    change: dict[str, float], place: str, message: str, tmp_path: Path
) -> None:
    tuned = yaml.safe_load(GET_UPS)
    tuned["conditions"] |= change
    with pytest.raises(ConfigError) as caught:
        load_tuning(file(tmp_path, yaml.safe_dump(tuned, sort_keys=False)))
    (told,) = caught.value.problems
    assert told.path == place and told.message.startswith(message)


def test_get_ups_lie_on_the_sides_that_are_asked_on_grounds_of_their_own() -> None:
    trials = [trial for number in range(20) for trial in get_ups(number, "back", "left")]
    assert [trial.get_up.side for trial in trials[:2]] == ["back", "left"]
    frictions, windings = ([getattr(t, key) for t in trials] for key in ("friction", "winding"))
    assert len(set(frictions)) == len(trials) == 40
    assert 0.4 <= min(frictions) < 0.5 < 0.8 < max(frictions) <= 0.9
    assert 40.0 <= min(windings) < 50.0 < 80.0 < max(windings) <= 90.0
    assert get_ups(3, "back", "left") == get_ups(3, "back", "left")
    assert get_ups(3, "back") == get_ups(3, "back", "left")[:1]


def test_a_get_up_is_run_on_its_own_ground_with_its_own_motors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = []
    monkeypatch.setattr(
        objectives, "run_get_up", lambda context, trial: seen.append((context, trial))
    )
    trial = get_ups(4, "front")[0]
    OBJECTIVES["get_up"].run(build_context(CampaignConfig("worn", randomised=True)), trial)
    plant = seen[0][0].plant_of(4)
    assert seen[0][1] == trial.get_up
    assert plant.turf.friction == trial.friction
    assert plant.motor.winding_temperature == trial.winding
    assert plant.sensors.gyro_gain != (1.0, 1.0, 1.0)


def test_get_ups_are_judged_by_failures_tries_time_torques_and_the_head() -> None:
    load = MotorLoad(*(TorqueShare(value, Joint.L_KNEE_PITCH) for value in (0.3, 0.7, 1.1)))
    calm = replace(load, struck=TorqueShare(0.0, Joint.L_KNEE_PITCH))
    stood = GetUpResult(4.0, 0, load, 200.0)
    failed = GetUpResult(float("nan"), 1, calm, 0.0)
    trials = [get_ups(number, "front")[0] for number in range(2)]
    parts = OBJECTIVES["get_up"].judge([(trials[0], stood), (trials[1], failed)])
    assert {name: part.value for name, part in parts.items()} == pytest.approx(
        {"failures": 0.5, "broken": 0.5, "time": 8.0, "rms": 0.3, "peak": 0.9, "head": 100.0}
    )


def _walk_result(*, fell_at: float) -> WalkResult:
    nan = float("nan")
    return WalkResult(fell_at, (0.0, 0.0, 0.0), 0.0, nan, nan, nan, nan)


KICKS = {"short_m": 0.7, "long_m": 1.0, "speed": 0.5}


def test_any_kick_can_be_tuned_over_a_short_and_a_long_way() -> None:
    for kind in KickKind:
        trials = OBJECTIVES[f"kick_{kind.value}"].trials(3, KICKS)
        assert [trial.kick.length for trial in trials] == [0.7, 1.0]
        assert {(trial.number, trial.kick.kind, trial.speed) for trial in trials} == {
            (3, kind, 0.5)
        }


def test_kicks_are_judged_by_falls_misses_and_how_far_off_the_ball_goes() -> None:
    objective = OBJECTIVES["kick_forward"]
    short, long = objective.trials(0, KICKS)
    hits = KickResult(False, True, direction=-0.1, length=0.7, asked=0.7, seconds=4.0, swung=True)
    early = replace(hits, touched_before=True, direction=0.3, length=2.0, asked=1.0)
    parts = objective.judge([(short, hits), (long, early), (short, KickResult(True))])
    assert parts["falls"].value == pytest.approx(1 / 3)
    assert parts["missed"].value == pytest.approx(2 / 3)
    assert parts["touched_before"].value == pytest.approx(1 / 3)
    assert parts["length_error"].value == pytest.approx(0.5 * math.log(2.0))
    assert parts["direction_error"].value == pytest.approx(0.2)


def test_a_campaign_runs_with_a_patch_laid_over_one_kick(tmp_path: Path, hsm: Hsm) -> None:
    patch = tmp_path / "patch.yaml"
    patch.write_text("duration_ms: 300\n", encoding="utf-8")
    told = hsm("measure", "kick", "--kind", "forward", "--seeds", "1", "--patch", str(patch))
    assert "config/kicks/in_walk/forward.yaml: duration_ms 320 -> 300" in told.stderr
    refused = hsm("measure", "kick", "--kind", "side", "--kind", "turn", "--patch", str(patch))
    assert refused.returncode == 2
    assert "give one --kind" in refused.stderr
