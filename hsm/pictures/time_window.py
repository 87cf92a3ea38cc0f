"""Which part of a run is drawn."""

from dataclasses import dataclass

from hsm.chart.leaves import WALK
from hsm.errors import HsmError
from hsm.runs.reader import RecordedRun

SHOWN = 6.0
"""Time that is drawn if nobody says otherwise, s: single steps can still be told apart."""
_BEFORE = 0.5
"""The picture begins this long before the walk, s."""


@dataclass(frozen=True, slots=True)
class TimeWindow:
    """A part of a run.

    Attributes:
        begin: s.
        end: s.
    """

    begin: float
    end: float


def window_of(run: RecordedRun, begin: float | None, end: float | None) -> TimeWindow:
    """Return the part to draw: what is asked for, s, else the first seconds of walking.

    Raises:
        HsmError: If less than two cycles lie between, or it never walks and nothing was asked.
    """
    first, last = run.rows[0].time, run.rows[-1].time
    if begin is None:
        walking = [row.time for row in run.rows if row.leaf in WALK]
        if not walking and end is None:
            raise HsmError(f"{run.path} never walks: give --from and --to to draw it all the same")
        begin = max(first, walking[0] - _BEFORE) if walking else first
    end = min(begin + SHOWN, last) if end is None else end
    cycles = sum(begin <= row.time <= end for row in run.rows)
    if cycles < 2:
        what = "only one cycle" if cycles else "nothing"
        raise HsmError(
            f"{what} of {run.path} lies between {begin:g} s and {end:g} s; "
            f"it lasts from {first:.2f} s to {last:.2f} s"
        )
    return TimeWindow(begin, end)
