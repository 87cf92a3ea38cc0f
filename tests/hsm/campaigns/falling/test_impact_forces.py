"""Blows are told as shares, computed in steps of 1 ms at a chosen softness."""

import math
from dataclasses import replace

import pytest

from hsm.campaigns.context import CampaignConfig, build_context
from hsm.campaigns.falling.impact_forces import CONTACTS, USUAL, force_ratio, with_impact_physics
from tests.hsm.campaigns.made_up_reports import fall_of

STIFF = tuple(replace(fall_of(k), fell=True, head=1000.0, torso=10.0) for k in range(8))


@pytest.mark.parametrize("contact", CONTACTS)
def test_blows_are_computed_in_steps_of_a_millisecond(contact: float) -> None:
    plant = build_context(with_impact_physics(CampaignConfig("standard"), contact)).plant
    assert plant.solver.substep == pytest.approx(1e-3)
    assert plant.turf.body_time_constant == pytest.approx(contact)


def test_other_campaigns_take_the_plant_as_its_file_says() -> None:
    assert build_context(CampaignConfig("standard")).plant.solver.substep == pytest.approx(3e-3)


def test_a_share_is_of_the_trials_that_fell_both_ways_and_were_computed() -> None:
    gentle = [replace(fall, head=100.0 * (fall.number + 1)) for fall in STIFF]
    gentle[6] = replace(gentle[6], fell=False)
    gentle[7] = replace(gentle[7], head=math.nan)
    found = force_ratio(gentle, STIFF)
    assert found is not None and found.interval is not None
    assert found.value == pytest.approx(0.35)
    assert 0.1 <= found.interval[0] < 0.35 < found.interval[1] <= 0.6


def test_a_stiff_robot_that_stayed_up_or_whose_blow_is_beyond_the_physics_is_no_measure() -> None:
    gentle = [replace(fall, head=100.0) for fall in STIFF]
    stiff = [replace(STIFF[0], fell=False), replace(STIFF[1], head=math.nan), *STIFF[2:]]
    stiff[2] = replace(stiff[2], head=600.0)
    found = force_ratio(gentle, stiff)
    assert found is not None
    assert found.value == pytest.approx(600.0 / 5600.0)


def test_blows_that_nothing_struck_have_no_share() -> None:
    soft = [replace(fall, head=0.0, torso=0.0) for fall in STIFF]
    assert force_ratio(STIFF, soft) is None


def test_the_usual_softness_is_one_of_those_told() -> None:
    assert USUAL in CONTACTS
