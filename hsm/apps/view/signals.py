"""The folder "Signals": tilt, forces on the soles, phase of the step, DCM error, lately.

What is drawn comes out of the cycle that the robot itself decides by, never from the physics.
"""

import math
from collections import deque
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hsm.apps.view.browser import BrowserPage
from hsm.chart.leaves import WALK_PHASE
from hsm.control.cycle import ControlCycle, Outcome

Row = tuple[float, ...]
Rows = NDArray[np.float64]
WINDOW: Final = 10.0
"""What is seen at once, s."""
EVERY: Final = 2
"""Cycles from one point to the next: 24 ms, narrower than a pixel."""
_LEFT, _RIGHT = "#1f5fa8", "#d9822b"
_FIGURES: Final = (
    ("Tilt, deg", ("roll", "pitch"), (-15.0, 15.0), True),
    ("Force on the soles, N", ("left", "right"), (0.0, 80.0), True),
    ("Phase of the step", ("share of its time",), (0.0, 1.5), False),
    ("DCM error, mm", ("forward", "to the swing side"), (-60.0, 60.0), False),
)
"""Of every figure its title, its curves, from where to where it reaches, and whether it grows with
them: a scale that followed every value would show noise as motion, and gaps have no height."""


class SignalReader:
    """Reads the row of a cycle."""

    def __init__(self, cycle: ControlCycle) -> None:
        """Look at a control cycle; nothing in it is changed."""
        self._walking = cycle.components.walking

    def row(self, outcome: Outcome, *, as_decided: bool = True) -> Row:
        """Return time in s and what is drawn, in the units in which it is; NaN where it is not.

        Only what is sensed is drawn if this is not how the robot has decided.
        """
        robot = outcome.robot
        phase = forward = side = math.nan
        running = self._walking.running
        if as_decided and outcome.leaf in WALK_PHASE and running is not None:
            phase = running.phase
            error = self._walking.walk.dcm_error
            forward, side = 1e3 * error.forward, 1e3 * error.side
        return (
            robot.time,
            math.degrees(robot.roll),
            math.degrees(robot.pitch),
            robot.support.left_force,
            robot.support.right_force,
            phase,
            forward,
            side,
        )


class SignalPanel:
    """Draws rows."""

    def __init__(self, page: BrowserPage, cycle: float) -> None:
        """Add the folder to the page; `cycle` is the length of one, s."""
        self._page = page
        self._rows: deque[Row] = deque(maxlen=1 + round(WINDOW / (EVERY * cycle)))
        with page.folder("Signals"):
            self._figures: list[Any] = [
                page.curves(title, names, (_LEFT, _RIGHT)[: len(names)], reach, grows=grows)
                for title, names, reach, grows in _FIGURES
            ]

    def add(self, row: Row) -> None:
        """Take in a row."""
        self._rows.append(row)

    def clear(self) -> None:
        """Forget all rows."""
        self._rows.clear()

    def draw(self) -> None:
        """Show the rows that were taken in."""
        if len(self._rows) > 1:
            self.show(np.array(self._rows))

    def show(self, table: Rows) -> None:
        """Show a table of rows, (n, 1 + curves)."""
        column = 1
        with self._page.together():
            for figure, (_, names, reach, grows) in zip(self._figures, _FIGURES, strict=True):
                curves = table[:, column : column + len(names)].T
                curves = curves if grows else np.clip(curves, *reach)
                figure.data = (table[:, 0].copy(), *(curve.copy() for curve in curves))
                column += len(names)
