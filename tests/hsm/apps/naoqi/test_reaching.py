"""Connecting to a robot that is not there, or is there again."""

import socket
from pathlib import Path
from typing import Any

import pytest

from hardware.lola.sockets import SocketError
from hsm.apps.naoqi import ALProxy
from hsm.apps.naoqi.hosting.qi_session import load_qi
from hsm.apps.naoqi.programs.reaching import disconnect


def test_a_missing_robot_is_an_error_that_names_the_command_to_start_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(SocketError, match=f"none is served at port {port}\nhint: `hsm serve naoqi"):
        ALProxy("ALMotion", "127.0.0.1", str(port))  # as it comes from the command line


def qi_server(port: int) -> Any:
    """Return a qi session that serves a small ALMotion at a port."""

    class Motion:
        def walks(self) -> bool:
            return True

    session = load_qi().Session()
    session.listenStandalone(f"tcp://127.0.0.1:{port}")
    session.registerService("ALMotion", Motion())
    return session


def test_a_new_proxy_reaches_a_server_that_was_restarted() -> None:
    pytest.importorskip("qi", reason="qi has no wheel for this computer")
    server = qi_server(0)
    port = int(server.url().rsplit(":", 1)[1])
    assert ALProxy("ALMotion", "127.0.0.1", port).walks()
    server.close()
    server = qi_server(port)
    assert ALProxy("ALMotion", "127.0.0.1", port).walks()
    disconnect(f"tcp://127.0.0.1:{port}")
    server.close()
