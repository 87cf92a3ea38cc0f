"""Plays one motion: which keyframe is due, where the joints are between two of them.

Each cycle first `update` looks at the robot - is the torso inside its limits, has the wait ended,
does a branch fire, is the next keyframe due - and then `step` moves on by one cycle. So a fact that
the chart reads and the command of the same cycle belong together.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from hardware.frames import CYCLE, JointCommand
from hardware.nao import JOINT_COUNT, LEG_JOINTS, Joint, Nao
from motions.keyframes.balance import Balancer
from motions.keyframes.body import Body
from motions.keyframes.break_up import TorsoLimits
from motions.keyframes.compensation import Inherited, compensate
from motions.keyframes.conditions import Conditions, Senses
from motions.keyframes.joint_errors import JointErrors
from motions.keyframes.library import Frame, MotionLibrary, PlayableBlock, PlayableMotion
from motions.keyframes.motion import Branch, Interpolation, WaitBreak
from motions.keyframes.parameters import KeyframeParameters

_LAST_MOMENT = 0.003
"""A keyframe whose end is nearer than this, in s, ends in this cycle."""
_STALLED = 8
"""Cycles without getting nearer that end a wait."""


def weight(interpolation: Interpolation, ratio: float) -> float:
    """Return the share of the way at a share of the time, both 0..1."""
    match interpolation:
        case Interpolation.LINEAR:
            return ratio
        case Interpolation.SOFT:
            return 0.5 - 0.5 * math.cos(math.pi * ratio)
        case Interpolation.FAST_START:
            return math.sin(0.5 * math.pi * ratio)


@dataclass(slots=True)
class _Open:
    """A block being played, and the index of the keyframe to come."""

    block: PlayableBlock
    next: int = 0


@dataclass(slots=True)
class _Wait:
    """The running or the last wait."""

    time: float = 0.0
    nearest: float = math.inf
    stalled: int = 0


@dataclass(slots=True)
class Verdict:
    """What a cycle's look at the robot has found.

    Attributes:
        torso_out: Why the torso is out of its limits; empty while it is inside.
        branch: Which branch was taken in this cycle and why; empty if none.
        waiting: The target is reached, the wait is not over.
        done: No keyframe is left.
    """

    torso_out: str = ""
    branch: str = ""
    waiting: bool = False
    done: bool = False


@dataclass(slots=True)
class _Pose:
    """Joint vectors, (25,), rad and 0..1."""

    start: list[float]
    target: list[float]
    stiffness: list[float]
    unbalanced: list[float] = field(default_factory=list)
    output: tuple[float, ...] = ()


class Player:
    """Plays motions of a library, one at a time."""

    def __init__(self, nao: Nao, library: MotionLibrary, parameters: KeyframeParameters) -> None:
        self._joints = nao.joints
        self._library = library
        self._parameters = parameters
        own = parameters.engine
        self._errors = JointErrors(own.request_delay, own.prediction, own.joint_error_filter)
        self._balancer = Balancer(parameters.balance)
        self._loops: dict[str, int] = {}
        self.verdict = Verdict(done=True)
        self.motion: PlayableMotion | None = None
        self.frame: Frame | None = None

    def start(
        self,
        motion: str,
        start: Sequence[float],
        *,
        first_duration: float = 0.0,
        limits: bool = True,
    ) -> None:
        """Begin a motion from a pose.

        Args:
            motion: Name.
            start: (25,), rad: the last command, the measured angle where a joint was limp.
            first_duration: Shortest duration of the first keyframe, s.
            limits: False disables the torso's break-up window.
        """
        self._pose = _Pose(list(start), list(start), [0.0] * JOINT_COUNT, list(start), tuple(start))
        self._torso = TorsoLimits()
        self._limits = limits
        self._first_duration = first_duration
        self._inherited = Inherited()
        self._corrections: tuple[float, ...] = ()
        self.frame = None
        self._duration = self._elapsed = 0.0
        self._steps = 0
        self._goal_from = self._goal_to = (0.0, 0.0)
        self._wait = _Wait()
        self._balancing_paused = True
        self.verdict = Verdict()
        self._open_motion(motion)
        self._load_next(None)

    def forget_loops(self) -> None:
        """Allow every branch its full number of loops again: after a break-up."""
        self._loops.clear()

    @property
    def ratio(self) -> float:
        """Return the progress of the running keyframe, 0..1."""
        if self._elapsed == 0.0:
            return 0.0
        if self._duration - self._elapsed < _LAST_MOMENT:
            return 1.0
        return self._elapsed / self._duration

    @property
    def started(self) -> bool:
        """Return whether the motion has moved the robot since `start`."""
        return self._steps > 0

    @property
    def account(self) -> str:
        """Return what is being played, for reasons and logs."""
        if self.motion is None or self.frame is None:
            return ""
        return f"{self.motion.name}: {self.frame.source.label} {self.ratio * 100:.0f} %"

    # ---------------------------------------------------------------- look

    def update(self, body: Body, tries: int) -> Verdict:
        """Look at the robot, go on to the next keyframe when it is due, and return the verdict."""
        verdict = self.verdict = Verdict(done=self.verdict.done)
        if self.motion is None:
            return verdict
        verdict.torso_out = self._torso_violation(body)
        if verdict.torso_out or verdict.done or self.frame is None:
            return verdict
        senses = self._senses(body, tries)
        early = self._fired(self.frame, senses, early=True)
        if early:
            self._take(early, senses)
            self._load_next(senses)
        elif self.ratio >= 1.0:
            verdict.waiting = self._must_wait(senses)
            if not verdict.waiting:
                self._finish_frame(senses)
        if verdict.done:
            self._finish_motion(senses, body)
        return verdict

    def _torso_violation(self, body: Body) -> str:
        if not self._limits:
            return ""
        return self._torso.violation(body.lean, self.ratio)

    def _senses(self, body: Body, tries: int) -> Senses:
        request, measured = self._pose.output, body.positions
        hip = Joint.L_HIP_YAW_PITCH
        return Senses(
            body.lean.pitch,
            body.lean.roll,
            abs(body.lean.roll),
            body.pitch_rate,
            body.com_height,
            self._wait.time,
            float(tries),
            body.min_knee_pitch,
            abs(request[hip] - measured[hip]),
            max(abs(request[joint] - measured[joint]) for joint in LEG_JOINTS),
            body.foot_support,
        )

    def _must_wait(self, senses: Senses) -> bool:
        assert self.frame is not None
        wait = self.frame.source.wait
        if wait is None or wait.until.hold(senses) or self._wait.time >= wait.max:
            return False
        if wait.give_up is WaitBreak.STALL:
            distance = wait.until.distance(senses)
            nearer = distance < self._wait.nearest
            self._wait.stalled = 0 if nearer else self._wait.stalled + 1
            self._wait.nearest = min(distance, self._wait.nearest)
            if self._wait.stalled > _STALLED:
                return False
        self._wait.time += CYCLE
        return True

    # ---------------------------------------------------------------- go on

    def _open_motion(self, name: str) -> None:
        self.motion = self._library.motions[name]
        self._errors.observe(self.motion.observed)
        self._blocks = list(self.motion.blocks)
        self._stack: list[_Open] = []

    def _finish_frame(self, senses: Senses) -> None:
        assert self.frame is not None
        branch = self._fired(self.frame, senses, early=False)
        if branch is not None:
            self._take(branch, senses)
        self._load_next(senses)

    def _finish_motion(self, senses: Senses, body: Body) -> None:
        """Follow up with another motion, or judge how this one has ended."""
        assert self.motion is not None
        for item in self.motion.source.follow_ups:
            if item.conditions.hold(senses):
                self.verdict.branch = f"{item.motion} because {item.conditions.because(senses)}"
                self.verdict.done = False
                self._open_motion(item.motion)
                self._load_next(senses)
                return
        bounds = self.motion.source.end_pitch
        if not self._limits:
            return
        if self.motion.source.follow_ups:
            self._fail(f"nothing follows {self.motion.name}", body)
        elif bounds and not bounds[0] <= body.lean.pitch <= bounds[1]:
            self._fail(f"{self.motion.name} ended", body)

    def _fail(self, what: str, body: Body) -> None:
        pitch, roll = math.degrees(body.lean.pitch), math.degrees(body.lean.roll)
        self.verdict.done = False
        self.verdict.torso_out = f"{what} at torso pitch {pitch:.0f}, roll {roll:.0f} deg"

    def _fired(self, frame: Frame, senses: Senses, *, early: bool) -> Branch | None:
        """Return the branch that fires; an end branch whose loops are used up hides the rest."""
        for branch in frame.source.branches:
            conditions: Conditions | None = branch.early if early else branch.at_end
            if conditions is None or not conditions.hold(senses):
                continue
            if branch.max_loops is None or self._loops.get(branch.target, 0) < branch.max_loops:
                return branch
            if not early:
                return None
        return None

    def _take(self, branch: Branch, senses: Senses) -> None:
        self._loops[branch.target] = self._loops.get(branch.target, 0) + 1
        conditions = branch.early or branch.at_end
        reason = conditions.because(senses) if conditions else ""
        self.verdict.branch = f"{branch.target} because {reason}"
        if branch.to_motion is not None:
            self._open_motion(branch.to_motion)
            return
        if branch.remove_current_block:
            self._stack.clear()
        block = self._library.blocks[branch.target]
        self._stack.append(_Open(block))
        if branch.init_stiffness:
            self._apply(block.stiffness)

    def _next_frame(self, senses: Senses | None) -> Frame | None:
        """Return the next keyframe that no early branch skips, or None at the end."""
        while True:
            while self._stack and self._stack[-1].next >= len(self._stack[-1].block.frames):
                self._stack.pop()
                if self._stack:
                    self._apply(self._stack[-1].block.stiffness)
            if not self._stack:
                if not self._blocks:
                    return None
                block = self._blocks.pop(0)
                self._stack.append(_Open(block))
                self._apply(block.stiffness)
            top = self._stack[-1]
            frame = top.block.frames[top.next]
            top.next += 1
            branch = self._fired(frame, senses, early=True) if senses else None
            if branch is None or senses is None:
                return frame
            self._take(branch, senses)

    def _apply(self, stiffness: Sequence[tuple[int, float]]) -> None:
        for joint, value in stiffness:
            self._pose.stiffness[joint] = value

    def _load_next(self, senses: Senses | None) -> None:
        last, ratio = self.frame, self.ratio
        frame = self._next_frame(senses)
        if frame is None:
            self.verdict.done = True
            return
        source, pose = frame.source, self._pose
        if last is not None:
            free = frozenset(j for j, target in enumerate(last.targets) if target is None)
            self._inherited.begin(last.source.compensation, self._corrections, free)
        self._corrections = (0.0,) * len(source.compensation)
        pose.start = self._start_pose(last, frame)
        self._torso.load(source.torso_start, source.torso, ratio)
        self._goal_from = source.goal_com if last is None else self._goal(ratio)
        self._goal_to = source.goal_com
        self._apply(frame.stiffness)
        pose.target = [
            target if target is not None else pose.output[joint]
            for joint, target in enumerate(frame.targets)
        ]
        self.frame = frame
        self._elapsed = 0.0
        self._duration = max(source.duration, self._first_duration)
        self._first_duration = 0.0
        self._wait = _Wait()

    def _start_pose(self, last: Frame | None, frame: Frame) -> list[float]:
        """Return the unbalanced pose, with the balance kept where the new keyframe has none."""
        start = list(self._pose.unbalanced)
        if last is not None and last.source.balance is not None:
            kept = set[Joint]()
            if frame.source.balance is not None:
                for shares in (frame.source.balance.forward, frame.source.balance.sideways):
                    kept.update(share.joint for share in shares)
            for shares in (last.source.balance.forward, last.source.balance.sideways):
                for share in shares:
                    if share.joint not in kept:
                        start[share.joint] = self._pose.output[share.joint]
        return start

    # ---------------------------------------------------------------- move

    def step(self, body: Body, *, balancing_out: bool = False) -> JointCommand:
        """Move on by one cycle and return the command, for the motion as written."""
        frame, pose = self.frame, self._pose
        assert frame is not None
        self._errors.update(
            [
                request if stiff > 0.0 else measured
                for request, stiff, measured in zip(
                    pose.output, pose.stiffness, body.positions, strict=True
                )
            ],
            body.positions,
        )
        self._elapsed += CYCLE
        self._steps += 1
        share = weight(frame.interpolation, self.ratio)
        if self._inherited.entries:
            self._inherited.track(pose.start, self._errors, body.positions)
        targets = pose.target
        if frame.source.compensation:
            targets = list(pose.target)
            self._corrections = compensate(
                targets, frame.source.compensation, self._errors, body.positions
            )
        pose.unbalanced = [
            start + (target - start) * share
            for start, target in zip(pose.start, targets, strict=True)
        ]
        output = list(pose.unbalanced)
        self._balance(frame, body, output, balancing_out)
        pose.output = tuple(output)
        return self._command(body)

    def _command(self, body: Body) -> JointCommand:
        """Return the command; a limp joint is sent its measured angle, so that it cannot jump."""
        pose = self._pose
        positions = tuple(
            request if stiff > 0.0 else measured
            for request, stiff, measured in zip(
                pose.output, pose.stiffness, body.positions, strict=True
            )
        )
        return JointCommand(positions, tuple(pose.stiffness))

    def _goal(self, ratio: float) -> tuple[float, float]:
        (fx, fy), (tx, ty) = self._goal_from, self._goal_to
        return fx + (tx - fx) * ratio, fy + (ty - fy) * ratio

    def _balance(self, frame: Frame, body: Body, output: list[float], balancing_out: bool) -> None:
        balance = frame.source.balance
        if balance is None:
            self._balancing_paused = True
            return
        if self._balancing_paused:
            self._balancer.clear()
            self._balancing_paused = False
        moving = self.ratio < 1.0
        speed = (
            ((self._goal_to[0] - self._goal_from[0]) / self._duration if moving else 0.0),
            ((self._goal_to[1] - self._goal_from[1]) / self._duration if moving else 0.0),
        )
        forward, sideways = self._balancer.update(
            self._parameters.balance.phases[frame.source.balance_phase],
            (body.com_x, body.com_y),
            self._goal(self.ratio),
            speed,
            leak=balancing_out,
        )
        for value, shares in ((forward, balance.forward), (sideways, balance.sideways)):
            for share in shares:
                limits = self._joints[share.joint]
                wanted = output[share.joint] + value * share.factor
                output[share.joint] = min(max(wanted, limits.min), limits.max)
