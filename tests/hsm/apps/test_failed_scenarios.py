"""What `hsm scenario` keeps of a failure, and what an interrupt leaves."""

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
