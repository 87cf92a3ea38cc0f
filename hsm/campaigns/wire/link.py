"""`hsm measure link`: the robot process on a served robot, in real time or in lock-step.

Robot process and served robot are started from the command line on this computer; this process
requests mixed motions, while the served robot is pushed over and lifted.
"""

import json
import os
import random
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from subprocess import Popen
from time import monotonic, sleep
from typing import Any, Final

from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.wire.processes import (
    START_TIMEOUT,
    Asker,
    descendants,
    end,
    program,
    short_folder,
    wait_for,
    words_of,
)
from hsm.errors import HsmError
from hsm.runs.reader import read_run
from hsm.runs.replay import compare
from hsm.scenarios.limits import LONGEST_RUN

_ASKED_EVERY: Final = 3.0
"""Robot time between two requests, s."""
_BUDGET: Final = 6000.0
"""Half of a cycle, us: the rest is for the system and other programs of a robot."""
_CYCLES_PER_MINUTE: Final = 5000
_DISTURBED_EVERY: Final = 20.0
"""Time between two pushes or lifts, s: enough for a fall and a get-up."""
LONGEST_LINK: Final = (LONGEST_RUN - _DISTURBED_EVERY) / 60.0
"""Longest robot time that can be measured, min."""
_HELD_FOR: Final = 6.0
_PUSHES: Final = (6.0, 12.0)
"""Impulses of the pushes, N s: from one that topples most robots to one that topples all."""
_RECORDED_MB: Final = 20.0
"""Size limit of all runs, MB: about ten minutes, so that longer runs reach it."""
_STALLED_FOR: Final = 2.0
_STALLED_EVERY: Final = 10.0


class Writing(Enum):
    """How the run is recorded."""

    NONE = "none"
    DISK = "disk"
    STALLED = "stalled"


@dataclass(frozen=True, slots=True)
class LinkReport(CampaignReport):
    """Report of the robot process.

    Attributes:
        figures: Figures reported by the process, times in us.
        first_command: Time from its start to the first command, s.
        wishes: Number of requested motions.
        load: Load average of this computer over the last minute.
        lock_step: The robot waited for every answer.
        writing: How the run was recorded.
        disk_mb: Size of the recording, MB.
        replayed: Cycles of the recording that a replay repeats identically; None without a
            recording, or if the replay differs.
    """

    figures: dict[str, Any]
    first_command: float
    wishes: int
    load: float
    lock_step: bool
    writing: Writing
    disk_mb: float
    replayed: int | None

    def findings(self) -> Findings:
        """Return the findings."""
        return {
            **self.figures,
            "first_command_s": round(self.first_command, 2),
            "wishes": self.wishes,
            "load": self.load,
            "lock_step": self.lock_step,
            "writing": self.writing.value,
            "disk_mb": self.disk_mb,
            "replayed": self.replayed,
        }

    def budget(self) -> str:
        """Return a sentence for people on how much slower another computer may be."""
        slowest = self.figures["compute_us"]["p99"]
        return (
            f"half of a cycle is {1e-3 * _BUDGET:g} ms: a computer may be {_BUDGET / slowest:.1f}"
            " times slower than this one under the same load"
        )


def measure_link(
    plant: str,
    *,
    minutes: float,
    seed: int,
    lock_step: bool,
    writing: Writing = Writing.NONE,
    options: Sequence[str] = (),
) -> LinkReport:
    """Run the robot process on a served robot, with a new request every few seconds.

    Args:
        plant: Plant of the served robot.
        minutes: Robot time, min.
        seed: Seed of requests, pushes and lifts.
        lock_step: Both processes wait for each other.
        writing: How the run is recorded.
        options: Further arguments of the robot process.

    Raises:
        HsmError: If a program does not start.
    """
    chance, mode = random.Random(seed), ["--lock-step"] if lock_step else []
    with short_folder() as folder:
        log, served, asked = folder / "log", folder / "lola", folder / "requests"
        report, runs, hands = folder / "report.json", folder / "runs", folder / "hands.yaml"
        hands.write_text(_disturbed(minutes, random.Random(seed)))
        words = ["serve", "lola", "--socket", str(served), "--plant", plant, *mode]
        with program(log, "hsm", *words, "--scenario", str(hands)) as body:
            wait_for("the served robot", served.exists, START_TIMEOUT, log)
            begin = monotonic()
            words = ["run", "--socket", str(served), "--requests", str(asked), *mode, *options]
            if writing is not Writing.NONE:
                words += ["--record", str(runs), "--record-mb", str(_RECORDED_MB)]
            with program(log, "hsm.apps.robot", *words, "--report", str(report)) as robot:
                asker = Asker(asked)
                wait_for("the first command", lambda: bool(asker.say({})), START_TIMEOUT, log)
                first = monotonic() - begin
                disk = _Disk(robot, stalls=writing is Writing.STALLED)
                wishes = _ask_for(asker, round(minutes * _CYCLES_PER_MINUTE), chance, disk)
                if body.poll() is not None:
                    raise HsmError("the served robot ended before the measurement was over")
                asker.close()
                end(robot)
        recorded = list(runs.glob("2*"))
        return LinkReport(
            _figures(report, log),
            first,
            wishes,
            round(os.getloadavg()[0], 2),
            lock_step,
            writing,
            round(
                1e-6 * sum(file.stat().st_size for place in recorded for file in place.iterdir()), 2
            ),
            _replayed(recorded[0]) if recorded else None,
        )


class _Disk:
    """Pauses the process that writes the run from time to time, as a busy disk does."""

    def __init__(self, robot: "Popen[bytes]", *, stalls: bool) -> None:
        self._writers = (
            [number for number in descendants(robot.pid) if "record" in words_of(number)]
            if stalls
            else []
        )
        self._begin, self._stalled = monotonic(), False

    def look(self) -> None:
        """Pause or resume the process when due."""
        stalled = (monotonic() - self._begin) % _STALLED_EVERY < _STALLED_FOR
        if stalled != self._stalled:
            self._let(signal.SIGSTOP if stalled else signal.SIGCONT)
            self._stalled = stalled

    def close(self) -> None:
        """Resume the process for good."""
        self._let(signal.SIGCONT)

    def _let(self, what: signal.Signals) -> None:
        for number in self._writers:
            with suppress(ProcessLookupError):
                os.kill(number, what)


def _replayed(run: Path) -> int | None:
    told = compare(read_run(run))
    return told.cycles if told.difference is None else None


def _disturbed(minutes: float, chance: random.Random) -> str:
    """Return a scenario in which the robot is pushed over and lifted in turn."""
    lines = [
        "name: hands and blows",
        "description: The robot is pushed and lifted in turn during any activity.",
        "plant: standard",
        f"duration_s: {60.0 * minutes + _DISTURBED_EVERY}",
        "start: {posture: sitting}",
        "never: [{leaf: Fault}]",
        "timeline:",
        "  - {at_s: 0, request: {motion: stand}}",
    ]
    for number in range(1, int(60.0 * minutes / _DISTURBED_EVERY)):
        at = number * _DISTURBED_EVERY + chance.uniform(0.0, 3.0)
        if number % 2:
            push = f"impulse_ns: {chance.uniform(*_PUSHES):.2f}"
            push += f", direction_deg: {chance.randrange(-180, 180)}"
            lines.append(f"  - {{at_s: {at:.3f}, disturb: {{push: {{{push}}}}}}}")
        else:
            lines.append(f"  - {{at_s: {at:.3f}, disturb: {{lift: {{height_mm: 150}}}}}}")
            lines.append(f"  - {{at_s: {at + _HELD_FOR:.3f}, disturb: {{put_down: {{}}}}}}")
    return "\n".join(lines)


def _ask_for(asker: Asker, cycles: int, chance: random.Random, disk: _Disk) -> int:
    """Request mixed motions until `cycles` cycles are done; return the number of requests."""
    wishes, due, silent = 0, 0.0, monotonic()
    while True:
        disk.look()
        report = asker.say({})
        if report:
            silent = monotonic()
            if report["cycles"] >= cycles:
                disk.close()
                return wishes
            if report["time"] >= due:
                due = report["time"] + _ASKED_EVERY
                motion, wish = _wish(chance)
                asker.ask(motion, **wish)
                wishes += 1
        elif monotonic() - silent > START_TIMEOUT:
            raise HsmError("the robot process no longer answers")
        sleep(0.1)


def _wish(chance: random.Random) -> tuple[str, dict[str, float]]:
    """Draw a request, mostly to walk."""
    drawn = chance.random()
    if drawn < 0.7:
        forward, left = chance.uniform(-0.1, 0.25), chance.uniform(-0.08, 0.08)
        return "walk", {"forward": forward, "left": left, "turn": chance.uniform(-0.6, 0.6)}
    return ("stand" if drawn < 0.85 else "sit" if drawn < 0.95 else "stand_high"), {}


def _figures(report: Path, log: Path) -> dict[str, Any]:
    try:
        figures: dict[str, Any] = json.loads(report.read_text())
    except (OSError, ValueError) as error:
        said = log.read_text().strip().splitlines()[-1:]
        raise HsmError(
            f"the robot process wrote no report; its last output: {' '.join(said)}"
        ) from error
    return figures
