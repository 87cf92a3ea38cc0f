"""The folder "Run": the time, how fast it goes, pause, single cycles, and what has gone wrong."""

from collections.abc import Callable
from html import escape
from typing import Final

from hsm.apps.view.browser import BrowserPage
from hsm.apps.view.tempo import SPEEDS, Tempo

NAMES: Final = {f"{speed:g}x" if speed >= 1 else f"1/{1 / speed:g}x": speed for speed in SPEEDS}
REAL: Final = "1x"


class RunPanel:
    """Says how far a run is, and lets a visitor set how fast it goes."""

    def __init__(
        self,
        page: BrowserPage,
        tempo: Tempo,
        start_again: Callable[[], None],
        follow: Callable[[bool], None],
    ) -> None:
        """Add the folder to the page; it stands first.

        `start_again` asks for another run, `follow` lets the view go with the robot, or not.
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
        """Let time stand still."""
        self._tempo.paused = True
        self.show(self._time, self._says)

    def go_on(self) -> None:
        """Let it go on."""
        self._tempo.paused = False

    def _choose(self, name: str) -> None:
        self._tempo.speed = NAMES[name]

    def show(self, time: float, says: str) -> None:
        """Show how far the run is, s, and a word on it."""
        self._time, self._says = time, says
        tempo = self._tempo
        pace = "paused" if tempo.paused else f"{tempo.reached:.2f}x real time"
        self._line.content = (
            '<div style="font-size:13px;display:flex;justify-content:space-between">'
            f"<b>{time:.2f} s</b><span>{pace}</span></div>"
            f'<div style="font-size:12px;color:#5b6673">{escape(says)}</div>'
        )

    def trouble(self, sentence: str) -> None:
        """Show what has gone wrong in the run; an empty sentence takes it away again."""
        self._trouble.content = alarm(sentence)

    def refuse(self, sentence: str) -> None:
        """Show what a visitor cannot have, until something else is asked for that can be had."""
        self._refusal.content = alarm(sentence)


def alarm(sentence: str) -> str:
    """Return what has gone wrong as HTML; nothing for an empty sentence."""
    style = (
        "font-size:12px;background:#d64550;color:#fff;border-radius:4px;padding:4px 8px;margin:3px"
    )
    return f'<div style="{style}">{escape(sentence)}</div>' if sentence else ""
