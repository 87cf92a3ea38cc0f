"""What all figures have in common: their canvas and title, the grid of their axes."""

from typing import Any

GRID = "#e7e9ec"


def new_figure(
    width: float,
    height: float,
    title: str,
    *,
    wrap: bool = False,
    dpi: int = 100,
    size: float = 12,
) -> Any:
    """Return an empty figure of matplotlib, without a window; sizes are in inches.

    A title that is too long may be wrapped; its letters have a size in points.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=dpi, layout="constrained")
    figure.suptitle(title, fontsize=size, x=0.01, ha="left", parse_math=False, wrap=wrap)
    return figure


def beside(figure: Any) -> Any:
    """Return two parts of a figure, for the rows over time and for the way from above."""
    return figure.subfigures(1, 2, width_ratios=[2.6, 1.0])


def lay_grid(axes: Any) -> None:
    """Draw a grid behind all else."""
    axes.grid(color=GRID, lw=0.8)
    axes.set_axisbelow(True)
