"""Order of the keyframes: blocks in sequence, blocks spliced in by branches, loop limits."""

from collections.abc import Sequence as Listed
from dataclasses import dataclass

from motions.keyframes.motions.keyframe import Branch
from motions.keyframes.motions.library import Frame, MotionLibrary, PlayableBlock, PlayableMotion
from motions.keyframes.motions.quantities import MotionQuantities


@dataclass(slots=True)
class _Open:
    """A block being played, and the index of its next keyframe."""

    block: PlayableBlock
    next: int = 0


class Sequence:
    """Iterates over the keyframes of a motion.

    Attributes:
        motion: The motion that is played; None before the first.
        stiffness: Joint stiffness as set by blocks and keyframes, in wire order, 0..1.
        taken: The last branch taken and why; cleared by the player.
    """

    def __init__(self, library: MotionLibrary) -> None:
        self._library = library
        self._count = len(library.model.names)
        self._loops: dict[str, int] = {}
        self._blocks: list[PlayableBlock] = []
        self._stack: list[_Open] = []
        self.motion: PlayableMotion | None = None
        self.stiffness = [0.0] * self._count
        self.taken = ""

    def begin(self, motion: str) -> None:
        """Start a motion; joints that no block stiffens are limp."""
        self.stiffness = [0.0] * self._count
        self.taken = ""
        self._open(motion)

    def follow(self, motion: str, reason: str) -> None:
        """Continue with another motion; the stiffness stays until a block changes it."""
        self.taken = f"{motion} because {reason}"
        self._open(motion)

    def forget_loops(self) -> None:
        """Reset the loop counts of all branches."""
        self._loops.clear()

    def _open(self, motion: str) -> None:
        self.motion = self._library.motions[motion]
        self._blocks = list(self.motion.blocks)
        self._stack.clear()

    def early(self, frame: Frame, quantities: MotionQuantities) -> Branch | None:
        """Return the first branch that skips or abandons a keyframe now."""
        for branch in frame.source.branches:
            if branch.early is not None and branch.early.hold(quantities) and self._may(branch):
                return branch
        return None

    def at_end(self, frame: Frame, quantities: MotionQuantities) -> Branch | None:
        """Return the branch at the end of a keyframe.

        The first one that holds decides: if its loops are used up, later ones are not tried.
        """
        for branch in frame.source.branches:
            if branch.at_end is not None and branch.at_end.hold(quantities):
                return branch if self._may(branch) else None
        return None

    def _may(self, branch: Branch) -> bool:
        return branch.max_loops is None or self._loops.get(branch.target, 0) < branch.max_loops

    def take(self, branch: Branch, quantities: MotionQuantities) -> None:
        """Splice in the branch's block, or replace the motion."""
        self._loops[branch.target] = self._loops.get(branch.target, 0) + 1
        asked = (each for each in (branch.early, branch.at_end) if each is not None)
        reason = next(each.because(quantities) for each in asked if each.hold(quantities))
        self.taken = f"{branch.target} because {reason}"
        if branch.to_motion is not None:
            self._open(branch.to_motion)
            return
        if branch.remove_current_block:
            self._stack.clear()
        block = self._library.blocks[branch.target]
        self._stack.append(_Open(block))
        if branch.init_stiffness:
            self._apply(block.stiffness)

    def next_frame(self, quantities: MotionQuantities | None) -> Frame | None:
        """Return the next keyframe that no early branch skips, or None at the end.

        Args:
            quantities: None at the start of a motion, before the first update.
        """
        skipped: list[Branch] = []  # once each: a condition holds for the whole cycle
        while True:
            top = self._resumed() or self._opened()
            if top is None:
                return None
            frame = top.block.frames[top.next]
            top.next += 1
            branch = self.early(frame, quantities) if quantities is not None else None
            if branch is None or quantities is None or branch in skipped:
                self._apply(frame.stiffness)
                return frame
            skipped.append(branch)
            self.take(branch, quantities)

    def _resumed(self) -> _Open | None:
        """Return the innermost open block with keyframes left, with its stiffness reapplied."""
        while self._stack and self._stack[-1].next >= len(self._stack[-1].block.frames):
            self._stack.pop()
            if self._stack:
                self._apply(self._stack[-1].block.stiffness)
        return self._stack[-1] if self._stack else None

    def _opened(self) -> _Open | None:
        """Open the next block of the motion."""
        if not self._blocks:
            return None
        block = self._blocks.pop(0)
        self._stack.append(_Open(block))
        self._apply(block.stiffness)
        return self._stack[-1]

    def _apply(self, stiffness: Listed[tuple[int, float]]) -> None:
        for joint, value in stiffness:
            self.stiffness[joint] = value
