"""Every command ends with one sentence and its exit code, whatever fails around it."""

import inspect
import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copy, rmtree
from typing import Any, get_type_hints

import pytest
from typer.testing import CliRunner

from hsm.apps.main import app, main
from tests.hsm.apps.every_verb import EXAMPLES, RESULT_OPTIONS, verbs, words_of
from tests.project.syntax import ROOT, sources
from tests.warm import LIBRARIES, LONGEST, Call, Ended, Warm, warm

VERBS = verbs()
CAMPAIGNS = [verb for verb, example in EXAMPLES.items() if "--jobs" in example.words]
QUICK = [verb for verb, example in EXAMPLES.items() if example.quick]
TELLING = [verb for verb in QUICK if EXAMPLES[verb].ending not in (".png", ".mp4")]
LEAVING = [verb for verb, example in EXAMPLES.items() if example.leaves_a_result]
FIGURES = {"kick plot", "motion plot", "plot walk"}
"""Verbs that save a figure as `plot path` does; drawing it takes long."""
IRREGULAR = Path(__file__).parents[2] / "motions/keyframes/interchange/irregular.cfg"
SHORT = """\
name: short
description: Stands and is about to walk.
plant: ideal
robot: 0
seed: 1
start: {posture: standing, state: Stand.Normal}
duration_s: 0.1
timeline:
  - {at_s: 0, request: {motion: walk, forward_mm_per_s: 150}}
expect:
  - {event: walk_delayed}
"""
NOD = """\
stiffness_percent: {head: 60, arms: 60, legs: 100}
interpolation: linear
keyframes:
  - {label: nod, duration_ms: 50, angles_deg: {head: [0, 5]}}
"""


@pytest.fixture(scope="session")
def without_physics() -> Iterator[Warm]:
    with warm(*LIBRARIES, "hsm.control.assembly", "hsm.chart") as process:
        yield process


@pytest.fixture(scope="session")
def inputs(ready: Warm, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the inputs of the verbs: scenarios, a run, a team's motions."""
    folder = tmp_path_factory.mktemp("inputs")
    (folder / "walk.yaml").write_text(SHORT)
    (folder / "failing.yaml").write_text(SHORT.replace("walk_delayed", "fall"))
    (folder / "longer.yaml").write_text(
        SHORT.replace("_s: 0.1", "_s: 3").replace("seed: 1", "seed: 2")
    )
    (folder / "nods/blocks").mkdir(parents=True)
    (folder / "nods/blocks/nod.yaml").write_text(NOD)
    (folder / "nao_hsm.whl").touch()
    copy(IRREGULAR, folder)
    for words in (
        "run walk.yaml --out run",
        "run longer.yaml --out walked",
        "motion import irregular.cfg --out team",
    ):
        here = Call(words.split(), str(folder), dict(os.environ), without=("matplotlib",))
        done = ready.run(here)
        assert done.code == 0, done.stderr
    return folder


@dataclass
class Place:
    """An empty working directory for a command, and an empty folder for its temporary files."""

    folder: Path
    passing: Path

    def call(self, words: list[str], **changes: Any) -> Call:
        environment = {**os.environ, "TMPDIR": str(self.passing), **changes.pop("environment", {})}
        return replace(Call(words, str(self.folder), environment), **changes)

    def left(self) -> set[str]:
        """Return all files left in the working directory and the temporary folder."""
        files = {str(path.relative_to(self.folder)) for path in self.folder.rglob("*")}
        return files | {str(path) for path in self.passing.iterdir()}

    def clear(self) -> None:
        """Remove all files from the working directory."""
        for path in self.folder.iterdir():
            rmtree(path) if path.is_dir() else path.unlink()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    passing = Path(tempfile.mkdtemp())  # a short path: worker processes create a socket in it
    yield Place(tmp_path, passing)
    rmtree(passing)


@pytest.fixture
def refused(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Callable[[list[str]], Ended]]:
    """Yield a function that runs a command in this process, as it ends before its work."""
    monkeypatch.chdir(place.folder)
    monkeypatch.setattr(tempfile, "tempdir", str(place.passing))

    def give_up(*_: object) -> None:
        raise TimeoutError("the command works, instead of being refused")

    def run(words: list[str]) -> Ended:
        with pytest.raises(SystemExit) as left:
            main(words)
        assert isinstance(left.value.code, int)
        return Ended(left.value.code, *capsys.readouterr())

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(LONGEST)
    yield run
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def demand_told(done: Ended, code: int = 1) -> str:
    """Return the single error sentence of a command; a hint may follow it."""
    assert done.code == code, done
    for noise in ("Traceback", "Exception", "Error"):
        assert noise not in done.stderr
    (sentence,) = (line for line in done.stderr.splitlines() if line.startswith("error: "))
    below = done.stderr.partition(sentence)[2].splitlines()[1:]
    assert [line.partition(" ")[0] for line in below] in ([], ["hint:"]), done.stderr
    return sentence


def test_every_verb_has_an_example_with_its_result_options_and_jobs() -> None:
    assert set(EXAMPLES) == set(VERBS)
    for verb, command in VERBS.items():
        hints = get_type_hints(inspect.unwrap(command.callback))
        ways = {f"--{name}" for name in RESULT_OPTIONS if hints.get(name) in (Path, Path | None)}
        assert ways <= set(EXAMPLES[verb].words), verb
        # `measure readme` runs the other verbs and writes into a checkout.
        assert ("jobs" in hints) == (verb in (*CAMPAIGNS, "measure readme")), verb


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("verb", [v for v in VERBS if EXAMPLES[v].alone and not EXAMPLES[v].brief])
def test_a_signal_ends_a_verb_with_one_sentence_and_no_partial_files(
    verb: str, number: signal.Signals, ready: Warm, inputs: Path, place: Place
) -> None:
    words = words_of(verb, inputs, place.folder / f"result{EXAMPLES[verb].ending}")
    for after in (0.015, 0.01, 0.005, 0.03):  # a fast computer finishes some verbs within 15 ms
        done = ready.run(place.call(words, stopped_by=number, after=after))
        if done.code not in (0, -number):  # finished, or killed while Python was exiting
            break
        place.clear()
    assert done.code == 128 + number, done
    assert done.stderr in (f"error: stopped by {number.name}\n", "")
    assert done.stderr or "interrupted at" in done.stdout
    assert not [name for name in place.left() if Path(name).name.startswith(".")]
    assert {name.partition("/")[0] for name in place.left()} <= {"result"}


@pytest.mark.parametrize("verb", CAMPAIGNS)
def test_a_killed_worker_is_reported(verb: str, ready: Warm, inputs: Path, place: Place) -> None:
    words = words_of(verb, inputs, place.folder / f"result{EXAMPLES[verb].ending}")
    two = [
        "--jobs",
        "2",
        *(["--seeds", "2"] if "--seeds" in words else []),
        *(["--robot", "1"] if "plant" in words else []),
    ]
    done = ready.run(place.call([*words, *two], lose_workers=True))
    assert "worker processes was killed" in demand_told(done)
    assert place.left() == set()


@pytest.mark.parametrize("verb", LEAVING)
def test_an_unwritable_result_is_refused_before_the_work(
    verb: str, refused: Callable[[list[str]], Ended], inputs: Path, place: Place
) -> None:
    ending = EXAMPLES[verb].ending
    taken, file = place.folder / f"taken{ending}", place.folder / "file"
    if ending:
        taken.mkdir()
    else:
        taken.touch()
    file.touch()
    for result in (taken, file / f"below{ending}", Path(f"/proc/nothing{ending}")):
        assert str(result) in demand_told(refused(words_of(verb, inputs, result)))
    assert place.left() == {taken.name, "file"}


def test_every_figure_is_saved_by_the_same_function() -> None:
    saving = [path for path in sources("hsm") if ".savefig(" in path.read_text()]
    # The other one writes into memory.
    assert saving == [ROOT / "hsm/pictures/saving.py", ROOT / "hsm/playing.py"]


@pytest.mark.parametrize("verb", [v for v in LEAVING if v not in FIGURES.union(CAMPAIGNS)])
def test_a_full_disk_leaves_nothing_half_written(
    verb: str, ready: Warm, inputs: Path, place: Place
) -> None:
    result = place.folder / f"result{EXAMPLES[verb].ending}"
    done = ready.run(place.call(words_of(verb, inputs, result), no_space=True))
    assert "File too large" in demand_told(done)
    assert [path for path in place.folder.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("verb", TELLING)
def test_a_full_standard_output_is_reported(
    verb: str, ready: Warm, inputs: Path, place: Place
) -> None:
    words = words_of(verb, inputs, place.folder / f"result{EXAMPLES[verb].ending}")
    done = ready.run(place.call(words, stdout="/dev/full"))
    assert "No space left on device" in demand_told(done)


def test_the_help_of_every_verb_is_printed_on_an_ascii_terminal() -> None:
    terminal = CliRunner(charset="ascii")
    helps = {
        verb: terminal.invoke(app, [*verb.split(), "--help"], prog_name="hsm") for verb in VERBS
    }
    unprinted = {verb: done.exception for verb, done in helps.items() if done.exit_code}
    assert unprinted == {}
    assert [verb for verb, done in helps.items() if f"hsm {verb}" not in done.stdout] == []


@pytest.mark.parametrize("verb", QUICK)
def test_a_verb_works_on_an_ascii_terminal_without_a_home_into_a_new_folder(
    verb: str, ready: Warm, inputs: Path, place: Place
) -> None:
    result = place.folder / "new" / f"result{EXAMPLES[verb].ending}"
    home = {"HOME": "/dev/null/nobody", "LC_ALL": "C"}
    done = ready.run(place.call(words_of(verb, inputs, result), encoding="ascii", environment=home))
    assert done.code == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert result.exists() == EXAMPLES[verb].leaves_a_result
    assert {name.partition("/")[0] for name in place.left()} <= {"new"}


@pytest.mark.parametrize("verb", [verb for verb in VERBS if EXAMPLES[verb].physics])
def test_an_unusable_opengl_backend_is_reported(
    verb: str, without_physics: Warm, inputs: Path, place: Place
) -> None:
    words = words_of(verb, inputs, place.folder / f"result{EXAMPLES[verb].ending}")
    done = without_physics.run(place.call(words, environment={"MUJOCO_GL": "nothing"}))
    assert "while MUJOCO_GL is 'nothing'" in demand_told(done)
    assert place.left() == set()


@pytest.mark.parametrize("verb", [verb for verb in VERBS if " " not in verb])
def test_the_help_of_a_verb_without_subcommands_needs_no_physics(
    verb: str, without_physics: Warm, place: Place
) -> None:
    done = without_physics.run(place.call([verb, "--help"], without=("mujoco",)))
    assert done.code == 0 and f"hsm {verb}" in done.stdout


def test_two_runs_are_compared_without_physics_but_not_drawn(
    without_physics: Warm, inputs: Path, place: Place
) -> None:
    words = ["compare", f"{inputs}/run", f"{inputs}/walked"]
    done = without_physics.run(place.call(words, without=("mujoco",)))
    assert (done.code, done.stderr) == (0, "")
    assert "they diverge at" in done.stdout and "no figure: MuJoCo" in done.stdout


def test_the_doctor_reports_an_unusable_opengl_backend(without_physics: Warm, place: Place) -> None:
    done = without_physics.run(place.call(["doctor"], environment={"MUJOCO_GL": "nothing"}))
    assert (done.code, done.stderr) == (1, "")
    assert "while MUJOCO_GL is 'nothing'" in done.stdout
    assert "fix: unset MUJOCO_GL" in done.stdout


_OUR_MODEL = {
    "measure readme": "the README has figures of our own model",
    "measure naoqi": "programs move our own robot",
    "measure drive": "the robot is a base of config/bases",
    "measure plan": "steps are executed exactly, without a robot",
    "measure defects": "defects are judged on our own plants",
    "measure link": "the robot is served by `hsm serve lola`, which has our own",
    "measure crash": "the robot is served by `hsm serve lola`, which has our own",
    "measure follow": "steps are executed exactly, without a robot",
}


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb.startswith("measure ")])
def test_a_measure_accepts_a_foreign_model_or_says_why_not(
    verb: str, refused: Callable[[list[str]], Ended], inputs: Path, place: Place
) -> None:
    words = words_of(verb, inputs, place.folder / f"result{EXAMPLES[verb].ending}")
    done = refused([*words, "--model", str(place.folder / "nowhere.xml")])
    told = " ".join(done.stderr.replace("\u2502", " ").split())
    if verb in _OUR_MODEL:
        assert done.code == 2
        assert f"--model is not supported here: {_OUR_MODEL[verb]}" in told
    else:
        assert demand_told(done, 2) == (
            "error: --model FILE.xml and --joint-map FILE.yaml belong together: give both"
        )
    assert place.left() == set()
