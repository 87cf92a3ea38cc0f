"""A change of the walk is told by the table of a run and by the account of its cycle."""

from pathlib import Path

import pytest

from hsm.apps.explain import explain
from hsm.apps.run import RunOptions, play

CHANGES = """
name: changes
description: A standing robot gets another profile, and then a part of it back.
plant: ideal
start: {posture: standing, state: Stand.Normal}
duration_s: 1.2
timeline:
  - {at_s: 0.3, change: {profile: fast}}
  - {at_s: 0.6, change: {patch: "step: {lift_mm: 14}"}}
finally: Stand.Normal
"""


def test_a_change_is_told_with_its_time_and_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario, out = tmp_path / "changes.yaml", tmp_path / "run"
    scenario.write_text(CHANGES)
    assert play(str(scenario), RunOptions(), out) == 0
    faster, higher = (
        line.split(maxsplit=1)
        for line in capsys.readouterr().out.splitlines()
        if "change taken" in line
    )
    assert "change taken: profile.forward 0.25, now 0.4, " in faster[1]
    assert higher[1].startswith("change taken: walking.step.lift 0.0")
    assert higher[1].endswith(", now 0.014")

    for at, what in (faster, higher):
        explain(out, at=float(at), fall=False, as_json=False)
        told = what.removeprefix("change taken: ")
        assert f"  change   {told}\n" in capsys.readouterr().out
    explain(out, at=1.0, fall=False, as_json=False)
    assert "  change  " not in capsys.readouterr().out
