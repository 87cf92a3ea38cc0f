"""Gyro feedback into the ankles: filters, signs, growth and the air."""

from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE
from motions.kinematics.geometry import rotate
from motions.kinematics.nao_legs import sole_poses
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.step import StepKind
from motions.walking.terms.gyro_filter import GyroFilter
from tests.fakes import STANCE, robot_state
from tests.motions.walking.stepper import forward, on, standing_command

ROLL, PITCH = 0, 1
LONG = 500
"""Cycles after which the initial value of the filters has decayed."""


@pytest.fixture
def gyros(walking: WalkingParameters) -> GyroFilter:
    active = replace(walking.balance, active=True, ankle_roll_standing=0.04, low_pass=0.8)
    return GyroFilter(active)


def turned(gyros: GyroFilter, axis: int, rate: float, cycles: int, *, contact: bool = True) -> None:
    """Let the torso turn about one axis at `rate`, rad/s."""
    gyro = [0.0, 0.0, 0.0]
    gyro[axis] = rate
    for _ in range(cycles):
        gyros.update(robot_state(gyro=tuple(gyro), contact=contact))


def rates(gyros: GyroFilter) -> tuple[float, float]:
    return gyros.roll_rate, gyros.pitch_rate


@pytest.mark.parametrize("axis", [ROLL, PITCH])
@pytest.mark.parametrize("rate", [0.7, -0.7])
def test_each_axis_is_filtered_by_a_first_order_low_pass(
    gyros: GyroFilter, axis: int, rate: float
) -> None:
    """Its step response after n cycles is 1 - keep^n; the other axis stays at zero."""
    for cycles in range(1, 12):
        turned(gyros, axis, rate, 1)
        assert rates(gyros)[axis] == pytest.approx(rate * (1.0 - 0.8**cycles))
        assert rates(gyros)[1 - axis] == 0.0


def test_a_steady_rate_is_reached_in_full_and_decays_in_full(gyros: GyroFilter) -> None:
    turned(gyros, ROLL, 0.7, LONG)
    turned(gyros, PITCH, -0.3, LONG)
    assert rates(gyros) == pytest.approx((0.0, -0.3), abs=1e-9)


def edges(nao: RobotModel, joints: list[float], side: Side) -> dict[str, float]:
    """Return how far the middles of a sole's edges are above its origin in the torso frame, m."""
    sole = sole_poses(joints, nao.dimensions)[0 if side is Side.LEFT else 1]
    along = rotate(sole.rotation, (0.1, 0.0, 0.0))[2]
    across = rotate(sole.rotation, (0.0, 0.04, 0.0))[2]
    return {"toes": along, "heel": -along, "left": across, "right": -across}


@pytest.mark.parametrize(
    ("axis", "rate", "pressed"),
    [
        (PITCH, 0.5, "toes"),
        (PITCH, -0.5, "heel"),
        (ROLL, 0.5, "right"),  # a positive turn about x, forward, lowers the right side
        (ROLL, -0.5, "left"),
    ],
)
def test_a_standing_robot_presses_the_edges_towards_which_it_tips(
    nao: RobotModel, gyros: GyroFilter, axis: int, rate: float, pressed: str
) -> None:
    turned(gyros, axis, rate, LONG)
    joints = list(STANCE)
    for pitch, roll in (
        (Joint.L_ANKLE_PITCH, Joint.L_ANKLE_ROLL),
        (Joint.R_ANKLE_PITCH, Joint.R_ANKLE_ROLL),
    ):
        joints[pitch] += gyros.standing_ankle_pitch
        joints[roll] += gyros.standing_ankle_roll
    for side in Side:
        before, after = edges(nao, list(STANCE), side), edges(nao, joints, side)
        lowered = {edge for edge in before if after[edge] < before[edge] - 1e-5}
        assert lowered == {pressed}


def test_an_ankle_turns_by_its_gain_times_the_rate(gyros: GyroFilter) -> None:
    """In the stand the pitch uses a share of the walk's gain, and the roll its own gain."""
    turned(gyros, PITCH, 0.5, LONG)
    parameters = gyros._parameters
    walking = parameters.ankle_pitch * 0.5
    assert gyros.ankle_pitch == pytest.approx(walking)
    assert gyros.standing_ankle_pitch == pytest.approx(parameters.standing_share * walking)
    turned(gyros, ROLL, 0.5, LONG)
    assert gyros.standing_ankle_roll == pytest.approx(0.04 * 0.5)


def test_without_ground_the_feedback_fades_evenly_and_returns_at_once(
    gyros: GyroFilter, walking: WalkingParameters
) -> None:
    turned(gyros, PITCH, 0.5, LONG)
    turned(gyros, ROLL, 0.5, 1)
    full = gyros.ankle_pitch, gyros.standing_ankle_roll
    fading = round(walking.balance.fade / CYCLE) + 3
    for cycle in range(1, fading):
        gyros.update(robot_state(gyro=(gyros.roll_rate, gyros.pitch_rate, 0.0), contact=False))
        left = max(1.0 - cycle * CYCLE / walking.balance.fade, 0.0)
        assert gyros.strength == pytest.approx(left)
        answers = gyros.ankle_pitch, gyros.standing_ankle_roll
        assert answers == pytest.approx([left * answer for answer in full])
    assert gyros.strength == 0.0
    turned(gyros, PITCH, 0.5, 1)
    assert gyros.strength == 1.0


def test_a_restart_sets_the_filters_to_a_share_of_the_present_rates(
    walking: WalkingParameters,
) -> None:
    """The filtered value from before the switch is discarded, whatever it was."""
    fresh = replace(walking.balance.restart, active=True, share=0.25)
    gyros = GyroFilter(replace(walking.balance, restart=fresh))
    turned(gyros, ROLL, 9.0, 20)
    gyros.restart(robot_state(gyro=(0.4, -0.8, 5.0)))
    assert rates(gyros) == pytest.approx((0.1, -0.2))


def test_without_restarts_the_filters_continue_over_a_switch(walking: WalkingParameters) -> None:
    off = replace(walking.balance.restart, active=False, share=0.25)
    gyros = GyroFilter(replace(walking.balance, restart=off))
    turned(gyros, ROLL, 9.0, 20)
    before = rates(gyros)
    gyros.restart(robot_state(gyro=(0.4, -0.8, 5.0)))
    assert rates(gyros) == before and before[0] > 1.0


def test_a_new_filter_has_zero_rates_and_full_strength(gyros: GyroFilter) -> None:
    assert rates(gyros) == (0.0, 0.0) and gyros.strength == 1.0
    assert gyros.ankle_pitch == gyros.standing_ankle_pitch == 0.0
    assert gyros.standing_ankle_roll == 0.0


def test_switched_off_no_ankle_is_turned(walking: WalkingParameters) -> None:
    gyros = GyroFilter(replace(walking.balance, active=False, ankle_roll_standing=0.04))
    turned(gyros, PITCH, 0.5, 20)
    turned(gyros, ROLL, 0.5, 1)
    answers = gyros.ankle_pitch, gyros.standing_ankle_pitch, gyros.standing_ankle_roll
    assert answers == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("rate", [0.5, -0.5])
def test_a_walking_robot_presses_with_its_support_foot_only(
    nao: RobotModel, engine: WalkingEngine, rate: float
) -> None:
    engine.begin_step(StepKind.STEPPING, forward(1e-6), on(Side.RIGHT), standing_command(engine))
    assert engine.running is not None
    support = engine.running.support
    still = list(engine.command().positions)
    turned(engine.gyros, PITCH, rate, LONG)
    moved = list(engine.command().positions)
    edge = "toes" if rate > 0.0 else "heel"
    assert edges(nao, moved, support)[edge] < edges(nao, still, support)[edge]
    assert edges(nao, moved, support.other) == pytest.approx(edges(nao, still, support.other))
