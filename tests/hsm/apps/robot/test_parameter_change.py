"""Programs change the walk of a robot process, which is recorded and replayed."""

import subprocess
import sys
from pathlib import Path

import pytest

from hsm.apps.robot.client import RefusedError, RobotClient
from hsm.apps.robot.protocol import RequestError, read_message
from hsm.campaigns.wire.processes import wait_for
from hsm.runs.reader import read_run
from hsm.runs.replay import compare
from tests.hsm.apps.robot.test_robot_process import run_of, served_robot, stands
from tests.warm import Warm


def asked(requests: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "hsm", "ask", "change", *words, "--requests", str(requests)]
    return subprocess.run(command, capture_output=True, text=True)


def test_a_running_robot_takes_a_change_refuses_a_wrong_one_and_its_run_is_replayed(
    ready: Warm, tmp_path: Path
) -> None:
    good, wrong = tmp_path / "good.yaml", tmp_path / "wrong.yaml"
    good.write_text("step: {lift_mm: 18}\n")
    wrong.write_text("step:\n  lift_mm: 900\n")
    with served_robot() as lola, run_of(lola, "--record", str(tmp_path / "runs")) as it:
        log = it.folder / "log"
        with RobotClient(it.requests) as robot:
            stands(robot, log)
            refused = asked(it.requests, str(wrong), "--profile", "fast")
            assert refused.returncode == 1
            assert f"{wrong}:2:12: step.lift_mm: must be at most" in refused.stderr
            assert robot.status()["parameters"] == {"waits": False, "taken": 0}
            taken = asked(it.requests, str(good), "--profile", "fast")
            assert (taken.returncode, taken.stdout) == (0, "taken\n"), taken.stderr
            robot.walk(0.1)
            wait_for("the walk", lambda: "Walk" in robot.status()["leaf"], 30.0, log)
            robot.change({"step": {"lift_mm": 15}})
            wait_for("it waits", lambda: robot.status()["parameters"]["waits"], 30.0, log)
            robot.stand()
            wait_for("it is taken", lambda: robot.status()["parameters"]["taken"] == 2, 30.0, log)
            with pytest.raises(RefusedError, match="unknown profile 'fats'; did you mean 'fast'"):
                robot.change(profile="fats")
    run = read_run(tmp_path / "runs" / "latest")
    changes = [row.change for row in run.rows if row.change is not None]
    assert [change.walking.step.lift for change in changes] == pytest.approx([0.018, 0.015])
    assert [change.profile.fastest.forward for change in changes] == pytest.approx([0.4, 0.4])
    assert compare(run).identical


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ({"change": {}}, "changes nothing"),
        ({"change": {"profile": 7}}, "change.profile must be a text"),
        ({"change": {"profile": "fast"}, "hold": False}, "in a message of its own"),
    ],
)
def test_a_message_that_is_no_change_is_refused(message: dict[str, object], told: str) -> None:
    with pytest.raises(RequestError, match=told):
        read_message({"version": 1, **message})
