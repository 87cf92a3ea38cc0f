import numpy as np
import pytest

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2
from motions.locomotion.gait import MoveConfig
from motions.locomotion.queue import Footstep, FootstepQueue, between

CONFIG = MoveConfig(0.04, 0.14, 0.349, 1.0, 0.02, 0.0, 0.0)
PREVIEW, CYCLE = 0.8, 0.012


def step(swing: Side, x: float = 0.04, period: float = 0.42) -> Footstep:
    return Footstep(swing, Pose2(x, 0.1 * swing.sign), period / 3, 2 * period / 3, CONFIG)


def standing() -> FootstepQueue:
    queue = FootstepQueue(PREVIEW)
    queue.begin(Pose2(0.0, 0.05), Pose2(0.0, -0.05))
    return queue


def advance(queue: FootstepQueue) -> None:
    queue.advance(CYCLE)
    if queue.steps and queue.time >= queue.steps[0].lands:
        queue.land()


def test_unchangeable_steps_fill_the_preview_or_nothing_is_changeable_in_200_programs() -> None:
    for number in range(200):
        rng = np.random.default_rng(number)
        queue, swing = standing(), Side.LEFT
        for _ in range(150):
            if rng.random() < 0.08:
                if rng.random() < 0.4:
                    kept = queue.unchangeable
                    queue.clear()
                    assert queue.unchangeable == kept
                for _ in range(int(rng.integers(1, 4))):
                    queue.append([step(swing, period=float(rng.uniform(0.42, 0.6)))])
                    swing = swing.other
            advance(queue)
            fixed = queue.unchangeable
            assert not queue.changeable or fixed[-1].lands_in >= PREVIEW - 1e-9


def test_a_step_after_a_long_double_support_can_be_dropped_until_its_time_is_near() -> None:
    queue = standing()
    queue.append([Footstep(Side.LEFT, Pose2(0.0, 0.1), 5.0, 0.28, CONFIG)])
    while queue.time < 5.0 - 2.0 * PREVIEW - CYCLE:
        assert not queue.unchangeable
        queue.advance(CYCLE)
    queue.advance(2.0 * CYCLE)
    assert queue.unchangeable and not queue.changeable


def test_the_phase_of_a_step_is_the_share_of_its_swing_time() -> None:
    queue = standing()
    queue.append([step(Side.LEFT, period=0.6)])
    (timed,) = queue.steps
    for time, phase in ((0.0, 0.0), (0.2, 0.0), (0.3, 0.25), (0.6, 1.0), (0.7, 1.0)):
        assert timed.phase(time) == pytest.approx(phase)


def test_the_fixed_end_is_the_pose_after_all_unchangeable_steps() -> None:
    queue = standing()
    queue.append([step(Side.LEFT), step(Side.RIGHT), step(Side.LEFT), step(Side.RIGHT)])
    queue.advance(CYCLE)
    left, right = Pose2(0.0, 0.05), Pose2(0.0, -0.05)
    for planned in queue.unchangeable:
        if planned.swing is Side.LEFT:
            left = right @ planned.move
        else:
            right = left @ planned.move
    assert len(queue.unchangeable) == 2
    assert queue.fixed_end == (left, right)
    assert between(left, right).x == 0.06


def test_a_cut_keeps_only_a_step_whose_foot_is_in_the_air() -> None:
    queue = standing()
    queue.append([step(Side.LEFT), step(Side.RIGHT)])
    queue.cut(running=True)
    assert [planned.swing for planned in (*queue.unchangeable, *queue.changeable)] == [Side.LEFT]
    queue.cut(running=False)
    assert not queue.steps


def test_a_moved_foothold_moves_the_following_steps_too() -> None:
    queue = standing()
    queue.append([step(Side.LEFT), step(Side.RIGHT)])
    before = queue.end[1]
    queue.move_running(Pose2(0.06, 0.1))
    assert queue.end[1].x - before.x == pytest.approx(0.02, abs=1e-12)
