"""All motions and blocks, checked against each other and made ready to play."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from hardware.nao import Joint
from motions.keyframes.motion import (
    BOTH,
    JOINTS_OF,
    Block,
    Branch,
    Interpolation,
    Keyframe,
    Limb,
    Motion,
)
from motions.keyframes.parameters import EngineParameters
from motions.keyframes.posture import Targets, angles_of

DataPath = tuple[str | int, ...]
"""Keys and indices that lead to a value of a file."""


@dataclass(frozen=True, slots=True)
class MotionProblem:
    """One mistake that shows only when motions and blocks are seen together.

    Attributes:
        file: In the folder of the keyframes, without suffix: `engine`, `motions/wave`.
        path: Where in its data; empty for the whole file.
        message: What is wrong, with its code.
    """

    file: str
    path: DataPath
    message: str

    def __str__(self) -> str:
        return f"{self.file}: {self.message}"


class MotionError(Exception):
    """A motion names something that does not exist; every problem is in `problems`."""

    def __init__(self, problems: Iterable[MotionProblem]):
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


@dataclass(frozen=True, slots=True)
class Frame:
    """A keyframe ready to play.

    Attributes:
        source: The keyframe as written.
        targets: (25,), rad; None holds the last request.
        interpolation: Its own or its block's.
        stiffness: Joints whose stiffness changes here, 0..1.
    """

    source: Keyframe
    targets: Targets
    interpolation: Interpolation
    stiffness: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class PlayableBlock:
    """A block ready to play: its frames and the stiffness of the joints it names."""

    name: str
    frames: tuple[Frame, ...]
    stiffness: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class PlayableMotion:
    """A motion ready to play.

    Attributes:
        name: File stem.
        source: The motion as written.
        blocks: Those that have keyframes.
        observed: Joints whose error is watched somewhere in the motion or its branches.
    """

    name: str
    source: Motion
    blocks: tuple[PlayableBlock, ...]
    observed: frozenset[int]


class MotionLibrary:
    """Motions and blocks by name."""

    def __init__(self, motions: Mapping[str, Motion], blocks: Mapping[str, Block]):
        """Make everything ready.

        Raises:
            MotionError: With every name that does not exist, and every loop that takes no time.
        """
        problems = problems_between(motions, blocks)
        if problems:
            raise MotionError(problems)
        self.blocks = {name: _playable(name, block) for name, block in blocks.items()}
        self.motions = {
            name: PlayableMotion(
                name,
                motion,
                tuple(self.blocks[item] for item in motion.blocks if blocks[item].keyframes),
                _observed(motion, blocks),
            )
            for name, motion in motions.items()
        }


def _playable(name: str, block: Block) -> PlayableBlock:
    frames = tuple(
        Frame(
            keyframe,
            _with_holds(keyframe),
            keyframe.interpolation or block.interpolation,
            tuple((int(j), s) for j, s in (keyframe.stiffness_changes or {}).items()),
        )
        for keyframe in block.keyframes
    )
    return PlayableBlock(name, frames, _block_stiffness(block.stiffness))


def _with_holds(keyframe: Keyframe) -> Targets:
    targets = list(angles_of(keyframe.angles))
    for joint in keyframe.hold:
        targets[joint] = None
    return tuple(targets)


def _block_stiffness(stiffness: Mapping[Limb, float]) -> tuple[tuple[int, float], ...]:
    return tuple(
        (int(joint), value)
        for limb, value in stiffness.items()
        for side in BOTH.get(limb, (limb,))
        for joint in JOINTS_OF[side]
    )


def _observed(motion: Motion, blocks: Mapping[str, Block]) -> frozenset[int]:
    """Return the joints that any block within reach of the motion observes."""
    pending, seen = list(motion.blocks), set[str]()
    found: set[int] = set()
    while pending:
        name = pending.pop()
        if name in seen:
            continue
        seen.add(name)
        for keyframe in blocks[name].keyframes:
            pending += [branch.to_block for branch in keyframe.branches if branch.to_block]
            found.update(
                int(Joint(entry.observe))
                for entry in keyframe.compensation
                if entry.observe is not None
            )
    return frozenset(found)


def problems_between(
    motions: Mapping[str, Motion | None], blocks: Mapping[str, Block | None]
) -> tuple[MotionProblem, ...]:
    """Return every name that does not exist, and every loop that takes no time.

    Args:
        motions: By name; None is a file that exists and could not be read.
        blocks: Likewise.
    """
    return (*_unknown_names(motions, blocks), *_timeless_loops(motions))


def unknown_programs(
    parameters: EngineParameters, motions: Mapping[str, object]
) -> tuple[MotionProblem, ...]:
    """Return every name in the parameters of the engine that no motion has.

    Args:
        parameters: They name the motions that the engine begins by itself.
        motions: By name.
    """
    named: list[tuple[DataPath, str]] = [
        (("get_up", index, "motion"), choice.motion)
        for index, choice in enumerate(parameters.get_up)
    ]
    named += [(("sit_down",), parameters.sit_down), (("stand",), parameters.stand)]
    return tuple(
        problem
        for path, name in named
        for problem in _missing("motion", name, motions, "engine", path)
    )


def unknown_specials(
    names: Iterable[str], motions: Mapping[str, object]
) -> tuple[MotionProblem, ...]:
    """Return the motions that may be asked for by name and have no file."""
    return tuple(
        MotionProblem(f"motions/{name}", (), f"KF110 motion '{name}' does not exist")
        for name in names
        if name not in motions
    )


def _unknown_names(
    motions: Mapping[str, Motion | None], blocks: Mapping[str, Block | None]
) -> Iterator[MotionProblem]:
    for name, motion in motions.items():
        if motion is None:
            continue
        file = f"motions/{name}"
        for index, block in enumerate(motion.blocks):
            yield from _missing("block", block, blocks, file, ("blocks", index))
        for index, follow_up in enumerate(motion.follow_ups):
            way: DataPath = ("follow_ups", index, "motion")
            yield from _missing("motion", follow_up.motion, motions, file, way)
    for name, item in blocks.items():
        for path, branch in _branches(item):
            kind, known = ("block", blocks) if branch.to_block else ("motion", motions)
            yield from _missing(kind, branch.target, known, f"blocks/{name}", path)


def _branches(block: Block | None) -> Iterator[tuple[DataPath, Branch]]:
    """Yield every branch with the path of the name in it."""
    for number, keyframe in enumerate(block.keyframes if block is not None else ()):
        for index, branch in enumerate(keyframe.branches):
            key = "to_block" if branch.to_block else "to_motion"
            yield ("keyframes", number, "branches", index, key), branch


def _missing(
    kind: str, name: str, known: Mapping[str, object], file: str, path: DataPath
) -> Iterator[MotionProblem]:
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f", did you mean '{near[0]}'?" if near else ""
        yield MotionProblem(file, path, f"KF110 {kind} '{name}' does not exist{hint}")


def _timeless_loops(motions: Mapping[str, Motion | None]) -> Iterator[MotionProblem]:
    """Yield follow-ups without conditions that lead in a circle."""
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
