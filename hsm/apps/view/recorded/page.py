"""`hsm view RUN`: a recorded run with a time slider; `--html FILE`: a self-contained page."""

import time
from contextlib import closing, suppress
from heapq import merge
from html import escape
from operator import itemgetter
from pathlib import Path
from typing import Final

import numpy as np

from hsm.apps.view.browser import BrowserPage
from hsm.apps.view.chart_pictures import ChartPictures
from hsm.apps.view.machine_panel import MachinePanel
from hsm.apps.view.recorded.playback import Playback
from hsm.apps.view.recorded.run import RunToView, load_run
from hsm.apps.view.run_panel import NAMES, REAL, alarm
from hsm.apps.view.scene import PageScene
from hsm.apps.view.signals import WINDOW, SignalPanel
from hsm.apps.view.transition_list import TransitionList
from hsm.chart import Transition, robot_chart
from hsm.console import Bar, say
from hsm.errors import demand_package
from hsm.output_files import demand_file, write_whole
from hsm.runs.truth import remarks

_PICTURE: Final = 1 / 25
"""Period of the pictures, s, also in an HTML file."""
_SLIDER: Final = 0.2
"""Period of the slider's updates, s: updated faster, it could not be dragged."""
_AHEAD: Final = 2.0
"""Part of the curves shown after the cursor, s."""


class RecordedPage:
    """The page of one recorded run.

    Attributes:
        playback: Position of the cursor.
    """

    def __init__(self, page: BrowserPage, run: RunToView, pictures: ChartPictures) -> None:
        """Add everything to the page."""
        times = run.times
        self._run, self._page, self._first, self._last = run, page, times[0], times[-1]
        transitions = run.transitions()
        self._events: list[tuple[int, str | Transition]]
        self._events = list(merge(run.changes(), transitions, key=itemgetter(0)))
        stops = [told.time for _, told in transitions if told.source != told.dest]
        self.playback = Playback(times, stops)
        self._table = run.signals
        self._shown: int | None = None
        self._moved = 0.0
        with page.folder("Run"):
            self._line = page.html()
            self._slider = page.slider("time, s", times[0], times[-1], 0.01, times[0], self._drag)
            page.buttons("time", ("Play", "Pause"), self._play)
            page.buttons("transition", ("Previous", "Next"), self._jump)
            page.choice("speed", tuple(NAMES), self._choose, chosen=REAL)
            page.checkbox("follow the robot", True, self._follow)
            self._trouble = page.html()
            page.refuse = self._refuse
        with page.column("What it decided"):
            self._machine = MachinePanel(page, pictures)
            self._signals = SignalPanel(page, run.settings.robot.cycle)
        self._scene = PageScene(page, run.poses)

    def show(self) -> None:
        """Show the moment of the cursor if it has changed."""
        row = self.playback.row
        if row == self._shown:
            return
        self._shown = row
        now = self.playback.time
        with self._page.together():
            self._scene.show(*self._run.of(row))
        if abs(now - self._moved) > _SLIDER * self.playback.speed or not self.playback.plays:
            self._words(row, now)

    def _words(self, row: int, now: float) -> None:
        self._moved = now
        recorded = self._run.run.rows[row]
        if self.playback.plays:
            self._slider.value = now
        told, entered = TransitionList(), self._first
        for number, event in self._events:
            if number > row:
                break
            if isinstance(event, str):
                told.remark(self._run.times[number], event)
                continue
            told.add(event)
            if event.source != event.dest:
                entered = event.time
        self._line.content = (
            f'<div style="font-size:13px"><b>{recorded.time:.2f} s</b> of {self._last:.2f} s</div>'
            f'<div style="font-size:12px;color:#5b6673">{escape(self._run.says)}</div>'
        )
        self._machine.show(recorded.leaf, max(0.0, recorded.time - entered), told)
        begin, end = np.searchsorted(
            self._table[:, 0], (now + _AHEAD - WINDOW, now + _AHEAD)
        ).tolist()
        if end - begin > 1:
            self._signals.show(self._table[begin:end])

    def _refuse(self, sentence: str) -> None:
        self._trouble.content = alarm(sentence)

    def _drag(self, value: float) -> None:
        self.playback.plays = False
        self.playback.time = value

    def _play(self, name: str) -> None:
        self.playback.plays = name == "Play"
        if self.playback.plays and self.playback.time >= self._last:
            self.playback.time = self._first

    def _jump(self, name: str) -> None:
        self.playback.plays = False
        self.playback.to_next() if name == "Next" else self.playback.to_previous()
        self._slider.value = self.playback.time

    def _choose(self, name: str) -> None:
        self.playback.speed = NAMES[name]

    def _follow(self, follows: bool) -> None:
        self._scene.follows = follows


def view_recorded(path: Path, port: int) -> None:
    """Serve a recorded run until interrupted; port 0 uses a free one."""
    demand_package("viser", "view")
    run = load_run(path)
    _warn(run)
    pictures = ChartPictures(robot_chart(run.settings.robot.cycle))
    with closing(BrowserPage("nao-hsm", port=port)) as page, suppress(KeyboardInterrupt):
        view = RecordedPage(page, run, pictures)
        say(f"{page.address}   Control-C ends")
        before = time.monotonic()
        while True:
            view.show()
            time.sleep(_PICTURE)
            now = time.monotonic()
            view.playback.advance(now - before)
            before = now


def write_page(path: Path, html: Path) -> None:
    """Write a recorded run as a self-contained HTML file."""
    demand_package("viser", "view")
    demand_file(html, "--html FILE")
    run = load_run(path)
    _warn(run)
    times, rows = run.times, run.run.rows
    step = max(1, round(_PICTURE / run.settings.robot.cycle))
    with closing(BrowserPage("nao-hsm", port=0)) as page, Bar(html.name, times[-1], "s") as bar:
        scene = PageScene(page, run.poses)
        label = page.label((0.0, 0.0, 0.72))
        recording = page.recording()
        for row in range(0, len(times), step):
            scene.show(*run.of(row))
            label.text = f"{times[row]:.1f} s   {rows[row].leaf}"
            recording.insert_sleep(step * run.settings.robot.cycle)
            bar.to(times[row])
        write_whole(html, recording.as_html())
    say(f"{html}   {html.stat().st_size / 1e6:.1f} MB, opens in any browser without a server")


def _warn(run: RunToView) -> None:
    for remark in remarks(run.run, run.truth):
        say(f"warning: {remark}")
