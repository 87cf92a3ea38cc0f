import pytest

from hardware.robots.model import Side
from hardware.sensors_and_commands import CYCLE, GRAVITY
from motions.perception.contact import GroundContact
from motions.perception.parameters import PerceptionParameters
from motions.perception.perception import Perception
from motions.perception.sole_cells import SoleCells
from motions.perception.state import MotionFeedback
from tests.motions.perception.frames import (
    IN_THE_AIR,
    ON_LEFT,
    ON_RIGHT,
    STANDING,
    FrameMaker,
)

IDLE = MotionFeedback()
WALKING = MotionFeedback(walking=True)
ON_LEFT_HEEL = (0.0, 0.0, 20.0, 20.0) + (0.0,) * 4
MASS = sum(STANDING) / GRAVITY
ON_RIGHT_HEEL = (0.0,) * 4 + (0.0, 0.0, 20.0, 20.0)
Cells = tuple[float, ...]


def blend(start: Cells, end: Cells, share: float) -> Cells:
    return tuple(a + share * (b - a) for a, b in zip(start, end, strict=True))


def walk(perception: Perception, frames: FrameMaker, steps: int) -> None:
    """Shift the weight from foot to foot, 252 ms each."""
    for step in range(steps):
        for _ in range(21):
            perception.update(frames(fsr=ON_LEFT if step % 2 == 0 else ON_RIGHT), WALKING)


@pytest.mark.parametrize(
    ("cells", "side", "balance"), [(ON_LEFT, Side.LEFT, 1.0), (ON_RIGHT, Side.RIGHT, -1.0)]
)
def test_foot_that_carries_everything_is_the_support(
    perception: Perception, frames: FrameMaker, cells: Cells, side: Side, balance: float
) -> None:
    for _ in range(3):
        support = perception.update(frames(fsr=cells), WALKING).support
    assert (support.side, support.balance) == (side, balance)


def test_equal_load_balances_at_zero(perception: Perception, frames: FrameMaker) -> None:
    assert perception.update(frames(fsr=STANDING), IDLE).support.balance == pytest.approx(0.0)


def test_switch_is_reported_once_when_the_weight_shifts(
    perception: Perception, frames: FrameMaker
) -> None:
    walk(perception, frames, 3)
    told = [
        perception.update(frames(fsr=blend(ON_LEFT, ON_RIGHT, i / 10)), WALKING).support.switched
        for i in range(11)
    ]
    assert told.count(True) == 1
    assert told.index(True) in (5, 6)


def test_no_switch_without_pressure_on_the_new_foot(
    perception: Perception, frames: FrameMaker
) -> None:
    walk(perception, frames, 2)
    touch = (0.0,) * 4 + (0.5,) * 4
    supports = [perception.update(frames(fsr=ON_LEFT), WALKING).support for _ in range(20)]
    supports += [perception.update(frames(fsr=touch), WALKING).support for _ in range(5)]
    assert not any(support.switched for support in supports[5:])
    assert supports[-1].side is Side.LEFT


def test_robot_on_its_heels_switches_once_per_step(
    perception: Perception, frames: FrameMaker
) -> None:
    walk(perception, frames, 2)
    switches = 0
    for step in range(6):
        heel = ON_LEFT_HEEL if step % 2 == 0 else ON_RIGHT_HEEL
        for i in range(21):
            # Every fourth cycle the heel bounces off the ground.
            cells = IN_THE_AIR if i % 4 == 3 else heel
            switches += perception.update(frames(fsr=cells), WALKING).support.switched
    assert switches == 6


def test_side_is_kept_in_the_air(perception: Perception, frames: FrameMaker) -> None:
    walk(perception, frames, 2)
    for _ in range(50):
        support = perception.update(frames(fsr=IN_THE_AIR), WALKING).support
    assert (support.side, support.balance, support.trusted) == (Side.RIGHT, 0.0, False)


def test_swaying_stand_never_switches(perception: Perception, frames: FrameMaker) -> None:
    for _ in range(3):
        perception.update(frames(fsr=STANDING), IDLE)
    for i in range(500):
        share = 0.02 if i % 2 else -0.02
        cells = blend(STANDING, ON_LEFT, share)
        assert not perception.update(frames(fsr=cells), IDLE).support.switched


def test_switch_is_predicted_shortly_before_it_comes(
    perception: Perception, frames: FrameMaker
) -> None:
    walk(perception, frames, 15)
    nearly, soon_on_right = (4.0,) * 4 + (0.0,) * 4, (0.0,) * 4 + (10.0,) * 4
    told = []
    for i in range(12):
        cells = blend(nearly, soon_on_right, i / 12)
        support = perception.update(frames(fsr=cells), WALKING).support
        told.append("switch" if support.switched else "soon" if support.predicted_switch else "")
    switch = told.index("switch")
    assert "soon" in told[switch - 3 : switch]
    assert "soon" not in told[: switch - 4]


def test_no_switch_is_predicted_before_ten_steps(
    perception: Perception, frames: FrameMaker
) -> None:
    walk(perception, frames, 4)
    for i in range(12):
        support = perception.update(
            frames(fsr=blend(ON_RIGHT, ON_LEFT, 0.6 + i / 40)), WALKING
        ).support
        assert not support.predicted_switch


def test_ten_regular_switches_set_the_pressure_threshold(
    parameters: PerceptionParameters,
) -> None:
    cells = SoleCells(parameters.sole_cells, mass=MASS, cycle=CYCLE)
    for cycle in range(21 * 12):
        fsr = ON_LEFT if cycle % 42 < 21 else ON_RIGHT
        cells.learn(fsr, cells.update(fsr, GRAVITY), switched=cycle % 21 == 0)
    assert cells.calibrated
    # 52 N is 5.3 kg, between 3 and 5.5 kg, where 0.30 to 0.45 kg count as pressure.
    assert cells.pressure == pytest.approx((0.30 + 0.15 * (52 / 9.81 - 3.0) / 2.5) * 9.81, rel=0.01)


def test_irregular_switches_do_not_calibrate(parameters: PerceptionParameters) -> None:
    cells = SoleCells(parameters.sole_cells, mass=MASS, cycle=CYCLE)
    for cycle in range(2000):
        cells.learn(ON_LEFT, cells.update(ON_LEFT, GRAVITY), switched=cycle % 60 == 0)
    assert not cells.calibrated


def test_light_touch_counts_only_after_half_a_second_in_the_air(
    parameters: PerceptionParameters,
) -> None:
    cells = SoleCells(parameters.sole_cells, mass=MASS, cycle=CYCLE)
    light = (0.5,) * 8
    cells.update(STANDING, GRAVITY)
    assert cells.update(light, GRAVITY).pressed == (False, False)
    for _ in range(50):
        cells.update(IN_THE_AIR, GRAVITY)
    assert cells.update(light, GRAVITY).pressed == (True, True)


def test_contact_is_lost_after_200_ms_in_the_air(
    perception: Perception, frames: FrameMaker
) -> None:
    for _ in range(20):
        perception.update(frames(fsr=STANDING), IDLE)
    contact = [perception.update(frames(fsr=IN_THE_AIR), IDLE).contact for _ in range(25)]
    assert contact == [True] * 16 + [False] * 9


def test_contact_of_a_robot_with_a_dead_cell_is_lost_after_400_ms_in_the_air(
    perception: Perception, frames: FrameMaker
) -> None:
    for step in range(13):
        for cycle in range(21):
            rolled_onto_it = IN_THE_AIR if cycle > 16 else (*ON_RIGHT[:7], 0.0)
            fsr = ON_LEFT if step % 2 == 0 else rolled_onto_it
            support = perception.update(frames(fsr=fsr), WALKING).support
    assert support.has_dead_cell(Side.RIGHT)
    contact = [perception.update(frames(fsr=IN_THE_AIR), WALKING).contact for _ in range(50)]
    assert contact.index(False) * CYCLE == pytest.approx(0.4, abs=2.0 * CYCLE)


def test_contact_survives_190_ms_in_the_air(perception: Perception, frames: FrameMaker) -> None:
    for _ in range(20):
        perception.update(frames(fsr=STANDING), IDLE)
    contact = [perception.update(frames(fsr=IN_THE_AIR), IDLE).contact for _ in range(15)]
    contact += [perception.update(frames(fsr=STANDING), IDLE).contact for _ in range(20)]
    assert all(contact)


def test_contact_is_kept_while_one_foot_swings_for_a_second(
    perception: Perception, frames: FrameMaker
) -> None:
    for _ in range(20):
        perception.update(frames(fsr=STANDING), IDLE)
    assert all(perception.update(frames(fsr=ON_LEFT), WALKING).contact for _ in range(83))


def lift(perception: Perception, frames: FrameMaker) -> None:
    """Lift a standing robot off the ground."""
    for cells in (STANDING, IN_THE_AIR):
        for _ in range(30):
            perception.update(frames(fsr=cells), IDLE)


def test_robot_put_down_on_one_foot_is_still_in_the_air(
    perception: Perception, frames: FrameMaker
) -> None:
    lift(perception, frames)
    assert not any(perception.update(frames(fsr=ON_LEFT), IDLE).contact for _ in range(100))


def test_contact_returns_100_ms_after_both_feet_carry(
    perception: Perception, frames: FrameMaker
) -> None:
    lift(perception, frames)
    contact = [perception.update(frames(fsr=STANDING), IDLE).contact for _ in range(12)]
    assert contact == [False] * 7 + [True] * 5


def test_soles_touched_for_a_moment_do_not_restore_contact(
    perception: Perception, frames: FrameMaker
) -> None:
    lift(perception, frames)
    for cells in (STANDING, STANDING, *(IN_THE_AIR,) * 40):
        assert not perception.update(frames(fsr=cells), IDLE).contact


def test_a_robot_lying_in_the_air_regains_no_contact_before_it_is_upright(
    perception: Perception, frames: FrameMaker
) -> None:
    for pitch, cells in ((0.0, STANDING), (0.0, IN_THE_AIR), (-1.5, IN_THE_AIR)):
        for _ in range(30):
            perception.update(frames(pitch=pitch, fsr=cells), IDLE)
    for i in range(60):
        touched = frames(pitch=-1.5, fsr=STANDING, gyro=(0.5 * (-1) ** i, 0.0, 0.0))
        assert not perception.update(touched, IDLE).contact
    contact = [perception.update(frames(fsr=STANDING), IDLE).contact for _ in range(150)]
    assert not contact[0] and contact[-1]


def test_robot_that_starts_on_both_soles_has_contact_at_once(
    perception: Perception, frames: FrameMaker
) -> None:
    assert perception.update(frames(fsr=STANDING), IDLE).contact


@pytest.mark.parametrize("cells", [ON_LEFT, ON_RIGHT])
def test_robot_that_starts_on_one_sole_has_no_contact_yet(
    perception: Perception, frames: FrameMaker, cells: tuple[float, ...]
) -> None:
    assert not perception.update(frames(fsr=cells), IDLE).contact


def test_robot_that_starts_in_the_air_has_no_contact(
    perception: Perception, frames: FrameMaker, parameters: PerceptionParameters
) -> None:
    assert not perception.update(frames(fsr=IN_THE_AIR), IDLE).contact
    assert not GroundContact(parameters.contact, CYCLE).contact


def test_lost_frames_do_not_lift_the_robot(perception: Perception, frames: FrameMaker) -> None:
    walk(perception, frames, 3)
    assert all(perception.update(None, WALKING).contact for _ in range(83))


def test_switch_is_not_repeated_in_lost_frames(perception: Perception, frames: FrameMaker) -> None:
    walk(perception, frames, 1)
    assert perception.update(frames(fsr=ON_RIGHT), WALKING).support.switched
    assert not perception.update(None, WALKING).support.switched
