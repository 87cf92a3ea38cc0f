"""Common parts of all figures: canvas, title and grid."""

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
    """Return an empty matplotlib figure without a window, with the given width and height, inches.

    `wrap` wraps a long title; `size` is its font size in points.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=dpi, layout="constrained")
    figure.suptitle(title, fontsize=size, x=0.01, ha="left", parse_math=False, wrap=wrap)
    return figure


def beside(figure: Any) -> Any:
    """Return two subfigures, for the plots over time and for the path from above."""
    return figure.subfigures(1, 2, width_ratios=[2.6, 1.0])


def lay_grid(axes: Any, *, frame: bool = True) -> None:
    """Draw a grid behind everything else; without a frame, remove the lines above and right."""
    axes.grid(color=GRID, lw=0.8)
    axes.set_axisbelow(True)
    if not frame:
        axes.spines[["top", "right"]].set_visible(False)


def bare_band(axes: Any) -> None:
    """Leave nothing but the label of a band of states: it has no scale."""
    axes.set_ylabel("state")
    axes.set_yticks([])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
