"""Two hundred cycles of various runs are saved and resumed in another process."""

from pathlib import Path

import pytest

from tests.hsm.runs.going_on import differences, draw_points, write_runs

RUNS = 20

pytestmark = pytest.mark.benchmark


@pytest.mark.parametrize("part", range(5))
def test_a_resumed_run_is_identical_bit_for_bit_for_ten_seconds(part: int, tmp_path: Path) -> None:
    write_runs(tmp_path, RUNS)
    points = draw_points(RUNS, 10, seconds=10.0)
    mine = [point for point in points if point.run % 5 == part]
    assert differences(tmp_path, mine) == []
