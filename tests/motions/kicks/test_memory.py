"""A swing counts as a kick once the ball is seen elsewhere, and not before."""

from dataclasses import replace

import pytest

from motions.kicks.memory import KickMemory, LastKick
from motions.kicks.parameters import KickParameters
from motions.kicks.steady_ball import SteadyBall
from motions.perception.state import Fall, RobotState
from motions.perception.world import RollingBall, World
from tests.fakes import robot_state


@pytest.fixture
def memory(kicks: KickParameters) -> KickMemory:
    memory = KickMemory(SteadyBall(kicks.table.ready), kicks.table.ready.result)
    memory.update(seen(1.0, 0.2))
    memory.swings("turn", 1.8)
    memory.swung(2.0)
    return memory


def seen(time: float, x: float) -> RobotState:
    return robot_state(time=time, world=World(ball=RollingBall(time, x, 0.0, 0.0, 0.0, 0.3)))


def look(memory: KickMemory, x: float, pictures: int, since: float = 2.03) -> None:
    for number in range(pictures):
        memory.update(seen(since + 0.03 * number, x))


def test_a_ball_seen_elsewhere_after_a_swing_was_kicked(memory: KickMemory) -> None:
    assert memory.unsure
    look(memory, 0.6, 2)
    assert (memory.begun, memory.hit, memory.unsure) == (1, 1, False)


def test_one_false_picture_makes_no_kick_of_a_miss(memory: KickMemory) -> None:
    look(memory, 1.2, 1)
    look(memory, 0.2, 4, since=2.06)
    look(memory, 1.2, 1, since=2.3)
    assert memory.unsure
    look(memory, 0.2, 4, since=2.4)
    assert (memory.hit, memory.unsure) == (0, False)


def test_a_swing_that_misses_the_ball_is_no_kick(memory: KickMemory) -> None:
    look(memory, 0.22, 7)
    assert memory.unsure
    look(memory, 0.22, 1, since=2.5)
    assert (memory.hit, memory.unsure) == (0, False)


def test_a_ball_that_only_seems_to_move_because_the_robot_falls_was_not_kicked(
    memory: KickMemory,
) -> None:
    memory.update(replace(seen(2.03, 0.5), fall=Fall.FALLING))
    look(memory, 0.7, 8, since=2.06)
    assert (memory.hit, memory.unsure) == (0, False)


def test_a_ball_far_away_was_kicked_although_the_robot_has_fallen(memory: KickMemory) -> None:
    memory.update(replace(seen(2.03, 0.5), fall=Fall.FALLING))
    look(memory, 1.5, 2, since=2.06)
    assert (memory.hit, memory.unsure) == (1, False)


def test_a_ball_that_moves_later_was_not_kicked(memory: KickMemory) -> None:
    look(memory, 0.2, 8)
    look(memory, 0.9, 5, since=3.0)
    assert memory.hit == 0


def test_the_last_kick_is_reported_with_its_result(memory: KickMemory) -> None:
    assert memory.kick == LastKick("turn", 2.0, hit=None)
    look(memory, 0.6, 2)
    assert memory.kick == LastKick("turn", 2.0, hit=True)
    memory.swings("side", 4.0)
    assert memory.kick == LastKick("side", 4.0), "the swing may be cut short"
    memory.swung(4.5)
    look(memory, 0.6, 8, since=4.6)
    assert memory.kick == LastKick("side", 4.5, hit=False)


def test_pictures_from_before_the_end_of_a_kick_do_not_count(memory: KickMemory) -> None:
    look(memory, 0.6, 5, since=1.5)
    assert memory.unsure and memory.hit == 0


def test_without_a_swing_nothing_was_kicked(kicks: KickParameters) -> None:
    memory = KickMemory(SteadyBall(kicks.table.ready), kicks.table.ready.result)
    memory.update(seen(1.0, 0.2))
    memory.swung(2.0)
    look(memory, 0.9, 3)
    assert not memory.unsure and memory.hit == 0
