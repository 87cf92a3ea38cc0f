"""Pushes, leans, worn joints and long distances: their effect on the walk, at full length."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial

import pytest

from hardware.disturbance import TOWARDS
from hardware.disturbances import Lean
from hardware.robots.model import Side
from hsm.campaigns.ablation.decisions import is_active, switched
from hsm.campaigns.context import CampaignConfig, TrialContext, build_context
from hsm.campaigns.trials import run_campaign
from hsm.campaigns.walking.odometry import OdometryResult, OdometryTrial, measure_odometry
from hsm.campaigns.walking.push import PHASES, PushTrial, measure_push, push_once
from hsm.campaigns.walking.walk import ON_THE_SPOT
from hsm.campaigns.walking.walking_trial import STAND, FallWatch, Speed, pose_of, ramped
from motions.requests import MotionRequest

pytestmark = pytest.mark.benchmark

SEEDS = 5
ANSWERS = ("capture", "levelling", "hip_strategy", "ankle_strategy", "delay_trigger")
"""The responses to a push, and nothing else."""


def mass() -> float:
    return sum(link.mass for link in build_context(CampaignConfig("standard")).settings.robot.links)


def without(context: TrialContext, names: Sequence[str]) -> TrialContext:
    """Return the context of a walk with some decisions switched off."""
    walking = context.settings.walking
    for name in names:
        assert is_active(walking, name)
        walking = switched(walking, name)
    return replace(context, settings=replace(context.settings, walking=walking))


def _push_bare(context: TrialContext, trial: PushTrial) -> bool:
    return push_once(without(context, ANSWERS), trial)


def survived(direction: str, change: float, *, answered: bool) -> float:
    """Return the share of pushes survived by a robot that steps on the spot.

    Args:
        direction: Direction of the push.
        change: Change of velocity that the push would cause in a free robot, m/s.
        answered: Whether all responses to pushes are switched on.
    """
    trials = [
        PushTrial(number, name, phase, mass() * change, ON_THE_SPOT[0])
        for name in (("left", "right") if direction == "side" else (direction,))
        for number in range(SEEDS)
        for phase in PHASES
    ]
    run = push_once if answered else _push_bare
    upright = run_campaign(CampaignConfig("standard"), trials, run, jobs=2)
    print(f"{direction} {change} m/s, answered {answered}: {sum(upright)} of {len(upright)}")
    return sum(upright) / len(upright)


LEAN_BEFORE = 0.1
"""Time from the start of a lean to the switch of the support, s."""
STEP = 0.24
"""Time from switch to switch, s."""


def leant_on(context: TrialContext, number: int) -> bool:
    """Return whether a robot under a lean of 8 N stays up.

    The lean lasts 0.4 s from before a support switch, towards the foot that swings after it; every
    other trial is the mirror image.
    """
    simulation = context.simulation(number)
    watch = FallWatch(simulation.truth().torso_height)
    side = Side.LEFT if number % 2 == 0 else Side.RIGHT
    support, leant_at = side, math.inf
    while simulation.time < leant_at + 4.0:
        outcome = simulation.step(ramped((0.15, 0.0, 0.0), simulation.time))
        if watch.look(simulation, outcome):
            return False
        now = outcome.robot.support.side
        if leant_at == math.inf and simulation.time > 6.0 and (now, support) == (side, side.other):
            towards = TOWARDS["left" if side is Side.LEFT else "right"]
            simulation.disturb(Lean(towards, 8.0, 0.4), after=STEP - LEAN_BEFORE)
            leant_at = simulation.time
        support = now
    return True


def _leant_on_without_delay(context: TrialContext, number: int) -> bool:
    return leant_on(without(context, ["delay_trigger"]), number)


@pytest.mark.parametrize("plant", ["standard", "worn"])
def test_a_robot_under_a_lean_stays_up(plant: str) -> None:
    numbers = range(12)
    upright = run_campaign(CampaignConfig(plant), numbers, leant_on, jobs=2)
    bare = run_campaign(CampaignConfig(plant), numbers, _leant_on_without_delay, jobs=2)
    print(f"{plant}: {sum(upright)} of 12 with the walk delay, {sum(bare)} without")
    assert sum(upright) >= 0.9 * len(numbers)


@pytest.mark.xfail(reason="the lean exceeds what the edge of the landing sole can hold")
def test_a_robot_under_a_lean_of_10_n_stays_up_to_both_sides() -> None:
    """From before a support switch, and over the outer edge of the landing foot.

    10 N at the torso, 0.36 m above the floor, equal a shift of the weight by 68 mm; the sole ends
    50 mm outside the ankle. So only a divergent component that is 18 mm inside the ankle holds the
    robot, and an undisturbed step begins with 17. Of 80 on `standard`, 64 stay up under a lean over
    the present support foot and 16 over the next one. When the lean begins 0.1 s before the
    landing, the robot sees 9 to 17 mm of error by then; the rhythm alone has 11 (rms). A swing foot
    that moves outwards from 12 mm on and twice as fast saves 34 of 64 instead of 32, so does one
    that moves twice as far; hips that turn 2.5 and 5 times as far per error save 31 each.
    """
    report = measure_push(CampaignConfig("standard"), 1.0, 0.15, seeds=SEEDS, jobs=2, lean=10.0)
    print(report.text())
    assert all(rate.value >= 0.8 for rate in report.survived.values())


@pytest.mark.parametrize(("direction", "change"), [("backward", 0.5), ("side", 0.4)])
def test_the_responses_to_pushes_save_robots_that_would_fall(direction: str, change: float) -> None:
    bare, answered = (survived(direction, change, answered=answer) for answer in (False, True))
    assert answered > bare


@pytest.mark.xfail(reason="the source's robot jumps as a whole; a push at the torso also tips it")
@pytest.mark.parametrize(
    ("direction", "bare", "answered"),
    [("forward", 0.7, 0.9), ("backward", 0.5, 0.7), ("side", 0.4, 0.6)],
)
def test_pushes_of_the_source_are_survived(direction: str, bare: float, answered: float) -> None:
    """A force of 0.1 s at the torso, with the momentum of a robot that changes its velocity so.

    Survived without and with responses: forward 0 of 20 and 0 of 20, backward 0 and 0 of 20, side
    18 and 10 of 40. Where all parts of the robot change their velocity at once, as in the source,
    it survives 0.7 forward in 0 and 11 of 12, 0.5 backward in 6 and 12 of 12, 0.4 sideways in 22
    and 24 of 24, but with responses 0.9, 0.7 and 0.6 only in 0 of 12, 3 of 12 and 14 of 24.
    """
    assert survived(direction, bare, answered=False) >= 0.5
    assert survived(direction, answered, answered=True) >= 0.5


def worn_out(context: TrialContext, *, compensated: bool) -> TrialContext:
    """Return a sound robot with 2 degrees of play in every leg joint, three cycles late.

    Args:
        context: Context of the walk.
        compensated: Whether it also has the source's joint speed control and play offset.
    """
    play = math.radians(2.0)
    plant = context.plant
    sloppy = replace(plant.play, roll=play, pitch=play, ankle_pitch=play)
    walking = context.settings.walking
    assert walking.requests.age == 3
    for name in ("joint_speed", "play_offset"):
        assert not is_active(walking, name)
        walking = switched(walking, name) if compensated else walking
    settings = replace(context.settings, walking=walking)
    return replace(context, plant=replace(plant, play=sloppy), settings=settings)


def _walk_worn_out(
    context: TrialContext, number: int, *, compensated: bool
) -> tuple[bool, float, float]:
    """Return whether the robot fell, its measured quality and its mean speed, m/s."""
    simulation = worn_out(context, compensated=compensated).simulation(number)
    watch = FallWatch(simulation.truth().torso_height)
    begin = math.nan
    while simulation.time < 35.0:
        outcome = simulation.step(ramped((0.25, 0.0, 0.0), simulation.time))
        if watch.look(simulation, outcome):
            return True, math.nan, math.nan
        if math.isnan(begin) and simulation.time >= 7.0:
            start, begin = simulation.truth().torso_position, simulation.time
    end = simulation.truth().torso_position
    way = math.dist(start[:2], end[:2])
    quality = simulation.cycle.components.walking.joints.play.quality
    return False, quality, way / (simulation.time - begin)


@cache
def worn_out_walks(compensated: bool) -> tuple[tuple[bool, float, float], ...]:
    walk = partial(_walk_worn_out, compensated=compensated)
    results = run_campaign(CampaignConfig("standard"), range(6), walk, jobs=2)
    print(compensated, results)
    return results


FALLS = pytest.mark.xfail(reason="1 of 6 falls")


@pytest.mark.parametrize(
    "compensated", [False, pytest.param(True, marks=FALLS)], ids=["as shipped", "compensated"]
)
def test_two_degrees_of_play_are_detected_and_make_no_robot_fall(compensated: bool) -> None:
    results = worn_out_walks(compensated)
    assert not any(fell for fell, _, _ in results)
    # The play of an individual robot varies by up to half.
    assert statistics.fmean(quality for _, quality, _ in results) < 0.9


@pytest.mark.xfail(
    reason="one of six shipped ones walks 0.260 m/s, 0.255 are allowed; compensated, from 0.18 on"
)
@pytest.mark.parametrize("compensated", [False, True], ids=["as shipped", "compensated"])
def test_two_degrees_of_play_slow_the_walk_down_within_the_profile(
    compensated: bool,
) -> None:
    profile = build_context(CampaignConfig("standard")).settings.profile
    for _fell, _quality, speed in worn_out_walks(compensated):
        assert profile.worn.forward <= speed <= 1.02 * profile.forward


AHEAD: Speed = (0.2, 0.0, 0.0)
ASIDE: Speed = (0.0, 0.1, 0.0)


STOOD = 4.0
"""Time of standing after which a robot knows its gyro bias, s."""
AT_ONCE = pytest.mark.xfail(
    reason="8 to 17 % of a distance, 3 % of a turn: the gyro bias, up to 0.02 rad/s, is learnt "
    "while the robot stands"
)


@cache
def ways(plant: str, speed: Speed, way: float, stand: float) -> tuple[OdometryResult, ...]:
    config = CampaignConfig(plant)
    report = measure_odometry(config, OdometryTrial(0, speed, way, stand), trials=10, jobs=2)
    print(plant, speed, stand, report.text())
    return report.results


@pytest.mark.parametrize("plant", ["standard", "worn"])
@pytest.mark.parametrize(("speed", "way"), [(AHEAD, 5.0), (ASIDE, 1.0)], ids=["forward", "left"])
def test_no_robot_falls_in_the_walks_that_measure_odometry(
    plant: str, speed: Speed, way: float
) -> None:
    assert not any(result.fell for result in ways(plant, speed, way, STOOD))


@pytest.mark.parametrize(
    ("plant", "error", "speed", "way", "stand"),
    [
        pytest.param("standard", 0.05, AHEAD, 5.0, STOOD, id="forward-standard"),
        pytest.param("worn", 0.10, AHEAD, 5.0, STOOD, id="forward-worn"),
        pytest.param("standard", 0.05, ASIDE, 1.0, STOOD, id="left-standard"),
        pytest.param("worn", 0.10, ASIDE, 1.0, STOOD, id="left-worn"),
        pytest.param("standard", 0.05, AHEAD, 5.0, STAND, id="at once-standard", marks=AT_ONCE),
        pytest.param("worn", 0.10, AHEAD, 5.0, STAND, id="at once-worn", marks=AT_ONCE),
        pytest.param("standard", 0.05, ASIDE, 1.0, STAND, id="at once-left", marks=AT_ONCE),
    ],
)
def test_odometry_measures_the_end_of_a_walk(
    plant: str, error: float, speed: Speed, way: float, stand: float
) -> None:
    assert statistics.fmean(result.error for result in ways(plant, speed, way, stand)) < error


def _turn_once(context: TrialContext, number: int, *, stand: float) -> tuple[float, float]:
    """Turn once about; return the error of odometry as a share of the turn and as a distance, m."""
    simulation = context.simulation(number)
    while simulation.time < stand:
        simulation.step(MotionRequest())
    outcome = simulation.step(MotionRequest())
    believed, start, turned = outcome.robot.odometry, pose_of(simulation.truth()), 0.0
    now = start
    while turned < 2.0 * math.pi and simulation.time < stand + 30.0:
        outcome = simulation.step(ramped((0.0, 0.0, 1.0), simulation.time - stand))
        before, now = now, pose_of(simulation.truth())
        turned += math.remainder(now.heading - before.heading, 2.0 * math.pi)
    there = start.inverse() @ now
    seen = believed.inverse() @ outcome.robot.odometry
    off = math.remainder(seen.heading - there.heading, 2.0 * math.pi)
    return abs(off) / (2.0 * math.pi), math.hypot(seen.x - there.x, seen.y - there.y)


@pytest.mark.parametrize("stand", [STOOD, pytest.param(0.0, id="at once", marks=AT_ONCE)])
@pytest.mark.parametrize("plant", ["standard", "worn"])
def test_odometry_measures_a_turn_to_a_fiftieth_and_stays_on_the_spot(
    plant: str, stand: float
) -> None:
    results = run_campaign(
        CampaignConfig(plant), range(10), partial(_turn_once, stand=stand), jobs=2
    )
    print(plant, "turn off by", max(turn for turn, _ in results), [r for _, r in results])
    assert max(turn for turn, _ in results) < 0.02
    assert statistics.fmean(away for _, away in results) < 0.05
