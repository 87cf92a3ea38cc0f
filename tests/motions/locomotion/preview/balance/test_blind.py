"""A tilt that is not measured is neither corrected nor learnt from."""

import math

import pytest

from hardware.robots.model import Side
from hsm.control.assembly import MotionSettings
from hsm.settings.robot_file import load_robot
from motions.kinematics.geometry import Pose2, Pose3, rotation_from_rpy
from motions.kinematics.sole_tilt import Tilt
from motions.locomotion.preview.balance.level import Levelling
from motions.locomotion.preview.balance.measured import MeasuredCentre, SeenRobot
from motions.locomotion.preview.balance.trim import PreviewTrim
from motions.locomotion.preview.lipm import CartState
from motions.locomotion.preview.way import PathDeviation
from tests.fakes import SOLES, robot_state

FEET = {Side.LEFT: Pose2(0.0, 0.05), Side.RIGHT: Pose2(0.0, -0.05)}
HALF = dict.fromkeys(Side, 0.5)


def test_a_blind_robot_has_no_gap_and_keeps_its_lasting_mean(
    settings: MotionSettings,
) -> None:
    measured = MeasuredCentre(settings.preview.feedback)

    def look(*, blind: bool) -> None:
        com = (SOLES["left_sole"].x, 0.01, -0.02)
        robot = SeenRobot(0.012, 0.1, 0.1, com, **SOLES, blind=blind)
        measured.update(robot, FEET, HALF, CartState(), CartState())

    for _ in range(20):
        look(blind=False)
    lasts = measured.mean
    assert measured.gap != (0.0, 0.0) != lasts
    look(blind=True)
    assert measured.gap == measured.gap_speed == (0.0, 0.0)
    assert measured.divergent(6.0) == (0.0, 0.0)
    assert measured.mean == lasts


def test_the_levelling_of_the_swing_foot_fades_in_a_blind_robot(
    settings: MotionSettings,
) -> None:
    levelling = Levelling(settings.preview.levelling)
    tilted = {"roll": 0.1, "pitch": 0.1}
    for _ in range(10):
        levelling.update(robot_state(**tilted), (0.0, 0.0), Side.LEFT)
    turned = levelling.turns[Side.LEFT].pitch
    assert turned > 0.0
    levelling.update(robot_state(**tilted, blind=True), (0.0, 0.0), Side.LEFT)
    assert levelling.turns[Side.LEFT].pitch < turned
    for _ in range(100):
        levelling.update(robot_state(**tilted, blind=True), (0.0, 0.0), Side.LEFT)
    assert levelling.turns[Side.LEFT] == Tilt()


def test_standing_soles_teach_a_blind_robot_nothing(settings: MotionSettings) -> None:
    trim = PreviewTrim(load_robot(), settings.preview.trim)
    askew = Pose3(0.0, 0.05, -0.23, rotation_from_rpy(0.05, 0.05, 0.0))
    for _ in range(50):
        trim.update(robot_state(left_sole=askew, blind=True), HALF, stands=True)
    assert trim.soles.known[Side.LEFT] == Tilt()


@pytest.mark.parametrize("blind", [False, True])
def test_an_unmeasured_heading_does_not_change_the_path(
    settings: MotionSettings, blind: bool
) -> None:
    deviation = PathDeviation(settings.preview.way)
    deviation.begin(robot_state(), 0.0)
    for _ in range(50):
        deviation.update(robot_state(blind=blind), math.radians(30.0))
    assert (deviation.turn == 0.0) is blind
