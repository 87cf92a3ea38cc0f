"""The folder "Signals": tilt, forces on the soles, phase of the step, DCM error, lately.

What is drawn comes out of the cycle that the robot itself decides by, never from the physics.
"""

import math
from collections import deque
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hsm.apps.view.browser import BrowserPage, scales_to
from hsm.chart.leaves import WALK_PHASE
from hsm.control.cycle import ControlCycle, Outcome

Row = tuple[float, ...]
Rows = NDArray[np.float64]
WINDOW: Final = 10.0
"""What is seen at once, s."""
EVERY: Final = 2
"""Cycles from one point to the next: 24 ms, narrower than a pixel."""
_ABOVE: Final = 1.1
"""So much further a scale reaches than its last number, which has room then."""
_LEFT, _RIGHT = "#1f5fa8", "#d9822b"
_FIGURES: Final = (
    ("Tilt, deg", ("roll", "pitch"), (15.0, 45.0, 100.0), True),
    ("Force on the soles, N", ("left", "right"), (80.0, 200.0, 500.0), False),
    ("Phase of the step", ("share of its time",), (1.5, 3.0, 6.0), False),
    ("DCM error, mm", ("forward", "to the swing side"), (30.0, 100.0, 300.0), True),
)
"""Of every figure its title, its curves, how far it reaches (the first that is enough), and whether
it reaches as far below zero: scales that follow every value would show noise as motion."""


class SignalReader:
    """Reads the row of a cycle."""

    def __init__(self, cycle: ControlCycle) -> None:
        """Look at a control cycle; nothing in it is changed."""
        self._walking = cycle.components.walking

    def row(self, outcome: Outcome) -> Row:
        """Return time in s and what is drawn, in the units in which it is; NaN where it is not."""
        robot = outcome.robot
        phase = forward = side = math.nan
        running = self._walking.running
        if outcome.leaf in WALK_PHASE and running is not None:
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

    def __init__(self, page: BrowserPage) -> None:
        """Add the folder to the page."""
        self._page = page
        self._rows: deque[Row] = deque(maxlen=1 + round(WINDOW / (EVERY * 0.012)))
        self._reach = [0.0] * len(_FIGURES)
        with page.folder("Signals"):
            self._figures: list[Any] = [
                page.curves(title, names, (_LEFT, _RIGHT)[: len(names)])
                for title, names, _, _ in _FIGURES
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
            for number, (_, names, reaches, both) in enumerate(_FIGURES):
                curves = table[:, column : column + len(names)].T
                column += len(names)
                largest = float(np.nanmax(np.abs(curves), initial=0.0))
                reach = next((reach for reach in reaches if largest <= reach), reaches[-1])
                figure = self._figures[number]
                if reach != self._reach[number]:
                    self._reach[number] = reach
                    top = _ABOVE * reach
                    figure.scales = scales_to(-top if both else 0.0, top)
                figure.data = (table[:, 0].copy(), *(curve.copy() for curve in curves))
