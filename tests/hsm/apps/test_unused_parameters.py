"""Parameters that no code reads and terms that no picture draws are named with their places."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from hsm.apps.check import unused_parameters as subject
from hsm.apps.check.unused_parameters import Reads, all_reads, sources, undrawn, unread
from hsm.control.assembly import MotionSettings
from motions.walking.configuration import WalkingParameters
from motions.walking.terms.capture import CaptureStep
from motions.walking.terms.term import Value, WalkState


@pytest.fixture(scope="module")
def texts() -> dict[Path, str]:
    return sources()


@pytest.fixture(scope="module")
def reads(texts: dict[Path, str]) -> list[Reads]:
    return all_reads(texts.values())


def test_all_parameters_of_the_walk_are_read_and_all_its_terms_are_drawn(
    reads: list[Reads], settings: MotionSettings
) -> None:
    assert unread([WalkingParameters], reads) == []
    assert undrawn(settings) == []


@dataclass(frozen=True, slots=True)
class Forgotten:
    active: bool
    gain: float


@dataclass(frozen=True, slots=True)
class WithForgotten(WalkingParameters):
    forgotten_group: Forgotten


def test_a_group_that_nothing_reads_is_named_with_all_that_is_in_it(reads: list[Reads]) -> None:
    found = unread([WithForgotten], reads)
    paths = [problem.path for problem in found]
    assert paths == ["forgotten_group", "forgotten_group.active", "forgotten_group.gain"]
    lines = Path(__file__).read_text().splitlines()
    assert {problem.file for problem in found} == {__file__}
    assert lines[found[0].line - 1].strip() == "forgotten_group: Forgotten"
    assert "WithForgotten.forgotten_group" in found[0].message


@pytest.mark.parametrize(
    ("module", "name", "path"),
    [
        ("terms/hip_strategy.py", "limit", "hip_strategy.limit"),
        ("terms/hip_strategy.py", "speed", "hip_strategy.speed"),
        ("terms/levelling.py", "gain", "levelling.gain"),
        ("joints/sole_trim.py", "pitch_limit", "trim.pitch_limit"),
        ("rhythm/running_step.py", "quiet_time", "ends.quiet_time"),
        ("rhythm/running_step.py", "range", "slow_down.range"),
    ],
)
def test_a_parameter_is_named_that_its_code_no_longer_reads_though_others_have_its_name(
    texts: dict[Path, str], module: str, name: str, path: str
) -> None:
    (file,) = [file for file in texts if str(file).endswith(f"motions/walking/{module}")]
    without = re.sub(rf"\.{name}\b", ".something", texts[file])
    found = unread([WalkingParameters], all_reads({**texts, file: without}.values()))
    assert [problem.path for problem in found] == [path]
    assert Path(found[0].file) == file
    assert re.match(rf" *{name}: ", texts[file].splitlines()[found[0].line - 1])


def test_who_only_judges_a_parameter_does_not_read_it() -> None:
    judged = subject.reads_of("class C:\n  def __post_init__(self):\n    assert self.gain > 0\n")
    assert "gain" not in judged.attributes
    assert "gain" in subject.reads_of("def f(c: C):\n  return c.gain\n").attributes


def test_a_class_that_is_gone_through_field_by_field_is_read_altogether() -> None:
    code = "asked = {item.name: 1 for item in fields(Forgotten)}"
    assert unread([Forgotten], [subject.reads_of(code)]) == []
    assert len(unread([Forgotten], [subject.reads_of(code.replace("fields", "other"))])) == 2


class Silent(CaptureStep):
    """Works, and says nothing of it."""

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        return ()


def test_a_term_that_tells_nothing_is_named_because_no_picture_draws_it(
    settings: MotionSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = tuple(Silent if term is CaptureStep else term for term in WalkingParameters.terms)
    monkeypatch.setattr(WalkingParameters, "terms", terms)
    (problem,) = undrawn(settings)
    assert (problem.path, problem.file) == ("walking.capture", __file__)
    line = Path(__file__).read_text().splitlines()[problem.line - 1]
    assert line == "class Silent(CaptureStep):"


def test_a_term_whose_numbers_the_picture_leaves_out_is_named(
    settings: MotionSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = subject.columns_of
    monkeypatch.setattr(
        subject, "columns_of", lambda engine: [n for n in columns(engine) if "knee" not in n]
    )
    paths = {problem.path for problem in undrawn(settings)}
    assert paths == {"walking.back_catch", "walking.knee_hip", "walking.knee_hip_rescue"}


def test_a_walk_can_be_had_with_the_terms_of_one_group_only(settings: MotionSettings) -> None:
    walking = subject.only(settings.walking, "adjustment")
    assert walking.adjustment.active and not walking.capture.active
    assert not walking.lean.active
