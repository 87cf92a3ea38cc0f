"""The reference of the zero moment point over the supporting feet."""

from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hsm.control.assembly import MotionSettings
from motions.kinematics.geometry import Pose2
from motions.locomotion.preview.swing import SwingShape
from motions.locomotion.preview.zmp_reference import SupportPlan
from motions.locomotion.queue import Footstep, FootstepQueue

DOUBLE, SINGLE = 0.15, 0.3


def wanted(settings: MotionSettings, *steps: tuple[Side, float]) -> SupportPlan:
    """Return the plan for side steps of some feet, m."""
    own = settings.preview
    queue = FootstepQueue(own.horizon.length)
    queue.begin(Pose2(0.0, 0.05), Pose2(0.0, -0.05))
    config = settings.gait.default
    queue.append([Footstep(foot, Pose2(0.0, y), DOUBLE, SINGLE, config) for foot, y in steps])
    plan = SupportPlan(own.sole, own.horizon, SwingShape(own.swing))
    plan.begin((0.0, 0.0))
    plan.rebuild(queue, own.timing.end)
    return plan


def places(plan: SupportPlan, *times: float) -> list[float]:
    """Return how far left the reference is at some times, m."""
    found = []
    for time in times:
        phase = next(phase for phase in plan.phases if time < phase.ends)
        found.append(phase.reference(time)[1])
    return found


def test_between_two_steps_of_the_same_foot_the_reference_moves_back_by_a_share(
    settings: MotionSettings,
) -> None:
    plan = wanted(settings, (Side.LEFT, 0.15), (Side.LEFT, 0.12))
    lands = DOUBLE + SINGLE
    before, between, after = places(plan, lands, lands + 0.5 * DOUBLE, lands + DOUBLE + 0.1)
    sole = settings.preview.sole
    assert before == after == pytest.approx(-0.05 + sole.centre_inward)
    middle = 0.5 * (before + 0.10 - sole.centre_inward)
    assert between == pytest.approx(before + sole.back_share * (middle - before))


def test_between_steps_of_both_feet_the_reference_moves_in_a_straight_line(
    settings: MotionSettings,
) -> None:
    plan = wanted(settings, (Side.LEFT, 0.15), (Side.RIGHT, -0.12))
    lands = DOUBLE + SINGLE
    before, between, after = places(plan, lands, lands + 0.5 * DOUBLE, lands + DOUBLE + 0.1)
    assert between == pytest.approx(0.5 * (before + after))


@pytest.mark.parametrize("name", ["forward", "side"])
def test_a_sole_without_length_or_width_is_refused(settings: MotionSettings, name: str) -> None:
    sole = settings.preview.sole
    low, _ = getattr(sole, name)
    with pytest.raises(ValueError, match=f"'{name}' leaves the zero moment point no room"):
        replace(sole, **{name: (low, low)})
