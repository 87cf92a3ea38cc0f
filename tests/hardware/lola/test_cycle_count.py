"""Time counted from arrivals: late messages are no lost ones, and lost ones are counted."""

import math
import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from hardware.lola.client import LolaClient
from hardware.lola.codec import encode_sensors
from hardware.lola.cycle_count import CycleCount
from hardware.lola.sockets import listen
from hardware.sensors_and_commands import CYCLE
from tests.fakes import sensor_frame
from tests.hardware.lola.made_up import IDENTITY

MINUTES = 50_000
"""Cycles of ten minutes."""
DRIFTS = (1.0, 1.0002, 0.9998)
OVERDUE = 1.5
"""Cycles after the last message at which the client misses the next one."""

Delays = Callable[[random.Random, int], float]
PATTERNS: dict[str, Delays] = {
    "every fourth 8 ms": lambda _, k: 0.667 if k % 4 == 2 else 0.0,
    "up to half a cycle": lambda rng, _: rng.uniform(0.0, 0.5),
    "up to 1.9 cycles": lambda rng, _: rng.uniform(0.0, 1.9),
    "one in fifty by 1.9 cycles": lambda rng, _: 1.9 if rng.random() < 0.02 else 0.0,
    "most by 1.5 or 1.9 cycles": lambda rng, _: rng.choice((0.0, 1.5, 1.9)),
    "in bursts": lambda rng, k: rng.uniform(1.0, 1.9) if k // 20 % 7 == 3 else 0.0,
    "mostly a little": lambda rng, _: min(1.9, rng.expovariate(3.0)),
}


def arrivals(
    cycles: Iterable[int], delays: Delays, *, drift: float = 1.0
) -> Iterator[tuple[int, float]]:
    """Yield the cycle and the arrival, in cycles, of every message: none overtakes another."""
    rng, arrived = random.Random(7), 0.0
    for cycle in cycles:
        arrived = max(arrived, cycle * drift + delays(rng, cycle))
        yield cycle, arrived


def errors(messages: Iterable[tuple[int, float]]) -> list[int]:
    """Return by how many cycles the count is ahead of each message that is read."""
    count, ahead = CycleCount(CYCLE, 0.0), list[int]()
    waiting = list(messages)
    place, first = 0, waiting[0][0]
    while place < len(waiting):
        end = place + 1
        while end < len(waiting) and waiting[end][1] == waiting[place][1]:
            end += 1
        cycle, arrived = waiting[end - 1]
        overdue = end - place > 1 or arrived * CYCLE - count.last >= OVERDUE * CYCLE
        count.add(end - place, arrived * CYCLE, overdue=overdue and place > 0)
        ahead.append(count.cycles - (cycle - first + 1))
        place = end
    return ahead


def punctual(_: random.Random, __: int) -> float:
    return 0.0


@pytest.mark.parametrize("drift", DRIFTS)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_late_messages_keep_the_count_within_a_cycle_for_ten_minutes(
    pattern: str, drift: float
) -> None:
    ahead = errors(arrivals(range(MINUTES), PATTERNS[pattern], drift=drift))
    assert min(ahead) == 0 and max(ahead) <= 1


@pytest.mark.parametrize("drift", DRIFTS)
def test_a_clock_that_drifts_neither_adds_nor_loses_a_cycle(drift: float) -> None:
    assert set(errors(arrivals(range(MINUTES), punctual, drift=drift))) == {0}


@pytest.mark.parametrize("drift", DRIFTS)
@pytest.mark.parametrize("lost", [1, 2, 5, 60])
def test_lost_messages_count_exactly_and_at_once(lost: int, drift: float) -> None:
    kept = (cycle for cycle in range(MINUTES) if cycle % 400 < 400 - lost)
    messages = arrivals(kept, lambda rng, _: rng.uniform(0.0, 0.4), drift=drift)
    assert set(errors(messages)) == {0}


def test_a_message_lost_after_a_late_one_counts_at_the_latest_with_the_next_late_one() -> None:
    def delays(_: random.Random, cycle: int) -> float:
        return 0.8 if cycle in (200, 400) else 0.0

    kept = (cycle for cycle in range(600) if cycle != 201)
    assert errors(arrivals(kept, delays))[-1] == 0


@pytest.mark.parametrize("pace", [1.004, 1.08, 1.3])
def test_a_robot_slower_than_its_cycle_time_loses_nothing(pace: float) -> None:
    assert set(errors(arrivals(range(MINUTES // 10), punctual, drift=pace))) == {0}


def test_a_robot_that_halts_is_late_only_once() -> None:
    """It continues at other times of the cycle, which are learnt."""
    begin = 1000.4
    before = list(arrivals(range(500), punctual))
    after = [(1000 + k, begin + k) for k in range(2000)]
    ahead = errors([*before, *after])
    assert set(ahead) == {0}


def test_of_a_process_that_was_suspended_all_messages_count() -> None:
    def delays(_: random.Random, cycle: int) -> float:
        return max(0.0, 300.0 - cycle) if cycle >= 200 else 0.0

    assert set(errors(arrivals(range(1000), delays))) == {0}


def test_a_new_connection_counts_the_time_without_one_to_the_nearest_cycle() -> None:
    count = CycleCount(CYCLE, 0.0)
    count.add(1, 0.0, overdue=False)
    count.reconnect()
    count.add(1, 41.7 * CYCLE, overdue=True)
    assert count.cycles == 43
    for cycle in range(1, 100):  # its times are known from its first message
        late = 0.6 if cycle % 4 == 2 else 0.0
        count.add(1, (41.7 + cycle + late) * CYCLE, overdue=late > 0.0)
        assert count.cycles == 43 + cycle


def test_in_lock_step_only_messages_count() -> None:
    count = CycleCount(CYCLE, 0.0, lock_step=True)
    for number in range(1, 10):
        count.add(1, 5.0 * number, overdue=True)
        assert count.cycles == number


def test_a_client_whose_frames_are_late_keeps_the_time_of_its_robot(tmp_path: Path) -> None:
    now, sent = 0.0, 0
    times = [arrived * CYCLE for _, arrived in arrivals(range(401), PATTERNS["every fourth 8 ms"])]
    with listen(tmp_path / "robocup") as waiting:
        waiting.setblocking(True)
        client = LolaClient(tmp_path / "robocup", cycle=CYCLE, clock=lambda: now)
        client.reach()
        robot, _ = waiting.accept()

        def ready(patience: float) -> bool:
            nonlocal now, sent
            until = now + patience
            if sent == len(times) or times[sent] > until:
                now = until
                return False
            now, sent = max(now, times[sent]), sent + 1
            robot.sendall(encode_sensors(sensor_frame(), IDENTITY))
            return True

        client._ready = ready  # type: ignore[method-assign]  # noqa: SLF001
        with robot:
            frames = 0
            while sent < len(times):
                frame = client.receive()
                frames += frame is not None
                assert frame is None or math.isclose(frame.time, frames * CYCLE)
        client.close()
    assert client.counters.missed == 100 and client.counters.dropped == 0
