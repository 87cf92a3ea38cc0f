"""Parts of a robot's processes in a test: a request server in a thread, and signal handlers."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from hardware.lola.sockets import listen
from hsm.apps.robot.process_queues import ChannelEnd, channel
from hsm.apps.robot.request_server import ChangeLoader, RequestServer


@contextmanager
def served_requests(path: Path, changes: ChangeLoader | None = None) -> Iterator[ChannelEnd]:
    """Serve requests at a path; yield the control cycle's end of the channel."""
    inner, outer = channel()
    inside = ChannelEnd(inner.detach())
    with listen(path) as waiting:
        server = RequestServer(waiting, ChannelEnd(outer.detach()), changes)
        thread = Thread(target=server.serve)
        thread.start()
        try:
            yield inside
        finally:
            inside.close()
            thread.join()
            server.close()


@contextmanager
def signals_kept() -> Iterator[None]:
    """Let signals mean afterwards what they have meant before: the processes ignore some."""
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        yield
    finally:
        for number, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
            signal.signal(number, handler)
