"""Incomplete additions are reported: facts that nothing sets, requests that nothing executes."""

import pytest

from hsm.apps.check import check
from hsm.apps.check.half_connected import FOLLOWING, SETTING, below, unfollowed, unset
from hsm.apps.check.unused_parameters import sources
from hsm.chart import Fact, FactSet, facts
from hsm.chart.proofs.check import Report

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


@pytest.mark.parametrize("kind", ["unset", "unfollowed"])
def test_the_check_fails_for_unset_facts_and_unexecuted_requests(
    kind: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, kind, lambda *_: [f"{facts.FACTS.names(facts.CALM)[0]} is half"])
    monkeypatch.setattr(check, "check_files", lambda _: ([], 0))  # not tested here
    monkeypatch.setattr(check, "proven", lambda _: Report("", (), ()))
    assert check.check_everything(all_proofs=False) == 1
    assert "calm is half" in capfd.readouterr().err
