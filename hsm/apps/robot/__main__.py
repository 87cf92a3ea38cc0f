"""`python -m hsm.apps.robot`: the processes of a robot, with a minimum of imports.

`hsm robot run` replaces itself with this program, so that the control process imports neither
physics nor the command line.
"""

import argparse
import logging
import signal
import sys
from dataclasses import fields
from pathlib import Path
from typing import TypeVar

from hardware.lola.sockets import demand_free
from hsm.apps.error_boundary import guarded
from hsm.apps.robot.real_time import NonBlockingHandler, claim, step_back
from hsm.same_program import option_words

T = TypeVar("T")
_OF_THE_CYCLE = (
    "socket", "config", "profile", "patch", "lock_step", "calibration", "cycles", "report",
)  # fmt: skip
"""Options that the watchdog passes on to the control cycle."""


def main() -> None:
    """Run one of the processes and exit with its exit code."""
    words = _parser().parse_args()
    logging.basicConfig(format="%(message)s", level=logging.INFO, handlers=[NonBlockingHandler()])
    sys.exit(guarded(lambda: sys.exit(_run(words)), debug=words.debug))


def _run(words: argparse.Namespace) -> int:
    match words.part:
        case "run":
            if words.requests is not None:
                demand_free(words.requests, "--requests")  # a second run must not disturb the first
            # Before any other import: on a busy computer, loading dominates the startup time.
            refused = "" if words.lock_step else claim()
            if refused:
                logging.getLogger("hsm.robot").warning("%s", refused)
            step_back(may_wait=False)  # loading must not delay the cycle of another robot
            from hsm.apps.robot.watchdog import RobotOptions, Watchdog

            words.cycle = option_words(**{name: getattr(words, name) for name in _OF_THE_CYCLE})
            words.walk = option_words(config=words.config, profile=words.profile, patch=words.patch)
            return Watchdog(_options(RobotOptions, words)).run()
        case "cycle":
            step_back(may_wait=False)
            from hsm.apps.robot.loop import CycleOptions, run_cycle

            return run_cycle(_options(CycleOptions, words))
        case "record":
            step_back(may_wait=True)  # first: its imports would delay the robot's programs
            from hsm.apps.robot.recording import record

            return record(words.pipe, words.folder, words.limit_mb)
        case _:
            # The watchdog may end it during its imports, which must not print an error.
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            step_back(may_wait=False)
            from hsm.apps.robot.request_server import ChangeLoader, serve_requests

            changes = ChangeLoader(words.config, words.profile, words.patch)
            return serve_requests(words.path, words.channel, changes)


def _options(kind: type[T], words: argparse.Namespace) -> T:
    """Return the options of a process; each field has the name of its argument."""
    return kind(**{item.name: getattr(words, item.name) for item in fields(kind)})  # type: ignore[arg-type]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m hsm.apps.robot", description=__doc__)
    parser.add_argument("--debug", action="store_true")
    parts = parser.add_subparsers(dest="part", required=True)
    run, cycle = parts.add_parser("run"), parts.add_parser("cycle")
    asked = parts.add_parser("requests")
    for part in (run, cycle, asked):
        part.add_argument("--config", type=Path)
        part.add_argument("--profile", default="normal")
        part.add_argument("--patch", type=Path)
    for part in (run, cycle):
        part.add_argument("--socket", type=Path, required=True)
        part.add_argument("--calibration", type=Path)
        part.add_argument("--cycles", type=int)
        part.add_argument("--report", type=Path)
        part.add_argument("--lock-step", action="store_true")
    run.add_argument("--requests", type=Path)
    run.add_argument("--record", type=Path)
    run.add_argument("--record-mb", type=float, default=1000.0)
    for name in ("--beat", "--requests", "--record"):
        cycle.add_argument(name, type=int)
    record = parts.add_parser("record")
    record.add_argument("--pipe", type=int, required=True)
    record.add_argument("--folder", type=Path, required=True)
    record.add_argument("--limit-mb", type=float, required=True)
    asked.add_argument("--path", type=Path, required=True)
    asked.add_argument("--channel", type=int, required=True)
    return parser


if __name__ == "__main__":
    main()
