"""Guarantees of the state machine in physics, at full length: lifts, falls, and random events."""

import statistics
from collections.abc import Sequence

import pytest

from hsm.campaigns.falling.falling_trial import Answer, FallResult, FallTrial, push_over
from hsm.campaigns.falling.falls import measure_falls
from hsm.campaigns.handling.lift import measure_lift
from hsm.campaigns.handling.lift_cases import CASES
from hsm.campaigns.machine.fuzz import measure_fuzz
from hsm.campaigns.trials import CampaignConfig, build_context, run_campaign

pytestmark = pytest.mark.benchmark

PLANTS = ("standard", "worn")
THROWS = 4.5


@pytest.mark.parametrize("plant", PLANTS)
@pytest.mark.parametrize("case", CASES)
def test_a_lifted_robot_is_soft_and_resumes_when_put_down(plant: str, case: str) -> None:
    trials = 40 if case == "walking" else 20
    report = measure_lift(CampaignConfig(plant), (case,), trials=trials, jobs=2)
    print(report.text())
    results = report.results[case]
    assert all(result.picked_up and result.resumed for result in results)
    assert not any(result.protected for result in results)
    assert all(result.stiffest == pytest.approx(0.3) for result in results)
    if case == "walking":
        assert max(result.latency for result in results) < 0.3


@pytest.mark.parametrize("plant", PLANTS)
def test_protection_precedes_the_impact_and_never_triggers_in_an_hour_of_small_pushes(
    plant: str,
) -> None:
    report = measure_falls(CampaignConfig(plant), THROWS, seeds=20, hours=1.0, limp=False, jobs=2)
    print(report.text())
    fallen = [
        result for found in report.falls["protected"].values() for result in found if result.fell
    ]
    in_time = sum(result.protected_at < result.impact_at for result in fallen)
    assert in_time >= 0.95 * len(fallen)
    assert sum(walk.false_alarms[0] for walk in report.walks) == 0
    for direction, found in report.falls["protected"].items():
        assert _force(found) < 0.6 * _force(report.falls["stiff"][direction]), direction


@pytest.mark.parametrize("plant", PLANTS)
def test_arms_absorb_most_of_a_fall_to_the_front(plant: str) -> None:
    world = build_context(CampaignConfig(plant))
    thresholds = (world.settings.perception.fall.excess,)
    forces: dict[Answer, float] = {}
    answers: tuple[Answer, ...] = ("protected", "limp")
    for answer in answers:
        trials = [FallTrial(k, "forward", THROWS, answer, thresholds) for k in range(40)]
        found = run_campaign(CampaignConfig(plant), trials, push_over, jobs=2)
        forces[answer] = statistics.median(max(r.head, r.torso) for r in found if r.fell)
    print(plant, forces)
    assert forces["protected"] <= 0.6 * forces["limp"]


def _force(results: Sequence[FallResult]) -> float:
    """Return the mean of the larger force on head and torso, N."""
    return statistics.mean(max(result.head, result.torso) for result in results if result.fell)


def test_random_events_cause_no_invalid_command_and_no_illegal_transition() -> None:
    report = measure_fuzz(
        CampaignConfig("standard"), ticks=100_000, seed=0, jobs=2, everything=True
    )
    print(report.text())
    assert report.record()["problems"] == []
    assert report.record()["not_visited"] == []
