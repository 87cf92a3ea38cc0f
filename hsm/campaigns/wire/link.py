"""`hsm measure link`: the robot process on a served robot, in real time or in lock-step.

Two processes of this computer, as a person starts them, and a third that asks for mixed motion.
"""

import json
import os
import random
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

from hsm.campaigns.wire.processes import Asker, end, program, short_folder, wait_for
from hsm.errors import HsmError

_START: Final = 30.0
"""Patience for programs that start on a busy computer, s."""
_ASKED_EVERY: Final = 3.0
"""Time between two wishes, s of the robot."""
_BUDGET: Final = 6000.0
"""us: the other half of a cycle is the system's and what else runs on a robot."""
_CYCLES_PER_MINUTE: Final = 5000


@dataclass(frozen=True, slots=True)
class LinkReport:
    """What the robot process has noted down.

    Attributes:
        figures: As it tells them, times in us.
        first_command: From its start to the first command, s.
        wishes: How many motions were asked for.
        load: Programs that wanted to run on this computer, mean over the last minute.
        lock_step: The robot waited for every answer.
    """

    figures: dict[str, Any]
    first_command: float
    wishes: int
    load: float
    lock_step: bool

    def record(self) -> dict[str, object]:
        """Return the report as plain values."""
        return {
            **self.figures,
            "first_command_s": round(self.first_command, 2),
            "wishes": self.wishes,
            "load": self.load,
            "lock_step": self.lock_step,
        }

    def text(self) -> str:
        """Return the report as lines for people."""
        told, memory = self.figures, self.figures["memory_mb"]
        compute, wire, late = told["compute_us"], told["wire_us"], told["late_us"]
        return (
            f"{told['cycles']} cycles, {told['missed']} missed, {told['dropped']} dropped,"
            f" {told['refused']} refused, {told['illegal']} illegal transitions;"
            f" first command after {self.first_command:.2f} s\n"
            f"compute {compute['median']} us, p99 {compute['p99']}, at most {compute['max']};"
            f" wire to wire {wire['median']} us, p99 {wire['p99']};"
            f" frames late by {late['p99']} us in one of 100, at most {late['max']}\n"
            f"memory {memory['start']} -> {memory['end']} MB; load {self.load:.1f}"
        )

    def budget(self) -> str:
        """Return for people how much slower another computer may be."""
        slowest = self.figures["compute_us"]["p99"]
        return (
            f"half of a cycle is {1e-3 * _BUDGET:g} ms: a computer may be {_BUDGET / slowest:.1f}"
            " times slower than this one, as busy as it was"
        )


def measure_link(plant: str, *, minutes: float, seed: int, lock_step: bool) -> LinkReport:
    """Run the robot process on a served robot, and ask for something else every few seconds.

    Raises:
        HsmError: If a program does not start.
    """
    chance, mode = random.Random(seed), ["--lock-step"] if lock_step else []
    with short_folder() as folder:
        log, served, asked = folder / "log", folder / "lola", folder / "requests"
        report = folder / "report.json"
        words = ["serve", "lola", "--socket", str(served), "--plant", plant, *mode]
        with program(log, "hsm", *words):
            wait_for("the served robot", served.exists, _START, log)
            begin = monotonic()
            words = ["run", "--socket", str(served), "--requests", str(asked), *mode]
            with program(log, "hsm.apps.robot", *words, "--report", str(report)) as robot:
                asker = Asker(asked)
                wait_for("the first command", lambda: bool(asker.say({})), _START, log)
                first = monotonic() - begin
                wishes = _ask_for(asker, round(minutes * _CYCLES_PER_MINUTE), chance)
                asker.close()
                end(robot)
        return LinkReport(
            _figures(report, log), first, wishes, round(os.getloadavg()[0], 2), lock_step
        )


def _ask_for(asker: Asker, cycles: int, chance: random.Random) -> int:
    """Ask for mixed motion until so many cycles have been made; return how many wishes."""
    wishes, due, silent = 0, 0.0, monotonic()
    while True:
        report = asker.say({})
        if report:
            silent = monotonic()
            if report["cycles"] >= cycles:
                return wishes
            if report["time"] >= due:
                due = report["time"] + _ASKED_EVERY
                motion, wish = _wish(chance)
                asker.ask(motion, **wish)
                wishes += 1
        elif monotonic() - silent > _START:
            raise HsmError("the robot process does not answer any more")
        sleep(0.1)


def _wish(chance: random.Random) -> tuple[str, dict[str, float]]:
    """Draw what to ask for: mostly to walk."""
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
        raise HsmError(f"the robot process left no report; {' '.join(said)}") from error
    return figures
