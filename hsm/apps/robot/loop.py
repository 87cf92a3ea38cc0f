"""The process that moves the robot: one thread, the robot's clock, and nothing that may wait.

It says in every cycle that it lives; the watchdog listens. Whatever takes its time - requests,
recording, people - is another process behind a queue.
"""

import gc
import logging
import signal
from collections.abc import Callable
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from hardware.lola.client import LolaClient
from hardware.robots.model import RobotModel
from hsm.apps.robot import real_time
from hsm.apps.robot.journal import Journal
from hsm.apps.robot.process_queues import LEAVES, SOFT, STIFF, ChannelEnd
from hsm.apps.robot.request_channel import RequestChannel
from hsm.apps.robot.timing import TimedLink, TransitionCount, resident_mb
from hsm.chart.leaves import FREEZE, LIMP, OFF, PICKED_UP
from hsm.control.assembly import MotionSettings, build_cycle, load_settings
from hsm.control.cycle import ControlCycle
from hsm.control.loop import Cycle, Observer, run
from hsm.json_text import json_text
from hsm.output_files import demand_file, write_whole
from hsm.runs.telemetry import Telemetry
from hsm.settings.calibration_files import calibration_of, demand_calibration
from hsm.settings.loader import config_folder
from motions.requests import Motion, MotionRequest

if TYPE_CHECKING:
    from hsm.apps.robot.recording import RunRecording

_LOG = logging.getLogger("hsm.robot")
_PATIENCE: Final = 60.0
"""For the robot at the start, s."""
_ALONE_FOR: Final = 1250
"""Cycles, 15 s, that a process goes on without its watchdog, or without the process that takes
requests: to sit down, after the silence that it waits for, and some more."""
_TIDY_EVERY: Final = 5000
"""Cycles between two collections of garbage, where nothing moves: a minute."""


@dataclass(frozen=True, slots=True)
class CycleOptions:
    """What the process was started with.

    Attributes:
        socket: Of the robot.
        calibration: What is known of the robot's errors: its file, or a folder with one for every
            body; that of `config/` if None.
        lock_step: The robot waits for every answer.
        cycles: Ends after so many; None goes on.
        config: A copy of `config/`; that of the program if None.
        profile: Speed profile of the walk.
        patch: File laid over the walk's parameters; none if None.
        beat: Open file of the channel to the watchdog; None: there is none.
        requests: Of the channel to the process that takes requests.
        record: Of the pipe to the recorder.
        report: File for the figures at the end.
    """

    socket: Path
    calibration: Path | None = None
    lock_step: bool = False
    cycles: int | None = None
    config: Path | None = None
    profile: str = "normal"
    patch: Path | None = None
    beat: int | None = None
    requests: int | None = None
    record: int | None = None
    report: Path | None = None


class Heartbeat:
    """Tells the watchdog after every cycle whether the robot is stiff."""

    def __init__(
        self, channel: ChannelEnd, requests: RequestChannel, legs: tuple[int, ...]
    ) -> None:
        self._channel = channel
        self._requests = requests
        self._legs = legs
        self._alone = 0

    def look(self, made: Cycle) -> None:
        """Tell it; sit down if nobody listens any more, whatever programs say."""
        stiffness = made.outcome.command.stiffness
        stiff = any(stiffness[joint] > 0.0 for joint in self._legs)
        self._channel.send(STIFF if stiff else SOFT)
        if self._channel.closed:
            if not self._alone:
                _LOG.warning("the watchdog is gone: sitting down")
            self._alone += 1
            self._requests.insist(MotionRequest(Motion.SIT))

    def leave(self) -> None:
        """Tell it that no other cycle comes, and that this is no defect."""
        self._channel.send(LEAVES)

    @property
    def alone(self) -> bool:
        """Return whether there is no watchdog any more."""
        return self._alone > 0

    @property
    def over(self) -> bool:
        """Return whether there has been no watchdog for too long."""
        return self._alone > _ALONE_FOR


class Housekeeping:
    """Collects garbage now and then, where nothing moves, never inside a step."""

    def __init__(self) -> None:
        self._due = _TIDY_EVERY

    def look(self, made: Cycle) -> None:
        """Collect, if it is time and the robot rests."""
        self._due -= 1
        leaf = made.outcome.leaf
        if self._due <= 0 and any(leaf in place for place in (OFF, LIMP, PICKED_UP, FREEZE)):
            gc.collect()
            self._due = _TIDY_EVERY


class _AskedToEnd:
    """Ends the loop after a whole cycle when a signal says so."""

    def __init__(self) -> None:
        self.asked = False
        signal.signal(signal.SIGTERM, self._ask)
        # Control-C reaches every process of the terminal; the watchdog decides what it means.
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def _ask(self, *_: Any) -> None:
        self.asked = True


def run_cycle(options: CycleOptions) -> int:
    """Move the robot until somebody says that it is enough.

    Returns:
        Exit code.

    Raises:
        HsmError: If the robot is not there, or a file has mistakes.
    """
    stop = _AskedToEnd()
    if options.calibration is not None:
        demand_calibration(options.calibration)  # else its robot would walk with wrong zeros
    if options.report is not None:
        demand_file(options.report)
    settings = _settings(options)
    period = settings.robot.cycle
    client = LolaClient(options.socket, cycle=period, lock_step=options.lock_step)
    control = build_cycle(settings)
    link = TimedLink(client, period)
    requests = RequestChannel(
        None if options.requests is None else ChannelEnd(options.requests),
        telemetry=Telemetry(
            lambda: {"missed": client.counters.missed, "dropped": client.counters.dropped}
        ),
    )
    counted = TransitionCount(control.machine.chart, control.machine.name)
    journal = Journal(settings.robot, settings.perception.frame_check.joint_margin)
    observers: list[Observer] = [requests, Housekeeping(), counted, journal]
    ends: list[Callable[[], bool]] = [lambda: requests.alone > _ALONE_FOR]
    beat: Heartbeat | None = None
    if options.beat is None:
        ends.append(lambda: stop.asked)
    else:
        beat = Heartbeat(ChannelEnd(options.beat), requests, settings.robot.leg_joints)
        observers.insert(0, beat)
        ends.append(_ended_by(stop, beat))
    client.connect(_PATIENCE)
    known = options.calibration or config_folder(options.config) / "bodies"
    _calibrate(client, known, settings.robot)
    recording = _recording(options, client, control, settings)
    if recording is not None:
        observers.append(recording)
    _prepare(options)
    begin, memory = monotonic(), resident_mb()
    try:
        with recording or nullcontext(), closing(link):
            run(
                link,
                control,
                requests,
                observers,
                cycles=options.cycles,
                until=lambda made: any(end() for end in ends),
            )
            if beat is not None:
                beat.leave()
    finally:
        if options.report is not None:
            record = {
                **link.record(),
                "transitions": counted.transitions,
                "illegal": counted.illegal,
                "seconds": monotonic() - begin,
                "memory_mb": {"start": memory, "end": resident_mb()},
            }
            write_whole(options.report, json_text(record))
    return 0


def _settings(options: CycleOptions) -> MotionSettings:
    """Return the parameters that the robot moves with.

    Raises:
        HsmError: If a file has mistakes.
    """
    settings = load_settings(options.profile, options.config)
    if options.patch is None:
        return settings
    from hsm.campaigns.tuning.patches import WALK, told, with_patches

    settings = with_patches(settings, {WALK: options.patch})
    _LOG.info("%s", told(WALK, options.patch))
    return settings


def _ended_by(stop: _AskedToEnd, beat: Heartbeat) -> Callable[[], bool]:
    """Return what says whether a cycle below a watchdog has to end.

    One whose watchdog was killed sits down first, whoever asks it to end: nobody else would do
    it. So systemd asks every process of a service whose main one has died, at once: it ends after
    a beat that has come after that.
    """
    asked = False

    def ends() -> bool:
        nonlocal asked
        before, asked = asked, stop.asked
        return beat.over if beat.alone else before

    return ends


def _recording(
    options: CycleOptions, client: LolaClient, control: ControlCycle, settings: MotionSettings
) -> "RunRecording | None":
    """Return what records the run, if anything does."""
    if options.record is None:
        return None
    # A robot that nobody records starts sooner without it.
    from hsm.apps.robot.recording import RunRecording

    about = {"robot": client.identity.body_id if client.identity else str(options.socket)}
    return RunRecording(options.record, control, settings, about)


def _calibrate(client: LolaClient, place: Path, robot: RobotModel) -> None:
    """Lay on the link what is known of the robot that is there.

    Raises:
        HsmError: If its file has mistakes, or is another robot's: nothing has moved yet.
    """
    body = client.identity.body_id if client.identity else ""
    known = calibration_of(body, place, robot)
    if known is None:
        _LOG.info(
            "%s: nothing is known of body %s; its joint zeros are taken as right", place, body
        )
    else:
        client.calibrate(known)


def _prepare(options: CycleOptions) -> None:
    """Take the last steps before the first cycle."""
    refused = "" if options.lock_step else real_time.claim()  # a robot that waits is in no hurry
    if refused:
        _LOG.warning("%s", refused)
    real_time.settle()
