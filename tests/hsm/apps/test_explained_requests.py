"""`hsm explain` reports requests that were dropped or are not followed."""

from pathlib import Path

import pytest

from hsm.apps.explain import explain
from hsm.control.assembly import MotionSettings
from hsm.scenarios.loader import load_scenarios
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import about, run

PUSHED_WHILE_WAVING = """\
name: pushed while waving
description: Is pushed over while it waves, and asked to look aside while it lies.
plant: ideal
robot: 0
seed: 1
start: {posture: standing, state: Stand.Normal}
duration_s: 1.6
timeline:
  - {at_s: 0, request: {motion: special}}
  - {at_s: 0.1, disturb: {push: {impulse_ns: 8, direction_deg: 0}}}
  - {at_s: 1.5, request: {motion: stand, head: {pan_deg: 30, tilt_deg: 0}}}
expect: [{leaf: FallProtection.Early}]
"""


def test_a_dropped_request_and_a_wish_for_limbs_in_use_are_reported(
    settings: MotionSettings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "waves.yaml").write_text(PUSHED_WHILE_WAVING)
    (scenario,) = load_scenarios([str(tmp_path / "waves.yaml")])
    with Recorder(tmp_path / "run.hsm", settings, about(scenario)) as recorder:
        run(scenario, settings, observers=[recorder])
    explain(tmp_path / "run.hsm", 1.4, as_json=False)
    explain(tmp_path / "run.hsm", 1.55, as_json=False)
    before, after = capsys.readouterr().out.split("t=")[1:]
    dropped = "special requested, which is forgotten"
    assert f"  request  stand requested\n           {dropped}\n" in before
    assert "not followed" not in before
    assert "  request  stand requested\n           not followed: head\n" in after
