"""Sole cells that calibrate themselves, compared with cells whose gains are known."""

import numpy as np
import pytest

from tests.motions.perception.test_sole_cells_in_physics import WRONG, walk

pytestmark = pytest.mark.benchmark

WALKS = 6
"""The quality of single walks varies by as much as the claimed difference."""


@pytest.mark.parametrize("gains", WRONG.values(), ids=WRONG)
def test_after_fifteen_seconds_cells_are_as_good_as_with_known_gains(
    gains: tuple[float, ...],
) -> None:
    walks = [walk(gains, seed) for seed in range(WALKS)]
    errors, known = (np.concatenate([each[part] for each in walks]) for part in (0, 1))
    assert np.sqrt(np.mean(errors**2)) < np.sqrt(np.mean(known**2)) + 0.02
