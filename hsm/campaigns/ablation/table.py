"""Results of an ablation as a table: in columns for a terminal, in Markdown for its page."""

from dataclasses import dataclass

from hardware.disturbance import DIRECTIONS
from hsm.campaigns.ablation.rows import AblationRow, compared
from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.significance import LEVEL, differences
from hsm.campaigns.statistics import pooled
from hsm.campaigns.walking.courses import COURSES, Course
from hsm.campaigns.walking.walking_trial import WALKING_SPEED

_COURSES = "/".join(COURSES)
_HEAD = (
    "",
    f"falls {_COURSES}",
    "per 100 m",
    f"pushes survived {'/'.join(DIRECTIONS)}",
    f"speed error {_COURSES}",
    "roll rate",
    "pitch rate",
    "significant difference",
)


@dataclass(frozen=True, slots=True)
class AblationReport(CampaignReport):
    """The walk as shipped in the first row, and one row per decision.

    Attributes:
        config: Settings shared by all trials.
        seeds: Trials per course, and per direction and phase of a push.
        hold: Time at full speed, s.
        impulse: Impulse of the pushes, N s.
        rows: The variants.
    """

    config: CampaignConfig
    seeds: int
    hold: float
    impulse: float
    rows: tuple[AblationRow, ...]

    def findings(self) -> Findings:
        """Return the findings."""
        found = self.differences()
        return {
            "plant": self.config.plant,
            "randomised": self.config.randomised,
            "seeds": self.seeds,
            "hold_s": self.hold,
            "impulse_ns": self.impulse,
            "rows": {
                row.name: {**row.record(), "differences": found[row.name]} for row in self.rows
            },
        }

    @property
    def unmeasured(self) -> str:
        """Return why no speed of the walk as shipped was measured; empty if one was."""
        return self.rows[0].unmeasured

    def text(self) -> str:
        """Return the table in columns for a terminal, preceded by the conditions."""
        rows = [_HEAD, *self._cells()]
        widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]
        return "\n".join([self._done(), "", *lines])

    def markdown(self) -> str:
        """Return the table in Markdown, preceded by the conditions."""
        rows = ["| " + " | ".join(cells) + " |" for cells in (_HEAD, *self._cells())]
        rule = "|" + "---|" * len(_HEAD)
        return "\n".join([self._done(), "", rows[0], rule, *rows[1:]])

    def differences(self) -> dict[str, list[str]]:
        """Return significant differences from the first row in words, by the name of the row."""
        shipped, *others = self.rows
        found = {row.name: compared(row, shipped) for row in others}
        return differences({shipped.name: {}, **found})

    def _done(self) -> str:
        asked = ", ".join(f"{name} {_speed(course)}" for name, course in COURSES.items())
        pushes = self.rows[0].survived[DIRECTIONS[0]].trials
        return (
            f"Plant {self.config.plant_text}; per row, {self.seeds} trials of each course "
            f"({asked}; {self.hold:g} s) and {pushes} pushes of {self.impulse:g} N s per "
            f"direction at {WALKING_SPEED} m/s. Falls per 100 m include turning on the spot; speed "
            "errors are relative to the request; rates are rms in rad/s. In brackets are 95 % "
            "intervals over all courses or directions: exact for falls and pushes, by a bootstrap "
            "over robots for averages. Differences from the first row in the same trials are "
            f"significant by an exact sign test, at {LEVEL:.0%} for the whole table (Holm)."
        )

    def _cells(self) -> list[tuple[str, ...]]:
        found = self.differences()
        shipped = self.rows[0]
        return [
            _row(row, "" if row is shipped else ", ".join(found[row.name]) or "none")
            for row in self.rows
        ]


def _speed(course: Course) -> str:
    forward, left, turn = course.speed
    if turn != 0.0:
        return f"{turn} rad/s"
    if forward != 0.0 and left != 0.0:
        return f"({forward}, {left}) m/s"
    return f"{forward or left} m/s"


def _row(row: AblationRow, sure: str) -> tuple[str, ...]:
    falls, survived = row.falls.values(), row.survived.values()
    errors = "/".join(_percent(row.speed_error(course).value) for course in row.walks)
    return (
        f"{row.name} {row.change}".strip(),
        f"{'/'.join(str(rate.successes) for rate in falls)}: {pooled(falls)}",
        str(row.falls_per_100_m),
        f"{'/'.join(str(rate.successes) for rate in survived)}: {pooled(survived)}",
        f"{errors} %: {row.speed_error():.1%}",
        f"{row.over_walks(lambda result: result.roll_rate):.2f}",
        f"{row.over_walks(lambda result: result.pitch_rate):.2f}",
        sure,
    )


def _percent(share: float) -> str:
    return f"{100.0 * share:.0f}" if share == share else "-"
