"""The ablation of the walk as a table: in columns for a terminal, in Markdown for its README."""

import math

from hsm.apps.measure.ablation import COURSES, AblationReport, Course, Row, differences
from hsm.apps.measure.push import DIRECTIONS
from hsm.apps.measure.walking_trial import WALKING_SPEED

_COURSES = "/".join(COURSES)
_HEAD = (
    "",
    f"falls {_COURSES}",
    "per 100 m",
    *(f"push {direction}" for direction in DIRECTIONS),
    f"speed error {_COURSES}",
    "roll, pitch rate",
    "sure difference",
)


def plain(report: AblationReport) -> str:
    """Return the table in columns for a terminal, with what was done above it."""
    rows = [_HEAD, *_cells(report)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([_done(report), "", *lines])


def markdown(report: AblationReport) -> str:
    """Return the table in Markdown, with what was done above it."""
    rows = ["| " + " | ".join(cells) + " |" for cells in (_HEAD, *_cells(report))]
    rule = "|" + "---|" * len(_HEAD)
    return "\n".join([_done(report), "", rows[0], rule, *rows[1:]])


def _done(report: AblationReport) -> str:
    asked = ", ".join(f"{name} {_speed(course)}" for name, course in COURSES.items())
    shipped = report.rows[0]
    return (
        f"Plant {report.setting.plant_text}, per row {report.seeds} trials of each course "
        f"({asked}; {report.hold:g} s) and {shipped.pushes} pushes of {report.impulse:g} N s per "
        f"direction at {WALKING_SPEED} m/s. Falls per 100 m over all courses, on the spot too; "
        "speed error as a share of what was asked; rates rms in rad/s."
    )


def _speed(course: Course) -> str:
    forward, left, turn = course.speed
    if turn != 0.0:
        return f"{turn} rad/s"
    if forward != 0.0 and left != 0.0:
        return f"({forward}, {left}) m/s"
    return f"{forward or left} m/s"


def _cells(report: AblationReport) -> list[tuple[str, ...]]:
    shipped = report.rows[0]
    return [_row(row, shipped) for row in report.rows]


def _row(row: Row, shipped: Row) -> tuple[str, ...]:
    found = [sum(result.fell for result in results) for results in row.walks.values()]
    per_100 = f"{100.0 * row.falls / row.metres:.1f}" if row.metres > 0.0 else "-"
    sure = "" if row is shipped else ", ".join(differences(row, shipped)) or "none"
    return (
        f"{row.name} {row.change}".strip(),
        "/".join(map(str, found)),
        per_100,
        *(f"{count}/{row.pushes}" for count in row.survived.values()),
        "/".join(_percent(row.speed_errors(course)) for course in row.walks),
        f"{_rms(row, 'roll_rate')}, {_rms(row, 'pitch_rate')}",
        sure,
    )


def _percent(values: list[float]) -> str:
    return f"{100.0 * sum(values) / len(values):.0f} %" if values else "-"


def _rms(row: Row, name: str) -> str:
    values: list[float] = [getattr(result, name) for result in row.results]
    known = [value for value in values if not math.isnan(value)]
    return f"{sum(known) / len(known):.2f}" if known else "-"
