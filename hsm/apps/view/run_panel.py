"""The folder "Run": time, speed, pause, single cycles, and errors."""

from collections.abc import Callable
from html import escape
from typing import Final

from hsm.apps.view.browser import BrowserPage
from hsm.apps.view.tempo import SPEEDS, Tempo

NAMES: Final = {f"{speed:g}x" if speed >= 1 else f"1/{1 / speed:g}x": speed for speed in SPEEDS}
REAL: Final = "1x"


class RunPanel:
    """Shows the time of a run and lets a visitor set its speed."""

    def __init__(
        self,
        page: BrowserPage,
        tempo: Tempo,
        start_again: Callable[[], None],
        follow: Callable[[bool], None],
    ) -> None:
        """Add the folder to the page, as the first one.

        `start_again` requests a new run, `follow` sets whether the view follows the robot.
        """
        self._tempo = tempo
        self._time, self._says = 0.0, ""
        page.refuse = self.refuse
        with page.folder("Run"):
            self._line = page.html()
            self._trouble, self._refusal = page.html(), page.html()
            page.choice("speed", tuple(NAMES), self._choose, chosen=REAL)
            clock = {"Pause": self.pause, "Go on": self.go_on, "One cycle": tempo.one_cycle}
            page.buttons("time", tuple(clock), lambda name: clock[name]())
            page.checkbox("follow the robot", True, follow)
            page.button("Start again", start_again)

    def pause(self) -> None:
        """Pause the run."""
        self._tempo.paused = True
        self.show(self._time, self._says)

    def go_on(self) -> None:
        """Resume the run."""
        self._tempo.paused = False

    def _choose(self, name: str) -> None:
        self._tempo.speed = NAMES[name]

    def show(self, time: float, says: str) -> None:
        """Show the time of the run, s, and a description of it."""
        self._time, self._says = time, says
        tempo = self._tempo
        pace = "paused" if tempo.paused else f"{tempo.reached:.2f}x real time"
        self._line.content = (
            '<div style="font-size:13px;display:flex;justify-content:space-between">'
            f"<b>{time:.2f} s</b><span>{pace}</span></div>"
            f'<div style="font-size:12px;color:#5b6673">{escape(says)}</div>'
        )

    def trouble(self, sentence: str) -> None:
        """Show an error of the run; an empty sentence removes it."""
        self._trouble.content = alarm(sentence)

    def refuse(self, sentence: str) -> None:
        """Show why a visitor's request was refused; an empty sentence removes it."""
        self._refusal.content = alarm(sentence)


def alarm(sentence: str) -> str:
    """Return an error as HTML; empty for an empty sentence."""
    style = (
        "font-size:12px;background:#d64550;color:#fff;border-radius:4px;padding:4px 8px;margin:3px"
    )
    return f'<div style="{style}">{escape(sentence)}</div>' if sentence else ""
