"""The command line: help, completion, invalid arguments, and import time."""

import re
import shlex
import subprocess
import sys
import time
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from hsm.apps.main import LAZY_VERBS, app, main
from hsm.apps.run import demand_no_runs
from hsm.chart.drawing import write
from hsm.runs.reader import read_run
from hsm.settings.loader import config_folder
from tests.hsm.apps.every_verb import verbs
from tests.hsm.conftest import Hsm

HEAVY = {"mujoco", "scipy", "matplotlib", "numpy", "transitions", "pydantic", "av"}


def shortest(code: str) -> float:
    """Return the shortest of three run times of some code in a new Python process, s."""
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


def test_no_word_of_a_help_is_cut_off_in_a_terminal_of_80_columns() -> None:
    runner = CliRunner(env={"COLUMNS": "80"})
    cut = [verb for verb in verbs() if "…" in runner.invoke(app, [*verb.split(), "--help"]).output]
    assert not cut


@pytest.mark.parametrize("verb", ["demo", "export", "explain", "compare", "diagrams", "doctor"])
def test_the_list_of_verbs_describes_a_verb_as_its_own_help_does(verb: str) -> None:
    listed = next(command for command in app.registered_commands if command.name == verb)
    own = typer.main.get_command(import_module(LAZY_VERBS[verb]).app)
    assert own.help is not None
    assert listed.help == " ".join(own.help.partition("\n\n")[0].split())


def test_help_imports_no_heavy_library() -> None:
    done = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True)
    assert HEAVY & set(done.stderr.split()) == set()


def test_help_takes_less_than_four_times_as_long_as_importing_typer() -> None:
    assert shortest(HELP) < 4.0 * shortest("import typer, rich.table, rich.progress")


def test_a_misspelt_verb_is_refused_with_the_nearest(hsm: Hsm) -> None:
    done = hsm("dmo")
    assert done.returncode == 2
    assert "Did you mean 'demo'" in done.stderr


def test_the_help_of_a_group_shows_its_own_verbs(hsm: Hsm) -> None:
    text = hsm("measure", "--help").stdout
    for verb in ("walk", "push", "get-up", "cycle"):
        assert re.search(rf"^. {verb} ", text, re.MULTILINE)


def test_an_unknown_scenario_is_reported_in_one_line_and_a_hint(hsm: Hsm) -> None:
    done = hsm("run", "walk_start")
    error, hint = done.stderr.splitlines()
    assert done.returncode == 1
    assert error == "error: unknown scenario 'walk_start'; did you mean 'walk_starts'?"
    assert hint.startswith("hint: there are ")


def test_a_missing_file_is_not_reported_as_an_unknown_name(hsm: Hsm, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").touch()
    for name, hint in (
        ("nosuch.yaml", "`hsm scenario new nosuch` creates nosuch.yaml."),
        ("runs/nosuch", "`hsm scenario new runs/nosuch` creates runs/nosuch.yaml."),
        ("mine.yml", "There is mine.yaml."),
        ("mine", "There is mine.yaml."),
    ):
        assert hsm("run", name).stderr == f"error: there is no file {name}\nhint: {hint}\n"


def test_a_new_scenario_is_written_to_its_name_and_the_printed_command_plays_it(
    hsm: Hsm, tmp_path: Path
) -> None:
    for name, file in (("a.yaml", "a.yaml"), ("my kick", "my kick.yaml"), ("r/b", "r/b.yaml")):
        done = hsm("scenario", "new", name)
        assert done.returncode == 0 and done.stdout.startswith(f"{file}   (")
        assert f'name: "{Path(file).stem}"\n' in (tmp_path / file).read_text()
        told = re.search(r"try it: hsm (.*?);", done.stdout)
        assert told is not None and shlex.split(told[1]) == ["run", file]


def test_of_many_names_only_the_nearest_are_listed(hsm: Hsm) -> None:
    error, hint = hsm("run", "walking_around").stderr.splitlines()
    assert "nearest are" in error + hint and len(error + hint) < 300


def test_of_many_scenarios_the_hint_names_the_command_that_lists_them(hsm: Hsm) -> None:
    for name in ("zzz", "push_fals"):
        hint = hsm("run", name).stderr.splitlines()[1]
        assert re.match(r"hint: there are \d+; `hsm scenario list` lists them\.", hint), hint


def test_an_invalid_choice_is_reported_without_pydantics_wording(hsm: Hsm) -> None:
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
def test_a_number_out_of_range_is_reported_with_both_ends(
    hsm: Hsm, words: tuple[str, ...], told: str
) -> None:
    done = hsm(*words)
    assert done.returncode == 2 and told in done.stderr


@pytest.mark.parametrize("words", ["hsm run {}", "hsm scenario {}"])
def test_a_recorded_run_given_as_a_scenario_is_refused_with_the_right_command(
    hsm: Hsm, tmp_path: Path, words: str
) -> None:
    """The name of a scenario is accepted even if a folder of that name exists."""
    for folder in ("mine", "walk_stops"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "run.hsm").write_bytes(b"")
    for given in ("mine", "mine/run.hsm"):
        done = hsm(*words.format(given).split()[1:])
        assert done.returncode == 1
        assert done.stderr.startswith(f"error: {given}: is a recorded run, not a scenario\nhint: ")
        assert f"hsm run --replay {given} " in done.stderr
    demand_no_runs(["walk_stops", "nosuch", str(tmp_path / "walk_stops.yaml")])


def test_every_scenario_is_listed_with_its_description(hsm: Hsm) -> None:
    lines = hsm("scenario", "list").stdout.splitlines()
    assert len(lines) == len(list((config_folder() / "scenarios").glob("*.yaml")))
    assert any(re.match(r"walk_stops  +\w", line) for line in lines)
    assert "would have no effect" in hsm("scenario", "list", "--seed", "1").stderr


def test_the_version_includes_the_commit_of_a_checkout(hsm: Hsm) -> None:
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


def test_a_shell_completes_names_through_a_new_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place_in(monkeypatch, "hsm run push_f")
    done = subprocess.run([sys.executable, "-m", "hsm"], capture_output=True, text=True)
    assert done.stdout.split() == ["push_falls_and_gets_up"]


def place_in(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """Set the environment of a shell that asks to complete the last word of a line."""
    monkeypatch.setenv("_HSM_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))


def test_explain_without_a_time_is_refused_with_the_options_to_give(hsm: Hsm) -> None:
    assert "give --at T or --fall" in hsm("explain", "runs/any").stderr


def test_an_unknown_plant_is_reported_in_one_line_and_a_hint(hsm: Hsm, walk: Path) -> None:
    done = hsm("scenario", str(walk), "--plant", "wornn")
    assert done.returncode == 1
    assert done.stderr.startswith("error: unknown plant 'wornn'; did you mean 'worn'?\nhint: ")


def test_failed_scenarios_of_the_same_name_get_a_folder_each(hsm: Hsm, tmp_path: Path) -> None:
    """Copies of a scenario file often keep its name."""
    text = (
        "name: mine\ndescription: Stands.\nplant: ideal\nseed: {}\nduration_s: 0.1\n"
        "timeline: []\nexpect: [{{leaf: WalkPhase}}]\n"
    )
    files = [tmp_path / f"copy{seed}.yaml" for seed in (1, 2)]
    for seed, file in enumerate(files, start=1):
        file.write_text(text.format(seed))
    words = ("scenario", *map(str, files), "--out", str(tmp_path / "failed"))
    done = hsm(*words, without=("av", "matplotlib"))
    assert done.returncode == 1, done.stderr
    for folder, seed in (("mine", 1), ("mine-2", 2)):
        assert read_run(tmp_path / "failed" / folder).header.about["seed"] == seed


def test_a_failed_scenario_keeps_the_run_recorded_before(
    hsm: Hsm, failing: Path, tmp_path: Path
) -> None:
    hsm("run", str(failing), "--out", "runs/short_walk", without=("matplotlib",))
    before = (tmp_path / "runs" / "short_walk" / "run.hsm").read_bytes()
    done = hsm("scenario", str(failing), "--seed", "5", without=("av", "matplotlib"))
    assert done.returncode == 1 and "runs/short_walk-2/run.hsm" in done.stdout
    assert (tmp_path / "runs" / "short_walk" / "run.hsm").read_bytes() == before


def test_a_scenario_shorter_than_a_cycle_is_a_mistake_of_the_file(hsm: Hsm, tmp_path: Path) -> None:
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


def test_doctor_prints_a_line_per_component_and_the_fix_of_a_missing_one(hsm: Hsm) -> None:
    done = hsm("doctor", without=("matplotlib",))
    assert done.returncode == 0, done.stdout
    for name in ("Python", "MuJoCo", "config", "pictures", "dot", "video", "figures", "real time"):
        assert re.search(rf"^(ok|--)  {name} +\S", done.stdout, re.MULTILINE)
    assert re.search(r"^--  figures .*\n +fix: pip install", done.stdout, re.MULTILINE)


def test_doctor_accepts_a_robot_without_mujoco(hsm: Hsm) -> None:
    """`hsm robot install` does not install it."""
    done = hsm("doctor", without=("mujoco",))
    assert done.returncode == 0, done.stdout
    assert re.search(r"^--  MuJoCo .*\n +fix: pip install .* robots", done.stdout, re.MULTILINE)
    assert re.search(r"^ok  nao-hsm +\S+, (commit \S+, )?code \w{12}$", done.stdout, re.MULTILINE)


def test_check_finds_no_mistake(hsm: Hsm) -> None:
    done = hsm("check")
    assert done.returncode == 0, done.stdout + done.stderr
    folder = re.escape(str(config_folder()))
    assert re.search(rf"^\d+ files in {folder}: no mistakes$", done.stdout, re.MULTILINE)
    assert re.search(r"^chart \w+: (\d+) of \1 properties proven$", done.stdout, re.MULTILINE)


def test_diagrams_are_up_to_date_until_one_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ended(*words: str) -> object:
        with pytest.raises(SystemExit) as left:
            main(["diagrams", "--out", str(tmp_path), *words])
        return left.value.code

    monkeypatch.setattr(write, "texts", cache(write.texts))  # the proofs in them are slow
    monkeypatch.setattr(write, "svg", lambda dot: "<svg/>")  # so is Graphviz
    assert ended() == 0
    assert ended("--check") == 0
    (tmp_path / "walk.dot").write_text("another")
    assert ended("--check") == 1
    assert f"run `hsm diagrams --out {tmp_path}`" in capsys.readouterr().err


def usage_error(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that is incorrect usage; return its message on one line, without a frame."""
    with pytest.raises(SystemExit) as left:
        main(list(words))
    assert left.value.code == 2
    return " ".join(capsys.readouterr().err.replace("│", " ").split())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("robot", "run", "--dry-run", "--cycles", "5"), "can only be combined with --lock-step"),
        (("measure", "fuzz", "--mutated", "0.1"), "--mutated requires --through"),
        (("run", "--replay", "run.hsm", "--profile", "normal"), "takes everything from the run"),
        (("run", "--replay", "run.hsm", "--steps"), "takes everything from the run"),
        (("measure", "defects", "--only", "knees"), "no defect matches 'knees'"),
        (("doctor", "--plant", "worn"), "--plant requires --robot or --calibration"),
        (("doctor", "--robot", "1", "--share", "0.5"), "--share requires --calibration"),
        (("doctor", "--force"), "--force requires --calibration"),
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
def test_an_option_without_effect_is_refused(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told in usage_error(words, capsys)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("run", "wave", "--model", "nao.xml"), "belong together: give both"),
        (("compare", "one", "another", "--plant", "worn"), "give either RUN or --plant"),
        (("compare", "one", "one"), "are the same run"),
        (("compare", "one", "--from", "5", "--to", "2"), "--to 2 has to be later than --from 5"),
        (("plot", "walk", "one", "--from", "5", "--to", "4"), "later than --from 5"),
    ],
)
def test_a_command_line_that_contradicts_itself_is_incorrect_usage(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told in usage_error(words, capsys)
