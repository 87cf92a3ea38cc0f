"""Incident files: the last minute before something went wrong."""

import io
import math
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.robots.nao import Joint
from hardware.wire_precision import crossing_frame
from hsm.campaigns.plants.walk_log import read_walk
from hsm.control.assembly import MotionSettings
from hsm.control.cycle import Outcome
from hsm.control.loop import Cycle
from hsm.runs import incidents
from hsm.runs.format import FILE_NAME
from hsm.runs.incidents import INCIDENT, LASTS, Incidents, RecordStream
from hsm.runs.reader import RecordedRun, read_run
from hsm.runs.records import RunError
from hsm.runs.replay import compare
from hsm.runs.writer import RunWriter, header_of
from motions.requests import MotionRequest
from tests.hsm.control.bench import Bench
from tests.hsm.runs.conftest import Written

BRIEF = 15.0
"""Duration of a file in tests of what it holds, s; a whole minute takes long to play and read."""


class Kept:
    """A robot on a bench whose run is watched for incidents while it is written."""

    def __init__(self, settings: MotionSettings, folder: Path) -> None:
        self.bench = Bench(settings)
        self.incidents = Incidents(folder)
        self.outcomes: list[Outcome] = []
        self._file = io.BytesIO()  # emptied in every cycle
        self._stream = RecordStream()
        about = {"robot": "bench", "seed": 3}
        header = header_of(self.bench.cycle.machine.chart, settings, about, None)
        self._writer = RunWriter(self._file, header, rows_per_block=4, whole_every=100)

    def goes_on(self, seconds: float, *, broken: bool = False) -> None:
        """Run for some seconds; if broken, the left knee sends NaN."""
        bench = self.bench
        for _ in range(round(seconds / 0.012)):
            bench.time += 0.012
            frame = crossing_frame(bench.frame())
            if broken:
                knee = Joint.L_KNEE_PITCH
                positions = (*frame.positions[:knee], math.nan, *frame.positions[knee + 1 :])
                frame = replace(frame, positions=positions)
            outcome = bench.cycle.step(frame, MotionRequest())
            bench.positions, bench.stiffness = outcome.command.positions, outcome.command.stiffness
            self.outcomes.append(outcome)
            self._writer.add(Cycle(frame, MotionRequest(), outcome), bench.cycle.machine.ticks)
            data = self._file.getvalue()
            self._file.seek(0)
            self._file.truncate()
            for kind, body in self._stream.feed(data):
                self.incidents.take(kind, body)

    def runs(self) -> list[RecordedRun]:
        return [read_run(path) for path in self.incidents.files]


@pytest.fixture
def kept(settings: MotionSettings, tmp_path: Path) -> Kept:
    return Kept(settings, tmp_path)


@pytest.fixture(scope="module")
def late(settings: MotionSettings, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Return a run with a single NaN, ten seconds after the duration of a brief file."""
    kept = Kept(settings, tmp_path_factory.mktemp("late"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(incidents, "LASTS", BRIEF)
        kept.goes_on(BRIEF + 10.0)
        kept.goes_on(0.012, broken=True)
        kept.goes_on(6.0)
    return kept


def test_a_run_without_incidents_leaves_no_file(kept: Kept) -> None:
    kept.goes_on(7.0)
    kept.incidents.close()
    assert not kept.runs()


def test_a_nan_saves_the_last_minute_with_parameters_and_reason(
    late: Kept, settings: MotionSettings
) -> None:
    (run,) = late.runs()
    assert run.closed and run.settings() == settings
    assert run.header.about[INCIDENT] == "positions not finite at 25.01 s"
    assert run.header.about["seed"] == 3
    begin, end = run.rows[0].time, run.rows[-1].time
    assert LASTS == 60.0
    assert BRIEF - 5.0 <= end - begin <= BRIEF
    assert 25.01 + 5.0 <= end < 25.01 + 5.2
    sent = [outcome.command.positions for outcome in late.outcomes][-len(run.rows) - 90 :]
    assert run.rows[-1].command.positions[0] == pytest.approx(sent[-1][0], abs=1e-6)


def test_a_fault_is_saved_even_if_the_run_ends_at_once(kept: Kept) -> None:
    kept.goes_on(6.0)
    kept.goes_on(0.012, broken=True)
    kept.goes_on(6.0)
    kept.goes_on(0.1, broken=True)
    kept.incidents.close()
    first, second = kept.runs()
    assert first.rows[0].time == second.rows[0].time == pytest.approx(0.012)
    assert "Fault" in {row.leaf for row in second.rows}


def test_an_incident_soon_after_another_has_its_own_file_and_aftermath(
    kept: Kept,
) -> None:
    kept.goes_on(6.0)
    kept.goes_on(0.012, broken=True)
    kept.goes_on(4.5)
    kept.goes_on(0.2, broken=True)
    kept.goes_on(7.0)
    kept.incidents.close()
    reasons = [str(run.header.about[INCIDENT]) for run in kept.runs()]
    assert [reason.split(" at ")[0] for reason in reasons] == ["positions not finite", "Fault"]
    fault = kept.runs()[1]
    began = next(row.time for row in fault.rows if row.leaf == "Fault")
    assert fault.rows[-1].time >= began + 5.0


def test_an_incident_file_cannot_be_replayed_and_says_why(kept: Kept) -> None:
    kept.goes_on(1.0)
    kept.goes_on(0.012, broken=True)
    kept.goes_on(0.1)
    kept.incidents.close()
    (run,) = kept.runs()
    with pytest.raises(RunError, match="begins in the middle of a run") as caught:
        compare(run)
    hint = "; `hsm view RUN` shows this file, `hsm explain RUN --at T` explains its states and"
    assert f"The whole run is no longer beside it{hint}" in caught.value.hint
    whole = run.path.with_name(FILE_NAME)
    whole.touch()
    with pytest.raises(RunError) as caught:
        compare(run)
    assert f"Replay {whole}{hint}" in caught.value.hint


def test_the_clock_of_an_incident_read_as_a_walk_starts_at_0(late: Kept) -> None:
    (run,) = late.runs()
    cycles = read_walk(run.path).cycles
    assert run.rows[0].time > 1.0
    assert cycles[0].time == 0.0
    assert cycles[-1].time == run.rows[-1].time - run.rows[0].time


def test_only_the_20_newest_files_are_kept(kept: Kept) -> None:
    for _ in range(22):
        kept.goes_on(0.012, broken=True)
        kept.goes_on(0.06)
        kept.incidents.close()
    names = [path.name for path in kept.incidents.files]
    assert len(names) == 20 and names[-1] == "incident-22.hsm"
    assert all(path.exists() for path in kept.incidents.files)


@pytest.mark.parametrize("size", [11, 1000])
def test_a_stream_split_into_pieces_gives_the_same_records(short: Written, size: int) -> None:
    data = short.path.read_bytes()
    whole, stream = list(RecordStream().feed(data)), RecordStream()
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    assert [record for piece in pieces for record in stream.feed(piece)] == whole


@pytest.mark.parametrize("data", [b"something else altogether", b"nao-hsm run 2\n" + b"x" * 40])
def test_a_stream_of_something_else_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a run|damaged"):
        list(RecordStream().feed(data))


def test_a_lasting_nan_is_a_single_incident(kept: Kept) -> None:
    kept.goes_on(1.0)
    kept.goes_on(20.0, broken=True)
    kept.incidents.close()
    assert len(kept.runs()) == 1
