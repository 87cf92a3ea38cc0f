"""Figures and films as results: checked before the work begins, and saved completely."""

from pathlib import Path
from typing import Any

from hsm.errors import UsageError, demand_package
from hsm.output_files import demand_file, whole_file

_FIGURES = (".png", ".svg", ".pdf")
_FILMS = (".mp4",)


def demand_figure(path: Path, option: str = "--out FILE") -> None:
    """Check that a figure can be drawn and saved.

    Args:
        path: The file.
        option: What gives another one, for the hint; empty if nothing does.

    Raises:
        UsageError: If `path` has a wrong extension.
        HsmError: If matplotlib is missing, or `path` cannot be written.
    """
    _demand(path, option, "matplotlib", _FIGURES)


def demand_film(path: Path, option: str) -> None:
    """Check that a film can be encoded and saved; the arguments are those of `demand_figure`.

    Raises:
        UsageError: If `path` has a wrong extension.
        HsmError: If PyAV is missing, or `path` cannot be written.
    """
    _demand(path, option, "av", _FILMS)


def save_figure(figure: Any, path: Path) -> None:
    """Save a matplotlib figure; the extension selects the format."""
    with whole_file(path) as new:
        figure.savefig(new)


def _demand(path: Path, option: str, package: str, endings: tuple[str, ...]) -> None:
    demand_package(package, "report")
    if path.suffix.lower() not in endings:
        raise UsageError(f"{path}: its name has to end in {' or '.join(endings)}")
    demand_file(path, option)
