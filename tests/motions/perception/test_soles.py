from dataclasses import replace

import pytest

from hardware.nao import Side
from motions.perception.contact import GroundContact
from motions.perception.parameters import PerceptionParameters
from motions.perception.perception import Perception
from motions.perception.sole_cells import SoleCells, SolePressure
from motions.perception.state import MotionFeedback
from motions.perception.support import SupportDetector
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
def test_foot_that_carries_all_is_the_support(
    perception: Perception, frames: FrameMaker, cells: Cells, side: Side, balance: float
) -> None:
    for _ in range(3):
        support = perception.update(frames(fsr=cells), WALKING).support
    assert (support.side, support.balance) == (side, balance)


def test_equal_load_balances_at_zero(perception: Perception, frames: FrameMaker) -> None:
    assert perception.update(frames(fsr=STANDING), IDLE).support.balance == pytest.approx(0.0)


def test_switch_is_told_once_when_the_weight_goes_over(
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
            # Every fourth cycle the heel bounces off.
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


def test_nothing_is_predicted_before_ten_steps(perception: Perception, frames: FrameMaker) -> None:
    walk(perception, frames, 4)
    for i in range(12):
        support = perception.update(
            frames(fsr=blend(ON_RIGHT, ON_LEFT, 0.6 + i / 40)), WALKING
        ).support
        assert not support.predicted_switch


def test_weak_cells_are_scaled_to_what_they_show(
    perception: Perception, frames: FrameMaker
) -> None:
    gains = (0.5, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0)
    for cells in (ON_LEFT, ON_RIGHT):
        for _ in range(5):
            weak = tuple(g * v for g, v in zip(gains, cells, strict=True))
            perception.update(frames(fsr=weak), WALKING)
    weak = tuple(g * v for g, v in zip(gains, STANDING, strict=True))
    assert perception.update(frames(fsr=weak), IDLE).support.balance == pytest.approx(0.0, abs=0.01)


def test_full_scale_follows_a_cell_that_grew_weak(parameters: PerceptionParameters) -> None:
    cells = SoleCells(parameters.sole_cells)
    for cycle in range(2200):
        gain = 1.0 if cycle < 200 else 0.5
        left = cycle % 42 < 21
        fsr = tuple(gain * v for v in (ON_LEFT if left else ON_RIGHT))
        cells.learn(fsr, cells.update(fsr), switched=cycle % 21 == 0)
    assert cells.full_scale == pytest.approx([6.5] * 8)


def test_ten_regular_switches_set_the_threshold_of_pressure(
    parameters: PerceptionParameters,
) -> None:
    cells = SoleCells(parameters.sole_cells)
    for cycle in range(21 * 12):
        fsr = ON_LEFT if cycle % 42 < 21 else ON_RIGHT
        cells.learn(fsr, cells.update(fsr), switched=cycle % 21 == 0)
    assert cells.calibrated
    # 52 N is 5.3 kg, between 3 and 5.5 kg, where 0.30 to 0.45 kg count as pressure.
    assert cells.pressure == pytest.approx((0.30 + 0.15 * (52 / 9.81 - 3.0) / 2.5) * 9.81, rel=0.01)


def test_irregular_switches_do_not_calibrate(parameters: PerceptionParameters) -> None:
    cells = SoleCells(parameters.sole_cells)
    for cycle in range(2000):
        cells.learn(ON_LEFT, cells.update(ON_LEFT), switched=cycle % 60 == 0)
    assert not cells.calibrated


def test_light_touch_counts_only_after_half_a_second_in_the_air(
    parameters: PerceptionParameters,
) -> None:
    cells = SoleCells(parameters.sole_cells)
    light = (0.5,) * 8
    cells.update(STANDING)
    assert cells.update(light).pressed == (False, False)
    for _ in range(50):
        cells.update(IN_THE_AIR)
    assert cells.update(light).pressed == (True, True)


def test_contact_is_lost_after_200_ms_in_the_air(
    perception: Perception, frames: FrameMaker
) -> None:
    for _ in range(20):
        perception.update(frames(fsr=STANDING), IDLE)
    contact = [perception.update(frames(fsr=IN_THE_AIR), IDLE).contact for _ in range(25)]
    assert contact == [True] * 16 + [False] * 9


def test_contact_survives_190_ms_in_the_air(perception: Perception, frames: FrameMaker) -> None:
    for _ in range(20):
        perception.update(frames(fsr=STANDING), IDLE)
    contact = [perception.update(frames(fsr=IN_THE_AIR), IDLE).contact for _ in range(15)]
    contact += [perception.update(frames(fsr=STANDING), IDLE).contact for _ in range(20)]
    assert all(contact)


@pytest.mark.parametrize("foot", [ON_LEFT, ON_RIGHT])
def test_contact_is_kept_while_one_foot_swings_for_a_second(
    perception: Perception, frames: FrameMaker, foot: Cells
) -> None:
    for _ in range(20):
        perception.update(frames(fsr=STANDING), IDLE)
    assert all(perception.update(frames(fsr=foot), WALKING).contact for _ in range(83))


@pytest.mark.parametrize("foot", [ON_LEFT, ON_RIGHT])
def test_robot_put_down_on_one_foot_is_still_in_the_air(
    perception: Perception, frames: FrameMaker, foot: Cells
) -> None:
    for cells in (STANDING, IN_THE_AIR):
        for _ in range(30):
            perception.update(frames(fsr=cells), IDLE)
    assert not any(perception.update(frames(fsr=foot), IDLE).contact for _ in range(100))


def test_contact_is_back_100_ms_after_both_feet_carry(
    perception: Perception, frames: FrameMaker
) -> None:
    for cells in (STANDING, IN_THE_AIR):
        for _ in range(30):
            perception.update(frames(fsr=cells), IDLE)
    contact = [perception.update(frames(fsr=STANDING), IDLE).contact for _ in range(12)]
    assert contact == [False] * 7 + [True] * 5


def test_robot_that_starts_on_both_soles_has_contact_at_once(
    perception: Perception, frames: FrameMaker
) -> None:
    assert perception.update(frames(fsr=STANDING), IDLE).contact


def test_robot_that_starts_in_the_air_has_no_contact(
    perception: Perception, frames: FrameMaker, parameters: PerceptionParameters
) -> None:
    assert not perception.update(frames(fsr=IN_THE_AIR), IDLE).contact
    assert not GroundContact(parameters.contact).contact


def test_lost_frames_do_not_lift_the_robot(perception: Perception, frames: FrameMaker) -> None:
    walk(perception, frames, 3)
    assert all(perception.update(None, WALKING).contact for _ in range(83))


def test_switch_is_not_repeated_by_lost_frames(perception: Perception, frames: FrameMaker) -> None:
    walk(perception, frames, 1)
    assert perception.update(frames(fsr=ON_RIGHT), WALKING).support.switched
    assert not perception.update(None, WALKING).support.switched


def predictions(
    parameters: PerceptionParameters, start: Cells, end: Cells, *, calibrated: bool = True
) -> list[str]:
    """Return, for each of 40 cycles of a weight that moves evenly, what the detector tells."""
    detector, told = SupportDetector(parameters.support), []
    for cycle in range(41):
        shares = tuple(force / 6.5 for force in blend(start, end, (cycle + 0.3) / 41))
        pressure = SolePressure(
            forces=(6.5 * sum(shares[:4]), 6.5 * sum(shares[4:])),
            shares=shares,
            pressed=(sum(shares[:4]) > 0.2, sum(shares[4:]) > 0.2),
            smallest_share=0.1,
            calibrated=calibrated,
        )
        support = detector.update(pressure, walking=True)
        told.append("switch" if support.switched else "soon" if support.predicted_switch else "")
    return told


WEAK_LEFT, WEAK_RIGHT = (2.0,) * 4 + (0.5,) * 4, (0.5,) * 4 + (2.0,) * 4


@pytest.mark.parametrize(("start", "end"), [(WEAK_LEFT, WEAK_RIGHT), (WEAK_RIGHT, WEAK_LEFT)])
def test_a_switch_is_predicted_within_its_horizon_to_either_side(
    parameters: PerceptionParameters, start: Cells, end: Cells
) -> None:
    told = predictions(parameters, start, end)
    switch = told.index("switch", 1)
    soon = [cycle for cycle, text in enumerate(told) if text == "soon"]
    horizon = round(parameters.support.horizon)
    assert soon and switch - horizon <= soon[0] and soon[-1] < switch
    assert soon == list(range(soon[0], switch))


def test_cells_that_are_not_calibrated_predict_nothing(parameters: PerceptionParameters) -> None:
    assert "soon" not in predictions(parameters, WEAK_LEFT, WEAK_RIGHT, calibrated=False)


def test_a_foot_that_still_carries_much_is_not_about_to_leave(
    parameters: PerceptionParameters,
) -> None:
    """The same way, of a robot that presses with both feet: it shifts its weight, it steps not."""
    heavy = [tuple(6.5 * 0.8 * share for share in cells) for cells in (WEAK_LEFT, WEAK_RIGHT)]
    told = predictions(parameters, heavy[0], heavy[1])
    assert told.count("switch") == 2 and "soon" not in told


@pytest.mark.parametrize("back", [WEAK_LEFT, (2.0,) * 4 + (0.9,) * 4])
def test_a_weight_that_stays_or_goes_back_predicts_nothing(
    parameters: PerceptionParameters, back: Cells
) -> None:
    nearly = (1.3,) * 4 + (1.2,) * 4
    assert "soon" not in predictions(parameters, nearly, back)


def test_a_foot_whose_load_no_pair_of_cells_shows_is_not_coming(
    parameters: PerceptionParameters,
) -> None:
    """The load stands on one toe cell and one heel cell: neither end of the sole is on ground."""
    spread = SolePressure(
        shares=(0.3,) * 4 + (0.0, 0.28, 0.28, 0.0),
        forces=(3.0, 3.0),
        pressed=(True, True),
        smallest_share=0.15,
        calibrated=True,
    )
    on_toes = replace(spread, shares=(0.3,) * 4 + (0.28, 0.28, 0.0, 0.0))
    for pressure, told in ((spread, False), (on_toes, True)):
        detector = SupportDetector(parameters.support)
        detector.update(replace(pressure, shares=(0.5,) * 4 + (0.0,) * 4), walking=True)
        assert detector.update(pressure, walking=True).predicted_switch is told


@pytest.mark.parametrize("cell", range(8))
def test_each_cell_is_on_its_own_foot_and_the_outer_ones_weigh_more(
    parameters: PerceptionParameters, cell: int
) -> None:
    """Front and rear, left and right cell of the left sole, then of the right one."""
    limits = parameters.support
    base = [0.4] * 8
    loaded = [*base[:cell], 0.5, *base[cell + 1 :]]
    balances = []
    for shares in (base, loaded):
        pressure = SolePressure(tuple(shares), (1.0, 1.0), (True, True), 0.1, calibrated=False)
        detector = SupportDetector(parameters.support)
        balances.append(detector.update(pressure, walking=True).balance)
    outer = cell in (0, 2) or cell in (5, 7)
    weight = limits.outer_weight if outer else limits.inner_weight
    total = 2.0 * 0.4 * 2.0 * (limits.outer_weight + limits.inner_weight)
    change = 0.1 * weight / (total + 0.1 * weight)
    assert balances[0] == pytest.approx(0.0)
    assert balances[1] == pytest.approx(change if cell < 4 else -change)


def test_cells_that_are_too_light_to_be_judged_have_no_balance(
    parameters: PerceptionParameters,
) -> None:
    limits = parameters.support
    sum_of_one = 2.0 * (limits.outer_weight + limits.inner_weight)
    for share, trusted in ((0.09, False), (0.11, True)):
        shares = (share / sum_of_one,) * 4 + (0.0,) * 4
        pressure = SolePressure(shares, (9.0, 0.0), (True, False), 0.1, calibrated=False)
        support = SupportDetector(limits).update(pressure, walking=True)
        assert (support.trusted, support.balance) == (trusted, 1.0 if trusted else 0.0)
        assert support.switched is trusted


@pytest.mark.parametrize("foot", range(2))
def test_each_sole_is_pressed_by_its_own_cells(parameters: PerceptionParameters, foot: int) -> None:
    cells = SoleCells(parameters.sole_cells)
    fsr = ON_LEFT if foot == 0 else ON_RIGHT
    pressure = cells.update(fsr)
    assert pressure.forces == ((52.0, 0.0) if foot == 0 else (0.0, 52.0))
    assert pressure.pressed == (foot == 0, foot == 1)


@pytest.mark.parametrize(("force", "share"), [(10.0, 0.0), (29.0, 0.0), (41.5, 0.5), (90.0, 1.0)])
def test_the_threshold_of_pressure_grows_with_the_steps_between_its_two_ends(
    parameters: PerceptionParameters, force: float, share: float
) -> None:
    limits = replace(parameters.sole_cells, pressure=(2.0, 4.0), step_force=(29.0, 54.0))
    cells = SoleCells(limits)
    step = (0.25 * force,) * 4 + (0.0,) * 4
    for cycle in range(21 * 12):
        fsr = step if cycle % 42 < 21 else (*step[4:], *step[:4])
        cells.learn(fsr, cells.update(fsr), switched=cycle % 21 == 0)
    assert cells.calibrated
    assert cells.pressure == pytest.approx(2.0 + 2.0 * share)
    assert cells.update(STANDING).smallest_share == pytest.approx(cells.pressure / force)


def test_what_a_cell_shows_without_load_is_taken_off_but_never_added(
    parameters: PerceptionParameters,
) -> None:
    cells = SoleCells(parameters.sole_cells)
    rests = (0.5, -0.5) * 4
    for cycle in range(21 * 12):
        plain = ON_LEFT if cycle % 42 < 21 else ON_RIGHT
        fsr = tuple(force + rest for force, rest in zip(plain, rests, strict=True))
        cells.learn(fsr, cells.update(fsr), switched=cycle % 21 == 0)
    assert cells.offset == [0.5, 0.0] * 4
    assert cells.update((0.3,) * 8).forces == pytest.approx((0.6, 0.6))


def test_a_cell_never_counts_for_more_than_its_largest_force(
    parameters: PerceptionParameters,
) -> None:
    cells = SoleCells(parameters.sole_cells)
    assert cells.update((200.0,) * 8).forces == pytest.approx((4 * 49.0, 4 * 49.0))


def test_switches_are_counted_anew_after_a_rest_from_walking(
    parameters: PerceptionParameters,
) -> None:
    cells = SoleCells(parameters.sole_cells)
    for _ in range(3):
        for cycle in range(21 * 6):
            fsr = ON_LEFT if cycle % 42 < 21 else ON_RIGHT
            cells.learn(fsr, cells.update(fsr), switched=cycle % 21 == 0)
        cells.rest()
    assert not cells.calibrated
