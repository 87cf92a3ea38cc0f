"""A base does what it is wished, and ends it when the hatch opens, frames stop, or it is held."""

import math
from collections.abc import Callable

import pytest

from hardware.base import BaseFrame
from hsm.control.base_cycle import BaseCycle, BaseOutcome
from hsm.simulated.base import BaseSimulation, load_base
from motions.locomotion.wheeled.wish import DriveEnd, DriveVelocity, DriveWay, DriveWish

PEPPER = load_base("pepper")
LIMITS = PEPPER.drive.default
AHEAD = DriveWay(((1.0, 0.0, 0.0),))


class Base:
    """A base that is awake."""

    def __init__(self) -> None:
        self.simulation = BaseSimulation(PEPPER)
        self._number = 0
        self._wish = self.wish(DriveEnd.STOP)
        self.run(0.5)

    def wish(self, goal: DriveVelocity | DriveWay | DriveEnd, *, awake: bool = True) -> DriveWish:
        self._number += 1
        self._wish = DriveWish(self._number, awake, goal, LIMITS)
        return self._wish

    def run(self, seconds: float) -> BaseOutcome:
        outcomes = [
            self.simulation.step(self._wish) for _ in range(round(seconds / PEPPER.model.cycle))
        ]
        return outcomes[-1]

    def silence(self, seconds: float) -> BaseOutcome:
        outcomes = [self.simulation.step(None) for _ in range(round(seconds / PEPPER.model.cycle))]
        return outcomes[-1]


def speed(base: Base) -> float:
    truth = base.simulation.truth()
    return math.hypot(truth.vx, truth.vy)


def test_a_sleeping_base_does_not_drive() -> None:
    base = Base()
    base.wish(AHEAD, awake=False)
    outcome = base.run(1.0)
    assert speed(base) == 0.0 and not outcome.awake and not outcome.command.stiff


@pytest.mark.parametrize(
    ("happens", "why"),
    [
        (lambda base: setattr(base.simulation.base, "hatch_open", True), "the power hatch is open"),
        (lambda base: setattr(base.simulation.base, "silent", True), "the base does not answer"),
        (lambda base: base.silence(0.02), "the motion is no longer requested"),
    ],
)
def test_a_drive_comes_to_rest_and_says_why(happens: Callable[[Base], object], why: str) -> None:
    base = Base()
    base.wish(AHEAD)
    base.run(2.0)
    assert speed(base) > 0.2
    happens(base)
    outcome = base.run(2.5)
    assert speed(base) < 1e-3
    assert (outcome.active, outcome.arrived, outcome.why) == (False, False, why)


def test_a_hatch_that_is_closed_again_starts_nothing() -> None:
    base = Base()
    base.wish(AHEAD)
    base.run(1.0)
    base.simulation.base.hatch_open = True
    base.run(2.0)
    base.simulation.base.hatch_open = False
    outcome = base.run(2.0)
    assert speed(base) < 1e-3 and not outcome.active


def test_a_base_that_is_held_gives_up() -> None:
    base = Base()
    base.wish(AHEAD)
    base.simulation.base.push = (-400.0, 0.0, 0.0)
    outcome = base.run(3.0)
    assert "something blocks its path" in outcome.why and not outcome.arrived


def test_a_base_that_is_pushed_at_rest_goes_back() -> None:
    base = Base()
    base.simulation.base.push = (30.0, 0.0, 0.0)
    base.run(0.5)
    assert base.simulation.truth().x > 0.005
    base.simulation.base.push = (0.0, 0.0, 0.0)
    base.run(3.0)
    assert abs(base.simulation.truth().x) < 0.002


def test_a_killed_drive_brakes_at_once() -> None:
    base = Base()
    base.wish(DriveVelocity(0.35, 0.0, 0.0))
    base.run(2.5)
    base.wish(DriveEnd.KILL)
    outcome = base.run(0.3)
    assert speed(base) < 1e-3 and not outcome.active


def test_numbers_that_are_none_never_reach_a_wheel() -> None:
    cycle = BaseCycle(PEPPER.model, PEPPER.drive, PEPPER.control)
    wish = DriveWish(1, True, DriveVelocity(0.3, 0.0, 0.0), LIMITS)
    for number in range(100):
        bad = number % 3 == 0
        gone = (math.nan, 0.0, 0.0) if bad else (0.0, 0.0, 0.0)
        frame = BaseFrame(0.02 * number, gone, math.inf if bad else 0.0, hatch_open=False)
        assert all(map(math.isfinite, cycle.step(frame, wish).command.wheels))
