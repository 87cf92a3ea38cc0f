"""A run says in one line what is not the same any more as when it was made."""

from dataclasses import replace

from hardware.sensors_and_commands import CYCLE
from hsm.chart import robot_chart
from hsm.control.assembly import MotionSettings, load_settings
from hsm.runs.provenance import changes_since, digest, versions
from hsm.runs.serialisation import plain
from tests.hsm.runs.conftest import Written

CHART = robot_chart(CYCLE).structure


def test_nothing_is_said_about_a_run_of_this_program(
    written: Written, settings: MotionSettings
) -> None:
    assert changes_since(written.read().header, CHART, settings) == ""


def test_another_chart_is_told_by_both_hashes(written: Written, settings: MotionSettings) -> None:
    header = replace(written.read().header, structure="0" * 12)
    line = changes_since(header, CHART, settings)
    assert line == f"the run was recorded with a different setup: chart 000000000000, now {CHART}"


def test_other_code_is_told_by_both_hashes(written: Written, settings: MotionSettings) -> None:
    header = written.read().header
    other = replace(header, versions={**header.versions, "code": "0" * 12})
    line = changes_since(other, CHART, settings)
    assert line.startswith("the run was recorded with a different setup: code 000000000000, now ")
    assert line.endswith(versions()["code"])


def test_other_parameters_are_told_by_name(written: Written, settings: MotionSettings) -> None:
    stiffness = replace(settings.fall.stiffness, legs_early=0.31)
    profile = replace(settings.profile, backward=0.1)
    other = replace(settings, fall=replace(settings.fall, stiffness=stiffness), profile=profile)
    then, now = digest(plain(settings)), digest(plain(other))
    assert changes_since(written.read().header, CHART, other) == (
        f"the run was recorded with a different setup: parameters {then}, now {now}"
        " (profile.backward 0.15, now 0.1, fall.stiffness.legs_early 0.3, now 0.31)"
    )


def test_the_digest_of_the_parameters_is_the_same_for_the_same_files(
    settings: MotionSettings,
) -> None:
    assert digest(plain(load_settings())) == digest(plain(settings))


def test_the_digest_of_the_parameters_knows_a_number_anywhere(settings: MotionSettings) -> None:
    link = replace(settings.facts.link, lost_after=0.099)
    other = replace(settings, facts=replace(settings.facts, link=link))
    assert digest(plain(other)) != digest(plain(settings))


def test_the_digest_of_the_parameters_knows_the_motions(settings: MotionSettings) -> None:
    library = settings.motions
    name, block = next(iter(library.block_sources.items()))
    frames = (replace(block.keyframes[0], duration=9.9), *block.keyframes[1:])
    sources = {**library.block_sources, name: replace(block, keyframes=frames)}
    other = replace(settings, motions=replace(library, block_sources=sources))
    assert digest(plain(other)) != digest(plain(settings))
