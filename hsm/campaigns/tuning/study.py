"""The result of a study, and whether it is better than the shipped parameters.

The best values were selected on the study's own robots. They count only if they are significantly
better on robots that the study has never seen, by an exact sign test over these robots.
"""

from dataclasses import dataclass

from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.report import CampaignReport, Findings, with_intervals
from hsm.campaigns.significance import LEVEL, PairedComparison, compare
from hsm.campaigns.statistics import Average, Rate, mean
from hsm.campaigns.tuning.objectives import Parts
from hsm.campaigns.tuning.patches import Values, patch_text
from hsm.campaigns.tuning.tuning_file import Tuning


@dataclass(frozen=True, slots=True)
class Effort:
    """Effort of a study, and its seed.

    Attributes:
        tries: Number of parameter sets, including the shipped one.
        seeds: Robots and seeds per try.
        seed: Seed of the sampler.
        unseen: Robots and seeds for the final evaluation of the best set.
        jobs: Number of processes; affects nothing but the time.
    """

    tries: int
    seeds: int
    seed: int
    unseen: int
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class Judged:
    """A set of parameters and its cost.

    Attributes:
        values: Value by path, in the units of the file.
        parts: Every part of the objective, over all seeds.
        costs: Weighted sum of the parts for each seed; less is better.
        first: The first seed.
    """

    values: Values
    parts: Parts
    costs: tuple[float, ...]
    first: int

    @property
    def cost(self) -> Average:
        """Return the mean of the costs."""
        return mean(self.costs, range(self.first, self.first + len(self.costs)))

    def record(self) -> dict[str, object]:
        """Return plain values."""
        return with_intervals({"cost": self.cost, **self.parts})

    def text(self) -> str:
        """Return the cost and its parts."""
        parts = [
            f"{name} {part}" if isinstance(part, Rate) else f"{name} {part:.3f}"
            for name, part in self.parts.items()
        ]
        return f"{self.cost:.3f}: {', '.join(parts)}"


@dataclass(frozen=True, slots=True)
class Study(CampaignReport):
    """Result of a study.

    Attributes:
        config: The plant.
        tuning: Tuned parameters and objective.
        effort: Effort of the search.
        library: Optimiser and its version.
        before: The shipped values on the study's robots.
        best: The best values on the study's robots.
        before_unseen: The shipped values on other robots.
        best_unseen: The best values on other robots.
    """

    config: CampaignConfig
    tuning: Tuning
    effort: Effort
    library: str
    before: Judged
    best: Judged
    before_unseen: Judged
    best_unseen: Judged

    @property
    def comparison(self) -> PairedComparison:
        """Return on how many unseen robots the best values cost more and less than shipped ones."""
        return compare(zip(self.best_unseen.costs, self.before_unseen.costs, strict=True))

    @property
    def improves(self) -> bool:
        """Return whether the best values are significantly better on unseen robots."""
        compared = self.comparison
        better = self.best_unseen.cost.value < self.before_unseen.cost.value
        return better and compared.fewer > compared.more and compared.p_value <= LEVEL

    def findings(self) -> Findings:
        """Return the findings."""
        return {
            "values": dict(self.best.values),
            "shipped": dict(self.before.values),
            "improves": self.improves,
            **with_intervals({"better": self._better(), "trials": len(self.best_unseen.costs)}),
            "p_value": self.comparison.p_value,
            "study_shipped": self.before.record(),
            "study_best": self.best.record(),
            "unseen_shipped": self.before_unseen.record(),
            "unseen_best": self.best_unseen.record(),
        }

    def text(self) -> str:
        """Return the values and their costs, for people."""
        changes = [
            f"  {path}: {self.before.values[path]:g} -> {value:g}"
            for path, value in self.best.values.items()
        ]
        return "\n".join([*self._account(), *changes])

    def patch(self) -> str:
        """Return the patch with the study's settings in its header."""
        header = [
            f"Found by `hsm measure tune`; a patch for config/{self.tuning.file}.",
            "Measure its effect with `hsm measure ... --patch`.",
            *self._account(),
        ]
        return "".join(f"# {line}\n" for line in header) + patch_text(
            self.tuning.file, self.best.values
        )

    def _account(self) -> list[str]:
        effort, config = self.effort, self.config
        plant = config.plant + (", randomised" if config.randomised else "")
        weights = ", ".join(f"{name} {weight:g}" for name, weight in self.tuning.weights.items())
        conditions = ", ".join(f"{name} {n:g}" for name, n in self.tuning.conditions.items())
        return [
            f"plant {plant}; objective {self.tuning.objective}",
            f"{effort.tries} tries of {effort.seeds} seeds, sampler seed {effort.seed}; "
            f"{self.library}",
            f"weights: {weights}; conditions: {conditions}",
            "cost on the study's robots:",
            f"  shipped {self.before.text()}",
            f"  best    {self.best.text()}",
            f"cost on {effort.unseen} unseen robots:",
            f"  shipped {self.before_unseen.text()}",
            f"  best    {self.best_unseen.text()}",
            f"better on {self._better()} of these, p {self.comparison.p_value:.2g} by an exact "
            f"sign test; {LEVEL} or less is significant",
        ]

    def _better(self) -> Rate:
        return Rate(self.comparison.fewer, len(self.best_unseen.costs))
