"""What counts as an answer to a call of moveTo."""

import pytest

from hsm.campaigns.programs.calls import CallsReport


class _Future:
    def __init__(self, answer: bool | str) -> None:
        self._answer = answer

    def value(self, patience_ms: int) -> bool:
        if isinstance(self._answer, str):
            raise RuntimeError(self._answer)
        return self._answer


@pytest.mark.parametrize(
    ("answer", "answered", "refused"),
    [
        (False, True, False),
        ("ALMotion::moveTo refused: the robot has fallen; wait until it stands", True, True),
        ("Future timeout.", False, False),
        ("ALMotion::moveTo was lost", False, False),
    ],
)
def test_a_refusal_with_its_reason_is_an_answer_and_silence_is_none(
    answer: bool | str, answered: bool, refused: bool
) -> None:
    report = CallsReport()
    report.wait_for(_Future(answer))
    assert (report.made, report.answered, report.refused) == (1, answered, refused)
    assert report.fell == refused
    assert bool(report.wrong) != answered
