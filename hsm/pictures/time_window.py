"""The part of a run to draw."""

from hsm.chart.leaves import WALK
from hsm.errors import HsmError
from hsm.runs.reader import RecordedRun
from hsm.runs.time_window import TimeWindow

SHOWN = 6.0
"""Default duration, s: single steps can still be told apart."""
_BEFORE = 0.5
"""Time before the walk at which the default window begins, s."""


def window_of(run: RecordedRun, begin: float | None, end: float | None) -> TimeWindow:
    """Return the part to draw: the requested one, s, else the first seconds of walking.

    Raises:
        HsmError: If it has less than two cycles, or the robot never walks and no part is requested.
    """
    first, last = run.rows[0].time, run.rows[-1].time
    if begin is None:
        walking = [row.time for row in run.rows if row.leaf in WALK]
        if not walking and end is None:
            raise HsmError(f"{run.path} never walks: give --from and --to to draw it anyway")
        begin = max(first, walking[0] - _BEFORE) if walking else first
    end = min(begin + SHOWN, last) if end is None else end
    window = TimeWindow(begin, end)
    cycles = sum(row.time in window for row in run.rows)
    if cycles < 2:
        what = "only one cycle" if cycles else "nothing"
        raise HsmError(
            f"{what} of {run.path} lies between {begin:g} s and {end:g} s; "
            f"it lasts from {first:.2f} s to {last:.2f} s"
        )
    return window
