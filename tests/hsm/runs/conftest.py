"""A short run of a robot on a bench, written once, and its expected content."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from hardware.sensors_and_commands import SensorFrame
from hardware.wire_precision import crossing_frame
from hsm.control.assembly import MotionSettings
from hsm.control.cycle import Outcome
from hsm.control.loop import Cycle
from hsm.runs.format import Header
from hsm.runs.reader import RecordedRun, read_run
from hsm.runs.writer import RunWriter, header_of
from motions.requests import Motion, MotionRequest
from tests.hsm.control.bench import Bench

WALK = MotionRequest(Motion.WALK, forward=0.15, turn=0.1)
CYCLES = 420
SHORT = 36


@dataclass(frozen=True, slots=True)
class Fed:
    """Input and outcome of a cycle."""

    frame: SensorFrame | None
    request: MotionRequest | None
    outcome: Outcome
    age: int

    @property
    def made(self) -> Cycle:
        return Cycle(self.frame, self.request, self.outcome)


@dataclass(frozen=True, slots=True)
class Written:
    """A file and its expected content."""

    path: Path
    header: Header
    cycles: tuple[Fed, ...]

    def read(self) -> RecordedRun:
        return read_run(self.path)


def inputs(bench: Bench) -> Iterator[tuple[SensorFrame | None, MotionRequest | None]]:
    """Yield frames and requests of a bench, some of them broken or missing."""
    for number in range(CYCLES):
        bench.time += 0.012
        frame = crossing_frame(bench.frame())
        if number == 50:
            frame = replace(frame, gyro=(math.nan, -0.0, math.inf))
        request = None if number % 7 == 3 else WALK if number > 350 else MotionRequest()
        yield (None if number in (60, 61) else frame), request


def made(settings: MotionSettings) -> tuple[Header, tuple[Fed, ...]]:
    """Return the header and the cycles of a run on the bench."""
    bench = Bench(settings)
    header = header_of(bench.cycle.machine.chart, settings, {"scenario": "bench", "seed": 3}, None)
    cycles = []
    for frame, request in inputs(bench):
        outcome = bench.cycle.step(frame, request)
        bench.positions = outcome.command.positions
        bench.stiffness = outcome.command.stiffness
        cycles.append(Fed(frame, request, outcome, bench.cycle.machine.ticks))
    return header, tuple(cycles)


def write(path: Path, header: Header, cycles: tuple[Fed, ...]) -> Written:
    """Write a run and close it properly."""
    with RunWriter(path, header) as writer:
        for fed in cycles:
            writer.add(fed.made, fed.age)
    return Written(path, header, cycles)


@pytest.fixture(scope="session")
def written(settings: MotionSettings, tmp_path_factory: pytest.TempPathFactory) -> Written:
    return write(tmp_path_factory.mktemp("bench") / "run.hsm", *made(settings))


@pytest.fixture(scope="session")
def short(written: Written, tmp_path_factory: pytest.TempPathFactory) -> Written:
    """Return a run of four whole blocks and a partial one, for tests that damage it."""
    path = tmp_path_factory.mktemp("short") / "run.hsm"
    return write(path, written.header, written.cycles[:SHORT])
