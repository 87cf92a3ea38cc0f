import math
from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import CYCLE
from motions.perception.fall import FallDetector, TorsoPosture
from motions.perception.parameters import FallDetectorParameters, PerceptionParameters
from motions.perception.perception import Perception
from motions.perception.state import Fall, FallDirection, MotionFeedback
from motions.perception.tipping import Tipping, TippingGeometry
from tests.fakes import robot_state
from tests.motions.perception.frames import IN_THE_AIR, FrameMaker

IDLE = MotionFeedback()
SAFE = Tipping(excess=-0.05, direction=(1.0, 0.0))
OVER = replace(SAFE, excess=0.2)
STANDING = TorsoPosture((0.0, 0.0, 1.0), (0.0, 0.0, 0.0), SAFE, True, 0.0)
TURNING = (0.0, 1.0, 0.0)


def up(roll_deg: float, pitch_deg: float) -> tuple[float, float, float]:
    roll, pitch = math.radians(roll_deg), math.radians(pitch_deg)
    return (
        -math.sin(pitch),
        math.cos(pitch) * math.sin(roll),
        math.cos(pitch) * math.cos(roll),
    )


TIPPING = replace(STANDING, up=up(0, 20), gyro=TURNING, tipping=OVER)
LYING = {
    FallDirection.FRONT: up(0, 88),
    FallDirection.BACK: up(0, -88),
    FallDirection.LEFT: up(-85, 0),
    FallDirection.RIGHT: up(85, 0),
}


@pytest.fixture
def limits(parameters: PerceptionParameters) -> FallDetectorParameters:
    return parameters.fall


@pytest.fixture
def detector(limits: FallDetectorParameters) -> FallDetector:
    detector = FallDetector(limits, CYCLE)
    detector.update(STANDING)
    return detector


def fell(limits: FallDetectorParameters, direction: FallDirection) -> FallDetector:
    """Return the detector of a robot that fell and lies at rest."""
    detector = FallDetector(limits, CYCLE)
    for posture in [STANDING, TIPPING, TIPPING, *[replace(TIPPING, up=LYING[direction])] * 10]:
        detector.update(posture)
    for _ in range(20):
        detector.update(replace(STANDING, up=LYING[direction], contact=False))
    return detector


def test_standing_robot_is_upright(detector: FallDetector) -> None:
    assert detector.update(STANDING) is Fall.UPRIGHT
    assert detector.direction is FallDirection.NONE


def test_one_positive_cycle_is_only_a_stagger(detector: FallDetector) -> None:
    assert detector.update(TIPPING) is Fall.STAGGERING
    assert detector.update(STANDING) is Fall.UPRIGHT
    assert detector.update(TIPPING) is Fall.STAGGERING


def test_two_positive_cycles_are_a_fall(detector: FallDetector) -> None:
    assert [detector.update(TIPPING) for _ in range(2)] == [Fall.STAGGERING, Fall.FALLING]


def test_stagger_that_a_step_can_recover_is_no_fall(
    detector: FallDetector, limits: FallDetectorParameters
) -> None:
    stagger = replace(TIPPING, tipping=replace(OVER, excess=0.9 * limits.excess))
    assert {detector.update(stagger) for _ in range(50)} == {Fall.STAGGERING}


def test_fast_but_upright_torso_is_no_fall(detector: FallDetector) -> None:
    shaken = replace(TIPPING, up=up(0, 5))
    assert Fall.FALLING not in {detector.update(shaken) for _ in range(10)}


@pytest.mark.parametrize(("roll", "pitch"), [(0, 41), (0, -41), (41, 0), (-41, 0)])
def test_tilt_beyond_forty_degrees_is_a_fall_whatever_the_soles_report(
    detector: FallDetector, roll: float, pitch: float
) -> None:
    leaning = replace(STANDING, up=up(roll, pitch))
    assert [detector.update(leaning) for _ in range(2)] == [Fall.STAGGERING, Fall.FALLING]


@pytest.mark.parametrize(
    ("towards", "direction"),
    [
        ((1.0, 0.0), FallDirection.FRONT),
        ((-1.0, 0.0), FallDirection.BACK),
        ((0.0, 1.0), FallDirection.LEFT),
        ((0.0, -1.0), FallDirection.RIGHT),
        ((0.6, 0.8), FallDirection.FRONT),
        ((-0.3, 0.95), FallDirection.LEFT),
        ((-0.6, -0.8), FallDirection.BACK),
    ],
)
def test_fall_has_the_direction_in_which_the_robot_tips(
    detector: FallDetector, towards: tuple[float, float], direction: FallDirection
) -> None:
    for _ in range(2):
        detector.update(replace(TIPPING, tipping=replace(OVER, direction=towards)))
    assert detector.direction is direction


@pytest.mark.parametrize("direction", LYING)
def test_robot_that_lies_at_rest_has_fallen_on_the_side_that_is_down(
    limits: FallDetectorParameters, direction: FallDirection
) -> None:
    detector = fell(limits, direction)
    assert (detector.fall, detector.direction) == (Fall.FALLEN, direction)


def test_robot_that_rolls_on_the_ground_is_still_falling(detector: FallDetector) -> None:
    for _ in range(2):
        detector.update(TIPPING)
    rolling = replace(STANDING, up=LYING[FallDirection.LEFT], gyro=(0.0, 0.0, 1.0))
    assert {detector.update(rolling) for _ in range(50)} == {Fall.FALLING}


def test_direction_follows_a_roll_from_the_side_to_the_front(
    limits: FallDetectorParameters,
) -> None:
    detector = fell(limits, FallDirection.LEFT)
    seen = []
    for degrees in range(91):
        angle = math.radians(degrees)
        vertical = (-math.sin(angle), -math.cos(angle), 0.0)
        detector.update(replace(STANDING, up=vertical, gyro=TURNING, contact=False))
        seen.append(detector.direction)
    assert seen[0] is FallDirection.LEFT
    assert seen[-1] is FallDirection.FRONT
    # Not at half way, where the direction would flicker.
    assert seen[46] is FallDirection.LEFT


def test_fallen_robot_stays_fallen_until_its_torso_is_upright(
    limits: FallDetectorParameters,
) -> None:
    detector = fell(limits, FallDirection.FRONT)
    rising = [
        detector.update(replace(STANDING, up=up(0, pitch), gyro=TURNING))
        for pitch in range(88, -1, -1)
    ]
    assert rising[:60] == [Fall.FALLEN] * 60
    assert rising[-1] is Fall.UPRIGHT
    assert detector.direction is FallDirection.NONE


def test_recovered_fall_ends_when_the_torso_is_upright_and_calm(
    detector: FallDetector,
) -> None:
    for _ in range(2):
        detector.update(TIPPING)
    assert detector.update(replace(TIPPING, up=up(0, 10))) is Fall.FALLING
    assert detector.update(STANDING) is Fall.UPRIGHT


def test_robot_that_leans_on_something_has_fallen_after_a_second(detector: FallDetector) -> None:
    leaning = replace(STANDING, up=up(0, 45))
    verdicts = [detector.update(leaning) for _ in range(100)]
    assert verdicts.index(Fall.FALLEN) in range(80, 90)


def test_robot_held_by_a_person_never_falls(detector: FallDetector) -> None:
    for _ in range(3):
        detector.update(replace(STANDING, contact=False))
    tilted = replace(TIPPING, up=up(0, 80), contact=False)
    assert {detector.update(tilted) for _ in range(50)} == {Fall.UPRIGHT}


def test_robot_put_down_that_tips_over_falls(detector: FallDetector) -> None:
    detector.update(replace(STANDING, contact=False))
    # A person may still straighten a robot that leans on its soles, but not one that half lies.
    assert detector.update(replace(STANDING, up=up(0, 35))) is Fall.UPRIGHT
    assert detector.update(replace(STANDING, up=up(0, 45))) is Fall.FALLING


def test_robot_that_loses_the_ground_while_tipping_still_falls(detector: FallDetector) -> None:
    flying = replace(TIPPING, contact=False)
    assert [detector.update(flying) for _ in range(2)][-1] is Fall.FALLING


def test_robot_laid_down_by_a_person_has_fallen_after_a_second(detector: FallDetector) -> None:
    detector.update(replace(STANDING, contact=False))
    laid = replace(STANDING, up=LYING[FallDirection.BACK], contact=False)
    verdicts = [detector.update(replace(laid, quiet_time=0.012 * n)) for n in range(100)]
    assert verdicts.index(Fall.FALLEN) in range(80, 90)
    assert detector.direction is FallDirection.BACK


def test_robot_carried_flat_has_not_fallen_however_slowly_it_turns(
    detector: FallDetector,
) -> None:
    detector.update(replace(STANDING, contact=False))
    slowly = (0.0, math.radians(5.0), 0.0)
    flat = replace(STANDING, up=LYING[FallDirection.BACK], gyro=slowly, contact=False)
    assert {detector.update(flat) for _ in range(1000)} == {Fall.UPRIGHT}


def test_fallen_robot_held_upright_by_a_person_is_no_longer_fallen(
    limits: FallDetectorParameters,
) -> None:
    detector = fell(limits, FallDirection.BACK)
    assert detector.update(replace(STANDING, contact=False)) is Fall.UPRIGHT


@pytest.mark.parametrize("direction", LYING)
def test_robot_that_starts_lying_has_fallen_at_once(
    perception: Perception, frames: FrameMaker, direction: FallDirection
) -> None:
    x, y, z = LYING[direction]
    force = (9.81 * x, 9.81 * y, 9.81 * z)
    angles = math.atan2(y, z), -math.asin(x)
    state = perception.update(frames(accelerometer=force, angles=angles, fsr=IN_THE_AIR), IDLE)
    assert (state.fall, state.fall_direction) == (Fall.FALLEN, direction)


def test_dead_inertial_unit_raises_no_fall(perception: Perception, frames: FrameMaker) -> None:
    for _ in range(20):
        perception.update(frames(), IDLE)
    for _ in range(200):
        frame = replace(frames(), gyro=(0.0,) * 3, accelerometer=(0.0,) * 3, angles=(0.0, 0.0))
        assert perception.update(frame, IDLE).fall is Fall.UPRIGHT


def test_robot_at_rest_tips_over_the_edge_nearest_to_its_centre_of_mass(
    nao: RobotModel, perception: Perception, frames: FrameMaker
) -> None:
    state = perception.update(frames(pitch=0.5), IDLE)
    tipping = TippingGeometry(nao.dimensions).evaluate(
        (math.cos(0.5), 0.0, math.sin(0.5), 0.0, 1.0, 0.0, -math.sin(0.5), 0.0, math.cos(0.5)),
        (0.0, 0.0, 0.0),
        state.com,
        state.left_sole,
        state.right_sole,
    )
    assert tipping.direction == pytest.approx((1.0, 0.0), abs=0.02)
    assert tipping.excess > 0.0


def test_pendulum_with_just_enough_speed_to_reach_the_edge_has_no_excess(
    nao: RobotModel, perception: Perception, frames: FrameMaker
) -> None:
    # Orbital energy of the linear pendulum: x w + v = 0 separates falling from returning.
    state = perception.update(frames(), IDLE)
    level = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    geometry = TippingGeometry(nao.dimensions)
    soles = state.left_sole, state.right_sole
    front = state.left_sole.x + nao.dimensions.sole.front
    distance = front - state.com[0]
    rate = distance * math.sqrt(9.81 / state.com_height) / state.com_height
    over = geometry.evaluate(level, (0.0, rate, 0.0), state.com, *soles)
    millimetre = 1e-3  # the centre of mass is not exactly in the middle, so the push is oblique
    assert over.excess == pytest.approx(0.0, abs=millimetre)
    assert over.direction == pytest.approx((1.0, 0.0), abs=0.05)


def test_a_single_positive_cycle_after_the_start_is_no_fall(limits: FallDetectorParameters) -> None:
    """A fall takes two positive cycles; a robot that is switched on while it tips has had one."""
    detector = FallDetector(limits, CYCLE)
    detector.update(STANDING)
    assert detector.update(TIPPING) is Fall.STAGGERING
    fresh = FallDetector(limits, CYCLE)
    fresh.update(replace(TIPPING, up=STANDING.up))
    assert fresh.update(TIPPING) is not Fall.FALLING


@pytest.mark.parametrize("length", [1.0 + 1e-12, -1.0 - 1e-12])
def test_a_vertical_slightly_longer_than_one_is_no_error(
    limits: FallDetectorParameters, length: float
) -> None:
    assert FallDetector(limits, CYCLE).update(replace(STANDING, up=(0.0, 0.0, length))) in Fall
    tilt = robot_state(up=(0.0, 0.0, length)).tilt
    assert tilt == pytest.approx(0.0 if length > 0.0 else math.pi)


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("rate", [1.0, -1.0])
def test_a_robot_that_still_turns_about_any_axis_is_not_at_rest(
    limits: FallDetectorParameters, axis: int, rate: float
) -> None:
    detector = FallDetector(limits, CYCLE)
    gyro = [0.0, 0.0, 0.0]
    gyro[axis] = rate
    lying = replace(TIPPING, up=LYING[FallDirection.FRONT], gyro=(gyro[0], gyro[1], gyro[2]))
    for posture in [STANDING, TIPPING, TIPPING, *[lying] * 200]:
        assert detector.update(posture) is not Fall.FALLEN
