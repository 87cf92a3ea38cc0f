"""One line that lists what has changed since a run was recorded."""

from dataclasses import replace

from hardware.sensors_and_commands import CYCLE
from hsm.chart import robot_chart
from hsm.control.assembly import MotionSettings, load_settings
from hsm.runs.provenance import changes_since, differing, digest, versions
from hsm.runs.serialisation import plain
from tests.hsm.runs.conftest import Written

CHART = robot_chart(CYCLE).structure


def test_a_run_of_the_present_version_has_no_changes(
    written: Written, settings: MotionSettings
) -> None:
    assert changes_since(written.read().header, CHART, settings) == ""


def test_another_chart_is_reported_with_both_hashes(
    written: Written, settings: MotionSettings
) -> None:
    header = replace(written.read().header, structure="0" * 12)
    line = changes_since(header, CHART, settings)
    assert line == f"the run was recorded with a different setup: chart 000000000000, now {CHART}"


def test_other_code_is_reported_with_both_hashes(
    written: Written, settings: MotionSettings
) -> None:
    header = written.read().header
    other = replace(header, versions={**header.versions, "code": "0" * 12})
    line = changes_since(other, CHART, settings)
    assert line == (
        f"the run was recorded with a different setup: code 000000000000, now {versions()['code']}"
    )


def test_other_parameters_are_reported_by_name(written: Written, settings: MotionSettings) -> None:
    stiffness = replace(settings.fall.stiffness, legs_early=0.31)
    profile = replace(settings.profile, backward=0.1)
    other = replace(settings, fall=replace(settings.fall, stiffness=stiffness), profile=profile)
    then, now = digest(plain(settings)), digest(plain(other))
    assert changes_since(written.read().header, CHART, other) == (
        f"the run was recorded with a different setup: parameters {then}, now {now}"
        " (profile.backward 0.15, now 0.1, fall.stiffness.legs_early 0.3, now 0.31)"
        ", replayed with its own"
    )


def test_the_parameters_digest_is_the_same_for_the_same_files(
    settings: MotionSettings,
) -> None:
    assert digest(plain(load_settings())) == digest(plain(settings))


def test_the_parameters_digest_changes_with_a_nested_value(settings: MotionSettings) -> None:
    link = replace(settings.facts.link, lost_after=0.099)
    other = replace(settings, facts=replace(settings.facts, link=link))
    assert digest(plain(other)) != digest(plain(settings))


def test_the_parameters_digest_changes_with_a_keyframe(settings: MotionSettings) -> None:
    library = settings.motions
    name, block = next(iter(library.block_sources.items()))
    frames = (replace(block.keyframes[0], duration=9.9), *block.keyframes[1:])
    sources = {**library.block_sources, name: replace(block, keyframes=frames)}
    other = replace(settings, motions=replace(library, block_sources=sources))
    assert digest(plain(other)) != digest(plain(settings))


def test_values_are_told_without_the_rest_of_a_conversion() -> None:
    assert list(differing({"up": 0.1 + 0.2}, {"up": 0.1})) == ["up 0.3, now 0.1"]
