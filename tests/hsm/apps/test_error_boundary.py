"""Every error that leaves a command is printed in one sentence, with its exit code."""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from typer.core import TyperGroup

import hardware
import hsm as program
import motions
from hardware.errors import HsmError
from hsm.apps.error_boundary import GL_REMEDY, guarded
from hsm.apps.main import main
from hsm.control.output_limits import CommandError
from hsm.errors import ConfigError, Problem, UnknownNameError
from tests.hsm.conftest import WALK, Hsm


def ends(error: BaseException, capsys: pytest.CaptureFixture[str], *, debug: bool = False) -> str:
    """Return the exit code and the output of a command that raises an error."""

    def command() -> None:
        raise error

    code = guarded(command, debug=debug)
    return f"{code} {capsys.readouterr().err}"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            UnknownNameError("plant", "x", ["a"]),
            "1 error: unknown plant 'x'\nhint: there is only a.\n",
        ),
        (FileNotFoundError(2, "No such file", "x/y"), "1 error: x/y: No such file\n"),
        (OSError(28, "No space left"), "1 error: input or output failed: No space left\n"),
        (MemoryError(), "1 error: there is not enough memory for this\n"),
        (BrokenPipeError(32, "Broken pipe"), "1 "),
        (SystemExit(2), "2 "),
        (SystemExit(), "0 "),
        (KeyboardInterrupt(), "130 error: stopped by SIGINT\n"),
    ],
)
def test_an_error_is_printed_in_one_sentence(
    error: BaseException, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ends(error, capsys) == told


def test_an_interrupt_that_the_command_line_library_turned_into_an_exit_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(TyperGroup, "invoke", interrupted)
    with pytest.raises(SystemExit) as left:
        main(["kick", "list"])
    assert (left.value.code, capsys.readouterr().err) == (130, "error: stopped by SIGINT\n")


def test_an_unexpected_exception_is_reported_as_a_defect(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = ends(TypeError("two\nlines"), capsys)
    assert told.startswith("70 error: a defect of hsm: TypeError: two lines\nhint: ")
    assert told.count("\n") == 2


@pytest.mark.parametrize(
    ("mistake", "what"),
    [
        ("Row(OPERATR)", "NameError: name 'OPERATR' is not defined"),
        ("Row(", "SyntaxError: '(' was never closed"),
        ("from hsm.chart.leaves import STEND", "ImportError: cannot import name 'STEND'"),
    ],
)
def test_a_mistake_in_an_edited_file_is_reported_with_its_place(
    mistake: str, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = Path(program.__file__).parent / "chart" / "table.py"

    def command() -> None:
        exec(compile("\n" * 69 + "Row = print\n" + mistake, file, "exec"), {})

    assert guarded(command, debug=False) == 70
    error, hint = capsys.readouterr().err.splitlines()
    assert error.startswith(f"error: a defect of hsm: {what}")
    assert error.endswith(" (hsm/chart/table.py, line 71)")
    assert hint.startswith("hint: If you have edited that file, correct it; otherwise ")


def test_debug_shows_the_traceback_and_keeps_the_exit_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = ends(TypeError("x"), capsys, debug=True)
    assert told.startswith("70 Traceback")
    assert "in ends" not in told and "raise error" in told


def test_a_mujoco_that_its_variable_keeps_from_loading_is_reported_with_doctors_remedy() -> None:
    code = "from hsm.apps import doctor; print(doctor._mujoco().fix)"
    env = {**os.environ, "MUJOCO_GL": "foo"}
    played, examined = (
        subprocess.run([sys.executable, *words], env=env, capture_output=True, text=True)
        for words in (["-m", "hsm", "scenario", "walk_starts"], ["-c", code])
    )
    assert played.returncode == 1 and f"\nhint: {GL_REMEDY}; " in played.stderr
    assert examined.stdout == f"{GL_REMEDY}\n"


def test_signal_handlers_are_restored_after_a_command() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    guarded(lambda: None, debug=False)
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_module_stopped_by_a_signal_has_the_exit_code_of_the_signal(
    number: signal.Signals, tmp_path: Path
) -> None:
    (tmp_path / "stopped.py").write_text(
        "import os, sys\n"
        "import hsm.console\n"
        "from hsm.apps.error_boundary import guarded\n"
        f"sys.exit(guarded(lambda: exec('os.kill(os.getpid(), {number.value})'), debug=False))\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "stopped"], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (128 + number, f"error: stopped by {number.name}\n")


def test_a_signal_swallowed_by_a_callback_still_ends_the_command(
    tmp_path: Path,
) -> None:
    (tmp_path / "swallowing.py").write_text(
        "import os, signal, sys, time\n"
        "from hsm.apps.error_boundary import guarded\n"
        "class Swallows:\n"
        "    def __del__(self):\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "def command():\n"
        "    Swallows()\n"
        "    end = time.monotonic() + 20.0\n"
        "    while time.monotonic() < end:\n"
        "        pass\n"
        "sys.exit(guarded(command, debug=False))\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "swallowing"], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (143, "error: stopped by SIGTERM\n")


def errors() -> Iterator[type[Exception]]:
    """Yield every exception class of the program."""
    for package in (hardware, motions, program):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.endswith("__main__"):
                continue
            for value in vars(import_module(module.name)).values():
                if isinstance(value, type) and issubclass(value, Exception):
                    if value.__module__ == module.name:
                        yield value


def test_every_error_class_is_printable_except_programming_errors() -> None:
    mistakes = {kind.__name__ for kind in errors() if not issubclass(kind, HsmError)}
    caught_below = {"CannotSay", "ValuesError"}
    assert mistakes == {"EngineError", *caught_below}


@pytest.mark.parametrize(
    "error",
    [
        UnknownNameError("plant", "x", ["a", "b"]),
        ConfigError((Problem("f", 1, 2, "a.b", "wrong"),)),
        CommandError("l_hand", 1.0, 2.0),
    ],
)
def test_an_error_survives_pickling_from_a_worker(error: HsmError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_the_command_can_be_run_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hsm", "nothing"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "No such command 'nothing'" in done.stderr


def test_markup_in_paths_and_names_is_printed_literally(hsm: Hsm, tmp_path: Path) -> None:
    folder = tmp_path / "[bold]x"
    folder.mkdir()
    text = "\n" * 99 + WALK.replace("plant: standard", "plant: ':smile:'")
    (folder / "odd.yaml").write_text(text)
    done = hsm("run", "[bold]x/odd.yaml")
    place, told = done.stderr.splitlines()[0].split(" ", 1)
    assert place == "[bold]x/odd.yaml:102:8:"
    assert "(got ':smile:')" in told or "unknown plant ':smile:'" in told


def test_a_line_number_is_not_rendered_as_an_emoji(hsm: Hsm, tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_text("\n" * 97 + WALK.replace("standard", "odd"))
    assert hsm("run", "odd.yaml").stderr.startswith("odd.yaml:100:8: plant: ")


@pytest.mark.parametrize("opening", ["[", "{a: "])
def test_deeply_nested_brackets_are_reported_as_a_mistake(
    opening: str, hsm: Hsm, tmp_path: Path
) -> None:
    (tmp_path / "deep.yaml").write_text(f"name: {opening * 100_000}")
    done = hsm("run", "deep.yaml")
    assert done.returncode == 1
    assert done.stderr.startswith("deep.yaml:1:") and "at most 100 nested levels" in done.stderr


@pytest.mark.parametrize("name", ["../../x", "/tmp/x", "", "a" * 300])
def test_an_unsafe_scenario_name_is_reported_at_its_place(
    name: str, hsm: Hsm, tmp_path: Path
) -> None:
    (tmp_path / "odd.yaml").write_text(WALK.replace("short walk", f"'{name}'"))
    done = hsm("scenario", "odd.yaml")
    assert done.returncode == 1
    assert done.stderr.startswith("odd.yaml:1:7: name: expected a name ")


def test_a_mirror_image_is_not_written_outside_its_folder(hsm: Hsm, tmp_path: Path) -> None:
    done = hsm("motion", "mirror", "wave", "--name", "../../x", "--out", "deep/folder")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("error: --name: expected a name ")
    assert list(tmp_path.iterdir()) == []


def test_a_file_named_dots_cannot_place_a_run_above_its_folder(hsm: Hsm, tmp_path: Path) -> None:
    (tmp_path / "...").write_text(WALK)
    done = hsm("run", "...")
    assert done.returncode == 1
    assert done.stderr.startswith("error: name of the file: expected a name ")
    assert [path.name for path in tmp_path.iterdir()] == ["..."]


def test_a_list_of_expected_names_is_printed_once() -> None:
    names = "unknown key, expected one of stance, step"
    problems = [Problem("p.yaml", line, 1, f"key{line}", names) for line in (1, 2)]
    assert str(ConfigError(tuple(problems))).splitlines()[:2] == [
        f"p.yaml:1:1: key1: {names}",
        "p.yaml:2:1: key2: unknown key",
    ]
