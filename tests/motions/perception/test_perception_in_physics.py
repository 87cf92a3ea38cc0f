"""Perception on the simulated robot, compared with the ground truth of the simulation."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from hardware.disturbance import TOWARDS, Direction, Disturbance
from hardware.disturbances import Lift, LoseFrames, Push, PutDown
from hardware.postures import Posture
from hardware.robots.model import RobotModel
from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import CYCLE, JointCommand
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.robot import SimulatedRobot
from hardware.simulation.plant.truth import GroundTruth
from hsm.control.assembly import load_settings
from hsm.settings.loader import config_folder, load
from hsm.simulated.simulation import Simulation, load_plant
from motions.perception.parameters import PerceptionParameters
from motions.perception.perception import Perception
from motions.perception.state import Fall, MotionFeedback, RobotState
from motions.requests import Motion, MotionRequest

WEIGHT = 5.3594 * 9.81


@dataclass(frozen=True, slots=True)
class Moment:
    """The state of perception and the truth at the time its frame was measured."""

    state: RobotState
    truth: GroundTruth

    @property
    def tilt_error(self) -> float:
        """Angle between the estimated and the true vertical, deg."""
        roll, pitch, _ = self.truth.rpy
        up = (
            -math.sin(pitch),
            math.cos(pitch) * math.sin(roll),
            math.cos(pitch) * math.cos(roll),
        )
        return math.degrees(math.acos(min(1.0, float(np.dot(up, self.state.up)))))


Hold = Callable[..., list[Moment]]


@pytest.fixture(scope="module")
def hold(nao: RobotModel, parameters: PerceptionParameters) -> Hold:
    """Return a function that lets a robot hold its first pose under given events."""
    folder = config_folder() / "plants"

    @cache  # several tests use the same push
    def run(
        seconds: float,
        events: tuple[tuple[float, Disturbance], ...] = (),
        *,
        posture: Posture = Posture.STANDING,
        plant: str = "standard",
        stiffness: float = 1.0,
        seed: int = 3,
    ) -> list[Moment]:
        parameters_of_plant = load(folder / f"{plant}.yaml", PlantParameters)
        robot = SimulatedRobot(nao, parameters_of_plant, robot=seed, seed=seed, posture=posture)
        perception = Perception(nao, parameters)
        return list(_moments(robot, perception, seconds, events, stiffness))

    return run


def _moments(
    robot: SimulatedRobot,
    perception: Perception,
    seconds: float,
    events: tuple[tuple[float, Disturbance], ...],
    stiffness: float,
) -> Iterator[Moment]:
    waiting = list(events)
    before = robot.truth()
    command: JointCommand | None = None
    for cycle in range(round(seconds / CYCLE)):
        while waiting and cycle * CYCLE >= waiting[0][0]:
            robot.disturb(waiting.pop(0)[1])
        frame = robot.receive()
        state = perception.update(frame, MotionFeedback())
        if command is None:
            command = JointCommand(state.positions, (stiffness,) * JOINT_COUNT)
        robot.send(command)
        # A frame is one cycle old when it arrives.
        yield Moment(state, before)
        before = robot.truth()


@pytest.fixture(scope="module")
def standing(hold: Hold) -> list[Moment]:
    return hold(30.0)


def test_attitude_of_a_standing_robot_is_right_to_a_third_of_a_degree(
    standing: list[Moment],
) -> None:
    errors = [moment.tilt_error for moment in standing[100:]]
    assert np.sqrt(np.mean(np.square(errors))) < 0.33


def test_standing_for_half_a_minute_switches_no_support(standing: list[Moment]) -> None:
    assert not any(moment.state.support.switched for moment in standing[25:])


def test_standing_for_half_a_minute_has_contact_and_no_fall(standing: list[Moment]) -> None:
    assert all(moment.state.contact for moment in standing[25:])
    assert {moment.state.fall for moment in standing} == {Fall.UPRIGHT}


def test_odometry_of_a_standing_robot_turns_by_less_than_a_degree_and_not_after_three_seconds(
    standing: list[Moment],
) -> None:
    begun, odometry = standing[round(3.0 / CYCLE)].state.odometry, standing[-1].state.odometry
    assert (odometry.x, odometry.y) == (0.0, 0.0)
    assert abs(odometry.heading) < math.radians(1)
    assert odometry.heading == pytest.approx(begun.heading, abs=math.radians(0.1))


def test_soles_of_a_standing_robot_carry_its_weight(standing: list[Moment]) -> None:
    supports = [moment.state.support for moment in standing[100:]]
    forces = [support.left_force + support.right_force for support in supports]
    assert np.mean(forces) == pytest.approx(WEIGHT, rel=0.03)


def test_standing_robot_is_quiet(standing: list[Moment]) -> None:
    assert standing[-1].state.imu_quiet_time > 25.0


def test_centre_of_mass_is_at_its_true_height(standing: list[Moment]) -> None:
    moment = standing[-1]
    soles = 0.5 * (moment.truth.left_sole[2] + moment.truth.right_sole[2])
    three_millimetres = 3e-3  # joint play and calibration offsets of this robot
    assert moment.state.com_height == pytest.approx(
        moment.truth.com[2] - soles, abs=three_millimetres
    )


@pytest.mark.parametrize("plant", ["standard", "worn"])
@pytest.mark.parametrize("direction", ["forward", "backward", "left", "right"])
def test_push_over_is_detected_before_the_torso_passes_45_degrees(
    hold: Hold, plant: str, direction: Direction
) -> None:
    names = {"forward": "front", "backward": "back", "left": "left", "right": "right"}
    moments = hold(4.0, ((1.0, Push(TOWARDS[direction], impulse=5.0)),), plant=plant)
    seen = next(i for i, moment in enumerate(moments) if moment.state.fall is Fall.FALLING)
    passed = next(
        i for i, moment in enumerate(moments) if moment.truth.up_z < math.cos(math.pi / 4)
    )
    assert seen < passed
    assert moments[seen].state.fall_direction.value == names[direction]
    assert moments[-1].state.fall is Fall.FALLEN


@pytest.mark.parametrize("direction", ["forward", "backward", "left", "right"])
def test_attitude_follows_a_fall_to_the_ground_within_five_degrees(
    hold: Hold, direction: Direction
) -> None:
    moments = hold(4.0, ((1.0, Push(TOWARDS[direction], impulse=5.0)),), plant="standard")
    assert moments[-1].truth.up_z < 0.3
    assert max(moment.tilt_error for moment in moments[30:]) < 5.0


@pytest.mark.parametrize("impulse", [0.5, 1.0])
@pytest.mark.parametrize("direction", ["forward", "backward", "left", "right"])
def test_push_that_a_standing_robot_withstands_is_no_fall(
    hold: Hold, direction: Direction, impulse: float
) -> None:
    moments = hold(3.0, ((1.0, Push(TOWARDS[direction], impulse)),))
    assert moments[-1].truth.up_z > 0.95
    assert Fall.FALLING not in {moment.state.fall for moment in moments}


@pytest.mark.parametrize("posture", [posture for posture in Posture if posture.is_lying])
def test_robot_lying_limp_has_fallen_on_its_side(hold: Hold, posture: Posture) -> None:
    states = [moment.state for moment in hold(1.0, posture=posture, stiffness=0.0)]
    assert {state.fall for state in states} == {Fall.FALLEN}
    assert states[-1].fall_direction.value == posture.value.removeprefix("lying_")


def test_lifted_robot_loses_contact_and_never_falls(
    hold: Hold, parameters: PerceptionParameters
) -> None:
    moments = hold(8.0, ((1.0, Lift(height=0.15)), (4.0, PutDown())))
    pressure = parameters.sole_cells.pressure[0]
    off = next(
        i
        for i, moment in enumerate(moments)
        if i > 30 and max(moment.truth.left_force, moment.truth.right_force) < pressure
    )
    lost = next(i for i, m in enumerate(moments) if i > 30 and not m.state.contact)
    assert (lost - off) * CYCLE == pytest.approx(0.2, abs=2 * CYCLE)
    assert {m.state.fall for m in moments} <= {Fall.UPRIGHT, Fall.STAGGERING}
    assert moments[-1].state.contact


def test_lost_frames_delay_but_do_not_hide_the_detection_of_a_fall(hold: Hold) -> None:
    events = ((1.0, Push(TOWARDS["forward"], impulse=5.0)), (1.15, LoseFrames(duration=0.1)))
    moments = hold(3.2, events)
    assert any(moment.state.fall is Fall.FALLING for moment in moments)
    assert moments[-1].state.fall is Fall.FALLEN
    assert moments[-1].tilt_error < 5.0


@dataclass(frozen=True, slots=True)
class Walk:
    """A robot under its control cycle that walks from the third second on."""

    moments: list[Moment]

    def between(self, start: float) -> list[Moment]:
        """Return the moments after a time, s."""
        return [moment for moment in self.moments if moment.state.time > start]


SPEEDS = {
    "forward": (0.15, 0.0, 0.0),
    "fast": (0.25, 0.0, 0.0),
    "side": (0.0, 0.1, 0.0),
    "turn": (0.0, 0.0, 1.0),
    "curve": (0.2, 0.0, -0.6),
}


@pytest.fixture(scope="module", params=SPEEDS)
def walk(request: pytest.FixtureRequest) -> Walk:
    return walked(request.param, seed=1)


def walked(speed: str, *, seed: int) -> Walk:
    """Return a walk of 9 s, or of 14 s on the spot so that odometry has time to drift."""
    forward, left, turn = SPEEDS[speed]
    simulation = Simulation(load_settings(), load_plant("standard"), robot=1, seed=seed)
    moments = []
    before = simulation.truth()
    for cycle in range(round((14.0 if speed == "turn" else 9.0) / CYCLE)):
        ramp = min(1.0, max(0.0, (cycle * CYCLE - 3.0) / 2.0))
        wish = MotionRequest(Motion.WALK, ramp * forward, ramp * left, ramp * turn)
        outcome = simulation.step(wish if ramp > 0.0 else MotionRequest())
        moments.append(Moment(outcome.robot, before))
        before = simulation.truth()
    return Walk(moments)


def test_attitude_of_a_walking_robot_is_right_to_a_degree(walk: Walk) -> None:
    errors = [moment.tilt_error for moment in walk.between(4.0)]
    assert np.sqrt(np.mean(np.square(errors))) < 1.0


def test_walking_has_contact_and_no_fall(walk: Walk) -> None:
    moments = walk.between(1.0)
    assert all(moment.state.contact for moment in moments)
    assert {moment.state.fall for moment in moments} <= {Fall.UPRIGHT, Fall.STAGGERING}


def middle_of_the_soles(truth: GroundTruth) -> tuple[float, float]:
    (ax, ay, _), (bx, by, _) = truth.left_sole, truth.right_sole
    return 0.5 * (ax + bx), 0.5 * (ay + by)


@pytest.mark.parametrize("walk", ["forward", "fast", "side", "curve"], indirect=True)
def test_odometry_measures_the_length_of_the_path_to_a_tenth(walk: Walk) -> None:
    def length(way: list[tuple[float, float]]) -> float:
        # Pieces of half a second: longer than a step, shorter than the bend of the curve.
        return sum(math.dist(a, b) for a, b in zip(way[::42], way[42::42], strict=False))

    moments = walk.between(6.0)
    true = length([middle_of_the_soles(moment.truth) for moment in moments])
    told = length([(m.state.odometry.x, m.state.odometry.y) for m in moments])
    assert told == pytest.approx(true, rel=0.1)


@pytest.mark.parametrize("walk", ["turn"], indirect=True)
def test_odometry_of_a_turn_on_the_spot_stays_within_five_centimetres_on_average(
    walk: Walk,
) -> None:
    off = []
    for one in (walk, walked("turn", seed=2), walked("turn", seed=3)):
        moments = one.between(6.0)
        first, last = moments[0], moments[-1]
        true = math.dist(middle_of_the_soles(first.truth), middle_of_the_soles(last.truth))
        start, end = first.state.odometry, last.state.odometry
        off.append(abs(math.dist((start.x, start.y), (end.x, end.y)) - true))
    assert np.mean(off) < 0.05
