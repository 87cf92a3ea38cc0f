"""All motions and blocks, checked against each other and made ready to play."""

from collections.abc import Iterator, Mapping
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
from motions.keyframes.posture import Targets, angles_of


class MotionError(Exception):
    """A motion names something that does not exist; every problem is in `problems`."""

    def __init__(self, problems: tuple[str, ...]):
        super().__init__("\n".join(problems))
        self.problems = problems


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
        problems = (*_unknown_names(motions, blocks), *_timeless_loops(motions))
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


def _unknown_names(motions: Mapping[str, Motion], blocks: Mapping[str, Block]) -> Iterator[str]:
    for name, motion in motions.items():
        for block in motion.blocks:
            yield from _missing("block", block, blocks, f"motion '{name}'")
        for follow_up in motion.follow_ups:
            yield from _missing("motion", follow_up.motion, motions, f"motion '{name}'")
    for name, item in blocks.items():
        for branch in _branches(item):
            kind, known = ("block", blocks) if branch.to_block else ("motion", motions)
            yield from _missing(kind, branch.target, known, f"block '{name}'")


def _branches(block: Block) -> Iterator[Branch]:
    for keyframe in block.keyframes:
        yield from keyframe.branches


def _missing(kind: str, name: str, known: Mapping[str, object], user: str) -> Iterator[str]:
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f", did you mean '{near[0]}'?" if near else ""
        yield f"KF110 {kind} '{name}' referenced by {user} does not exist{hint}"


def _timeless_loops(motions: Mapping[str, Motion]) -> Iterator[str]:
    """Yield follow-ups without conditions that lead in a circle."""
    for first in motions:
        path, name = [first], first
        while name in motions:
            ways = [f for f in motions[name].follow_ups if not f.conditions.conditions]
            if not ways:
                break
            name = ways[0].motion
            if name in path:
                yield "KF111 cycle " + " -> ".join([*path, name])
                break
            path.append(name)
