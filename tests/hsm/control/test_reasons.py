"""Reasons of transitions: every fact has an account of its measured values."""

import math

import pytest

from hsm.chart import ChartError
from hsm.chart.facts import FACTS
from hsm.control import assembly, reasons
from hsm.control.reasons import Evidence, because, in_vain, request_text, unaccounted
from motions.destinations import TargetFrame
from motions.kicks.wish import Dribble
from motions.requests import Motion, MotionRequest, WhileRolling
from tests.fakes import robot_state

EVIDENCE = Evidence(
    robot_state(com_height=0.2), MotionRequest(Motion.WALK, forward=0.1), False, "step ended"
)


def test_every_fact_has_an_account() -> None:
    assert unaccounted() == []


@pytest.mark.parametrize("name", FACTS.bits)
def test_every_account_has_at_least_two_words(name: str) -> None:
    assert len(because([name], EVIDENCE, "").split()) >= 2


def test_a_fact_without_an_account_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(reasons._ACCOUNTS, FACTS.bit("calm"))
    with pytest.raises(ChartError, match="fact 'calm' has no account"):
        assembly.demand_whole_declarations()


def test_a_reason_starts_with_the_leafs_account_and_repeats_nothing() -> None:
    told = because(["walk_req", "done", "high_req"], EVIDENCE, "")
    assert told == "step ended; walk 0.10 m/s forward requested"


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        (MotionRequest(Motion.WALK, 0.00015), "walk 0.00015 m/s forward requested"),
        (MotionRequest(Motion.WALK, turn=math.radians(0.3)), "walk 0.3 deg/s left requested"),
        (MotionRequest(Motion.WALK, 0.1), "walk 0.10 m/s forward requested"),
    ],
)
def test_a_small_speed_is_not_told_as_zero(request_: MotionRequest, told: str) -> None:
    assert request_text(request_) == told


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        (
            MotionRequest(Motion.DRIBBLE, dribble=Dribble(direction=math.radians(30.0))),
            "dribble at 30 deg in the robot frame requested",
        ),
        (
            MotionRequest(
                Motion.DRIBBLE,
                dribble=Dribble(3.0, -0.5, TargetFrame.FIELD),
                while_rolling=WhileRolling.INTERCEPT,
            ),
            "dribble to 3.00, -0.50 m in the field frame requested, intercept while a ball rolls"
            " here",
        ),
    ],
)
def test_a_dribble_is_told_with_its_aim_and_what_interrupts_it(
    request_: MotionRequest, told: str
) -> None:
    assert request_text(request_) == told


def test_a_row_without_a_guard_is_explained_by_its_leaf_or_its_note() -> None:
    assert because([], EVIDENCE, "note") == "step ended"
    assert because([], reasons.Evidence(EVIDENCE.robot, EVIDENCE.request, False, ""), "n") == "n"


def test_a_timeout_reports_the_leafs_progress_and_the_missing_facts() -> None:
    evidence = Evidence(EVIDENCE.robot, EVIDENCE.request, False, "2 footsteps left")
    assert in_vain("done & !steps_left", evidence) == (
        "2 footsteps left; done & !steps_left did not come true"
    )
