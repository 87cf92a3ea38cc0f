"""A kick of which several kinds will do: which is approached, and which is made."""

import math
import re
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from motions.errands.kick import KickTask
from motions.errands.task import TaskContext
from motions.generators.parameters import GeneratorParameters
from motions.generators.zero_frame import ZeroFrame
from motions.kicks.can_start import Beginning, can_start
from motions.kicks.memory import KickMemory
from motions.kicks.parameters import KickParameters
from motions.kicks.steady_ball import SteadyBall
from motions.kicks.wish import Kick, KickKind
from motions.kinematics.geometry import Pose2
from motions.perception.state import RobotState
from motions.perception.world import RollingBall, World
from motions.walking.step import Step
from tests.fakes import robot_state
from tests.motions.errands.joints import joints
from tests.motions.kicks.test_can_start import LIMITS, TARGETS

DIRECTION = math.radians(45.0)
BALL = (0.4, 0.2)
"""Ahead and to the left, m: the robot can walk straight to the place of a left turn kick."""


class Approach:
    """A robot whose steps are executed exactly, beside a resting ball that it always sees."""

    def __init__(
        self,
        kick: Kick,
        ball: tuple[float, float],
        parameters: GeneratorParameters,
        kicks: KickParameters,
    ) -> None:
        exact = replace(parameters.errand.last_miss, doubted=0.0)
        self.kicks, self.ball = kicks, ball
        self.memory = KickMemory(SteadyBall(kicks.table.ready), kicks.table.ready.result)
        context = TaskContext(
            ZeroFrame(0.05, 0.012, exact), parameters, kicks, self.memory, joints()
        )
        self.time, self.here, self.swing, self.last = 1.0, Pose2(), Side.LEFT, Step()
        self.task = KickTask(kick, self.see(), context)
        self.made = ""
        """Name of the kick; empty before it."""

    def see(self) -> RobotState:
        self.time += LIMITS.step_duration
        seen = RollingBall(self.time, *self.ball, 0.0, 0.0, 0.3)
        robot = robot_state(time=self.time, odometry=self.here, world=World(ball=seen))
        self.memory.update(robot)
        return robot

    def step(self) -> None:
        """Make one step: the kick, one that prepares it, or one of the approach."""
        robot = self.see()
        begin = Beginning(
            self.time, self.swing, self.here, self.last, False, LIMITS, LIMITS.step_duration,
            sways=0.5,
        )  # fmt: skip
        requests = self.task.walk_kicks(robot)
        starts = [can_start(self.kicks.in_walk[r.name], r, begin, TARGETS) for r in requests]
        prepared = [start.pre_step for start in starts if start.pre_step is not None]
        self.made = next((r.name for r, s in zip(requests, starts, strict=True) if s.kick), "")
        step = self.task.step(self.swing, self.last, LIMITS, robot)
        self.last = next(iter(prepared), step)
        self.here = self.here @ Pose2(self.last.x, self.last.y, self.last.turn)
        self.swing = self.swing.other


@pytest.fixture
def steps(parameters: GeneratorParameters, kicks: KickParameters) -> "Steps":
    return Steps(parameters, kicks)


class Steps:
    """Counts the steps up to a kick."""

    def __init__(self, parameters: GeneratorParameters, kicks: KickParameters) -> None:
        self._known = parameters, kicks

    def begin(
        self, kind: KickKind, *others: KickKind, ball: tuple[float, float] = BALL
    ) -> Approach:
        return Approach(Kick(kind, DIRECTION, or_kinds=others), ball, *self._known)

    def until(self, kind: KickKind, *others: KickKind) -> tuple[int, str]:
        """Return the number of steps before the kick, and its name."""
        approach = self.begin(kind, *others)
        for number in range(40):
            approach.step()
            if approach.made:
                return number, approach.made
        raise AssertionError("no kick in 40 steps")


def test_a_ball_to_be_kicked_to_the_side_is_kicked_sooner_if_a_turn_will_do(steps: Steps) -> None:
    alone, _ = steps.until(KickKind.FORWARD)
    with_turn, made = steps.until(KickKind.FORWARD, KickKind.TURN)
    assert made == "turn" and with_turn < alone


def test_the_first_kind_that_can_start_is_made_in_the_order_of_the_request(steps: Steps) -> None:
    requests = [
        [request.name for request in approach.task.walk_kicks(approach.see())]
        for approach in (
            steps.begin(KickKind.FORWARD, KickKind.TURN),
            steps.begin(KickKind.TURN, KickKind.FORWARD),
        )
    ]
    assert requests == [["forward", "turn"], ["turn", "forward"]]


def test_the_choice_is_told_with_the_steps_to_each_kind_with_its_nearer_foot(steps: Steps) -> None:
    approach = steps.begin(KickKind.FORWARD, KickKind.TURN)
    approach.step()
    told = approach.task.account()
    assert re.fullmatch(
        r"towards kick turn left; steps to each: forward right [0-9.]+, turn left [0-9.]+", told
    )
    alone = steps.begin(KickKind.FORWARD)
    alone.step()
    assert not alone.task.account()


def test_noise_of_the_ball_does_not_change_the_kind(steps: Steps) -> None:
    """Wherever a ball lies that jitters by 10 mm, the first choice is kept."""
    chosen = set()
    for aside in (-0.3, -0.2, -0.1, 0.0, 0.1, 0.2):
        approach = steps.begin(KickKind.FORWARD, KickKind.TURN, ball=(0.5, aside))
        seen = set()
        for number in range(8):
            approach.here, approach.last = Pose2(), Step()
            approach.ball = 0.5, aside + (0.005 if number % 2 else -0.005)
            approach.step()
            seen.add(approach.task.account().partition(";")[0])
        assert len(seen) == 1
        chosen |= seen
    assert len(chosen) > 1


def test_a_direction_that_changes_a_little_does_not_change_the_kind(
    steps: Steps, parameters: GeneratorParameters, kicks: KickParameters
) -> None:
    """A program that aims anew in every picture would otherwise change it with every request."""
    approach = steps.begin(KickKind.TURN, KickKind.FORWARD)
    approach.step()
    assert "towards kick turn" in approach.task.account()
    other = Kick(KickKind.TURN, direction=0.2, or_kinds=(KickKind.FORWARD,))  # forward is nearer

    def kind(*, continued: bool) -> str:
        again = Approach(other, BALL, parameters, kicks)
        if continued:
            again.task.take_over(approach.task)
        again.step()
        return again.task.account().split()[2]

    assert (kind(continued=False), kind(continued=True)) == ("forward", "turn")
