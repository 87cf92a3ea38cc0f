"""The last transitions with their reasons; consecutive walking steps are counted."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from hsm.chart import Transition
from hsm.palette import group_of

_SHOWN: Final = 6
"""Number of entries: more are not readable during a run."""

_FEW_LINES: Final = (
    "overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3"
)


@dataclass(slots=True)
class _Told:
    time: float
    state: str
    because: str
    again: int = 0


class TransitionList:
    """Recent transitions, disturbances and changes of the walk."""

    def __init__(self) -> None:
        """Create an empty list."""
        self._told: deque[_Told] = deque(maxlen=_SHOWN)

    def add(self, transition: Transition) -> None:
        """Add a transition."""
        because = f"{transition.event}: {transition.because}"
        if transition.source == transition.dest and self._told:
            last = self._told[-1]
            if last.state == transition.dest:
                last.again += 1
                last.because = because
                return
        self._told.append(_Told(transition.time, transition.dest, because))

    def remark(self, time: float, words: str) -> None:
        """Add a disturbance, or a change of the walk."""
        self._told.append(_Told(time, "", words))

    def html(self) -> str:
        """Return an HTML table, newest entry first."""
        rows = "".join(self._rows())
        return (
            '<table style="font-size:12px;line-height:1.3;border-spacing:0 3px;'
            f'border-collapse:separate;width:100%">{rows}</table>'
        )

    def _rows(self) -> Iterator[str]:
        for told in reversed(self._told):
            name = escape(told.state) + (f" ×{told.again + 1}" if told.again else "")
            chip = f"background:{group_of(told.state).colour}" if told.state else ""
            state = (
                f'<span style="{chip};color:#111;border-radius:3px;padding:0 4px">{name}</span> '
                if told.state
                else '<b style="color:#c0261c">▶</b> '
            )
            yield (
                '<tr><td style="vertical-align:top;text-align:right;padding-right:6px;'
                f'font-variant-numeric:tabular-nums">{told.time:.2f}</td>'
                f'<td><div style="{_FEW_LINES}">{state}{escape(told.because)}</div></td></tr>'
            )
