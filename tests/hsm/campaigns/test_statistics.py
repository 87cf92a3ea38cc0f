"""Rates and averages with their intervals, and significant differences over the same trials."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from scipy.stats import binomtest, chi2, norm, t

from hsm.campaigns.intervals import (
    count_interval,
    quantile_and_interval,
    robot_interval,
    share_interval,
)
from hsm.campaigns.report import with_intervals
from hsm.campaigns.significance import PairedComparison, compare, significant
from hsm.campaigns.statistics import Frequency, Rate, mean, median, pooled


@pytest.mark.parametrize(("successes", "trials"), [(1, 3), (306, 320), (1, 200), (7, 9)])
def test_a_share_has_the_interval_of_clopper_and_pearson(successes: int, trials: int) -> None:
    exact = binomtest(successes, trials).proportion_ci(0.95, "exact")
    assert share_interval(successes, trials) == pytest.approx((exact.low, exact.high), rel=1e-6)


@pytest.mark.parametrize(("successes", "side"), [(0, "less"), (20, "greater")])
def test_nothing_or_everything_has_one_bound_which_bears_the_whole_5_percent(
    successes: int, side: str
) -> None:
    exact = binomtest(successes, 20, alternative=side).proportion_ci(0.95, "exact")
    assert share_interval(successes, 20) == pytest.approx((exact.low, exact.high), rel=1e-6)


@pytest.mark.parametrize("trials", [5, 20, 60])
def test_an_interval_of_a_share_misses_it_as_rarely_as_its_bounds_promise(trials: int) -> None:
    """What a campaign may find, weighted with how probable that is, for every true share."""
    intervals = [share_interval(found, trials) for found in range(trials + 1)]
    for share in np.linspace(0.01, 0.99, 25).tolist():
        missed = sum(
            math.comb(trials, found) * share**found * (1.0 - share) ** (trials - found)
            for found, (low, high) in enumerate(intervals)
            if not low <= share <= high
        )
        # The bound of an extreme outcome bears 5 %, that of another 2.5 %: 7.5 % together.
        assert missed < 0.075 + 1e-9


@pytest.mark.parametrize(
    ("rate", "text"),
    [
        (Rate(0, 20), "0 of 20 (below 14 %)"),
        (Rate(20, 20), "20 of 20 (above 86 %)"),
        (Rate(19, 20), "19 of 20 (75 to 100 %)"),
        (Rate(306, 320), "306 of 320 (92.7 to 97.6 %)"),
        (Rate(0, 200), "0 of 200 (below 1.5 %)"),
        (Rate(0, 0), "0 of 0"),
    ],
)
def test_a_rate_is_told_with_its_trials_and_bounds_that_do_not_flatter(
    rate: Rate, text: str
) -> None:
    assert str(rate) == text


def test_more_successes_than_trials_are_refused() -> None:
    with pytest.raises(ValueError, match="3 of 2 is not a share"):
        Rate(3, 2).interval  # noqa: B018


@pytest.mark.parametrize("count", [1, 4, 30])
def test_a_count_over_time_has_the_exact_interval_of_its_expectation(count: int) -> None:
    low, high = count_interval(count)
    assert low == pytest.approx(0.5 * chi2.ppf(0.025, 2 * count))
    assert high == pytest.approx(0.5 * chi2.ppf(0.975, 2 * count + 2))


def test_no_false_alarm_in_an_hour_is_below_three_per_hour() -> None:
    assert str(Frequency(0, 1.0)) == "0.0 (below 3.0)"
    assert str(Frequency(0, 2.0)) == "0.0 (below 1.5)"
    assert (Frequency(0, 0.0).plain, Frequency(0, 0.0).interval) == (None, None)


def bootstrapped(values: Sequence[float], robots: Sequence[int]) -> tuple[float, float]:
    interval = robot_interval(values, robots)
    assert interval is not None
    return interval


def test_a_hundred_trials_of_a_robot_count_as_one_witness() -> None:
    per_robot = np.random.default_rng(1).normal(0.25, 0.01, 10)
    few = mean(per_robot.tolist())
    many = mean(np.tile(per_robot, 100).tolist())
    assert many.interval == pytest.approx(few.interval)
    assert few.interval is not None
    low, high = few.interval
    assert low < few.value < high
    # Ten robots that differ by 10 mm/s: their mean is known to about 3 mm/s.
    assert 0.004 < high - low < 0.016


@pytest.mark.parametrize("count", [6, 10])
def test_the_mean_of_few_normal_robots_is_as_uncertain_as_student_says(count: int) -> None:
    """A plain percentile bootstrap of ten holds the mean in 90 of 100 cases, not in 95."""
    values = norm.ppf((np.arange(count) + 0.5) / count)
    low, high = bootstrapped(values.tolist(), range(count))
    student = t.ppf(0.975, count - 1) * values.std(ddof=1) / math.sqrt(count)
    assert (low, high) == pytest.approx((-student, student), rel=0.06)


@pytest.mark.parametrize("count", [5, 6, 10])
def test_an_interval_of_few_robots_misses_their_mean_about_as_seldom_as_it_says(count: int) -> None:
    draw = np.random.default_rng(count)
    found = [bootstrapped(draw.normal(size=count).tolist(), range(count)) for _ in range(1000)]
    missed = sum(not low <= 0.0 <= high for low, high in found) / len(found)
    assert missed < 0.1  # 5 % with ten, 8 % with five; four would miss 13 %


@pytest.mark.parametrize("count", [2, 3, 4])
def test_robots_whose_range_is_no_95_percent_interval_have_none(count: int) -> None:
    """The range of two robots holds the mean of all in half of the cases, that of four in 88 %."""
    values = np.random.default_rng(count).normal(size=count).tolist()
    assert robot_interval(values, range(count)) is None
    assert robot_interval(values, range(count), median=True) is None
    assert quantile_and_interval(values * 20, [*range(count)] * 20, 0.5)[1] is None


def test_a_high_percentile_has_an_interval_only_of_enough_trials_to_exceed_it() -> None:
    values = np.random.default_rng(3).normal(size=29).tolist()
    robots = [number % 10 for number in range(29)]
    assert quantile_and_interval(values, robots, 0.9)[1] is not None
    assert quantile_and_interval(values[:28], robots[:28], 0.9)[1] is None
    assert quantile_and_interval(values[:28], robots[:28], 0.1)[1] is None
    assert quantile_and_interval(values[:28], robots[:28], 0.5)[1] is not None


def test_a_mean_of_robots_that_tried_differently_often_lies_within_its_interval() -> None:
    values, robots = [0.1] * 30 + [0.2, 0.3, 0.2, 0.3], [0] * 30 + [1, 2, 3, 4]
    low, high = bootstrapped(values, robots)
    assert low == pytest.approx(0.1, abs=0.01)
    assert 0.2 < high <= 0.3


def test_a_median_is_bootstrapped_as_a_median() -> None:
    found = median([1.0, 2.0, 3.0, 4.0, 1000.0])
    assert found.value == 3.0
    assert found.interval is not None
    assert found.interval[0] == 1.0
    assert found.interval[1] in (4.0, 1000.0)


@pytest.mark.parametrize("values", [[], [0.1], [0.1] + [math.nan] * 9, [0.0] * 10])
def test_one_robot_or_values_that_are_all_equal_have_no_interval_and_say_so(
    values: list[float],
) -> None:
    found = mean(values)
    assert found.interval is None
    assert str(found) in ("-", "0.1000 (no interval)", "0.0000 (no interval)")


def test_the_same_trials_always_have_the_same_interval() -> None:
    values = np.random.default_rng(2).normal(size=40).tolist()
    assert mean(values).interval == mean(values).interval


def test_trials_that_do_not_count_leave_the_robots_of_the_others_alone() -> None:
    assert mean([0.1, math.nan, 0.3]).robots == (0, 2)
    assert mean([0.1, 0.3], [17, 28]).robots == (7, 8)


def test_a_record_has_the_interval_of_a_figure_under_its_key_in_its_shape() -> None:
    record = with_intervals(
        {
            "falls": Rate(0, 20),
            "reached": [mean([0.1, 0.2] * 5), mean([0.0])],
            "by_side": {"left": Rate(1, 2), "largest": 0.3},
            "trials": 20,
        }
    )
    assert record == {
        "falls": 0,
        "reached": [0.15, 0.0],
        "by_side": {"left": 1, "largest": 0.3},
        "trials": 20,
        "interval": {
            "falls": [0.0, 0.1391],
            "reached": [[0.11, 0.19], None],
            "by_side": {"left": [0.01258, 0.9874]},
        },
    }


def test_groups_of_trials_are_pooled_by_their_counts() -> None:
    assert pooled([Rate(1, 2), Rate(3, 5)]) == Rate(4, 7)


def test_outcomes_of_the_same_trials_are_compared_as_mcnemar_does() -> None:
    """Nine trials went another way, eight of them up: a fair coin does so in 3.9 %."""
    pairs = [(True, False)] * 8 + [(False, True)] + [(True, True)] * 100
    assert compare(pairs) == PairedComparison(8, 1)
    assert str(compare(pairs)) == "larger in 8 pairs, smaller in 1: p = 0.039"
    assert compare(pairs).p_value == pytest.approx(binomtest(1, 9).pvalue)


def test_a_difference_that_is_the_same_twice_proves_no_more_than_two_pairs_can() -> None:
    assert compare([(1.1, 1.0), (1.1, 1.0)]).p_value == 0.5
    assert compare([(1.1, 1.0)] * 6).p_value == pytest.approx(1.0 / 32.0)


def test_pairs_that_do_not_differ_or_do_not_count_say_nothing() -> None:
    assert compare([(1.0, 1.0), (math.nan, 1.0), (1.0, math.nan)]).p_value == 1.0


def test_easy_and_hard_trials_do_not_hide_what_differs_in_each_of_them() -> None:
    assert compare([(0.1 * k + 0.002, 0.1 * k) for k in range(10)]).p_value < 0.002
    by_chance = [(0.1 * k + 0.002 * (-1) ** k, 0.1 * k) for k in range(10)]
    assert compare(by_chance).p_value == 1.0


def test_tests_that_stand_together_are_corrected_together() -> None:
    two, six, seven, ten = (PairedComparison(pairs, 0) for pairs in (2, 6, 7, 10))
    p_values = [one.p_value for one in (two, six, seven, ten)]
    assert p_values == pytest.approx([0.5, 0.031, 0.016, 0.002], abs=5e-4)
    assert significant({"a": six}) == {"a"}
    assert significant({"a": six, "b": two}) == set()
    assert significant({"a": seven, "b": six}) == {"a", "b"}
    assert significant({"a": six, "b": ten, "c": two}) == {"b"}
    assert significant({}) == set()


def test_a_quantile_is_the_least_value_that_its_share_of_the_trials_does_not_exceed() -> None:
    values = [float(number) for number in range(100)]
    robots = [number % 10 for number in range(100)]
    value, interval = quantile_and_interval(values, robots, 0.9)
    assert value == 89.0
    assert interval is not None and interval[0] <= 89.0 <= interval[1]
    assert quantile_and_interval([3.0] * 5, [0] * 5, 0.9) == (3.0, None)
