"""The simulated eyes: rate, delay, range, noise, loss, and repeatability."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from hardware.postures import Posture
from hardware.props import Ball, Cylinder, PassiveRobot, Prop
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE
from hardware.simulation.eyes.eyes import Snapshot
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.robot import SimulatedRobot
from tests.hardware.simulation.plant.rig import IDEAL, NAO, STANDARD, flat, moved, stance

AHEAD = Ball(1.5, 0.0)


def watched(
    plant: PlantParameters,
    props: tuple[Prop, ...],
    seconds: float,
    *,
    head: tuple[float, float] = (0.0, 0.0),
    seed: int = 0,
) -> list[tuple[float, Snapshot]]:
    """Return the sightings of a standing robot, each with its time of arrival, s."""
    robot = SimulatedRobot(NAO, plant, props=props, sight=True, seed=seed)
    command = moved(stance(), {Joint.HEAD_YAW: head[0], Joint.HEAD_PITCH: head[1]})
    told = []
    for cycle in range(round(seconds / CYCLE)):
        robot.receive()
        robot.send(command)
        told += [((cycle + 1) * CYCLE, snapshot) for snapshot in robot.seen()]
    return told


def test_pictures_arrive_at_their_rate_and_with_their_delay() -> None:
    told = watched(STANDARD, (AHEAD,), 10.0)
    pictures = [(came, seen.time) for came, seen in told if seen.looked]
    poses = [(came, seen.time) for came, seen in told if not seen.looked]
    assert len(pictures) == pytest.approx(300, abs=4)
    assert 100 * 0.85 < len(poses) < 100
    # A frame is one cycle old: its content arrives a cycle later.
    late = [came - time + CYCLE for came, time in pictures]
    assert min(late) >= 0.080 and max(late) < 0.080 + CYCLE
    late = [came - time + CYCLE for came, time in poses]
    assert min(late) >= 0.100 and max(late) < 0.100 + CYCLE
    assert [time for _, time in pictures] == sorted(time for _, time in pictures)


def test_ideal_eyes_see_the_truth_in_the_robots_frame() -> None:
    post, other = Cylinder(2.0, 0.5, radius=0.06), PassiveRobot(2.5, -0.6)
    told = [seen for _, seen in watched(flat(IDEAL), (AHEAD, post, other), 2.0)][10:]
    # The hips of a standing robot are above its ankles: their place is taken from the truth.
    robot = SimulatedRobot(NAO, flat(IDEAL))
    truth = robot.truth()
    hip = truth.torso_position[0] - 0.085 * math.sin(truth.rpy[1])
    pictures = [seen for seen in told if seen.looked]
    assert len(pictures) > 40
    for seen in pictures:
        assert seen.ball == pytest.approx((1.5 - hip, 0.0), abs=0.01)
        first, second = seen.obstacles
        assert (first.x, first.y, first.radius) == pytest.approx((2.0 - hip, 0.5, 0.06), abs=0.012)
        assert (second.x, second.y) == pytest.approx((2.5 - hip, -0.6), abs=0.015)
    poses = [seen.pose for seen in told if seen.pose is not None]
    assert len(poses) > 10
    assert poses[-1] == pytest.approx((hip, 0.0, 0.0), abs=0.01)


def test_a_ball_is_seen_within_a_camera_and_its_range_only() -> None:
    def found(ball: Ball, head: tuple[float, float] = (0.0, 0.0)) -> bool:
        told = [seen for _, seen in watched(flat(IDEAL), (ball,), 1.0, head=head) if seen.looked]
        return told[-1].ball is not None

    assert found(Ball(3.9, 0.0)) and not found(Ball(4.1, 0.0))
    assert not found(Ball(0.0, 1.5)) and found(Ball(0.0, 1.5), (math.radians(90.0), 0.0))
    assert not found(Ball(-1.0, 0.0))
    # Before the feet: only with the head tilted down.
    assert not found(Ball(0.15, 0.0)) and found(Ball(0.15, 0.0), (0.0, 0.45))


@cache
def noisy(distance: float) -> list[Snapshot]:
    """Return what eyes with the noise of `standard` see with a ball at a distance, m."""
    plant = flat(replace(IDEAL, eyes=STANDARD.eyes))
    return [
        seen
        for seed in range(4)
        for came, seen in watched(plant, (Ball(distance, 0.0),), 7.0, seed=seed)
        if came > 0.5
    ]


def errors(distance: float) -> tuple[list[float], list[float], int, int]:
    """Return errors of distance (m) and bearing (rad), and counts with and without the ball."""
    truth = watched(flat(IDEAL), (Ball(distance, 0.0),), 1.0)[-1][1].ball or (0.0, 0.0)
    told = [seen.ball for seen in noisy(distance) if seen.looked]
    found = [ball for ball in told if ball is not None]
    away = [math.hypot(*ball) - math.hypot(*truth) for ball in found]
    aside = [math.atan2(ball[1], ball[0]) for ball in found]
    return away, aside, len(found), len(told)


@pytest.mark.parametrize("distance", [0.6, 2.5])
def test_noise_and_loss_are_those_of_the_plant(distance: float) -> None:
    away, aside, found, pictures = errors(distance)
    assert np.std(away) == pytest.approx(0.02 * distance + 0.005, rel=0.12)
    assert abs(np.mean(away)) < 3.5 * np.std(away) / math.sqrt(found) + 2e-3
    assert np.std(aside) == pytest.approx(math.radians(1.0), rel=0.12)
    assert abs(np.mean(aside)) < 4.0 * math.radians(1.0) / math.sqrt(found) + 1e-3
    assert 1.0 - found / pictures == pytest.approx(0.05, abs=0.025)
    # Independent from picture to picture.
    assert abs(np.corrcoef(away[1:], away[:-1])[0, 1]) < 0.12


def test_the_localisation_is_as_noisy_as_the_plant_sets() -> None:
    x, y, heading = np.array([seen.pose for seen in noisy(2.5) if seen.pose is not None]).T
    assert np.std(x) == pytest.approx(0.020, rel=0.15)
    assert np.std(y) == pytest.approx(0.020, rel=0.15)
    assert np.std(heading) == pytest.approx(math.radians(1.0), rel=0.15)


def test_the_same_seed_sees_the_same_and_another_seed_does_not() -> None:
    first, again, other = (watched(STANDARD, (AHEAD,), 2.0, seed=seed) for seed in (5, 5, 6))
    assert first == again
    assert [seen.ball for _, seen in first] != [seen.ball for _, seen in other]


def test_a_lying_robot_is_not_localised() -> None:
    robot = SimulatedRobot(NAO, IDEAL, posture=Posture.LYING_BACK, sight=True)
    told = []
    for _ in range(100):
        robot.receive()
        told += robot.seen()
    assert told and all(seen.pose is None for seen in told)


def test_closed_eyes_see_nothing() -> None:
    robot = SimulatedRobot(NAO, STANDARD, props=(AHEAD,))
    for _ in range(30):
        robot.receive()
        assert robot.seen() == ()
