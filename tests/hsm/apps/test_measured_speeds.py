"""Measure commands use the speed given on the command line."""

from collections.abc import Sequence
from typing import Any

import pytest
from typer.testing import CliRunner

from hsm.apps.measure import walking
from hsm.campaigns.walking.odometry import OdometryReport, OdometryTrial


@pytest.mark.parametrize(
    ("words", "speed"),
    [
        ([], (0.2, 0.0, 0.0)),
        (["--forward", "0.1"], (0.1, 0.0, 0.0)),
        (["--left", "0.1"], (0.0, 0.1, 0.0)),
        (["--left", "0.1", "--forward", "0.15"], (0.15, 0.1, 0.0)),
    ],
)
def test_odometry_is_measured_at_the_given_speed(
    monkeypatch: pytest.MonkeyPatch, words: Sequence[str], speed: tuple[float, ...]
) -> None:
    asked = []

    def measure(config: object, trial: OdometryTrial, **others: Any) -> OdometryReport:
        asked.append(trial.speed)
        return OdometryReport(())

    monkeypatch.setattr(walking, "measure_odometry", measure)
    CliRunner().invoke(walking.app, ["odometry", *words])
    assert asked == [speed]
