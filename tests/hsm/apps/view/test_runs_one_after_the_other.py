"""Consecutive runs on one page, whatever ends them, are recorded separately."""

import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hsm.apps.view import live
from hsm.apps.view.live import LiveView, ViewOptions
from hsm.runs.reader import read_run
from hsm.runs.replay import compare
from hsm.simulated.simulation import Simulation
from tests.hsm.apps.view.fake_page import FakePage


class Visited(LiveView):
    """A live page with a scripted visitor."""

    page: Any

    def visit(self, *steps: Callable[[], None]) -> None:
        """Serve the page while a visitor carries out some steps, then stop."""
        failed: list[Exception] = []

        def visitor() -> None:
            try:
                for step in steps:
                    step()
            except Exception as error:
                failed.append(error)
            signal.raise_signal(signal.SIGINT)

        thread = threading.Thread(target=visitor)
        thread.start()
        self.serve()
        thread.join()
        assert not failed, failed

    def until(self, words: str) -> Callable[[], None]:
        def wait() -> None:
            for _ in range(6000):
                if words in self.page.words:
                    return
                threading.Event().wait(0.01)
            raise AssertionError(f"never: {words}\n{self.page.words}")

        return wait

    def press(self, *what: str) -> Callable[[], None]:
        return lambda: self.page.press(*what)


@pytest.fixture
def view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Visited:
    monkeypatch.setattr(live, "BrowserPage", FakePage)
    return Visited(ViewOptions(plant="ideal", record=tmp_path / "run"))


def test_start_again_begins_a_new_run_and_keeps_the_first(view: Visited, tmp_path: Path) -> None:
    view.visit(
        view.until("<b>1."),
        view.press("Push"),
        view.until("push 4 Ns forward"),
        view.press("time", "Pause"),
        view.press("Start again"),
        view.until("<b>0."),
    )
    for name in ("run", "run-2"):
        assert compare(read_run(tmp_path / name)).identical
    assert "push" not in view.page.words


def test_a_run_that_breaks_off_is_reported_and_another_can_begin(
    view: Visited, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Simulation] = []

    def breaking(*words: Any, **more: Any) -> Simulation:
        simulation = Simulation(*words, **more)
        made.append(simulation)
        if len(made) == 1:
            monkeypatch.setattr(simulation.robot, "receive", lambda: 1 / 0)
        return simulation

    monkeypatch.setattr(live, "Simulation", breaking)
    view.visit(
        view.until("ZeroDivisionError: division by zero. The run has ended; press Start again."),
        view.press("Start again"),
        view.until("<b>0."),
    )
    assert len(made) == 2 and "has ended" not in view.page.words
    assert compare(read_run(tmp_path / "run-2")).identical
