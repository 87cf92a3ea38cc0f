"""Every fact can say with numbers what it rests on."""

import pytest

from hsm.chart import ChartError
from hsm.chart.engine.factset import Fact, FactSet
from hsm.chart.facts import FACTS
from hsm.control import assembly, reasons
from hsm.control.reasons import Evidence, because, in_vain, unaccounted
from motions.requests import Motion, MotionRequest
from tests.fakes import robot_state

EVIDENCE = Evidence(
    robot_state(com_height=0.2), MotionRequest(Motion.WALK, forward=0.1), False, "step ended"
)


def test_every_fact_has_an_account() -> None:
    assert unaccounted() == []


@pytest.mark.parametrize("name", FACTS.bits)
def test_every_account_is_a_sentence(name: str) -> None:
    assert len(because([name], EVIDENCE, "").split()) >= 2


def test_a_fact_without_an_account_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    more = FactSet([*FACTS.facts, Fact("hungry", "body", "the robot wants to eat")])
    monkeypatch.setattr(assembly, "unaccounted", lambda: unaccounted(more))
    with pytest.raises(ChartError, match="fact 'hungry' has no account"):
        assembly.demand_whole_declarations()


def test_what_the_leaf_says_comes_first_and_nothing_is_said_twice() -> None:
    told = because(["walk_req", "done", "high_req"], EVIDENCE, "")
    assert told == "step ended; walk 0.10 m/s forward requested"


def test_a_row_without_a_guard_is_explained_by_the_leaf_or_the_note() -> None:
    assert because([], EVIDENCE, "note") == "step ended"
    assert because([], reasons.Evidence(EVIDENCE.robot, EVIDENCE.request, False, ""), "n") == "n"


def test_a_limit_tells_how_far_the_leaf_came_and_what_did_not_come() -> None:
    evidence = Evidence(EVIDENCE.robot, EVIDENCE.request, False, "2 footsteps left")
    assert in_vain("done & !steps_left", evidence) == (
        "2 footsteps left; done & !steps_left did not come true"
    )
