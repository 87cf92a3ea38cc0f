"""Self-calibration of the sole cells: gains, offsets, and the load that cells hide."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from hardware.sensors_and_commands import CYCLE, GRAVITY
from motions.perception.parameters import PerceptionParameters
from motions.perception.sole_cells import SoleCells, SolePressure
from motions.perception.support import SupportDetector

Cells = tuple[float, ...]
WEIGHT = 52.0
STEP = 21
SHIFT = 5
"""Cycles of a step, and cycles of its weight shift."""
LEARNED = 20.0
"""Time of two windows, s."""
RIGHT: Cells = (1.0,) * 8
INNER_REAR = (3, 6)


def sole(load: float, ahead: float, outward: float) -> Cells:
    """Return the forces on FL, FR, RL, RR of a left sole; shares 0..1 from heel and inner edge."""
    front, rear = load * ahead, load * (1.0 - ahead)
    inner = 1.0 - outward
    return front * outward, front * inner, rear * outward, rear * inner


def loads(seconds: float) -> Iterator[Cells]:
    """Yield the true forces on the cells of a walk, N.

    The pressure rolls from the heel to the toes and swings outwards, a little differently in every
    step; all cells together always carry the weight.
    """
    chance = np.random.default_rng(1)
    for step in range(round(seconds / CYCLE / STEP)):
        ahead, outward = chance.uniform(-0.15, 0.15), chance.uniform(-0.15, 0.15)
        for cycle in range(STEP):
            share = min(1.0, (cycle + 1) / SHIFT)
            rolled = min(1.0, max(0.0, 0.25 + 0.5 * cycle / STEP + ahead))
            swung = 0.5 + 0.3 * math.sin(math.pi * cycle / STEP) + outward
            coming = sole(WEIGHT * share, rolled, swung)
            leaving = sole(WEIGHT * (1.0 - share), 0.8, 0.5)
            left, right = (coming, leaving) if step % 2 == 0 else (leaving, coming)
            fl, fr, rl, rr = right
            yield (*left, fr, fl, rr, rl)


def shown(true: Cells, gains: Cells, offsets: Cells, reach: float) -> Cells:
    """Return the readings of cells with these gains and offsets, clipped at their range."""
    return tuple(
        min(reach, gain * force + offset)
        for force, gain, offset in zip(true, gains, offsets, strict=True)
    )


class Walker:
    """Walks on cells with errors and compares them with perfect ones."""

    def __init__(self, parameters: PerceptionParameters) -> None:
        self._reach = parameters.sole_cells.range
        self.cells = SoleCells(parameters.sole_cells, WEIGHT / GRAVITY, CYCLE)
        self._support = SupportDetector(parameters.support)
        self._right = SoleCells(parameters.sole_cells, WEIGHT / GRAVITY, CYCLE)
        self._right_support = SupportDetector(parameters.support)

    def walk(
        self, seconds: float, gains: Cells, offsets: Cells = (0.0,) * 8, *, learns: bool = True
    ) -> tuple[float, int]:
        """Return the rms error of the balance and the largest error of a switch, cycles."""
        errors, late, since = [], 0, {True: 0, False: 0}
        for cycle, true in enumerate(loads(seconds)):
            fsr = shown(true, gains, offsets, self._reach)
            pressure = self.cells.update(fsr, GRAVITY)
            support = self._support.update(pressure, walking=True)
            if learns:
                self.cells.learn(fsr, pressure, switched=support.switched)
            right = self._right_support.update(self._right.update(true, GRAVITY), walking=True)
            errors.append(support.balance - right.balance)
            for told, own in ((support.switched, True), (right.switched, False)):
                if told:
                    since[own] = cycle
            if cycle % STEP == STEP - 1 and cycle > STEP:
                late = max(late, abs(since[True] - since[False]))
        return math.sqrt(sum(error**2 for error in errors) / len(errors)), late


def test_cells_with_wrong_gains_learn_the_balance_of_perfect_cells(
    parameters: PerceptionParameters,
) -> None:
    befores, afters = [], []
    for seed in range(8):
        gains = tuple(np.random.default_rng(seed).uniform(0.6, 1.3, 8).tolist())
        befores.append(Walker(parameters).walk(5.0, gains, learns=False)[0])
        walker = Walker(parameters)
        walker.walk(LEARNED, gains)
        after, late = walker.walk(5.0, gains, learns=False)
        afters.append(after)
        assert late <= 1
    assert sum(afters) < 0.4 * sum(befores)
    assert max(afters) < 0.02


def middle(cells: SoleCells, gains: Cells) -> tuple[float, float]:
    """Return the forces measured by cells with these gains for a weight centred on all of them."""
    return cells.update(tuple(0.125 * WEIGHT * gain for gain in gains), GRAVITY).forces


def test_a_robot_whose_left_cells_read_half_of_the_right_ones_is_centred(
    parameters: PerceptionParameters,
) -> None:
    gains = (0.6,) * 4 + (1.2,) * 4
    walker = Walker(parameters)
    assert middle(walker.cells, gains) == pytest.approx((0.3 * WEIGHT, 0.6 * WEIGHT))
    walker.walk(LEARNED, gains)
    assert middle(walker.cells, gains) == pytest.approx((0.5 * WEIGHT, 0.5 * WEIGHT), rel=0.05)


@pytest.mark.parametrize("dead", range(8))
def test_the_balance_with_a_dead_cell_comes_close_to_that_of_perfect_cells(
    parameters: PerceptionParameters, dead: int
) -> None:
    gains = RIGHT[:dead] + (0.0,) + RIGHT[dead + 1 :]
    before, _ = Walker(parameters).walk(5.0, gains, learns=False)
    walker = Walker(parameters)
    walker.walk(LEARNED, gains)
    after, late = walker.walk(5.0, gains, learns=False)
    assert after < 0.7 * before
    assert late <= 1
    assert walker.cells.gains[dead] == 1.0


def test_a_dead_cell_carries_what_the_others_miss(parameters: PerceptionParameters) -> None:
    walker = Walker(parameters)
    walker.walk(2.0, RIGHT[:7] + (0.0,), learns=True)
    walker.cells.gains = RIGHT
    alone = walker.cells.update((0.0,) * 8, GRAVITY)
    assert alone.forces == pytest.approx((0.0, WEIGHT)) and alone.pressed == (False, True)
    jolt = walker.cells.update((5.0,) * 4 + (0.0,) * 4, 1.5 * GRAVITY)
    assert jolt.forces == pytest.approx((20.0, 1.5 * WEIGHT - 20.0))
    assert walker.cells.update((20.0,) * 4 + (0.0,) * 4, GRAVITY).forces == (80.0, 0.0)
    full = parameters.sole_cells.range
    saturated = walker.cells.update((full, full) + (0.0,) * 6, 3.0 * GRAVITY)
    assert saturated.forces == (2.0 * full, 0.0), "the saturated cells may carry the rest"


def test_a_robot_whose_cells_show_nothing_for_long_does_not_stand_on_its_dead_cell(
    parameters: PerceptionParameters,
) -> None:
    walker = Walker(parameters)
    walker.walk(2.0, RIGHT[:7] + (0.0,))
    stood = [walker.cells.update((0.0,) * 8, GRAVITY).pressed[1] for _ in range(50)]
    assert stood.index(False) * CYCLE == pytest.approx(parameters.sole_cells.unseen, abs=CYCLE)
    assert not any(stood[stood.index(False) :])


def shows_nothing(cells: SoleCells) -> list[int]:
    """Return the cells that are known to show nothing."""
    told = cells.update((0.0,) * 8, GRAVITY).dead_cells
    return [cell for cell, dead in enumerate(told) if dead]


@pytest.mark.parametrize("dead", range(8))
def test_a_dead_cell_is_noticed_within_ten_steps_and_forgotten_when_it_shows_a_force(
    parameters: PerceptionParameters, dead: int
) -> None:
    walker = Walker(parameters)
    steps = 50 if dead in INNER_REAR else 10  # these cells carry little, and are missed late
    walker.walk(steps * STEP * CYCLE, RIGHT[:dead] + (0.0,) + RIGHT[dead + 1 :])
    assert shows_nothing(walker.cells) == [dead]
    walker.walk(4 * STEP * CYCLE, RIGHT)
    assert shows_nothing(walker.cells) == []


def test_weak_and_drifting_cells_are_not_taken_for_dead_ones(
    parameters: PerceptionParameters,
) -> None:
    walker = Walker(parameters)
    for offset in (0.0, 3.0):
        walker.walk(LEARNED, (0.6, 1.3) * 4, (offset,) * 8)
        assert shows_nothing(walker.cells) == []


def test_a_sole_that_shows_nothing_of_its_load_does_not_restart_the_window(
    parameters: PerceptionParameters,
) -> None:
    walker = Walker(parameters)
    gains = RIGHT[:5] + (0.0,) * 3
    walker.walk(3.0, gains)
    stepped(walker.cells, parameters.sole_cells.switches + 1, gains)
    assert shows_nothing(walker.cells) == [5, 6, 7] and walker.cells.calibrated


def test_a_cell_stuck_at_full_range_counts_as_dead(
    parameters: PerceptionParameters,
) -> None:
    stuck = (0.0,) * 3 + (parameters.sole_cells.range,) + (0.0,) * 4
    dead, broken = Walker(parameters), Walker(parameters)
    dead.walk(LEARNED, RIGHT[:3] + (0.0,) + RIGHT[4:])
    broken.walk(LEARNED, RIGHT, stuck)
    assert broken.cells.offsets == stuck
    others = [cell for cell in range(8) if cell != 3]
    gains = [[each.cells.gains[cell] for cell in others] for each in (broken, dead)]
    assert gains[0] == pytest.approx(gains[1], abs=0.15)


def test_gains_follow_cells_that_weaken_and_recover(
    parameters: PerceptionParameters,
) -> None:
    walker = Walker(parameters)
    for gain in (1.0, 0.6, 1.0, 1.3):
        gains = (gain,) * 8
        walker.walk(LEARNED, gains)
        half = 0.5 * WEIGHT
        assert middle(walker.cells, gains) == pytest.approx((half, half), rel=0.05)


def test_offsets_follow_cells_that_drift_up_and_down_again(
    parameters: PerceptionParameters,
) -> None:
    walker = Walker(parameters)
    for drift in (0.0, 3.0, 1.0):
        offsets = tuple(drift * index / 7 for index in range(8))
        # A window may have begun earlier; after two of them it has passed.
        walker.walk(2.0 * parameters.sole_cells.window + 1.0, RIGHT, offsets)
        assert walker.cells.offsets == pytest.approx(offsets, abs=0.01)


def test_a_saturated_cell_teaches_nothing_while_another_may_be_dead(
    parameters: PerceptionParameters,
) -> None:
    walker = Walker(parameters)
    walker.walk(10 * STEP * CYCLE, (*RIGHT[:7], 0.0))
    cells, full = walker.cells, 0.9999 * parameters.sole_cells.range  # as the wire rounds it
    before = cells.gains
    learn(cells, (full, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0))
    assert cells.gains == before
    learn(cells, (20.0, 20.0, 20.0, 20.0, 0.0, 0.0, 0.0, 0.0))
    assert max(cells.gains[:4]) < max(before[:4])


def test_no_gain_leaves_its_limits_however_little_the_cells_read(
    parameters: PerceptionParameters,
) -> None:
    low, high = parameters.sole_cells.gain
    for force, limit in ((2.0, high), (24.0, low)):
        cells = SoleCells(parameters.sole_cells, WEIGHT / GRAVITY, CYCLE)
        for _ in range(5000):
            learn(cells, (force,) * 8)
        assert cells.gains == (limit,) * 8


def test_a_lifted_robot_does_not_take_its_weight_for_an_offset(
    parameters: PerceptionParameters,
) -> None:
    cells = SoleCells(parameters.sole_cells, WEIGHT / GRAVITY, CYCLE)
    for _ in range(30):
        learn(cells, (6.5,) * 8)
    for _ in range(60):
        learn(cells, (0.0,) * 8)
    for cycle in range(round(1.5 * parameters.sole_cells.window / CYCLE)):
        learn(
            cells, (6.5,) * 8, switched=cycle % 60 == 0
        )  # it shuffles: no foot ever leaves the ground
    assert cells.offsets == (0.0,) * 8


def learn(cells: SoleCells, fsr: Cells, *, switched: bool = False) -> SolePressure:
    pressure = cells.update(fsr, GRAVITY)
    cells.learn(fsr, pressure, switched=switched)
    return pressure


def stepped(cells: SoleCells, switches: int, gains: Cells = RIGHT) -> None:
    """Make steps of 20 cycles that each end with a switch."""
    fsr = tuple(6.5 * gain for gain in gains)
    for cycle in range(1, 20 * switches + 1):
        learn(cells, fsr, switched=cycle % 20 == 0)


def test_steps_before_a_lift_do_not_count_for_what_is_learnt_after_it(
    parameters: PerceptionParameters,
) -> None:
    own = parameters.sole_cells
    cells = SoleCells(own, WEIGHT / GRAVITY, CYCLE)
    stepped(cells, own.switches - 1)
    for _ in range(round(own.unloaded_restart / CYCLE) + 3):
        learn(cells, (0.0,) * 8)
    stepped(cells, own.switches - 1)
    assert not cells.calibrated
    stepped(cells, 2)
    assert cells.calibrated
    assert cells.offsets == (6.5,) * 8, "nothing remains of the time in the air"


def test_fresh_cells_are_uncalibrated_and_report_raw_forces(
    parameters: PerceptionParameters,
) -> None:
    own = parameters.sole_cells
    cells = SoleCells(own, WEIGHT / GRAVITY, CYCLE)
    assert (cells.gains, cells.offsets) == (RIGHT, (0.0,) * 8)
    assert cells.pressure == own.pressure[0] and not cells.calibrated
    seen = cells.update((1.0, 2.0, 3.0, 4.0, 0.0, 0.0, 0.0, 0.5), GRAVITY)
    assert seen.forces == (10.0, 0.5) and seen.pressed == (True, False)
    assert seen.shares == pytest.approx(
        tuple(force / own.range for force in (1.0, 2.0, 3.0, 4.0, 0.0, 0.0, 0.0, 0.5))
    )
    assert seen.smallest_share == own.smallest_share and not seen.calibrated


def test_steps_before_a_rest_do_not_count_however_few_they_are(
    parameters: PerceptionParameters,
) -> None:
    own = parameters.sole_cells
    for few in range(1, own.switches):
        cells = SoleCells(own, WEIGHT / GRAVITY, CYCLE)
        stepped(cells, few)
        cells.rest()
        stepped(cells, own.switches - 1)
        assert not cells.calibrated
        stepped(cells, 1)
        assert cells.calibrated


def test_the_pressure_threshold_may_drop_without_a_fade(parameters: PerceptionParameters) -> None:
    own = parameters.sole_cells
    cells = SoleCells(replace(own, fade=(0.3, 0.3)), WEIGHT / GRAVITY, CYCLE)
    between = 0.125 * (own.pressure[0] + own.pressure_fading)  # on one of four cells
    pressed = [cells.update((between,) * 8, GRAVITY).pressed[0] for _ in range(round(0.4 / CYCLE))]
    assert pressed.index(True) == pytest.approx(0.3 / CYCLE, abs=1)
