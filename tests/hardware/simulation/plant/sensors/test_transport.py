"""Transport of frames: in order, one or two cycles late, and none of them twice."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from hardware.sensors_and_commands import CYCLE, SensorFrame
from hardware.simulation.plant.parameters import DelayParameters
from hardware.simulation.plant.robot import SimulatedRobot
from hardware.simulation.plant.sensors.transport import Transport
from tests.hardware.simulation.plant.rig import IDEAL, NAO, run

FRAME = run(SimulatedRobot(NAO, IDEAL), 0.012)[0]


def carried(
    cycles: int = 4000, seed: int = 0, *, delay: int = 1, drop: float = 0.0, jitter: float = 0.0
) -> list[tuple[int, int | None, SensorFrame | None]]:
    """Return every cycle with the cycle in which its frame was measured and the frame, or None.

    The battery charge carries the number of the cycle.
    """
    delays = DelayParameters(0, delay, frame_drop=drop, jitter=jitter)
    line = Transport(
        delays,
        [made(cycle, delay) for cycle in range(1 - delay, 1)],
        loss=np.random.default_rng((seed, 0)),
        jitter=np.random.default_rng((seed, 1)),
    )
    result = []
    for cycle in range(1, cycles + 1):
        frame = line.carry(made(cycle, delay), cycle * CYCLE)
        result.append((cycle, None if frame is None else round(frame.battery_charge), frame))
    return result


def made(cycle: int, delay: int) -> SensorFrame:
    return replace(FRAME, time=(cycle + delay) * CYCLE, battery_charge=float(cycle))


@pytest.mark.parametrize("delay", [0, 1, 2])
def test_without_jitter_every_frame_has_the_same_delay(delay: int) -> None:
    for cycle, measured, frame in carried(50, delay=delay):
        assert measured == cycle - delay
        assert frame is not None
        assert frame.time == cycle * CYCLE


@pytest.mark.parametrize("delay", [0, 1, 2])
def test_with_jitter_a_frame_has_at_most_one_more_cycle_of_delay_and_never_arrives_twice(
    delay: int,
) -> None:
    seen = [(cycle, measured) for cycle, measured, _ in carried(delay=delay, jitter=0.3)]
    ages = [cycle - measured for cycle, measured in seen if measured is not None]
    assert set(ages) == {delay, delay + 1}
    arrived = [measured for _, measured in seen if measured is not None]
    assert all(later - sooner in (1, 2) for sooner, later in pairwise(arrived))


def test_the_first_late_frame_leaves_a_cycle_empty_and_the_next_cycle_brings_an_old_one() -> None:
    """With lateness p, a share p (1 - p) of cycles is empty; after each one a frame is skipped."""
    seen = carried(jitter=0.3)
    nothing = [measured is None for _, measured, _ in seen]
    old = [measured == cycle - 2 for cycle, measured, _ in seen]
    assert np.mean(nothing) == pytest.approx(0.3 * 0.7, abs=0.02)
    assert np.mean(old) == pytest.approx(0.3 * 0.3, abs=0.02)
    arrived = [measured for _, measured, _ in seen if measured is not None]
    skipped = sum(later - sooner == 2 for sooner, later in pairwise(arrived))
    assert abs(nothing.count(True) - skipped) <= 1


def test_a_frame_carries_the_time_at_which_it_arrives() -> None:
    for cycle, _, frame in carried(500, jitter=0.2):
        assert frame is None or frame.time == cycle * CYCLE


def test_frames_are_lost_at_their_rate_and_the_others_are_not_delayed() -> None:
    seen = carried(drop=0.02)
    assert [measured is None for _, measured, _ in seen].count(True) == pytest.approx(80, abs=30)
    assert {cycle - measured for cycle, measured, _ in seen if measured is not None} == {1}


def test_jitter_does_not_change_which_frames_are_lost() -> None:
    """Losses are drawn separately, so that a plant with jitter loses the same frames."""
    lost = [cycle for cycle, measured, _ in carried(1000, drop=0.05) if measured is None]
    both = [
        cycle for cycle, measured, _ in carried(1000, drop=0.05, jitter=0.1) if measured is None
    ]
    assert set(lost) < set(both)
