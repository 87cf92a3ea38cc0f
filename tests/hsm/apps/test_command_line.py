"""The words of the command: help, mistakes in them, and what it loads for nothing."""

import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hsm.apps.main import main
from hsm.apps.run import demand_no_runs
from hsm.runs.reader import read_run
from hsm.settings.loader import config_folder
from tests.hsm.conftest import Hsm

HEAVY = {"mujoco", "scipy", "matplotlib", "numpy", "transitions", "pydantic", "av"}


def shortest(code: str) -> float:
    """Return the shortest of three times that a Python process takes for some code."""
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        times.append(time.perf_counter() - begin)
    return min(times)


HELP = """
import sys
from hsm.apps.main import main
try:
    main(["--help"])
except SystemExit:
    print(*sys.modules, file=sys.stderr)
"""


def test_help_lists_every_verb(hsm: Hsm) -> None:
    text = hsm("--help").stdout
    for verb in ("demo", "run", "scenario", "explain", "check", "diagrams", "doctor", "measure"):
        assert re.search(rf"^. {verb} ", text, re.MULTILINE)


def test_help_loads_nothing_heavy() -> None:
    done = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True)
    assert HEAVY & set(done.stderr.split()) == set()


def test_help_costs_little_more_than_the_library_that_prints_it() -> None:
    assert shortest(HELP) < 4.0 * shortest("import typer, rich.table, rich.progress")


def test_a_misspelt_verb_is_answered_with_the_nearest(hsm: Hsm) -> None:
    done = hsm("dmo")
    assert done.returncode == 2
    assert "Did you mean 'demo'" in done.stderr


def test_the_help_of_a_group_shows_its_own_verbs(hsm: Hsm) -> None:
    text = hsm("measure", "--help").stdout
    for verb in ("walk", "push", "get-up", "cycle"):
        assert re.search(rf"^. {verb} ", text, re.MULTILINE)


def test_an_unknown_scenario_is_one_line_and_a_hint(hsm: Hsm) -> None:
    done = hsm("run", "walk_start")
    error, hint = done.stderr.splitlines()
    assert done.returncode == 1
    assert error == "error: unknown scenario 'walk_start'; did you mean 'walk_starts'?"
    assert hint.startswith("hint: there are ")


def test_a_file_that_is_not_there_is_no_unknown_name(hsm: Hsm) -> None:
    done = hsm("run", "nosuch.yaml")
    assert done.stderr == (
        "error: there is no file nosuch.yaml\nhint: `hsm scenario new nosuch` creates one.\n"
    )


def test_a_new_scenario_goes_where_its_name_says_and_the_command_told_plays_it(
    hsm: Hsm, tmp_path: Path
) -> None:
    for name, file in (("a.yaml", "a.yaml"), ("my kick", "my kick.yaml"), ("r/b", "r/b.yaml")):
        done = hsm("scenario", "new", name)
        assert done.returncode == 0 and done.stdout.startswith(f"{file}   (")
        assert f"name: {Path(file).stem}\n" in (tmp_path / file).read_text()
        told = re.search(r"try it: hsm (.*?);", done.stdout)
        assert told is not None and shlex.split(told[1]) == ["run", file]


def test_of_many_names_the_nearest_are_told(hsm: Hsm) -> None:
    error, hint = hsm("run", "walking_around").stderr.splitlines()
    assert "nearest are" in error + hint and len(error + hint) < 300


def test_a_word_that_is_no_choice_is_told_without_the_words_of_a_library(hsm: Hsm) -> None:
    done = hsm("kick", "show", "nope")
    assert done.returncode == 2 and "'nope' is not one of" in done.stderr
    assert "Value error" not in done.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("run", "demo", "--robot", "10"), "10 is not a number from 0 to 9"),
        (("run", "demo", "--robot", "1.5"), "1.5 is not a whole number from 0 to 9"),
        (("measure", "walk", "--forward", "nan"), "nan is not a number from -1 to 1"),
        (("ask", "walk", "fast"), "fast is not a number from -1 to 1"),
    ],
)
def test_a_number_out_of_its_range_is_told_with_both_ends(
    hsm: Hsm, words: tuple[str, ...], told: str
) -> None:
    done = hsm(*words)
    assert done.returncode == 2 and told in done.stderr


@pytest.mark.parametrize("words", ["hsm run {}", "hsm scenario {}"])
def test_a_recorded_run_is_told_to_be_no_scenario(hsm: Hsm, tmp_path: Path, words: str) -> None:
    """But the name of a scenario is one, whatever folder is there."""
    for folder in ("mine", "walk_stops"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "run.hsm").write_bytes(b"")
    for given in ("mine", "mine/run.hsm"):
        done = hsm(*words.format(given).split()[1:])
        assert done.returncode == 1
        assert done.stderr.startswith(f"error: {given}: is a recorded run, not a scenario\nhint: ")
        assert f"hsm run --replay {given} " in done.stderr
    demand_no_runs(["walk_stops", "nosuch", str(tmp_path / "walk_stops.yaml")])


def test_every_scenario_is_listed_with_what_it_shows(hsm: Hsm) -> None:
    lines = hsm("scenario", "list").stdout.splitlines()
    assert len(lines) == len(list((config_folder() / "scenarios").glob("*.yaml")))
    assert any(re.match(r"walk_stops  +\w", line) for line in lines)
    assert "would have no effect" in hsm("scenario", "list", "--seed", "1").stderr


def test_the_version_is_told_with_the_commit_of_a_checkout(hsm: Hsm) -> None:
    told = hsm("--version").stdout
    assert re.fullmatch(r"nao-hsm \d+\.\d+\.\d+, commit (unknown|[0-9a-f]{7}\+?)\n", told)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("hsm run push_f", "push_falls_and_gets_up"),
        ("hsm scenario push_f", "push_falls_and_gets_up"),
        ("hsm view --scenario stand_k", "stand_kick"),
        ("hsm run --plant wor", "worn"),
        ("hsm measure walk --plant wor", "worn"),
        ("hsm run --profile fa", "fast"),
        ("hsm motion show get_up_f", "get_up_front"),
        ("hsm measure readme --only walk-0", "walk-0.25"),
    ],
)
def test_a_shell_completes_names(
    hsm: Hsm, monkeypatch: pytest.MonkeyPatch, line: str, name: str
) -> None:
    place_in(monkeypatch, line)
    assert hsm().stdout.split() == [name]


def test_a_shell_completes_what_is_typed_to_a_process_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place_in(monkeypatch, "hsm run push_f")
    done = subprocess.run([sys.executable, "-m", "hsm"], capture_output=True, text=True)
    assert done.stdout.split() == ["push_falls_and_gets_up"]


def place_in(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """Let the environment say what a shell says that asks how the last word of a line goes on."""
    monkeypatch.setenv("_HSM_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))


def test_a_question_without_a_moment_is_told_what_it_lacks(hsm: Hsm) -> None:
    assert "give --at T or --fall" in hsm("explain", "runs/any").stderr


def test_an_unknown_plant_is_one_line_and_a_hint(hsm: Hsm, walk: Path) -> None:
    done = hsm("scenario", str(walk), "--plant", "wornn")
    assert done.returncode == 1
    assert done.stderr.startswith("error: unknown plant 'wornn'; did you mean 'worn'?\nhint: ")


def test_scenarios_of_one_name_that_fail_leave_a_folder_each(hsm: Hsm, tmp_path: Path) -> None:
    """As copies of one file have it, in which nobody changed the name."""
    text = (
        "name: mine\ndescription: Stands.\nplant: ideal\nseed: {}\nduration_s: 0.1\n"
        "timeline: []\nexpect: [{{leaf: WalkPhase}}]\n"
    )
    files = [tmp_path / f"copy{seed}.yaml" for seed in (1, 2)]
    for seed, file in enumerate(files, start=1):
        file.write_text(text.format(seed))
    done = hsm("scenario", *map(str, files), "--out", str(tmp_path / "failed"), without=("av",))
    assert done.returncode == 1, done.stderr
    for folder, seed in (("mine", 1), ("mine-2", 2)):
        assert read_run(tmp_path / "failed" / folder).header.about["seed"] == seed


def test_a_scenario_that_fails_keeps_the_run_that_was_played_before(
    hsm: Hsm, failing: Path, tmp_path: Path
) -> None:
    hsm("run", str(failing), "--out", "runs/short_walk", without=("matplotlib",))
    before = (tmp_path / "runs" / "short_walk" / "run.hsm").read_bytes()
    done = hsm("scenario", str(failing), "--seed", "5", without=("av", "matplotlib"))
    assert done.returncode == 1 and "runs/short_walk-2/run.hsm" in done.stdout
    assert (tmp_path / "runs" / "short_walk" / "run.hsm").read_bytes() == before


def test_a_scenario_shorter_than_a_cycle_is_a_mistake_and_no_defect(
    hsm: Hsm, tmp_path: Path
) -> None:
    (tmp_path / "brief.yaml").write_text(
        "name: brief\ndescription: No time.\nplant: ideal\nduration_s: 0.001\n"
        "timeline: []\nexpect: [{leaf: WalkPhase}]\n"
    )
    for verb in ("run", "scenario"):
        done = hsm(verb, str(tmp_path / "brief.yaml"), "--out", str(tmp_path / "out"))
        assert done.returncode == 1
        assert "duration_s is 0.001; expected at least one cycle of the robot" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_traceback_is_shown_on_demand(hsm: Hsm) -> None:
    assert "Traceback" in hsm("run", "nothing", "--debug").stderr


def test_doctor_says_a_line_about_everything_and_the_fix_of_what_is_missing(hsm: Hsm) -> None:
    done = hsm("doctor", without=("matplotlib",))
    assert done.returncode == 0, done.stdout
    for name in ("Python", "MuJoCo", "config", "pictures", "dot", "video", "figures", "real time"):
        assert re.search(rf"^(ok|--)  {name} +\S", done.stdout, re.MULTILINE)
    assert re.search(r"^--  figures .*\n +fix: pip install", done.stdout, re.MULTILINE)


def test_a_robot_needs_no_physics_and_the_doctor_says_so(hsm: Hsm) -> None:
    """As after `hsm robot install`, which leaves them at home."""
    done = hsm("doctor", without=("mujoco",))
    assert done.returncode == 0, done.stdout
    assert re.search(r"^--  MuJoCo .*\n +fix: pip install .* robots", done.stdout, re.MULTILINE)
    assert re.search(r"^ok  nao-hsm +\S+, (commit \S+, )?code \w{12}$", done.stdout, re.MULTILINE)


def test_check_finds_nothing_wrong(hsm: Hsm) -> None:
    done = hsm("check")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^\d+ files in \S+: no mistakes$", done.stdout, re.MULTILINE)
    assert re.search(r"^chart \w+: (\d+) of \1 properties proven$", done.stdout, re.MULTILINE)


def test_diagrams_are_current_until_one_is_another(hsm: Hsm, tmp_path: Path) -> None:
    assert hsm("diagrams", "--out", "pages").returncode == 0
    assert hsm("diagrams", "--check", "--out", "pages").returncode == 0
    (tmp_path / "pages" / "walk.dot").write_text("another")
    assert hsm("diagrams", "--check", "--out", "pages").returncode == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("robot", "run", "--dry-run", "--cycles", "5"), "only --lock-step goes with it"),
        (("measure", "fuzz", "--mutated", "0.1"), "--mutated requires --through"),
        (("run", "--replay", "run.hsm", "--profile", "normal"), "takes everything from the run"),
        (("run", "--replay", "run.hsm", "--steps"), "takes everything from the run"),
        (("measure", "defects", "--only", "knees"), "no defect matches 'knees'"),
        (("doctor", "--plant", "worn"), "--plant requires --robot or --calibration"),
        (("doctor", "--robot", "1", "--share", "0.5"), "--share requires --calibration"),
        (("measure", "push", "--lean", "10", "--impulse", "2"), "--impulse would have no effect"),
        (("measure", "walk", "--in-place", "--left", "0.1"), "--left would have no effect"),
        (("measure", "walk", "--drawn", "--turn", "1"), "--turn would have no effect"),
        (("measure", "odometry", "--fit", "--way", "2"), "--way would have no effect"),
        (("motion", "play", "wave", "--whole"), "--whole require --robots"),
        (("compare", "one", "another", "--robots", "3"), "--robots would have no effect"),
        (("scenario", "new", "mine", "--plant", "worn"), "--plant would have no effect"),
        (("scenario", "new", "mine", "--check"), "--check would have no effect"),
        (("scenario", "reference", "--out", "pages"), "--out would have no effect"),
        (("motion", "import", "a.cfg", "--report", "--force"), "--force requires --out"),
        (("motion", "record", "run.hsm", "--from", "mine"), "--from would have no effect"),
        (("measure", "goto", "--obstacle-speed", "0.2"), "--obstacle-speed would have no effect"),
        (
            ("measure", "goto", "--engine", "preview", "--pose-seen"),
            "--pose-seen would have no effect",
        ),
        (("measure", "goto", "--engine", "preview", "--no-look"), "--look would have no effect"),
        (
            ("measure", "walk", "--forward", "0.1", "--engine", "preview", "--profile", "fast"),
            "--profile would have no effect",
        ),
        (("measure", "push", "--engine", "preview", "--profile", "fast"), "--profile would have"),
        (
            ("measure", "endurance", "--impulse", "0", "--every", "9"),
            "--every would have no effect",
        ),
        (("measure", "get-up", "--profile", "fast"), "--profile would have no effect"),
        (("measure", "limits", "--only", "push_left_ns", "--hold", "9"), "--hold would have"),
        (("measure", "readme", "--render", "--only", "turn"), "--only would have no effect"),
        (("measure", "readme", "--render", "--write"), "give one"),
    ],
    ids=lambda item: " ".join(item[:2]) if isinstance(item, tuple) else "",
)
def test_an_option_that_would_go_unheeded_is_refused(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(list(words))
    assert left.value.code == 2
    assert told in " ".join(capsys.readouterr().err.replace("│", " ").split())
