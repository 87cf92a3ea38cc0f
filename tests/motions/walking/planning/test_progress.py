"""Detection of a walk that makes no progress, on hand-made steps."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from motions.requests import Motion, MotionRequest
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.parameters import SpeedProfile
from motions.walking.planning.progress import Progress, ProgressParameters
from motions.walking.step import Step, StepKind
from tests.fakes import robot_state
from tests.motions.walking.stepper import (
    a_step,
    finished,
    forward,
    made,
    make_step,
    standing_command,
)


@pytest.fixture
def parameters(walking: WalkingParameters) -> ProgressParameters:
    return walking.progress


class Walked(Progress):
    """A walk of hand-made steps."""

    def go(
        self,
        steps: int,
        share: float,
        planned: Step | None = None,
        *,
        kind: StepKind = StepKind.STEPPING,
        contact: bool = True,
    ) -> None:
        """Make steps, 50 mm unless planned otherwise, of which this share is covered."""
        for _ in range(steps):
            step = planned or Step(0.05 * self.pace)
            done = replace(finished(step), kind=kind)
            gone, aside = share * step.x, share * step.y
            self.learn(made(done, forward=gone, left=aside, turn=step.turn, contact=contact))


@pytest.fixture
def progress(parameters: ProgressParameters) -> Walked:
    return Walked(parameters)


def test_a_walk_that_makes_progress_reports_and_changes_nothing(progress: Walked) -> None:
    progress.go(40, 0.95)
    assert not progress.stalled and progress.said == ""
    assert progress.lift == 0.0 and progress.pace == 1.0
    request = forward(0.2)
    assert progress.request(request) is request


def test_a_walk_without_progress_reports_its_planned_and_actual_speed(
    progress: Walked, parameters: ProgressParameters
) -> None:
    progress.go(parameters.steps - 1, 0.25)
    assert not progress.stalled
    progress.go(1, 0.25)
    assert progress.stalled
    assert progress.said.startswith("planned 0.20 m/s, actual 0.05 m/s: foot clearance")


def test_the_feet_are_lifted_higher_before_the_walk_slows_down(
    progress: Walked, parameters: ProgressParameters
) -> None:
    progress.go(parameters.steps + 4, 0.25)
    assert progress.lift == pytest.approx(5 * parameters.higher)
    assert progress.pace == 1.0
    progress.go(100, 0.25)
    assert progress.lift == pytest.approx(parameters.highest)
    assert progress.pace == pytest.approx(parameters.slowest)
    slow = progress.request(MotionRequest(Motion.WALK, 0.2, -0.1, 0.4))
    asked = (slow.forward, slow.left, slow.turn)
    assert asked == pytest.approx([parameters.slowest * part for part in (0.2, -0.1, 0.4)])
    assert progress.said.startswith(f"planned {parameters.slowest * 0.2:.2f} m/s")


def test_a_recovered_walk_regains_its_speed_and_lowers_its_feet_slowly(
    progress: Walked, parameters: ProgressParameters
) -> None:
    progress.go(100, 0.25)
    progress.go(100, 0.95)
    assert not progress.stalled
    assert progress.pace == 1.0
    assert 0.3 * parameters.highest < progress.lift < parameters.highest
    progress.go(300, 0.95)
    assert progress.lift == 0.0


def test_a_turn_regains_the_speed_that_a_stalled_walk_has_lost(
    progress: Walked, parameters: ProgressParameters
) -> None:
    progress.go(100, 0.25)
    assert progress.pace == pytest.approx(parameters.slowest)
    progress.go(100, 1.0, Step(0.0, 0.0, 0.3))
    assert progress.pace == 1.0


def test_between_the_two_thresholds_the_verdict_is_kept(
    progress: Walked, parameters: ProgressParameters
) -> None:
    between = 0.5 * (parameters.little + parameters.enough)
    progress.go(40, between)
    assert not progress.stalled
    progress.go(40, 0.3)
    progress.go(40, between)
    assert progress.stalled


@pytest.mark.parametrize(
    ("planned", "stalls"),
    [
        (Step(-0.03), True),
        (Step(0.0, 0.04), True),
        (Step(0.03, -0.03), True),
        (Step(0.01), False),
        (Step(0.0, 0.0, 0.3), False),
    ],
)
def test_every_direction_is_judged_but_no_speed_too_small_for_the_sway(
    progress: Walked, planned: Step, stalls: bool
) -> None:
    progress.go(40, 0.1, planned)
    assert progress.stalled == stalls


def test_stopping_steps_and_steps_in_the_air_do_not_count(progress: Walked) -> None:
    progress.go(40, 0.1, kind=StepKind.STOPPING)
    progress.go(40, 0.1, contact=False)
    assert not progress.stalled and progress.made == (0.0, 0.0)


def test_steps_thrown_back_by_a_push_do_not_count(progress: Walked) -> None:
    progress.go(40, 0.95)
    progress.go(40, -0.7)
    assert not progress.stalled
    progress.go(20, -0.3)
    assert progress.stalled


def test_a_new_walk_keeps_its_lift_and_tries_the_requested_speed(
    progress: Walked, parameters: ProgressParameters
) -> None:
    progress.go(100, 0.25)
    progress.reset()
    assert progress.lift == parameters.highest
    assert progress.pace == 1.0 and not progress.stalled


def test_switched_off_it_reports_and_changes_nothing(parameters: ProgressParameters) -> None:
    progress = Walked(replace(parameters, active=False))
    progress.go(100, 0.1)
    assert not progress.stalled and progress.lift == 0.0


def test_thresholds_without_hysteresis_are_refused(
    parameters: ProgressParameters,
) -> None:
    with pytest.raises(ValueError, match="less"):
        replace(parameters, enough=parameters.little)


def test_foot_clearance_is_measured_along_gravity_at_mid_step(progress: Walked) -> None:
    roll = math.radians(5.0)
    robot = robot_state(up=(0.0, math.sin(roll), math.cos(roll)))
    left, right = robot.left_sole, robot.right_sole
    progress.look(robot, a_step(Side.LEFT, share=0.4))
    progress.look(robot, a_step(Side.LEFT, share=0.6))
    progress.learn(made(Step(0.05)))
    between = (left.y - right.y, left.z - right.z)
    height = math.sin(roll) * between[0] + math.cos(roll) * between[1]
    assert progress.cleared == pytest.approx(height)


def test_a_robot_that_steps_on_the_spot_lifts_its_feet_higher_in_the_engine(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    still = replace(walking, sag=replace(walking.sag, active=False))
    engine = WalkingEngine(nao, still, profile)
    last = standing_command(engine)
    for number in range(walking.progress.steps + 4):
        kind = StepKind.STEPPING if number else StepKind.STARTING
        last, _ = make_step(engine, forward(0.2), last, kind)
    assert engine.planner.progress.stalled
    assert engine.running is not None
    higher = engine.planner.progress.lift + engine.planner.lift.lift
    assert engine.running.lift == pytest.approx(walking.step.lift + higher)
    assert engine.planner.progress.lift > 0.0
