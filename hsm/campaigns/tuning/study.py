"""What a study of parameters found, and whether that is better than what is shipped.

What is found was chosen because it did well on the study's own robots. So it counts only if it is
better on robots that the study has never seen, surely so by an exact sign test, robot by robot.
"""

from dataclasses import dataclass

from hsm.campaigns.records import with_intervals
from hsm.campaigns.significance import LEVEL, PairedComparison, compare
from hsm.campaigns.statistics import Average, Rate, mean
from hsm.campaigns.trials import CampaignConfig
from hsm.campaigns.tuning.objectives import Parts
from hsm.campaigns.tuning.patches import Values, patch_text
from hsm.campaigns.tuning.tuning_file import Tuning


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a study may cost, and from where it begins.

    Attributes:
        tries: Sets of parameters, the shipped one included.
        seeds: Robots and seeds per try.
        seed: Of the sampler.
        unseen: Robots and seeds that judge the best set at last.
        jobs: Processes; changes nothing but the time.
    """

    tries: int
    seeds: int
    seed: int
    unseen: int
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class Judged:
    """A set of parameters and what it came to.

    Attributes:
        values: Value by path, in the units of the file.
        parts: Every part of the objective, over all seeds.
        costs: Their weighted sum for each seed; less is better.
        first: Number of the first seed.
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
class Study:
    """What a study found.

    Attributes:
        config: The plant.
        tuning: What was tuned.
        effort: What it cost.
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
        """Return on how many unseen robots the best values cost more and less than the shipped."""
        return compare(zip(self.best_unseen.costs, self.before_unseen.costs, strict=True))

    @property
    def improves(self) -> bool:
        """Return whether the best values are surely better on unseen robots, and on average."""
        compared = self.comparison
        better = self.best_unseen.cost.value < self.before_unseen.cost.value
        return better and compared.fewer > compared.more and compared.p_value <= LEVEL

    def record(self) -> dict[str, object]:
        """Return plain values."""
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
        """Return the values and what they are worth, for people."""
        changes = [
            f"  {path}: {self.before.values[path]:g} -> {value:g}"
            for path, value in self.best.values.items()
        ]
        return "\n".join([*self._account(), *changes])

    def patch(self) -> str:
        """Return the patch with the study's settings in its header."""
        header = [
            f"Found by `hsm measure tune`, to be laid over config/{self.tuning.file}.",
            "What it does, say the campaigns of `hsm measure` with --patch.",
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
            f"sign test; {LEVEL} or less is sure",
        ]

    def _better(self) -> Rate:
        return Rate(self.comparison.fewer, len(self.best_unseen.costs))
