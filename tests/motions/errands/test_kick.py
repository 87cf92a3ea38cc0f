"""Kicks out of the stand: the place, the foot, and balls that are not kicked."""

import logging
import math

import pytest

from hardware.robots.model import Side
from hsm.settings.kick_files import load_kicks
from hsm.settings.loader import config_folder
from motions.destinations import TargetFrame
from motions.errands.errand import Errand
from motions.errands.task import TaskContext
from motions.generators.parameters import GeneratorParameters
from motions.generators.zero_frame import ZeroFrame
from motions.kicks.chosen_kick import KickOrder
from motions.kicks.memory import KickMemory
from motions.kicks.steady_ball import SteadyBall
from motions.kicks.wish import Kick, KickAlignment, KickKind
from motions.kinematics.geometry import Pose2, Pose3
from motions.perception.state import RobotState
from motions.perception.world import RollingBall, World
from motions.requests import Motion, MotionRequest
from motions.walking.step import Step
from tests.fakes import robot_state
from tests.motions.errands.joints import joints
from tests.motions.kicks.test_can_start import LIMITS

HIP, AHEAD = 0.05, 0.012
KICKS = load_kicks(config_folder() / "kicks")
PLACE = KICKS.table.places["forward_fast"]
X, Y = PLACE.ball
TURN = PLACE.turn
"""Direction in which a robot that faces forward kicks with its left foot, rad."""


class Field:
    """A robot at a place that sees a ball."""

    def __init__(self, parameters: GeneratorParameters, *, worn_out: bool = False) -> None:
        frame = ZeroFrame(HIP, AHEAD, parameters.errand.last_miss)
        self.memory = KickMemory(SteadyBall(KICKS.table.ready), KICKS.table.ready.result)
        context = TaskContext(frame, parameters, KICKS, self.memory, joints(worn_out=worn_out))
        self.errand = Errand(context)
        self.time = 0.0
        self.seen = 0.0

    def look(
        self,
        x: float,
        y: float,
        *,
        wish: Kick | None = None,
        pictures: int = 20,
        here: Pose2 | None = None,
        speed: float = 0.0,
        number: int = 0,
    ) -> KickOrder | None:
        """See a ball in some pictures; return the kick that is ready then."""
        kick = wish or Kick(KickKind.FORWARD_FAST, direction=math.copysign(TURN, y))
        request = MotionRequest(Motion.KICK, kick=kick, number=number)
        for _ in range(pictures):
            self.time += 0.036
            self.seen = self.time
            self.tick(request, x, y, here or Pose2(), speed)
        return self.errand.kick

    def wait(self, seconds: float, x: float, y: float) -> KickOrder | None:
        """Let time pass without a picture."""
        self.time += seconds
        kick = Kick(KickKind.FORWARD_FAST, direction=math.copysign(TURN, y))
        self.tick(MotionRequest(Motion.KICK, kick=kick), x, y, Pose2(), 0.0)
        return self.errand.kick

    def swing(self) -> None:
        """Let a foot swing through the ball."""
        self.memory.swings("forward_fast", self.time)
        self.memory.swung(self.time)

    def tick(self, request: MotionRequest, x: float, y: float, here: Pose2, speed: float) -> None:
        ball = RollingBall(self.seen, x, y, speed, 0.0, 0.3)
        robot = self.robot(here, World(ball=ball))
        self.memory.update(robot)
        self.errand.update(request, robot, None)

    def robot(self, here: Pose2, world: World) -> RobotState:
        return robot_state(
            time=self.time,
            odometry=here,
            left_sole=Pose3(-AHEAD, HIP, -0.23),
            right_sole=Pose3(-AHEAD, -HIP, -0.23),
            world=world,
        )


@pytest.fixture
def field(parameters: GeneratorParameters) -> Field:
    return Field(parameters)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_ball_before_a_foot_is_kicked_with_that_foot(field: Field, side: float) -> None:
    order = field.look(X, side * Y)
    assert order is not None and order.side.sign == side
    assert order.ball == pytest.approx((0.0, 0.0), abs=1e-6)
    assert not field.errand.open


def test_the_kick_order_contains_the_offset_of_the_ball(field: Field) -> None:
    order = field.look(X - 0.02, -Y - 0.008)
    assert order is not None
    assert order.ball == pytest.approx((-0.02, 0.008), abs=1e-6)


@pytest.mark.parametrize(
    ("ahead", "outwards"), [(0.05, 0.0), (-0.09, 0.0), (0.0, 0.03), (0.0, -0.03)]
)
def test_a_robot_walks_to_a_ball_outside_of_the_window(
    field: Field, ahead: float, outwards: float
) -> None:
    assert field.look(X + ahead, Y + outwards) is None
    assert field.errand.open


def test_a_robot_that_faces_another_direction_turns_first(field: Field) -> None:
    wish = Kick(KickKind.FORWARD_FAST, direction=TURN + math.radians(8.0))
    assert field.look(X, Y, wish=wish) is None and field.errand.open


def test_a_direction_within_the_requested_precision_is_accepted(field: Field) -> None:
    turn = math.radians(8.0)
    wish = Kick(KickKind.FORWARD_FAST, direction=TURN + turn, precision=(-turn, 0.0))
    assert field.look(X, Y, wish=wish) is not None


def test_a_precise_kick_needs_a_more_precise_position(field: Field) -> None:
    precise = Kick(KickKind.FORWARD_FAST, TURN, alignment=KickAlignment.PRECISE)
    assert field.look(X, Y + 0.01, wish=precise) is None and field.errand.open


def test_a_few_pictures_are_not_enough(field: Field) -> None:
    assert field.look(X, Y, pictures=5) is None
    assert not field.errand.open
    assert "required pictures of the ball" in field.errand.account()


def test_a_ball_seen_too_long_ago_is_not_kicked(field: Field) -> None:
    assert field.look(X, Y) is not None
    assert field.wait(2.9, X, Y) is not None
    assert field.wait(0.2, X, Y) is None
    assert not field.errand.open
    assert field.errand.account() == "the ball was last seen 3.1 s ago"


def test_a_ball_not_seen_since_the_last_kick_is_not_kicked(field: Field) -> None:
    assert field.look(X, Y) is not None
    field.memory.last = field.time
    assert field.wait(0.1, X, Y) is None and not field.errand.open
    assert field.errand.account() == "the ball has not been seen since the last kick"
    assert field.look(X, Y) is not None


def test_a_kick_is_made_once_per_number_of_the_request(field: Field) -> None:
    assert field.look(X, Y) is not None and not field.errand.arrived
    field.swing()
    assert field.look(X + 1.0, Y) is None and not field.errand.open
    assert field.errand.arrived
    assert field.errand.account() == "the kick has hit the ball"
    assert field.look(X, Y, number=1) is not None


@pytest.mark.parametrize(
    ("number", "kicks_again"), [(0, False), (1, True)], ids=["same number", "another number"]
)
def test_the_result_of_a_kick_belongs_only_to_requests_with_the_same_number(
    field: Field, number: int, kicks_again: bool
) -> None:
    assert field.look(X, Y) is not None
    field.swing()
    wish = Kick(KickKind.FORWARD_FAST, direction=TURN + 0.01)
    field.look(X, Y, wish=wish, number=number, pictures=1)
    field.look(X + 1.0, Y, wish=wish, number=number)
    assert field.errand.arrived is not kicks_again
    assert field.errand.open is kicks_again


def test_a_rolling_ball_is_not_kicked_out_of_the_stand(field: Field) -> None:
    assert field.look(X, Y, speed=0.06) is None


def test_a_jumping_ball_is_not_kicked(field: Field) -> None:
    assert field.look(X, Y) is not None
    assert field.look(X - 0.5, Y, pictures=1) is None
    assert field.errand.open


@pytest.mark.parametrize(("x", "y"), [(0.02, 0.05), (-0.3, 0.0)])
def test_the_robot_walks_around_a_ball_under_its_foot_or_behind_it(
    field: Field, x: float, y: float
) -> None:
    assert field.look(x, y) is None and field.errand.open


def test_without_a_ball_the_robot_does_not_walk(field: Field) -> None:
    request = MotionRequest(Motion.KICK, kick=Kick(KickKind.FORWARD_FAST))
    field.errand.update(request, field.robot(Pose2(), World()), None)
    assert not field.errand.open and field.errand.account() == "no ball is known"


def test_the_length_is_converted_to_a_strength(field: Field) -> None:
    weak, strong = PLACE.length
    half = Kick(KickKind.FORWARD_FAST, TURN, length=0.5 * (weak + strong))
    order = field.look(X, Y, wish=half)
    assert order is not None and order.strength == pytest.approx(0.5)


def test_a_worn_robot_kicks_harder_for_the_same_length(parameters: GeneratorParameters) -> None:
    weak, strong = PLACE.length
    worn = Field(parameters, worn_out=True)
    half = Kick(KickKind.FORWARD_FAST, TURN, length=0.5 * PLACE.worn * (weak + strong))
    order = worn.look(X, Y, wish=half)
    assert order is not None and order.strength == pytest.approx(0.5)


def test_a_robot_below_the_wear_limit_kicks_like_a_worn_out_one() -> None:
    table = KICKS.table
    worn, sound = (PLACE.reach(table.wear(quality)) for quality in (table.worn_at, 1.0))
    assert sound == PLACE.length
    assert (
        worn == PLACE.reach(table.wear(0.0)) == pytest.approx([PLACE.worn * way for way in sound])
    )
    between = PLACE.reach(table.wear(0.5 * (1.0 + table.worn_at)))
    assert between == pytest.approx([0.5 * sum(ways) for ways in zip(worn, sound, strict=True)])


@pytest.mark.parametrize(("length", "strength", "told"), [(9.0, 1.0, "full"), (0.1, 0.0, "least")])
def test_a_length_out_of_range_is_logged_once(
    field: Field, caplog: pytest.LogCaptureFixture, length: float, strength: float, told: str
) -> None:
    with caplog.at_level(logging.WARNING, "motions"):
        order = field.look(X, Y, wish=Kick(KickKind.FORWARD_FAST, TURN, length=length))
        field.look(X, Y, wish=Kick(KickKind.FORWARD_FAST, TURN, length=length))
    assert order is not None and order.strength == strength
    weakest, strongest = PLACE.length
    assert [record.message for record in caplog.records] == [
        f"kick 'forward_fast': requested length {length:.2f} m is outside its range of"
        f" {weakest:.2f} to {strongest:.2f} m; kicking at {told} strength"
    ]


def test_a_ball_is_kicked_to_its_target_from_wherever_it_lies(field: Field) -> None:
    weak, strong = PLACE.length
    far = 0.5 * (weak + strong)
    end = X + far * math.cos(TURN), Y + far * math.sin(TURN)
    ahead = Kick(KickKind.FORWARD_FAST, target=end)
    order = field.look(X, Y, wish=ahead)
    assert order is not None and order.strength == pytest.approx(0.5)
    beside = Kick(KickKind.FORWARD_FAST, target=(X + far, Y + 0.5 * far))
    assert field.look(X, Y, wish=beside) is None and field.errand.open
    left = field.errand.left
    # The right foot is nearer now.
    assert left is not None and left.heading == pytest.approx(math.atan(0.5) + TURN)


def test_a_target_on_the_field_needs_the_own_pose(field: Field) -> None:
    wish = Kick(KickKind.FORWARD_FAST, target=(4.5, 0.0), frame=TargetFrame.FIELD)
    assert field.look(X, Y, wish=wish) is None and not field.errand.open
    assert field.errand.account() == "the robot's pose on the field is not known"


def test_a_kick_in_the_walk_is_never_made_out_of_the_stand(field: Field) -> None:
    x, y = KICKS.table.places["forward"].ball
    assert field.look(x, y, wish=Kick(KickKind.FORWARD)) is None


def test_a_robot_in_its_place_steps_back_where_a_kick_needs_a_step_ahead_before_it(
    field: Field,
) -> None:
    for kind, needed in ((KickKind.FORWARD_LONG, True), (KickKind.FORWARD, False)):
        x, y = KICKS.table.places[kind.value].ball
        field.look(x, y, wish=Kick(kind))
        task = field.errand.source
        assert task is not None
        seen = RollingBall(field.seen, x, y, 0.0, 0.0, 0.3)
        step = task.step(Side.RIGHT, Step(), LIMITS, field.robot(Pose2(), World(ball=seen)))
        assert (step.x < -0.01) is needed


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_the_nearer_foot_is_chosen_and_kept(field: Field, side: float) -> None:
    beside = Y * math.cos(TURN) - X * math.sin(TURN)  # for a robot turned for the kick
    for aside in (0.01, -0.01):  # less than half of the distance to the place of the other foot
        field.look(0.6, side * aside, wish=Kick(KickKind.FORWARD_FAST))
        left = field.errand.left
        assert left is not None and left.y == pytest.approx(side * (aside - beside), abs=0.012)


def test_a_direction_corrected_in_every_picture_keeps_the_foot_and_repeats_no_warning(
    field: Field, caplog: pytest.LogCaptureFixture
) -> None:
    """The ball lies midway between the feet, in front of which noise of the aim would choose."""
    sides = set()
    with caplog.at_level(logging.WARNING, "motions"):
        for number in range(6):
            wish = Kick(KickKind.FORWARD, direction=0.02 if number % 2 else -0.02, length=50.0)
            field.look(0.4, 0.0, wish=wish, pictures=1)
            field.errand.kicks_in_walk(field.robot(Pose2(), World(field.memory.ball.ball)))
            assert field.errand.left is not None
            sides.add(field.errand.left.y > 0.0)
    assert len(sides) == 1
    assert len(caplog.records) == 1
