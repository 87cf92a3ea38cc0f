"""What happens to a robot in a trial of pushes, and when it counts as one that stayed up."""

import math
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.disturbance import TOWARDS
from hardware.disturbances import Lean, Push
from hardware.robots.model import Side
from hardware.sensors_and_commands import CYCLE
from hsm.campaigns.walking.push import (
    GIVEN_UP,
    LEANS_FOR,
    PUSH_AFTER,
    WATCHED,
    PushTrial,
    push_once,
)

TRIAL = PushTrial(3, "backward", 0.06, 2.0, 0.15)
STEP = 0.25
"""Time from foot to foot, s."""


class MadeUpRobot:
    """Walks from foot to foot without physics, until it stops, or falls at a time, s."""

    def __init__(self, fall_at: float = math.inf, stop_at: float = math.inf) -> None:
        self.time, self.pushes = 0.0, list[tuple[object, float]]()
        self._fall_at, self._stop_at = fall_at, stop_at

    @property
    def observed(self) -> Any:
        lies = self.time >= self._fall_at
        return SimpleNamespace(torso_height=0.3, up_z=0.0 if lies else 1.0)

    def step(self, request: object) -> Any:
        self.time += CYCLE
        assert self.time < 60.0, "the trial has no end"
        even = int(min(self.time, self._stop_at) / STEP) % 2 == 0
        support = SimpleNamespace(side=Side.LEFT if even else Side.RIGHT)
        return SimpleNamespace(leaf="WalkPhase", robot=SimpleNamespace(support=support))

    def disturb(self, what: object, after: float) -> None:
        self.pushes.append((what, self.time + after))


def stayed_up(robot: MadeUpRobot) -> bool:
    context: Any = SimpleNamespace(simulation=lambda number: robot, asked=lambda request: request)
    return push_once(context, TRIAL)


def pushed_at() -> float:
    robot = MadeUpRobot()
    stayed_up(robot)
    ((_, at),) = robot.pushes
    return at


def test_a_trial_pushes_unless_somebody_leans() -> None:
    leant_on = PushTrial(0, "left", 0.06, 2.0, 0.15, lean=10.0).disturbance
    assert TRIAL.disturbance == Push(TOWARDS["backward"], 2.0)
    assert leant_on == Lean(TOWARDS["left"], 10.0, LEANS_FOR)
    assert pytest.approx(0.4) == LEANS_FOR


def test_one_push_comes_at_its_phase_of_the_first_left_support_in_mid_walk() -> None:
    robot = MadeUpRobot()
    assert stayed_up(robot)
    ((push, at),) = robot.pushes
    assert push == TRIAL.disturbance
    left_began = at - TRIAL.phase
    assert PUSH_AFTER < left_began < PUSH_AFTER + 2.0 * STEP + CYCLE
    assert left_began % (2.0 * STEP) < 1.001 * CYCLE


@pytest.mark.parametrize(("after", "survives"), [(-1.0, False), (5.9, False), (6.1, True)])
def test_who_falls_before_the_push_or_within_six_seconds_has_not_stayed_up(
    after: float, survives: bool
) -> None:
    assert pytest.approx(6.0) == WATCHED
    assert stayed_up(MadeUpRobot(fall_at=pushed_at() + after)) is survives


def test_who_walks_no_more_before_the_push_has_not_stayed_up() -> None:
    robot = MadeUpRobot(stop_at=3.0)
    assert not stayed_up(robot)
    assert robot.pushes == []
    assert robot.time == pytest.approx(PUSH_AFTER + GIVEN_UP, abs=2.0 * CYCLE)
