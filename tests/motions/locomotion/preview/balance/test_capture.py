"""Capture in walks at a speed: feet without a fixed foothold land where balance needs them."""

from dataclasses import replace

import pytest

from hsm.control.assembly import load_settings
from motions.locomotion.preview.balance.capture import Capture
from motions.locomotion.preview.balance.parameters import CaptureParameters

_CYCLE = 0.012
_STEP = 35
"""Cycles of a step."""


@pytest.fixture(scope="module")
def parameters() -> CaptureParameters:
    return load_settings("normal").preview.capture


def walked(parameters: CaptureParameters, gap: tuple[float, float], steps: int) -> Capture:
    """Return the capture at the end of some steps with a constant gap, m."""
    capture = Capture(parameters)
    for _ in range(steps):
        capture.step()
        for cycle in range(_STEP):
            capture.look(gap, _CYCLE)
            capture.update(gap, _CYCLE * (_STEP - cycle), _CYCLE)
    return capture


def test_a_gap_within_the_band_moves_no_foot(parameters: CaptureParameters) -> None:
    within = 0.9 * parameters.band
    assert walked(parameters, (-within, within), 10).shift == (0.0, 0.0)


def test_a_lasting_lean_back_gets_a_larger_correction_than_a_short_one(
    parameters: CaptureParameters,
) -> None:
    gap = -2.0 * parameters.band
    first, later = (walked(parameters, (gap, 0.0), steps).shift[0] for steps in (1, 10))
    asked = gap + parameters.band
    alone = replace(parameters, lasting_gain=0.0)
    assert walked(alone, (gap, 0.0), 10).shift[0] == pytest.approx(parameters.gain * asked)
    assert later < first < 0.0
    most = (parameters.gain + parameters.lasting_gain) * asked
    assert later == pytest.approx(most, rel=0.05)


def test_a_lasting_lateral_gap_is_sway_and_adds_no_correction(
    parameters: CaptureParameters,
) -> None:
    gap = 2.0 * parameters.band
    first, later = (walked(parameters, (0.0, gap), steps).shift[1] for steps in (1, 10))
    assert first == later == pytest.approx(parameters.gain * (gap - parameters.band))


def test_no_foothold_is_shifted_beyond_its_limit(parameters: CaptureParameters) -> None:
    assert walked(parameters, (1.0, -1.0), 5).shift == pytest.approx(
        (parameters.limit, -parameters.limit)
    )
