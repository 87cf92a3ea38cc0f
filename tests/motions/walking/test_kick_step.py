"""Kick steps: pressure is the ball and not the ground, and nothing is learnt from them."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from hardware.robots.model import Side
from hardware.sensors_and_commands import JointCommand
from hsm.settings.loader import config_folder, load
from motions.kinematics.geometry import Pose2
from motions.perception.state import RobotState
from motions.requests import MotionRequest
from motions.walking.engine import WalkingEngine
from motions.walking.parameters import SpeedProfile
from motions.walking.step import StepEnd, StepKind
from motions.walking.swing_path import KickStep, PathPoint
from tests.fakes import NAO
from tests.motions.walking.stepper import (
    PLAIN,
    forward,
    make_step,
    on,
    shipped,
    standing_command,
)

KICK = KickStep(
    Side.RIGHT,
    (PathPoint(0.06, -0.04, 0.0), PathPoint(0.15, 0.11, 0.0)),
    replace(PLAIN, lift=0.03, gives_up=0.036),
    duration=0.28,
    touched_until=0.186,
)


def engine() -> WalkingEngine:
    profile = load(config_folder() / "walking" / "profiles" / "normal.yaml", SpeedProfile)
    return WalkingEngine(NAO, shipped(), profile)


def walked(steps: int) -> tuple[WalkingEngine, JointCommand]:
    """Return an engine after some steps, the last one with the left foot."""
    walk = engine()
    last = standing_command(walk)
    walk.begin_step(StepKind.STARTING, forward(0.2), on(Side.LEFT), last)
    for step in range(steps):
        side = Side.LEFT if step % 2 else Side.RIGHT
        last, _ = make_step(walk, forward(0.2), last, state=on(side))
    return walk, last


def learnt(walk: WalkingEngine) -> tuple[object, ...]:
    planner, joints = walk.planner, walk.joints
    return (
        joints.play.play,
        joints.play.quality,
        tuple(joints.play.missed),
        tuple(joints.sag.swing),
        tuple(joints.sag.support),
        joints.sag.taught,
        planner.step_length.ahead,
        planner.step_length.back,
        planner.heading.turn,
        planner.heading.share,
        tuple(planner.aside.shares.values()),
        planner.progress.lift,
        planner.progress.made,
        planner.progress.planned,
        planner.progress.pace,
        planner.stumble.share,
    )


def shaken(state: RobotState) -> RobotState:
    """Return a robot with its joints elsewhere and unchanged odometry."""
    return replace(state, positions=tuple(0.3 * (joint % 3) for joint in range(25)))


def test_neither_the_kick_step_nor_the_one_after_it_teaches() -> None:
    walk, last = walked(6)
    assert walk.running is not None
    swing = walk.running.swing.other
    kick = replace(KICK, swing=swing)
    walk.begin_kick_step(kick, forward(0.2), on(swing.other), last)
    # The step before the kick belongs to the walk: the feedbacks have just learnt from it.
    before = learnt(walk)
    for kind in ("kick", "after"):
        for cycle in range(1, 23):
            last = walk.command()
            walk.update(shaken(on(swing if cycle >= 21 else swing.other, switched=cycle == 21)))
            if walk.done:
                break
        assert walk.done, kind
        assert learnt(walk) == before, kind
        swing = swing.other
        walk.begin_step(StepKind.STEPPING, forward(0.2), shaken(on(swing.other)), last)
        assert learnt(walk) == before, kind
    assert walk.running is not None and walk.running.teaches


def test_a_kick_teaches_from_the_step_before_it_like_any_other_step() -> None:
    walk, last = walked(1)
    assert walk.running is not None
    swing, lasted = walk.running.swing.other, walk.running.lasted
    gone = replace(on(swing.other), odometry=Pose2(0.03, 0.0, 0.0))
    walk.begin_kick_step(replace(KICK, swing=swing), forward(0.2), gone, last)
    assert walk.planner.progress.made == pytest.approx((0.03 / lasted, 0.0))


def test_pressure_from_the_ball_does_not_end_a_kick_step() -> None:
    walk, last = walked(2)
    assert walk.running is not None
    swing = walk.running.swing.other
    walk.begin_kick_step(replace(KICK, swing=swing), forward(0.2), on(swing.other), last)
    ended = None
    for cycle in range(1, 40):
        walk.command()
        # From 100 ms on the cells report that the swing foot carries the robot.
        walk.update(on(swing if cycle > 8 else swing.other, switched=cycle == 9))
        if walk.done:
            ended = walk.running.time
            break
    assert ended is not None and ended >= KICK.touched_until
    assert walk.end is StepEnd.ABORT


def test_the_ratchet_does_not_shorten_a_kick_step() -> None:
    walk, last = walked(1)
    assert walk.running is not None
    swing = walk.running.swing.other
    walk.begin_kick_step(replace(KICK, swing=swing), forward(0.2), on(swing.other), last)
    assert walk.running.planned.x == KICK.points[-1].forward


def test_the_ankle_of_the_kicking_foot_is_stiff() -> None:
    walk, last = walked(1)
    assert walk.running is not None
    swing = walk.running.swing.other
    ankle = NAO.legs[swing].ankle_pitch
    soft = walk.command().stiffness[NAO.legs[walk.running.swing].ankle_pitch]
    walk.begin_kick_step(replace(KICK, swing=swing), forward(0.2), on(swing.other), last)
    assert walk.command().stiffness[ankle] > soft


def test_a_running_step_becomes_a_kick_without_a_jump_of_its_feet() -> None:
    walk, last = walked(3)
    assert walk.running is not None
    swing = walk.running.swing.other
    kick = replace(KICK, swing=swing)
    walk.begin_step(StepKind.STEPPING, forward(0.2), on(swing.other), last)
    commands = [last, walk.command()]
    for cycle in range(1, 16):
        walk.update(on(swing.other))
        if cycle == 2:
            walk.turn_into_kick(kick, commands[-1])
        commands.append(walk.command())
    running = walk.running
    assert running.kind is StepKind.KICKING and not running.teaches
    assert running.planned.x == KICK.points[-1].forward
    feet = [walk.placement.offsets(command.positions) for command in commands]
    for side in Side:
        at = [foot.of(side).forward for foot in feet]
        ways = [abs(b - a) for a, b in zip(at, at[1:], strict=False)]
        # In the cycle of the change no foot moves faster than in the kick itself.
        assert max(ways[2:4]) < 1.01 * max(ways[4:])
    assert running.path is not None
    assert running.path.at(0.2).forward == KICK.points[-1].forward


def test_a_step_slowed_by_a_lean_becomes_a_kick_without_a_jump_of_its_feet() -> None:
    walk, last = walked(3)
    assert walk.running is not None
    swing = walk.running.swing.other
    leans = replace(on(swing.other), pitch=math.radians(-12.0))
    walk.begin_step(StepKind.STEPPING, forward(0.2), leans, last)
    feet = []
    for cycle in range(1, 16):
        last = walk.command()
        feet.append(walk.placement.offsets(last.positions).of(swing.other).forward)
        walk.update(leans)
        if cycle == 5:
            assert walk.running.forward_time < walk.running.time
            walk.turn_into_kick(replace(KICK, swing=swing), last)
    ways = [b - a for a, b in pairwise(feet)]
    # The support foot moves back under the torso throughout: it is never thrown forward.
    assert max(ways[4:]) <= 0.0


def test_an_aborted_kick_lands_like_a_walking_step_without_a_jump() -> None:
    usual, gives_up = shipped().step.duration, 8
    ways = []
    for aborts in (False, True):
        walk, last = walked(3)
        assert walk.running is not None
        swing = walk.running.swing.other
        walk.begin_kick_step(replace(KICK, swing=swing), forward(0.2), on(swing.other), last)
        feet = []
        for cycle in range(1, round(usual / NAO.cycle)):
            walk.update(on(swing.other))
            if aborts and cycle == gives_up:
                walk.walk.dcm_error.side = 0.05
                assert walk.gives_up_kick(last)
            last = walk.command()
            feet.append(walk.placement.offsets(last.positions))
        ways.append(feet)
    running = walk.running
    assert running.kind is StepKind.KICKING, "the next kick needs a step in between"
    assert not running.kicks and not running.teaches
    assert running.duration == usual
    kicked, aborted = (feet[gives_up - 1] for feet in ways)
    for side in Side:
        here, there = aborted.of(side), kicked.of(side)
        assert abs(here.forward - there.forward) < 5e-3
        assert abs(here.lift - there.lift) < 3e-3
    end = ways[1][-1]
    assert abs(end.of(swing).forward - end.of(swing.other).forward) < 2e-3
    assert end.of(swing).lift < 2e-3


def test_only_the_swing_foot_can_become_the_kicking_foot() -> None:
    walk, last = walked(2)
    assert walk.running is not None
    walk.turn_into_kick(replace(KICK, swing=walk.running.support), last)
    assert walk.running.kind is StepKind.STEPPING


def test_a_walk_that_ends_with_a_kick_closes_its_feet_in_two_steps() -> None:
    walk, last = walked(2)
    assert walk.running is not None
    swing = walk.running.swing.other
    walk.begin_kick_step(replace(KICK, swing=swing), forward(0.2), on(swing.other), last)
    for cycle in range(1, 40):
        last = walk.command()
        walk.update(on(swing if cycle > 18 else swing.other, switched=cycle == 19))
        if walk.done:
            break
    closed = []
    for side in (swing, swing.other):
        last, _ = make_step(walk, MotionRequest(), last, StepKind.STOPPING, on(side))
        closed.append(walk.feet_closed(last))
    assert closed == [False, True]
