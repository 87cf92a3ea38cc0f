"""Loads the folder of the keyframe motions: motions and blocks name each other, the engine both.

What is wrong between files is told with the place of the name, together with what is wrong in each
of them: a file that cannot be read still exists for those that name it.
"""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TypeVar

from hsm.errors import Mistakes, Problem
from hsm.runtime.located_yaml import read
from hsm.runtime.settings import load
from motions.keyframes.library import (
    MotionLibrary,
    MotionProblem,
    problems_between,
    unknown_programs,
    unknown_specials,
)
from motions.keyframes.motion import Block, Motion
from motions.keyframes.parameters import (
    BalanceParameters,
    EngineParameters,
    KeyframeParameters,
    Postures,
)
from motions.requests import Special

T = TypeVar("T")


def load_keyframes(folder: Path) -> tuple[KeyframeParameters, MotionLibrary]:
    """Load everything about keyframe motions.

    Args:
        folder: Like `config/keyframes`.

    Raises:
        ConfigError: With all mistakes of all files and all names that do not exist.
    """
    mistakes = Mistakes()
    engine = mistakes.take(lambda: load(folder / "engine.yaml", EngineParameters))
    balance = mistakes.take(lambda: load(folder / "balance.yaml", BalanceParameters))
    postures = mistakes.take(lambda: load(folder / "postures.yaml", Postures))
    motions = _each(folder / "motions", Motion, mistakes)
    blocks = _each(folder / "blocks", Block, mistakes)
    between = [
        *problems_between(motions, blocks),
        *unknown_specials([special.value for special in Special], motions),
        *(unknown_programs(engine, motions) if engine is not None else ()),
    ]
    mistakes.problems += [_located(problem, folder) for problem in between]
    mistakes.demand_none()
    assert engine is not None and balance is not None and postures is not None
    return KeyframeParameters(engine, balance, postures), MotionLibrary(
        _present(motions), _present(blocks)
    )


def _each(folder: Path, cls: type[T], mistakes: Mistakes) -> dict[str, T | None]:
    """Load every file of a folder; None stands for one with mistakes."""
    paths: Iterable[Path] = sorted(folder.glob("*.yaml"))
    return {path.stem: mistakes.take(partial(load, path, cls)) for path in paths}


def _located(problem: MotionProblem, folder: Path) -> Problem:
    """Return a mistake between files with its place, for which the file is read again."""
    place = read(folder / f"{problem.file}.yaml").place(problem.path)
    return place.problem(problem.path, problem.message)


def _present(files: dict[str, T | None]) -> dict[str, T]:
    return {name: value for name, value in files.items() if value is not None}
