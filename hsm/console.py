"""Console output of the commands: two streams without markup, errors, progress bars.

A terminal gets colours and a bar at the bottom, a pipe gets plain lines. Texts are printed
verbatim: `[bold]` in a file name is not a style, `:100:` in an error location not an emoji.
"""

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from hsm.errors import ConfigError, HsmError

out = Console(highlight=False, markup=False, emoji=False)
err = Console(stderr=True, highlight=False, markup=False, emoji=False)


def say(text: str = "") -> None:
    """Print one line verbatim, without wrapping it."""
    out.print(text, soft_wrap=True)


def note(text: str, style: str = "") -> None:
    """Print one line verbatim to stderr: machines read stdout."""
    err.print(text, soft_wrap=True, style=style)


def complain(error: HsmError) -> None:
    """Print an error and its hint."""
    # Locations (file:line:column) get no prefix, so that a terminal can make them clickable.
    prefix = "" if isinstance(error, ConfigError) else "error: "
    note(f"{prefix}{error}", "red")
    if error.hint:
        note(f"hint: {error.hint}")


class Bar:
    """A progress bar that vanishes when the work is done; lines may be printed above it.

    It is shown only on a terminal and only inside its `with` block.
    """

    def __init__(self, label: str, total: float, unit: str = "") -> None:
        """Create the bar; without a unit it shows only the percentage."""
        amount = TextColumn(f"{{task.completed:.0f}}/{{task.total:.0f}} {unit}", markup=False)
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
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

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def to(self, value: float) -> None:
        """Set the amount of work done."""
        self._bar.update(self._task, completed=value)
