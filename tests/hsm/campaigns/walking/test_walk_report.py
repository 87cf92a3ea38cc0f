"""What a campaign of walks tells of those that made no headway."""

from hsm.campaigns.walking.walk import WalkReport
from hsm.campaigns.walking.walking_trial import WalkResult

NAN = float("nan")
SAID = "plans 0.20 m/s, makes 0.05 m/s"


def walked(stalled: str) -> WalkResult:
    return WalkResult(NAN, (0.2, 0.0, 0.0), 5.0, 0.25, 0.0, 0.5, 0.5, stalled)


def test_walks_that_said_that_they_make_no_way_are_counted_and_quoted() -> None:
    report = WalkReport((0.2, 0.0, 0.0), (walked(""), walked(SAID), walked("")))
    assert report.record()["said_no_way"] == 1
    assert "1 of 3" in report.text() and SAID in report.text()


def test_walks_that_made_their_way_say_nothing() -> None:
    report = WalkReport("drawn", (walked(""),))
    assert report.record()["said_no_way"] == 0
    assert "lack of progress" not in report.text()
