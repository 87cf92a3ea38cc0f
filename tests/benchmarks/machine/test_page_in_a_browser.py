"""A visitor in a real browser presses Push, and reads that the robot falls and why.

Chromium is controlled over its DevTools protocol; without it the test is skipped with a hint.
"""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from websockets.sync.client import connect

pytestmark = pytest.mark.benchmark

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
PATIENCE = 180.0
"""Seconds: a browser without a graphics card draws a few pictures per second."""


class Browser:
    """One browser tab."""

    def __init__(self, folder: Path, address: str) -> None:
        assert CHROMIUM is not None
        self._process = subprocess.Popen(
            [
                CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu-sandbox",
                "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--window-size=1200,900",
                "--remote-debugging-port=0", f"--user-data-dir={folder}", address,
            ],
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        port = self._port(folder / "DevToolsActivePort")
        tabs = json.loads(urlopen(f"http://127.0.0.1:{port}/json", timeout=30).read())
        (tab,) = (tab for tab in tabs if tab["type"] == "page")
        self._socket = connect(tab["webSocketDebuggerUrl"], max_size=None, open_timeout=60)
        self._numbers = count(1)

    def close(self) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(timeout=60)

    def value(self, expression: str) -> Any:
        """Return the value of a JavaScript expression in the tab."""
        number = next(self._numbers)
        asked = {"expression": expression, "returnByValue": True}
        self._socket.send(json.dumps({"id": number, "method": "Runtime.evaluate", "params": asked}))
        while True:
            told = json.loads(self._socket.recv(timeout=PATIENCE))
            if told.get("id") == number:
                return told["result"]["result"].get("value")

    def until(self, expression: str) -> None:
        end = time.monotonic() + PATIENCE
        while not self.value(expression):
            assert time.monotonic() < end, f"never: {expression}\n{self.text}"
            time.sleep(0.2)

    @property
    def text(self) -> str:
        """Return all readable text of the page."""
        return str(self.value("document.body.innerText"))

    def press(self, label: str) -> None:
        button = f"[...document.querySelectorAll('button')].find(b => b.innerText === '{label}')"
        self.until(f"!!{button}")
        self.value(f"{button}.click()")

    @staticmethod
    def _port(told: Path) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if told.exists() and (lines := told.read_text().splitlines()):
                return lines[0]
            time.sleep(0.1)
        raise TimeoutError("the browser does not begin")


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    page = subprocess.Popen(
        [sys.executable, "-m", "hsm", "view", "--port", "0"],
        cwd=tmp_path,
        text=True,
        stdout=subprocess.PIPE,
    )
    assert page.stdout is not None
    yield page.stdout.readline().split()[0]
    page.terminate()
    page.wait(timeout=60)


@pytest.fixture
def browser(tmp_path: Path, address: str) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine; fix: apt-get install chromium")
    made = Browser(tmp_path / "profile", address)
    yield made
    made.close()


def test_a_push_on_the_page_ends_in_fall_protection_and_a_get_up(browser: Browser) -> None:
    browser.until("document.body.innerText.includes('Stand.Normal')")
    browser.press("Push")
    browser.until("document.body.innerText.includes('push 4 Ns forward')")
    browser.until("document.body.innerText.includes('FallProtection')")
    assert "falling forward" in browser.text
    filled = "[...document.querySelectorAll('style')].some(s => s.innerText.includes('GetUp'))"
    browser.until(filled)
    assert browser.value("!!document.getElementById('Active.KeyframePhase.GetUp.Execute')")
