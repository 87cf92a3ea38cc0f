"""Kicks in the walk: what a step that has begun can still become."""

from dataclasses import replace

import pytest

from hardware.frames import JointCommand
from hardware.robots.model import Side
from hsm.settings.kick_files import load_kicks
from hsm.settings.loader import config_folder, load
from motions.errands.zero_frame import ZeroFrame
from motions.kicks.can_start import KickAsk
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


def ask(alignment: KickAlignment = KickAlignment.JUST_HIT) -> KickAsk:
    return KickAsk(
        "forward_long",
        PLACE,
        0.0,
        (0.0, 0.0),
        1.0,
        alignment,
        KickPreStep.ALLOWED,
        RollingBall(0.0, *PLACE.ball, 0.0, 0.0, 0.3),
    )


class Walk:
    """A robot in a step of its left foot."""

    def __init__(self) -> None:
        profile = load(config_folder() / "walking" / "profiles" / "normal.yaml", SpeedProfile)
        self.engine = WalkingEngine(NAO, shipped(), profile)
        frame = ZeroFrame(NAO.dimensions.hip_offset_y, AHEAD)
        targets = KickTargets(NAO.dimensions.hip_offset_y, AHEAD)
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

    def can_kick(self, wanted: KickAsk) -> bool:
        return self.kicks.look_inside([wanted], robot(self.time)).kick is not None


@pytest.fixture
def walk() -> Walk:
    return Walk()


def test_a_step_that_has_just_begun_can_become_the_kick(walk: Walk) -> None:
    walk.begin()
    walk.go_on(1)
    assert walk.can_kick(ask())
    assert walk.kicks.start.kick is not None
    assert walk.kicks.start.kick.step.swing is Side.LEFT


def test_a_foot_that_is_under_way_is_not_called_back(walk: Walk) -> None:
    walk.begin()
    walk.go_on(5)
    assert not walk.can_kick(ask())


def test_who_places_himself_kicks_with_a_whole_step(walk: Walk) -> None:
    walk.begin()
    walk.go_on(1)
    assert not walk.can_kick(ask(KickAlignment.NOT_PRECISE))


def test_a_step_after_a_kick_becomes_none(walk: Walk) -> None:
    walk.begin()
    assert walk.engine.running is not None
    walk.engine.running.teaches = False
    walk.go_on(1)
    assert not walk.can_kick(ask())


def test_only_a_usual_step_becomes_a_kick(walk: Walk) -> None:
    walk.begin(StepKind.STOPPING)
    walk.go_on(1)
    assert not walk.can_kick(ask())
