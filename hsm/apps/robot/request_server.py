"""The request server: accepts requests from programs of the same user and returns reports.

It checks untrusted messages in place of the control process. Every message is answered with the
newest report, or with one sentence about its error. A program that sends faster than the control
cycle reads has to wait for its answer: no answered message is lost, and few are ahead of an
emergency stop. Programs that wait take turns.

A limp request is an emergency stop also beside programs that request in every cycle: a program that
goes on requesting the same motion is not heard until another motion is requested.
"""

import logging
import math
import select
import signal
import socket
import struct
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from os import getuid
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgpack

from hardware.errors import HsmError
from hardware.lola.errors import StreamError
from hardware.lola.sockets import READ_SIZE, SocketFile, listen
from hardware.lola.stream import MessageStream
from hsm.apps.robot import PROTOCOL
from hsm.apps.robot.process_queues import CHANGE, ChannelEnd
from hsm.apps.robot.protocol import RequestError, read_message
from hsm.control.special_motions import demand_special
from hsm.runs.serialisation import plain
from hsm.settings.change_wish import ChangeWish
from motions.requests import Motion, MotionRequest
from motions.sight import Sighting

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

    from hsm.control.assembly import MotionSettings
    from hsm.control.walk_change import WalkChange

_LOG = logging.getLogger("hsm.robot")
_MOST_CLIENTS: Final = 16
_FULL: Final = f"of {_MOST_CLIENTS + 1} connections, this one was silent longest and is closed"
_AHEAD: Final = 1.0
"""Tolerance of the time of a sighting, s: reports are never that late."""
_WALKED: Final = 4.0
"""Largest distance, m, between a sighting's odometry and that of now: no robot walks as far in the
3 s for which sightings are accepted."""
_IN_TURN: Final = 8
"""Messages of one program that are handled before those of the others."""
_AGAIN_EVERY: Final = 0.01
"""Period of the attempts to handle waiting messages, s."""
_PEER: Final = struct.Struct("3i")


@dataclass(slots=True)
class _Client:
    """A connected program.

    Attributes:
        stream: Its incoming messages.
        said: Messages that wait for room in the channel to the control cycle; until they are sent,
            nothing more is read from the program.
        asked: The motion of its last request that was passed on; None before the first.
        loading: The change of the walk that it waits for; None if there is none.
    """

    stream: MessageStream = field(default_factory=MessageStream)
    said: deque[dict[str, Any]] = field(default_factory=deque)
    asked: Motion | None = None
    loading: "Future[WalkChange] | None" = None


class ChangeLoader:
    """Loads changes of the walk in a thread: it takes longer than other programs may wait.

    Attributes:
        newest: The last change that was sent to the control cycle, on which the next one builds;
            None if it has the parameters of its start.
    """

    def __init__(
        self, config: Path | None = None, profile: str = "normal", patch: Path | None = None
    ) -> None:
        """Prepare for a robot that was started with these options."""
        self._options = {"config": config, "profile": profile, "patch": patch}
        self._worker: ThreadPoolExecutor | None = None
        self._settings: MotionSettings | None = None
        self.newest: WalkChange | None = None

    def begin(self, wish: ChangeWish) -> "Future[WalkChange]":
        """Begin to load a change of the newest parameters."""
        from concurrent.futures import ThreadPoolExecutor

        self._worker = self._worker or ThreadPoolExecutor(1)
        return self._worker.submit(self._load, self.newest, wish)

    def _load(self, newest: "WalkChange | None", wish: ChangeWish) -> "WalkChange":
        # Imported here: most robots are never changed, and start sooner without it.
        from hsm.apps.robot.loop import CycleOptions, settings_of
        from hsm.control.assembly import load_change
        from hsm.control.walk_change import WalkChange

        if self._settings is None:
            self._settings = settings_of(CycleOptions(Path(), **self._options))  # type: ignore[arg-type]
        settings = self._settings
        before = newest or WalkChange(settings.walking, settings.profile)
        return load_change(settings, before, wish, self._options["config"])


class RequestServer:
    """Server between the programs and the control cycle."""

    def __init__(
        self, waiting: socket.socket, cycle: ChannelEnd, changes: ChangeLoader | None = None
    ) -> None:
        """Take over a listening socket and a channel to the control cycle."""
        self._changes = changes or ChangeLoader()
        self._waiting = waiting
        self._cycle = cycle
        self._clients: dict[socket.socket, _Client] = {}  # the longest silent first
        self._report: dict[str, Any] = {}
        self._limp = False  # whether the last request passed on is the emergency stop
        self._pack: Callable[[object], bytes] = msgpack.Packer().pack

    def serve(self) -> None:
        """Serve until the other end of the channel is closed."""
        while not self._cycle.closed:
            waiting = [client for client, what in self._clients.items() if what.said]
            heard = [client for client, what in self._clients.items() if not what.said]
            own: list[socket.socket | ChannelEnd] = [self._waiting, self._cycle]
            ready, _, _ = select.select([*own, *heard], [], [], _AGAIN_EVERY if waiting else None)
            if self._waiting in ready:
                self._let_in()
            if self._cycle in ready:
                self._receive_reports()
            for client in waiting if self._cycle.keeps_up or self._loads() else ():
                self._go_on(client)
            for client in heard:
                if client in ready and client in self._clients:
                    self._receive(client)

    def close(self) -> None:
        """Close all connections."""
        for client in list(self._clients):
            self._send_away(client)

    def _receive_reports(self) -> None:
        for packet in self._cycle.receive():
            new = msgpack.unpackb(packet)
            kept = self._report.get("transition")
            if new.get("process") != self._report.get("process"):
                kept = None  # its last transition was one of another run
                if not _is_changed(new):
                    self._changes.newest = None
            self._report = new if kept is None else {"transition": kept, **new}

    def _let_in(self) -> None:
        try:
            client, _ = self._waiting.accept()
        except OSError:
            return
        client.setblocking(False)
        peer = client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size)
        _, user, _ = _PEER.unpack(peer)
        if user != getuid():
            _LOG.warning(
                "requests: user %d was refused; expected programs of user %d", user, getuid()
            )
            client.close()
            return
        if len(self._clients) >= _MOST_CLIENTS:
            # A program that leaks connections must not keep `hsm ask limp` out.
            silent = next(iter(self._clients))
            _LOG.warning("requests: %s", _FULL)
            self._answer(silent, {"error": _FULL, "hint": "Close connections that are done."})
            self._send_away(silent)
        self._clients[client] = _Client()

    def _receive(self, client: socket.socket) -> None:
        self._clients[client] = self._clients.pop(client)
        try:
            data = client.recv(READ_SIZE)
            self._clients[client].said += self._clients[client].stream.feed(data)
        except BlockingIOError:
            return
        except StreamError as error:
            self._answer(client, {"error": str(error), "hint": RequestError.hint})
            self._send_away(client)
            return
        except OSError:
            data = b""
        self._take_turn(client)
        if not data:
            self._send_away(client)

    def _go_on(self, client: socket.socket) -> None:
        """Handle the waiting messages; discard those of a program that has gone."""
        if not self._has_gone(client):
            self._take_turn(client)

    def _has_gone(self, client: socket.socket) -> bool:
        """Return whether a program has closed its connection, and close it here, too."""
        try:
            gone = not client.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            gone = False
        except OSError:
            gone = True
        if gone:
            self._send_away(client)
        return gone

    def _take_turn(self, client: socket.socket) -> None:
        """Handle messages of a program as long as it has its turn and the channel has room."""
        said = self._clients[client].said
        for _ in range(min(len(said), _IN_TURN)):
            if client not in self._clients or not self._take(client, said[0]):
                break
            said.popleft()

    def _take(self, client: socket.socket, message: dict[str, Any]) -> bool:
        """Pass a message on and answer it; return whether the channel had room for it."""
        try:
            content = read_message(message)
            if content.sight is not None:
                self._demand_recent(content.sight)
            if content.request is not None and "specials" in self._report:
                # Before the first report, the control cycle ignores a wrong name.
                demand_special(content.request, self._report["specials"])
        except HsmError as error:
            self._answer(client, {"error": str(error), "hint": error.hint})
            return True
        if content.change is not None:
            return self._take_change(client, content.change)
        program, request = self._clients[client], content.request
        if request is not None and self._limp and _goes_on(program.asked, request):
            request, message = None, {"version": PROTOCOL, "sight": message.get("sight")}
        wishes = request is not None or content.sight is not None
        if wishes and not (self._cycle.keeps_up and self._cycle.send(self._pack(message))):
            return False
        if request is not None:
            program.asked, self._limp = request.motion, request.motion is Motion.LIMP
        self._answer(client, {"report": self._report})
        return True

    def _take_change(self, client: socket.socket, wish: ChangeWish) -> bool:
        """Load a change, then pass it on and answer; return whether that is done."""
        program = self._clients[client]
        if program.loading is None and self._loads():
            return False  # it builds on a change that is not sent yet, or never is
        program.loading = loading = program.loading or self._changes.begin(wish)
        if not loading.done() or self._has_gone(client):  # in this order: it may go meanwhile
            return False
        try:
            change = loading.result()
            packet = CHANGE + self._pack(plain(change))
        except Exception as error:  # whatever a patch contains, other programs are still served
            told = error if isinstance(error, HsmError) else RequestError(f"change: {error}")
            program.loading = None
            self._answer(client, {"error": str(told), "hint": told.hint})
            return True
        if not self._cycle.send(packet):
            return False
        program.loading, self._changes.newest = None, change
        self._answer(client, {"report": self._report})
        return True

    def _loads(self) -> bool:
        return any(program.loading is not None for program in self._clients.values())

    def _demand_recent(self, sight: Sighting) -> None:
        """Refuse a sighting from the future or another place; the cycle refuses too old ones.

        Raises:
            RequestError: If its time is later than that of the robot, or its odometry is far from
                that of the robot, as after a restart of the control cycle.
        """
        now = self._report.get("time", math.inf)
        here = self._report.get("odometry")
        for name in ("ball", "obstacles", "pose"):
            part = getattr(sight, name)
            if part is None:
                continue
            if part.time > now + _AHEAD:
                raise RequestError(
                    f"sight.{name}.time is {part.time:g} s, but the robot's time is {now:.2f} s; "
                    "expected the time of a report"
                )
            there = part.odometry.x, part.odometry.y
            if here is not None and math.dist(there, here[:2]) > _WALKED:
                raise RequestError(
                    f"sight.{name}.odometry is at {there[0]:g}, {there[1]:g} m, but the robot's is "
                    f"at {here[0]:.2f}, {here[1]:.2f} m; expected that of the report with its time"
                )

    def _answer(self, client: socket.socket, what: dict[str, Any]) -> None:
        self._clients[client] = self._clients.pop(client)  # the others come next
        try:
            client.sendall(self._pack({"version": PROTOCOL, **what}))
        except OSError as error:  # it has gone or does not read its answers
            if isinstance(error, BlockingIOError):
                _LOG.warning("requests: a program that does not read its answers is sent away")
            self._send_away(client)

    def _send_away(self, client: socket.socket) -> None:
        if self._clients.pop(client, None) is not None:
            client.close()


def _is_changed(report: dict[str, Any]) -> bool:
    """Return whether a control cycle already has a change, sent before its first report."""
    parameters = report.get("parameters")
    return parameters is not None and (parameters["waits"] or parameters["taken"] > 0)


def _goes_on(before: Motion | None, request: MotionRequest) -> bool:
    """Return whether a program requests the motion it requested before; limp stays a request."""
    return request.motion is before and before is not Motion.LIMP


def serve_requests(path: Path, number: int, changes: ChangeLoader) -> int:
    """Serve at a path until the channel to the control cycle is closed.

    Raises:
        SocketError: If the path cannot be used.
    """
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    waiting = listen(path, "--requests")
    file = SocketFile.of(path)
    with waiting:
        server = RequestServer(waiting, ChannelEnd(number), changes)
        try:
            server.serve()
        except SystemExit:
            pass
        finally:
            server.close()
            file.remove()
    return 0


def _leave(*_: Any) -> None:
    raise SystemExit
