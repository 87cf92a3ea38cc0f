"""The time that counts when the distance walked is compared with the requested one."""

from collections.abc import Callable, Sequence

import pytest

from hardware import disturbances as d
from hardware.disturbance import Disturbance
from hsm.scenarios.distance_check import WalkedDistance
from hsm.simulated.distance_walked import can_walk, undisturbed, ways
from tests.hsm.apps.test_accounts_of_a_run import history

WALK, STAND, FALLEN = "WalkPhase.Stepping", "Stand.Normal", "FallProtection.WaitGetUp"
Stays = Sequence[tuple[str, float]]


def always(time: float) -> float:
    return 0.2


def counted(
    stays: Stays,
    *disturbances: tuple[float, Disturbance],
    forward: Callable[[float], float] = always,
) -> float:
    """Return the time that counts, s."""
    made = history(stays, forward=forward, x=lambda t: 0.2 * t)
    return sum(way.seconds for way in ways(made, undisturbed(made, disturbances)))


def test_the_first_two_seconds_of_a_speed_do_not_count() -> None:
    assert counted([(WALK, 6.0)]) == pytest.approx(4.0, abs=0.02)


def test_a_new_speed_is_counted_separately_after_two_seconds() -> None:
    made = history([(WALK, 9.0)], forward=lambda t: 0.2 if t < 4.5 else -0.1, x=lambda t: 0.2 * t)
    found = ways(made, undisturbed(made, ()))
    assert [way.speed[0] for way in found] == [0.2, -0.1]
    assert [way.seconds for way in found] == pytest.approx([2.5, 2.5], abs=0.03)
    assert [way.ahead for way in found] == pytest.approx([0.5, -0.5], abs=0.01)


def test_time_in_the_stand_counts_if_a_speed_is_requested() -> None:
    assert counted([(STAND, 6.0)]) == pytest.approx(4.0, abs=0.02)


def test_time_on_the_ground_counts_after_an_undisturbed_fall() -> None:
    made = history([(WALK, 3.0), (FALLEN, 5.0), (WALK, 1.0)], forward=always, x=lambda t: 0.2 * t)
    (way,) = ways(made, undisturbed(made, ()))
    assert way.seconds == pytest.approx(7.0, abs=0.02)
    assert way.ahead == pytest.approx(0.4, abs=0.01), "movement during a fall is no distance walked"


def test_time_after_a_push_over_does_not_count_until_the_robot_walks_again() -> None:
    push = (3.0, d.Push(0.0, 6.0))
    stays = [(WALK, 4.0), (FALLEN, 5.0), ("KeyframePhase.GetUp.Execute", 3.0), (WALK, 5.0)]
    assert counted(stays, push) == pytest.approx(1.0 + 3.0, abs=0.05)


def test_two_seconds_after_a_push_without_a_fall_do_not_count() -> None:
    push = (3.0, d.Push(0.0, 1.0))
    assert counted([(WALK, 8.0)], push) == pytest.approx(6.0 - 2.1, abs=0.05)


def test_time_held_by_a_person_does_not_count_until_release() -> None:
    lift, down = d.Lift(0.1), d.LetGo()
    assert counted([(WALK, 12.0)], (3.0, lift), (8.0, down)) == pytest.approx(3.0, abs=0.05)
    assert counted([(WALK, 12.0)], (3.0, lift)) == pytest.approx(1.0, abs=0.05)
    laid = d.LayDown("back")
    stays = [(WALK, 9.0), (FALLEN, 5.0), (WALK, 4.0)]
    assert counted(stays, (3.0, lift), (8.0, laid)) == pytest.approx(1.0 + 2.0, abs=0.05)


def test_time_after_a_permanent_defect_never_counts() -> None:
    dead = d.KillImu()
    assert counted([(WALK, 12.0)], (3.0, dead)) == pytest.approx(1.0, abs=0.05)


def test_a_request_on_the_ground_does_not_count_until_the_robot_stands() -> None:
    stays = [(FALLEN, 4.0), ("KeyframePhase.GetUp.Execute", 4.0), (WALK, 5.0)]
    assert counted(stays) == pytest.approx(3.0, abs=0.05)


def test_time_without_a_speed_does_not_count() -> None:
    assert counted([(STAND, 9.0)], forward=lambda t: 0.0) == 0.0


def test_a_robot_that_rises_or_stands_high_cannot_walk_yet() -> None:
    made = history([("Stand.Rising", 0.12), ("Stand.High", 0.12), (STAND, 0.12), (WALK, 0.12)])
    assert can_walk(made) == [False] * 20 + [True] * 20


def test_the_distance_is_measured_along_the_requested_direction() -> None:
    made = history([(WALK, 1.2)], left=lambda t: -0.1, y=lambda t: -0.05 * t, x=lambda t: t)
    (way,) = ways(made, [True] * len(made))
    assert way == WalkedDistance((0.0, -0.1, 0.0), pytest.approx(1.188), pytest.approx(0.0594), 0.0)
