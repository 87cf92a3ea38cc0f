"""Sightings of a simulated robot: right times, right odometry, and the same after a restart."""

import math
from typing import Any

import pytest

from hardware.errors import PlantError
from hardware.props import Ball, Cylinder, PassiveRobot, Patch, Prop
from hsm.control.assembly import MotionSettings
from hsm.simulated.simulation import Simulation, load_plant
from motions.kinematics.geometry import Pose2
from motions.requests import Motion, MotionRequest
from motions.sight import Sighting

WALK = MotionRequest(Motion.WALK, forward=0.15, turn=0.2)
THINGS: tuple[Prop, ...] = (
    Ball(1.2, 0.2, speed=0.3, direction=0.3),
    Cylinder(2.0, 0.3),
    PassiveRobot(1.8, -0.4),
    Patch(0.5, 0.0, 0.4, 0.4, 0.4),
)


def walker(settings: MotionSettings, plant: str, *props: Prop) -> Simulation:
    return Simulation(
        settings, load_plant(plant), robot=1, seed=4, state="Stand.Normal", props=props, sight=True
    )


def steps(simulation: Simulation, count: int) -> list[tuple[float, Pose2, Sighting | None]]:
    """Return time, odometry and what was seen, cycle by cycle of a walk."""
    rows = []
    for _ in range(count):
        outcome = simulation.step(WALK)
        rows.append((outcome.robot.time, outcome.robot.odometry, simulation.seen))
    return rows


def test_a_sighting_has_the_odometry_of_its_picture(settings: MotionSettings) -> None:
    rows = steps(walker(settings, "standard", *THINGS), 300)
    odometry = {round(time / 0.012): pose for time, pose, _ in rows}
    parts = [
        (time, part)
        for time, _, sight in rows
        if sight is not None
        for part in (sight.ball, sight.obstacles, sight.pose)
        if part is not None and part.time > rows[0][0]
    ]
    assert len(parts) > 150
    for time, part in parts:
        assert 0.06 < time - part.time < 0.13
        assert part.odometry == odometry[round(part.time / 0.012)]


def test_what_ideal_eyes_tell_of_a_walking_robot_is_where_it_is_on_the_field(
    settings: MotionSettings,
) -> None:
    """Carried by the odometry of its picture to the field, a post stays where it stands."""
    simulation = walker(settings, "ideal", Cylinder(2.0, 0.3), Ball(1.4, 0.1))
    rows = steps(simulation, 400)
    drift = 0.03  # of the odometry on this way
    seen = [sight for _, _, sight in rows[100:] if sight is not None]
    for sight in seen:
        if sight.obstacles is not None and sight.obstacles.circles:
            (circle,) = sight.obstacles.circles
            post = sight.obstacles.odometry @ Pose2(circle.x, circle.y)
            assert math.hypot(post.x - 2.0, post.y - 0.3) < 0.05 + drift
        if sight.ball is not None:
            ball = sight.ball.odometry @ Pose2(sight.ball.x, sight.ball.y)
            assert math.hypot(ball.x - 1.4, ball.y - 0.1) < 0.05 + drift
            assert (sight.ball.vx, sight.ball.vy) == pytest.approx((0.0, 0.0), abs=0.15)
    poses = [sight.pose for sight in seen if sight.pose is not None]
    assert len(poses) > 20
    # The picture is some cycles old, and a step turns the robot meanwhile.
    now = poses[-1].pose @ poses[-1].odometry.inverse() @ rows[-1][1]
    truth = simulation.truth()
    assert now.x == pytest.approx(truth.torso_position[0], abs=0.06)
    assert now.heading == pytest.approx(truth.heading, abs=0.08)


def test_what_is_seen_gets_into_the_world_of_the_control_cycle(settings: MotionSettings) -> None:
    simulation = walker(settings, "standard", *THINGS)
    for _ in range(60):
        outcome = simulation.step(WALK)
    world = outcome.robot.world
    assert world.ball is not None and world.field is not None and len(world.obstacles) == 2


def test_a_run_with_props_and_eyes_goes_on_bit_for_bit_from_a_state(
    settings: MotionSettings,
) -> None:
    near = (Ball(0.35, 0.05), *THINGS[1:])
    first, second = walker(settings, "standard", *near), walker(settings, "standard", *near)
    steps(first, 170)
    assert second.observed.props != first.observed.props
    second.restore(first.save())
    assert second.observed.props == first.observed.props
    assert first.seen is not None and second.seen == first.seen
    expected, found = steps(first, 300), steps(second, 300)
    assert expected == found
    assert first.truth() == second.truth()
    assert first.truth().props[0].touches > 0


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"plant": "standard"}, "expected a plant such as load_plant"),
        ({"seed": -1}, "expected seed to be a non-negative integer, got -1"),
        ({"robot": 1.5}, "expected robot to be a non-negative integer, got 1.5"),
        ({"robot": True}, "expected robot to be a non-negative integer, got True"),
    ],
)
def test_a_simulation_of_something_else_is_refused(
    settings: MotionSettings, given: dict[str, Any], told: str
) -> None:
    with pytest.raises((TypeError, ValueError), match=told):
        Simulation(settings, **{"plant": load_plant("ideal"), **given})


def test_a_simulation_takes_no_word_for_a_request(settings: MotionSettings) -> None:
    simulation = walker(settings, "ideal")
    with pytest.raises(TypeError, match="expected a MotionRequest or None, got 'walk'"):
        simulation.step("walk")  # type: ignore[arg-type] # a user's mistake


def test_a_state_belongs_to_its_field(settings: MotionSettings) -> None:
    one, other = walker(settings, "standard", *THINGS), walker(settings, "standard", *THINGS[:3])
    with pytest.raises(Exception, match="belongs to"):
        other.restore(one.save())


def test_a_foreign_model_has_no_field_yet(settings: MotionSettings) -> None:
    with pytest.raises(PlantError, match="our own model"):
        Simulation(
            settings,
            load_plant("standard"),
            foreign=object(),  # type: ignore[arg-type] # is not looked at
            props=THINGS,
        )
