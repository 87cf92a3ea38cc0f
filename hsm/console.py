"""What the commands print with: two streams without any markup, errors, progress.

A terminal gets colours and a bar at the bottom, a pipe gets plain lines. Texts are printed as they
are: `[bold]` in the name of a file is no style, `:100:` in the place of a mistake no picture.
"""

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from hsm.errors import ConfigError, HsmError

out = Console(highlight=False, markup=False, emoji=False)
err = Console(stderr=True, highlight=False, markup=False, emoji=False)


def say(text: str = "") -> None:
    """Print one line as it is, without folding it."""
    out.print(text, soft_wrap=True)


def counted(number: int, word: str) -> str:
    """Return a number of things: `1 motion`, `2 motions`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def complain(error: HsmError) -> None:
    """Print an error and what to do about it."""
    # A list of places stays as it is, so that a terminal can make them clickable.
    prefix = "" if isinstance(error, ConfigError) else "error: "
    err.print(f"{prefix}{error}", soft_wrap=True, style="red")
    if error.hint:
        err.print(f"hint: {error.hint}", soft_wrap=True)


class Bar:
    """A progress bar that vanishes when its work is done; lines may be printed above it.

    It is seen on a terminal only, inside its `with` block.
    """

    def __init__(self, label: str, total: float, unit: str = "") -> None:
        """Prepare the bar; without a unit of its total only the share is shown."""
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
        """Show how far the work is."""
        self._bar.update(self._task, completed=value)
