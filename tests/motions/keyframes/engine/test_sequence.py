"""The next keyframe: spliced and dropped blocks, stiffness, and loops of branches."""

import pytest

from hardware.robots.nao import JOINT_COUNT, Joint
from motions.keyframes.engine.measured_body import body_of
from motions.keyframes.engine.player import Player
from motions.keyframes.engine.sequence import Sequence
from motions.keyframes.motions.conditions import Conditions
from motions.keyframes.motions.keyframe import Branch, Keyframe
from motions.keyframes.motions.library import MotionLibrary
from motions.keyframes.motions.motion import Block, KeyframeMotion, MotionChoice
from tests.motions.keyframes.made import NAO, PARAMETERS, block, keyframe, leaning, pitch_between

ALWAYS, NEVER = Conditions(), pitch_between(170, 175)
START = (0.0,) * JOINT_COUNT


def named(name: str, *branches: Branch, **changes: object) -> Keyframe:
    return keyframe(0.1, 0.012, label=name, branches=branches, **changes)


def player(blocks: dict[str, Block], motions: dict[str, KeyframeMotion] | None = None) -> Player:
    motions = motions or {"motion": KeyframeMotion(("main",))}
    return Player(NAO, MotionLibrary(NAO, motions, blocks), PARAMETERS)


def played(made: Player, cycles: int = 60) -> list[tuple[str, float]]:
    """Return the keyframes played in a motion, in order, with the stiffness of the head."""
    made.start("motion", START)
    found: list[tuple[str, float]] = []
    body = body_of(leaning(0), PARAMETERS.engine.support_polygon, None)
    for _ in range(cycles):
        if made.update(body, 0).done:
            return found
        stiffness = made.step(body).stiffness[Joint.HEAD_YAW]
        assert made.frame is not None
        found.append((made.frame.source.label, stiffness))
    raise AssertionError(f"the motion never ends: {found}")


def labels(made: Player) -> list[str]:
    return [label for label, _ in played(made)]


@pytest.mark.parametrize(("removes", "after"), [(False, ["b"]), (True, [])])
def test_a_branch_resumes_the_block_it_left_unless_it_drops_it(
    removes: bool, after: list[str]
) -> None:
    branch = Branch(to_block="side", at_end=ALWAYS, max_loops=1, remove_current_block=removes)
    blocks = {
        "main": block(named("a", branch), named("b")),
        "side": block(named("s")),
        "last": block(named("z")),
    }
    motions = {"motion": KeyframeMotion(("main", "last"))}
    assert labels(player(blocks, motions)) == ["a", "s", *after, "z"]


@pytest.mark.parametrize(("stiffens", "stiffness"), [(True, 0.3), (False, 0.8)])
def test_a_spliced_block_applies_its_stiffness_unless_the_branch_keeps_the_running_one(
    stiffens: bool, stiffness: float
) -> None:
    branch = Branch(to_block="side", at_end=ALWAYS, max_loops=1, init_stiffness=stiffens)
    blocks = {
        "main": block(named("a", branch), named("b"), stiffness=0.8),
        "side": block(named("s"), stiffness=0.3),
    }
    assert played(player(blocks)) == [("a", 0.8), ("s", stiffness), ("b", 0.8)]


def test_a_stiffness_change_of_a_keyframe_lasts_until_a_block_is_opened_or_resumed() -> None:
    soft = named("soft", stiffness_changes={Joint.HEAD_YAW: 0.2})
    blocks = {
        "main": block(soft, named("b"), stiffness=0.8),
        "last": block(named("z"), stiffness=0.6),
    }
    motions = {"motion": KeyframeMotion(("main", "last"))}
    found = played(player(blocks, motions))
    assert found == [("soft", 0.2), ("b", 0.2), ("z", 0.6)]


def test_joints_named_by_no_block_are_limp_in_every_motion() -> None:
    sequence = Sequence(MotionLibrary(NAO, {"m": KeyframeMotion(("b",))}, {"b": block()}))
    assert sequence.motion is None and sequence.taken == ""
    assert sequence.stiffness == [0.0] * JOINT_COUNT
    sequence.stiffness = [1.0] * JOINT_COUNT
    sequence.taken = "whatever"
    sequence.begin("m")
    assert sequence.stiffness == [0.0] * JOINT_COUNT and sequence.taken == ""
    assert sequence.next_frame(None) is None
    assert sequence.motion is not None and sequence.motion.name == "m"


def test_loops_are_counted_across_motions_until_they_are_cleared() -> None:
    branch = Branch(to_block="side", at_end=ALWAYS, max_loops=2)
    blocks = {"main": block(named("a", branch)), "side": block(named("s"))}
    made = player(blocks)
    assert [labels(made) for _ in range(3)] == [["a", "s"], ["a", "s"], ["a"]]
    made.forget_loops()
    assert labels(made) == ["a", "s"]


def test_a_branch_with_zero_loops_never_fires() -> None:
    branch = Branch(to_block="side", at_end=ALWAYS, max_loops=0)
    assert labels(player({"main": block(named("a", branch)), "side": block(named("s"))})) == ["a"]


def test_at_the_end_the_first_branch_that_holds_decides_even_if_its_loops_are_used_up() -> None:
    other = Branch(to_block="other", at_end=NEVER)
    used = Branch(to_block="side", at_end=ALWAYS, max_loops=0)
    last = Branch(to_block="last", at_end=ALWAYS, max_loops=1)
    blocks = {name: block(named(name)) for name in ("other", "side", "last")}
    assert labels(player(blocks | {"main": block(named("a", other, used, last))})) == ["a"]
    assert labels(player(blocks | {"main": block(named("a", other, last, used))})) == ["a", "last"]


def test_before_the_end_a_branch_without_loops_left_lets_the_next_one_fire() -> None:
    used = Branch(to_block="side", early=ALWAYS, max_loops=0)
    last = Branch(to_block="last", early=ALWAYS, max_loops=1)
    blocks = {name: block(named(name)) for name in ("side", "last")}
    main = block(named("a"), named("b", used, last), named("c"))
    assert labels(player(blocks | {"main": main})) == ["a", "last", "c"]


def test_a_branch_that_fires_at_the_end_reports_the_condition_there() -> None:
    both = Branch(to_block="side", early=NEVER, at_end=pitch_between(-10, 10), max_loops=1)
    made = player({"main": block(named("a", both)), "side": block(named("s"))})
    made.start("motion", START)
    body = body_of(leaning(0), PARAMETERS.engine.support_polygon, None)
    made.step(body)
    assert made.update(body, 0).branch == "side because torso_pitch 0 deg in -10 deg..10 deg"


def test_a_follow_up_keeps_the_stiffness_and_reports_its_reason() -> None:
    motions = {
        "motion": KeyframeMotion(("main",), follow_ups=(MotionChoice("next", ALWAYS),)),
        "next": KeyframeMotion(("bare",)),
    }
    bare = Block({}, block().interpolation, (named("n"),))
    made = player({"main": block(named("a"), stiffness=0.8), "bare": bare}, motions)
    assert played(made) == [("a", 0.8), ("n", 0.8)]
    made.start("motion", START)
    body = body_of(leaning(0), PARAMETERS.engine.support_polygon, None)
    made.step(body)
    assert made.update(body, 0).branch == "next because always"
    assert made.update(body, 0).branch == ""
