"""How often the robot gets up, on random plants: the figures of the README."""

from dataclasses import replace

import pytest

from hardware.simulation.plant.parameters import PlantParameters
from hsm.campaigns.context import CampaignConfig, build_context
from hsm.campaigns.get_up.get_up import (
    SIDES,
    GetUpReport,
    GetUpTrial,
    measure_get_up,
    run_get_up,
)
from hsm.campaigns.get_up.perturbations import Perturbation

pytestmark = pytest.mark.benchmark

TRIALS = 100
IN_TROUBLE = 20


def counts(report: GetUpReport, side: str) -> dict[str, int]:
    """Print the report of a campaign and return its counts."""
    print(report.text())
    results = report.results[side]
    stood = [result for result in results if result.succeeded]
    first = sum(result.break_ups == 0 for result in stood)
    return {"stood": len(stood), "first": first, "walked": sum(r.walked for r in results)}


@pytest.mark.parametrize("side", list(SIDES))
@pytest.mark.parametrize(("plant", "stood", "walked"), [("standard", 97, 98), ("worn", 90, 90)])
def test_nearly_every_robot_stands_up_within_12_s_and_walks_on(
    plant: str, stood: int, walked: int, side: str
) -> None:
    config = CampaignConfig(plant, randomised=True)
    found = counts(measure_get_up(config, (side,), trials=TRIALS, jobs=2, walk=True), side)
    assert found["stood"] >= stood
    assert 100 * found["walked"] >= walked * found["stood"]
    if plant == "standard":
        assert found["first"] >= 90


@pytest.mark.parametrize("side", list(SIDES))
@pytest.mark.parametrize(
    "trouble", [trouble for trouble in Perturbation if trouble.value != "none"]
)
def test_a_robot_under_disturbances_is_up_within_20_s(trouble: Perturbation, side: str) -> None:
    config = CampaignConfig("standard", randomised=True)
    report = measure_get_up(config, (side,), trials=IN_TROUBLE, jobs=2, trouble=trouble)
    assert counts(report, side)["stood"] >= 0.9 * IN_TROUBLE


@pytest.mark.parametrize("side", ["front", "back"])
def test_getting_up_does_not_depend_on_the_ground_or_the_temperature(side: str) -> None:
    world = build_context(CampaignConfig("standard"))
    plant = world.plant
    failed = []
    for friction in (0.4, 0.6, 0.75, 0.9):
        for winding in (40.0, 75.0, 90.0):
            world.plant = _changed(plant, friction, winding)
            for robot in range(3):
                if not run_get_up(world, GetUpTrial(side, robot)).succeeded:
                    failed.append(f"friction {friction}, {winding} C, robot {robot}")
    assert len(failed) <= 2, failed


def _changed(plant: PlantParameters, friction: float, winding: float) -> PlantParameters:
    return replace(
        plant,
        turf=replace(plant.turf, friction=friction),
        motor=replace(plant.motor, winding_temperature=winding),
    )
