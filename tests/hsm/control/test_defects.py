"""Defects: an exception anywhere leads to Fault within the same cycle, with the robot damped."""

import math
from types import MethodType
from typing import Any

import pytest

from hsm.chart import facts
from hsm.chart.engine.machine import Machine
from hsm.chart.leaves import WALK_DELAY_PHASE
from hsm.control.assembly import MotionSettings
from hsm.control.cycle import Outcome
from hsm.states.state import State
from motions.requests import Motion, MotionRequest
from tests.hsm.chart.engine.test_conformance import CHART, PAIRS, situation
from tests.hsm.control.bench import Bench, knee_broken

LEAVES = tuple(leaf for leaf in CHART.tree.leaves if leaf != "Fault")
STAND = MotionRequest()


class InjectedError(Exception):
    pass


def fail(*args: object, **kwargs: object) -> Any:
    raise InjectedError("injected")


@pytest.fixture
def bench(settings: MotionSettings) -> Bench:
    return Bench(settings).standing()


@pytest.fixture(scope="module")
def same(settings: MotionSettings) -> Bench:
    """Return a bench shared by all leaves; `begin_in` clears the fault of the leaf before."""
    return Bench(settings).standing()


def break_method(monkeypatch: pytest.MonkeyPatch, state: State, name: str) -> None:
    """Make one method of one state raise, but not that of other states of its class."""
    kind = type("Broken", (type(state),), {name: fail})
    monkeypatch.setattr(state, "__class__", kind)


def damped(outcome: Outcome) -> bool:
    finite = all(math.isfinite(v) for v in outcome.command.positions + outcome.command.stiffness)
    return outcome.leaf == "Fault" and set(outcome.command.stiffness) == {0.2} and finite


def begin_in(bench: Bench, leaf: str) -> State:
    """Place the machine in a leaf after three cycles of stepping, and return its state."""
    cycle = bench.cycle
    cycle.start_in("WalkPhase.Stepping", bench.frame())
    for _ in range(3):
        bench.step(STAND)
    cycle.start_in(leaf, bench.frame())
    return cycle._states[leaf]


@pytest.mark.parametrize("leaf", LEAVES, ids=CHART.short)
@pytest.mark.parametrize("method", ["update", "status", "step"])
def test_a_state_that_raises_leads_to_fault_at_once(
    same: Bench, monkeypatch: pytest.MonkeyPatch, leaf: str, method: str
) -> None:
    state = begin_in(same, leaf)
    break_method(monkeypatch, state, method)
    monkeypatch.setattr(
        Machine, "tick", lambda *_: None
    )  # keeps the leaf until its method has been called
    outcome = same.step(STAND)
    assert outcome.transition is not None and "injected" in outcome.transition.because
    assert damped(outcome)


@pytest.mark.parametrize("leaf", LEAVES[1:], ids=CHART.short)
def test_a_state_that_raises_when_entered_leads_to_fault_at_once(
    same: Bench, monkeypatch: pytest.MonkeyPatch, leaf: str
) -> None:
    source, arrow = next(p for p in PAIRS if p[1].dest_leaf == leaf != p[0])
    bits, ticks = situation(source, arrow)
    begin_in(same, source)
    cycle = same.cycle
    for name, answer in (("update", None), ("status", 0), ("account", "")):
        monkeypatch.setattr(cycle._states[source], name, lambda *_, told=answer: told)
    monkeypatch.setattr(cycle._monitors, "update", lambda *_, **__: bits)
    break_method(monkeypatch, cycle._states[leaf], "enter")
    cycle.machine.ticks = ticks - 1
    outcome = same.step(STAND)
    assert outcome.transition is not None and "injected" in outcome.transition.because
    assert damped(outcome)


@pytest.mark.parametrize("leaf", ["Active.PickedUp.Hanging", "Active.FallProtection.Early"])
def test_an_account_that_raises_is_a_defect_too(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, leaf: str
) -> None:
    state = begin_in(bench, leaf)
    break_method(monkeypatch, state, "account")
    monkeypatch.setattr(
        bench.cycle._monitors, "update",
        lambda *_, **__: facts.FRAMES_OK | facts.LINK_OK | facts.CONTACT,
    )  # fmt: skip
    monkeypatch.setattr(type(state), "status", lambda *_: facts.DONE)
    outcome = bench.step(STAND)
    outcome = bench.step(STAND) if outcome.transition is None else outcome
    assert damped(outcome)


def test_a_defect_in_fault_itself_leaves_the_robot_limp(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("enter", "step"):
        break_method(monkeypatch, bench.cycle._states["Fault"], name)
    monkeypatch.setattr(type(bench.cycle.components.walking), "reset", fail)
    monkeypatch.setattr(bench.cycle._perception, "update", fail)
    for _ in range(5):
        outcome = bench.step(STAND)
        assert outcome.leaf == "Fault"
        assert set(outcome.command.stiffness) == {0.0}


def test_a_defect_in_a_leaf_just_entered_leaves_the_leaf_before_it(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_method(monkeypatch, bench.cycle._states[WALK_DELAY_PHASE.path], "step")
    outcome = bench.step(MotionRequest(Motion.WALK, forward=0.1))
    taken = outcome.transition
    assert taken is not None
    assert (taken.source, taken.dest, taken.event) == ("Stand.Normal", "Fault", "defect")
    assert taken.ticks_in_state > 0
    assert "injected in WalkDelayPhase, just entered by walk_delayed because" in taken.because
    assert damped(outcome)


def test_the_transition_to_fault_is_reported_even_if_fault_fails(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_method(monkeypatch, bench.cycle._states["Fault"], "step")
    taken = [bench.step(STAND, knee_broken).transition for _ in range(9)]
    (transition,) = [each for each in taken if each is not None]
    assert (transition.source, transition.event) == ("Stand.Normal", "hw_fault")


def test_each_new_defect_in_fault_is_logged_once(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail_otherwise(*args: object, **kwargs: object) -> Any:
        raise InjectedError(f"otherwise, at {bench.time}")

    kind = type(bench.cycle._perception)
    for defect in (fail, fail_otherwise):
        monkeypatch.setattr(kind, "update", defect)
        for _ in range(5):
            bench.step(STAND)
    assert [record.getMessage() for record in caplog.records] == [
        "defect in Stand.Normal",
        "defect in Fault",
    ]


COMPONENTS = [
    ("Stand.Normal", "standing", "command"),
    ("Stand.High", "standing", "command"),
    ("PickedUp.Hanging", "standing", "hangs"),
    ("PickedUp.Returning", "returning", "command"),
    ("PickedUp.HoldStep", "walking", "update"),
    ("WalkPhase.Stepping", "walking", "feet_closed"),
    ("WalkDelayPhase", "walking", "command"),
    ("FallProtection.Early", "falling", "update"),
    ("FallProtection.Late", "falling", "done"),
    ("FallProtection.WaitGetUp", "falling", "lying"),
    ("KeyframePhase.GetUp.Execute", "keyframes", "update"),
    ("KeyframePhase.SitDown.Execute", "keyframes", "step"),
]


@pytest.mark.parametrize(("leaf", "component", "method"), COMPONENTS)
def test_a_component_that_raises_leads_to_fault(
    same: Bench, monkeypatch: pytest.MonkeyPatch, leaf: str, component: str, method: str
) -> None:
    begin_in(same, CHART.tree.first_leaf(leaf))
    owner = getattr(same.cycle.components, component)
    monkeypatch.setattr(type(owner), method, fail)
    monkeypatch.setattr(Machine, "tick", lambda *_: None)
    for _ in range(400):  # some methods are called only at the end of a step
        outcome = same.step(STAND)
        if outcome.leaf == "Fault":
            break
    assert damped(outcome)


def test_a_method_can_be_broken_in_one_leaf_alone(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = bench.cycle._states
    break_method(monkeypatch, states["Active.Limp.Limp"], "step")
    assert isinstance(states["Active.Limp.HoldUpright"].step, MethodType)
    with pytest.raises(InjectedError):
        states["Active.Limp.Limp"].step(None)  # type: ignore[arg-type]


def test_an_exception_in_the_preview_walks_info_is_a_defect_too(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(bench.cycle.components.preview), "info", fail)
    assert damped(bench.step(STAND))
