"""Files of every release: missing attributes get our defaults, extra ones are reported or kept."""

import pytest

from motions.keyframes.interchange.exporter import export_motions
from motions.keyframes.interchange.importer import import_motions
from motions.keyframes.interchange.reading.fields import SourceError
from motions.keyframes.interchange.team_motions import SourceSafeFall, Team
from tests.fakes import NAO
from tests.motions.keyframes.interchange.releases import RELEASES, release


def read(year: int) -> Team:
    return import_motions(release(year), f"{year}.cfg")


@pytest.mark.parametrize("year", RELEASES)
def test_every_release_is_read_and_written_again_with_its_attributes(year: int) -> None:
    team = read(year)
    assert set(team.motions) == {"bend"} and set(team.blocks) == {"bend_down"}
    again = import_motions(export_motions(team, NAO), "again.cfg")
    assert (again.motions, again.blocks, again.engine) == (team.motions, team.blocks, team.engine)


@pytest.mark.parametrize("year", RELEASES)
def test_hips_and_elbows_have_their_own_stiffness_since_2025(year: int) -> None:
    fall = read(year).engine.safe_fall
    assert isinstance(fall, SourceSafeFall)
    assert (fall.body, fall.head, fall.limp_after) == pytest.approx((0.05, 0.4, 0.7))
    own = (0.25, 0.15) if year >= 2025 else (None, None)
    assert (fall.hip_pitch, fall.elbow_roll) == pytest.approx(own)


@pytest.mark.parametrize("year", RELEASES)
def test_the_law_of_compensation_is_that_of_the_release(year: int) -> None:
    (keyframe,) = read(year).blocks["bend_down"].keyframes
    assert keyframe.release_step == (None if year >= 2025 else 0.2)
    assert len(keyframe.compensation) == 1
    engine = read(year).engine
    since = [engine.joint_error_filter, engine.oscillation]
    assert all(since) if year >= 2025 else since == [None, None]
    assert (engine.min_release is None) is (year >= 2025)


def test_attributes_that_2022_declares_but_never_reads_are_reported_and_left_out() -> None:
    told = {note.path for note in read(2022).notes}
    assert told == {
        "motionSpecificRetries",
        "motionSpecificRetriesFront",
        "shoulderPitchThreshold",
        "shoulderRollThreshold",
        "brokenJointData",
        "jointCompensationSimulationFactor",
    }
    assert read(2023).notes == read(2024).notes == read(2025).notes == ()


@pytest.mark.parametrize("year", RELEASES)
@pytest.mark.parametrize("key", ["bodyStiffness", "unstiffWaitTime", "maxTime", "duration = 700"])
def test_attributes_common_to_all_releases_are_required(year: int, key: str) -> None:
    text = release(year)
    if key.startswith("duration"):
        text, message = text.replace(key, "durations = 700"), "KF143 unknown attribute 'durations'"
    else:
        text, message = text.replace(f"{key} =", f"{key}s ="), f"KF144 missing '{key}'"
    with pytest.raises(SourceError, match=message):
        import_motions(text, "broken.cfg")
