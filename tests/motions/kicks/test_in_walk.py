"""Kicks in the walk: when a running step can still become a kick."""

import re
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hardware.sensors_and_commands import JointCommand
from hsm.settings.kick_files import load_kicks
from hsm.settings.loader import config_folder, load
from motions.generators.parameters import GeneratorParameters
from motions.generators.zero_frame import ZeroFrame
from motions.kicks.can_start import KickRequest
from motions.kicks.in_walk import InWalkKicks
from motions.kicks.targets import KickTargets
from motions.kicks.wish import KickAlignment, KickPreStep
from motions.kinematics.geometry import Pose3
from motions.perception.state import RobotState
from motions.perception.world import RollingBall
from motions.walking.engine import WalkingEngine
from motions.walking.parameters import SpeedProfile
from motions.walking.step import StepKind
from tests.fakes import NAO, robot_state, support
from tests.motions.walking.stepper import forward, shipped, standing_command

KICKS = load_kicks(config_folder() / "kicks")
GENERATORS = load(config_folder() / "generators.yaml", GeneratorParameters)
PLACE = KICKS.table.places["forward_long"]
AHEAD = shipped().stance.torso_forward


def robot(time: float) -> RobotState:
    """Return a robot in the stance, on its right foot."""
    return robot_state(
        time=time,
        support=support(Side.RIGHT),
        left_sole=Pose3(-AHEAD, 0.05, -0.23),
        right_sole=Pose3(-AHEAD, -0.05, -0.23),
    )


def requested(alignment: KickAlignment = KickAlignment.JUST_HIT) -> KickRequest:
    return KickRequest(
        "forward_long",
        PLACE,
        0.0,
        (0.0, 0.0),
        1.0,
        alignment,
        KickPreStep.ALLOWED,
        RollingBall(0.0, *PLACE.ball, 0.0, 0.0, 0.3),
    )


def comes(time: float, speed: float = 0.8) -> KickRequest:
    """Return a kick at a ball that will be just within reach after `time`, s."""
    kick = KICKS.in_walk["forward_long"]
    furthest = kick.reach.forward[1] + kick.cut.way - kick.points[-1].ball[0] - AHEAD
    ahead = furthest - 1e-3 + speed * (time + kick.touch)
    ball = RollingBall(0.0, ahead, PLACE.ball[1], -speed, 0.0, 1e-3)
    return replace(requested(), ball=ball, faster=1.5)


class Walk:
    """A robot in a step of its left foot."""

    def __init__(self) -> None:
        profile = load(config_folder() / "walking" / "profiles" / "normal.yaml", SpeedProfile)
        self.engine = WalkingEngine(NAO, shipped(), profile)
        frame = ZeroFrame(NAO.dimensions.hip_offset_y, AHEAD, GENERATORS.errand.last_miss)
        targets = KickTargets(NAO.dimensions, AHEAD)
        self.kicks = InWalkKicks(KICKS.in_walk, self.engine, frame, targets)
        self.last: JointCommand = standing_command(self.engine)
        self.time = 0.0

    def begin(self, kind: StepKind = StepKind.STEPPING) -> None:
        self.engine.begin_step(kind, forward(0.1), robot(self.time), self.last)
        running = self.engine.running
        assert running is not None
        self.engine.walk.running = replace(running, swing=Side.LEFT)

    def go_on(self, cycles: int) -> None:
        for _ in range(cycles):
            self.last = self.engine.command()
            self.time += 0.012
            self.engine.update(robot(self.time))

    def can_kick(self, wanted: KickRequest) -> bool:
        return self.kicks.look_inside([wanted], robot(self.time)).kick is not None


@pytest.fixture
def walk() -> Walk:
    return Walk()


def test_a_step_that_has_just_begun_can_become_the_kick(walk: Walk) -> None:
    walk.begin()
    walk.go_on(1)
    assert walk.can_kick(requested())
    assert walk.kicks.start.kick is not None
    assert walk.kicks.start.kick.step.swing is Side.LEFT


def test_a_rolling_ball_that_rolls_as_predicted_is_met_where_it_was_aimed_at_first(
    walk: Walk,
) -> None:
    request = comes(0.0)
    walk.begin()
    walk.go_on(1)
    first = walk.kicks.look_inside([request], robot(walk.time)).kick
    assert first is not None
    walk.engine.turn_into_kick(first.step, walk.last)
    walk.go_on(1)
    again = walk.kicks.renewed([request], robot(walk.time))
    assert again is not None
    for before, point in zip(first.step.points, again.points, strict=True):
        assert point.forward == pytest.approx(before.forward, abs=1e-9)
        assert point.side == pytest.approx(before.side, abs=1e-9)


def test_a_foot_far_into_its_swing_is_not_redirected(walk: Walk) -> None:
    walk.begin()
    walk.go_on(5)
    assert not walk.can_kick(requested())


def test_a_kick_with_alignment_needs_a_whole_step(walk: Walk) -> None:
    walk.begin()
    walk.go_on(1)
    assert not walk.can_kick(requested(KickAlignment.NOT_PRECISE))


def test_a_step_after_a_kick_does_not_become_a_kick(walk: Walk) -> None:
    walk.begin()
    assert walk.engine.running is not None
    walk.engine.running.teaches = False
    walk.go_on(1)
    assert not walk.can_kick(requested())


def test_only_a_normal_step_becomes_a_kick(walk: Walk) -> None:
    walk.begin(StepKind.STOPPING)
    walk.go_on(1)
    assert not walk.can_kick(requested())


def test_a_step_waits_for_a_ball_that_arrives_a_moment_later(walk: Walk) -> None:
    walk.begin()
    now = robot(0.0)

    def waits(wanted: KickRequest) -> bool:
        walk.kicks.look([wanted], replace(now, support=support(Side.RIGHT)))
        return walk.kicks.waits

    assert not waits(comes(0.0)) and walk.kicks.start.kick is not None
    assert waits(comes(0.03)) and walk.kicks.start.kick is None
    assert not waits(comes(0.06))


def test_no_step_waits_for_a_ball_when_no_kick_is_requested(walk: Walk) -> None:
    walk.begin()
    standing = replace(robot(0.0), support=support(Side.RIGHT))
    walk.kicks.look([comes(0.03)], standing)
    assert walk.kicks.waits
    walk.kicks.look([], standing)
    assert not walk.kicks.waits and not walk.kicks.said


def test_the_reason_is_reported_if_a_prepared_kick_is_still_not_possible(walk: Walk) -> None:
    walk.begin()
    x, y = PLACE.ball
    other = RollingBall(0.0, x, -y, 0.0, 0.0, 0.3)  # at the other foot, which kicks after a step
    placed, standing = replace(requested(KickAlignment.NOT_PRECISE), ball=other), robot(0.0)
    found = walk.kicks.look([placed], standing)
    assert found.pre_step is not None and not walk.kicks.said
    again = walk.kicks.look([placed], standing, prepared=True)
    assert again.pre_step is not None and "further in than nominal" in walk.kicks.said


def test_of_several_kinds_the_chosen_one_is_told_and_what_the_others_lack(walk: Walk) -> None:
    walk.begin()
    possible = comes(0.0)
    turned = replace(possible, name="alternative", direction=0.5)  # more than it may be off
    assert walk.kicks.look([turned, possible], robot(0.0)).kick is not None
    assert walk.kicks.choice == "kick forward_long"
    assert walk.kicks.said.startswith("alternative: left: ") and "+29 deg" in walk.kicks.said
    assert walk.kicks.look([possible], robot(0.0)).kick is not None
    assert not walk.kicks.choice and not walk.kicks.said


def test_of_many_kinds_the_nearest_is_told_in_full_and_few_others_with_one_number(
    walk: Walk,
) -> None:
    walk.begin()
    turned = replace(comes(0.0), direction=0.5)
    far = replace(turned, ball=replace(turned.ball, x=1.0))
    kinds = [replace(far, name=name) for name in walk.kicks._kicks]
    near = replace(turned, name="alternative")
    assert walk.kicks.look([*kinds, near], robot(0.0)).kick is None
    first, second, third, rest = walk.kicks.said.split("; ")
    assert first.startswith("alternative: ") and "29 deg" in first and "more" not in first
    for other in (second, third):
        assert re.fullmatch(
            r"\w+: .* ball [0-9]+ mm [^,]*, at most [0-9]+ allowed, and . more", other
        )
    assert rest.startswith("no fewer for ") and len(rest.split(", ")) == len(kinds) - 2
