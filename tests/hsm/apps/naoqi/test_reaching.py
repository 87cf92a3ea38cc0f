"""How programs find a robot, where there is none."""

import socket
from pathlib import Path

import pytest

from hardware.lola.sockets import SocketError
from hsm.apps.naoqi import ALProxy


def test_a_robot_that_is_not_there_is_told_with_what_to_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(SocketError, match=f"none is served at port {port}\nhint: `hsm serve naoqi"):
        ALProxy("ALMotion", "127.0.0.1", str(port))  # as it comes from the command line
