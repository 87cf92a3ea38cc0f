"""`hsm motion play --robots N`: success rate of one motion on many robots and plants."""

from dataclasses import asdict, dataclass, replace
from pathlib import Path

from hsm.apps.motion.exchange import opened
from hsm.apps.motion.perform import perform
from hsm.apps.motion.stage import Performance, StageConfig
from hsm.campaigns.context import INDIVIDUALS
from hsm.campaigns.report import CampaignReport, Findings, show, with_intervals
from hsm.campaigns.statistics import Rate


@dataclass(frozen=True, slots=True)
class Played:
    """Result of one robot.

    Attributes:
        robot: Number of the robot.
        seed: Random seed of noise and ground.
        why: Reason of a failure; empty on success.
        seconds: Duration, including the wait at the end, s.
    """

    robot: int
    seed: int
    why: str
    seconds: float


@dataclass(frozen=True, slots=True)
class RobotsReport(CampaignReport):
    """Results of all robots.

    Attributes:
        motion: Name of the motion.
        upright: Whether it had to end upright, not only be completed.
        parts: Results by plant.
    """

    motion: str
    upright: bool
    parts: dict[str, tuple[Played, ...]]

    @property
    def all_did(self) -> bool:
        """Return whether every robot succeeded."""
        return not any(part.why for parts in self.parts.values() for part in parts)

    @property
    def _ending(self) -> str:
        return "upright" if self.upright else "whole"

    def findings(self) -> Findings:
        """Return the findings."""
        return {
            "motion": self.motion,
            "must_end": self._ending,
            "plants": {plant: _record(parts) for plant, parts in self.parts.items()},
        }

    def text(self) -> str:
        """Return the report as text: a line per plant and one per failed robot."""
        lines = []
        for plant, parts in self.parts.items():
            lines.append(f"{self.motion} on {plant}: {_rate(parts)} {self._ending}")
            lines += [f"  robot {part.robot}: {part.why}" for part in parts if part.why]
        return "\n".join(lines)


def robots_command(
    name: str,
    path: Path | None,
    config: StageConfig,
    plants: list[str],
    robots: int,
    *,
    upright: bool,
    as_json: bool,
) -> int:
    """Play a motion or block on many robots of each plant; return 1 if any of them failed.

    `config` has the number and seed of the first robot; both are incremented for the next ones.
    """
    with opened(path) as folder:
        parts = {}
        for plant in plants:
            configs = [
                replace(
                    config,
                    plant=plant,
                    robot=(config.robot + number) % INDIVIDUALS,
                    seed=config.seed + number,
                )
                for number in range(robots)
            ]
            parts[plant] = tuple(
                _part(each, perform(folder, name, each, None), upright=upright) for each in configs
            )
    report = RobotsReport(name, upright, parts)
    show(report, as_json=as_json)
    return int(not report.all_did)


def _part(config: StageConfig, done: Performance, *, upright: bool) -> Played:
    why = done.broken
    if not why and not done.finished:
        why = "not finished in time"
    if not why and upright and not done.upright:
        why = "not upright at the end"
    return Played(config.robot, config.seed, why, round(done.times[-1], 2))


def _rate(parts: tuple[Played, ...]) -> Rate:
    return Rate.of(parts, lambda part: not part.why)


def _record(parts: tuple[Played, ...]) -> dict[str, object]:
    figures = with_intervals({"ended": _rate(parts), "trials": len(parts)})
    return {**figures, "robots": [asdict(part) for part in parts]}
