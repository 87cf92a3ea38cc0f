"""Capture steps, level soles and the hip strategy, on hand-made states."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.step import Step, StepKind
from motions.walking.terms.capture import CaptureStep
from motions.walking.terms.hip_strategy import HipStrategy
from motions.walking.terms.levelling import SoleLevelling
from motions.walking.trajectories import FeetOffsets, FootOffset
from tests.fakes import robot_state
from tests.motions.walking.stepper import (
    a_step,
    forward,
    left_step,
    on,
    seen,
    term,
    through_a_ball,
    tilting,
)


def tip(engine: WalkingEngine, rate: float, axis: int) -> None:
    """Let the robot turn over its support sole for eight cycles of a step of the left foot."""
    left_step(engine)
    for cycle in range(1, 9):
        engine.update(tilting(cycle * CYCLE, rate, axis))


def additions(engine: WalkingEngine, rate: float, axis: int) -> tuple[float, float]:
    tip(engine, rate, axis)
    capture = term(engine, CaptureStep)
    return capture.forward, capture.outward


def test_a_robot_that_tips_forward_puts_the_swing_foot_forward(engine: WalkingEngine) -> None:
    assert additions(engine, math.radians(120), axis=1)[0] > 0.01


def test_a_robot_that_tips_backward_puts_the_swing_foot_backward(engine: WalkingEngine) -> None:
    assert additions(engine, math.radians(-120), axis=1)[0] < -0.01


def test_a_robot_that_tips_towards_the_swing_foot_puts_it_outward(engine: WalkingEngine) -> None:
    # The left foot swings: a negative roll tips to the left.
    assert additions(engine, math.radians(-150), axis=0)[1] > 0.01


@pytest.mark.parametrize(
    ("open_before", "opens", "caught"),
    [(0.0, 0.0, True), (0.05, 0.0, False), (0.0, 0.05, False), (0.0, -0.05, False)],
)
def test_a_wide_stance_raises_the_dead_band_of_outward_steps(
    walking: WalkingParameters,
    open_before: float,
    opens: float,
    caught: bool,
) -> None:
    capture = walking.capture
    running = a_step(step=Step(y=opens))
    running.start.left.side = open_before
    side = 0.5 * (capture.dead_band_side + capture.wide_sway)
    catching = CaptureStep(capture, walking.pendulum)
    catching.update(robot_state(), seen(running, excess=(0.0, side)))
    assert (catching.outward > 0.0) is caught


def landing_of(
    walking: WalkingParameters, forward: float, side: float, share: float
) -> CaptureStep:
    """Return the capture of an excess at a share of a step, without limits or dead bands."""
    free = replace(
        walking.capture,
        gain=1.0,
        dead_band_forward=0.0,
        dead_band_side=0.0,
        side_sway=0.0,
        speed=1e3,
        max_forward=10.0,
        max_outward=10.0,
    )
    capture = CaptureStep(free, walking.pendulum)
    capture.update(robot_state(), seen(a_step(share=share), excess=(forward, side)))
    return capture


@pytest.mark.parametrize("share", [0.0, 0.4, 0.9])
@pytest.mark.parametrize("forward", [0.02, -0.02])
def test_the_foot_lands_where_the_pendulum_will_be_at_the_planned_landing(
    walking: WalkingParameters, share: float, forward: float
) -> None:
    """Integrated in small steps: the excess of a pendulum grows by excess times rate."""
    grown, remaining, step = forward, (1.0 - share) * 0.25, 1e-5
    for _ in range(round(remaining / step)):
        grown += walking.pendulum.rate * grown * step
    capture = landing_of(walking, forward, abs(forward), share)
    assert capture.forward == pytest.approx(grown, rel=1e-3)
    assert capture.outward == pytest.approx(abs(grown), rel=1e-3)


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_a_step_takes_all_of_an_error_that_the_ankle_cannot_hold(
    walking: WalkingParameters, sign: float
) -> None:
    """Up to the limit of the ankle it takes a share of the error, and beyond it all of the rest."""
    free = replace(walking.capture, speed=1e3, max_forward=10.0)
    limit, beyond = free.large_forward, 0.04
    landings = []
    for error in (limit, limit + beyond):
        capture = CaptureStep(free, walking.pendulum)
        capture.update(robot_state(), seen(a_step(share=1.0), excess=(sign * error, 0.0)))
        landings.append(sign * capture.forward)
    assert landings[0] == pytest.approx(free.gain * (limit - free.dead_band_forward))
    assert landings[1] - landings[0] == pytest.approx(free.large_gain * beyond)


@pytest.mark.parametrize(
    ("error", "length", "kept"),
    [(-1.5, 0.05, False), (-0.9, 0.05, True), (-1.5, -0.05, True), (1.5, -0.05, False)],
)
def test_a_step_has_no_length_against_a_large_error(
    walking: WalkingParameters, error: float, length: float, kept: bool
) -> None:
    """The error is given as a multiple of the one that the ankle can hold."""
    capture, running = CaptureStep(walking.capture, walking.pendulum), a_step(step=Step(x=length))
    walk = seen(running, excess=(error * walking.capture.large_forward, 0.0))
    capture.begin(robot_state(), walk)
    assert running.step.x == (length if kept else 0.0)


def test_a_late_landing_is_not_extrapolated(walking: WalkingParameters) -> None:
    assert landing_of(walking, 0.02, 0.01, 1.4).forward == pytest.approx(0.02)


def test_a_foot_never_goes_inwards(walking: WalkingParameters) -> None:
    assert landing_of(walking, 0.0, -0.05, 0.5).outward == 0.0


@pytest.mark.parametrize("swing", Side)
def test_a_capture_moves_only_the_swing_foot_and_away_from_the_support_foot(
    walking: WalkingParameters, swing: Side
) -> None:
    capture = CaptureStep(walking.capture, walking.pendulum)
    capture.forward, capture.outward = 0.03, 0.02
    feet = FeetOffsets(FootOffset(), FootOffset())
    capture.feet(feet, seen(a_step(swing)))
    assert (feet.of(swing).forward, feet.of(swing).side) == (0.03, 0.02 * swing.sign)
    assert feet.of(swing.other) == FootOffset()


def test_a_new_step_starts_without_a_capture_offset(walking: WalkingParameters) -> None:
    capture = CaptureStep(walking.capture, walking.pendulum)
    assert (capture.forward, capture.outward) == (0.0, 0.0)
    capture.forward, capture.outward = 0.03, 0.02
    capture.begin(robot_state(), seen())
    assert (capture.forward, capture.outward) == (0.0, 0.0)


def test_a_long_step_raises_the_dead_band_of_outward_steps(
    walking: WalkingParameters,
) -> None:
    """A step of 0.1 m raises a dead band of 10 mm to 30 mm, however it is directed."""
    swaying = replace(walking.capture, dead_band_side=0.01, side_sway=0.3, wide_sway=0.0)
    for x, beyond in ((0.0, True), (0.1, False), (-0.1, False)):
        capture = CaptureStep(swaying, walking.pendulum)
        capture.update(robot_state(), seen(a_step(step=Step(x=x)), excess=(0.0, 0.011)))
        assert (capture.outward > 0.0) is beyond
        capture.update(robot_state(), seen(a_step(step=Step(x=x)), excess=(0.0, 0.031)))
        assert capture.outward > 0.0


def test_the_capture_offset_changes_no_faster_than_its_limit(
    engine: WalkingEngine, walking: WalkingParameters
) -> None:
    left_step(engine)
    capture = term(engine, CaptureStep)
    before = (0.0, 0.0)
    for cycle in range(1, 15):
        engine.update(tilting(cycle * CYCLE, math.radians(400), axis=1))
        now = (capture.forward, capture.outward)
        step = max(abs(a - b) for a, b in zip(now, before, strict=True))
        assert step <= walking.capture.speed * CYCLE + 1e-12
        before = now


def test_the_capture_offset_stays_within_its_reach(
    engine: WalkingEngine, walking: WalkingParameters
) -> None:
    left_step(engine)
    for cycle in range(1, 60):
        engine.update(tilting(min(cycle, 10) * CYCLE, math.radians(600), axis=1))
    capture = term(engine, CaptureStep)
    assert abs(capture.forward) <= walking.capture.max_forward
    assert 0.0 <= capture.outward <= walking.capture.max_outward


def test_without_ground_contact_the_swing_foot_gets_no_capture_offset(
    engine: WalkingEngine,
) -> None:
    left_step(engine)
    for cycle in range(1, 9):
        engine.update(replace(tilting(cycle * CYCLE, 2.0, axis=1), contact=False))
    capture = term(engine, CaptureStep)
    assert capture.forward == capture.outward == 0.0


def excess_of(engine: WalkingEngine, ahead: float, speed: float, cycles: int = 40) -> float:
    """Return the forward excess, m, of a robot that reaches a distance at constant speed."""
    left_step(engine)
    for cycle in range(cycles):
        still = tilting(0.0, 0.0, axis=1)
        x = still.com[0] + ahead + speed * (cycle - cycles + 1) * CYCLE
        engine.update(replace(still, com=(x, *still.com[1:])))
    return engine.walk.dcm_error.forward


def test_the_excess_of_a_robot_at_rest_is_its_distance(engine: WalkingEngine) -> None:
    excess = excess_of(engine, 0.03, 0.0) - excess_of(engine, 0.0, 0.0)
    assert excess == pytest.approx(0.03)


def test_the_excess_of_a_moving_robot_is_its_speed_over_the_rate_of_the_pendulum(
    engine: WalkingEngine, walking: WalkingParameters
) -> None:
    excess = excess_of(engine, 0.0, 0.2) - excess_of(engine, 0.0, 0.0)
    assert excess == pytest.approx(0.2 / walking.pendulum.rate, rel=1e-3)


def excess_of_a_robot_left_behind(engine: WalkingEngine, cycles: int) -> float:
    """Return the forward excess, m, of a robot that stands still in a step of 0.25 m/s."""
    standing = engine.running
    assert standing is not None
    engine.walk.running = replace(standing, step=Step(0.0625, 0.0, 0.0))
    for _ in range(cycles):
        engine.update(tilting(0.0, 0.0, axis=1))
    return engine.walk.dcm_error.forward


def test_a_torso_that_has_just_landed_is_not_yet_expected_at_full_speed(
    engine: WalkingEngine, walking: WalkingParameters
) -> None:
    pendulum = walking.pendulum
    left_step(engine)
    early = excess_of_a_robot_left_behind(engine, round((pendulum.settling + CYCLE) / CYCLE))
    left_step(engine)
    late = excess_of_a_robot_left_behind(engine, 12)
    left_step(engine)
    still = excess_of(engine, 0.0, 0.0, cycles=12)
    way = 0.5 * 0.0625 * (12 * CYCLE - pendulum.delay) / 0.25
    speed = 0.5 * 0.0625 / 0.25 / pendulum.rate
    assert still - late == pytest.approx(way + speed, rel=0.1)
    assert still - early < 0.6 * (still - late)


def thrown(engine: WalkingEngine, rate: float, axis: int) -> float:
    """Return the angle, rad, by which the support hip throws the body outwards for a tilt."""
    tip(engine, rate, axis)
    angles = term(engine, HipStrategy).angles
    assert angles[Side.LEFT] == 0.0
    return angles[Side.RIGHT]


def test_a_fall_over_the_outer_edge_throws_the_body_that_way(engine: WalkingEngine) -> None:
    # The right foot carries: a positive roll tips to the right.
    hips = term(engine, HipStrategy)
    before = hips.angles[Side.RIGHT]
    assert thrown(engine, math.radians(200), axis=0) > before + math.radians(3.0)
    with_it = engine.command().positions[Joint.R_HIP_ROLL]
    hips.reset()
    assert with_it < engine.command().positions[Joint.R_HIP_ROLL]  # the leg turns the other way


def test_a_torso_that_swings_back_late_does_not_fall_outwards(
    engine: WalkingEngine, walking: WalkingParameters
) -> None:
    running = left_step(engine)
    while running.time < running.duration:
        engine.update(tilting(0.0, 0.0, axis=0))  # a tilt at rest is at its turning point
    assert -engine.walk.dcm_error.side > walking.hip_strategy.dead_band
    assert engine.walk.dcm_error.outward < walking.hip_strategy.dead_band
    assert term(engine, HipStrategy).angles[Side.RIGHT] == 0.0


def test_a_torso_that_lags_behind_a_wide_side_step_does_not_fall_outwards(
    walking: WalkingParameters,
) -> None:
    def angle(aside: float) -> float:
        hips = HipStrategy(walking.hip_strategy)
        hips.update(robot_state(), seen(a_step(step=Step(0.0, aside, 0.0)), outward=0.05))
        return hips.angles[Side.RIGHT]

    assert angle(0.0) > 0.0
    assert angle(0.11) == 0.0


@pytest.mark.parametrize(("rate", "axis"), [(-200.0, 0), (200.0, 1), (-200.0, 1)])
def test_a_fall_that_a_step_can_catch_is_left_to_the_foot(
    engine: WalkingEngine, rate: float, axis: int
) -> None:
    assert thrown(engine, math.radians(rate), axis) == 0.0


def test_the_next_step_begins_from_the_feet_without_the_hip_strategy(engine: WalkingEngine) -> None:
    angle = thrown(engine, math.radians(250), axis=0)
    last = engine.command()
    engine.begin_step(StepKind.STEPPING, forward(0.1), on(Side.RIGHT), last)
    assert engine.running is not None
    assert abs(engine.running.start.right.roll) < 0.5 * angle


def test_a_tilted_torso_turns_and_moves_the_swing_sole_until_it_is_level(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    """When fully levelled, both soles lie in one level plane although the torso is tilted."""
    full = replace(walking.levelling, gain=1.0, roll_band=0.0, pitch_band=0.0, erect=0.0)
    levelling = SoleLevelling(full, nao.dimensions.hip_offset_y, 0.23, 0.024)
    tilt = math.radians(8.0)
    levelling.update(robot_state(pitch=tilt), seen())
    feet = FeetOffsets(FootOffset(forward=0.06), FootOffset(forward=-0.02))
    levelling.feet(feet, seen(a_step(share=1.0)))
    assert feet.left.pitch == pytest.approx(-tilt)
    assert feet.left.lift == pytest.approx(0.08 * math.sin(tilt))
    assert feet.right == FootOffset(forward=-0.02)


def test_the_sway_of_the_walk_does_not_move_the_soles(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    levelling = SoleLevelling(walking.levelling, nao.dimensions.hip_offset_y, 0.23, 0.024)
    levelling.update(robot_state(roll=math.radians(5.0), pitch=math.radians(-3.0)), seen())
    feet = FeetOffsets(FootOffset(), FootOffset())
    levelling.feet(feet, seen(a_step(share=1.0)))
    assert feet == FeetOffsets(FootOffset(), FootOffset())


def levelled(
    nao: RobotModel,
    walking: WalkingParameters,
    roll: float,
    pitch: float,
    swing: Side,
    share: float = 1.0,
) -> FeetOffsets:
    """Return feet that stood apart under a torso tilt, rad, levelled without a dead band."""
    full = replace(
        walking.levelling, gain=1.0, roll_band=0.0, pitch_band=0.0, erect=0.5, full_from=0.5
    )
    levelling = SoleLevelling(full, nao.dimensions.hip_offset_y, 0.23, 0.024)
    levelling.update(robot_state(roll=roll, pitch=pitch), seen())
    feet = FeetOffsets(FootOffset(0.03, 0.02), FootOffset(-0.01, -0.01))
    levelling.feet(feet, seen(a_step(swing, share=share)))
    return feet


@pytest.mark.parametrize("swing", Side)
@pytest.mark.parametrize("tilt", [0.1, -0.1])
def test_a_swing_foot_lowered_by_a_roll_is_lifted_by_the_same_amount(
    nao: RobotModel, walking: WalkingParameters, swing: Side, tilt: float
) -> None:
    """A positive roll lowers the right side: feet 0.13 m apart differ by 0.13 m sin(roll)."""
    foot = levelled(nao, walking, tilt, 0.0, swing).of(swing)
    apart = 2.0 * nao.dimensions.hip_offset_y + 0.03
    assert foot.roll == pytest.approx(-tilt)
    assert foot.lift == pytest.approx(-swing.sign * apart * math.sin(tilt))


def test_the_support_sole_presses_a_leaning_torso_upright(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    """A torso that leans forward is pressed back by the toes of the support foot."""
    feet = levelled(nao, walking, 0.0, 0.1, Side.LEFT)
    assert feet.right.pitch == pytest.approx(0.5 * 0.1)
    assert feet.right.roll == feet.right.lift == 0.0


def test_levelling_grows_evenly_over_the_first_part_of_the_step(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    pitches = [
        levelled(nao, walking, 0.0, 0.1, Side.LEFT, share).left.pitch
        for share in (0.0, 0.125, 0.25, 0.5, 0.8)
    ]
    assert pitches == pytest.approx([0.0, -0.025, -0.05, -0.1, -0.1])


def kicked_foot(walking: WalkingParameters, nao: RobotModel, share: float) -> FeetOffsets:
    """Return the feet in a step that compensates a share of a pitch of 0.1 rad at 1 rad/s."""
    levelling = SoleLevelling(walking.levelling, nao.dimensions.hip_offset_y, 0.23, 0.024)
    levelling.begin(robot_state(pitch=-0.04), seen())
    levelling.update(robot_state(pitch=0.06, gyro=(0.0, 1.0, 0.0)), seen())
    feet = FeetOffsets(FootOffset(), FootOffset())
    step = a_step(share=0.5)
    step.kick = through_a_ball(step, against_pitch=share)
    levelling.feet(feet, seen(step))
    return feet


def test_a_kicking_foot_is_moved_against_the_pitch_of_the_torso(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    """A torso that pitches forward about its hips moves the foot back by leg length times sine."""
    feet = kicked_foot(walking, nao, 0.5)
    assert feet.left.forward == pytest.approx(0.5 * 0.23 * math.sin(0.1 + 0.024))
    assert feet.right.forward == 0.0
    assert kicked_foot(walking, nao, 0.0).left.forward == 0.0


def test_the_height_of_a_kicking_foot_does_not_depend_on_the_roll_of_the_torso(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    """Also inside the dead band of the walk's sway: a foot that sinks hits the ball from below."""
    levelling = SoleLevelling(walking.levelling, nao.dimensions.hip_offset_y, 0.23, 0.024)
    roll = math.radians(-2.0)
    levelling.update(robot_state(roll=roll), seen())
    step = a_step(share=1.0)
    step.kick = through_a_ball(step, against_roll=1.0)
    feet = FeetOffsets(FootOffset(), FootOffset())
    levelling.feet(feet, seen(step))
    assert feet.left.lift == pytest.approx(-0.1 * math.sin(roll))
    assert feet.left.roll == pytest.approx(-roll)


def test_a_kicking_sole_is_levelled_for_the_predicted_torso(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    """Joints lag: levelled for the present tilt, a sole leans by the turn in the meantime."""
    levelling = SoleLevelling(walking.levelling, nao.dimensions.hip_offset_y, 0.23, 0.024)
    levelling.update(robot_state(roll=0.02, pitch=0.01, gyro=(0.5, 1.0, 0.0)), seen())
    step = a_step(share=0.5)
    step.kick = through_a_ball(step, against_roll=1.0, levels_ahead=0.048)
    feet = FeetOffsets(FootOffset(), FootOffset())
    levelling.feet(feet, seen(step))
    assert feet.left.pitch == pytest.approx(-0.01 - 0.048)
    assert feet.left.roll == pytest.approx(-0.02 - 0.024)


def test_in_the_air_the_soles_keep_their_levelling(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    levelling = SoleLevelling(walking.levelling, nao.dimensions.hip_offset_y, 0.23, 0.024)
    levelling.update(robot_state(roll=0.3, pitch=0.3), seen())
    before = levelling.roll, levelling.pitch
    assert min(before) > 0.0
    levelling.update(robot_state(roll=-0.3, pitch=-0.3, contact=False), seen())
    assert (levelling.roll, levelling.pitch) == before


def test_an_unmeasured_tilt_is_levelled_until_the_end_of_its_step_only(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    levelling = SoleLevelling(walking.levelling, nao.dimensions.hip_offset_y, 0.23, 0.024)
    levelling.update(robot_state(roll=0.3, pitch=0.3), seen())
    before = levelling.roll, levelling.pitch
    blind = robot_state(roll=-0.3, pitch=-0.3, blind=True)
    levelling.update(blind, seen())
    assert (levelling.roll, levelling.pitch) == before
    levelling.begin(blind, seen())
    levelling.update(blind, seen())
    step = a_step(share=1.0)
    step.kick = through_a_ball(step, against_roll=1.0, against_pitch=1.0, levels_ahead=0.048)
    for running in (a_step(share=1.0), step):
        feet = FeetOffsets(FootOffset(0.05), FootOffset(-0.05))
        levelling.feet(feet, seen(running))
        assert feet == FeetOffsets(FootOffset(0.05), FootOffset(-0.05))


def hip_thrown(
    walking: WalkingParameters, outward: float, swing: Side, aside: float = 0.0, cycles: int = 1
) -> HipStrategy:
    """Return the hip angle after some cycles of a robot beyond its outer edge by `outward`, m."""
    hips = HipStrategy(walking.hip_strategy)
    for _ in range(cycles):
        hips.update(robot_state(), seen(a_step(swing, Step(y=aside)), outward=outward))
    return hips


def test_a_hip_is_thrown_at_its_speed_and_returns_more_slowly(
    walking: WalkingParameters,
) -> None:
    parameters = walking.hip_strategy
    hips = hip_thrown(walking, 0.2, Side.LEFT)
    assert hips.angles == {Side.LEFT: 0.0, Side.RIGHT: pytest.approx(parameters.speed * CYCLE)}
    hips = hip_thrown(walking, 0.2, Side.LEFT, cycles=100)
    assert hips.angles[Side.RIGHT] == parameters.limit
    hips.update(robot_state(), seen(a_step(Side.LEFT)))
    returned = parameters.limit - hips.angles[Side.RIGHT]
    assert returned == pytest.approx(parameters.return_speed * CYCLE)
    hips.reset()
    assert set(hips.angles.values()) == {0.0}


def test_the_free_leg_swings_against_the_thrown_body_and_returns_once_it_supports(
    walking: WalkingParameters,
) -> None:
    parameters = walking.hip_strategy
    hips = hip_thrown(walking, 0.2, Side.LEFT)
    expected = parameters.free_leg_speed * CYCLE
    assert hips.legs == {Side.LEFT: pytest.approx(expected), Side.RIGHT: 0.0}
    hips = hip_thrown(walking, 0.2, Side.LEFT, cycles=100)
    assert hips.legs == {Side.LEFT: parameters.free_leg_limit, Side.RIGHT: 0.0}
    hips.update(robot_state(), seen(a_step(Side.RIGHT), outward=0.2))
    returned = parameters.free_leg_limit - hips.legs[Side.LEFT]
    assert returned == pytest.approx(parameters.return_speed * CYCLE)
    hips.reset()
    assert set(hips.legs.values()) == {0.0}


@pytest.mark.parametrize("swing", Side)
def test_a_wide_step_to_either_side_allows_for_a_lagging_torso(
    walking: WalkingParameters, swing: Side
) -> None:
    """Beyond 0.1 m times the sway, the angle grows as it does beyond the dead band."""
    parameters, aside = walking.hip_strategy, swing.sign * 0.1
    room = parameters.side_sway * 0.1
    assert room > parameters.dead_band
    for beyond, sway, step in ((0.01, parameters.dead_band, 0.0), (0.01, room, aside)):
        thrown = hip_thrown(walking, sway + beyond, swing, step, cycles=50)
        assert thrown.angles[swing.other] == pytest.approx(parameters.gain * beyond)


@pytest.mark.parametrize("side", Side)
def test_a_thrown_hip_turns_its_leg_inwards(walking: WalkingParameters, side: Side) -> None:
    """The body moves out over the leg: rolls of the legs are positive to the left."""
    hips = HipStrategy(walking.hip_strategy)
    hips.angles[side] = 0.1
    joints = [0.0] * len(Joint)
    hips.joints(joints, seen())
    roll = Joint.L_HIP_ROLL if side is Side.LEFT else Joint.R_HIP_ROLL
    assert {joint: joints[joint] for joint in Joint if joints[joint]} == {roll: side.sign * 0.1}


@pytest.mark.parametrize("side", Side)
def test_a_swung_leg_turns_outwards_and_its_sole_stays_level(
    walking: WalkingParameters, side: Side
) -> None:
    hips = HipStrategy(walking.hip_strategy)
    hips.legs[side] = 0.1
    joints = [0.0] * len(Joint)
    hips.joints(joints, seen())
    hip, ankle = (
        (Joint.L_HIP_ROLL, Joint.L_ANKLE_ROLL)
        if side is Side.LEFT
        else (Joint.R_HIP_ROLL, Joint.R_ANKLE_ROLL)
    )
    moved = {joint: joints[joint] for joint in Joint if joints[joint]}
    assert moved == {hip: side.sign * 0.1, ankle: side.sign * -0.1}
