"""A walk delay holds the feet, stretches the next swing leg and shifts the support foot."""

from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hardware.sensors_and_commands import CYCLE
from motions.walking.configuration import WalkingParameters
from motions.walking.rhythm.walk_delay import RunningDelay, WalkDelayParameters
from motions.walking.trajectories import FeetOffsets, FootOffset


@pytest.fixture
def parameters(walking: WalkingParameters) -> WalkDelayParameters:
    return replace(
        walking.delay, active=True, duration=10 * CYCLE, stretch=0.02, support_shift=0.004
    )


def delay(swing: Side) -> RunningDelay:
    start = FeetOffsets(FootOffset(0.01, 0.002, 0.003), FootOffset(-0.01, -0.001, 0.001), 0.1)
    return RunningDelay(swing, start, share=0.5, first=True, cycle=CYCLE)


@pytest.mark.parametrize("swing", Side)
def test_the_swing_leg_is_stretched_evenly_and_the_support_foot_pushed_outwards(
    parameters: WalkDelayParameters, swing: Side
) -> None:
    running = delay(swing)
    assert running.support is swing.other
    for cycle in range(1, 13):
        part = min(cycle / 10, 1.0)
        feet, start = running.feet(parameters), delay(swing).start
        stretched, pushed = feet.of(swing), feet.of(swing.other)
        assert stretched.lift - start.of(swing).lift == pytest.approx(-0.5 * 0.02 * part)
        shifted = pushed.side - start.of(swing.other).side
        assert shifted == pytest.approx(swing.other.sign * 0.004 * part)
        assert stretched.side == start.of(swing).side and pushed.lift == start.of(swing.other).lift
        assert (stretched.forward, pushed.forward) == (swing.sign * 0.01, -swing.sign * 0.01)
        assert feet.turn == 0.1 and running.start == start
        running.advance()


def test_a_delay_ends_after_its_duration(parameters: WalkDelayParameters) -> None:
    running, told = delay(Side.LEFT), []
    for _ in range(12):
        told.append(running.over(parameters))
        running.advance()
    assert told == [False] * 10 + [True] * 2


def test_switched_off_a_delay_moves_no_foot_and_ends_at_once(
    parameters: WalkDelayParameters,
) -> None:
    off, running = replace(parameters, active=False), delay(Side.LEFT)
    assert running.over(off) and running.feet(off) == running.start
