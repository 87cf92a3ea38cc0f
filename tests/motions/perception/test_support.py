"""Detection of the support foot from hand-made pressures: both sides, all cells, all limits."""

import pytest

from motions.perception.parameters import PerceptionParameters
from motions.perception.perception import Perception
from motions.perception.sole_cells import SolePressure
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
Cells = tuple[float, ...]


def blend(start: Cells, end: Cells, share: float) -> Cells:
    return tuple(a + share * (b - a) for a, b in zip(start, end, strict=True))


def predictions(
    parameters: PerceptionParameters, start: Cells, end: Cells, *, calibrated: bool = True
) -> list[str]:
    """Return the detector's verdict in each cycle while the weight shifts evenly."""
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
    """The same shift by a robot that presses with both feet: it sways and does not step."""
    heavy = [tuple(6.5 * 0.8 * share for share in cells) for cells in (WEAK_LEFT, WEAK_RIGHT)]
    told = predictions(parameters, heavy[0], heavy[1])
    assert told.count("switch") == 2 and "soon" not in told


@pytest.mark.parametrize("back", [WEAK_LEFT, (2.0,) * 4 + (0.9,) * 4])
def test_a_weight_that_stays_or_returns_predicts_nothing(
    parameters: PerceptionParameters, back: Cells
) -> None:
    nearly = (1.3,) * 4 + (1.2,) * 4
    assert "soon" not in predictions(parameters, nearly, back)


@pytest.mark.parametrize("to_right", [True, False])
@pytest.mark.parametrize(
    ("coming", "told"),
    [
        ((0.0, 0.28, 0.28, 0.0), False),
        ((0.28, 0.28, 0.0, 0.0), True),
        ((0.0, 0.0, 0.28, 0.28), True),
    ],
)
def test_a_foot_that_is_loaded_on_no_pair_of_cells_predicts_nothing(
    parameters: PerceptionParameters, to_right: bool, coming: Cells, told: bool
) -> None:
    """One toe cell and one heel cell are loaded: neither end of the sole is on the ground."""

    def pressure(leaving: float, cells: Cells) -> SolePressure:
        feet = (leaving,) * 4 + cells if to_right else cells + (leaving,) * 4
        return SolePressure(feet, (3.0, 3.0), (True, True), 0.15, calibrated=True)

    detector = SupportDetector(parameters.support)
    detector.update(pressure(0.5, (0.0,) * 4), walking=True)
    assert detector.update(pressure(0.3, coming), walking=True).predicted_switch is told


@pytest.mark.parametrize("cell", range(8))
def test_each_cell_counts_for_its_foot_and_outer_cells_weigh_more(
    parameters: PerceptionParameters, cell: int
) -> None:
    """Front and rear, left and right cell of the left sole, then of the right sole."""
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


def test_cells_below_the_smallest_share_have_no_balance(
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


@pytest.mark.parametrize("foot", [ON_LEFT, ON_RIGHT])
def test_contact_is_kept_on_either_foot_and_not_regained_on_one(
    perception: Perception, frames: FrameMaker, foot: Cells
) -> None:
    for _ in range(20):
        perception.update(frames(fsr=STANDING), IDLE)
    assert all(perception.update(frames(fsr=foot), WALKING).contact for _ in range(83))
    for _ in range(30):
        perception.update(frames(fsr=IN_THE_AIR), IDLE)
    assert not any(perception.update(frames(fsr=foot), IDLE).contact for _ in range(100))


def test_a_weight_exactly_between_the_feet_predicts_nothing(
    parameters: PerceptionParameters,
) -> None:
    even = SolePressure((0.3,) * 8, (8.0, 8.0), (True, True), 0.1, calibrated=True)
    detector = SupportDetector(parameters.support)
    for _ in range(3):
        support = detector.update(even, walking=True)
        assert support.trusted and support.balance == 0.0 and not support.predicted_switch
