"""`hsm run` and `hsm scenario` on the command line."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hsm.conftest import WALK, Hsm, call
from tests.warm import Warm


def test_a_scenario_that_passes_exits_with_zero(hsm: Hsm, walk: Path) -> None:
    done = hsm("scenario", str(walk))
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith(
        f"passed  {walk} (short walk): while a speed was requested: went 0."
    )


def test_a_failed_scenario_prints_its_transitions_and_keeps_run_and_video(
    hsm: Hsm, failing: Path
) -> None:
    text = failing.read_text()
    late = "at_s: 0.98, disturb: {push: {duration_s: 0.012, "  # no transition follows
    text = text.replace("at_s: 1.5, disturb: {push: {", late)
    failing.write_text(text.replace("duration_s: 1.8", "duration_s: 1.0"))  # a film takes time
    done = hsm("scenario", str(failing))
    assert done.returncode == 1
    assert f"FAILED  {failing} (short walk): " in done.stdout
    assert "expectation 1 of 1" in done.stdout
    assert re.search(r"WalkDelayPhase +walk_delayed: walk 0.15 m/s", done.stdout)
    assert re.search(r"^ +0.98 +push 0.5 Ns left$", done.stdout, re.MULTILINE)
    left = {path.name for path in (failing.parent / "runs" / "short_walk").iterdir()}
    assert left == {"run.hsm", "truth.hsm", "trace.jsonl", "figure.png", "run.mp4"}


@pytest.mark.parametrize("verb", ["run", "scenario"])
def test_a_disturbance_that_was_never_reached_fails_the_run(
    hsm: Hsm, tmp_path: Path, verb: str
) -> None:
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


def test_five_mistakes_are_reported_with_five_places_and_nothing_runs(
    hsm: Hsm, broken: Path
) -> None:
    done = hsm("scenario", str(broken))
    places = [line for line in done.stderr.splitlines() if line.startswith(f"{broken.name}:")]
    assert done.returncode == 1
    assert done.stdout == ""
    assert [line.split(":")[1] for line in places] == list("45679")
    assert done.stderr.splitlines()[-1] == "5 errors in 1 file. Nothing was loaded."


def test_a_broken_file_among_several_is_reported_and_the_others_are_played(
    hsm: Hsm, walk: Path, broken: Path
) -> None:
    done = hsm("scenario", str(broken), "nosuch.yaml", str(walk))
    assert done.returncode == 1
    assert f"{broken.name}:4:8: robot: " in done.stderr
    assert "error: there is no file nosuch.yaml\n" in done.stderr
    first, second, third, total = done.stdout.splitlines()
    assert first == f"FAILED  {broken}: not played, see its error"
    assert second == "FAILED  nosuch.yaml: not played, see its error"
    assert third.startswith(f"passed  {walk} (short walk): ") and total == "1 of 3 passed"


def test_a_verdict_is_printed_even_if_nothing_can_be_saved(
    hsm: Hsm, walk: Path, failing: Path, tmp_path: Path
) -> None:
    (tmp_path / "runs").touch()
    done = hsm("scenario", str(walk), "--out", "runs")
    assert done.returncode == 0, done.stderr
    done = hsm("scenario", str(failing), str(walk), "--out", "runs")
    assert done.returncode == 1
    assert done.stdout.startswith("FAILED  ") and "expectation 1 of 1" in done.stdout
    assert "\npassed  " in done.stdout and done.stdout.endswith("\n1 of 2 passed\n")
    assert done.stderr == (
        "error: runs/short_walk: lies below the file runs, but a folder is needed\n"
        "hint: give --out DIR, or run the command in a folder of your own.\n"
    )


@pytest.fixture(scope="module")
def ran(ready: Warm, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """Return the output of a run and its folder."""
    folder = tmp_path_factory.mktemp("ran")
    (folder / "walk.yaml").write_text(WALK)
    done = call(ready, folder, "run", "walk.yaml", "--seed", "3", "--robot", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, folder / "runs" / "walk"


def test_a_run_prints_every_transition_with_its_reason(ran: tuple[str, Path]) -> None:
    text, folder = ran
    lines = (folder / "trace.jsonl").read_text().splitlines()[1:]
    told = re.findall(r"^ +(\d+\.\d\d)  (\w\S+) +(\w+): \S", text, re.MULTILINE)
    happened = [
        (f"{r['t']:.2f}", r["to"], r["event"])
        for r in map(json.loads, lines)
        if (r["from"], r["event"]) != ("WalkPhase.Stepping", "next_step")
    ]
    assert told == happened


def test_a_run_prints_the_disturbances_too(ran: tuple[str, Path]) -> None:
    assert re.search(r"^ +1\.5\d +push 0\.5 Ns left$", ran[0], re.MULTILINE)


def test_further_steps_are_counted(ran: tuple[str, Path]) -> None:
    assert re.search(r"^ +\d+ more steps? of 0\.\d\d s$", ran[0], re.MULTILINE)


def test_every_step_is_printed_on_request(hsm: Hsm, walk: Path) -> None:
    text = hsm("run", str(walk), "--steps", without=("matplotlib",)).stdout
    assert text.count("next_step:") > 1
    assert "more step" not in text


def test_a_run_ends_with_a_summary(ran: tuple[str, Path]) -> None:
    assert re.search(
        r"^while a speed was requested: went -?\d\.\d\d of 0\.\d\d m; never fell, \d+ missed "
        r"cycles, \d+\.\dx real time \(standard, robot 2, seed 3\)$",
        ran[0],
        re.MULTILINE,
    )


def test_a_run_writes_log_truth_trace_and_figure(ran: tuple[str, Path]) -> None:
    names = {path.name for path in ran[1].iterdir()}
    assert names == {"run.hsm", "truth.hsm", "trace.jsonl", "figure.png"}


def test_the_same_seed_gives_an_identical_trace_and_another_seed_another(
    ran: tuple[str, Path], hsm: Hsm, walk: Path, tmp_path: Path
) -> None:
    for seed in ("3", "6"):
        words = ("run", str(walk), "--robot", "2", "--seed", seed, "--out", seed)
        assert hsm(*words, without=("matplotlib",)).returncode == 0
    folders = (ran[1], tmp_path / "3", tmp_path / "6")
    first, again, other = ((folder / "trace.jsonl").read_bytes() for folder in folders)
    assert first == again
    # The first line names the seed and differs in any case.
    assert first.split(b"\n")[1:] != other.split(b"\n")[1:]


def test_an_interrupted_run_still_writes_its_trace_and_summary(tmp_path: Path) -> None:
    # Children of tests in the background of a shell would ignore SIGINT.
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
