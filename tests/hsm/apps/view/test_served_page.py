"""The command `hsm view`: a page on this computer, or one sentence why there is none."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from hsm.apps.view.browser import BrowserPage
from hsm.runs.reader import read_run
from hsm.runs.replay import compare
from tests.hsm.conftest import call
from tests.warm import Warm

HSM = [sys.executable, "-W", "error::DeprecationWarning", "-m", "hsm"]
"""viser deprecates quickly: its warnings are errors here, before the feature is removed."""


class Served:
    """A page served by a separate process."""

    def __init__(self, words: list[str], folder: Path) -> None:
        self.process = subprocess.Popen(
            [*HSM, "view", "--port", "0", *words], cwd=folder, text=True, stdout=subprocess.PIPE
        )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()

    @property
    def address(self) -> str:
        found = re.search(r"http://127\.0\.0\.1:\d+", self.line)
        assert found is not None, self.line
        return found[0]

    def __enter__(self) -> "Served":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def end(self) -> str:
        """Send SIGINT and return the output that follows."""
        self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=60)
        return said


def _until(true: Callable[[], bool]) -> None:
    for _ in range(600):
        if true():
            return
        time.sleep(0.1)
    pytest.fail("a minute has passed")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("view")


@pytest.fixture(scope="module")
def page() -> Iterator[BrowserPage]:
    """Return an empty page: every page of `hsm view` is served as this one is."""
    with closing(BrowserPage("a page", port=0)) as made:
        yield made


@pytest.fixture(scope="module")
def steered(folder: Path) -> str:
    """Steer a run in `runs/view` to its end and return its output."""
    with Served(["--plant", "ideal", "--seed", "3"], folder) as made:
        assert urlopen(made.address, timeout=60).status == 200
        run = folder / "runs" / "view" / "run.hsm"
        _until(lambda: run.exists() and run.stat().st_size > 1000)
        header = run.stat().st_size
        _until(lambda: run.stat().st_size > header)  # cycles follow the header
        said = made.end()
        assert made.process.returncode == 0
    return said


def test_the_page_is_served_on_127_0_0_1_only(page: BrowserPage) -> None:
    assert page.address == f"http://127.0.0.1:{page.port}"
    assert b"<!doctype html" in urlopen(page.address, timeout=60).read()[:200].lower()
    with socket.socket() as elsewhere:  # any other address of this computer
        elsewhere.settimeout(5.0)
        assert elsewhere.connect_ex(("127.0.0.2", page.port)) != 0


@pytest.mark.parametrize(
    ("origin", "let_in"),
    [
        ("http://127.0.0.1:{port}", True),
        ("http://localhost:9000", True),  # a tunnel
        (None, True),  # a program
        ("http://localhost.example:{port}", False),
        ("https://example.org", False),
        ("null", False),
    ],
)
def test_a_page_of_another_origin_cannot_steer_the_robot(
    page: BrowserPage, origin: str | None, let_in: bool
) -> None:
    port = page.port
    said = {} if origin is None else {"Origin": origin.format(port=port)}
    with socket.create_connection(("127.0.0.1", port), 10.0) as client:
        lines = ["GET / HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: viser-v1"]
        lines += [f"{name}: {value}" for name, value in said.items()]
        client.sendall("\r\n".join([*lines, "", ""]).encode())
        answer = client.recv(1000).split(b"\r\n")[0]
    assert answer.startswith(b"HTTP/1.1 101" if let_in else b"HTTP/1.1 403"), answer


def test_a_port_in_use_is_reported_in_one_sentence(
    page: BrowserPage, ready: Warm, folder: Path
) -> None:
    done = call(ready, folder, "view", "--port", str(page.port))
    assert done.returncode == 1
    assert (
        done.stderr.splitlines()[0]
        == f"error: port {page.port} is not available: Address already in use"
    )
    assert done.stderr.splitlines()[1:] == ["hint: --port 0 uses a free one."]


def test_a_steered_run_is_recorded_and_replays(steered: str, folder: Path) -> None:
    assert "runs/view/run.hsm replays it: hsm run --replay runs/view" in steered
    run = read_run(folder / "runs" / "view")
    assert run.header.about["plant"] == "ideal" and run.header.about["seed"] == 3
    assert compare(run).identical


@pytest.mark.usefixtures("steered")
def test_a_recorded_run_is_served_and_exported_as_one_html_file(ready: Warm, folder: Path) -> None:
    with Served([str(folder / "runs" / "view")], folder) as served:
        assert urlopen(served.address, timeout=60).status == 200
        served.end()
        assert served.process.returncode == 0
    done = call(ready, folder, "view", "runs/view", "--html", "run.html")
    assert done.returncode == 0, done.stderr
    page = (folder / "run.html").read_text()
    assert "__VISER_EMBED_DATA__" in page and len(page) < 3e6


def test_without_viser_one_line_says_what_to_install(ready: Warm, folder: Path) -> None:
    done = call(ready, folder, "view", without=("viser",))
    assert done.returncode == 1
    assert done.stderr == "error: viser is not installed; fix: pip install 'nao-hsm[view]'\n"


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["nothing"], 1, "nothing: cannot be read: No such file or directory"),
        (["no_run.hsm"], 1, "no_run.hsm: is not a recorded run"),
        (["--plant", "nowhere"], 1, "unknown plant 'nowhere'"),
        (["--scenario", "nothing"], 1, "nothing"),
        (["--port", "70000"], 2, "70000 is not a number from 0 to 65535"),
        (["--html", "page.html"], 2, "--html requires a recorded run: give RUN"),
        (["no_run.hsm", "--plant", "worn"], 2, "no other options than --port and --html"),
    ],
)
def test_an_invalid_argument_is_reported_in_one_sentence(
    ready: Warm, folder: Path, words: list[str], code: int, sentence: str
) -> None:
    (folder / "no_run.hsm").write_text("a text")
    done = call(ready, folder, "view", *words)
    assert done.returncode == code, done.stderr
    assert sentence in " ".join(done.stderr.replace("│", " ").split())
    assert "Traceback" not in done.stderr


def test_only_one_module_imports_viser() -> None:
    root = Path(__file__).parents[4]
    using = [
        str(path.relative_to(root))
        for name in ("hsm", "motions", "hardware")
        for path in sorted((root / name).rglob("*.py"))
        if re.search(r"^\s*(import|from) viser\b", path.read_text(), re.MULTILINE)
    ]
    assert using == [os.path.join("hsm", "apps", "view", "browser.py")]
