"""`hsm measure plant`: figures of a plant and its robots, next to published ones of NAOs."""

from collections.abc import Sequence
from dataclasses import dataclass

from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.plants.plant_trial import PlantResult, describe
from hsm.campaigns.plants.published_figures import FIGURES, FigureOfPlant
from hsm.campaigns.report import CampaignReport, Findings, with_intervals
from hsm.campaigns.statistics import Average, Rate, mean
from hsm.campaigns.trials import run_campaign


@dataclass(frozen=True, slots=True)
class PlantReport(CampaignReport):
    """Figures of some robots of a plant.

    Attributes:
        plant: Name of the plant.
        results: One result per robot.
    """

    plant: str
    results: tuple[PlantResult, ...]

    @property
    def falls(self) -> Rate:
        """Return the rate of robots that fell and therefore have no figures."""
        return Rate.of(self.results, lambda result: result.fell)

    @property
    def unmeasured(self) -> str:
        """Return why nothing was measured; empty if something was."""
        robots = len(self.results)
        return f"all of {robots} robots fell" if self.falls.successes == robots else ""

    def figure(self, key: str) -> Average:
        """Return the mean of a figure over the robots that did not fall."""
        standing = [result for result in self.results if not result.fell]
        return mean(
            [result.values[key] for result in standing],
            [result.robot for result in standing],
            digits=FIGURES[key].digits,
        )

    def findings(self) -> Findings:
        """Return the findings."""
        measured = with_intervals(
            {
                "plant": self.plant,
                "robots": [result.robot for result in self.results],
                "falls": self.falls,
                "trials": len(self.results),
                **{key: self.figure(key) for key in FIGURES},
            }
        )
        known = {key: figure.published for key, figure in FIGURES.items() if figure.published}
        return {**measured, "published": {key: item.record() for key, item in known.items()}}

    def text(self) -> str:
        """Return the report for people: a line per figure, with the published value."""
        robots = ", ".join(str(result.robot) for result in self.results)
        lines = [f"plant {self.plant}, robots {robots}: {self.falls} fell"]
        if len(self.results) == 1:
            fell = "it fell" if self.results[0].fell else "it did not fall"
            lines = [f"plant {self.plant}, robot {robots}: {fell}"]
        if self.unmeasured:
            return lines[0]
        return "\n".join(lines + [self._line(key, figure) for key, figure in FIGURES.items()])

    def _line(self, key: str, figure: FigureOfPlant) -> str:
        found, known = self.figure(key), figure.published
        told = f"  {f'{figure.words}, {_unit(key)}'.rstrip(', '):<56} {str(found):<26}"
        return told.rstrip() if known is None else f"{told} {known.text} ({known.source})"


_UNITS = {"deg": "deg", "ms": "ms", "a": "A", "w": "W", "c": "C", "n": "N"}


def _unit(key: str) -> str:
    """Return the unit at the end of a key, as people write it."""
    if key.endswith("_m_per_s"):
        return "m/s"
    return _UNITS.get(key.rpartition("_")[2], "")


def measure_plant(config: CampaignConfig, robots: Sequence[int], *, jobs: int) -> PlantReport:
    """Measure robots of a plant, given by their numbers, that stand, walk at 0.20 m/s and stop."""
    results = run_campaign(config, robots, describe, jobs=jobs, label="robots")
    return PlantReport(config.plant, results)
