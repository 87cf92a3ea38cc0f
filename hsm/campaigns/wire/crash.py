"""`hsm measure crash`: the process that moves the robot dies or stops in the middle of a motion.

This process serves the simulated robot in real time, so that it sees the commands; all others are
the programs of a real robot.
"""

import fcntl
import math
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from subprocess import Popen
from time import monotonic
from typing import Final

from hardware.disturbance import TOWARDS
from hardware.disturbances import Push
from hardware.lola.codec import RobotIdentity
from hardware.lola.server import LolaServer
from hardware.postures import Posture
from hardware.robot import Robot
from hardware.sensors_and_commands import JointCommand, SensorFrame
from hardware.simulation.plant.robot import SimulatedRobot
from hsm.campaigns.context import INDIVIDUALS, CampaignConfig
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.statistics import Rate, median
from hsm.campaigns.wire.processes import Asker, descendants, program, short_folder, words_of
from hsm.chart.leaves import GET_UP, STAND_NORMAL, WALK
from hsm.runs.format import FILE_NAME
from hsm.runs.reader import RecordedRun, read_run
from hsm.settings.robot_file import load_robot
from hsm.simulated.served import simulated_body
from hsm.simulated.simulation import load_plant

SITUATIONS: Final = ("walk", "stand", "get up")
SIGNALS: Final = (signal.SIGKILL, signal.SIGSTOP)
SAFE_WITHIN: Final = 0.25
"""Time limit for the first command after a crash, s."""
_SOFT: Final = 0.25
"""Largest stiffness of a robot that falls safely."""
_TILTED: Final = math.radians(45.0)
_PREPARED_WITHIN: Final = 40.0
_RESTARTED_WITHIN: Final = 20.0
_LASTS: Final = 100
"""Cycles that a restarted process has to exceed."""


@dataclass(frozen=True, slots=True)
class CrashResult:
    """Result of one crash.

    Attributes:
        situation: What the robot was doing.
        by: Name of the signal.
        prepared: The situation was reached; otherwise nothing else counts.
        after: Time from the signal to the first new command, s; infinite if none came.
        soft_falls: Whenever the robot was tilted afterwards, it was compliant.
        restarted: The control cycle was restarted and kept running.
        unread: Time before the crash that is missing in the recorded run, s.
    """

    situation: str
    by: str
    prepared: bool
    after: float = math.inf
    soft_falls: bool = False
    restarted: bool = False
    unread: float = math.inf

    @property
    def safe(self) -> bool:
        """Return whether the robot was commanded in time, and compliant in any fall."""
        return self.after <= SAFE_WITHIN and self.soft_falls


@dataclass(frozen=True, slots=True)
class CrashReport(CampaignReport):
    """Results of all crashes."""

    results: tuple[CrashResult, ...]

    @property
    def unmeasured(self) -> str:
        """Return why nothing was measured; empty if something was."""
        return "" if self._counted else f"none of {len(self.results)} robots reached its situation"

    @property
    def _counted(self) -> tuple[CrashResult, ...]:
        return tuple(result for result in self.results if result.prepared)

    def findings(self) -> Findings:
        """Return the findings; a crash without a command afterwards counts as infinitely late."""
        counted = self._counted
        times = [
            1e3 * r.after if r.prepared and math.isfinite(r.after) else math.nan
            for r in self.results
        ]
        slowest = max((1e3 * result.after for result in counted), default=math.inf)
        unread = max((result.unread for result in counted), default=math.inf)
        return {
            "crashes": len(counted),
            "safe": Rate.of(counted, lambda result: result.safe),
            "after_ms": {"median": median(times), "max": round(slowest, 1)},
            "unread_ms": {"max": round(1e3 * unread, 1)},
            "restarted": Rate.of(counted, lambda result: result.restarted),
        }

    def text(self) -> str:
        """Return the findings, and a line per failed crash."""
        failed = [
            f"crash {number}: {result}"
            for number, result in enumerate(self.results)
            if not (result.safe and result.restarted)
        ]
        return "\n".join([CampaignReport.text(self), *failed])


def measure_crash(config: CampaignConfig, *, times: int) -> CrashReport:
    """Crash the control cycle `times` times, one after the other; each takes some seconds."""
    return CrashReport(tuple(_Crash(config, number).run() for number in range(times)))


class WatchedRobot:
    """A robot that counts its commands and records their stiffness.

    Attributes:
        commands: Number of commands so far.
    """

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._frame: SensorFrame | None = None
        self._answered: SensorFrame | None = None
        self._stiffness = 0.0
        self.commands = 0

    def receive(self) -> SensorFrame | None:
        """Wait for the end of the robot's cycle, and return the newest frame."""
        self._answered = self._frame
        self._frame = self._robot.receive() or self._frame
        return self._frame

    def send(self, command: JointCommand) -> None:
        """Forward a command."""
        self._stiffness = max(command.stiffness)
        self.commands += 1
        self._robot.send(command)

    def close(self) -> None:
        """Close the robot."""
        self._robot.close()

    @property
    def falls_stiffly(self) -> bool:
        """Return whether the last command was stiff although the frame before it was tilted.

        The newest frame has only just been sent, so no command can depend on it.
        """
        tilt = 0.0 if self._answered is None else self._answered.tilt
        return self._stiffness > _SOFT and tilt >= _TILTED


class _Crash:
    """One crash, from the start of the programs to the end of the restart."""

    def __init__(self, config: CampaignConfig, number: int) -> None:
        model = load_robot()
        self._situation = SITUATIONS[number % len(SITUATIONS)]
        self._signal = SIGNALS[number // len(SITUATIONS) % len(SIGNALS)]
        self._delay = 0.137 * (number % 8)  # so that crashes cover every phase of a step
        self._number = number % INDIVIDUALS
        self._body = SimulatedRobot(
            model,
            load_plant(config.plant),
            robot=self._number,
            seed=number,
            posture=Posture.STANDING,
        )
        self._robot = WatchedRobot(self._body)
        self._cycle = model.cycle
        self._pushed = self._asked = False
        self._cycles = self._walked = self._commanded = 0

    def run(self) -> CrashResult:
        """Run the crash and return its result."""
        with short_folder() as folder:
            path, asked = folder / "lola", folder / "requests"
            identity = RobotIdentity(simulated_body(self._number))
            words = ["run", "--socket", str(path), "--requests", str(asked)]
            words += ["--record", str(folder / "runs")]
            with (
                LolaServer(path, self._robot, identity, cycle=self._cycle) as server,
                program(folder / "log", "hsm.apps.robot", *words) as robot,
            ):
                result = self._crash(server, robot, Asker(asked))
            return replace(result, unread=self._unread(folder / "runs"))

    def _unread(self, runs: Path) -> float:
        """Return the commanded time before the crash that is missing in the first run, s."""
        first = min(runs.glob(f"2*/{FILE_NAME}"), default=None)
        rows = 0 if first is None else len(_completed(first).rows)
        return self._cycle * max(0, self._commanded - rows)

    def _crash(self, server: LolaServer, robot: "Popen[bytes]", asker: Asker) -> CrashResult:
        situation, by = self._situation, self._signal.name
        if not self._serve(server, _PREPARED_WITHIN, lambda: self._prepared(asker)):
            return CrashResult(situation, by, False)
        self._serve(server, self._delay, lambda: False)
        process = asker.say({}).get("process")
        clients = server.counters.clients
        self._commanded = self._robot.commands
        moving = _cycle_of(robot.pid)
        if moving is None:  # the watchdog has acted already: this computer kept the cycle waiting
            return CrashResult(situation, by, False)
        os.kill(moving, self._signal)
        crashed = monotonic()
        self._serve(server, 2.0, lambda: server.counters.clients > clients)
        commands = self._robot.commands
        self._serve(server, 2.0, lambda: self._robot.commands > commands)
        after = monotonic() - crashed if self._robot.commands > commands else math.inf
        soft = True

        def back() -> bool:
            nonlocal soft
            soft &= not self._robot.falls_stiffly
            if server.counters.clients < clients + 2 or server.counters.cycles % 10:
                return False
            report = asker.say({})
            return bool(report.get("process", process) != process and report["cycles"] > _LASTS)

        # A restarted robot may get up, so a tilt after that is not caused by the crash.
        restarted = self._serve(server, _RESTARTED_WITHIN, back)
        asker.close()
        return CrashResult(situation, by, True, after, soft, restarted)

    def _serve(self, server: LolaServer, seconds: float, until: Callable[[], bool]) -> bool:
        """Serve the robot until something is true; return whether that was in time."""
        end, true = monotonic() + seconds, False

        def over() -> bool:
            nonlocal true
            true = until()
            return true or monotonic() > end

        server.serve(until=over)
        return true

    def _prepared(self, asker: Asker) -> bool:
        """Bring the robot into the situation; return whether it is reached."""
        self._cycles += 1
        if self._cycles % 10:
            return False  # a few times per second are enough
        report = asker.say({})
        leaf: str = report.get("leaf", "")
        if report and not self._asked:  # it sits until somebody asks for more
            self._asked = bool(asker.ask("stand"))
        match self._situation:
            case "walk":
                if leaf in STAND_NORMAL:
                    asker.ask("walk", forward=0.2)
                self._walked += leaf in WALK
                return self._walked > 12
            case "stand":
                return leaf in STAND_NORMAL
            case _:
                if leaf in STAND_NORMAL and not self._pushed:
                    self._pushed = True
                    self._body.disturb(Push(TOWARDS["forward"], impulse=25.0))
                return leaf in GET_UP.state


def _completed(path: Path) -> RecordedRun:
    """Read a run after its recorder, which locks the file, has written all that it received."""
    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        return read_run(path)


def _cycle_of(watchdog: int) -> int | None:
    """Return the number of the process that moves the robot; None if there is none."""
    return next((each for each in descendants(watchdog) if "cycle" in words_of(each)), None)
