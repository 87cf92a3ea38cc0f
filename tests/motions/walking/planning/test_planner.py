"""Choice of the swing foot and the kind of step, given the step before."""

import math
from dataclasses import replace
from typing import Any

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.sensors_and_commands import CYCLE
from motions.kinematics.geometry import Pose2
from motions.perception.health import Health, Heat
from motions.requests import Motion, MotionRequest
from motions.walking.configuration import WalkingParameters
from motions.walking.gait import lift_duration
from motions.walking.joints.tracking import JointTracking
from motions.walking.parameters import SpeedProfile
from motions.walking.planning.planner import StepHistory, StepPlanner, next_swing
from motions.walking.planning.step_source import GivenStep
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import Step, StepEnd, StepKind
from motions.walking.swing_path import FootPace, KickStep, PathPoint
from motions.walking.trajectories import FeetOffsets, FootOffset
from tests.fakes import robot_state, support
from tests.motions.walking.stepper import PLAIN, a_step, forward, on

STANDING = StepHistory(swing=None, step=None, other_motion=False)


@pytest.fixture
def sound(walking: WalkingParameters) -> WalkingParameters:
    return replace(walking, slow_when_worn=replace(walking.slow_when_worn, active=False))


@pytest.fixture
def planner(nao: RobotModel, sound: WalkingParameters, profile: SpeedProfile) -> StepPlanner:
    return StepPlanner(nao, sound, profile)


def closed() -> FeetOffsets:
    return FeetOffsets(FootOffset(), FootOffset())


def planned(
    planner: StepPlanner,
    kind: StepKind = StepKind.STEPPING,
    request: MotionRequest | None = None,
    before: StepHistory = STANDING,
    start: FeetOffsets | None = None,
    **state: Any,
) -> RunningStep:
    robot = replace(on(Side.RIGHT), **state)
    return planner.plan(kind, request or forward(0.2), robot, start or closed(), before)


@pytest.mark.parametrize("carries", Side)
def test_a_foot_with_a_dead_sole_cell_is_lifted_higher(
    planner: StepPlanner, sound: WalkingParameters, carries: Side
) -> None:
    dead_on_the_left = (True,) + (False,) * 7
    for dead, foot in ((dead_on_the_left, Side.LEFT), ((False,) * 8, None)):
        robot = support(carries, dead_cells=dead)
        before = StepHistory(swing=None, step=a_step(carries), other_motion=False)
        step = planned(planner, before=before, support=robot)
        more = sound.step.numb_lift if step.swing is foot else 0.0
        assert step.lift == pytest.approx(sound.step.lift + more)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("carries", Side)
def test_the_first_swing_foot_is_that_of_the_side_step_else_of_the_turn_else_the_unloaded_one(
    sign: float, carries: Side
) -> None:
    robot = robot_state(support=support(carries))
    towards = Side.LEFT if sign > 0.0 else Side.RIGHT
    for left, turn, side in (
        (sign * 0.1, -sign, towards),
        (0.0, sign, towards),
        (0.0, 0.0, carries.other),
    ):
        request = MotionRequest(Motion.WALK, 0.1, left, turn)
        assert StepPlanner.first_swing(request, robot) is side


@pytest.mark.parametrize("swung", Side)
def test_the_unloaded_foot_swings_next_except_after_a_predicted_switch(
    swung: Side,
) -> None:
    ended = replace(a_step(swung), end=StepEnd.SWITCH)
    for carries in Side:
        assert next_swing(ended, robot_state(support=support(carries))) is carries.other
        predicted = replace(ended, end=StepEnd.PREDICTED)
        assert next_swing(predicted, robot_state(support=support(carries))) is swung.other


@pytest.mark.parametrize("swing", Side)
def test_after_a_delay_the_foot_that_it_has_chosen_swings(
    planner: StepPlanner, swing: Side
) -> None:
    history = StepHistory(swing, a_step(swing), other_motion=False)
    assert planned(planner, before=history).swing is swing


def test_all_clocks_begin_with_the_first_cycle(
    planner: StepPlanner, sound: WalkingParameters
) -> None:
    step = planned(planner)
    assert step.time == step.forward_time == step.side_time == step.cycle == CYCLE
    assert step.kind is StepKind.STEPPING and step.hip_shift == 0.0
    assert step.duration == sound.step.duration and step.lift == sound.step.lift
    assert step.sole_rate == sound.residuals.sole
    assert step.extent == pytest.approx(planner.limits.share(step.step))


@pytest.mark.parametrize(
    ("kind", "request_", "goes"),
    [
        (StepKind.STARTING, forward(0.2), True),
        (StepKind.STEPPING, forward(0.2), True),
        (StepKind.STOPPING, forward(0.2), False),
        (StepKind.EMERGENCY_STAND, forward(0.2), False),
        (StepKind.STEPPING, MotionRequest(Motion.STAND), False),
    ],
)
def test_only_the_steps_of_a_requested_walk_have_a_length(
    planner: StepPlanner, kind: StepKind, request_: MotionRequest, goes: bool
) -> None:
    assert (planned(planner, kind, request_).step.x > 0.0) is goes


def test_a_stopping_step_takes_the_closing_step_of_a_path(planner: StepPlanner) -> None:
    step = Step(0.004, 0.0, 0.02)
    history = StepHistory(None, a_step(Side.LEFT), other_motion=False)
    stop = planner.plan(
        StepKind.STOPPING,
        MotionRequest(),
        robot_state(),
        FeetOffsets(FootOffset(), FootOffset()),
        history,
        GivenStep(step),
    )
    assert stop.planned == step


@pytest.mark.parametrize("swung", Side)
def test_an_emergency_step_lifts_the_other_foot_high_and_outwards(
    planner: StepPlanner, sound: WalkingParameters, swung: Side
) -> None:
    history = StepHistory(None, a_step(swung), other_motion=False)
    step = planned(planner, StepKind.EMERGENCY_STEP, before=history)
    assert step.swing is swung.other
    assert step.step.y == pytest.approx(swung.other.sign * sound.emergency.side)
    assert step.lift == pytest.approx(sound.step.lift * sound.emergency.lift_factor)


def test_feet_left_apart_by_another_motion_are_closed_and_levelled_slowly(
    planner: StepPlanner, sound: WalkingParameters
) -> None:
    apart = FeetOffsets(FootOffset(forward=0.03), FootOffset(forward=-0.01))
    history = StepHistory(None, None, other_motion=True)
    step = planned(planner, StepKind.STARTING, start=apart, before=history)
    assert step.sole_rate == sound.residuals.sole_after_get_up != sound.residuals.sole
    assert step.lift == sound.step.lift
    assert step.start is apart


def test_a_wide_step_and_the_step_after_it_are_lifted_for_longer(
    planner: StepPlanner, sound: WalkingParameters
) -> None:
    aside = MotionRequest(Motion.WALK, left=0.2)
    wide = planned(planner, request=aside)
    longer = lift_duration(sound.step, wide.step.y)
    assert wide.lift_duration == pytest.approx(longer)
    assert longer > lift_duration(sound.step, 0.0)
    history = StepHistory(Side.RIGHT, None, other_motion=False)
    assert planned(planner, request=aside, before=history).lift_duration == pytest.approx(longer)
    again = planned(planner, request=aside, before=history)
    assert again.lift_duration == pytest.approx(lift_duration(sound.step, 0.0))


def test_after_a_reset_the_walk_accelerates_anew(planner: StepPlanner) -> None:
    lengths = [planned(planner, request=forward(0.25)).step.x for _ in range(3)]
    assert lengths == sorted(set(lengths))
    planner.reset()
    assert planned(planner, request=forward(0.25)).step.x == pytest.approx(lengths[0])


def test_a_reset_restores_the_full_speed_of_a_stalled_walk(
    planner: StepPlanner,
) -> None:
    planner.progress.pace, planner.progress.stalled = 0.5, True
    planner.reset()
    assert planner.progress.pace == 1.0
    assert not planner.progress.stalled


def tracking(walking: WalkingParameters, nao: RobotModel) -> JointTracking:
    return JointTracking(
        walking.requests, walking.play_measure, walking.sag, walking.still_joints, nao
    )


@pytest.mark.parametrize("active", [True, False])
def test_a_worn_robot_turns_more_slowly_if_wear_counts(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile, active: bool
) -> None:
    worn = replace(walking, slow_when_worn=replace(walking.slow_when_worn, active=active))
    planner = StepPlanner(nao, worn, profile)
    joints = tracking(walking, nao)
    planner.look_back(None, joints, on(Side.RIGHT), 0.0)
    quality = joints.play.quality
    fastest = quality * profile.fastest.turn + (1.0 - quality) * profile.worn.turn
    expected = fastest if active else profile.fastest.turn
    share = 1.0 - walking.limits.inside_turn_share
    request = MotionRequest(Motion.WALK, turn=math.radians(200.0))
    turn = planner.limits.step(request, Side.LEFT, Step()).turn
    assert turn == pytest.approx(share * 2.0 * walking.step.duration * expected)


def test_warm_legs_and_a_still_joint_halve_the_speed_while_they_last(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    sound = replace(walking.slow_when_worn, active=False)
    planner = StepPlanner(nao, replace(walking, slow_when_worn=sound), profile)
    joints = tracking(walking, nao)

    def step(heat: Heat) -> Step:
        planner.look_back(None, joints, replace(on(Side.RIGHT), health=Health(heat)), 0.0)
        fast = MotionRequest(Motion.WALK, forward=profile.fastest.forward)
        return planner.limits.step(fast, Side.LEFT, Step(x=0.05))

    cool = step(Heat.COOL)
    assert step(Heat.WARM).x == pytest.approx(0.5 * cool.x)
    assert step(Heat.COOL) == cool
    joints.still.joints = (nao.leg_joints[0],)
    assert step(Heat.COOL).x == pytest.approx(0.5 * cool.x)
    assert step(Heat.WARM).x == pytest.approx(0.5 * cool.x)


def a_kick(leaves: float = 0.0) -> KickStep:
    """Return a kick of the left foot: forward at constant speed, 0.2 s to the ball."""
    way = (PathPoint(0.2, 0.1, 0.0, pace=FootPace.EVEN),)
    style = replace(PLAIN, lift=0.01, leaves=leaves)
    return KickStep(Side.LEFT, way, style, duration=0.3, touched_until=0.3)


@pytest.fixture
def joints(walking: WalkingParameters, nao: RobotModel) -> JointTracking:
    return tracking(walking, nao)


def walk_on(planner: StepPlanner, joints: JointTracking, places: list[Pose2]) -> None:
    """Begin a step at each place, 0.25 s apart; each step before has ended by a switch."""
    before = None
    for number, place in enumerate(places):
        time, history = 0.25 * number, StepHistory(None, before, other_motion=False)
        state = {"odometry": place, "time": time}
        planner.look_back(before, joints, replace(on(Side.RIGHT), **state), 0.0)
        before = planned(planner, before=history, **state)
        before.time, before.end = before.duration + CYCLE, StepEnd.SWITCH


def test_the_feedbacks_learn_from_each_step_measured_from_its_own_start(
    planner: StepPlanner, joints: JointTracking
) -> None:
    """Every step moves 20 mm forward and turns 20 mrad to the left, anywhere in the world."""
    places = [Pose2(5.0, -3.0, 3.1)]
    for _ in range(12):
        places.append(places[-1] @ Pose2(0.02, 0.0, 0.02))
    walk_on(planner, joints, places)
    assert planner.progress.made == pytest.approx((0.02 / 0.25, 0.0))
    assert planner.step_length.ahead > 0.0
    assert planner.heading.turn < 0.0


def test_a_new_walk_does_not_learn_from_the_distance_to_its_start(
    planner: StepPlanner, joints: JointTracking
) -> None:
    walk_on(planner, joints, [Pose2(), Pose2(0.03)])
    taught = planner.progress.made, planner.step_length.ahead
    walk_on(planner, joints, [Pose2(4.0, 1.0, -1.0)])
    assert (planner.progress.made, planner.step_length.ahead) == taught


def test_the_distance_of_an_aborted_kick_is_not_counted_for_the_next_step(
    planner: StepPlanner, joints: JointTracking
) -> None:
    kick = planner.plan_kick(a_kick(), on(Side.RIGHT), closed())
    assert not kick.teaches
    kick.end = StepEnd.SWITCH
    history = StepHistory(Side.RIGHT, kick, other_motion=False)
    planner.look_back(kick, joints, replace(on(Side.RIGHT), odometry=Pose2(1.0)), 0.0)
    begun = planned(planner, before=history)
    assert planner.progress.made == (0.0, 0.0)
    begun.time, begun.end, begun.teaches = begun.duration + CYCLE, StepEnd.SWITCH, True
    planner.look_back(begun, joints, replace(on(Side.RIGHT), odometry=Pose2(1.03), time=0.25), 0.0)
    assert planner.progress.made == pytest.approx((0.03 / 0.25, 0.0))


def test_a_kick_is_planned_as_requested_and_teaches_nothing(
    planner: StepPlanner, sound: WalkingParameters
) -> None:
    planner.progress.lift = 0.004
    kick = a_kick()
    step = planner.plan_kick(kick, on(Side.RIGHT), closed())
    assert (step.kind, step.swing, step.kick) == (StepKind.KICKING, Side.LEFT, kick)
    assert (step.duration, step.lift_duration) == (0.3, 0.3)
    assert step.lift == pytest.approx(sound.step.lift + 0.01 + 0.004)
    assert step.step == step.planned == Step(0.1, 0.0, 0.0)
    assert step.extent == planner.limits.share(Step(0.1, 0.0, 0.0)) > 0.0
    assert not step.teaches
    assert step.time == step.forward_time == step.side_time == CYCLE


def test_a_kicking_foot_starts_where_it_is_and_no_sooner_than_its_leave_time(
    planner: StepPlanner,
) -> None:
    apart = FeetOffsets(FootOffset(forward=-0.02), FootOffset(forward=0.01))
    path = planner.plan_kick(a_kick(leaves=0.1), on(Side.RIGHT), apart).path
    assert path is not None
    for time, place in ((0.0, -0.03), (0.1, -0.03), (0.15, 0.035), (0.2, 0.1), (0.3, 0.1)):
        assert path.at(time).forward == pytest.approx(place)


def test_a_kick_in_a_running_step_continues_from_the_last_command(
    planner: StepPlanner,
) -> None:
    """The last command belongs to the cycle before the present one."""
    running = replace(a_step(Side.LEFT), time=5.0 * CYCLE, kick=None)
    here = FeetOffsets(FootOffset(forward=0.02), FootOffset())
    planner.turn_into_kick(a_kick(), running, here)
    assert running.path is not None and not running.teaches
    before, end = 4.0 * CYCLE, 0.2
    for time in (before, 5.0 * CYCLE, 0.5 * (before + end), end):
        gone = (time - before) / (end - before)
        assert running.path.at(time).forward == pytest.approx(0.02 + gone * 0.08)


def test_a_kicking_foot_with_a_new_target_goes_on_as_if_it_had_always_had_it(
    planner: StepPlanner,
) -> None:
    """Aimed again early in the step, where the foot has hardly moved."""
    running = planner.plan_kick(a_kick(), on(Side.RIGHT), closed())
    running.time = 0.02
    other = replace(a_kick(), points=(PathPoint(0.2, 0.07, 0.02, pace=FootPace.EVEN),))
    planner.renew_kick(other, running)
    assert running.path is not None
    assert running.step == running.planned == Step(0.07, 0.02, 0.0), "the first target is dropped"
    for time, x, y in ((0.0, 0.0, 0.0), (0.1, 0.035, 0.01), (0.2, 0.07, 0.02)):
        at = running.path.at(time)
        assert (at.forward, at.side) == pytest.approx((x, y))


def test_a_step_without_a_path_takes_no_new_target(planner: StepPlanner) -> None:
    running = planned(planner)
    before = replace(running)
    planner.renew_kick(a_kick(), running)
    assert running == before and running.path is None


def test_a_robot_that_leans_as_desired_does_not_stumble(
    planner: StepPlanner, joints: JointTracking, walking: WalkingParameters
) -> None:
    lean = walking.stumble.tilt[1]
    walked = a_step(Side.RIGHT, share=1.0)
    planner.look_back(walked, joints, replace(on(Side.RIGHT), pitch=lean, time=0.25), lean)
    assert planner.stumble.share == 1.0
    planner.look_back(walked, joints, replace(on(Side.RIGHT), pitch=lean, time=0.5), 0.0)
    assert planner.stumble.share == walking.stumble.slowest


def test_the_step_after_a_stumble_is_shorter(
    planner: StepPlanner, joints: JointTracking, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    walked = a_step(Side.RIGHT, share=1.0)

    def after(took: float) -> Step:
        planner.reset()
        planner.look_back(None, joints, on(Side.RIGHT), 0.0)
        planner.look_back(walked, joints, replace(on(Side.RIGHT), time=took), 0.0)
        fast = forward(profile.fastest.forward)
        return planner.limits.step(fast, Side.LEFT, Step(x=0.05))

    in_time, late = after(walked.duration), after(3.0 * walked.duration)
    assert late.x == pytest.approx(walking.stumble.slowest * in_time.x)
