"""The lines of a report for people."""

from hsm.campaigns.report import CampaignReport, Findings, Group


class Report(CampaignReport):
    def __init__(self, findings: Findings) -> None:
        self._findings = findings

    def findings(self) -> Findings:
        return self._findings


def test_values_stand_in_a_column() -> None:
    assert Report({"trials": 3, "falls": 0}).text() == "trials  3\nfalls   0"


def test_a_short_mapping_stands_in_one_line() -> None:
    assert Report({"off_mm": {"median": 3, "max": 9}}).text() == "off_mm  median 3, max 9"


def test_a_long_mapping_has_a_line_per_key() -> None:
    counts = {f"leaf_{number}": number for number in range(10, 20)}
    first, *others = Report({"leaves": counts}).text().splitlines()
    assert first == "leaves:"
    assert others == [f"  {leaf}  {count}" for leaf, count in counts.items()]


def test_a_group_has_a_line_per_key_however_short() -> None:
    assert Report({"front": Group({"falls": 1})}).text() == "front:\n  falls  1"
