"""The steps planned by the engine, without physics."""

import math
import random
from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.sensors_and_commands import CYCLE, JointCommand
from hsm.settings.loader import config_folder, load
from motions.kinematics.geometry import Pose2
from motions.requests import Motion, MotionRequest
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.gait import lift_duration
from motions.walking.parameters import SpeedProfile
from motions.walking.step import Step, StepKind
from motions.walking.trajectories import lift_progress
from tests.motions.walking.stepper import STEP_CYCLES, forward, make_step, on, standing_command

MILLIMETRE = 1e-3


def test_a_walk_at_full_speed_accelerates_by_18_75_mm_per_step(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    """As planned for a sound robot: the step feedback would respond to legs that never move."""
    planned = replace(
        walking,
        step_length_feedback=replace(walking.step_length_feedback, active=False),
        slow_when_worn=replace(walking.slow_when_worn, active=False),
    )
    engine = WalkingEngine(nao, planned, profile)
    last = standing_command(engine)
    steps = []
    kind = StepKind.STARTING
    swing = Side.LEFT
    for _ in range(4):
        last, _feet = make_step(engine, forward(0.25), last, kind, on(swing.other))
        assert engine.running is not None
        steps.append(engine.running.step.x)
        kind, swing = StepKind.STEPPING, swing.other
    assert steps == pytest.approx([0.01875, 0.0375, 0.05625, 0.0625], abs=1e-9)


def test_the_inner_foot_turns_a_third_of_a_double_step(engine: WalkingEngine) -> None:
    request = MotionRequest(Motion.WALK, turn=math.radians(120))
    outer = engine.limits.step(request, Side.LEFT, Step())
    inner = engine.limits.step(request, Side.RIGHT, Step())
    assert math.degrees(outer.turn) == pytest.approx(40.2)
    assert math.degrees(inner.turn) == pytest.approx(19.8)


def test_no_foot_ever_steps_inwards_for_any_request(engine: WalkingEngine) -> None:
    rng = random.Random(1)
    for _ in range(10_000):
        swing = rng.choice([Side.LEFT, Side.RIGHT])
        request = MotionRequest(
            Motion.WALK, rng.uniform(-0.5, 0.5), rng.uniform(-0.4, 0.4), rng.uniform(-3, 3)
        )
        last = Step(rng.uniform(-0.0375, 0.0625))
        step = engine.limits.step(request, swing, last)
        assert step.y * swing.sign >= 0.0, (request, swing, step)


def test_every_step_stays_within_the_ratchet_and_the_reach(engine: WalkingEngine) -> None:
    rng = random.Random(2)
    last = Step()
    for _ in range(10_000):
        request = MotionRequest(
            Motion.WALK, rng.uniform(-0.5, 0.5), rng.uniform(-0.4, 0.4), rng.uniform(-3, 3)
        )
        step = engine.limits.step(request, rng.choice([Side.LEFT, Side.RIGHT]), last)
        assert -0.0375 - 1e-9 <= step.x <= 0.0625 + 1e-9
        assert abs(step.y) <= 0.1 + 1e-9
        assert abs(step.x) - abs(last.x) <= 0.01875 + 1e-9
        last = step


def test_the_normal_profile_reaches_its_whole_rectangle(engine: WalkingEngine) -> None:
    reach = engine.limits.reach
    assert reach.forward == pytest.approx(0.0625, abs=MILLIMETRE)
    assert reach.backward == pytest.approx(0.0375, abs=MILLIMETRE)
    assert reach.side_at_forward == pytest.approx(0.1, abs=MILLIMETRE)


@pytest.mark.parametrize(("front", "wide"), [(0.0675, 0.091), (0.0516, 0.115)])
def test_the_competition_profile_with_room_for_a_balancing_step_has_cut_front_corners(
    nao: RobotModel, walking: WalkingParameters, front: float, wide: float
) -> None:
    """The shipped profile leaves 40 mm of room instead of 50 for a faster diagonal walk."""
    path = config_folder() / "walking" / "profiles" / "competition.yaml"
    roomy = replace(load(path, SpeedProfile), reach_margin=(0.0, 0.05))
    reach = WalkingEngine(nao, walking, roomy).limits.reach
    assert reach.backward == pytest.approx(0.0375, abs=MILLIMETRE)
    assert reach.side_limit(front) == pytest.approx(wide, abs=MILLIMETRE)
    assert reach.forward_limit(wide) == pytest.approx(front, abs=MILLIMETRE)


def test_a_left_step_is_the_mirror_of_the_right_step(engine: WalkingEngine) -> None:
    left = MotionRequest(Motion.WALK, 0.15, 0.1, 0.5)
    right = MotionRequest(Motion.WALK, 0.15, -0.1, -0.5)
    one = engine.limits.step(left, Side.LEFT, Step(0.02))
    other = engine.limits.step(right, Side.RIGHT, Step(0.02))
    assert (one.x, one.y, one.turn) == pytest.approx((other.x, -other.y, -other.turn))


def test_the_first_foot_is_the_one_in_the_direction_of_the_side_step(
    engine: WalkingEngine,
) -> None:
    for request, side in (
        (MotionRequest(Motion.WALK, 0.1, -0.1), Side.RIGHT),
        (MotionRequest(Motion.WALK, 0.1, 0.0, 0.3), Side.LEFT),
        (forward(0.1), Side.RIGHT),
    ):
        assert engine.planner.first_swing(request, on(Side.LEFT)) is side


def test_the_lift_reaches_its_apex_after_125_ms_and_ends_at_zero() -> None:
    apex = 0.125 / 0.281
    assert lift_progress(apex, apex) == pytest.approx(1.0)
    assert lift_progress(0.0, apex) == lift_progress(1.0, apex) == 0.0
    assert all(lift_progress(i / 1000, apex) <= 1.0 for i in range(1001))


def test_a_straight_step_lifts_its_foot_by_13_mm_after_125_ms(engine: WalkingEngine) -> None:
    last, _ = make_step(engine, forward(0.1), standing_command(engine), StepKind.STARTING)
    _, feet = make_step(engine, forward(0.1), last, StepKind.STEPPING, on(Side.RIGHT))
    lifts = [foot.left.lift for foot in feet]
    highest = max(range(len(lifts)), key=lifts.__getitem__)
    assert lifts[highest] == pytest.approx(0.013, abs=2e-4)
    # The clock of a step starts at one cycle.
    assert (highest + 1) * CYCLE == pytest.approx(0.125, abs=CYCLE)


def test_a_side_step_of_115_mm_is_lifted_for_281_ms(walking: WalkingParameters) -> None:
    assert lift_duration(walking.step, 0.115) == pytest.approx(0.281, abs=1e-3)
    assert lift_duration(walking.step, 0.0) == walking.step.duration


def test_a_step_turns_only_the_swing_foot_about_the_support_foot() -> None:
    turn = math.radians(20)
    x, y = Step(0.0, 0.0, turn).in_foot_offsets(Side.LEFT, 0.05)
    support = (-0.5 * x, -0.05 - 0.53 * y)
    swing = (0.5 * x, 0.05 + 0.47 * y)
    distance = math.hypot(swing[0] - support[0], swing[1] - support[1])
    assert distance <= 0.1 + 1e-9, "the feet move along the chord, never further apart"


@pytest.mark.parametrize("swing", list(Side))
def test_the_landing_of_a_step_is_where_its_foot_offsets_lead(swing: Side) -> None:
    step, hip = Step(0.04, 0.02, math.radians(20)), 0.05
    x, y = step.in_foot_offsets(swing, hip)
    support_in_hips = Pose2(0.0, 0.0, -0.5 * step.turn)
    apart = support_in_hips @ step.landing(swing, hip)
    assert (apart.x, apart.y) == pytest.approx((x, y + swing.sign * 2.0 * hip))
    assert apart.heading == pytest.approx(0.5 * step.turn)


@pytest.mark.parametrize("lean_deg", [-25.0, 0.0, 25.0])
def test_a_step_starts_from_the_last_command_of_the_joints(
    engine: WalkingEngine, lean_deg: float
) -> None:
    make_step(engine, forward(0.2), standing_command(engine), StepKind.STARTING)
    leaning = replace(on(Side.RIGHT), pitch=math.radians(lean_deg))
    engine.update(leaning)
    last = engine.command()
    engine.begin_step(StepKind.STEPPING, forward(0.2), leaning, last)
    first = engine.command()
    jump = max(abs(a - b) for a, b in zip(first.positions[7:18], last.positions[7:18], strict=True))
    assert math.degrees(jump) < 2.0


def test_a_stopping_step_closes_the_feet(engine: WalkingEngine) -> None:
    last = standing_command(engine)
    last, _ = make_step(engine, forward(0.25), last, StepKind.STARTING)
    assert not engine.feet_closed(last)
    last, feet = make_step(engine, MotionRequest(), last, StepKind.STOPPING, on(Side.RIGHT))
    assert engine.feet_closed(last)
    assert abs(feet[-1].left.forward) < MILLIMETRE and abs(feet[-1].right.forward) < MILLIMETRE


@pytest.mark.parametrize(("caught", "closed"), [(0.004, True), (0.02, False)])
def test_a_stopping_step_with_a_lateral_capture_is_not_the_last_one(
    engine: WalkingEngine, caught: float, closed: bool
) -> None:
    last, _ = make_step(engine, forward(0.25), standing_command(engine), StepKind.STARTING)
    make_step(engine, MotionRequest(), last, StepKind.STOPPING, on(Side.RIGHT))
    assert engine.running is not None
    feet = engine.placement.offsets(engine.command().positions)
    feet.of(engine.running.swing).side += engine.running.swing.sign * caught
    apart = JointCommand(tuple(engine.placement.joints(feet)), (1.0,) * 25)
    assert engine.feet_closed(apart) is closed


def test_a_dive_may_begin_from_feet_too_far_apart_for_the_stand(engine: WalkingEngine) -> None:
    last, _ = make_step(engine, forward(0.1), standing_command(engine), StepKind.STARTING)
    assert not engine.feet_closed(last)
    assert engine.feet_closed(last, dive=True)


def test_a_dive_waits_until_a_long_step_has_brought_the_feet_together(
    engine: WalkingEngine,
) -> None:
    last, kind, state = standing_command(engine), StepKind.STARTING, Side.LEFT
    for _ in range(4):
        last, _ = make_step(engine, forward(0.25), last, kind, on(state))
        kind, state = StepKind.STEPPING, state.other
    assert not engine.feet_closed(last, dive=True)
    engine.begin_step(StepKind.STEPPING, forward(0.25), on(state), last)
    closed = []
    for _ in range(STEP_CYCLES):
        closed.append(engine.feet_closed(engine.command(), dive=True))
        engine.update(on(state))
    assert 0 < closed.index(True) < STEP_CYCLES - 1, "in the middle of the step"


def test_commands_of_a_walk_move_no_joint_faster_than_its_motor(engine: WalkingEngine) -> None:
    last = standing_command(engine)
    kind, swing = StepKind.STARTING, Side.LEFT
    fastest = 0.0
    for _ in range(6):
        before = last.positions
        engine.begin_step(kind, forward(0.25), on(swing.other), last)
        for cycle in range(21):
            command = engine.command()
            pairs = zip(command.positions[7:18], before[7:18], strict=True)
            fastest = max(fastest, max(abs(a - b) for a, b in pairs))
            before = command.positions
            engine.update(on(swing if cycle == 20 else swing.other, switched=cycle == 20))
        last, kind, swing = command, StepKind.STEPPING, swing.other
    assert math.degrees(fastest) / 0.012 < 399.0
