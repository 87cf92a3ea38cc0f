"""Incomplete additions are reported: facts that nothing sets, requests that nothing executes."""

import pytest

from hsm.apps.check import check, half_connected
from hsm.apps.check.half_connected import (
    BALANCING,
    FOLLOWING,
    SETTING,
    below,
    unfollowed,
    unlisted,
    unset,
)
from hsm.apps.check.unused_parameters import sources
from hsm.chart import Fact, FactSet, facts
from hsm.chart.proofs.check import Report
from motions.walking.terms.gyro_feedback import GyroFeedback

SOURCES = sources()
LEANS = FactSet([Fact("leans", "body", "the torso leans")])


def test_every_fact_is_set_by_some_code() -> None:
    assert unset(below(SOURCES, SETTING)) == []


def test_every_kind_of_request_is_executed_by_some_code() -> None:
    assert unfollowed(below(SOURCES, FOLLOWING)) == []


@pytest.mark.parametrize(
    "code",
    ["facts.LEANS if tilted else 0", "bits | facts.LEANS", "return_(facts.LEANS)"],
)
def test_a_fact_used_as_a_value_counts_as_set(code: str) -> None:
    assert unset([code], LEANS) == []


@pytest.mark.parametrize(
    "code",
    ["", "known & facts.LEANS", "known & ~facts.LEANS", "{facts.LEANS: _tilt}", "other.LEANS"],
)
def test_a_fact_that_is_only_tested_counts_as_not_set(code: str) -> None:
    (told,) = unset([code], LEANS)
    assert told.startswith("fact 'leans' is set by no monitor and no state")
    assert "facts.LEANS" in told


@pytest.mark.parametrize("code", ["request.motion is Motion.DANCE", "moment.request.dance"])
def test_a_request_named_in_code_counts_as_executed(code: str) -> None:
    assert unfollowed([code], ["DANCE"]) == []


@pytest.mark.parametrize("code", ["", "robot.dance", "Special.DANCE"])
def test_a_request_that_no_code_names_is_reported(code: str) -> None:
    (told,) = unfollowed([code], ["DANCE"])
    assert told.startswith("motion 'dance' can be requested, but nothing executes it")


def test_every_term_is_used_by_the_walk() -> None:
    assert unlisted(below(SOURCES, BALANCING)) == []


def test_a_term_that_is_not_in_the_list_is_reported() -> None:
    code = "class Damping(BalanceTerm): ...\nclass GyroFeedback(BalanceTerm): ...\nclass Other: ..."
    (told,) = unlisted([code], [GyroFeedback])
    assert told.startswith("term 'Damping' is not used by the walk") and "order.py" in told


@pytest.mark.parametrize("kind", ["unset", "unfollowed", "unlisted"])
def test_the_check_fails_for_unset_facts_unexecuted_requests_and_unused_terms(
    kind: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        half_connected, kind, lambda *_: [f"{facts.FACTS.names(facts.CALM)[0]} is half"]
    )
    monkeypatch.setattr(check, "check_files", lambda _: ([], 0))  # not tested here
    monkeypatch.setattr(check, "proven", lambda _: Report("", (), ()))
    assert check.check_everything(all_proofs=False) == 1
    assert "calm is half" in capfd.readouterr().err
