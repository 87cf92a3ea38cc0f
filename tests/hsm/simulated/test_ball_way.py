"""The summary of the ball's path in a run."""

import math
import re

import pytest

from hardware.disturbances import MoveBall
from hardware.props import Ball
from hsm.control.assembly import load_settings
from hsm.scenarios.field import OneProp
from hsm.scenarios.scenario import Scenario
from hsm.scenarios.timeline import OneKind, TimelineEntry
from hsm.simulated.history import BallWay
from hsm.simulated.runner import run


@pytest.mark.parametrize(
    ("way", "told"),
    [
        (
            BallWay((0.8, 0.2), (1.43, 0.52), 0.0),
            "ball ends at 1.43, 0.52 m: rolled 0.71 m to 27 deg",
        ),
        (BallWay((0.8, 0.2), (0.8, 0.205), 0.0), "ball lies at 0.80, 0.20 m, where it was"),
        (
            BallWay((0.0, 0.0), (0.0, -2.0), 0.72),
            "ball ends at 0.00, -2.00 m: rolled 2.00 m to -90 deg, and rolls on at 0.7 m/s",
        ),
    ],
)
def test_the_path_of_a_ball_is_given_by_its_end_length_and_direction(
    way: BallWay, told: str
) -> None:
    assert str(way) == told


def test_the_path_of_a_ball_that_was_moved_starts_at_its_new_place() -> None:
    rolls = MoveBall(x=1.0, y=-0.5, speed=0.5, direction=math.radians(90.0))
    scenario = Scenario(
        name="rolls",
        description="A ball is put elsewhere and rolls to the left.",
        plant="ideal",
        duration=1.0,
        timeline=(TimelineEntry(at=0.3, disturb=OneKind(move_ball=rolls)),),
        props=(OneProp(ball=Ball(x=0.6, y=0.0)),),
    )
    told = run(scenario, load_settings()).summary.ball
    assert re.match(r"ball ends at 1\.00, -0\.\d\d m: rolled 0\.[1-4]\d m to 90 deg", told)
