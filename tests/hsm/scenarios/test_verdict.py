"""Verdicts: order, times, bans, final leaf, walked distance, and messages of failures."""

from dataclasses import dataclass, replace

import pytest

from hardware.disturbances import Lift, Press
from hardware.postures import Posture
from hardware.sensors_and_commands import Touch
from hsm.scenarios.distance_check import DistanceDemand, WalkedDistance
from hsm.scenarios.expectation import Ban, Expectation
from hsm.scenarios.scenario import Scenario, ScenarioStart
from hsm.scenarios.timeline import OneKind, TimelineEntry, TimelineRequest
from hsm.scenarios.verdict import verdict
from motions.requests import Motion


@dataclass(frozen=True, slots=True)
class Seen:
    time: float
    event: str
    dest: str
    source: str = "Stand.Normal"
    because: str = ""


FALL = (
    Seen(1.0, "walk", "WalkPhase.Starting"),
    Seen(1.3, "next_step", "WalkPhase.Stepping"),
    Seen(1.6, "next_step", "WalkPhase.Stepping"),
    Seen(2.0, "fall", "FallProtection.Early", because="pitch 41 deg"),
    Seen(4.0, "get_up", "KeyframePhase.GetUp.Decide"),
)


def judged(*expect: Expectation, never: tuple[Ban, ...] = (), finally_: str | None = None) -> str:
    """Return '' if the recorded fall passes, else the text of the verdict."""
    result = verdict(scenario(*expect, never=never, finally_=finally_), FALL)
    assert result.passed == (not result.failures)
    return "" if result.passed else str(result)


def scenario(
    *expect: Expectation, never: tuple[Ban, ...] = (), finally_: str | None = None
) -> Scenario:
    start = ScenarioStart(Posture.STANDING, "Stand.Normal")
    return Scenario(
        "", "", "ideal", 9.0, (), start=start, expect=expect, never=never, finally_=finally_
    )


def test_expected_transitions_in_order_pass_with_others_in_between() -> None:
    assert not judged(Expectation("walk"), Expectation("fall"), Expectation(leaf="GetUp"))


@pytest.mark.parametrize(
    ("expect", "never", "at"),
    [
        (Expectation("fall", within=0.5), (), 0.5),
        (Expectation("fall", between=(0.0, 1.2)), (), 1.2),
        (Expectation("fall", directly=True), (), 1.0),
        (Expectation("walk"), (Ban("fall"),), 2.0),
        (Expectation("sit"), (), None),
    ],
)
def test_a_failure_has_the_time_from_which_on_it_was_certain(
    expect: Expectation, never: tuple[Ban, ...], at: float | None
) -> None:
    result = verdict(scenario(expect, never=never), FALL)
    assert not result.passed and result.failed_at == at


def test_the_wrong_order_fails_and_names_what_came_instead() -> None:
    assert judged(Expectation("fall"), Expectation("walk")) == (
        "expectation 2 of 2, walk, was not met after fall to FallProtection.Early at 2.00 s: "
        "instead, there was get_up to KeyframePhase.GetUp.Decide at 4.00 s"
    )


def test_repeated_transitions_are_counted_in_what_came_instead() -> None:
    assert judged(Expectation("walk"), Expectation("sit")).endswith(
        "instead, there was next_step to WalkPhase.Stepping at 1.30 s (2 times until 1.60 s), "
        "fall to FallProtection.Early at 2.00 s, get_up to KeyframePhase.GetUp.Decide at 4.00 s"
    )


def test_what_came_instead_is_cut_after_six_different_transitions() -> None:
    steps = [Seen(0.1 * n, "walk" if n % 2 else "stop", "A") for n in range(1, 11)]
    told = str(verdict(scenario(Expectation("sit")), [*steps, *steps[-1:]]))
    assert told.endswith("stop to A at 0.60 s and 5 more")


def test_one_transition_fulfils_only_one_expectation() -> None:
    steps = [Expectation("next_step")] * 3
    assert judged(*steps).startswith("expectation 3 of 3, next_step, was not met after next_step")


def test_event_and_leaf_must_both_match() -> None:
    assert not judged(Expectation("fall", "FallProtection"))
    assert judged(Expectation("fall", "GetUp"))


def test_a_late_transition_fails_and_its_time_is_given() -> None:
    assert judged(Expectation("fall"), Expectation("get_up", within=1.5)) == (
        "expectation 2 of 2, get_up within 1.5 s, was not met after fall to "
        "FallProtection.Early at 2.00 s: it occurred at 4.00 s"
    )


def test_an_early_transition_fails() -> None:
    assert not judged(Expectation("fall"), Expectation("get_up", not_before=1.9))
    assert judged(Expectation("fall"), Expectation("get_up", not_before=2.1))


def test_the_first_expectation_counts_from_the_start() -> None:
    assert not judged(Expectation("walk", within=1.0))
    assert judged(Expectation("walk", within=0.9))


def test_a_time_window_skips_earlier_matches() -> None:
    assert not judged(Expectation("next_step", between=(1.5, 1.7)))
    assert judged(Expectation("next_step", between=(1.7, 1.9)))


def test_a_later_match_is_used_if_an_earlier_one_cannot_be_continued() -> None:
    assert not judged(Expectation("next_step"), Expectation("fall", within=0.5))


def test_a_long_run_without_the_last_expectation_is_judged_at_once() -> None:
    """It used to take two minutes, as every step was tried for every expectation."""
    steps = [Seen(0.25 * number, "next_step", "WalkPhase.Stepping") for number in range(2000)]
    wanted = (*[Expectation("next_step")] * 30, Expectation("fall"))
    (failure,) = verdict(scenario(*wanted), steps).failures
    assert failure.startswith("expectation 31 of 31, fall, was not met after next_step")


def test_directly_allows_no_transition_in_between() -> None:
    assert not judged(Expectation("fall"), Expectation("get_up", directly=True))
    assert judged(Expectation("walk"), Expectation("fall", directly=True)) == (
        "expectation 2 of 2, fall directly, was not met after "
        "walk to WalkPhase.Starting at 1.00 s: "
        "next_step to WalkPhase.Stepping at 1.30 s occurred in between"
    )


def test_a_first_expectation_with_directly_means_the_first_transition() -> None:
    assert not judged(Expectation("walk", directly=True))
    assert judged(Expectation("next_step", directly=True)).endswith(
        "walk to WalkPhase.Starting at 1.00 s occurred in between"
    )


def test_directly_selects_the_match_that_is_followed_by_the_next() -> None:
    """The first of the two steps is followed by the second, the second by the fall."""
    assert not judged(Expectation("next_step"), Expectation("fall", directly=True))
    assert not judged(
        Expectation("next_step"), Expectation("next_step", directly=True), Expectation("fall")
    )


def test_a_direct_successor_must_still_come_in_time() -> None:
    late = Expectation("get_up", within=1.9, directly=True)
    assert judged(Expectation("fall"), late) == (
        "expectation 2 of 2, get_up within 1.9 s, directly, was not met after fall to "
        "FallProtection.Early at 2.00 s: it occurred at 4.00 s"
    )


def test_a_failure_says_that_nothing_more_happened() -> None:
    result = verdict(scenario(Expectation("walk")), ())
    assert result.failures == (
        "expectation 1 of 1, walk, was not met after the start: there were no more transitions",
    )


def test_a_violated_ban_gives_the_reason_of_the_transition() -> None:
    assert judged(never=(Ban(leaf="FallProtection"),)) == (
        "FallProtection must not occur, but there was fall to FallProtection.Early at 2.00 s "
        "because pitch 41 deg"
    )


@pytest.mark.parametrize(
    ("after", "before", "hit"),
    [
        (0.0, None, True),
        (0.0, 1.29, False),
        (0.0, 1.3, True),  # `before` is inclusive
        (1.31, 1.59, False),
        (1.31, 1.6, True),
        (1.6, None, True),
        (1.61, None, False),
    ],
)
def test_a_ban_applies_only_within_its_times(after: float, before: float | None, hit: bool) -> None:
    assert bool(judged(never=(Ban("next_step", after=after, before=before),))) == hit


def test_violations_of_a_ban_are_counted_and_not_repeated() -> None:
    assert judged(never=(Ban("next_step"),)).endswith(", 2 times in total")


def test_the_end_is_judged_by_the_active_leaf() -> None:
    assert not judged(finally_="GetUp")
    assert judged(finally_="Stand") == (
        "the run ended in KeyframePhase.GetUp.Decide since 4.00 s, not in Stand"
    )


def test_a_run_without_transitions_ends_in_its_start_leaf() -> None:
    assert verdict(scenario(finally_="Stand.Normal"), ()).passed


LIFT = TimelineEntry(after="help_me", delay=1.0, disturb=OneKind(lift=Lift(0.1)))
LATE = TimelineEntry(after="get_up", from_=3.0, delay=7.0, request=TimelineRequest(Motion.SIT))
PRESS = TimelineEntry(at=9.5, disturb=OneKind(press=Press(Touch.CHEST)))


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (LIFT, "lift after help_me, was not reached: help_me never occurred"),
        (
            replace(LIFT, from_=4.0),
            "lift after help_me, was not reached: help_me never occurred from 4 s on",
        ),
        (
            LATE,
            "request sit after get_up, was not reached: get_up to KeyframePhase.GetUp.Decide at "
            "4.00 s occurred and the entry is due 7 s later, but the run lasts 9 s",
        ),
        (PRESS, "press at 9.5 s, was not reached: the run lasts 9 s"),
    ],
)
def test_a_timeline_entry_that_was_not_reached_is_a_failure(
    entry: TimelineEntry, reason: str
) -> None:
    asked = replace(scenario(Expectation("fall")), timeline=(PRESS, entry))
    result = verdict(asked, FALL, never_happened=(entry,))
    place = 1 if entry is PRESS else 2
    assert result.failures == (f"entry {place} of 2 of the timeline, {reason}",)


AHEAD = (0.2, 0.0, 0.0)


def distance_failures(
    *ways: WalkedDistance, demand: DistanceDemand | None = None
) -> tuple[str, ...]:
    return verdict(replace(scenario(Expectation("fall")), way=demand), FALL, ways=ways).failures


def test_a_quarter_of_the_requested_distance_is_a_failure() -> None:
    assert distance_failures(WalkedDistance(AHEAD, 5.0, 0.25, 0.0)) == (
        "walk 0.20 m/s forward requested: went 0.25 of 1.00 m in 5.0 s without a disturbance, "
        "counted from 2 s after the request, which is 25 % and less than 60 %",
    )


def test_a_distance_failure_quotes_what_the_robot_said() -> None:
    asked = replace(scenario(Expectation("fall")), way=None)
    said = "planned 0.20 m/s, actual 0.05 m/s"
    way = (WalkedDistance(AHEAD, 5.0, 0.25, 0.0),)
    (told,) = verdict(asked, FALL, ways=way, said=said).failures
    assert told.endswith(f"less than 60 %; the robot reported: {said}")
    enough = (WalkedDistance(AHEAD, 5.0, 0.97, 0.0),)
    assert verdict(asked, FALL, ways=enough, said=said).passed


def test_a_run_without_expectations_passes_with_notes_on_its_shortfalls() -> None:
    short = (WalkedDistance(AHEAD, 5.0, 0.25, 0.0),)
    tried = replace(scenario(), timeline=(LIFT,))
    result = verdict(tried, FALL, never_happened=(LIFT,), ways=short)
    assert result.passed and not result.failures
    first, late, way = str(result).splitlines()
    assert first == "no expectations given"
    assert late.startswith("note: entry 1 of 1 of the timeline")
    assert way.startswith("note: walk 0.20 m/s forward requested: went 0.25 of 1.00 m")


def test_a_speed_beyond_the_profile_is_judged_by_the_profiles_maximum() -> None:
    fast = WalkedDistance((0.9, 0.0, 0.0), 4.0, 0.9, 0.0, allowed=(0.25, 0.0, 0.0))
    assert not distance_failures(fast)
    (told,) = distance_failures(replace(fast, ahead=0.3))
    assert told.startswith("walk 0.90 m/s forward requested (limited by the profile): went 0.30 of")


def test_nearly_the_whole_distance_is_enough() -> None:
    assert not distance_failures(
        WalkedDistance(AHEAD, 5.0, 0.97, 0.0), WalkedDistance((0.0, 0.0, 1.0), 5.0, 0.0, 4.5)
    )


def test_a_turn_is_judged_separately() -> None:
    (told,) = distance_failures(WalkedDistance((0.2, 0.0, 0.5), 4.0, 0.8, -0.2))
    assert "went 0.80 of 0.80 m, turned -11 of 115 deg in 4.0 s" in told
    assert "which is -10 %" in told


def test_every_requested_speed_is_judged_separately() -> None:
    ways = (WalkedDistance(AHEAD, 9.0, 1.8, 0.0), WalkedDistance((0.0, 0.1, 0.0), 2.0, 0.05, 0.0))
    (told,) = distance_failures(*ways)
    assert told.startswith("walk 0.10 m/s left requested: went 0.05 of 0.20 m in 2.0 s")


def test_distances_within_the_sway_of_the_torso_are_not_judged() -> None:
    assert not distance_failures(
        WalkedDistance(AHEAD, 0.4, 0.0, 0.0), WalkedDistance((0.0, 0.0, 0.1), 3.0, 0.0, 0.0)
    )


def test_a_scenario_may_set_its_own_share_of_the_distance() -> None:
    half = WalkedDistance(AHEAD, 5.0, 0.5, 0.0)
    assert distance_failures(half) and not distance_failures(half, demand=DistanceDemand(0.4))


def test_a_demanded_share_needs_a_distance_to_judge() -> None:
    assert distance_failures(demand=DistanceDemand(0.4)) == (
        "'way' cannot be judged: no speed was requested for long enough",
    )


def test_all_failures_are_reported() -> None:
    text = judged(Expectation("kick"), never=(Ban("fall"),), finally_="Stand")
    assert len(text.splitlines()) == 3
