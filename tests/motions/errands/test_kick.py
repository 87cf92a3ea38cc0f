"""From where a ball is kicked, with which foot, and which balls are none to kick."""

import logging
import math

import pytest

from hsm.settings.kick_files import load_kicks
from hsm.settings.loader import config_folder
from motions.destinations import TargetFrame
from motions.errands.errand import Errand
from motions.errands.task_for_wish import ErrandTasks
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
from tests.fakes import robot_state
from tests.motions.errands.joints import joints

HIP, AHEAD = 0.05, 0.012
KICKS = load_kicks(config_folder() / "kicks")
PLACE = KICKS.table.places["forward_fast"]
X, Y = PLACE.ball
TURN = PLACE.turn
"""A robot that looks straight ahead sends the ball of its left foot there, rad."""


class Field:
    """A robot that stands at a place and looks at a ball."""

    def __init__(self, parameters: GeneratorParameters, *, worn_out: bool = False) -> None:
        frame = ZeroFrame(HIP, AHEAD, parameters.errand.last_miss)
        self.memory = KickMemory(SteadyBall(KICKS.table.ready), KICKS.table.ready.result)
        tasks = ErrandTasks(frame, parameters, KICKS, self.memory, joints(worn_out=worn_out))
        self.errand = Errand(parameters.errand, tasks, frame)
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
        """Look at a ball for some pictures; return the kick that is ready then."""
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
        """Let a foot go through the ball."""
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
def test_a_ball_before_a_foot_is_kicked_with_it(field: Field, side: float) -> None:
    order = field.look(X, side * Y)
    assert order is not None and order.side.sign == side
    assert order.ball == pytest.approx((0.0, 0.0), abs=1e-6)
    assert not field.errand.open


def test_the_foot_is_told_where_the_ball_lies_instead(field: Field) -> None:
    order = field.look(X - 0.02, -Y - 0.008)
    assert order is not None
    assert order.ball == pytest.approx((-0.02, 0.008), abs=1e-6)


@pytest.mark.parametrize(
    ("ahead", "outwards"), [(0.05, 0.0), (-0.09, 0.0), (0.0, 0.03), (0.0, -0.03)]
)
def test_a_ball_outside_of_the_window_is_walked_to(
    field: Field, ahead: float, outwards: float
) -> None:
    assert field.look(X + ahead, Y + outwards) is None
    assert field.errand.open


def test_a_robot_that_looks_aside_turns_first(field: Field) -> None:
    wish = Kick(KickKind.FORWARD_FAST, direction=TURN + math.radians(8.0))
    assert field.look(X, Y, wish=wish) is None and field.errand.open


def test_within_its_precision_the_direction_is_as_good_as_asked(field: Field) -> None:
    turn = math.radians(8.0)
    wish = Kick(KickKind.FORWARD_FAST, direction=TURN + turn, precision=(-turn, 0.0))
    assert field.look(X, Y, wish=wish) is not None


def test_who_kicks_precisely_stands_more_precisely(field: Field) -> None:
    precise = Kick(KickKind.FORWARD_FAST, TURN, alignment=KickAlignment.PRECISE)
    assert field.look(X, Y + 0.01, wish=precise) is None and field.errand.open


def test_one_picture_is_not_enough(field: Field) -> None:
    assert field.look(X, Y, pictures=5) is None
    assert not field.errand.open
    assert "required pictures of the ball" in field.errand.account()


def test_a_ball_that_was_seen_too_long_ago_is_none(field: Field) -> None:
    assert field.look(X, Y) is not None
    assert field.wait(2.9, X, Y) is not None
    assert field.wait(0.2, X, Y) is None
    assert not field.errand.open
    assert field.errand.account() == "the ball was last seen 3.1 s ago"


def test_a_ball_that_was_not_seen_since_the_last_kick_is_none(field: Field) -> None:
    assert field.look(X, Y) is not None
    field.memory.last = field.time
    assert field.wait(0.1, X, Y) is None and not field.errand.open
    assert field.errand.account() == "the ball has not been seen since the last kick"
    assert field.look(X, Y) is not None


def test_a_kick_is_made_once_and_again_with_another_number(field: Field) -> None:
    assert field.look(X, Y) is not None and not field.errand.arrived
    field.swing()
    assert field.look(X + 1.0, Y) is None and not field.errand.open
    assert field.errand.arrived
    assert field.errand.account() == "the kick has hit the ball"
    assert field.look(X, Y, number=1) is not None


@pytest.mark.parametrize(
    ("number", "kicks_again"), [(0, False), (1, True)], ids=["same number", "another number"]
)
def test_what_comes_of_a_kick_is_told_to_a_new_wish_only_if_it_has_the_same_number(
    field: Field, number: int, kicks_again: bool
) -> None:
    assert field.look(X, Y) is not None
    field.swing()
    wish = Kick(KickKind.FORWARD_FAST, direction=TURN + 0.01)
    field.look(X, Y, wish=wish, number=number, pictures=1)
    field.look(X + 1.0, Y, wish=wish, number=number)
    assert field.errand.arrived is not kicks_again
    assert field.errand.open is kicks_again


def test_a_ball_that_rolls_is_not_kicked_out_of_the_stand(field: Field) -> None:
    assert field.look(X, Y, speed=0.06) is None


def test_a_ball_that_jumps_is_not_kicked(field: Field) -> None:
    assert field.look(X, Y) is not None
    assert field.look(X - 0.5, Y, pictures=1) is None
    assert field.errand.open


@pytest.mark.parametrize(("x", "y"), [(0.02, 0.05), (-0.3, 0.0)])
def test_a_ball_under_the_foot_or_behind_is_walked_around(field: Field, x: float, y: float) -> None:
    assert field.look(x, y) is None and field.errand.open


def test_no_ball_is_no_way(field: Field) -> None:
    request = MotionRequest(Motion.KICK, kick=Kick(KickKind.FORWARD_FAST))
    field.errand.update(request, field.robot(Pose2(), World()), None)
    assert not field.errand.open and field.errand.account() == "no ball is known"


def test_the_length_becomes_strength(field: Field) -> None:
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


def test_whoever_is_worn_kicks_as_one_who_is_worn_out_and_no_less() -> None:
    table = KICKS.table
    worn, sound = (PLACE.reach(table.wear(quality)) for quality in (table.worn_at, 1.0))
    assert sound == PLACE.length
    assert (
        worn == PLACE.reach(table.wear(0.0)) == pytest.approx([PLACE.worn * way for way in sound])
    )
    between = PLACE.reach(table.wear(0.5 * (1.0 + table.worn_at)))
    assert between == pytest.approx([0.5 * sum(ways) for ways in zip(worn, sound, strict=True)])


@pytest.mark.parametrize(("length", "strength", "told"), [(9.0, 1.0, "full"), (0.1, 0.0, "least")])
def test_a_length_beyond_the_kind_is_told_once(
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
    # Now the right foot is nearer.
    assert left is not None and left.heading == pytest.approx(math.atan(0.5) + TURN)


def test_a_target_on_the_field_is_none_without_a_place_there(field: Field) -> None:
    wish = Kick(KickKind.FORWARD_FAST, target=(4.5, 0.0), frame=TargetFrame.FIELD)
    assert field.look(X, Y, wish=wish) is None and not field.errand.open
    assert field.errand.account() == "the robot's pose on the field is not known"


def test_a_kick_in_the_walk_is_never_one_out_of_the_stand(field: Field) -> None:
    x, y = KICKS.table.places["forward"].ball
    assert field.look(x, y, wish=Kick(KickKind.FORWARD)) is None


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_the_nearer_foot_is_taken_and_kept(field: Field, side: float) -> None:
    beside = Y * math.cos(TURN) - X * math.sin(TURN)  # of a robot that is turned for the kick
    for aside in (0.01, -0.01):  # half of the way to the other foot's place is further than that
        field.look(0.6, side * aside, wish=Kick(KickKind.FORWARD_FAST))
        left = field.errand.left
        assert left is not None and left.y == pytest.approx(side * (aside - beside), abs=0.012)
