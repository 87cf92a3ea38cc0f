"""What the commands print: the table of transitions while it happens, progress, errors.

A terminal gets colours, folded reasons and a bar at the bottom; a pipe gets plain lines, one per
change, and no bar.
"""

import textwrap
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from hsm.apps.palette import group_of
from hsm.chart import Transition
from hsm.errors import ConfigError, PlantError

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

_STATE_WIDTH = 31
_MARGIN = 10 + _STATE_WIDTH


def say(text: str = "") -> None:
    """Print one line as it is, without folding it."""
    out.print(text, soft_wrap=True, markup=False)


def complain(error: Exception) -> None:
    """Print an error and what to do about it."""
    # A list of places stays as it is, so that a terminal can make them clickable.
    prefix = "" if isinstance(error, ConfigError) else "error: "
    err.print(f"{prefix}{error}", soft_wrap=True, markup=False, style="red")
    hint = _hint(error)
    if hint:
        err.print(f"hint: {hint}", soft_wrap=True, markup=False)


def _hint(error: Exception) -> str:
    if isinstance(error, PlantError):
        return "`hsm doctor` says what works on this machine."
    return str(getattr(error, "hint", ""))


class Bar:
    """A progress bar that vanishes when its work is done; lines may be printed above it.

    It is seen on a terminal only, inside its `with` block.
    """

    def __init__(self, label: str, total: float, unit: str = "") -> None:
        """Prepare the bar.

        Args:
            label: What is going on.
            total: When it is done.
            unit: Unit of `total`; without one only the share is shown.
        """
        amount = TextColumn(f"{{task.completed:.0f}}/{{task.total:.0f}} {unit}")
        columns = [TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()]
        self._bar = Progress(
            *columns,
            *([amount] if unit else []),
            TimeRemainingColumn(),
            console=out,
            transient=True,
            disable=not out.is_terminal,
        )
        self._task = self._bar.add_task(label, total=total)

    def __enter__(self) -> "Bar":
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def to(self, value: float) -> None:
        """Show how far the work is."""
        self._bar.update(self._task, completed=value)


class Story:
    """Prints transitions as a table while they happen.

    Steps that merely follow each other are counted, not listed, unless every step is asked for.
    """

    def __init__(self, *, every_step: bool = False) -> None:
        """Begin a table; nothing is printed yet."""
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
        self._flush()
        self._row(transition.time, transition.dest, f"{transition.event}: {transition.because}")

    def remark(self, time: float, text: str) -> None:
        """Print something that happened to the robot."""
        self._flush()
        self._row(time, "", text, style="bold")

    def close(self) -> None:
        """Print what is still counted."""
        self._flush()

    def _flush(self) -> None:
        if self._steps:
            mean = self._duration / self._steps
            many = f"{self._steps} more step{'s' * (self._steps != 1)}"
            self._print("", "", f"{many} of {mean:.2f} s", style="dim")
        self._steps, self._duration = 0, 0.0

    def _row(self, time: float, state: str, because: str, style: str = "") -> None:
        self._print(f"{time:.2f}", state, because, style=style)

    def _print(self, time: str, state: str, because: str, *, style: str) -> None:
        if not self._begun:
            self._begun = True
            self._line("t [s]", "state", "because", style="bold", state_style="bold")
        colour = group_of(state).colour if state else ""
        self._line(time, state, because, style=style, state_style=colour)

    def _line(self, time: str, state: str, because: str, *, style: str, state_style: str) -> None:
        line = Text(f"{time:>8}  ", style=style if time else "")
        line.append(f"{state:<{_STATE_WIDTH}}", style=state_style)
        folded = [because]
        if out.is_terminal:
            folded = textwrap.wrap(because, max(out.width - _MARGIN, 30)) or [""]
        line.append(f"\n{' ' * _MARGIN}".join(folded), style=style)
        out.print(line, soft_wrap=True)
