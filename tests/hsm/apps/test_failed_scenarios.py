"""What `hsm scenario` keeps of a failure, what an interrupt leaves, and how robots are counted."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hsm.apps import scenario
from hsm.apps.error_boundary import INTERRUPTED
from hsm.apps.run import RunOptions
from hsm.simulated.runner import Run, run

FAILS = """\
name: {}
description: Stands, but should walk.
plant: ideal
duration_s: 0.2
timeline: [{{at_s: 0.05, request: {{motion: stand}}}}]
expect: [{{event: walk, leaf: WalkPhase.Starting}}]
"""
PASSES = FAILS.replace("stand}", "walk, forward_mm_per_s: 200}").replace(
    "event: walk, leaf: WalkPhase.Starting", "leaf: WalkDelayPhase"
)


def test_an_interrupt_while_a_failure_is_saved_ends_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[Run] = []

    def stopped_in_the_second(*given: Any, **named: Any) -> Run:
        played.append(replace(run(*given, **named), interrupted=len(played) == 1))
        return played[-1]

    monkeypatch.setattr(scenario, "run", stopped_in_the_second)
    files = [tmp_path / f"{name}.yaml" for name in ("first", "second")]
    for file in files:
        file.write_text(FAILS.format(file.stem))
    left = scenario.judge(list(map(str, files)), RunOptions(), tmp_path / "kept")
    assert left == INTERRUPTED and len(played) == 2
    assert "interrupted while 'first' was being saved" in capsys.readouterr().out


def test_scenarios_on_several_robots_are_counted_and_nothing_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {"fails": FAILS, "passes": PASSES}
    for name, text in texts.items():
        Path(f"{name}.yaml").write_text(text.format(name))
    code = scenario.judge_on_robots([f"{name}.yaml" for name in texts], RunOptions(), 2)
    lines = capsys.readouterr().out.splitlines()
    assert code == 1 and len(lines) == 5
    assert lines[0] == "0 of 2 robots pass  fails.yaml (fails)"
    assert [line.split(":")[0] for line in lines[1:3]] == ["  robot 0", "  robot 1"]
    assert "walk to WalkPhase.Starting" in lines[1]
    assert lines[3:] == [
        "2 of 2 robots pass  passes.yaml (passes)",
        "1 of 2 scenarios pass on every robot",
    ]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["fails.yaml", "passes.yaml"]


def test_a_scenario_that_passes_on_every_robot_is_a_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "walks.yaml"
    file.write_text(PASSES.format("walks"))
    assert scenario.judge_on_robots([str(file)], RunOptions(seed=3), 10) == 0
    assert capsys.readouterr().out == f"10 of 10 robots pass  {file} (walks)\n"
