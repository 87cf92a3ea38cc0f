"""Speed, straightness and regularity of the walk, and walks without falls, at full length.

The sources sometimes require less: values of `at_least` are the larger requirement.
"""

import itertools
import math
import statistics
from dataclasses import dataclass, replace
from functools import cache, partial

import pytest

from hsm.campaigns.ablation.decisions import switched
from hsm.campaigns.context import CampaignConfig, TrialContext, build_context
from hsm.campaigns.walking.walk import WalkReport, measure_walk
from hsm.campaigns.walking.walking_trial import (
    RAMP,
    SETTLE,
    STAND,
    FallWatch,
    Speed,
    WalkMeter,
    ramped,
)
from motions.requests import MotionRequest
from tests.truths import soles_apart

pytestmark = pytest.mark.benchmark

TRIALS, HOLD = 10, 15.0
DIAGONAL: Speed = (0.27, 0.23, 0.0)


@dataclass(frozen=True, slots=True)
class Case:
    """One speed.

    Attributes:
        profile: Speed profile.
        speed: Requested speed, m/s and rad/s.
        at_least: Least share of the request that must be reached.
    """

    profile: str
    speed: Speed
    at_least: float


STANDARD = {
    "forward": Case("normal", (0.25, 0.0, 0.0), 0.24 / 0.25),
    "backward": Case("normal", (-0.15, 0.0, 0.0), 0.13 / 0.15),
    "side": Case("normal", (0.0, 0.20, 0.0), 0.18 / 0.20),
    "turn": Case("normal", (0.0, 0.0, 1.5), 1.3 / 1.5),
    "turn fast": Case("normal", (0.0, 0.0, math.radians(120)), 105 / 120),
    "turn steadily": Case("normal", (0.0, 0.0, math.radians(100)), 90 / 100),
    "forward in a match": Case("competition", (0.27, 0.0, 0.0), 240 / 270),
    "side in a match": Case("competition", (0.0, 0.23, 0.0), 0.9),
    "narrow diagonal": Case("competition", (0.27, 0.182, 0.0), 0.275 / math.hypot(0.27, 0.182)),
    "diagonal": Case("competition", DIAGONAL, 0.32 / math.hypot(*DIAGONAL)),
}
WORN = {
    "forward": Case("normal", (0.25, 0.0, 0.0), 0.22 / 0.25),
    "backward": Case("normal", (-0.15, 0.0, 0.0), 0.0),
    "side": Case("normal", (0.0, 0.20, 0.0), 0.16 / 0.20),
    "turn": Case("normal", (0.0, 0.0, 1.5), 0.9 / 1.5),
}


@cache
def measured(plant: str, case: Case) -> WalkReport:
    config = CampaignConfig(plant, profile=case.profile)
    report = measure_walk(config, case.speed, trials=TRIALS, hold=HOLD, jobs=2)
    print(plant, case.profile, report.text())
    return report


def shortfalls(plant: str, case: Case) -> list[str]:
    """Return falls, and the mean speed over all trials if it is below its required share."""
    report = measured(plant, case)
    means = [statistics.fmean(r.speed[axis] for r in report.results) for axis in range(3)]
    reached = sum(a * b for a, b in zip(means, case.speed, strict=True))
    if plant == "standard" and case.speed == DIAGONAL:
        reached = math.hypot(*means[:2]) * math.hypot(*case.speed)
    share = reached / sum(value * value for value in case.speed)
    short = [] if share >= case.at_least else [f"{share:.3f} of the speed"]
    return short if report.falls.successes == 0 else [*short, f"{report.falls} falls"]


SHORT = {
    "narrow diagonal": pytest.mark.xfail(reason="1 of 10 falls"),
    "diagonal": pytest.mark.xfail(reason="84 % of the speed, 90 are required; 2 of 10 fall"),
}
"""Speeds that fall short of their requirement, by name."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=SHORT.get(name, ())) for name in STANDARD]
)
def test_a_sound_robot_walks_as_fast_as_requested_and_does_not_fall(name: str) -> None:
    assert shortfalls("standard", STANDARD[name]) == []


@pytest.mark.parametrize("name", [*WORN])
def test_a_worn_robot_walks_nearly_as_fast_and_does_not_fall(name: str) -> None:
    assert shortfalls("worn", WORN[name]) == []


def test_a_fast_walk_goes_straight() -> None:
    for result in measured("standard", STANDARD["forward"]).results:
        forward, left, turn = result.speed
        assert abs(left) < 0.05 * forward
        assert abs(math.degrees(turn)) < 2.0


def slowest_second(context: TrialContext, number: int, speed: Speed) -> float:
    """Walk for 20 s; return the shortest distance of the torso in one second of it, m."""
    simulation = context.simulation(number)
    watch = FallWatch(simulation.truth().torso_height)
    begin = STAND + RAMP + SETTLE
    places: list[tuple[float, ...]] = []
    while simulation.time < begin + 20.0:
        outcome = simulation.step(ramped(speed, simulation.time))
        assert not watch.look(simulation, outcome)
        if simulation.time >= begin + len(places):
            places.append(simulation.truth().torso_position[:2])
    return min(itertools.starmap(math.dist, itertools.pairwise(places)))


@pytest.mark.xfail(
    reason="33 mm in the slowest second of ten robots, of worn ones 48; 50 are required"
)
@pytest.mark.parametrize("plant", ["standard", "worn"])
def test_a_robot_that_walks_sideways_makes_progress_in_every_second(plant: str) -> None:
    """A robot that catches every step of a side walk would march on the spot with open feet."""
    context = build_context(CampaignConfig(plant))
    ways = [slowest_second(context, number, (0.0, 0.1, 0.0)) for number in range(TRIALS)]
    print(plant, [round(way, 3) for way in ways])
    assert min(ways) > 0.05


@pytest.mark.parametrize(
    ("plant", "profile"),
    [
        ("standard", "normal"),
        ("standard", "competition"),
        pytest.param("standard", "fast", marks=pytest.mark.xfail(reason="1 of 40 falls")),
        ("worn", "normal"),
        ("worn", "competition"),
        ("worn", "fast"),
    ],
)
def test_every_speed_of_a_profile_can_be_held(plant: str, profile: str) -> None:
    """A robot that walks fast along one axis may still fall at half the speed along two."""
    config = CampaignConfig(plant, profile=profile)
    report = measure_walk(config, "drawn", trials=40, hold=30.0, jobs=2)
    print(plant, profile, report.text())
    assert report.falls.successes == 0


def steps(context: TrialContext, number: int, speed: Speed) -> list[float]:
    """Return the durations of the steps of a settled walk of 10 s, s."""
    simulation, meter = context.simulation(number), WalkMeter()
    watch = FallWatch(simulation.truth().torso_height)
    begin = STAND + RAMP + SETTLE
    while simulation.time < begin + 10.0:
        outcome = simulation.step(ramped(speed, simulation.time))
        assert not watch.look(simulation, outcome)
        if simulation.time >= begin:
            meter.look(simulation, outcome)
    return meter.steps[1:]


def sound_world() -> TrialContext:
    """Return the standard plant with a robot that counts as sound from its first step."""
    context = build_context(CampaignConfig("standard"))
    sound = switched(context.settings.walking, "slow_when_worn")
    assert not sound.slow_when_worn.active
    return replace(context, settings=replace(context.settings, walking=sound))


@pytest.mark.xfail(reason="240 ms, 17 ms: steps end when the weight has shifted")
def test_the_steps_of_a_walk_have_equal_durations() -> None:
    """The joints follow a command three cycles late, for which 280 ms would be allowed."""
    durations = list(map(partial(steps, sound_world(), speed=(0.2, 0.0, 0.0)), range(TRIALS)))
    means = [statistics.fmean(one) for one in durations]
    spreads = [statistics.pstdev(one) for one in durations]
    print(f"mean {statistics.fmean(means):.4f} s, spread {statistics.fmean(spreads):.4f} s")
    assert all(0.235 <= mean <= 0.280 for mean in means)
    assert statistics.fmean(spreads) < 0.010


def crept(context: TrialContext, number: int) -> float:
    """Stop from 0.25 m/s; return the larger displacement of both soles while standing, m."""
    simulation = context.simulation(number)
    while simulation.time < 7.0:
        simulation.step(ramped((0.25, 0.0, 0.0), simulation.time))
    while simulation.step(MotionRequest()).leaf != "Stand.Normal":
        assert simulation.time < 9.0
    stopped, end = simulation.truth(), simulation.time + 4.0
    while simulation.time < end:
        assert simulation.step(MotionRequest()).leaf == "Stand.Normal"
    return soles_apart(stopped, simulation.truth())


@cache
def creeps(plant: str) -> list[float]:
    context = build_context(CampaignConfig(plant))
    ways = [crept(context, number) for number in range(3 * TRIALS)]
    print(plant, [round(1e3 * way, 1) for way in ways], "mm")
    return ways


@pytest.mark.parametrize("plant", ["standard", "worn"])
def test_a_robot_stops_within_two_seconds_and_stands(plant: str) -> None:
    assert len(creeps(plant)) == 3 * TRIALS


ANEW = pytest.mark.xfail(reason="the other foot lands again: 3 of 30 by 5 to 10 mm")


@pytest.mark.parametrize("plant", ["standard", pytest.param("worn", marks=ANEW)])
def test_the_soles_of_a_robot_that_has_stopped_do_not_move(plant: str) -> None:
    assert max(creeps(plant)) < 5e-3
