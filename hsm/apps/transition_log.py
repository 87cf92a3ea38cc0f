"""Table of transitions, printed as they happen.

A terminal gets colours and wrapped reasons; a pipe gets plain lines, one per transition.
"""

import textwrap

from rich.text import Text

from hsm.chart import Transition
from hsm.console import out
from hsm.errors import counted
from hsm.palette import group_of

_STATE_WIDTH = 31
_MARGIN = 10 + _STATE_WIDTH


class TransitionLog:
    """Prints transitions as a table while they happen.

    Consecutive walking steps are only counted, unless `every_step` is set.
    """

    def __init__(self, *, every_step: bool = False) -> None:
        """Create an empty table; nothing is printed yet."""
        self._every_step = every_step
        self._steps = 0
        self._duration = 0.0
        self._begun = False

    def tell(self, transition: Transition) -> None:
        """Print one transition, or count it."""
        again = transition.event == "next_step" and transition.source == transition.dest
        if again and not self._every_step:
            self._steps += 1
            self._duration += transition.seconds_in_state
            return
        self.close()
        because = f"{transition.event}: {transition.because}"
        self._print(f"{transition.time:.2f}", transition.dest, because)

    def remark(self, time: float, text: str) -> None:
        """Print an external event, such as a disturbance."""
        self.close()
        self._print(f"{time:.2f}", "", text, style="bold")

    def close(self) -> None:
        """Print the steps that are counted but not yet printed."""
        if self._steps:
            mean = self._duration / self._steps
            many = counted(self._steps, "more step")
            self._print("", "", f"{many} of {mean:.2f} s", style="dim")
        self._steps, self._duration = 0, 0.0

    def _print(self, time: str, state: str, because: str, *, style: str = "") -> None:
        if not self._begun:
            self._begun = True
            self._line("t [s]", "state", "because", style="bold", state_style="bold")
        colour = group_of(state).colour if state else ""
        self._line(time, state, because, style=style, state_style=colour)

    def _line(self, time: str, state: str, because: str, *, style: str, state_style: str) -> None:
        line = Text(f"{time:>8}  ", style=style if time else "")
        line.append(f"{state:<{_STATE_WIDTH - 1}} ", style=state_style)
        folded = [because]
        if out.is_terminal:
            folded = textwrap.wrap(because, max(out.width - _MARGIN, 30)) or [""]
        line.append(f"\n{' ' * _MARGIN}".join(folded), style=style)
        out.print(line, soft_wrap=True)
