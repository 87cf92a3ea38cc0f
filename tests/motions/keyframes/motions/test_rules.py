"""Unknown names are reported with their place, and cycles that take no time are refused."""

from dataclasses import replace

import pytest

from motions.keyframes.engine.parameters import EngineParameters
from motions.keyframes.motions.conditions import Conditions
from motions.keyframes.motions.keyframe import Branch
from motions.keyframes.motions.motion import KeyframeMotion, MotionChoice
from motions.keyframes.motions.rules import (
    DataPath,
    Level,
    MotionError,
    MotionProblem,
    missing,
    problems_between,
    unplayable_programs,
)
from tests.motions.keyframes.made import (
    BLOCKS,
    MOTIONS,
    PARAMETERS,
    block,
    keyframe,
    pitch_between,
)

ALWAYS = Conditions()
OWN = PARAMETERS.engine


def with_choice(index: int) -> EngineParameters:
    choices = list(OWN.get_up)
    choices[index] = replace(choices[index], motion="nowhere")
    return replace(OWN, get_up=tuple(choices))


@pytest.mark.parametrize(
    ("parameters", "path"),
    [
        (with_choice(0), ("get_up", 0, "motion")),
        (with_choice(len(OWN.get_up) - 1), ("get_up", len(OWN.get_up) - 1, "motion")),
        (replace(OWN, sit_down="nowhere"), ("sit_down",)),
        (replace(OWN, stand="nowhere"), ("stand",)),
        (replace(OWN, dives=replace(OWN.dives, prepare="nowhere")), ("dives", "prepare")),
        (replace(OWN, dives=replace(OWN.dives, jump_left="nowhere")), ("dives", "jump_left")),
        (replace(OWN, dives=replace(OWN.dives, squat="nowhere")), ("dives", "squat")),
        (replace(OWN, specials=("wave", "nowhere")), ("specials", 1)),
    ],
)
def test_every_motion_that_the_engine_selects_must_exist(
    parameters: EngineParameters, path: DataPath
) -> None:
    assert unplayable_programs(OWN, MOTIONS, BLOCKS) == ()
    (problem,) = unplayable_programs(parameters, MOTIONS, BLOCKS)
    assert (problem.file, problem.path, problem.level) == ("engine", path, Level.ERROR)
    assert problem.message.startswith("KF110 motion 'nowhere' does not exist")


@pytest.mark.parametrize("empty", [KeyframeMotion(()), KeyframeMotion(("none",))])
def test_every_motion_that_the_engine_begins_must_have_a_keyframe(empty: KeyframeMotion) -> None:
    """Others may be empty: teams use them as placeholders."""
    motions = MOTIONS | {"wave": empty, "empty": empty, "unread": None}
    blocks = BLOCKS | {"none": block()}
    (found,) = unplayable_programs(replace(OWN, stand="unread"), motions, blocks)
    assert (found.file, found.level) == ("engine", Level.ERROR)
    assert found.path == ("specials", OWN.specials.index("wave"))
    assert found.message == "KF113 motion 'wave' has no keyframes: there is nothing to play"


def test_a_similar_name_is_suggested_if_there_is_one() -> None:
    known = {"stand": None, "wave": None}
    (near,) = missing("motion", "stnad", known, "engine", ())
    (far,) = missing("motion", "xyz", known, "engine", ())
    assert near.message == "KF110 motion 'stnad' does not exist, did you mean 'stand'?"
    assert far.message == "KF110 motion 'xyz' does not exist"
    assert list(missing("motion", "wave", known, "engine", ())) == []


def test_names_in_follow_ups_and_branches_are_checked_except_in_unreadable_files() -> None:
    motions = {
        "one": KeyframeMotion(
            ("main",),
            follow_ups=(MotionChoice("broken", pitch_between(0, 1)), MotionChoice("gone", ALWAYS)),
        ),
        "broken": None,
    }
    ways = (Branch(to_block="spoilt", at_end=ALWAYS), Branch(to_block="lost", early=ALWAYS))
    blocks = {"main": block(keyframe(0.0), keyframe(0.1, branches=ways)), "spoilt": None}
    found = problems_between(motions, blocks)
    assert [(problem.file, problem.path) for problem in found] == [
        ("motions/one", ("follow_ups", 1, "motion")),
        ("blocks/main", ("keyframes", 1, "branches", 1, "to_block")),
    ]


def test_only_unconditional_follow_ups_form_a_cycle_that_takes_no_time() -> None:
    def problems(*conditions: Conditions) -> tuple[MotionProblem, ...]:
        names = "abc"
        motions = {
            name: KeyframeMotion(("main",), follow_ups=(MotionChoice(after, asked),))
            for name, after, asked in zip(names, names[1:] + names[0], conditions, strict=True)
        }
        return problems_between(motions, {"main": block(keyframe(0.0))})

    told = problems(ALWAYS, ALWAYS, ALWAYS)
    assert [problem.file for problem in told] == ["motions/a", "motions/b", "motions/c"]
    assert told[1].message == "KF111 cycle b -> c -> a -> b"
    assert told[1].path == ("follow_ups",)
    assert problems(ALWAYS, pitch_between(0, 1), ALWAYS) == ()


def test_an_error_lists_every_problem_on_its_own_line() -> None:
    problems = [MotionProblem("motions/wave", (), "a"), MotionProblem("blocks/wave", (), "b")]
    error = MotionError(iter(problems))
    assert error.problems == tuple(problems)
    assert str(error) == "motions/wave: a\nblocks/wave: b"
