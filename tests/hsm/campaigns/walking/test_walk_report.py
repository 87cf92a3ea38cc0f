"""What a campaign of walks tells of those that fell, and of those that made no headway."""

from dataclasses import replace

import pytest

from hsm.campaigns.walking.walk import WalkReport
from hsm.campaigns.walking.walking_trial import WalkResult

NAN = float("nan")
SAID = "planned 0.20 m/s, actual 0.05 m/s"


def walked(stalled: str) -> WalkResult:
    return WalkResult(NAN, (0.2, 0.0, 0.0), 5.0, 0.25, 0.0, 0.5, 0.5, stalled)


def test_walks_that_said_that_they_make_no_way_are_counted_and_quoted() -> None:
    report = WalkReport((0.2, 0.0, 0.0), (walked(""), walked(SAID), walked("")))
    assert report.record()["said_no_way"] == 1
    assert "1 of 3" in report.text() and SAID in report.text()


def test_a_walk_that_fell_is_counted_and_no_part_of_any_mean() -> None:
    fell = replace(
        walked(""), fell_at=9.0, speed=(9.0, 9.0, 9.0), step_duration=9.0, mean_pitch=9.0
    )
    report = WalkReport((0.2, 0.0, 0.0), (walked(""), fell, walked("")))
    record = report.record()
    assert (record["falls"], record["trials"], record["fell_at_s"]) == (1, 3, [9.0])
    assert record["reached"] == pytest.approx([0.2, 0.0, 0.0])
    assert (record["step_duration_s"], record["pitch_deg"]) == (0.25, 0.0)
    assert report.reached[0].robots == (0, 2)


def test_walks_that_made_their_way_say_nothing() -> None:
    report = WalkReport("drawn", (walked(""),))
    assert report.record()["said_no_way"] == 0
    assert "no progress" not in report.text()
