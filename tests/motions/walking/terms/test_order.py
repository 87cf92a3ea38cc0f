"""The list of balance terms: its members, its order and its effect in the engine."""

import pickle
from dataclasses import dataclass, fields, replace

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import JointCommand
from hsm.campaigns.ablation.decisions import is_active, switched
from motions.walking.configuration import WalkingParameters, with_term
from motions.walking.engine import WalkingEngine
from motions.walking.parameters import SpeedProfile
from motions.walking.step import StepKind
from motions.walking.terms.order import TERMS
from motions.walking.terms.term import BalanceTerm
from motions.walking.trajectories import FeetOffsets, FootOffset
from tests.motions.walking.stepper import forward, on, standing_command

GROUPS = sorted({term.group for term in TERMS})


def with_only(walking: WalkingParameters, group: str) -> WalkingParameters:
    """Return a walk in which only one term is switched on."""
    for other in GROUPS:
        if is_active(walking, other) is not (other == group):
            walking = switched(walking, other)
    return walking


def stepping(nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile) -> WalkingEngine:
    engine = WalkingEngine(nao, walking, profile)
    engine.begin_step(StepKind.STEPPING, forward(0.1), on(Side.RIGHT), standing_command(engine))
    return engine


@pytest.mark.parametrize("group", GROUPS)
def test_a_term_is_in_the_list_only_while_it_is_switched_on(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile, group: str
) -> None:
    groups = {term.group for term in stepping(nao, with_only(walking, group), profile).terms}
    assert groups == {group}


def test_the_terms_of_a_walk_keep_the_order_of_the_list(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    kinds = [type(term) for term in WalkingEngine(nao, walking, profile).terms]
    assert kinds == [term for term in TERMS if term in kinds]
    assert len(kinds) > 3


@pytest.mark.parametrize("group", GROUPS)
def test_every_term_reports_numbers_with_unique_names(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile, group: str
) -> None:
    engine = WalkingEngine(nao, with_only(walking, group), profile)
    before = engine.terms.values()
    told = stepping(nao, with_only(walking, group), profile).terms.values()
    names = [value.name for value in told]
    assert len(set(names)) == len(names)
    assert names == [value.name for value in before], "the same names before the first step"
    assert any(name.startswith(group.replace("_", " ")) for name in names)


class Shove(BalanceTerm):
    """Moves every joint and the feet a lot; parameters of another group switch it."""

    group = "capture"

    def joints(self, joints: list[float], walk: object) -> None:
        for joint in range(JOINT_COUNT):
            joints[joint] += 0.03 + 0.001 * joint

    def feet(self, feet: FeetOffsets, walk: object) -> None:
        feet.left.lift -= 0.004
        feet.right.side += 0.002


class LastingShove(Shove):
    lasting = True


def start_after(engine: WalkingEngine, last: JointCommand) -> FeetOffsets:
    engine.begin_step(StepKind.STEPPING, forward(0.1), on(Side.RIGHT), last)
    assert engine.running is not None
    return engine.running.start


@pytest.mark.parametrize("shove", [Shove, LastingShove])
def test_only_lasting_terms_are_left_out_when_the_next_step_is_planned(
    nao: RobotModel,
    walking: WalkingParameters,
    profile: SpeedProfile,
    monkeypatch: pytest.MonkeyPatch,
    shove: type[Shove],
) -> None:
    monkeypatch.setattr(WalkingParameters, "terms", (shove,))
    engine = stepping(nao, walking, profile)
    joints = engine.placement.joints(FeetOffsets(FootOffset(0.01), FootOffset(-0.02, 0.01)))
    plan = engine.placement.offsets(joints)
    feet = engine.placement.offsets(joints)
    for term in engine.terms:
        term.feet(feet, engine.walk)
    joints = engine.placement.joints(feet)
    for term in engine.terms:
        term.joints(joints, engine.walk)
    start = start_after(engine, JointCommand(tuple(joints), (1.0,) * JOINT_COUNT))
    left = [getattr(start.left, item.name) for item in fields(start.left)]
    planned = [getattr(plan.left, item.name) for item in fields(plan.left)]
    assert (left == pytest.approx(planned, abs=1e-9)) is shove.lasting


def test_after_another_motion_lasting_terms_leave_no_offset_of_the_feet(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    """Their state is cleared with the walk, so the joints are read back unchanged."""
    engine = stepping(nao, walking, profile)
    for _ in range(30):
        engine.command()
        engine.update(replace(on(Side.RIGHT), pitch=-0.1, roll=0.1))
    engine.reset()
    start = start_after(engine, standing_command(engine))
    assert start.within(1e-9, 1e-9, 1e-9)
    assert abs(start.left.roll) + abs(start.left.pitch) + abs(start.right.roll) < 1e-9


@dataclass(frozen=True)
class Switch:
    active: bool


class First(BalanceTerm):
    group = "first_of_a_program"


class Second(BalanceTerm):
    group = "second_of_a_program"


def test_terms_of_a_program_follow_all_others_in_the_order_of_their_addition(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    own = with_term(with_term(walking, First, Switch(True)), Second, Switch(True))
    kinds = [type(term) for term in WalkingEngine(nao, own, profile).terms]
    assert kinds == [*map(type, WalkingEngine(nao, walking, profile).terms), First, Second]
    assert walking.terms == TERMS, "the original walk is unchanged"


def test_a_term_of_a_program_is_switched_like_any_other(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    off = with_term(walking, First, Switch(False))
    assert First not in map(type, WalkingEngine(nao, off, profile).terms)
    assert First in map(type, WalkingEngine(nao, switched(off, First.group), profile).terms)


def test_a_walk_with_terms_of_a_program_can_be_sent_to_another_process(
    walking: WalkingParameters,
) -> None:
    own = with_term(with_term(walking, First, Switch(True)), Second, Switch(False))
    again = pickle.loads(pickle.dumps(own))
    assert again == own and again.terms == own.terms
    assert again == with_term(with_term(walking, First, Switch(True)), Second, Switch(False))


def test_a_term_of_a_program_may_not_use_a_group_of_the_walk(walking: WalkingParameters) -> None:
    with pytest.raises(ValueError, match="'capture'; to replace that term, set active=False"):
        with_term(walking, Shove, Switch(True))
