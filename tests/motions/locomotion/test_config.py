import math

import pytest

from motions.locomotion.config import MoveConfigError, read_config, told_config


def test_a_foot_without_a_value_takes_the_default_not_that_of_the_other_foot(gait):
    feet = read_config(
        [
            ["LeftStepHeight", 0.02],
            ["RightStepHeight", 0.005],
            ["RightTorsoWx", math.radians(-7.0 + 0.1)],
            ["TorsoWy", math.radians(5.0)],
        ],
        gait,
        per_foot=True,
    )
    assert (feet.left.step_height, feet.right.step_height) == (0.02, 0.005)
    assert (feet.left.torso_wx, feet.right.torso_wx) == (0.0, math.radians(-6.9))
    assert feet.left.torso_wy == feet.right.torso_wy == math.radians(5.0)
    assert feet.warnings == ()


@pytest.mark.parametrize("turned", [False, True])
def test_the_name_of_a_foot_takes_precedence_in_any_order(gait, turned):
    entries = [["LeftMaxStepX", 0.03], ["MaxStepX", 0.06]]
    feet = read_config(entries[::-1] if turned else entries, gait, per_foot=True)
    assert (feet.left.max_step_x, feet.right.max_step_x) == (0.03, 0.06)


def test_the_last_of_equal_names_takes_precedence(gait):
    feet = read_config([["MaxStepX", 0.03], ["MaxStepX", 0.05]], gait, per_foot=False)
    assert feet.left.max_step_x == 0.05


def test_a_value_out_of_range_is_clipped_with_a_warning(gait):
    feet = read_config([["StepHeight", 0.1]], gait, per_foot=False)
    assert feet.left.step_height == pytest.approx(0.035)
    assert feet.warnings == ("StepHeight 0.1 is clipped to 0.035; allowed 0.005 to 0.035",)


@pytest.mark.parametrize("key", ["LeftStepHeight", "Frequency", "Stepheight", ""])
def test_move_to_ignores_unknown_keys(gait, key):
    feet = read_config([[key, 0.03]], gait, per_foot=False)
    assert feet.left == feet.right == gait.default
    assert len(feet.warnings) == 1


@pytest.mark.parametrize(
    "entries",
    [
        3, None, "MaxStepX", {"MaxStepX": 0.04}, [1], ["MaxStepX", 0.04], [["MaxStepX"]],
        [["MaxStepX", 0.04, 1]], [[1, 0.04]], [["MaxStepX", "a"]], [["MaxStepX", True]],
        [["MaxStepX", None]], [["MaxStepX", math.nan]], [["MaxStepX", math.inf]],
        [["MaxStepX", 10**400]], [["nonsense", math.nan]],
    ],
)  # fmt: skip
def test_an_invalid_move_config_is_refused(gait, entries):
    with pytest.raises(MoveConfigError):
        read_config(entries, gait, per_foot=True)


def test_a_robot_reports_its_table_in_the_order_of_its_maker(gait):
    assert told_config("Default", gait) == [
        ["MaxStepX", pytest.approx(0.04)],
        ["MaxStepY", pytest.approx(0.14)],
        ["MaxStepTheta", 0.349],
        ["MaxStepFrequency", 1.0],
        ["StepHeight", pytest.approx(0.02)],
        ["TorsoWx", 0.0],
        ["TorsoWy", 0.0],
    ]
    assert dict(told_config("Max", gait))["MaxStepX"] == pytest.approx(0.08)  # type: ignore[arg-type]
    assert dict(told_config("Min", gait))["MaxStepY"] == pytest.approx(0.101)  # type: ignore[arg-type]
    with pytest.raises(MoveConfigError, match="expected one of Default, Min, Max"):
        told_config("default", gait)


def test_the_reported_table_is_a_valid_move_config(gait):
    assert read_config(told_config("Max", gait), gait, per_foot=False).left == gait.most
