"""Paths past obstacles: the shorter side, which is kept; out of a circle; not through a gap."""

import math
from random import Random

import pytest

from hardware.robots.model import Side
from motions.generators.obstacle_path import ObstaclePath
from motions.generators.parameters import GeneratorParameters
from motions.generators.situation import PoseTarget, Situation
from motions.generators.taut_path import LEFT, RIGHT, Passing, Round, shortest_path
from motions.generators.to_pose import WalkToPose
from motions.kinematics.geometry import Pose2
from motions.sight import Circle
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step
from tests.motions.generators.executed import Way, after_point, executed, mirrored_step

AHEAD = PoseTarget(Pose2(2.0, 0.0, 0.0))


def clearance(way: Way, obstacle: Circle) -> float:
    """Return the smallest distance of the robot's middle to the edge of an obstacle, m."""
    here, nearest = (obstacle.x, obstacle.y), math.inf
    for step in way.steps:
        here = after_point(step, here)
        nearest = min(nearest, math.hypot(*here) - obstacle.radius)
    return nearest


def walked(
    parameters: GeneratorParameters,
    limits: StepLimits,
    *obstacles: Circle,
    target: PoseTarget = AHEAD,
    swing: Side = Side.LEFT,
) -> Way:
    return executed(WalkToPose(parameters.to_pose).step, limits, target, swing, obstacles)


@pytest.mark.parametrize(("y", "side"), [(0.05, -1.0), (-0.05, 1.0)])
@pytest.mark.parametrize("swing", Side)
def test_an_obstacle_is_passed_on_its_shorter_side_without_a_turn(
    parameters: GeneratorParameters, limits: StepLimits, y: float, side: float, swing: Side
) -> None:
    obstacle = Circle(1.0, y, 0.1)
    way = walked(parameters, limits, obstacle, swing=swing)
    assert way.arrived
    assert all(step.turn == 0.0 for step in way.steps)
    assert all(-side * left.y > -0.2 for left in way.left)
    assert max(side * -left.y for left in way.left) > 0.2
    assert clearance(way, obstacle) > 0.15
    assert len(way.steps) <= 1.15 * len(walked(parameters, limits).steps)


@pytest.mark.parametrize("swing", Side)
def test_an_obstacle_right_ahead_is_passed_on_the_side_of_the_first_swing_foot(
    parameters: GeneratorParameters, limits: StepLimits, swing: Side
) -> None:
    way = walked(parameters, limits, Circle(1.0, 0.0, 0.1), swing=swing)
    assert all(swing.sign * left.y <= 1e-9 for left in way.left[:20])


def test_a_chosen_side_is_kept_despite_noise_of_the_obstacle(
    parameters: GeneratorParameters,
) -> None:
    path = ObstaclePath(parameters.to_pose.obstacles)
    rng = Random(9)
    first = path.ahead((2.0, 0.0), (Circle(1.0, 0.02, 0.1),), None, 1.0, 10.0)
    assert first is not None and first[1] < 0.0
    for _ in range(100):
        seen = Circle(1.0 + rng.gauss(0.0, 0.03), rng.gauss(0.0, 0.03), 0.1)
        again = path.ahead((2.0, 0.0), (seen,), None, 1.0, 10.0)
        assert again is not None and again[1] < 0.0
    clear = path.ahead((2.0, 0.0), (Circle(1.0, -0.25, 0.1),), None, 1.0, 10.0)
    assert clear is not None and clear[1] > 0.0


def test_there_is_no_path_between_touching_obstacles(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    both = Circle(1.0, 0.2, 0.2), Circle(1.0, -0.21, 0.2)
    way = walked(parameters, limits, *both)
    assert way.arrived
    assert min(clearance(way, each) for each in both) > 0.15
    assert max(-left.y for left in way.left) > 0.5


def test_from_inside_an_obstacle_the_path_leads_around_it(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    """The robot starts 100 mm from its edge and comes nearer by no more than a step."""
    obstacle = Circle(0.2, 0.0, 0.1)
    way = walked(parameters, limits, obstacle)
    assert way.arrived
    assert clearance(way, obstacle) > 0.09


def test_an_obstacle_around_the_robot_is_ignored(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    around = walked(parameters, limits, Circle(0.0, 0.0, 0.3))
    assert around.steps == walked(parameters, limits).steps


def test_a_target_inside_an_obstacle_is_walked_to(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    assert walked(parameters, limits, Circle(2.0, 0.1, 0.2)).arrived
    assert walked(parameters, limits, Circle(2.0, 0.0, 0.2)).arrived


def test_a_robot_enclosed_by_obstacles_passes_the_nearest(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    ring = [Circle(0.6 * math.cos(a), 0.6 * math.sin(a), 0.1) for a in map(float, range(7))]
    assert walked(parameters, limits, *ring).arrived


def test_two_obstacles_in_one_place_are_passed_as_one(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    """First one is seen twice; in the second scene the robot seems to stand in them."""
    twice = Circle(1.0, 0.05, 0.1), Circle(1.0, 0.05, 0.1)
    once = walked(parameters, limits, twice[0])
    assert walked(parameters, limits, *twice).steps == once.steps
    here = Circle(0.0, 1e-300, 0.0), Circle(0.05, 0.05, 3.0), Circle(1e-300, 1e-300, 0.0)
    assert walked(parameters, limits, *here, target=PoseTarget(Pose2(0.2, 1e-12))).arrived


def test_the_shortest_path_is_taut() -> None:
    """Past a circle in the middle: two tangents and the arc between them."""
    circle = Round(1.0, 0.0, 0.5)
    path = shortest_path((2.0, 0.0), (circle,), (0.0,), 0.0)
    assert path is not None
    assert path.length == pytest.approx(2.0 * math.sqrt(0.75) + 0.5 * math.pi / 3.0)
    assert path.passings == (Passing(0, LEFT),)
    kept = shortest_path((2.0, 0.0), (circle,), (RIGHT,), 0.1)
    assert kept is not None and kept.passings == (Passing(0, RIGHT),)
    slalom = (Round(1.0, 0.2, 0.3), Round(2.0, -0.2, 0.3))
    path = shortest_path((3.0, 0.0), slalom, (0.0, 0.0), 0.0)
    assert path is not None
    assert path.passings == (Passing(0, RIGHT), Passing(1, LEFT))
    wall = tuple(Round(math.cos(a), math.sin(a), 0.6) for a in map(float, range(7)))
    assert shortest_path((3.0, 0.0), wall, (0.0,) * 7, 0.0) is None


def test_every_step_between_random_obstacles_is_finite_and_mirrored(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    rng = Random(10)
    one, other = WalkToPose(parameters.to_pose), WalkToPose(parameters.to_pose)
    for _ in range(1000):
        circles = tuple(
            Circle(rng.uniform(-0.5, 2.0), rng.uniform(-0.6, 0.6), rng.uniform(0.0, 0.3))
            for _ in range(rng.randint(1, 9))
        )
        x, y, heading = rng.uniform(-0.5, 2.0), rng.uniform(-0.5, 0.5), rng.uniform(-3.1, 3.1)
        swing, last = rng.choice(list(Side)), Step(rng.uniform(-0.03, 0.06))
        found = one.step(PoseTarget(Pose2(x, y, heading)), Situation(swing, last, limits, circles))
        mirrored = other.step(
            PoseTarget(Pose2(x, -y, -heading)),
            Situation(
                swing.other, last, limits, tuple(Circle(c.x, -c.y, c.radius) for c in circles)
            ),
        )
        assert mirrored == mirrored_step(found)
        assert found.y * swing.sign >= 0.0
        assert all(map(math.isfinite, (found.x, found.y, found.turn)))


def nearest(way: Way, limits: StepLimits, obstacle: Circle) -> float:
    """Return the smallest distance of the robot's middle to the edge of a moving obstacle, m."""
    apart = math.inf
    for step in way.steps:
        before = Pose2(step.x, step.y, step.turn).inverse()
        obstacle = obstacle.after(limits.step_duration).in_frame_of(before)
        apart = min(apart, math.hypot(obstacle.x, obstacle.y) - obstacle.radius)
    return apart


@pytest.mark.parametrize("swing", Side)
@pytest.mark.parametrize(
    "who",
    [
        Circle(2.4, 0.05, 0.1, vx=-0.2),
        Circle(1.0, -1.0, 0.1, vy=0.2),
        Circle(1.0, 1.1, 0.1, vy=-0.2),
        Circle(1.6, -0.9, 0.1, vx=-0.1, vy=0.15),
        Circle(-0.6, 0.02, 0.1, vx=0.4),
    ],
    ids=["head-on", "from the right", "from the left", "oblique", "from behind"],
)
def test_someone_who_crosses_the_path_is_passed_without_contact(
    parameters: GeneratorParameters, limits: StepLimits, who: Circle, swing: Side
) -> None:
    free = len(walked(parameters, limits, swing=swing).steps)
    way = walked(parameters, limits, who, swing=swing)
    assert way.arrived
    assert nearest(way, limits, who) > 0.2
    assert len(way.steps) <= 1.3 * free


def test_someone_who_will_be_gone_in_time_is_not_avoided(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    """He is in the way now, and leaves before the robot arrives."""
    crossing = Circle(1.5, -0.1, 0.1, vy=0.4)
    assert walked(parameters, limits, crossing).steps == walked(parameters, limits).steps


def test_a_meeting_beyond_the_foresight_is_not_avoided_yet(
    parameters: GeneratorParameters,
) -> None:
    path = ObstaclePath(parameters.to_pose.obstacles)
    foresight = parameters.to_pose.obstacles.foresight
    for early, seen in ((0.5, True), (-0.5, False)):
        away = 0.4 * (foresight - early)
        who = (Circle(away, 0.01, 0.1, vx=-0.2),)
        assert (path.ahead((3.0, 0.0), who, None, 1.0, 15.0) is not None) is seen
