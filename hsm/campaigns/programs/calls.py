"""`hsm measure naoqi --case calls`: many calls at once, most of them malformed, over qi.

Three processes as a person starts them: a robot in physics in real time with its services, and this
one, which calls. What is told of time is this computer's, with whatever else runs on it.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from hsm.campaigns.programs.malformed import malformed
from hsm.campaigns.records import with_intervals
from hsm.campaigns.statistics import Rate
from hsm.campaigns.wire.processes import program, short_folder, wait_for
from hsm.console import Bar

_START: Final = 120.0
"""Patience for programs that start on a busy computer, s."""
_WAITING: Final = 8
"""Calls of moveTo at once: each later one overrides the one before."""
_PATIENCE_MS: Final = 5000
"""For an answer that is on its way."""
_MALFORMED: Final = 1000
_QUERY_EVERY: Final = 20
"""Malformed calls between two queries."""
_REFUSED: Final = "ALMotion::moveTo refused: "
_FELL: Final = "has fallen"
_FURTHER: Final = 2.0
"""m: far enough to be under way for a round."""
_QUERIES: Final[tuple[tuple[str, tuple[Any, ...]], ...]] = (
    ("moveIsActive", ()),
    ("getRobotPosition", (True,)),
    ("getRobotVelocity", ()),
    ("getAngles", ("Head", True)),
)

Connect = Callable[[str], Any]
"""Returns a session with the services at an address."""


@dataclass(slots=True)
class CallsReport:
    """What came of all calls.

    Attributes:
        made: Calls: of moveTo, queries, and malformed ones.
        answered: Those that were answered as they should be; malformed ones with an error.
        refused: Of those, calls of moveTo to a robot that could not walk: told so, with the reason.
        slowest: Longest time of a query, s.
        fell: The robot fell meanwhile.
        wrong: The first answers that were wrong.
    """

    made: int = 0
    answered: int = 0
    refused: int = 0
    slowest: float = 0.0
    fell: bool = False
    wrong: list[str] = field(default_factory=list)

    def wait_for(self, future: Any) -> None:
        """Wait for the answer to a call of moveTo; a refusal with its reason is one."""
        try:
            # On a slow computer a round takes so long that the last one of them arrives.
            answer = future.value(_PATIENCE_MS)
            self.count(isinstance(answer, bool), f"moveTo: {answer}")
        except RuntimeError as error:
            refused = str(error).startswith(_REFUSED)
            self.refused += refused
            self.fell |= _FELL in str(error)
            self.count(refused, f"moveTo: {error}")

    def record(self) -> dict[str, object]:
        """Return the report as plain values."""
        figures = {
            "made": self.made,
            "answered": Rate(self.answered, self.made),
            "refused": Rate(self.refused, self.made),
            "slowest_ms": round(1e3 * self.slowest, 1),
            "fell": self.fell,
            "wrong": self.wrong,
        }
        return {"calls": with_intervals(figures)}

    def text(self) -> str:
        """Return the report as lines for people."""
        told = (
            f"answered {Rate(self.answered, self.made)}, {self.refused} of them refused;"
            f" slowest query {1e3 * self.slowest:.1f} ms"
        )
        return "\n".join([told + ("; the robot fell" if self.fell else ""), *self.wrong])

    def count(self, answered: bool, said: str) -> None:
        """Count a call."""
        self.made += 1
        self.answered += answered
        if not answered and len(self.wrong) < 10:
            self.wrong.append(said)


def measure_calls(plant: str, connect: Connect, *, rounds: int) -> CallsReport:
    """Call a robot's services.

    Args:
        plant: Of the robot.
        connect: Reaches them.
        rounds: Of a thousand malformed calls, and eight moves.

    Raises:
        HsmError: If the services do not come.
    """
    report = CallsReport()
    with short_folder() as folder:
        log = folder / "log"
        words = ("serve", "naoqi", "--port", "0", "--plant", plant)
        with program(log, "hsm", *words), Bar("rounds", rounds) as bar:
            wait_for("the services", lambda: "tcp://" in log.read_text(), _START, log)
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
            report.count(False, f"{name}{given} is taken")
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
        answered, said = getattr(motion, name)(*given) is not None, f"{name} tells nothing"
    except RuntimeError as error:
        answered, said = False, f"{name}: {error}"
    report.slowest = max(report.slowest, perf_counter() - begin)
    report.count(answered, said)
