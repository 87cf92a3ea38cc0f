"""Checks of motions and blocks beyond the format of their files: names and loops.

Problems are located by the keys of the files, so that they can be shown in place. Checks against
the robot are in `feasibility.py`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import Enum

from hardware.errors import HsmError, did_you_mean
from motions.keyframes.engine.parameters import EngineParameters
from motions.keyframes.motions.keyframe import Branch
from motions.keyframes.motions.motion import Block, KeyframeMotion

DataPath = tuple[str | int, ...]
"""Keys and indices that lead to a value of a file."""


class Level(Enum):
    """Severity of a finding."""

    ERROR = "error"
    """The motion cannot be played."""
    PHYSICAL = "physical"
    """It can be played, but the robot cannot follow it."""
    WARNING = "warning"
    """It is probably not what was intended."""


@dataclass(frozen=True, slots=True)
class MotionProblem:
    """A problem that only shows when motions, blocks and the robot are checked together.

    Attributes:
        file: File in the folder of the keyframes, without suffix: `engine`, `motions/wave`.
        path: Location in its data; empty for the whole file.
        message: Description of the problem, with its code.
        level: Severity.
    """

    file: str
    path: DataPath
    message: str
    level: Level = Level.ERROR

    def __str__(self) -> str:
        return f"{self.file}: {self.message}"


class MotionError(HsmError):
    """A motion names something that does not exist; every problem is in `problems`."""

    def __init__(self, problems: Iterable[MotionProblem]):
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


def problems_between(
    motions: Mapping[str, KeyframeMotion | None], blocks: Mapping[str, Block | None]
) -> tuple[MotionProblem, ...]:
    """Return every name that does not exist, and every loop that takes no time.

    Args:
        motions: Motions by name; None for a file that exists but could not be read.
        blocks: Blocks, likewise.
    """
    return (*_unknown_names(motions, blocks), *_timeless_loops(motions))


def unplayable_programs(
    parameters: EngineParameters,
    motions: Mapping[str, KeyframeMotion | None],
    blocks: Mapping[str, Block | None],
) -> tuple[MotionProblem, ...]:
    """Return every motion that the engine begins and that does not exist or has no keyframes.

    Args:
        parameters: Parameters that name the engine's built-in motions.
        motions: Motions by name; None for a file that exists but could not be read.
        blocks: Blocks, likewise.
    """
    named: list[tuple[DataPath, str]] = [
        (("get_up", index, "motion"), choice.motion)
        for index, choice in enumerate(parameters.get_up)
    ]
    named += [(("sit_down",), parameters.sit_down), (("stand",), parameters.stand)]
    named += [(("dives", dive), name) for dive, name in asdict(parameters.dives).items()]
    named += [(("specials", index), name) for index, name in enumerate(parameters.specials)]
    unknown = (
        problem
        for path, name in named
        for problem in missing("motion", name, motions, "engine", path)
    )
    text = "KF113 motion '{}' has no keyframes: there is nothing to play"
    empty = (
        MotionProblem("engine", path, text.format(name))
        for path, name in named
        if not _has_keyframes(motions.get(name), blocks)
    )
    return (*unknown, *empty)


def _has_keyframes(motion: KeyframeMotion | None, blocks: Mapping[str, Block | None]) -> bool:
    """Return whether a motion has keyframes; files that could not be read may have some."""
    if motion is None:
        return True
    named = [blocks.get(name) for name in motion.blocks]
    return any(block is None or block.keyframes for block in named)


def _unknown_names(
    motions: Mapping[str, KeyframeMotion | None], blocks: Mapping[str, Block | None]
) -> Iterator[MotionProblem]:
    for name, motion in motions.items():
        if motion is None:
            continue
        file = f"motions/{name}"
        for index, block in enumerate(motion.blocks):
            yield from missing("block", block, blocks, file, ("blocks", index))
        for index, follow_up in enumerate(motion.follow_ups):
            there = ("follow_ups", index, "motion")
            yield from missing("motion", follow_up.motion, motions, file, there)
    for name, item in blocks.items():
        for path, branch in _branches(item):
            kind, known = ("block", blocks) if branch.to_block else ("motion", motions)
            way = (*path, f"to_{kind}")
            yield from missing(kind, branch.target, known, f"blocks/{name}", way)


def _branches(block: Block | None) -> Iterator[tuple[DataPath, Branch]]:
    """Yield every branch with its location."""
    for number, keyframe in enumerate(block.keyframes if block is not None else ()):
        for index, branch in enumerate(keyframe.branches):
            yield ("keyframes", number, "branches", index), branch


def missing(
    kind: str, name: str, known: Mapping[str, object], file: str, path: DataPath
) -> Iterator[MotionProblem]:
    """Yield a problem if a name is not known, with the most similar known one."""
    if name not in known:
        text = f"KF110 {kind} '{name}' does not exist{did_you_mean(name, known)}"
        yield MotionProblem(file, path, text)


def _timeless_loops(motions: Mapping[str, KeyframeMotion | None]) -> Iterator[MotionProblem]:
    """Yield cycles of follow-ups without conditions."""
    for first in motions:
        path, name = [first], first
        while (motion := motions.get(name)) is not None:
            ways = [f for f in motion.follow_ups if not f.conditions.conditions]
            if not ways:
                break
            name = ways[0].motion
            if name in path:
                message = "KF111 cycle " + " -> ".join([*path, name])
                yield MotionProblem(f"motions/{first}", ("follow_ups",), message)
                break
            path.append(name)


def loops_without_limit(
    motions: Mapping[str, KeyframeMotion | None], blocks: Mapping[str, Block | None]
) -> Iterator[MotionProblem]:
    """Yield branches without a loop limit that lead back to their own block."""
    unlimited = {
        name: [
            (path, branch.to_block or _motion(branch.target))
            for path, branch in _branches(block)
            if branch.max_loops is None
        ]
        for name, block in blocks.items()
    }
    played: dict[str, list[tuple[DataPath, str]]] = {
        _motion(name): [((), block) for block in motion.blocks]
        for name, motion in motions.items()
        if motion is not None
    }
    for name, branches in unlimited.items():
        for path, target in branches:
            way = _way_back(target, name, unlimited | played)
            if way is not None:
                text = "loop without a limit: give max_loops (" + " -> ".join([name, *way]) + ")"
                yield MotionProblem(f"blocks/{name}", path, f"KF114 {text}", Level.PHYSICAL)


def _motion(name: str) -> str:
    """Return the name of a motion beside those of blocks, which may be the same."""
    return f"motion {name}"


def _way_back(
    start: str, goal: str, edges: Mapping[str, list[tuple[DataPath, str]]]
) -> list[str] | None:
    """Return the shortest path over branches and motions to a block, both ends included."""
    ways = [[start]]
    seen = {start}
    for way in ways:
        if way[-1] == goal:
            return way
        for _, target in edges.get(way[-1], []):
            if target not in seen:
                seen.add(target)
                ways.append([*way, target])
    return None


def oddities(
    motions: Mapping[str, KeyframeMotion], blocks: Mapping[str, Block]
) -> Iterator[MotionProblem]:
    """Yield what is allowed but probably not intended: empty lists and unreachable parts."""
    used = {name for motion in motions.values() for name in motion.blocks}
    for block in blocks.values():
        used |= {branch.to_block for branch in block.branches if branch.to_block}
    for name in sorted(blocks.keys() - used):
        yield _odd(f"blocks/{name}", (), "KF112 no motion or branch uses this block")
    for name, motion in motions.items():
        if not _has_keyframes(motion, blocks):
            text = "KF113 the motion has no keyframes: it ends at once, without a follow-up"
            yield _odd(f"motions/{name}", ("blocks",), text)
    for name, block in blocks.items():
        if not block.keyframes:
            yield _odd(f"blocks/{name}", ("keyframes",), "KF113 an empty block is skipped")
        for path in _shadowed(block):
            text = "KF115 is never tried: an earlier branch always holds at the end"
            yield _odd(f"blocks/{name}", path, text)


def _shadowed(block: Block) -> Iterator[DataPath]:
    for index, keyframe in enumerate(block.keyframes):
        decided = False
        for number, branch in enumerate(keyframe.branches):
            if branch.at_end is not None:
                if decided:
                    yield ("keyframes", index, "branches", number)
                decided = decided or not branch.at_end.conditions


def _odd(file: str, path: DataPath, message: str) -> MotionProblem:
    return MotionProblem(file, path, message, Level.WARNING)
