"""Handling of steps at the limit of the legs' reach in the preview walk."""

import pytest

from hsm.control.assembly import MotionSettings
from motions.kinematics.geometry import Pose2
from motions.kinematics.sole_tilt import Tilt
from motions.locomotion.preview.plan import FootstepPlan
from motions.locomotion.preview.whole_body_ik import BodyPlacement, FootPlace
from motions.locomotion.wish import PreviewVelocity, PreviewWish, StepShares
from tests.fakes import NAO


def walking(settings: MotionSettings) -> FootstepPlan:
    plan = FootstepPlan(settings.gait, settings.preview.timing, settings.preview.horizon.length)
    plan.begin(Pose2(0.0, 0.05), Pose2(0.0, -0.05))
    wish = PreviewWish(velocity=PreviewVelocity(share=StepShares(1.0)))
    plan.hear(wish, 1, Pose2(), walks=True, in_air=False)
    return plan


def test_a_clipped_foothold_moves_to_its_target_as_soon_as_allowed(
    settings: MotionSettings,
) -> None:
    plan = walking(settings)
    planned = plan.queue.steps[0].step.move
    plan.shift(0.3, 0.3)
    assert plan.queue.steps[0].step.move.x < 0.3
    plan.shift(0.0, 0.01)
    moved = plan.queue.steps[0].step.move
    assert (moved.x - planned.x, moved.y - planned.y) == pytest.approx((0.0, 0.01))
    plan.shift(0.0, 0.0)
    assert plan.queue.steps[0].step.move == planned


def test_the_shift_of_a_step_starts_from_its_own_plan(settings: MotionSettings) -> None:
    plan = walking(settings)
    plan.shift(0.0, 0.02)
    queue = plan.queue
    queue.advance(queue.steps[0].lands - queue.time)
    queue.land()
    planned = queue.steps[0].step.move
    plan.shift(0.0, -0.01)
    moved = queue.steps[0].step.move
    assert (moved.x - planned.x, moved.y - planned.y) == pytest.approx((0.0, -0.01))


@pytest.mark.parametrize(("longest", "lower"), [(0.0, 0.0), (0.04, 0.0), (0.08, 0.010)])
def test_hips_are_lower_before_long_steps(
    settings: MotionSettings, longest: float, lower: float
) -> None:
    own = settings.preview.body
    body = BodyPlacement(NAO, own, 0.001)
    body.begin((0.0, 0.0), own.hip_height)
    joints = [0.0] * len(NAO.names)
    left, right = FootPlace(Pose2(0.0, 0.05)), FootPlace(Pose2(0.0, -0.05))
    for _ in range(30):
        body.place(
            joints, left, right, (0.0, 0.0), Tilt(), longest, 0.012, lambda *soles: soles[:2]
        )
    assert own.hip_height - body.height == pytest.approx(lower)
