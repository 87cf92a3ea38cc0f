"""The ablation of the get-ups switches what it says, and its table says what was found."""

import math

from hardware.robots.nao import Joint
from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.get_up.get_up import GetUpReport, GetUpResult
from hsm.campaigns.get_up.get_up_ablation import SIDES, GetUpAblation, Part, switched
from hsm.campaigns.get_up.motor_load import MotorLoad, TorqueShare
from hsm.control.assembly import MotionSettings
from motions.keyframes.motions.keyframe import Keyframe

RISE = "rise_from_front"


def keyframes(settings: MotionSettings) -> list[Keyframe]:
    return [frame.source for frame in settings.motions.blocks[RISE].frames]


def test_the_motions_as_shipped_balance_and_compensate_nothing(settings: MotionSettings) -> None:
    shipped = keyframes(switched(settings, Part.SHIPPED))
    assert any(frame.balance for frame in shipped)
    assert not any(frame.compensation for frame in shipped)


def test_without_balance_no_keyframe_balances(settings: MotionSettings) -> None:
    assert not any(frame.balance for frame in keyframes(switched(settings, Part.BALANCE)))


def test_compensation_comes_where_the_motion_balances(settings: MotionSettings) -> None:
    changed = keyframes(switched(settings, Part.COMPENSATION))
    assert all(bool(frame.compensation) is bool(frame.balance) for frame in changed)
    assert any(frame.compensation for frame in changed)


def test_the_oscillation_is_switched_on(settings: MotionSettings) -> None:
    assert switched(settings, Part.OSCILLATION).keyframes.engine.oscillation.active


def made_up() -> GetUpAblation:
    load = MotorLoad(*[TorqueShare(0.3, Joint.L_KNEE_PITCH)] * 3)
    found = tuple(
        GetUpResult(time, tries, load, 0.0) for time, tries in ((4.0, 0), (6.0, 1), (math.nan, 2))
    )
    reports = {part: GetUpReport(dict.fromkeys(SIDES, found)) for part in Part}
    return GetUpAblation(CampaignConfig("worn", randomised=True), reports)


def test_a_cell_says_how_many_stood_how_many_at_once_and_when() -> None:
    table = made_up().markdown()
    cell = "2 of 3 (9 to 100 %), 1 of 3 (0 to 91 %) on the first try, 5.00 (no interval) s"
    assert f"| balance off | {cell} | {cell} | none |" in table
    assert table.startswith("Plant `worn`, randomised")
