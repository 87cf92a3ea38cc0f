"""Two commands that begin at the same time never record into one file."""

from pathlib import Path

import pytest

from hsm.output_files import ResultError
from hsm.pictures.run_artifacts import EarlierRun, RunArtifacts


def test_two_runs_that_begin_together_get_a_folder_each(tmp_path: Path) -> None:
    one, other = (RunArtifacts(tmp_path / "walk", EarlierRun.KEPT) for _ in range(2))
    with one.run() as first, other.run() as second:
        assert (first, second) == (tmp_path / "walk/run.hsm", tmp_path / "walk-2/run.hsm")


def test_of_two_runs_that_begin_together_in_one_folder_the_second_is_refused(
    tmp_path: Path,
) -> None:
    one, other = (RunArtifacts(tmp_path / "walk", EarlierRun.REFUSED) for _ in range(2))
    with one.run(), pytest.raises(ResultError, match="holds a run"), other.run():
        pytest.fail("two runs were recorded into one file")


def test_a_run_that_never_began_leaves_the_folder_free(tmp_path: Path) -> None:
    for _ in range(2):
        with RunArtifacts(tmp_path / "walk", EarlierRun.REFUSED).run():
            pass
    assert list((tmp_path / "walk").iterdir()) == []
