"""A visible socket accepts connections, and no file or socket of others is removed."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.lola.sockets import SocketError, SocketFile, connect, listen
from hsm.campaigns.wire.processes import short_folder


@pytest.fixture
def path() -> Iterator[Path]:
    with short_folder() as folder:
        yield folder / "requests"


def test_a_path_appears_only_once_connections_are_accepted(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []
    begins = socket.socket.listen

    def begin(waiting: socket.socket, most: int) -> None:
        seen.append(path.exists())
        begins(waiting, most)

    monkeypatch.setattr(socket.socket, "listen", begin)
    with listen(path):
        connect(path).close()
    assert seen == [False]
    assert list(path.parent.iterdir()) == [path]


def test_a_path_left_by_a_killed_process_is_taken_over(path: Path) -> None:
    listen(path).close()
    with pytest.raises(ConnectionRefusedError):
        connect(path)
    with listen(path):
        connect(path).close()


def test_a_served_socket_and_any_other_file_are_left_alone(path: Path) -> None:
    file = path.with_name("notes")
    file.write_text("mine")
    with listen(path):
        with pytest.raises(SocketError, match="is served by another process"):
            listen(path)
        with pytest.raises(SocketError, match="exists and is not a socket"):
            listen(file)
        connect(path).close()
    assert file.read_text() == "mine"
    assert sorted(path.parent.iterdir()) == [file, path]


def test_a_socket_with_a_full_queue_counts_as_served(path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as busy:
        busy.bind(str(path))
        busy.listen(0)
        with connect(path), pytest.raises(SocketError, match="is served by another process"):
            listen(path)
    assert path.exists()


def test_a_server_removes_its_own_socket_and_none_of_others(path: Path) -> None:
    with listen(path):
        first = SocketFile.of(path)
        path.unlink()  # somebody has cleaned up, and the next server opens the path
        with listen(path):
            second = SocketFile.of(path)
            first.remove()
            assert path.exists()
            second.remove()
            assert not path.exists()
            second.remove()


def test_a_path_that_cannot_be_opened_is_refused_with_a_hint(path: Path) -> None:
    with pytest.raises(SocketError, match="No such file") as told:
        listen(path.parent / "missing" / "requests")
    assert "a folder that exists" in told.value.hint
    with pytest.raises(SocketError, match="at most 107 bytes"):
        listen(path.with_name("r" * 100))
