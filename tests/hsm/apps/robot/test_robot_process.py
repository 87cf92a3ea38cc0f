"""The programs of a robot as a person starts them, on a served robot."""

import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import msgpack
import pytest
from typer.testing import CliRunner

from hardware.lola.sockets import SocketError, listen
from hsm.apps.robot import loop
from hsm.apps.robot.cli import app
from hsm.apps.robot.client import RefusedError, RobotClient
from hsm.apps.robot.watchdog import load_watchdog
from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.wire.crash import measure_crash
from hsm.campaigns.wire.processes import descendants, end, program, short_folder, wait_for
from hsm.chart.leaves import FALL_PROTECTION, SIT_DOWN
from hsm.errors import ConfigError, HsmError
from hsm.runs.reader import read_run
from hsm.settings.loader import config_folder
from tests.hsm.apps.robot.served import Running, comes_to, process_of, run_of, signals_kept, stands
from tests.hsm.conftest import Hsm, call
from tests.hsm.settings.mistaken import replaced
from tests.project.syntax import ROOT
from tests.warm import Warm

HEAVY = "mujoco scipy typer rich matplotlib av optuna graphviz"


def test_what_moves_the_robot_imports_neither_physics_nor_a_command_line() -> None:
    code = (
        "import sys, hsm.apps.robot.__main__, hsm.apps.robot.loop, hsm.apps.robot.watchdog,"
        " hsm.apps.robot.request_server, hsm.apps.robot.client;"
        f"print(sorted(set('{HEAVY}'.split()) & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr


def test_the_watchdog_loads_the_robot_without_the_motions_or_arrays() -> None:
    code = (
        "import sys, hsm.apps.robot.watchdog as it; from hsm.settings.robot_file import load_robot;"
        "it.load_watchdog(), load_robot();"
        "print(sorted({'hsm.chart', 'motions.walking', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr


def test_a_robot_does_what_it_is_asked_whoever_talks_nonsense_and_leaves_nothing_behind(
    ready: Warm, lola: Path
) -> None:
    with run_of(lola) as it:
        log = it.folder / "log"
        assert it.requests.stat().st_mode & 0o077 == 0
        with RobotClient(it.requests) as robot:
            stands(robot, log)
            demand_answers_to_nonsense(it.requests)
            assert robot.status()["leaf"] == "Stand.Normal"
            robot.walk(0.2)
            comes_to(robot, "WalkPhase.Stepping", log)
            with pytest.raises(RefusedError, match="speed .* belongs to motion 'walk'"):
                robot.hold(motion="stand", forward=0.1)
            robot.go_to(0.1, 0.0)
            wait_for("the target", lambda: not robot.status()["errand_open"], 30.0, log)
            told = call(ready, it.folder, "ask", "sit", "--requests", str(it.requests))
            assert told.returncode == 0, told.stderr
            comes_to(robot, "SitDown.Done", log)
            assert robot.status()["link"] == {"missed": 0, "dropped": 0}
        processes = [it.watchdog.pid, *descendants(it.watchdog.pid)]
        assert len(processes) == 3
        it.watchdog.send_signal(signal.SIGTERM)
        assert it.watchdog.wait(20.0) == 128 + signal.SIGTERM
        assert not [number for number in processes[1:] if Path(f"/proc/{number}").exists()]
        assert not it.requests.exists()
        assert "watchdog: the robot sits down" in it.log()
        assert "Traceback" not in it.log()


def demand_answers_to_nonsense(requests: Path) -> None:
    """Say what makes no sense, several times, and come with more than are let in at once."""
    stranger = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    stranger.settimeout(5.0)
    stranger.connect(str(requests))
    stranger.sendall(msgpack.packb({"version": 9}))
    assert msgpack.unpackb(stranger.recv(4096))["error"] == "version is 9; expected 1"
    stranger.sendall(b"\xc1")
    refused = msgpack.unpackb(stranger.recv(4096))
    assert "not MessagePack" in refused["error"] and "REQUEST.md" in refused["hint"]
    assert stranger.recv(4096) == b""
    stranger.close()
    for _ in range(50):
        more = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        more.connect(str(requests))
        more.close()


def test_a_run_may_end_by_itself_with_its_figures(lola: Path) -> None:
    with short_folder() as other, run_of(lola, "--cycles", "50", "--report", f"{other}/r") as it:
        assert it.watchdog.wait(60.0) == 0
        assert '"cycles": 50' in (other / "r").read_text()


def begin_walk(it: Running) -> None:
    """Let a robot walk ahead, and leave it to itself."""
    log = it.folder / "log"
    with RobotClient(it.requests) as robot:
        stands(robot, log)
        robot.walk(0.2)
        comes_to(robot, "WalkPhase.Stepping", log)


def watchdog_killed(it: Running) -> list[int]:
    """Kill a watchdog; return the processes that it leaves."""
    below = descendants(it.watchdog.pid)
    it.watchdog.kill()
    it.watchdog.wait()
    return below


def await_end(processes: Sequence[int], log: Path) -> None:
    """Wait until none of some processes is there any more."""

    def gone() -> bool:
        return not any(Path(f"/proc/{number}").exists() for number in processes)

    wait_for("the end of all", gone, 40.0, log)


def test_a_run_without_its_watchdog_sits_down_and_ends(lola: Path) -> None:
    with run_of(lola) as it, RobotClient(it.requests) as robot:
        stands(robot, it.folder / "log")
        below = watchdog_killed(it)

        def sits_whatever_it_is_told() -> bool:
            return "SitDown" in robot.stand().get("leaf", "")

        wait_for("SitDown", sits_whatever_it_is_told, 40.0, it.folder / "log")
        await_end(below, it.folder / "log")
        assert "the watchdog is gone: sitting down" in it.log()


def test_a_walk_whose_watchdog_was_killed_sits_down_though_it_is_asked_to_end(lola: Path) -> None:
    """So systemd asks all that is left of a service whose main process has died."""
    with short_folder() as runs, run_of(lola, "--record", str(runs)) as it:
        begin_walk(it)
        below = watchdog_killed(it)
        for number in below:
            os.kill(number, signal.SIGTERM)
        await_end(below, it.folder / "log")
        assert read_run(runs / "latest").rows[-1].leaf in SIT_DOWN.done


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_walk_that_is_asked_to_end_sits_down_first(lola: Path, number: signal.Signals) -> None:
    with short_folder() as runs, run_of(lola, "--record", str(runs)) as it:
        begin_walk(it)
        it.watchdog.send_signal(number)
        assert it.watchdog.wait(60.0) == 128 + number
        run, said = read_run(runs / "latest"), it.log()
    assert run.rows[-1].leaf in SIT_DOWN.done
    assert not [row.time for row in run.rows if row.leaf in FALL_PROTECTION]
    assert "asked to end: sitting down first" in said
    assert "watchdog: the robot is limp" in said


def test_a_walk_that_is_asked_to_end_twice_is_sat_down_by_the_watchdog(lola: Path) -> None:
    with short_folder() as runs, run_of(lola, "--record", str(runs)) as it:
        begin_walk(it)
        it.watchdog.send_signal(signal.SIGINT)
        wait_for("the first", lambda: "asked to end" in it.log(), 20.0, it.folder / "log")
        it.watchdog.send_signal(signal.SIGINT)
        assert it.watchdog.wait(60.0) == 128 + signal.SIGINT
        run, said = read_run(runs / "latest"), it.log()
    assert run.rows[-1].leaf not in SIT_DOWN
    assert "watchdog: the robot sits down" in said


def test_a_walk_that_nobody_can_stop_any_more_ends_in_a_robot_that_sits(lola: Path) -> None:
    with short_folder() as runs, run_of(lola, "--record", str(runs)) as it:
        begin_walk(it)
        os.kill(process_of("requests", it.watchdog.pid), signal.SIGTERM)  # its exit code is 0
        assert it.watchdog.wait(60.0) == 1
        run, said = read_run(runs / "latest"), it.log()
    assert run.rows[-1].leaf in SIT_DOWN.done
    assert not [row.time for row in run.rows if row.leaf in FALL_PROTECTION]
    assert said.count("the process that takes requests has ended") == 1
    assert "watchdog: the robot is limp" in said
    assert "Traceback" not in said


def test_a_cycle_that_is_killed_in_the_walk_leaves_a_robot_that_sits() -> None:
    (result,) = measure_crash(CampaignConfig("ideal"), times=1).results
    assert result.prepared and result.situation == "walk"
    assert result.soft_falls and result.restarted
    assert result.after < 1.0  # 0.25 s on a computer that has nothing else to do


def test_a_robot_that_is_not_there_is_told(ready: Warm, tmp_path: Path) -> None:
    with pytest.raises(SocketError, match="no robot takes requests here"):
        RobotClient(tmp_path / "nobody")
    done = call(ready, tmp_path, "ask", "status", "--requests", str(tmp_path / "nobody"))
    assert done.returncode == 1
    assert done.stderr.startswith("error: ")
    assert "hint: `hsm robot run`" in done.stderr


def test_every_program_is_ended_with_its_block(tmp_path: Path) -> None:
    with program(tmp_path / "log", "hsm", "serve", "lola", "--socket", str(tmp_path / "l")) as one:
        pass
    assert one.returncode is not None
    assert end(one) == one.returncode
    assert not os.path.exists(f"/proc/{one.pid}")


def test_a_served_robot_ends_well_by_control_c_as_it_says() -> None:
    with short_folder() as folder:
        log = folder / "log"
        with program(log, "hsm", "serve", "lola", "--socket", str(folder / "lola")) as server:
            wait_for("the line", lambda: "Control-C ends" in log.read_text(), 30.0, log)
            server.send_signal(signal.SIGINT)
            assert server.wait(30.0) == 0
        assert "error" not in log.read_text() and "0 messages refused" in log.read_text()


def test_a_robot_that_falls_silent_is_held_given_up_and_taken_up_again() -> None:
    with short_folder() as folder:
        lola, asked, log = folder / "lola", folder / "requests", folder / "log"
        served = ("serve", "lola", "--socket", str(lola), "--plant", "ideal")
        run = ("run", "--socket", str(lola), "--requests", str(asked))
        with program(log, "hsm", *served) as server:
            wait_for("the served robot", lola.exists, 30.0, log)
            with program(log, "hsm.apps.robot", *run):
                wait_for("the socket", asked.exists, 30.0, log)
                with RobotClient(asked) as robot:
                    stands(robot, log)
                    server.send_signal(signal.SIGSTOP)
                    comes_to(robot, "Freeze", log)
                    server.send_signal(signal.SIGCONT)
                    comes_to(robot, "Stand.Normal", log)
                    server.kill()
                    server.wait()
                    comes_to(robot, "Off", log)
                    with program(log, "hsm", *served):
                        comes_to(robot, "Stand.Normal", log)
                    assert robot.status()["link"]["missed"] > 100
        assert "Traceback" not in log.read_text()


def test_a_robot_that_could_not_be_asked_is_not_started(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    words = ("run", "--socket", str(tmp_path / "l"), "--requests", str(tmp_path / "taken"))
    with program(tmp_path / "log", "hsm.apps.robot", *words) as watchdog:
        assert watchdog.wait(30.0) == 1
    said = (tmp_path / "log").read_text()
    assert "taken: exists and is not a socket" in said
    assert "hint: Give another --requests." in said


def test_a_second_run_ends_before_it_claims_real_time_priority() -> None:
    code = (
        "import sys; from hsm.apps.robot import __main__ as program;"
        "program.claim = lambda: print('real-time priority');"
        "program.main()"
    )
    with short_folder() as folder, listen(folder / "requests"):
        words = ["run", "--socket", str(folder / "lola"), "--requests", str(folder / "requests")]
        done = subprocess.run(
            [sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=60.0
        )
    assert done.returncode == 1 and done.stdout == ""
    assert "is served by another process\nhint: Stop it, or give another --requests" in done.stderr


def test_what_was_written_wrongly_is_told_before_a_robot_is_waited_for(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file")
    wrong = {
        "--record": ("file", "file: is a file, but a folder is needed"),
        "--patch": ("nix", "nix:1:1: cannot be read"),
        "--config": ("nix", "nix: there is no such folder; expected a copy of config/"),
    }
    for option, (name, told) in wrong.items():
        log = tmp_path / f"log{option}"
        words = ("--socket", str(tmp_path / "nobody"), option, str(tmp_path / name))
        with program(log, "hsm.apps.robot", "run", *words) as watchdog:
            assert watchdog.wait(30.0) == 1
        said = log.read_text()
        assert told in said
        assert "waiting for a robot" not in said and "no robot" not in said


def test_a_file_that_cannot_be_used_is_told_before_the_cycle_waits_for_its_robot(
    tmp_path: Path,
) -> None:
    usual = loop.CycleOptions(tmp_path / "nobody")
    for options, told in (
        (replace(usual, calibration=tmp_path / "nix"), "nix: there is no such file or folder"),
        (replace(usual, report=tmp_path), "is a folder; give the name of a file"),
    ):
        with signals_kept(), pytest.raises(HsmError, match=told):
            loop.run_cycle(options)


def test_what_a_tuning_has_found_is_what_the_robot_walks_with(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    patch = tmp_path / "tuned.yaml"
    patch.write_text("step: {lift_mm: 17}\n")
    caplog.set_level(logging.INFO)
    moved = loop.settings_of(loop.CycleOptions(tmp_path, patch=patch))
    assert moved.walking.step.lift == 0.017
    assert "step.lift_mm 13 -> 17" in caplog.text


def test_a_robot_moves_with_a_teams_own_copy_of_the_parameters(tmp_path: Path) -> None:
    own = copytree(config_folder(), tmp_path / "own")
    for name, written, instead in (
        ("walking/engine.yaml", " lift_mm: 13 ", " lift_mm: 17 "),
        ("watchdog.yaml", "silent_after_ms: 100", "silent_after_ms: 150"),
    ):
        replaced(own / name, written, instead)
    moved = loop.settings_of(loop.CycleOptions(tmp_path, config=own))
    assert moved.walking.step.lift == 0.017
    assert load_watchdog(own).silent_after > load_watchdog().silent_after


def test_a_kick_that_the_legs_cannot_execute_never_moves_a_robot(tmp_path: Path) -> None:
    own = copytree(config_folder(), tmp_path / "own")
    kick = own / "kicks" / "stand" / "forward_fast.yaml"
    replaced(kick, "foot_mm: [92, -18, 57]", "foot_mm: [170, -18, 67]")
    with pytest.raises(ConfigError, match="legs are too short") as refused:
        loop.settings_of(loop.CycleOptions(tmp_path, config=own))
    assert {problem.file for problem in refused.value.problems} == {str(kick)}


def test_a_dry_run_tries_a_teams_own_parameters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def measured(plant: str, *, options: object, **_: object) -> None:
        asked.append(options)
        raise SocketError("enough")

    monkeypatch.setattr("hsm.campaigns.wire.link.measure_link", measured)
    own, dry = str(copytree(config_folder(), tmp_path / "own")), ["run", "--dry-run"]
    CliRunner().invoke(app, [*dry, "--config", own, "--profile", "fast"])
    assert asked == [["--config", own, "--profile", "fast"]]
    refused = CliRunner().invoke(app, [*dry, "--config", str(tmp_path / "nix")])
    assert "there is no such folder" in str(refused.exception) and len(asked) == 1
    assert CliRunner().invoke(app, [*dry, "--cycles", "9"]).exit_code == 2


def test_a_patch_is_not_laid_over_a_teams_own_walk_in_silence(hsm: Hsm) -> None:
    told = hsm("robot", "run", "--config", "own", "--patch", "tuned.yaml")
    assert told.returncode == 2
    assert "--patch is laid over the program's own walk" in told.stderr


def test_a_trial_without_physics_says_what_is_missing_at_once(tmp_path: Path) -> None:
    """As on a robot, where none are installed: the robot that it serves would not come."""
    code = "import sys; sys.modules['mujoco'] = None; from hsm.__main__ import main; main()"
    words = [sys.executable, "-c", code, "robot", "run", "--dry-run"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60.0)
    assert done.returncode == 1 and "MuJoCo cannot be loaded" in done.stderr


def test_a_robot_does_not_move_with_the_zeros_of_another_one(lola: Path, tmp_path: Path) -> None:
    known, log = tmp_path / "mine.yaml", tmp_path / "log"
    known.write_text("joints_deg: {}\ntorso_roll_deg: 0\ntorso_pitch_deg: 0\nbody: ANOTHER\n")
    words = ("--socket", str(lola), "--lock-step", "--calibration", str(known))
    with program(log, "hsm.apps.robot", "run", *words) as watchdog:
        assert watchdog.wait(30.0) == 1
    said = log.read_text()
    assert "was measured on body ANOTHER, but this robot is SIMULATED-ROBOT-0000" in said


def test_a_folder_of_a_persons_own_takes_no_modules_place(tmp_path: Path) -> None:
    """As that of a team, with motions of theirs, and scripts of any name."""
    (tmp_path / "motions").mkdir()
    (tmp_path / "motions" / "__init__.py").touch()
    for name in ("hsm.py", "yaml.py", "socket.py"):
        (tmp_path / name).write_text("raise SystemExit('theirs')")
    words = ("--socket", "nobody", "--requests", "asked", "--profile", "nope")
    code = "import sys; sys.path.remove(''); from hsm.__main__ import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "robot", "run", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60.0,
    )
    assert "error: unknown profile 'nope'" in done.stderr and done.returncode == 1


def test_debug_shows_where_the_process_that_moves_the_robot_has_failed(tmp_path: Path) -> None:
    log, nobody = tmp_path / "log", str(tmp_path / "nobody")
    words = ("robot", "run", "--profile", "nope", "--socket", nobody, "--debug")
    with program(log, "hsm", *words, "--requests", str(tmp_path / "asked")) as watchdog:
        assert watchdog.wait(30.0) == 1
    said = log.read_text()
    assert "Traceback" in said and "unknown profile 'nope'" in said
    assert "SIGTERM" not in said, "the process that takes requests is ended without a word"
