"""What odometry saw and where the robot was are of the same time."""

from types import SimpleNamespace
from typing import Any

import pytest

from hardware.sensors_and_commands import CYCLE
from hsm.campaigns.context import CampaignConfig, TrialContext, build_context
from hsm.campaigns.walking import odometry_fit
from hsm.campaigns.walking.odometry_fit import FitTrial, walk_uncorrected
from hsm.campaigns.walking.walking_trial import SETTLE

SPEED = 0.12
"""m/s."""


class Steady:
    """A robot that goes at one speed from the first cycle on, and sees it exactly."""

    time = 0.0

    def step(self, _request: object) -> Any:
        self.time += CYCLE
        robot = SimpleNamespace(cycle=CYCLE, odometry_step=SimpleNamespace(x=SPEED * CYCLE, y=0.0))
        return SimpleNamespace(leaf="WalkPhase.Stepping", transition=None, robot=robot)

    @property
    def observed(self) -> Any:
        place = (SPEED * self.time, 0.0, 0.3)
        return SimpleNamespace(torso_position=place, heading=0.0, up_z=1.0, torso_height=0.3)


def test_an_exact_odometry_is_measured_as_one_however_short_the_walk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(TrialContext, "simulation", lambda _self, _number: Steady())
    monkeypatch.setattr(odometry_fit, "HOLD", SETTLE + 5 * CYCLE)
    world = build_context(CampaignConfig("standard"))
    found = walk_uncorrected(world, FitTrial(0, (SPEED, 0.0, 0.0)))
    assert found.measured == pytest.approx(found.true) == pytest.approx(SPEED)
