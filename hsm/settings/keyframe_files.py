"""Loads a folder of keyframe motions and blocks, which refer to each other.

Errors between files are reported at the position of the reference, together with the errors in each
file; a file that cannot be read still counts as existing. Motions beyond the robot's abilities are
reported too. The KF codes are listed in `config/keyframes/README.md`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from hardware.robots.model import RobotModel
from hsm.chart.leaves import SPECIAL
from hsm.errors import Mistakes, Problem
from hsm.file_names import what_is_wrong_with_word
from hsm.settings.loader import config_folder, load
from hsm.settings.located_yaml import read
from motions.keyframes.engine.parameters import (
    BalanceParameters,
    EngineParameters,
    KeyframeParameters,
    Postures,
)
from motions.keyframes.motions.feasibility import (
    Known,
    end_of,
    judge_block,
    judge_posture,
    misfits,
    overlong,
)
from motions.keyframes.motions.library import MotionLibrary
from motions.keyframes.motions.limb_poses import PoseSolver
from motions.keyframes.motions.motion import Block, KeyframeMotion
from motions.keyframes.motions.rules import (
    Level,
    MotionProblem,
    loops_without_limit,
    oddities,
    problems_between,
    unplayable_programs,
)

T = TypeVar("T")
_CODES = {
    "unknown": "KF101",
    "missing": "KF102",
    "shape": "KF103",
    "choice": "KF104",
    "bound": "KF120",
    "order": "KF121",
}
"""Codes of mistakes that can occur in any file, by kind."""


@dataclass(frozen=True, slots=True)
class MotionFiles:
    """Contents of a folder of motions.

    Attributes:
        motions: Motions by name.
        blocks: Blocks by name, as written, poses included.
        resolved: Blocks by name, with poses converted to angles.
        library: The motions, ready to play.
        warnings: Probable mistakes; in a folder that need not fit the robot, also motions beyond
            its abilities.
    """

    motions: Mapping[str, KeyframeMotion]
    blocks: Mapping[str, Block]
    resolved: Mapping[str, Block]
    library: MotionLibrary
    warnings: tuple[Problem, ...]


def load_keyframes(
    folder: Path,
    model: RobotModel,
    patches: Mapping[str, Path] | None = None,
    over: Path | None = None,
) -> tuple[KeyframeParameters, MotionFiles]:
    """Load all keyframe motions and parameters of the project.

    Motions, blocks and engine parameters of `over` replace those of the project; with `over`,
    motions beyond the robot's abilities are only warnings.

    Args:
        folder: A folder like `config/keyframes`.
        model: The robot that is to play the motions.
        patches: Override files for blocks, by block name.
        over: Folder with `motions/`, `blocks/`, and optionally `engine.yaml` and `balance.yaml`.

    Raises:
        ConfigError: With all mistakes in all files, including names that do not exist.
    """

    def parameters(name: str, kind: type[T]) -> T | None:
        beside = [] if over is None or not (over / name).is_file() else [over / name]
        return mistakes.take(lambda: load(folder / name, kind, beside))

    mistakes = Mistakes()
    engine = parameters("engine.yaml", EngineParameters)
    balance = parameters("balance.yaml", BalanceParameters)
    postures = mistakes.take(lambda: load(folder / "postures.yaml", Postures, names=model.known))
    reader = _MotionReader(folder, model, must_fit=over is None, patches=patches or {}, over=over)
    if engine is not None:
        reader.judge(unplayable_programs(engine, reader.motions, reader.blocks))
    if engine is not None and balance is not None:
        reader.judge_blocks(engine, balance)
    if postures is not None:
        reader.judge(judge_posture("back", postures.back.angles, model))
        reader.judge(judge_posture("front", postures.front.angles, model))
    mistakes.problems += reader.errors
    mistakes.demand_none()
    assert engine is not None and balance is not None and postures is not None
    return KeyframeParameters(engine, balance, postures), reader.files()


def special_motions(folder: Path | str | None = None) -> tuple[str, ...]:
    """Return the names of the special motions that are declared in `config/` or a copy of it.

    Raises:
        ConfigError: With all mistakes of their file.
        HsmError: If there is no such folder.
    """
    return load(config_folder(folder) / "keyframes" / "engine.yaml", EngineParameters).specials


def load_motions(folder: Path, parameters: KeyframeParameters, model: RobotModel) -> MotionFiles:
    """Load third-party motions; a motion that does not fit the robot is only a warning.

    Args:
        folder: Folder with `motions/` and `blocks/`.
        parameters: Parameters of the engine that is to play them.
        model: The robot that is to play them.

    Raises:
        ConfigError: With all mistakes in all files.
    """
    reader = _MotionReader(folder, model, must_fit=False)
    reader.judge_blocks(parameters.engine, parameters.balance)
    mistakes = Mistakes()
    mistakes.problems += reader.errors
    mistakes.demand_none()
    return reader.files()


class _MotionReader:
    """Reads the files of motions and blocks and collects their mistakes and warnings."""

    def __init__(
        self,
        folder: Path,
        model: RobotModel,
        *,
        must_fit: bool,
        patches: Mapping[str, Path] | None = None,
        over: Path | None = None,
    ) -> None:
        self._model = model
        self._folders = [folder] if over is None else [folder, over]
        self._must_fit = must_fit
        self._patches = {f"blocks/{block}": path for block, path in (patches or {}).items()}
        self._resolved: dict[str, Block] = {}
        self.errors: list[Problem] = []
        self.warnings: list[Problem] = []
        self.motions = self._each("motions", KeyframeMotion)
        self.blocks = self._each("blocks", Block)
        self.judge(problems_between(self.motions, self.blocks))
        self.judge(loops_without_limit(self.motions, self.blocks))

    def _each(self, kind: str, cls: type[T]) -> dict[str, T | None]:
        """Load every file of a folder; a file with mistakes becomes None."""
        mistakes = Mistakes()
        each = [path for folder in self._folders for path in sorted((folder / kind).glob("*.yaml"))]
        paths = {path.stem: path for path in each}.values()
        known = self._model.known
        loaded = {
            path.stem: mistakes.take(
                partial(load, path, cls, self._over(f"{kind}/{path.stem}"), names=known)
            )
            for path in paths
        }
        self.errors += map(_coded, mistakes.problems)
        self.judge(_misnamed(kind, loaded))
        return loaded

    def _over(self, name: str) -> list[Path]:
        """Return the override files of a file."""
        return [self._patches[name]] if name in self._patches else []

    def judge_blocks(self, engine: EngineParameters, balance: BalanceParameters) -> None:
        """Check the blocks against the robot's abilities."""
        solver = PoseSolver(self._model, engine.pose_tolerance)
        for name, block in _present(self.blocks).items():
            wrong = tuple(misfits(name, block, self._model))
            self.judge(wrong)
            if wrong:
                continue
            self._resolved[name], out_of_reach = solver.resolve(name, block)
            self.judge(out_of_reach)
        stance, standing = self._stance(engine), self._begun_standing(engine)
        for name, block in self._resolved.items():
            start = stance if name in standing else None
            self.judge(judge_block(name, block, balance, self._model, start))
        at_most = SPECIAL.execute.at_most  # that of every kind of motion, and of its waits
        assert at_most is not None
        self.judge(overlong(self.motions, self.blocks, self._model, at_most))
        if not self.errors:
            self.judge(oddities(_present(self.motions), _present(self.blocks)))

    def _stance(self, engine: EngineParameters) -> Known:
        """Return the pose at the end of the `stand` motion, with the head anywhere."""
        stand = self.motions.get(engine.stand)
        names = () if stand is None else stand.blocks
        blocks = [self._resolved[name] for name in names if name in self._resolved]
        return [
            None if joint in self._model.head else angle
            for joint, angle in enumerate(end_of(blocks, self._model))
        ]

    def _begun_standing(self, engine: EngineParameters) -> set[str]:
        """Return the first blocks of motions that begin in the stance; jumps begin in steps too."""
        names = (*engine.specials, engine.sit_down, engine.dives.prepare, engine.dives.squat)
        motions = (self.motions.get(name) for name in names)
        return {motion.blocks[0] for motion in motions if motion is not None and motion.blocks}

    def judge(self, problems: Iterable[MotionProblem]) -> None:
        """Sort problems into mistakes and warnings."""
        for problem in problems:
            wrong = problem.level is Level.ERROR
            wrong = wrong or (problem.level is Level.PHYSICAL and self._must_fit)
            (self.errors if wrong else self.warnings).append(self._located(problem))

    def _located(self, problem: MotionProblem) -> Problem:
        """Return a problem with its position, for which the file is read again."""
        places = [folder / f"{problem.file}.yaml" for folder in reversed(self._folders)]
        located = read(next((path for path in places if path.is_file()), places[-1]))
        for patch in self._over(problem.file):
            located.override(read(patch))
        return located.place(problem.path).problem(problem.path, problem.message)

    def files(self) -> MotionFiles:
        """Return the loaded files; there must be no mistakes."""
        motions, blocks = _present(self.motions), _present(self.blocks)
        warnings = sorted(self.warnings, key=lambda item: (item.file, item.line, item.column))
        resolved = blocks | self._resolved
        library = MotionLibrary(self._model, motions, resolved)
        return MotionFiles(motions, blocks, resolved, library, tuple(warnings))


def _misnamed(kind: str, files: Iterable[str]) -> Iterator[MotionProblem]:
    for name in files:
        if wrong := what_is_wrong_with_word(name):
            yield MotionProblem(f"{kind}/{name}", (), f"KF105 {wrong}")


def _coded(problem: Problem) -> Problem:
    code = _CODES.get(problem.kind)
    return replace(problem, message=f"{code} {problem.message}") if code else problem


def _present(files: Mapping[str, T | None]) -> dict[str, T]:
    return {name: value for name, value in files.items() if value is not None}
