"""The folder "Signals": recent tilt, sole forces, step phase, DCM error.

The curves are taken from the robot's own control cycle, never from the physics.
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
"""Visible time span, s."""
EVERY: Final = 2
"""Cycles per point: 24 ms, less than a pixel."""
_LEFT, _RIGHT = "#1f5fa8", "#d9822b"
_FIGURES: Final = (
    ("Tilt, deg", ("roll", "pitch"), (-15.0, 15.0), True),
    ("Sole force, N", ("left", "right"), (0.0, 80.0), True),
    ("Step phase", ("share of its duration",), (0.0, 1.5), False),
    ("DCM error, mm", ("forward", "to the swing side"), (-60.0, 60.0), False),
)
"""Title, curves and range of every figure, and whether the range grows with the curves. A range
that always fits would show noise as motion; curves with gaps (NaN) cannot be fitted."""


class SignalReader:
    """Extracts the plotted signals of a cycle."""

    def __init__(self, cycle: ControlCycle) -> None:
        """Read from a control cycle without changing it."""
        self._walking = cycle.components.walking

    def row(self, outcome: Outcome, *, as_decided: bool = True) -> Row:
        """Return the time in s and the signals in the units of the figures; NaN where undefined.

        Without `as_decided`, when this cycle did not decide like the robot, walk signals are NaN.
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
    """Plots rows of signals."""

    def __init__(self, page: BrowserPage, cycle: float) -> None:
        """Add the folder to the page; `cycle` is the cycle time, s."""
        self._page = page
        self._rows: deque[Row] = deque(maxlen=1 + round(WINDOW / (EVERY * cycle)))
        with page.folder("Signals"):
            self._figures: list[Any] = [
                page.curves(title, names, (_LEFT, _RIGHT)[: len(names)], reach, grows=grows)
                for title, names, reach, grows in _FIGURES
            ]

    def add(self, row: Row) -> None:
        """Add a row."""
        self._rows.append(row)

    def clear(self) -> None:
        """Remove all rows."""
        self._rows.clear()

    def draw(self) -> None:
        """Plot the rows added so far."""
        if len(self._rows) > 1:
            self.show(np.array(self._rows))

    def show(self, table: Rows) -> None:
        """Plot a table of rows, (n, 1 + curves)."""
        column = 1
        with self._page.together():
            for figure, (_, names, reach, grows) in zip(self._figures, _FIGURES, strict=True):
                curves = table[:, column : column + len(names)].T
                curves = curves if grows else np.clip(curves, *reach)
                figure.data = (table[:, 0].copy(), *(curve.copy() for curve in curves))
                column += len(names)
