"""Output paths are checked before the work starts, and results are written atomically."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from hsm.output_files import (
    ResultError,
    demand_file,
    demand_folder,
    lead_to_latest,
    whole_file,
    whole_folder,
    write_whole,
)


def names(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def test_a_missing_folder_is_accepted_and_not_created_yet(tmp_path: Path) -> None:
    demand_folder(tmp_path / "a" / "b")
    demand_file(tmp_path / "a" / "b.png")
    assert names(tmp_path) == set()


def test_paths_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for demand, path, why in (
        (demand_folder, file, "is a file"),
        (demand_folder, file / "x", "lies below the file"),
        (demand_file, file / "x" / "y.png", "lies below the file"),
        (demand_file, tmp_path, "is a folder"),
        (demand_file, Path("/dev/full"), "is not a regular file"),
        (demand_folder, Path("/proc/1"), "nothing can be written"),
    ):
        with pytest.raises(ResultError, match=why) as caught:
            demand(path)
        assert caught.value.path == path
        assert str(caught.value).startswith(f"{path}: ")


def test_the_hint_of_a_place_that_cannot_be_written_names_the_option_for_another(
    tmp_path: Path,
) -> None:
    file = tmp_path / "file"
    file.touch()
    below = file / "x" / "y"
    elsewhere = "or run the command in a folder of your own."

    def hint(demand: Callable[..., None], *option: str) -> str:
        with pytest.raises(ResultError) as caught:
            demand(below, *option)
        return caught.value.hint

    assert hint(demand_folder) == f"give --out DIR, {elsewhere}"
    assert hint(demand_file) == f"give --out FILE, {elsewhere}"
    assert hint(demand_folder, "--record DIR") == f"give --record DIR, {elsewhere}"
    assert hint(demand_folder, "") == ""


def test_a_link_to_itself_is_refused_with_advice(tmp_path: Path) -> None:
    loop = tmp_path / "result.json"
    loop.symlink_to(loop.name)
    with pytest.raises(ResultError, match="leads to itself; remove it"):
        demand_file(loop)


def test_the_link_to_the_latest_result_replaces_a_left_over_temporary_link(
    tmp_path: Path,
) -> None:
    place = tmp_path / "run-2"
    place.mkdir()
    (tmp_path / f".latest-{os.getpid()}").symlink_to("run-1")
    assert lead_to_latest(place)
    assert (tmp_path / "latest").resolve() == place


def test_writing_through_a_symbolic_link_keeps_the_link(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("real.txt")
    write_whole(tmp_path / "link.txt", "new")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_the_old_file_stays_until_the_new_one_is_complete(
    tmp_path: Path, error: type[BaseException]
) -> None:
    place = tmp_path / "result.txt"
    place.write_text("old")
    with pytest.raises(error), whole_file(place) as new:
        new.write_text("half")
        assert place.read_text() == "old"
        raise error
    assert (place.read_text(), names(tmp_path)) == ("old", {"result.txt"})


def test_a_full_disk_is_reported_with_the_path_of_the_result(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match=r"deep/result\.txt: cannot be written: No space"):
        with whole_file(tmp_path / "deep" / "result.txt"):
            with open("/dev/full", "w") as full:
                full.write("x")
    assert names(tmp_path) == set()


def test_a_folder_is_updated_atomically_and_keeps_its_other_files(tmp_path: Path) -> None:
    place = tmp_path / "motions"
    write_whole(place / "blocks" / "a.yaml", "old a")
    write_whole(place / "notes.txt", "mine")
    with pytest.raises(ZeroDivisionError), whole_folder(place) as new:
        write_whole(new / "blocks" / "a.yaml", "new a")
        _ = 1 / 0
    assert (place / "blocks" / "a.yaml").read_text() == "old a"
    with whole_folder(place) as new:
        write_whole(new / "blocks" / "a.yaml", "new a")
        (new / "empty").mkdir()
    assert (place / "blocks" / "a.yaml").read_text() == "new a"
    assert names(place) == {"blocks", "blocks/a.yaml", "notes.txt", "empty"}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine"
    file.touch(0o444)
    with pytest.raises(ResultError, match="is not writable"):
        demand_file(file)
