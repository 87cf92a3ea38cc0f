"""`hsm demo` on a short scenario: its files, with and without the optional packages."""

import re
import struct
from pathlib import Path

import graphviz
import pytest

from hsm.apps.main import main
from hsm.pictures import overview
from hsm.pictures.run_artifacts import RunArtifacts
from tests.hsm.conftest import Hsm


@pytest.fixture
def brief(tmp_path: Path) -> Path:
    """Return the path of a scenario of some cycles, too short for a picture of a motion."""
    path = tmp_path / "brief.yaml"
    path.write_text(
        "name: brief\ndescription: Stands.\nplant: ideal\nduration_s: 0.1\n"
        "timeline: []\nexpect: []\n"
    )
    return path


def png_size(path: Path) -> tuple[int, int]:
    """Return the width and height of a PNG from its header, pixels."""
    head = path.read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def test_a_demonstration_writes_video_pictures_diagram_and_trace(
    hsm: Hsm, walk: Path, tmp_path: Path
) -> None:
    done = hsm("demo", "--scenario", str(walk), "--out", "shown")
    assert done.returncode == 0, done.stdout + done.stderr
    folder = tmp_path / "shown"
    names = {"run.hsm", "run.mp4", "strip.png", "figure.png", "overview.svg", "trace.jsonl"}
    assert {path.name for path in folder.iterdir()} == names | {"truth.hsm"}
    assert all(f"shown/{name}" in done.stdout for name in names)
    assert (folder / "run.mp4").read_bytes()[4:8] == b"ftyp"
    assert png_size(folder / "strip.png")[1] >= 300
    assert png_size(folder / "figure.png")[0] >= 900
    assert "<svg" in (folder / "overview.svg").read_text()


def test_without_the_optional_packages_it_runs_and_reports_what_is_missing(
    hsm: Hsm, brief: Path, tmp_path: Path
) -> None:
    done = hsm("demo", "--scenario", str(brief), "--out", "shown", without=("av", "matplotlib"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^no figure: matplotlib .*fix: pip install", done.stdout, re.MULTILINE)
    assert re.search(r"^no video: PyAV .*fix: pip install", done.stdout, re.MULTILINE)
    left = {path.name for path in (tmp_path / "shown").iterdir()}
    assert {"trace.jsonl", "overview.svg"} <= left
    assert not left & {"run.mp4", "figure.png"}


def test_only_an_earlier_demonstration_in_the_default_folder_is_replaced(
    hsm: Hsm, brief: Path, tmp_path: Path
) -> None:
    words = ("demo", "--scenario", str(brief))
    for name in ("kept", "demo"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "run.hsm").write_text("mine")
    for more in (("--out", "kept"), ()):
        refused = hsm(*words, *more)
        assert refused.returncode == 1 and "--force replaces it" in refused.stderr
    (tmp_path / "demo" / "overview.svg").touch()  # marks the folder of a demonstration
    assert hsm(*words, without=("av", "matplotlib")).returncode == 0
    assert (tmp_path / "demo" / "run.hsm").read_bytes() != b"mine"
    assert (tmp_path / "kept" / "run.hsm").read_text() == "mine"


def test_a_demonstration_without_graphviz_is_replaced_by_the_next_too(
    brief: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_dot(text: str) -> str:
        raise graphviz.ExecutableNotFound(["dot"])

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(overview, "picture", no_dot)
    for name in ("figure", "film"):  # these are slow
        monkeypatch.setattr(RunArtifacts, name, lambda *_, **__: None)
    for _ in range(2):
        with pytest.raises(SystemExit, match="^0$"):
            main(["demo", "--scenario", str(brief)])
    assert (tmp_path / "demo" / "overview.mmd").exists()
