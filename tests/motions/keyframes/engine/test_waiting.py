"""Conditions, the quantities they test, and how long a robot waits for them."""

import math

import pytest

from hardware.robots.nao import JOINT_COUNT, LEG_JOINTS
from hardware.sensors_and_commands import CYCLE
from motions.keyframes.engine.waiting import Waiting
from motions.keyframes.motions.conditions import Condition, Conditions, Match
from motions.keyframes.motions.keyframe import Wait, WaitBreak
from motions.keyframes.motions.quantities import Fluctuation
from tests.motions.keyframes.made import NAO, posed, quantities


def deg(low: float, high: float) -> tuple[float, float]:
    return math.radians(low), math.radians(high)


UPRIGHT = Condition(torso_pitch=deg(-10, 20))
HIGH = Condition(com_height=(0.2, 0.3))


@pytest.mark.parametrize(
    ("pitch", "inside"), [(-10, True), (20, True), (0, True), (-11, False), (21, False)]
)
def test_a_condition_holds_within_its_range_ends_included(pitch: float, inside: bool) -> None:
    seen = quantities(torso_pitch=math.radians(pitch))
    assert UPRIGHT.holds(seen) is inside
    assert Condition(torso_pitch=deg(-10, 20), negate=True).holds(seen) is not inside


def test_all_quantities_of_a_condition_must_be_in_range() -> None:
    both = Condition(torso_pitch=deg(-10, 20), com_height=(0.2, 0.3))
    assert both.holds(quantities())
    assert not both.holds(quantities(com_height=0.1))
    assert not both.holds(quantities(torso_pitch=1.0))


def test_conditions_are_combined_by_their_match() -> None:
    low = quantities(com_height=0.1)
    assert not Conditions((UPRIGHT, HIGH)).hold(low)
    assert Conditions((UPRIGHT, HIGH), Match.ANY).hold(low)
    assert Conditions((UPRIGHT, HIGH)).hold(quantities())
    assert Conditions().hold(low) and Conditions((), Match.ANY).hold(low)
    assert not Conditions((HIGH,), Match.ANY).hold(low)


def test_the_distance_is_the_sum_of_the_distances_to_the_nearer_ends() -> None:
    seen = quantities(torso_pitch=math.radians(25), com_height=0.15)
    assert Conditions((UPRIGHT, HIGH)).distance(seen) == pytest.approx(math.radians(5) + 0.05)
    either = Conditions((UPRIGHT, HIGH), Match.ANY)
    assert either.distance(seen) == pytest.approx(0.05), "one is enough, and this one is nearer"
    below = quantities(torso_pitch=math.radians(-13))
    assert UPRIGHT.distance(below) == pytest.approx(math.radians(3))
    assert Conditions((UPRIGHT, HIGH)).distance(quantities()) == 0.0


def test_the_reason_names_quantities_in_the_units_of_the_files() -> None:
    seen = quantities(torso_pitch=math.radians(25), com_height=0.15, wait_time=0.12, pitch_rate=0.5)
    assert UPRIGHT.because(seen) == "torso_pitch 25 deg in -10..20 deg".replace(
        "-10..", "-10 deg.."
    )
    assert HIGH.because(seen) == "com_height 150 mm in 200 mm..300 mm"
    asked = Condition(wait_time=(0.1, 1.0), tries=(0, 2), pitch_rate=deg(0, 90), negate=True)
    told = asked.because(seen)
    assert told.startswith("not pitch_rate 29 deg/s in 0 deg/s..90 deg/s, ")
    assert "wait_time 120 ms in 100 ms..1000 ms" in told and "tries 0 in 0..2" in told


def test_the_reason_of_several_conditions_is_the_one_that_decides_the_verdict() -> None:
    low = quantities(com_height=0.1)
    assert Conditions((HIGH, UPRIGHT), Match.ANY).because(low) == UPRIGHT.because(low)
    assert Conditions((HIGH, UPRIGHT)).because(low) == HIGH.because(low)
    assert Conditions().because(low) == "always"


def test_joints_are_measured_by_the_worst_of_them() -> None:
    seen = quantities(
        positions=posed(l_knee_pitch=40, r_knee_pitch=30, l_hip_yaw_pitch=-5, r_ankle_roll=9),
        request=posed(l_knee_pitch=50, r_knee_pitch=30),
    )
    assert seen.min_knee_pitch == pytest.approx(math.radians(30))
    assert seen.hip_yaw_pitch_error == pytest.approx(math.radians(5))
    assert seen.leg_error == pytest.approx(math.radians(10))
    for joint in LEG_JOINTS:
        off = [0.0] * JOINT_COUNT
        off[joint] = -0.3
        assert quantities(positions=tuple(off)).leg_error == pytest.approx(0.3)


def test_a_shoulder_is_measured_on_its_own_side() -> None:
    seen = quantities(
        positions=posed(
            l_shoulder_pitch=10, r_shoulder_pitch=20, l_shoulder_roll=30, r_shoulder_roll=-40
        ),
        torso_roll=-0.4,
    )
    found = (
        seen.l_shoulder_pitch, seen.r_shoulder_pitch, seen.l_shoulder_roll, seen.r_shoulder_roll,
    )  # fmt: skip
    assert found == pytest.approx(tuple(math.radians(angle) for angle in (10, 20, 30, -40)))
    assert seen.torso_roll_abs == 0.4


def test_wrists_are_measured_relative_to_the_torso_and_mirrored() -> None:
    seen = quantities(positions=posed(l_shoulder_roll=30, r_shoulder_roll=-30))
    assert seen.l_wrist_y == pytest.approx(-seen.r_wrist_y)
    assert seen.l_wrist_y > 0.098  # beyond the shoulder
    assert quantities().l_wrist_y < seen.l_wrist_y


@pytest.mark.parametrize(("side", "other"), [("l", "r"), ("r", "l")])
def test_an_arm_that_points_inwards_under_a_lying_torso_counts_as_lain_upon(
    side: str, other: str
) -> None:
    inwards = -18.0 if side == "l" else 18.0
    apart = {f"{other}_shoulder_roll": 60.0 if other == "l" else -60.0}
    under = {f"{side}_shoulder_roll": inwards, f"{side}_shoulder_pitch": 5.0}
    assert quantities(positions=posed(**under, **apart)).lying_on_arms_front == 1.0
    behind = under | {f"{side}_shoulder_pitch": -5.0}
    assert quantities(positions=posed(**behind, **apart)).lying_on_arms_front == 0.0
    both = {"l_shoulder_roll": 60.0, "r_shoulder_roll": -60.0}
    ahead = {"l_shoulder_pitch": 60.0, "r_shoulder_pitch": 60.0}
    assert quantities(positions=posed(**both, **ahead)).lying_on_arms_front == 0.0


@pytest.mark.parametrize(
    ("pitch", "rate", "knee", "finished"),
    [
        (69, 0, 30, True),  # pushed up
        (71, 0, 0, False),
        (79, -101, 0, True),  # rises fast, the knees follow
        (81, -101, 0, False),
        (79, -99, 0, False),
        (79, -101, 11, False),
        (79, -101, 9, True),
    ],
)
def test_the_push_is_finished_when_the_torso_is_up_or_rises_with_the_knees(
    pitch: float, rate: float, knee: float, finished: bool
) -> None:
    for name in ("l_knee_pitch", "r_knee_pitch"):
        seen = quantities(
            torso_pitch=math.radians(pitch),
            pitch_rate=math.radians(rate),
            request=posed(**{name: knee}),
        )
        assert bool(seen.front_push_finished) is finished


def test_more_than_one_failed_try_selects_the_other_get_up() -> None:
    assert [quantities(tries=float(count)).front_hack for count in range(4)] == [0.0, 0.0, 1.0, 1.0]


def test_fluctuation_is_speed_plus_its_change_per_cycle() -> None:
    fluctuation = Fluctuation(CYCLE)
    told = []
    for pitch in (0.1, 0.1, 0.16, 0.22, 0.22, 0.16):
        fluctuation.update(pitch)
        told.append(fluctuation.value * CYCLE)
    assert told == pytest.approx([0.0, 0.0, 0.12, 0.06, 0.06, 0.12])


def test_a_lean_that_wraps_at_half_a_turn_is_no_jump() -> None:
    fluctuation = Fluctuation(CYCLE)
    for pitch in (3.10, 3.13, 3.16 - math.tau):
        fluctuation.update(pitch)
    assert fluctuation.value * CYCLE == pytest.approx(0.03)


def test_the_distance_to_leave_a_range_is_that_to_its_nearest_end() -> None:
    away = Condition(torso_pitch=(-0.5, 0.5), com_height=(0.1, math.inf), negate=True)
    assert away.distance(quantities(torso_pitch=0.2, com_height=0.6)) == pytest.approx(0.3)
    assert away.distance(quantities(torso_pitch=-0.4, com_height=0.6)) == pytest.approx(0.1)
    assert away.distance(quantities(torso_pitch=0.2, com_height=0.05)) == 0.0


def test_a_wait_to_leave_a_range_continues_while_its_end_comes_nearer() -> None:
    away = Conditions((Condition(torso_pitch=(-0.5, 0.5), negate=True),))
    wait, waiting = Wait(9.0, away, WaitBreak.STALL), Waiting(CYCLE)
    goes_on = [waiting.goes_on(wait, quantities(torso_pitch=0.01 * n)) for n in range(60)]
    assert goes_on == [n <= 50 for n in range(60)]


def waited(wait: Wait, distances: list[float]) -> int:
    """Return for how many cycles a robot waits at these distances of its pitch, deg."""
    waiting = Waiting(CYCLE)
    for count, distance in enumerate(distances):
        seen = quantities(torso_pitch=math.radians(20 + distance), wait_time=waiting.time)
        if not waiting.goes_on(wait, seen):
            assert waiting.time == pytest.approx(count * CYCLE)
            return count
    return len(distances)


def until(give_up: WaitBreak) -> Wait:
    return Wait(until=Conditions((UPRIGHT,)), max=0.6, give_up=give_up)


def test_a_wait_that_is_never_aborted_lasts_until_its_condition_or_its_time() -> None:
    assert not Waiting(CYCLE).goes_on(None, quantities())
    assert waited(until(WaitBreak.NEVER), [5.0] * 4 + [0.0]) == 4
    assert waited(until(WaitBreak.NEVER), [5.0] * 100) == 50


def test_a_wait_without_an_approach_is_aborted_and_each_approach_restarts_its_time() -> None:
    stalls = waited(until(WaitBreak.STALL), [5.0] * 100)
    assert 1 < stalls < 50
    assert waited(until(WaitBreak.STALL), [5.0] * 2 + [4.0] * 98) == stalls + 2
    falling = [10.0 - 0.1 * count for count in range(49)]
    assert waited(until(WaitBreak.STALL), falling) == 49


def test_a_wait_that_counts_approaches_is_aborted_after_enough_of_them() -> None:
    steady = waited(until(WaitBreak.APPROACH), [5.0] * 100)
    coming = waited(until(WaitBreak.APPROACH), [50.0 - 0.1 * count for count in range(100)])
    halting = waited(until(WaitBreak.APPROACH), [50.0 - 0.1 * (count // 2) for count in range(100)])
    assert steady == 50  # its maximum: nothing approached
    assert coming < halting < steady


def test_quantities_without_a_value_are_zero() -> None:
    seen = quantities()
    assert (seen.wait_time, seen.tries, seen.break_up) == (0.0, 0.0, 0.0)
    waiting = Waiting(NAO.cycle)
    assert (waiting.time, waiting.nearest) == (0.0, math.inf)
    assert (waiting.stalled, waiting.approached) == (0, 0.0)
