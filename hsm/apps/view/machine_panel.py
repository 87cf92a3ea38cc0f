"""The folder "State machine": active leaf, time in it, recent transitions, and its diagram."""

from html import escape
from typing import Final

from hsm.apps.view.browser import BrowserPage
from hsm.apps.view.chart_pictures import NO_DOT, ChartPictures
from hsm.apps.view.transition_list import TransitionList
from hsm.palette import group_of

_BOX: Final = (
    "font-size:13px;line-height:1.35;color:#111;border-radius:4px;padding:5px 8px;background:"
)


class MachinePanel:
    """Shows the active leaf of a run."""

    def __init__(self, page: BrowserPage, pictures: ChartPictures) -> None:
        """Add the folder to the page."""
        self._pictures = pictures
        with page.folder("State machine"):
            self._head = page.html()
            self._told = page.html()
            self._picture = page.html("" if pictures.drawn else f"<p>{NO_DOT}</p>")
            self._style = page.html()

    def show(self, leaf: str, seconds: float, transitions: TransitionList) -> None:
        """Show the active leaf by its short name, the time in it, s, and the recent transitions."""
        colour = group_of(leaf).colour
        path = self._pictures.path(leaf).replace(leaf, f"<b>{escape(leaf)}</b>")
        path = path.replace(".", ".<wbr>")  # a long path breaks between its states
        text = f'<div style="{_BOX}{colour}">{path}<br>for {seconds:.1f} s</div>'
        self._head.content = text
        self._told.content = transitions.html()
        if self._pictures.drawn:
            self._picture.content = self._pictures.picture(leaf)
            self._style.content = self._pictures.highlight(leaf, colour)
