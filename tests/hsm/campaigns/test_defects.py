"""Every sensor breaks in turn: the list is whole, the judge sees what is wrong."""

import pytest

from hardware.disturbances import FreezeValue, KillImu, ShiftValue, Spoil
from hsm.campaigns.machine.defects import (
    DefectReport,
    DefectResult,
    _doing,
    defects,
    measure_defects,
)
from hsm.settings.robot_file import load_robot


def test_every_encoder_cell_and_axis_breaks_once_and_biases_to_both_sides() -> None:
    kinds = [what for defect in defects(load_robot()) for what in defect.what]
    frozen = [(what.field, what.index) for what in kinds if isinstance(what, FreezeValue)]
    dead = [what.index for what in kinds if isinstance(what, Spoil)]
    shifted = [(w.field, w.index, w.by > 0.0) for w in kinds if isinstance(w, ShiftValue)]
    assert dead == list(range(8)) and frozen == [
        *(("positions", joint) for joint in range(25)),
        *(("gyro", axis) for axis in range(3)),
    ]
    assert [what.mode for what in kinds if isinstance(what, KillImu)] == ["dead", "frozen", "nan"]
    assert len(set(shifted)) == len(shifted) == 16


@pytest.mark.parametrize(
    ("visited", "leaf", "way", "lay", "slowed", "doing"),
    [
        ({"WalkPhase.Stepping"}, "WalkPhase.Stepping", 1.8, False, False, "walks"),
        ({"WalkPhase.Stepping"}, "WalkPhase.Stepping", 1.8, False, True, "slower"),
        ({"WalkPhase.Stepping"}, "WalkPhase.Stepping", 1.0, False, False, "slower"),
        ({"Fault"}, "Fault", 0.0, True, False, "Fault"),
        ({"Stand.Normal"}, "KeyframePhase.SitDown.Done", 0.0, False, False, "sits"),
        ({"Stand.Normal"}, "KeyframePhase.SitDown.Done", 0.0, True, True, "falls"),
        ({"KeyframePhase.GetUp.Execute"}, "Stand.Normal", 0.5, True, False, "falls, gets up"),
    ],
)
def test_what_a_robot_did_is_told_in_a_few_words(
    visited: set[str], leaf: str, way: float, lay: bool, slowed: bool, doing: str
) -> None:
    assert _doing(visited, leaf, way, lay=lay, slowed=slowed) == doing


def test_an_encoder_that_walks_in_vain_has_to_slow_the_walk() -> None:
    slowing = [defect.name for defect in defects(load_robot()) if defect.slows_the_walk]
    joints = ("hip_pitch", "knee_pitch", "ankle_pitch")
    assert slowing == [f"{side}_{joint} frozen" for side in "lr" for joint in joints]


def test_the_table_has_a_line_per_defect_and_names_every_problem() -> None:
    good, bad = DefectResult("walks"), DefectResult("falls", ["a fall that was not detected"])
    report = DefectReport(("one", "two"), {"standard": (good, good, good, bad)}, 2)
    lines = report.text().splitlines()
    assert lines[2:4] == ["| one | 2 walks |", "| two | 1 walks, 1 falls |"]
    assert lines[-2:] == [
        "faulty: 1 of 4 (0 to 81 %)",
        "two, standard, trial 1: a fall that was not detected",
    ]
    assert report.record()["trials"] == 4


def test_without_an_inertial_unit_a_walk_ends_on_the_seat() -> None:
    report = measure_defects(["standard"], seeds=1, only="unit frozen", jobs=1)
    assert not report.problems
    assert report.results["standard"][0].doing == "sits"
