"""Parameters that no code reads and terms that no figure draws are reported with their places."""

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


def test_an_unread_group_is_reported_with_all_its_fields(reads: list[Reads]) -> None:
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
def test_an_unread_parameter_is_found_even_if_others_share_its_name(
    texts: dict[Path, str], module: str, name: str, path: str
) -> None:
    (file,) = [file for file in texts if str(file).endswith(f"motions/walking/{module}")]
    without = re.sub(rf"\.{name}\b", ".something", texts[file])
    found = unread([WalkingParameters], all_reads({**texts, file: without}.values()))
    assert [problem.path for problem in found] == [path]
    assert Path(found[0].file) == file
    assert re.match(rf" *{name}: ", texts[file].splitlines()[found[0].line - 1])


def test_validation_in_post_init_does_not_count_as_reading() -> None:
    judged = subject.reads_of("class C:\n  def __post_init__(self):\n    assert self.gain > 0\n")
    assert "gain" not in judged.attributes
    assert "gain" in subject.reads_of("def f(c: C):\n  return c.gain\n").attributes


def test_a_class_whose_fields_are_iterated_counts_as_read() -> None:
    code = "asked = {item.name: 1 for item in fields(Forgotten)}"
    assert unread([Forgotten], [subject.reads_of(code)]) == []
    assert len(unread([Forgotten], [subject.reads_of(code.replace("fields", "other"))])) == 2


@dataclass(frozen=True, slots=True)
class Longer(Forgotten):
    length: float


def test_a_parameter_counts_as_read_where_it_is_passed_on_as_the_class_that_is_extended() -> None:
    code = "class User:\n  style: Forgotten\n"
    reader = "def f(user):\n  return user.style.active * user.style.gain * user.style.length\n"
    modules = [subject.reads_of(code), subject.reads_of(reader)]
    assert unread([Longer], modules) == []
    assert len(unread([Longer], modules[1:])) == 3


class Silent(CaptureStep):
    """A capture step that reports no values."""

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        return ()


def test_a_term_without_values_is_reported_as_undrawn(
    settings: MotionSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = tuple(Silent if term is CaptureStep else term for term in WalkingParameters.terms)
    monkeypatch.setattr(WalkingParameters, "terms", terms)
    (problem,) = undrawn(settings)
    assert (problem.path, problem.file) == ("walking.capture", __file__)
    line = Path(__file__).read_text().splitlines()[problem.line - 1]
    assert line == "class Silent(CaptureStep):"


def test_a_term_whose_values_the_figure_omits_is_reported(
    settings: MotionSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = subject.columns_of
    monkeypatch.setattr(
        subject, "columns_of", lambda engine: [n for n in columns(engine) if "knee" not in n]
    )
    paths = {problem.path for problem in undrawn(settings)}
    assert paths == {"walking.back_catch", "walking.knee_hip", "walking.knee_hip_rescue"}


def test_only_switches_off_the_terms_of_all_other_groups(settings: MotionSettings) -> None:
    walking = subject.only(settings.walking, "adjustment")
    assert walking.adjustment.active and not walking.capture.active
    assert not walking.lean.active
