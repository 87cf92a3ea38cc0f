"""The picture of a run: what its speed row shows."""

import math

import numpy as np
import pytest

from hsm.pictures.figure import true_speed


@pytest.mark.parametrize("heading", [0.0, 0.5 * math.pi])
def test_an_even_walk_has_its_speed_from_the_first_row_to_the_last(heading: float) -> None:
    time = 0.012 * np.arange(200)
    columns = {
        "time": time,
        "x": 0.2 * time * math.cos(heading),
        "y": 0.2 * time * math.sin(heading),
        "heading": np.full_like(time, heading),
    }
    forward, left = true_speed(columns)
    assert forward == pytest.approx(0.2)
    assert left == pytest.approx(0.0)
