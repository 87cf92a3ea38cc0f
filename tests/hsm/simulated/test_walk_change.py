"""Parameters of the walk change while the robot runs, when it rests."""

from copy import copy
from pathlib import Path

import numpy as np
import pytest

from hsm.control.assembly import MotionSettings, load_profile
from hsm.control.cycle import Outcome
from hsm.errors import ConfigError, UnknownNameError
from hsm.pictures.walk_series import collect
from hsm.runs.falls.evidence import evidence_of
from hsm.runs.reader import read_run
from hsm.runs.replay import compare
from hsm.runs.time_window import TimeWindow
from hsm.scenarios.scenario import Scenario
from hsm.scenarios.timeline import SpeedShareWish, TimelineEntry, TimelineRequest
from hsm.series import read_series
from hsm.settings.change_wish import ChangeWish
from hsm.settings.loader import config_folder
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import run
from hsm.simulated.simulation import Simulation, load_plant
from motions.requests import Motion, MotionRequest

WALK = MotionRequest(Motion.WALK, forward=0.35)
STAND = MotionRequest()
FAST = ChangeWish(profile="fast")


def standing(settings: MotionSettings, plant: str = "ideal", robot: int = 0) -> Simulation:
    return Simulation(settings, load_plant(plant), robot=robot, state="Stand.Normal")


def played(simulation: Simulation, request: MotionRequest, seconds: float) -> Outcome:
    for _ in range(round(seconds / 0.012)):
        outcome = simulation.step(request)
    return outcome


def distance(simulation: Simulation) -> float:
    """Walk for 4 s and stand again; return the distance, m."""
    begin = played(simulation, STAND, 0.5).robot.odometry
    played(simulation, WALK, 4.0)
    there = begin.inverse() @ played(simulation, STAND, 2.0).robot.odometry
    return there.x


def test_a_walk_is_as_fast_as_the_profile_that_was_taken_while_the_robot_stood(
    settings: MotionSettings,
) -> None:
    simulation = standing(settings)
    distance(simulation)  # the first walk teaches the length of a step
    slow = distance(simulation)
    simulation.change(FAST)
    fast = distance(simulation)
    simulation.change(ChangeWish(profile="normal"))
    assert fast > 1.25 * slow
    assert distance(simulation) == pytest.approx(slow, rel=0.1)


def test_a_change_waits_until_the_walk_has_ended(settings: MotionSettings) -> None:
    simulation = standing(settings)
    played(simulation, WALK, 2.0)
    simulation.change(FAST)
    walking = played(simulation, WALK, 1.0)
    assert (walking.parameters.waits, walking.parameters.taken) == (True, 0)
    stands = played(simulation, STAND, 2.0)
    assert (stands.parameters.waits, stands.parameters.taken) == (False, 1)


def test_a_change_to_the_same_parameters_changes_no_command_of_a_robot_that_has_learnt(
    settings: MotionSettings,
) -> None:
    simulation = standing(settings, "worn", robot=3)
    for request in (WALK, MotionRequest(Motion.WALK, left=0.15), STAND):
        played(simulation, request, 5.0)
    other = copy(simulation)
    simulation.cycle.change(simulation.cycle.walk)
    for made in (simulation, other):
        assert played(made, STAND, 0.012).leaf == "Stand.Normal"
    for _ in range(250):
        assert simulation.step(WALK).command == other.step(WALK).command


@pytest.mark.parametrize(
    "group", ["lift_learner", "lift_feedback", "progress", "sag", "still_joints"]
)
def test_a_group_that_is_switched_off_has_no_effect_any_more(
    settings: MotionSettings, group: str
) -> None:
    simulation = standing(settings)
    if not getattr(settings.walking, group).active:
        simulation.change(ChangeWish(f"{group}: {{active: true}}"))
        simulation.step(STAND)
    engine = simulation.cycle.components.walking
    planner, sag, still = engine.planner, engine.joints.sag, engine.joints.still
    planner._learner.speed, planner.lift.lift, planner.progress.lift = 0.1, 0.01, 0.02
    sag.support[2], still.joints = 0.2, (3,)
    simulation.change(ChangeWish(f"{group}: {{active: false}}"))
    simulation.step(STAND)
    planner, sag, still = engine.planner, engine.joints.sag, engine.joints.still
    effects = {
        "lift_learner": planner._learner.speed == 0.0,
        "lift_feedback": planner.lift.lift == 0.0,
        "progress": planner.progress.lift == 0.0,
        "sag": sag.support[2] == 0.0,
        "still_joints": still.share == 1.0,
    }
    assert effects[group]
    assert not effects["sag" if group == "progress" else "progress"]


def test_a_patch_changes_only_the_values_that_it_names(settings: MotionSettings) -> None:
    simulation = standing(settings)
    simulation.change(ChangeWish("step: {lift_mm: 20}"))
    simulation.change(ChangeWish("step: {duration_ms: 260}"))
    walk = simulation.cycle.walk
    assert (walk.walking.step.lift, walk.walking.step.duration) == (0.02, 0.26)
    assert walk.walking.stance == settings.walking.stance
    assert walk.profile == settings.profile


@pytest.mark.parametrize(
    ("patch", "told"),
    [
        ("step: {lift_mm: 900}", r"mine:1:17: step\.lift_mm: must be "),
        ("step: {lift: 9}", r"mine:1:8: step\.lift: "),
        ("\nstance: {hip_height_mm: 200}", r"mine:2:1: stance: cannot change while the robot"),
        (
            "step: {lift_mm: 0.02}",
            r"mine:1:8: step\.lift_mm: is this in metres\? 0\.02 m is 20 mm",
        ),
        ("residuals:\n  lift_fast_mm_per_s: 0.1", r"mine:2:3: .* is this in metres per second\?"),
        ("back_catch: {dcm_error_mm: [-0.05, -0.02]}", r"dcm_error_mm: is this in metres\? -0\.05"),
        ("# step: {lift_mm: 20}\n", r"mine:1:1: changes nothing: expected a value"),
        ("{}", r"mine:1:1: changes nothing"),
        ("step: {}", r"mine:1:1: changes nothing"),
        ("[", r"mine:1:1: the bracket"),
        ("7", r"mine:1:1: "),
    ],
)
def test_a_wrong_patch_is_refused_with_its_place_and_changes_nothing(
    settings: MotionSettings, patch: str, told: str
) -> None:
    simulation = standing(settings)
    before = simulation.cycle.walk
    with pytest.raises(ConfigError, match=told):
        simulation.change(ChangeWish(patch, profile="fast", file="mine"))
    assert simulation.cycle.walk is before
    assert not simulation.step(STAND).parameters.waits


@pytest.mark.parametrize(
    "patch",
    [
        "progress: {highest_mm: 0}",
        "lift_feedback: {higher_mm: 0.5}",
        "limits: {closed: {side_mm: 0.05}}",
        "adjustment: {min_size_mm: 0.02}",
    ],
)
def test_a_small_value_that_is_plausible_in_millimetres_is_taken(
    settings: MotionSettings, patch: str
) -> None:
    simulation = standing(settings)
    simulation.change(ChangeWish(patch))
    assert simulation.step(STAND).parameters.taken == 1


def test_an_unknown_profile_is_refused(settings: MotionSettings) -> None:
    with pytest.raises(UnknownNameError, match="unknown profile 'fats'; did you mean 'fast'"):
        standing(settings).change(ChangeWish(profile="fats"))


def test_a_profile_of_another_folder_is_taken_from_there(
    settings: MotionSettings, tmp_path: Path
) -> None:
    profiles = tmp_path / "walking" / "profiles"
    profiles.mkdir(parents=True)
    (profiles / "mine.yaml").write_bytes(
        (config_folder() / "walking" / "profiles" / "fast.yaml").read_bytes()
    )
    simulation = standing(settings)
    simulation.change(ChangeWish(profile="mine"), tmp_path)
    assert simulation.cycle.walk.profile == load_profile("fast")


def test_a_run_with_a_change_is_replayed_bit_for_bit(
    settings: MotionSettings, tmp_path: Path
) -> None:
    walk, stand = TimelineRequest(Motion.WALK, forward=0.35), TimelineRequest(Motion.STAND)
    timeline = (
        TimelineEntry(at=0.5, request=walk),
        TimelineEntry(at=1.0, change=ChangeWish("step: {lift_mm: 20}", profile="fast")),
        TimelineEntry(at=2.0, request=stand),
        TimelineEntry(at=4.0, request=walk),
    )
    scenario = Scenario("changes", "", "standard", 8.0, timeline)
    with Recorder(tmp_path / "run.hsm", settings, {}) as recorder:
        run(scenario, settings, observers=[recorder])
    recorded = read_run(tmp_path)
    (change,) = [row.change for row in recorded.rows if row.change is not None]
    assert change.profile.fastest.forward == pytest.approx(0.4)
    assert compare(recorded).identical


def test_a_state_saved_after_a_change_continues_bit_for_bit(settings: MotionSettings) -> None:
    simulation, other = standing(settings), standing(settings)
    simulation.change(FAST)
    played(simulation, STAND, 0.1)
    other.restore(simulation.save())
    for _ in range(150):
        assert simulation.step(WALK).command == other.step(WALK).command


def test_a_run_compares_each_request_with_the_profile_of_its_time(
    settings: MotionSettings, tmp_path: Path
) -> None:
    whole = TimelineRequest(Motion.WALK, share=SpeedShareWish(forward=1.0))
    some, stand = TimelineRequest(Motion.WALK, forward=0.3), TimelineRequest(Motion.STAND)
    timeline = (
        TimelineEntry(at=0.1, request=some),
        TimelineEntry(at=3.5, request=stand),
        TimelineEntry(at=5.5, change=FAST),
        TimelineEntry(at=6.0, request=some),
        TimelineEntry(at=9.5, request=whole),
    )
    scenario = Scenario("profiles", "", "ideal", 12.0, timeline)
    with Recorder(tmp_path / "run.hsm", settings, {}) as recorder:
        made = run(scenario, settings, observers=[recorder])
    slow, fast = settings.profile.forward, load_profile("fast").forward
    assert made.summary.beyond == (f"0.30 m/s forward requested, the profile allows {slow:.2f}",)
    assert "of 2.90 m" in made.summary.way
    assert evidence_of(read_run(tmp_path), 11.0).columns["asked"][-1, 0] == pytest.approx(fast)


def test_a_scenario_with_a_wrong_change_does_not_begin(settings: MotionSettings) -> None:
    entry = TimelineEntry(at=5.0, change=ChangeWish("step: {lift_mm: 900}"))
    with pytest.raises(ConfigError, match=r"^wrong: timeline\[0\]\.change\.patch:1:17: step\."):
        run(Scenario("wrong", "", "ideal", 9.0, (entry,)), settings)


def test_a_term_may_be_switched_while_the_robot_stands(
    settings: MotionSettings, tmp_path: Path
) -> None:
    timeline = (
        TimelineEntry(
            at=0.5, change=ChangeWish("lean: {active: false}\nhip_height: {active: true}")
        ),
        TimelineEntry(at=1.0, request=TimelineRequest(Motion.WALK, forward=0.15)),
    )
    scenario = Scenario("switches", "", "ideal", 3.0, timeline)
    with Recorder(tmp_path / "run.hsm", settings, {}) as recorder:
        run(scenario, settings, observers=[recorder])
    series = read_series(tmp_path)
    assert np.isnan(series["term.lean, hips"]).all()
    assert np.isfinite(series["term.capture, forward"]).any()
    walked = collect(read_run(tmp_path), TimeWindow(0.0, 9.0))
    assert len(walked.columns["lean, hips"]) == len(walked.columns["time"])
