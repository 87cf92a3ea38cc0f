"""Lifts, falls and random runs: what the campaigns say, on a few tiny trials."""

import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware.disturbances import Spoil
from hardware.errors import PlantError
from hardware.postures import Posture
from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import CYCLE, JointCommand
from hardware.simulation.plant.individual import draw_individual
from hsm.campaigns.context import CampaignConfig, TrialContext, build_context
from hsm.campaigns.falling.detector_curve import CurvePoint, draw_curve
from hsm.campaigns.falling.detectors import DetectorRow
from hsm.campaigns.falling.dive_trial import READY, DiveTrial, dive_once
from hsm.campaigns.falling.falling_trial import BodyContact, FallTrial, push_over
from hsm.campaigns.falling.falls import FallsReport
from hsm.campaigns.get_up.get_up import GetUpTrial, measure_get_up, run_get_up
from hsm.campaigns.get_up.perturbations import TROUBLES, Perturbation
from hsm.campaigns.handling.lift import LiftResult, measure_lift
from hsm.campaigns.handling.lift_cases import CASES
from hsm.campaigns.machine import cycle
from hsm.campaigns.machine.cycle import measure_cycle
from hsm.campaigns.machine.draws import Draws
from hsm.campaigns.machine.fuzz import Judge, OnFeet, measure_fuzz
from hsm.campaigns.machine.fuzz_events import FuzzEvents
from hsm.campaigns.machine.fuzz_motions import demanding
from hsm.campaigns.machine.fuzz_wishes import FuzzWishes
from hsm.campaigns.statistics import Rate, mean
from hsm.campaigns.trials import run_groups
from hsm.campaigns.walking.odometry import (
    OdometryReport,
    OdometryResult,
    OdometryTrial,
    measure_odometry,
)
from hsm.campaigns.walking.odometry_fit import FitReport, FitResult
from hsm.campaigns.walking.walking_trial import WALKING, WalkMeter
from hsm.chart import robot_chart
from hsm.control.cycle import Outcome
from hsm.errors import UnknownNameError
from hsm.simulated.simulation import Simulation
from motions.kinematics.geometry import Pose2, angle_difference
from motions.requests import Dive, Motion, MotionRequest, WhileRolling


@pytest.fixture(scope="module")
def context() -> TrialContext:
    return build_context(CampaignConfig("standard"))


@pytest.fixture(scope="module")
def walking(context: TrialContext) -> list[Outcome]:
    """The outcomes of a robot that stands and begins to walk."""
    simulation = Simulation(context.settings, context.plant, state="Stand.Normal")
    request = MotionRequest(Motion.WALK, 0.1)
    return [simulation.step(request) for _ in range(60)]


def test_a_delay_between_two_steps_is_not_counted_as_one(
    context: TrialContext, walking: list[Outcome]
) -> None:
    simulation = Simulation(context.settings, context.plant, state="Stand.Normal")
    step = next(o for o in walking if o.transition and o.transition.source == "WalkPhase.Stepping")
    assert step.transition is not None
    delay = replace(step.transition, source="WalkDelayPhase", seconds_in_state=0.036)
    meter = WalkMeter()
    for outcome in (step, replace(step, transition=delay)):
        meter.look(simulation, outcome)
    assert meter.steps == [step.transition.seconds_in_state]


def judge(context: TrialContext) -> Judge:
    return Judge(context.settings.robot, robot_chart(CYCLE), "Stand.Normal")


def test_everything_that_may_happen_to_a_robot_can_be_made() -> None:
    """A draw that its own class refuses ended the campaign, and only after a thousand cycles."""
    draws = Draws(np.random.default_rng(7))
    anything, wishes = FuzzEvents(draws), FuzzWishes(draws)
    kinds = {type(what) for _ in range(4000) for what in anything.event()}
    assert Spoil in kinds and len(kinds) > 10
    drawn = [wish for _ in range(4000) if (wish := wishes.of_any_kind()) is not None]
    assert {wish.motion for wish in drawn} == set(Motion)
    assert {wish.while_rolling for wish in drawn} == {None, *WhileRolling}


def test_a_robot_that_lies_in_a_leaf_that_walks_is_a_problem_after_half_a_second() -> None:
    on_feet = OnFeet(CYCLE)
    looks = [on_feet.look("WalkPhase.Stopping", 0.1) for _ in range(30)]
    assert [number for number, told in enumerate(looks) if told] == [10]
    assert looks[10] == ["lies and is in WalkPhase.Stopping"]


def test_a_robot_that_lies_in_a_get_up_or_stands_in_a_walk_is_no_problem() -> None:
    on_feet = OnFeet(CYCLE)
    leaves = [("WalkPhase.Stepping", 0.9), ("KeyframePhase.GetUp.Execute", 0.0)] * 50
    assert not any(on_feet.look(leaf, up_z) for leaf, up_z in leaves)


def test_trials_of_groups_come_back_to_their_groups() -> None:
    groups = {"few": [1], "none": list[int](), "more": [2, 3]}
    found = run_groups(CampaignConfig("ideal"), groups, lambda _, trial: 10 * trial)
    assert found == {"few": (10,), "none": (), "more": (20, 30)}


def test_a_case_that_is_named_twice_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trials that are counted twice would make an interval as narrow as that of twice as many."""
    result = LiftResult(True, 0.1, False, 0.0, True, ())
    monkeypatch.setattr("hsm.campaigns.handling.lift._run", lambda *_: result)
    report = measure_lift(CampaignConfig("ideal"), ("walking", "walking"), trials=3, jobs=1)
    assert report.results == {"walking": (result,) * 3}


ENDLESS = "tests.hsm.campaigns.endless"


def test_no_worker_outlives_a_campaign_that_is_killed() -> None:
    command = f"from {ENDLESS} import run_endless_campaign; run_endless_campaign()"
    with subprocess.Popen(
        [sys.executable, "-c", command], stdout=subprocess.PIPE, text=True
    ) as campaign:
        assert campaign.stdout is not None
        begun = {campaign.stdout.readline() for _ in range(2)}
        campaign.kill()
        campaign.communicate(timeout=60.0)  # returns when no process holds the pipe any more
    assert begun == {"trial 0 of TrialContext\n", "trial 1 of TrialContext\n"}


@contextmanager
def endless_campaign() -> Iterator["subprocess.Popen[str]"]:
    """Give the command with a campaign at work: a process group of its own, as in a terminal."""
    command = (
        "import sys; from hsm.apps.error_boundary import guarded;"
        f"from {ENDLESS} import run_endless_campaign;"
        "sys.exit(guarded(run_endless_campaign, debug=False))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as campaign:
        assert campaign.stdout is not None
        for _ in range(2):
            assert campaign.stdout.readline().startswith("trial ")
        yield campaign


@pytest.mark.parametrize(
    ("number", "to"),
    [(signal.SIGTERM, os.kill), (signal.SIGINT, os.killpg)],
    ids=["kill", "Ctrl-C"],
)
def test_a_campaign_that_is_stopped_ends_at_once_with_all_its_workers(
    number: signal.Signals, to: Callable[[int, int], None]
) -> None:
    with endless_campaign() as campaign:
        to(campaign.pid, number)
        told = campaign.communicate(timeout=60.0)  # ends when no process holds the pipes any more
    assert (campaign.returncode, told) == (128 + number, ("", f"error: stopped by {number.name}\n"))


def test_a_campaign_whose_worker_is_killed_in_a_trial_says_so() -> None:
    with endless_campaign() as campaign:
        os.kill(max(processes_of(campaign.pid)), signal.SIGKILL)
        _, told = campaign.communicate(timeout=60.0)
    assert campaign.returncode == 1
    assert told.startswith("error: one of 2 worker processes was killed ")
    assert told.count("\n") == 2, "and a hint"


def processes_of(group: int) -> list[int]:
    """Return the processes of a group."""
    ids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    return [number for number in ids if _group_of(number) == group]


def _group_of(number: int) -> int:
    try:
        return os.getpgid(number)
    except ProcessLookupError:
        return 0


def test_a_robot_that_begins_to_walk_gives_the_judge_no_cause(
    context: TrialContext, walking: list[Outcome]
) -> None:
    strict = judge(context)
    assert [problem for outcome in walking for problem in strict.look(outcome)] == []


def test_the_judge_sees_a_leaf_that_changed_without_a_transition(
    context: TrialContext, walking: list[Outcome]
) -> None:
    assert judge(context).look(replace(walking[0], leaf="Limp.Limp", transition=None)) != []


def test_the_judge_sees_a_transition_that_the_table_does_not_have(
    context: TrialContext, walking: list[Outcome]
) -> None:
    taken = next(outcome for outcome in walking if outcome.transition is not None)
    assert taken.transition is not None
    forged = replace(taken.transition, dest="KeyframePhase.GetUp.Done")
    assert judge(context).look(replace(taken, leaf=forged.dest, transition=forged)) != []


def test_the_judge_sees_a_guard_that_did_not_hold(
    context: TrialContext, walking: list[Outcome]
) -> None:
    taken = next(outcome for outcome in walking if outcome.transition is not None)
    assert taken.transition is not None
    forged = replace(taken.transition, facts=0)
    assert judge(context).look(replace(taken, transition=forged)) != []


@pytest.mark.parametrize(("position", "stiffness"), [(9.0, 0.5), (math.nan, 0.5), (0.0, 1.1)])
def test_the_judge_sees_a_command_that_no_robot_should_get(
    context: TrialContext, walking: list[Outcome], position: float, stiffness: float
) -> None:
    positions = list(walking[0].command.positions)
    positions[Joint.HEAD_YAW] = position
    command = JointCommand(tuple(positions), (stiffness,) * JOINT_COUNT)
    assert judge(context).look(replace(walking[0], command=command)) != []


@pytest.mark.parametrize("everything", [False, True])
def test_a_random_run_repeats_itself_and_shows_no_problem(everything: bool) -> None:
    first, again = (
        measure_fuzz(CampaignConfig("standard"), ticks=100, seed=3, jobs=1, everything=everything)
        for _ in "ab"
    )
    assert first.record() == again.record()
    assert first.record()["problems"] == []


def test_a_demanding_motion_waits_between_its_keyframes_and_balances_at_its_end(
    context: TrialContext,
) -> None:
    settings = demanding(context.settings)
    simulation = Simulation(settings, context.plant, seed=1, state="Stand.Normal")
    request = MotionRequest(Motion.SPECIAL)
    leaves = {simulation.step(request).leaf.rpartition(".")[2] for _ in range(700)}
    assert {"Decide", "Execute", "Wait", "BalanceOut", "Done"} <= leaves


def test_a_standing_robot_that_is_lifted_notices_within_300_ms_and_stands_again() -> None:
    (result,) = measure_lift(CampaignConfig("standard"), ("standing",), trials=1, jobs=1).results[
        "standing"
    ]
    assert result.latency < 0.3
    assert (result.protected, result.resumed) == (False, True)
    assert result.stiffest == pytest.approx(0.3)


def test_every_situation_of_a_lift_has_a_name() -> None:
    assert set(CASES) == {"walking", "standing", "got-up", "waving", "fallen"}


def test_a_jump_reaches_far_aside_lands_softly_and_is_followed_by_a_way_up(
    context: TrialContext,
) -> None:
    result = dive_once(context, DiveTrial(Dive.JUMP_RIGHT, 1))  # out of a walk
    assert result.finished and result.up.succeeded
    assert result.reach > 0.7
    assert result.low_after < 1.0
    assert max(result.head, result.torso) < 300.0, "half of a stiff fall to the side"


def test_every_third_jump_begins_from_readiness_and_no_squat_does() -> None:
    befores = [[DiveTrial(dive, n).before for n in range(6)] for dive in Dive]
    asked = dict(zip(Dive, befores, strict=True))
    assert asked[Dive.JUMP_LEFT][2::3] == asked[Dive.JUMP_RIGHT][2::3] == [READY] * 2
    assert READY not in asked[Dive.SQUAT]
    assert WALKING in asked[Dive.SQUAT]


def test_protection_comes_before_the_ground(context: TrialContext) -> None:
    result = push_over(context, FallTrial(0, "forward", 5.0, "protected", (0.06, 0.15)))
    assert result.fell
    assert result.protected_at < result.impact_at


@pytest.mark.parametrize("number", [0, 5])
def test_arms_keep_torso_and_head_off_the_ground_where_a_limp_robot_hits_it(
    context: TrialContext, number: int
) -> None:
    caught, limp = (
        push_over(context, FallTrial(number, "forward", 4.5, answer, (0.06,)))
        for answer in ("protected", "limp")
    )
    assert max(caught.head, caught.torso) < 0.6 * max(limp.head, limp.torso)


def test_a_robot_without_protection_never_enters_it_and_a_lower_threshold_speaks_earlier(
    context: TrialContext,
) -> None:
    result = push_over(context, FallTrial(0, "right", 5.0, "stiff", (0.02, 0.15)))
    assert math.isnan(result.protected_at)
    assert result.alarms[0] < result.alarms[1]


def test_a_blow_that_the_physics_cannot_compute_is_counted_and_has_no_force(
    context: TrialContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = FallTrial(1, "backward", 4.5, "stiff", (0.06,))
    sound = push_over(context, trial)
    step = Simulation.step

    def breaking(self: Simulation, request: MotionRequest | None) -> Outcome:
        if self.time > 3.5:
            raise PlantError("the physics diverged")
        return step(self, request)

    monkeypatch.setattr(Simulation, "step", breaking)
    broken = push_over(context, trial)
    assert (sound.computed, broken.computed, broken.fell) == (True, False, True)
    record = FallsReport(4.5, {"stiff": {"backward": (sound, broken)}}, (), ()).record()
    (falls,) = record["falls"]["stiff"].values()  # type: ignore[index]
    assert (falls["fell"], falls["uncomputed"]) == (2, 1)
    assert falls["worse_mean_n"] == round(max(sound.head, sound.torso))


@pytest.mark.parametrize(
    ("posture", "touches"), [(Posture.STANDING, False), (Posture.LYING_BACK, True)]
)
def test_only_what_is_no_sole_counts_as_ground_contact(
    context: TrialContext, posture: Posture, touches: bool
) -> None:
    simulation = Simulation(context.settings, context.plant, posture=posture, state="Limp")
    assert BodyContact(simulation.robot).touches() is touches


def test_detectors_that_watch_a_walk_say_nothing(
    context: TrialContext, walking: list[Outcome]
) -> None:
    settings = context.settings
    row = DetectorRow(settings, (0.06, 0.1))
    for outcome in walking:
        row.look(outcome.robot)
        assert row.fell == [False, False]


def test_the_curve_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    points = [
        CurvePoint(threshold, Rate(0, 10), mean([1e3 * threshold]), 0, Rate(1, 10), 2, 3600.0)
        for threshold in (0.06, 0.02, 0.1)
    ]
    draw_curve(tmp_path / "curve.png", points, "Curve")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_the_curve_is_drawn_with_a_threshold_that_announced_no_fall(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    nothing = CurvePoint(0.15, Rate(10, 10), mean([math.nan]), None, Rate(0, 10), 0, 3600.0)
    usual = CurvePoint(0.06, Rate(0, 10), mean([-60.0]), 0, Rate(1, 10), 2, 3600.0)
    draw_curve(tmp_path / "curve.png", [usual, nothing], "Curve")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_a_side_that_no_robot_lies_on_is_refused_before_a_trial() -> None:
    with pytest.raises(UnknownNameError, match="unknown side 'nope'"):
        measure_get_up(CampaignConfig("standard"), ("front", "nope"), trials=1, jobs=1)


def test_a_robot_that_gets_up_with_a_foot_held_walks_on(context: TrialContext) -> None:
    result = run_get_up(context, GetUpTrial("front", 0, Perturbation.FOOT_HELD, walk=True))
    assert result.stood_after < 6.0
    assert result.walked


def test_every_trouble_of_a_get_up_differs_between_trials_and_not_between_runs() -> None:
    for trouble, draw in TROUBLES.items():
        if trouble is not Perturbation.NONE:
            assert draw(1) == draw(1)
            assert draw(1) != draw(2)


def test_odometry_is_judged_by_the_distance_between_two_ends() -> None:
    result = OdometryResult(False, 2.0, Pose2(1.0, 1.0), Pose2(1.0, 1.1))
    assert result.error == pytest.approx(0.05)
    fallen = replace(result, fell=True)
    record = OdometryReport((result, fallen)).record()
    assert (record["mean_error"], record["falls"], record["trials"]) == (0.05, 1, 2)


def test_a_walk_of_half_a_metre_ends_where_odometry_says() -> None:
    asked = OdometryTrial(0, (0.2, 0.0, 0.0), way=0.5)
    report = measure_odometry(CampaignConfig("standard"), asked, trials=1, jobs=1)
    assert report.results[0].way > 0.4
    assert report.results[0].error < 0.1


def test_a_robot_that_has_stood_for_three_seconds_keeps_its_heading() -> None:
    """Its gyros turn by a degree per second when it is still."""
    drawn = CampaignConfig("standard", randomised=True)
    speed = (0.2, 0.0, 0.0)
    report = measure_odometry(drawn, OdometryTrial(0, speed, 1.3, 3.0), trials=1, jobs=1)
    result = report.results[0]
    bias = draw_individual(build_context(drawn).plant_of(0), 0).gyro_bias[2]
    wrong = abs(angle_difference(result.estimate.heading, result.truth.heading))
    assert wrong < 0.3 * abs(bias) * (result.way / speed[0])


def test_the_fit_of_odometry_finds_the_correction_of_its_walks_and_leaves_falls_out() -> None:
    ahead = [FitResult(0, False, False, speed, 1.1 * speed) for speed in (-0.15, -0.08, 0.1, 0.2)]
    aside = [FitResult(0, False, True, speed, speed / 1.05) for speed in (-0.1, 0.1, 0.15)]
    fallen = FitResult(0, True, False, 0.2, 0.05)
    record = FitReport((*ahead, *aside, fallen)).record()
    intervals = record.pop("interval")
    assert isinstance(intervals, dict)
    assert intervals["forward_scale"] is None, "one robot says nothing about another"
    assert record == {
        "forward_scale": 1.1,
        "forward_error": 0.0,
        "side_error": 0.05,
        "falls": 1,
        "trials": 8,
    }


def test_the_fit_of_odometry_is_as_wide_as_its_robots_differ() -> None:
    walks = [
        FitResult(robot, False, sideways, speed, (1.1 + 0.01 * robot) * speed)
        for robot in range(5)
        for sideways in (False, True)
        for speed in (-0.15, -0.08, 0.1, 0.2)
    ]
    record = FitReport(tuple(walks)).record()
    intervals = record["interval"]
    assert isinstance(intervals, dict)
    low, high = intervals["forward_scale"]
    assert 1.1 <= low < 1.12 < high <= 1.14
    assert record["forward_scale"] == pytest.approx(1.12, abs=0.001)


def test_the_fit_of_odometry_says_so_when_too_few_walks_stayed_up() -> None:
    report = FitReport((FitResult(0, True, False, 0.2, 0.05),))
    assert report.record()["forward_scale"] is None
    assert report.text() == "1 of 1 walks fell: too few are left to fit"


def test_what_a_cycle_costs_is_told_of_kicks_beside_the_way_to_the_ball(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cycle, "_OF_EACH_KIND", 1)
    monkeypatch.setattr(cycle, "_KICKS_WITHIN", 9.0)  # s; the kicks end sooner
    report = measure_cycle(CampaignConfig("standard"), 1.0)
    assert len(report.kicking) > 100, "seconds of a kick out of the stand"
    assert len(report.walking) > len(report.kicking)
    told = report.record()
    median, share = told["kick_cycle_us"], told["kick_over_walking_to_the_ball"]
    assert isinstance(median, float) and isinstance(share, float)
    assert f"kick_over_walking_to_the_ball  {share}" in report.text()
