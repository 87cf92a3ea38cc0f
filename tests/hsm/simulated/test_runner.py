"""`hsm run` and `hsm scenario` as a person or a machine calls them."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hsm.conftest import WALK, Hsm, call
from tests.warm import Warm


def test_a_scenario_that_passes_ends_with_zero(hsm: Hsm, walk: Path) -> None:
    done = hsm("scenario", str(walk))
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("passed  short walk: while a speed was requested: went 0.")


def test_a_scenario_that_fails_tells_its_story_and_leaves_run_and_video(
    hsm: Hsm, failing: Path
) -> None:
    text = failing.read_text()
    late = "at_s: 1.78, disturb: {push: {duration_s: 0.012, "  # no transition comes after it
    failing.write_text(text.replace("at_s: 1.5, disturb: {push: {", late))
    done = hsm("scenario", str(failing))
    assert done.returncode == 1
    assert "FAILED  short walk" in done.stdout
    assert "expectation 1 of 1" in done.stdout
    assert re.search(r"WalkDelayPhase +walk_delayed: walk 0.15 m/s", done.stdout)
    assert re.search(r"^ +1.79 +push 0.5 Ns left$", done.stdout, re.MULTILINE)
    left = {path.name for path in (failing.parent / "runs" / "short_walk").iterdir()}
    assert left == {"run.hsm", "truth.hsm", "trace.jsonl", "figure.png", "run.mp4"}


@pytest.mark.parametrize("verb", ["run", "scenario"])
def test_a_disturbance_that_never_came_fails_the_run(hsm: Hsm, tmp_path: Path, verb: str) -> None:
    """A push after a fall proves nothing about a robot that does not fall."""
    path = tmp_path / "astray.yaml"
    path.write_text(WALK.replace("at_s: 1.5", "after: fall"))
    done = hsm(verb, str(path), without=("matplotlib", "av"))
    assert done.returncode == 1
    assert (
        "entry 2 of 2 of the timeline, push after fall, was not reached: fall never occurred"
        in done.stdout
    )


def test_a_disturbance_beyond_the_end_of_the_run_is_a_mistake_of_the_file(
    hsm: Hsm, tmp_path: Path
) -> None:
    path = tmp_path / "late.yaml"
    path.write_text(WALK.replace("at_s: 1.5", "at_s: 300"))
    done = hsm("scenario", str(path))
    assert done.returncode == 1
    assert "late.yaml:10:12: timeline[1].at_s: 300 s is too late: the run lasts 1.8 s" in (
        done.stderr
    )


def test_five_mistakes_give_five_places_and_nothing_runs(
    hsm: Hsm, walk: Path, broken: Path
) -> None:
    done = hsm("scenario", str(walk), str(broken))
    places = [line for line in done.stderr.splitlines() if line.startswith(f"{broken.name}:")]
    assert done.returncode == 1
    assert done.stdout == ""
    assert [line.split(":")[1] for line in places] == list("45679")
    assert done.stderr.splitlines()[-1] == "5 errors in 1 file. Nothing was loaded."


def test_mistakes_of_several_files_come_together(hsm: Hsm, broken: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text(broken.read_text())
    done = hsm("scenario", str(broken), str(other))
    assert done.stderr.splitlines()[-1] == "10 errors in 2 files. Nothing was loaded."


@pytest.fixture(scope="module")
def ran(ready: Warm, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """Return what a run has printed, and its folder."""
    folder = tmp_path_factory.mktemp("ran")
    (folder / "walk.yaml").write_text(WALK)
    done = call(ready, folder, "run", "walk.yaml", "--seed", "3", "--robot", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, folder / "runs" / "walk"


def test_a_run_tells_every_change_with_its_reason(ran: tuple[str, Path]) -> None:
    text, folder = ran
    lines = (folder / "trace.jsonl").read_text().splitlines()[1:]
    told = re.findall(r"^ +(\d+\.\d\d)  (\w\S+) +(\w+): \S", text, re.MULTILINE)
    happened = [
        (f"{r['t']:.2f}", r["to"], r["event"])
        for r in map(json.loads, lines)
        if (r["from"], r["event"]) != ("WalkPhase.Stepping", "next_step")
    ]
    assert told == happened


def test_what_is_done_to_the_robot_is_told_too(ran: tuple[str, Path]) -> None:
    assert re.search(r"^ +1\.5\d +push 0\.5 Ns left$", ran[0], re.MULTILINE)


def test_further_steps_are_counted(ran: tuple[str, Path]) -> None:
    assert re.search(r"^ +\d+ more steps? of 0\.\d\d s$", ran[0], re.MULTILINE)


def test_every_step_is_told_if_it_is_asked_for(hsm: Hsm, walk: Path) -> None:
    text = hsm("run", str(walk), "--steps", without=("matplotlib",)).stdout
    assert text.count("next_step:") > 1
    assert "more step" not in text


def test_a_run_ends_with_its_numbers(ran: tuple[str, Path]) -> None:
    assert re.search(
        r"^while a speed was requested: went -?\d\.\d\d of 0\.\d\d m; never fell, \d+ missed "
        r"cycles, \d+\.\dx real time \(standard, robot 2, seed 3\)$",
        ran[0],
        re.MULTILINE,
    )


def test_a_run_leaves_itself_its_trace_and_a_figure(ran: tuple[str, Path]) -> None:
    names = {path.name for path in ran[1].iterdir()}
    assert names == {"run.hsm", "truth.hsm", "trace.jsonl", "figure.png"}


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(
    hsm: Hsm, walk: Path, tmp_path: Path
) -> None:
    for out, seed in (("a", "5"), ("b", "5"), ("c", "6")):
        hsm("run", str(walk), "--seed", seed, "--out", out, without=("matplotlib",))
    first, again, other = ((tmp_path / out / "trace.jsonl").read_bytes() for out in "abc")
    assert first == again
    # The first line names the seed; what counts is what the robot did.
    assert first.split(b"\n")[1:] != other.split(b"\n")[1:]


def test_an_interrupt_finishes_the_trace_and_the_summary(tmp_path: Path) -> None:
    # A shell that runs the tests in the background makes its children deaf to SIGINT.
    hear = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{hear}; from hsm.apps.main import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "run", "demo", "--out", "out"],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.readline()  # the first transition
    process.send_signal(signal.SIGINT)
    text, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors == ""
    assert re.search(r"x real time .*\ninterrupted at \d+\.\d\d s$", text, re.MULTILINE)
    assert len((tmp_path / "out" / "trace.jsonl").read_text().splitlines()) >= 2
