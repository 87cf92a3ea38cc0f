"""Robots that go round something touch nothing, in physics."""

import pytest

import hsm


@pytest.mark.parametrize("name", ["goes_round_posts", "goes_round_a_passer_by", "demo"])
def test_what_is_gone_round_is_not_touched(name: str) -> None:
    series = hsm.play(name).series
    touches = [column for column in series if "cylinder" in column and column.endswith(".touches")]
    assert touches
    assert [series[column].max() for column in touches] == [0.0] * len(touches)
