"""Steps and cycles of a trial are alike: as evidence they count once, as their trial."""

from hsm.campaigns.destinations.goto import GotoReport
from hsm.campaigns.destinations.goto_trial import GotoResult
from hsm.campaigns.programs.naoqi import NaoqiReport, ProgramCase, ProgramResult
from hsm.campaigns.report import with_intervals
from hsm.campaigns.statistics import mean

SHARES = [0.5, 1.0, 0.75, 1.0]


def walks(steps: int) -> GotoReport:
    return GotoReport(
        tuple(
            GotoResult(False, 9.0, 8.0, viewed=round(share * steps), steps=steps)
            for share in SHARES
        )
    )


def programs(instants: int) -> NaoqiReport:
    return NaoqiReport(
        ProgramCase.QUEUE,
        tuple(
            ProgramResult(True, False, 9.0, instants=instants, short=round(share * instants))
            for share in SHARES
        ),
    )


def expected() -> object:
    return with_intervals({"share": mean(SHARES)})["interval"]["share"]  # type: ignore[index]


def test_a_walk_of_more_steps_makes_no_share_of_them_surer() -> None:
    for steps in (4, 400):
        assert walks(steps).record()["interval"]["in_view"] == expected()  # type: ignore[index]


def test_a_program_of_more_cycles_makes_no_share_of_them_surer() -> None:
    for instants in (4, 400):
        queue = programs(instants).record()["queue"]
        assert isinstance(queue, dict)
        assert queue["interval"]["short_share"] == expected()
        assert queue["short"] == 4


def test_a_walk_that_fell_before_a_step_has_no_share_of_steps() -> None:
    results = (*walks(4).results, GotoResult(fell=True))
    assert GotoReport(results).record()["in_view"] == walks(4).record()["in_view"]
