"""Live sessions: actions of a visitor take effect between two cycles and are recorded."""

import math
import threading
from functools import cached_property
from pathlib import Path

import pytest

from hardware.disturbance import TOWARDS
from hardware.disturbances import Push
from hsm.apps.view.controls import PageInputError, within
from hsm.apps.view.live import ViewOptions, scenario_of
from hsm.apps.view.session import BallError, Done, LiveSession
from hsm.apps.view.tempo import Tempo
from hsm.chart import Transition
from hsm.chart.leaves import FALL_PROTECTION, KICK_STRIKE, WALK_PHASE
from hsm.control import loop
from hsm.control.assembly import MotionSettings
from hsm.control.loop import Cycle
from hsm.runs.reader import read_run
from hsm.runs.replay import compare
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import about
from hsm.simulated.simulation import Simulation, load_plant
from motions.kicks.wish import Kick, KickKind
from motions.requests import Motion, MotionRequest

CYCLE = 0.012


class Wall:
    """A wall clock that advances when somebody waits, or by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits = 0

    def __call__(self) -> float:
        return self.now

    def doze(self, news: threading.Condition, seconds: float) -> None:
        self.now += seconds
        self.waits += 1
        if self.waits > 10_000:
            raise TimeoutError("nothing wakes it up")

    @cached_property
    def tempo(self) -> Tempo:
        return Tempo(CYCLE, clock=self, doze=self.doze)


class Looking:
    def __init__(self) -> None:
        self.transitions: list[Transition] = []

    def look(self, made: Cycle) -> None:
        if made.outcome.transition is not None:
            self.transitions.append(made.outcome.transition)

    def went_to(self, state: object) -> list[Transition]:
        return [told for told in self.transitions if told.dest in state]  # type: ignore[operator]


class Run:
    """A run that a visitor steers, at any speed."""

    def __init__(self, settings: MotionSettings, wall: Wall, done: Done = lambda *_: None) -> None:
        self.scenario = scenario_of(ViewOptions(plant="ideal", seed=1), settings)
        self.simulation = Simulation(
            settings,
            load_plant("ideal"),
            seed=1,
            state="Stand.Normal",
            props=[entry.prop for entry in self.scenario.props],
            sight=True,
        )
        self.session = LiveSession(self.simulation, self.scenario, wall.tempo, done)
        self.looking = Looking()
        self.observers: list[loop.Observer] = [self.session, self.simulation, self.looking]

    def go_on(self, seconds: float) -> None:
        loop.run(
            self.simulation.link,
            self.simulation.cycle,
            self.session,
            self.observers,
            cycles=round(seconds / CYCLE),
        )


def test_a_push_pushes_the_robot_over(settings: MotionSettings) -> None:
    run = Run(settings, Wall())
    run.go_on(0.5)
    run.session.disturb(Push(TOWARDS["forward"], 6.0))
    run.go_on(2.0)
    (first, *_) = run.looking.went_to(FALL_PROTECTION)
    assert 0.5 < first.time < 1.5 and "falling forward" in first.because


def test_a_request_takes_effect_from_the_next_cycle_on(settings: MotionSettings) -> None:
    run = Run(settings, Wall())
    run.go_on(0.1)
    run.session.ask(MotionRequest(Motion.WALK, 0.1))
    assert run.session.wish.motion is Motion.STAND
    run.go_on(1.0)
    assert run.session.wish.motion is Motion.WALK
    assert run.looking.went_to(WALK_PHASE)


def test_a_repeated_request_counts_as_a_new_one(settings: MotionSettings) -> None:
    run = Run(settings, Wall())
    numbers = []
    for _ in range(2):
        run.session.ask(MotionRequest(Motion.SIT))
        run.go_on(CYCLE)
        numbers.append(run.session.wish.number)
    assert numbers[0] != numbers[1]


def test_a_ball_is_thrown_from_in_front_of_the_robot(settings: MotionSettings) -> None:
    run = Run(settings, Wall())
    run.session.throw_ball(1.0, 0.5, 0.1)
    run.go_on(CYCLE)
    truth = run.simulation.truth()
    assert truth.ball is not None and truth.ball_velocity is not None
    assert truth.ball[0] == pytest.approx(1.0, abs=0.05)
    assert truth.ball[1] == pytest.approx(0.1, abs=0.02)
    assert truth.ball_velocity[0] == pytest.approx(-0.5, abs=0.05)


def test_the_ball_of_the_scene_can_be_kicked(settings: MotionSettings) -> None:
    run = Run(settings, Wall())
    run.session.ask(MotionRequest(Motion.KICK, kick=Kick(KickKind.FORWARD_FAST)))
    run.go_on(10.0)
    assert run.looking.went_to(KICK_STRIKE)
    ball = run.simulation.truth().ball
    assert ball is not None and ball[0] > 1.5


def test_a_ball_cannot_be_thrown_from_an_invalid_distance(settings: MotionSettings) -> None:
    run = Run(settings, Wall())
    for distance in (math.nan, math.inf, 0.0, -1.0, 1e9):
        with pytest.raises(BallError, match="is not between 0.2 and 3"):
            run.session.throw_ball(distance, 0.0, 0.0)


def test_actions_of_a_visitor_are_recorded_and_replayed_bit_for_bit(
    settings: MotionSettings, tmp_path: Path
) -> None:
    run = Run(settings, Wall())
    with Recorder(tmp_path / "run.hsm", settings, about(run.scenario)) as recorder:
        recorder.begin(run.simulation)
        run.observers.append(recorder)
        run.session.ask(MotionRequest(Motion.WALK, 0.15))
        run.go_on(2.0)
        run.session.disturb(Push(TOWARDS["left"], 4.0))
        run.session.throw_ball(0.8, 0.2, 0.0)
        run.go_on(2.0)
    report = compare(read_run(tmp_path))
    assert report.identical and report.cycles == 2 * round(2.0 / CYCLE)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 0.26])
def test_a_typed_number_outside_its_range_is_refused(value: float) -> None:
    with pytest.raises(PageInputError, match="speed forward .* is not between -0.15 and 0.25"):
        within(value, -0.15, 0.25, "speed forward")


@pytest.mark.parametrize("speed", [1 / 32, 0.5, 1.0, 8.0])
def test_a_run_keeps_its_speed_relative_to_the_wall_clock(speed: float) -> None:
    wall = Wall()
    tempo = wall.tempo
    tempo.speed = speed
    for _ in range(500):
        tempo.wait()
    assert 500 * CYCLE / wall.now == pytest.approx(speed, rel=0.01)
    assert tempo.reached == pytest.approx(speed, rel=0.02) or wall.now < 1.0


def test_a_pause_stops_time_and_a_single_cycle_can_be_run(settings: MotionSettings) -> None:
    wall = Wall()
    run = Run(settings, wall)
    run.go_on(0.12)
    before = run.simulation.time
    run.session.tempo.paused = True
    with pytest.raises(TimeoutError):
        run.go_on(CYCLE)
    assert run.simulation.time == before
    wall.waits = 0
    run.session.tempo.one_cycle()
    run.go_on(CYCLE)
    assert run.simulation.time == pytest.approx(before + CYCLE)
    with pytest.raises(TimeoutError):
        run.go_on(CYCLE)
    wall.waits = 0
    run.session.tempo.paused = False
    run.go_on(0.12)
    assert run.simulation.time == pytest.approx(before + 11 * CYCLE)


def test_a_delayed_run_does_not_catch_up() -> None:
    wall = Wall()
    tempo = wall.tempo
    tempo.wait()
    wall.now += 5.0
    for _ in range(100):
        tempo.wait()
    assert wall.now > 5.0 + 98 * CYCLE
