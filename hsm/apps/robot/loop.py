"""The control process: one thread, clocked by the robot's frames, without any other blocking call.

It sends the watchdog a heartbeat in every cycle. Nothing in it blocks: requests and recording go
through bounded queues to other processes, and log lines that would have to wait are dropped.
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
from hsm.apps.kick.rehearsals import impossible
from hsm.apps.robot import real_time
from hsm.apps.robot.journal import Journal
from hsm.apps.robot.process_queues import LEAVES, SOFT, STIFF, ChannelEnd
from hsm.apps.robot.request_channel import RequestChannel
from hsm.apps.robot.timing import TimedLink, TransitionCount, resident_mb
from hsm.chart.leaves import FREEZE, LIMP, OFF, PICKED_UP, SIT_DOWN, STAND
from hsm.control.assembly import MotionSettings, build_cycle, load_settings
from hsm.control.cycle import ControlCycle
from hsm.control.loop import Cycle, Observer, run
from hsm.control.walk_change import WalkChange
from hsm.errors import ConfigError
from hsm.json_text import json_text
from hsm.output_files import demand_file, write_whole
from hsm.runs.serialisation import plain, value
from hsm.runs.telemetry import Telemetry
from hsm.settings.calibration_files import calibration_of, demand_calibration
from hsm.settings.loader import config_folder
from motions.requests import Motion, MotionRequest

if TYPE_CHECKING:
    from hsm.apps.robot.recording import RunRecording

_LOG = logging.getLogger("hsm.robot")
_PATIENCE: Final = 60.0
"""Timeout of the first connection to the robot, s."""
_ALONE_FOR: Final = 1250
"""Cycles, 15 s, that this process continues without its watchdog, without the request server or
after a request to end: enough for the timeout of requests and for sitting down."""
_IDLE: Final = (OFF, LIMP, PICKED_UP, FREEZE)
"""States in which the robot does not move by itself."""
_TIDY_EVERY: Final = 5000
"""Minimum number of cycles between two garbage collections: a minute."""


@dataclass(frozen=True, slots=True)
class CycleOptions:
    """Options of the control process.

    Attributes:
        socket: Path of the robot's socket.
        calibration: Calibration of the robot: a file, or a folder with one file per body; None for
            that of `config/`.
        lock_step: The robot waits for every command.
        cycles: Number of cycles to run; None for no limit.
        config: A copy of `config/`; None for that of the program.
        profile: Speed profile of the walk.
        patch: File that overrides walk parameters; None for none.
        beat: File descriptor of the channel to the watchdog; None without a watchdog.
        requests: File descriptor of the channel to the request server; None without one.
        record: File descriptor of the pipe to the recorder; None without one.
        report: File for the timing statistics at the end; None for none.
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
    """Heartbeat: tells the watchdog after every cycle whether the legs are stiff."""

    def __init__(
        self, channel: ChannelEnd, requests: RequestChannel, legs: tuple[int, ...]
    ) -> None:
        self._channel = channel
        self._requests = requests
        self._legs = legs
        self._alone = 0

    def look(self, made: Cycle) -> None:
        """Send the heartbeat; without a watchdog sit down, whatever programs request."""
        stiffness = made.outcome.command.stiffness
        stiff = any(stiffness[joint] > 0.0 for joint in self._legs)
        self._channel.send(STIFF if stiff else SOFT)
        if self._channel.closed:
            if not self._alone:
                _LOG.warning("the watchdog is gone: sitting down")
            self._alone += 1
            self._requests.insist(MotionRequest(Motion.SIT))

    def leave(self) -> None:
        """Tell the watchdog that the last cycle has been executed, so silence is no failure."""
        self._channel.send(LEAVES)

    @property
    def alone(self) -> bool:
        """Return whether the watchdog is gone."""
        return self._alone > 0

    @property
    def over(self) -> bool:
        """Return whether the watchdog has been gone for too long."""
        return self._alone > _ALONE_FOR


class Housekeeping:
    """Periodic garbage collection, only while the robot rests."""

    def __init__(self) -> None:
        self._due = _TIDY_EVERY

    def look(self, made: Cycle) -> None:
        """Collect garbage if it is due and the robot rests."""
        self._due -= 1
        leaf = made.outcome.leaf
        if self._due <= 0 and any(leaf in place for place in _IDLE):
            gc.collect()
            self._due = _TIDY_EVERY


class _AskedToEnd:
    """Request to end by SIGTERM: a robot that moves sits down first."""

    def __init__(self, requests: RequestChannel) -> None:
        self._requests = requests
        self._asked, self._asked_for, self._at_rest = False, 0, True
        signal.signal(signal.SIGTERM, self._ask)
        # Control-C in a terminal reaches every process of its group; the watchdog handles it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def look(self, made: Cycle) -> None:
        """Sit down once asked to end, whatever programs request."""
        leaf = made.outcome.leaf
        at_rest = leaf in SIT_DOWN.done or any(leaf in place for place in _IDLE)
        if not self._asked:
            self._at_rest = at_rest or leaf in STAND
            return
        self._asked_for += 1
        if self._at_rest:
            return
        if self._asked_for == 1:
            _LOG.warning("asked to end: sitting down first; asked again, it ends at once")
        self._requests.insist(MotionRequest(Motion.SIT))
        self._at_rest = at_rest

    @property
    def over(self) -> bool:
        """Return whether the robot rests, or has not come to rest for too long.

        True at the earliest in the second cycle: systemd sends SIGTERM to all processes of a
        service at once when the main one, the watchdog, has died, and the heartbeat between detects
        that death.
        """
        return self._asked_for > (1 if self._at_rest else _ALONE_FOR)

    def _ask(self, *_: Any) -> None:
        self._asked = True


def run_cycle(options: CycleOptions) -> int:
    """Run the control cycle until it is asked to end.

    Returns:
        Exit code.

    Raises:
        HsmError: If the robot does not answer, or a file is invalid.
    """
    if options.calibration is not None:
        demand_calibration(options.calibration)  # otherwise the robot would walk with wrong zeros
    if options.report is not None:
        demand_file(options.report, "--report FILE")
    settings = settings_of(options)
    period = settings.robot.cycle
    client = LolaClient(options.socket, cycle=period, lock_step=options.lock_step)
    control = build_cycle(settings)
    link = TimedLink(client, period)
    requests = _requests(options, client, control, settings)
    value(WalkChange, plain(control.walk))  # fills caches: otherwise the first change is slow
    counted = TransitionCount(control.machine.chart, control.machine.name)
    journal = Journal(settings.robot, settings.perception.frame_check.joint_margin)
    stop = _AskedToEnd(requests)
    observers: list[Observer] = [requests, stop, Housekeeping(), counted, journal]
    ends: list[Callable[[], bool]] = [lambda: requests.alone > _ALONE_FOR]
    beat: Heartbeat | None = None
    if options.beat is None:
        ends.append(lambda: stop.over)
    else:
        beat = Heartbeat(ChannelEnd(options.beat), requests, settings.robot.leg_joints)
        observers.insert(0, beat)
        # A cycle whose watchdog was killed sits down first: no other process would do it.
        ends.append(lambda: beat.over if beat.alone else stop.over)
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
            figures = _figures(link, counted, monotonic() - begin, memory)
            write_whole(options.report, json_text(figures))
    return 0


def settings_of(options: CycleOptions) -> MotionSettings:
    """Load the parameters of the motion.

    Raises:
        HsmError: If a file is invalid, or has a kick that the legs cannot execute.
    """
    settings = load_settings(options.profile, options.config)
    if options.patch is not None:
        from hsm.campaigns.tuning.patches import WALK, describe_patch, with_patches

        settings = with_patches(settings, {WALK: options.patch})
        _LOG.info("%s", describe_patch(WALK, options.patch))
    if problems := impossible(settings, config_folder(options.config) / "kicks"):
        raise ConfigError(tuple(problems))
    return settings


def _requests(
    options: CycleOptions, client: LolaClient, control: ControlCycle, settings: MotionSettings
) -> RequestChannel:
    """Return the channel to the request server, which receives the reports."""
    return RequestChannel(
        None if options.requests is None else ChannelEnd(options.requests),
        telemetry=Telemetry(
            lambda: {"missed": client.counters.missed, "dropped": client.counters.dropped},
            settings.keyframes.engine.specials,
        ),
        account=control.components.errand.account,
        change=control.change,
    )


def _figures(
    link: TimedLink, counted: TransitionCount, seconds: float, memory_mb: float
) -> dict[str, Any]:
    """Return the timing statistics of a run of some seconds, and its memory, MB at the start."""
    return {
        **link.record(),
        "transitions": counted.transitions,
        "illegal": counted.illegal,
        "seconds": seconds,
        "memory_mb": {"start": memory_mb, "end": resident_mb()},
    }


def _recording(
    options: CycleOptions, client: LolaClient, control: ControlCycle, settings: MotionSettings
) -> "RunRecording | None":
    """Return the recording of the run; None if it is not recorded."""
    if options.record is None:
        return None
    # Imported here: a robot that is not recorded starts sooner without it.
    from hsm.apps.robot.recording import RunRecording

    about = {"robot": client.identity.body_id if client.identity else str(options.socket)}
    return RunRecording(options.record, control, settings, about)


def _calibrate(client: LolaClient, place: Path, robot: RobotModel) -> None:
    """Apply the calibration of the connected robot to the link.

    Raises:
        HsmError: If its file is invalid or belongs to another robot; nothing has moved yet.
    """
    body = client.identity.body_id if client.identity else ""
    known = calibration_of(body, place, robot)
    if known is None:
        _LOG.info(
            "%s: no calibration of body %s; its joint zeros are assumed to be exact", place, body
        )
    else:
        client.calibrate(known)


def _prepare(options: CycleOptions) -> None:
    """Prepare the process for real time, just before the first cycle."""
    refused = "" if options.lock_step else real_time.claim()  # in lock-step the robot waits
    if refused:
        _LOG.warning("%s", refused)
    real_time.settle()
