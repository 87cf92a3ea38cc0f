"""`hsm ask` with plain words: a fast path with the same answers as the full command line."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgpack
import pytest

from hsm.__main__ import main
from hsm.apps.ask import answers
from hsm.apps.ask.answers import plainly, tell
from hsm.apps.main import main as command_line
from hsm.campaigns.wire.processes import short_folder
from tests.hsm.apps.robot.served import served_requests

REPORT = {
    "time": 1.5, "leaf": "Stand.Normal", "motion": "stand", "odometry": [0.1, -0.2, 0.5],
    "link": {"missed": 1, "dropped": 2}, "battery": 0.9, "silent": False, "errand_open": True,
}  # fmt: skip


@pytest.fixture(scope="module")
def door() -> Iterator[Path]:
    """Yield the socket of a robot that always sends the same report."""
    with short_folder() as folder, served_requests(folder / "requests") as inside:
        inside.send(msgpack.packb(REPORT))
        yield folder / "requests"


def told(
    run: Callable[[list[str]], None], words: list[str], capsys: pytest.CaptureFixture[str]
) -> tuple[object, str]:
    with pytest.raises(SystemExit) as left:
        run(words)
    return left.value.code, capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [["stand"], ["sit"], ["limp"], ["status"], ["status", "--json"]],
    ids=" ".join,
)
def test_the_fast_path_gives_the_same_answers_as_the_command_line(
    words: list[str],
    door: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answers, "sleep", lambda time: None)
    asked = ["ask", *words, "--requests", str(door)]
    assert plainly(asked) is not None
    told(main, asked, capsys)  # so that the report has arrived
    one, other = (told(run, asked, capsys) for run in (main, command_line))
    assert one == other
    assert one[0] == 0 and "Stand.Normal" in one[1]


def test_the_answer_to_a_request_shows_the_request(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with short_folder() as folder, served_requests(folder / "requests") as inside:
        inside.send(msgpack.packb(REPORT))
        door = ["--requests", str(folder / "requests")]
        told(command_line, ["ask", "status", *door], capsys)  # so that the report has arrived
        monkeypatch.setattr(
            answers, "sleep", lambda time: inside.send(msgpack.packb({**REPORT, "motion": "walk"}))
        )
        code, out = told(command_line, ["ask", "walk", "0.1", *door], capsys)
    assert code == 0 and "requested: walk" in out


@pytest.mark.parametrize(
    "words", [["stand"], ["sit"], ["walk", "0.1"], ["special", "wave"]], ids=" ".join
)
def test_a_command_given_again_is_a_new_request(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chest button may have revoked it, and a repetition would not prevail over that."""
    monkeypatch.setattr(answers, "sleep", lambda time: None)
    asked = []
    with short_folder() as folder, served_requests(folder / "requests") as inside:
        door = ["--requests", str(folder / "requests")]
        for time in (1.5, 2.5):
            inside.send(msgpack.packb({**REPORT, "time": time}))
            told(main, ["ask", "status", *door], capsys)  # so that the report has arrived
            assert told(main, ["ask", *words, *door], capsys)[0] == 0
            asked += [msgpack.unpackb(packet)["request"] for packet in inside.receive()]
    one, other = asked
    assert one["number"] != other["number"]
    assert one["motion"] == other["motion"] == words[0]


@pytest.mark.parametrize(
    "words",
    [
        "", "ask", "ask --help", "ask status --help", "ask walk 0.2", "ask status --requests",
        "ask stand --json", "ask status --requests --json", "ask dance", "ask status now", "run",
        "ask status --requests a --requests b", "--debug ask status",
    ],
)  # fmt: skip
def test_everything_else_is_left_to_the_command_line(words: str) -> None:
    assert plainly(words.split()) is None


def test_the_robots_request_to_people_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    tell({**REPORT, "asks": "hold me upright, then I will stand up", "errand_open": False})
    told = capsys.readouterr().out
    assert "it asks: hold me upright, then I will stand up" in told
    assert "on its way" not in told


def test_what_the_robot_waits_for_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    tell({**REPORT, "motion": "kick", "errand_open": False, "errand_waits": "no ball is known"})
    assert "requested: kick; it waits: no ball is known; at" in capsys.readouterr().out


@pytest.mark.parametrize("waits", [True, False])
def test_a_change_of_the_walk_that_waits_is_printed(
    waits: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    tell({**REPORT, "parameters": {"waits": waits, "taken": 0}})
    assert ("a change of the walk waits" in capsys.readouterr().out) == waits


def test_a_change_of_nothing_is_incorrect_usage(
    door: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        command_line(["ask", "change", "--requests", str(door)])
    assert left.value.code == 2
    assert "give a patch, --profile, or both" in " ".join(capsys.readouterr().err.split())


def test_the_fast_path_imports_no_command_line_library(door: Path) -> None:
    code = (
        "import sys\nfrom hsm.__main__ import main\n"
        f"try: main(['ask', 'status', '--requests', {str(door)!r}])\n"
        "except SystemExit: print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "msgpack" in loaded, done.stderr
    assert loaded & {"typer", "rich", "pydantic", "numpy", "yaml", "transitions"} == set()


def test_a_missing_robot_is_reported_by_the_fast_path_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["ask", "sit", "--requests", str(tmp_path / "nobody")])
    assert left.value.code == 1
    assert "no robot takes requests here" in capsys.readouterr().err
