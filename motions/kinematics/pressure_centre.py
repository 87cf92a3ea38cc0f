"""Centre of pressure of a sole from its four pressure cells.

Points are on the sole, ahead and to the left of the point below the ankle, m.
"""

from collections.abc import Sequence

from hardware.robots.model import Side, Sole
from hardware.units import FlatPoint


def cells_below(outline: Sole) -> dict[Side, tuple[FlatPoint, ...]]:
    """Return the cell positions of both soles, FL FR RL RR, m, from the left one's outline."""
    left = tuple([(x, y) for x, y, _ in outline.fsr])
    # A cell on the right foot's left is the mirror image of one on the left foot's right.
    right = tuple([(left[cell][0], -left[cell][1]) for cell in (1, 0, 3, 2)])
    return {Side.LEFT: left, Side.RIGHT: right}


def pressure_centre(cells: Sequence[FlatPoint], shares: Sequence[float]) -> FlatPoint:
    """Return the centre of pressure of a sole, m; the point below the ankle if unloaded.

    Args:
        cells: Positions of the cells, m.
        shares: Share of the pressure on each cell.
    """
    total = sum(shares)
    if total <= 0.0:
        return 0.0, 0.0
    x = y = 0.0
    for (ahead, left), share in zip(cells, shares, strict=True):
        x += ahead * share
        y += left * share
    return x / total, y / total
