"""All motions and blocks, checked against each other and compiled for playing."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.robots.model import RobotModel
from motions.keyframes.motions.keyframe import Interpolation, Keyframe
from motions.keyframes.motions.motion import Block, KeyframeMotion
from motions.keyframes.motions.posture import Targets, angles_of, stiffness_of
from motions.keyframes.motions.rules import MotionError, problems_between


@dataclass(frozen=True, slots=True)
class Frame:
    """A keyframe ready to play.

    Attributes:
        source: The keyframe as written.
        targets: Joint targets in wire order, rad.
        interpolation: Its own speed profile or its block's.
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
        blocks: Its blocks that have keyframes.
        observed: Joints whose error is observed anywhere in the motion or its branches.
    """

    name: str
    source: KeyframeMotion
    blocks: tuple[PlayableBlock, ...]
    observed: frozenset[int]


@dataclass(frozen=True, slots=True, repr=False)
class MotionLibrary:
    """Motions and blocks by name: as written, and ready to play.

    Attributes:
        model: The robot that plays them.
        motion_sources: Motions as written.
        block_sources: Blocks as written, with poses converted to angles (`limb_poses.py`).
        motions: Motions ready to play.
        blocks: Blocks ready to play.

    Raises:
        MotionError: With every name that does not exist, and every loop that takes no time.
    """

    model: RobotModel
    motion_sources: Mapping[str, KeyframeMotion]
    block_sources: Mapping[str, Block]
    motions: Mapping[str, PlayableMotion] = field(init=False, compare=False)
    blocks: Mapping[str, PlayableBlock] = field(init=False, compare=False)

    def __repr__(self) -> str:
        return f"<MotionLibrary: {len(self.blocks)} blocks; {', '.join(self.motions)}>"

    def __post_init__(self) -> None:
        sources, blocks = self.motion_sources, self.block_sources
        problems = problems_between(sources, blocks)
        if problems:
            raise MotionError(problems)
        playable = {name: _playable(self.model, name, block) for name, block in blocks.items()}
        motions = {
            name: PlayableMotion(
                name,
                motion,
                tuple(playable[item] for item in motion.blocks if blocks[item].keyframes),
                _observed(motion, sources, blocks),
            )
            for name, motion in sources.items()
        }
        object.__setattr__(self, "motions", motions)
        object.__setattr__(self, "blocks", playable)


def _playable(model: RobotModel, name: str, block: Block) -> PlayableBlock:
    frames = tuple(
        Frame(
            keyframe,
            angles_of(model, keyframe.angles, keyframe.hands),
            keyframe.interpolation or block.interpolation,
            tuple((keyframe.stiffness_changes or {}).items()),
        )
        for keyframe in block.keyframes
    )
    return PlayableBlock(name, frames, stiffness_of(model, block.stiffness))


def _observed(
    motion: KeyframeMotion, motions: Mapping[str, KeyframeMotion], blocks: Mapping[str, Block]
) -> frozenset[int]:
    """Return the joints observed by any block that the motion can reach."""
    pending, seen = list(motion.blocks), set[str]()
    found: set[int] = set()
    while pending:
        name = pending.pop()
        if name in seen:
            continue
        seen.add(name)
        for keyframe in blocks[name].keyframes:
            for branch in keyframe.branches:
                to_motion = motions[branch.to_motion].blocks if branch.to_motion else ()
                pending += [branch.to_block] if branch.to_block else to_motion
            found.update(
                entry.observe for entry in keyframe.compensation if entry.observe is not None
            )
    return frozenset(found)
