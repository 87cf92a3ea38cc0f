"""`hsm measure naoqi --case calls`: many simultaneous calls over qi, most of them malformed.

The services of a robot simulated in real time run in processes started from the command line; this
process calls them. Times depend on this computer and its load.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from hsm.campaigns.programs.malformed import malformed
from hsm.campaigns.report import CampaignReport, Findings, Group
from hsm.campaigns.statistics import Rate
from hsm.campaigns.wire.processes import START_TIMEOUT, program, short_folder, wait_for
from hsm.console import Bar

_WAITING: Final = 8
"""Simultaneous calls of moveTo, each of which overrides the previous one."""
_PATIENCE_MS: Final = 5000
"""Time limit for an answer, ms."""
_MALFORMED: Final = 1000
_QUERY_EVERY: Final = 20
"""Malformed calls between two queries."""
_REFUSED: Final = "ALMotion::moveTo refused: "
_FELL: Final = "has fallen"
_FURTHER: Final = 2.0
"""Distance of the calls of moveTo, m: far enough to take longer than a round."""
_QUERIES: Final[tuple[tuple[str, tuple[Any, ...]], ...]] = (
    ("moveIsActive", ()),
    ("getRobotPosition", (True,)),
    ("getRobotVelocity", ()),
    ("getAngles", ("Head", True)),
)

Connect = Callable[[str], Any]
"""Returns a session for the services at an address."""


@dataclass(slots=True)
class CallsReport(CampaignReport):
    """Results of all calls.

    Attributes:
        made: Number of calls: of moveTo, queries and malformed ones.
        answered: Calls that were answered correctly; malformed ones with an error.
        refused: Calls of moveTo among them that were refused with a reason: it could not walk.
        slowest: Longest duration of a query, s.
        fell: The robot fell meanwhile.
        wrong: The first wrong answers.
    """

    made: int = 0
    answered: int = 0
    refused: int = 0
    slowest: float = 0.0
    fell: bool = False
    wrong: list[str] = field(default_factory=list)

    def wait_for(self, future: Any) -> None:
        """Wait for the answer to a call of moveTo; a refusal with a reason is valid."""
        try:
            # On a slow computer the last call may arrive within a round.
            answer = future.value(_PATIENCE_MS)
            self.count(isinstance(answer, bool), f"moveTo: {answer}")
        except RuntimeError as error:
            refused = str(error).startswith(_REFUSED)
            self.refused += refused
            self.fell |= _FELL in str(error)
            self.count(refused, f"moveTo: {error}")

    def findings(self) -> Findings:
        """Return the findings."""
        figures = {
            "made": self.made,
            "answered": Rate(self.answered, self.made),
            "refused": Rate(self.refused, self.made),
            "slowest_ms": round(1e3 * self.slowest, 1),
            "fell": self.fell,
            "wrong": self.wrong,
        }
        return {"calls": Group(figures)}

    def count(self, answered: bool, said: str) -> None:
        """Count a call."""
        self.made += 1
        self.answered += answered
        if not answered and len(self.wrong) < 10:
            self.wrong.append(said)


def measure_calls(plant: str, connect: Connect, *, rounds: int) -> CallsReport:
    """Call a robot's services.

    Args:
        plant: Plant of the robot.
        connect: Connects to the services.
        rounds: Rounds of a thousand malformed calls and eight moves.

    Raises:
        HsmError: If the services do not start.
    """
    report = CallsReport()
    with short_folder() as folder:
        log = folder / "log"
        words = ("serve", "naoqi", "--port", "0", "--plant", plant)
        with program(log, "hsm", *words), Bar("rounds", rounds) as bar:
            wait_for("the services", lambda: "tcp://" in log.read_text(), START_TIMEOUT, log)
            url = next(w for w in log.read_text().split() if w.startswith("tcp://")).rstrip(";")
            session = connect(url)
            motion = session.service("ALMotion")
            motion.wakeUp()
            session.service("ALRobotPosture").goToPosture("StandInit", 0.5)
            memory = session.service("ALMemory")
            for number in range(rounds):
                _round(motion, random.Random(number), report)
                report.fell |= bool(memory.getData("robotHasFallen"))
                bar.to(number + 1)
            motion.rest()
    return report


def _round(motion: Any, chance: random.Random, report: CallsReport) -> None:
    waiting = [motion.moveTo(_FURTHER, 0.0, 0.0, _async=True) for _ in range(_WAITING)]
    for number in range(_MALFORMED):
        name, given = malformed(chance)
        try:
            getattr(motion, name)(*given)
            report.count(False, f"{name}{given} was accepted")
        except RuntimeError as error:
            report.count(str(error).startswith("ALMotion::"), f"{name}{given}: {error}")
        if number % _QUERY_EVERY == 0:
            _query(motion, number // _QUERY_EVERY, report)
    motion.stopMove()
    for future in waiting:
        report.wait_for(future)


def _query(motion: Any, number: int, report: CallsReport) -> None:
    name, given = _QUERIES[number % len(_QUERIES)]
    begin = perf_counter()
    try:
        answered, said = getattr(motion, name)(*given) is not None, f"{name} returned nothing"
    except RuntimeError as error:
        answered, said = False, f"{name}: {error}"
    report.slowest = max(report.slowest, perf_counter() - begin)
    report.count(answered, said)
