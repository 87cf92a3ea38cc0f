"""The ablation: which decisions it finds, what it switches, what it calls sure."""

from dataclasses import dataclass, fields, is_dataclass, replace

import pytest

from hsm.campaigns.ablation import decisions as subject
from hsm.campaigns.ablation.ablation import AblationTrial, measure_ablation, run_trial
from hsm.campaigns.ablation.decisions import decisions, is_active, switched
from hsm.campaigns.ablation.rows import AS_SHIPPED, AblationRow
from hsm.campaigns.ablation.table import AblationReport
from hsm.campaigns.context import CampaignConfig, TrialContext, build_context
from hsm.campaigns.statistics import Rate
from hsm.campaigns.walking.courses import COURSES
from hsm.campaigns.walking.push import DIRECTIONS
from hsm.campaigns.walking.walking_trial import WalkResult
from hsm.control.assembly import load_profile, load_settings
from hsm.errors import HsmError
from motions.walking.configuration import ALTERNATIVES
from motions.walking.parameters import SpeedProfile


def walked() -> WalkResult:
    return WalkResult(float("nan"), (0.0, 0.0, 0.0), 5.0, 0.25, 0.0, 0.5, 0.5)


def row(
    name: str = AS_SHIPPED, *, falls: int = 0, survived: int = 20, rate: float = 0.5
) -> AblationRow:
    def results(course: str) -> tuple[WalkResult, ...]:
        asked = COURSES[course].speed
        return tuple(
            replace(
                walked(),
                fell_at=7.0 if k < falls else float("nan"),
                speed=(asked[0] * 0.9, asked[1] * 0.9, asked[2] * 0.9),
                roll_rate=rate + 0.001 * k,
                pitch_rate=rate,
            )
            for k in range(20)
        )

    walks = {course: results(course) for course in COURSES}
    change = "" if name == AS_SHIPPED else "off"
    upright = tuple(k < survived for k in range(20))
    return AblationRow(name, change, "", walks, dict.fromkeys(DIRECTIONS, upright))


def report(*rows: AblationRow) -> AblationReport:
    return AblationReport(CampaignConfig("standard"), 20, 15.0, 2.0, (row(), *rows))


def test_the_decisions_are_the_groups_that_have_a_switch() -> None:
    walking = load_settings().walking
    expected = [
        item.name
        for item in fields(walking)
        if is_dataclass(getattr(walking, item.name))
        and hasattr(getattr(walking, item.name), "active")
    ]
    assert [name for name in decisions() if "." not in name] == expected
    assert "capture" in expected


def test_a_switch_in_a_group_inside_a_group_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "WalkingParameters", _Outer)
    assert list(decisions().items()) == [
        ("plain", "Has a switch"),
        ("nested.inner", "Has a switch"),
    ]


@dataclass(frozen=True, slots=True)
class _Switch:
    """Has a switch. And more to say."""

    active: bool


@dataclass(frozen=True, slots=True)
class _Group:
    """Has none itself."""

    inner: _Switch
    active: float


@dataclass(frozen=True, slots=True)
class _Outer:
    plain: _Switch
    nested: _Group
    number: float


@pytest.mark.parametrize("decision", decisions())
def test_switching_changes_a_decision_and_what_it_replaces_alone_and_again_restores_them(
    decision: str,
) -> None:
    walking = load_settings().walking
    other = switched(walking, decision)
    assert is_active(other, decision) is not is_active(walking, decision)
    replaced = []
    if decision in ALTERNATIVES and is_active(other, decision):
        replaced = [name for name in ALTERNATIVES if is_active(walking, name)]
    restored = switched(other, decision)
    for name in replaced:
        restored = switched(restored, name)
    assert restored == walking
    names = [item.name for item in fields(walking)]
    changed = {name for name in names if getattr(walking, name) != getattr(other, name)}
    assert changed == {decision.partition(".")[0], *replaced}


@pytest.mark.parametrize("name", ALTERNATIVES)
def test_a_decision_that_is_switched_on_takes_the_place_of_its_alternatives(name: str) -> None:
    walking = load_settings().walking
    off = switched(walking, name) if is_active(walking, name) else walking
    on = switched(off, name)
    assert [other for other in ALTERNATIVES if is_active(on, other)] == [name]


def test_what_is_no_decision_is_refused_with_the_names_that_are() -> None:
    with pytest.raises(HsmError, match=r"no decision of the walk: captrue; there are .*capture"):
        measure_ablation(
            CampaignConfig("standard"), ["captrue"], seeds=1, hold=3.0, impulse=1.0, jobs=1
        )


def test_a_trial_walks_and_is_pushed_with_its_decision_switched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def capture_of(context: TrialContext, *_: object) -> bool:
        return is_active(context.settings.walking, "capture")

    monkeypatch.setattr("hsm.campaigns.ablation.ablation.push_once", capture_of)
    monkeypatch.setattr("hsm.campaigns.ablation.ablation.walk", capture_of)
    context = build_context(CampaignConfig("ideal"))
    shipped = capture_of(context)
    for course in ("walk", "right"):
        trial = AblationTrial(None, 0, course, 0.18, 3.0, 3.0)
        assert run_trial(context, trial) is shipped
        assert run_trial(context, replace(trial, decision="capture")) is not shipped


def test_every_course_is_walked_within_a_profile_of_its_own_and_pushes_in_the_everyday_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def profile_of(context: TrialContext, *_: object) -> SpeedProfile:
        return context.settings.profile

    monkeypatch.setattr("hsm.campaigns.ablation.ablation.push_once", profile_of)
    monkeypatch.setattr("hsm.campaigns.ablation.ablation.walk", profile_of)
    context = build_context(CampaignConfig("ideal"))
    for name, course in COURSES.items():
        profile: object = run_trial(context, AblationTrial(None, 0, name, 0.0, 3.0, 3.0))
        assert profile == load_profile(course.profile)
        asked = [abs(speed) for speed in course.speed]
        assert isinstance(profile, SpeedProfile)
        assert asked[0] <= max(profile.forward, profile.backward)
        assert asked[1] <= profile.side
        assert asked[2] <= profile.turn
    pushed: object = run_trial(context, AblationTrial(None, 0, "left", 0.0, 3.0, 3.0))
    assert pushed == load_profile("normal")


def test_a_course_counts_the_speed_along_what_was_asked() -> None:
    diagonal = COURSES["diagonal"]
    forward, left, _ = diagonal.speed
    shorter = replace(walked(), speed=(0.9 * forward, 0.9 * left, 0.0))
    aslant = replace(walked(), speed=(forward - 0.1 * left, left + 0.1 * forward, 0.5))
    assert diagonal.error(shorter) == pytest.approx(0.1)
    assert diagonal.error(aslant) == pytest.approx(0.0, abs=1e-12)


def test_a_campaign_has_a_row_as_shipped_and_one_per_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hsm.campaigns.ablation.ablation.COURSES", {})
    monkeypatch.setattr(
        "hsm.campaigns.ablation.ablation.push_once", lambda context, push: push.number < 1
    )
    measured = measure_ablation(
        CampaignConfig("standard"), ["capture"], seeds=3, hold=3.0, impulse=1.0, jobs=1
    )
    change = "off" if is_active(load_settings().walking, "capture") else "on"
    assert [(one.name, one.change) for one in measured.rows] == [
        (AS_SHIPPED, ""),
        ("capture", change),
    ]
    assert measured.rows[1].survived == dict.fromkeys(DIRECTIONS, Rate(4, 12))


def sure(*rows: AblationRow) -> list[list[str]]:
    found = report(*rows).differences()
    return [found[one.name] for one in rows]


def test_a_fall_more_in_each_course_is_no_sure_difference_but_two_are() -> None:
    assert sure(row("capture", falls=1)) == [[]]
    assert sure(row("capture", falls=2)) == [["more falls"]]


def test_the_more_rows_are_compared_the_more_one_must_differ_to_be_sure() -> None:
    others = [row(f"decision {k}") for k in range(30)]
    assert sure(row("capture", falls=2), *others)[0] == []
    assert sure(row("capture", falls=4), *others)[0] == ["more falls"]


def test_lost_pushes_and_a_calmer_torso_are_said_in_words() -> None:
    assert sure(row("capture", survived=12, rate=0.4)) == [
        ["fewer pushes survived", "less oscillation"]
    ]


def test_a_row_that_repeats_the_first_trial_by_trial_differs_in_nothing() -> None:
    assert sure(row("capture")) == [[]]


def test_the_record_counts_falls_per_course_and_pushes_per_direction() -> None:
    rows = report(row("capture", falls=2)).record()["rows"]
    assert isinstance(rows, dict)
    capture = rows["capture"]
    falls = {"walk": 2, "turn": 2, "side": 2, "fast": 2, "back": 2, "diagonal": 2}
    assert capture["falls"] == falls
    assert capture["falls_per_100_m"] == pytest.approx(2.0)
    assert capture["speed_error"]["turn"] == pytest.approx(0.1)
    left = capture["push"]["left"]
    assert (left["survived"], left["trials"]) == (20, 20)


def test_the_table_says_its_trial_counts_and_has_a_line_per_row() -> None:
    text = report(row("capture", survived=3)).text()
    assert "20 trials of each course" in text
    assert "20 pushes of 2 N s per direction" in text
    lines = text.splitlines()
    assert lines[-1].startswith("capture off")
    assert lines[-1].endswith("fewer pushes survived")
    assert "3/3/3/3: 12 of 80 (" in lines[-1]


def test_the_table_says_at_which_level_a_difference_is_sure_and_that_it_is_corrected() -> None:
    for table in (report().text(), report().markdown()):
        assert "exact sign test, at 5% for the whole table (Holm)" in table
