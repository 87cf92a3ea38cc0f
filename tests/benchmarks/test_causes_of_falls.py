"""Of forty falls with known causes nearly all are diagnosed, without access to the ground truth."""

from pathlib import Path

import pytest

from tests.hsm.runs.known_falls import KNOWN_FALLS
from tests.hsm.runs.test_why_it_fell import is_right, judged

pytestmark = pytest.mark.benchmark


def test_of_forty_falls_at_least_thirty_six_causes_are_right(tmp_path: Path) -> None:
    assert len(KNOWN_FALLS) == 40
    wrong = [
        (case.name, found)
        for case in KNOWN_FALLS
        for found in (judged(case, tmp_path),)
        if not is_right(case, found)
    ]
    assert len(wrong) <= 4, wrong
