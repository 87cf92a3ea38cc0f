"""Artifacts of runs: concurrent runs never share a file, and outdated pictures are removed."""

from pathlib import Path

import pytest

from hsm.output_files import ResultError, write_whole
from hsm.pictures.run_artifacts import EarlierRun, RunArtifacts


def test_two_concurrent_runs_get_a_folder_each(tmp_path: Path) -> None:
    one, other = (RunArtifacts(tmp_path / "walk", EarlierRun.KEPT) for _ in range(2))
    with one.run() as first, other.run() as second:
        assert (first, second) == (tmp_path / "walk/run.hsm", tmp_path / "walk-2/run.hsm")


def test_the_second_of_two_concurrent_runs_in_one_folder_is_refused(
    tmp_path: Path,
) -> None:
    one, other = (RunArtifacts(tmp_path / "walk", EarlierRun.REFUSED) for _ in range(2))
    with one.run(), pytest.raises(ResultError, match="holds a run"), other.run():
        pytest.fail("two runs were recorded into one file")


def test_a_run_that_never_started_leaves_its_folder_empty(tmp_path: Path) -> None:
    for _ in range(2):
        with RunArtifacts(tmp_path / "walk", EarlierRun.REFUSED).run():
            pass
    assert list((tmp_path / "walk").iterdir()) == []


def test_pictures_of_a_replaced_run_are_removed(
    tmp_path: Path,
) -> None:
    derived = ("run.mp4", "walk.png", "compare_other.png", "run.csv", "run.npz")
    for name in ("run.hsm", *derived, "notes.txt"):
        (tmp_path / name).write_text("of the run before")
    with RunArtifacts(tmp_path, EarlierRun.REPLACED).run() as path:
        write_whole(path, "another run")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["notes.txt", "run.hsm"]


def test_pictures_are_kept_if_the_run_was_not_replaced(tmp_path: Path) -> None:
    for name in ("run.hsm", "run.mp4"):
        (tmp_path / name).write_text("of the run before")
    with RunArtifacts(tmp_path, EarlierRun.REPLACED).run():
        pass
    assert (tmp_path / "run.mp4").exists()


def test_pictures_in_a_folder_without_a_run_are_kept(tmp_path: Path) -> None:
    (tmp_path / "path.png").write_text("a picture of somebody else's")
    with RunArtifacts(tmp_path, EarlierRun.REPLACED).run() as path:
        write_whole(path, "a run")
    assert (tmp_path / "path.png").exists()
