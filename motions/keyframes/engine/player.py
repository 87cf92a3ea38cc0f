"""Plays one motion: selects the keyframe, interpolates the joints, and monitors the torso.

In each cycle `update` first evaluates the robot - is the torso inside its limits, has the wait
ended, does a branch fire, is the next keyframe due - and then `step` advances by one cycle. The
facts that the chart reads thus belong to the command of the same cycle.
"""

import math
from collections.abc import Sequence as Listed
from dataclasses import dataclass

from hardware.cycle_data import cycle_data
from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import JointCommand
from motions.keyframes.engine.balance import BalancedMotion
from motions.keyframes.engine.break_up import TorsoLimits
from motions.keyframes.engine.joint_trajectory import JointTrajectory
from motions.keyframes.engine.measured_body import Body, quantities_of
from motions.keyframes.engine.oscillation import Oscillation
from motions.keyframes.engine.parameters import KeyframeParameters
from motions.keyframes.engine.sequence import Sequence
from motions.keyframes.engine.waiting import Waiting
from motions.keyframes.motions.library import Frame, MotionLibrary, PlayableMotion
from motions.keyframes.motions.motion import first_that_holds
from motions.keyframes.motions.quantities import Fluctuation, MotionQuantities, wrists_of

_LAST_MOMENT = 0.003
"""A keyframe with less time left than this, s, ends in this cycle."""


@dataclass(slots=True)
class PlayerStatus:
    """Verdict of one cycle.

    Attributes:
        torso_out: Why the torso is outside its limits; empty while it is inside.
        branch: The branch taken in this cycle and why; empty if none.
        waiting: Whether the target is reached and the wait is not over.
        done: Whether no keyframe is left.
    """

    torso_out: str = ""
    branch: str = ""
    waiting: bool = False
    done: bool = False


@cycle_data
class KeyframeInfo:
    """A keyframe that is played.

    Attributes:
        motion: Name of the motion.
        keyframe: Label of the keyframe.
        mirrored: Whether left and right are swapped.
    """

    motion: str
    keyframe: str
    mirrored: bool


class Player:
    """Plays motions of a library, one at a time.

    Attributes:
        verdict: Verdict of the last update.
        frame: The keyframe that the joints move to.
    """

    def __init__(
        self, model: RobotModel, library: MotionLibrary, parameters: KeyframeParameters
    ) -> None:
        self._model = model
        self._sequence = Sequence(library)
        self._trajectory = JointTrajectory(model, parameters.engine)
        self._balance = BalancedMotion(model, parameters.balance)
        self._oscillation = Oscillation(model, parameters.engine.oscillation)
        self._torso = TorsoLimits()
        self._waiting = Waiting(self._model.cycle)
        self._wrists = wrists_of(model)
        self._fluctuation = Fluctuation(self._model.cycle)
        self._limits, self._holds = True, False
        self._first_duration = 0.0
        self._duration = self._elapsed = 0.0
        self.started = False
        self.verdict = PlayerStatus(done=True)
        self.frame: Frame | None = None

    def start(
        self,
        motion: str,
        start: Listed[float],
        *,
        first_duration: float = 0.0,
        limits: bool = True,
        holds: bool = False,
    ) -> None:
        """Begin a motion from a pose; `started` is set by its first step.

        Args:
            motion: Name of the motion.
            start: Joint angles in wire order, rad: last commanded, or measured where limp.
            first_duration: Shortest duration of the first keyframe, s.
            limits: False disables the torso's break-up window; the required final pitch is still
                checked.
            holds: Whether the pose at the end is held; follow-ups then wait for `follow_up`.
        """
        self._sequence.begin(motion)
        self._trajectory.begin(start, self._playing.observed | self._oscillation.observed)
        self._oscillation.begin()
        self._balance.begin()
        self._torso = TorsoLimits()
        self._fluctuation = Fluctuation(self._model.cycle)
        self._limits, self._holds = limits, holds
        self._first_duration = first_duration
        self._duration = self._elapsed = 0.0
        self.started = False
        self.verdict = PlayerStatus()
        self.frame = None
        self._load_next(None)

    @property
    def motion(self) -> PlayableMotion | None:
        """Return the motion that is or was played."""
        return self._sequence.motion

    @property
    def _playing(self) -> PlayableMotion:
        assert self._sequence.motion is not None
        return self._sequence.motion

    def forget_loops(self) -> None:
        """Reset the loop counts of all branches, after a break-up."""
        self._sequence.forget_loops()

    @property
    def ratio(self) -> float:
        """Return the progress of the running keyframe, 0..1."""
        if self._elapsed == 0.0:
            return 0.0
        if self._duration - self._elapsed < _LAST_MOMENT:
            return 1.0
        return self._elapsed / self._duration

    @property
    def account(self) -> str:
        """Return what is being played, for reasons and logs."""
        if self.frame is None:
            return ""
        return f"{self._playing.name}: {self.frame.source.label} {self.ratio * 100:.0f} %"

    def update(self, body: Body, tries: int) -> PlayerStatus:
        """Evaluate the robot, load the next keyframe when it is due, and return the verdict."""
        verdict = self.verdict = PlayerStatus(done=self.verdict.done)
        frame = self.frame
        self._fluctuation.update(body.lean.pitch)
        if self._limits:
            verdict.torso_out = self._torso.violation(body.lean, self.ratio)
        if verdict.torso_out or verdict.done or frame is None:
            return verdict
        quantities = self._quantities(body, tries)
        branch = self._sequence.early(frame, quantities)
        over = branch is not None
        if not over and self.ratio >= 1.0:
            verdict.waiting = self._waiting.goes_on(frame.source.wait, quantities)
            over = not verdict.waiting
            branch = self._sequence.at_end(frame, quantities) if over else None
        if branch is not None:
            self._sequence.take(branch, quantities)
        if over:
            self._load_next(quantities)
        if verdict.done:
            self._judge_end(quantities, body)
        verdict.branch, self._sequence.taken = self._sequence.taken, ""
        return verdict

    def _quantities(self, body: Body, tries: int) -> MotionQuantities:
        return quantities_of(
            body,
            self._model,
            self._wrists,
            request=self._trajectory.output,
            tries=tries,
            pitch_fluctuation=self._fluctuation.value,
            wait_time=self._waiting.time,
            break_up=bool(self._torso.violation(body.lean, self.ratio)),
        )

    def _judge_end(self, quantities: MotionQuantities, body: Body) -> None:
        """Follow up with another motion, or check how this one has ended."""
        source = self._playing.source
        if source.follow_ups and not self._holds:
            follow_up = first_that_holds(source.follow_ups, quantities)
            if follow_up is not None:
                self._follow(*follow_up, quantities)
                return
            self._fail(f"no follow-up of {self._playing.name} applies", body)
        elif source.end_pitch and not _within(body.lean.pitch, source.end_pitch):
            self._fail(f"{self._playing.name} ended", body)

    def follow_up(self, body: Body) -> tuple[str, str] | None:
        """Return the follow-up of the held motion that applies now, and why; None if none does."""
        return first_that_holds(self._playing.source.follow_ups, self._quantities(body, tries=0))

    def _follow(self, motion: str, reason: str, quantities: MotionQuantities) -> None:
        self.verdict.done = False
        self._sequence.follow(motion, reason)
        self._trajectory.watch(self._playing.observed | self._oscillation.observed)
        self._load_next(quantities)

    def _fail(self, what: str, body: Body) -> None:
        pitch, roll = math.degrees(body.lean.pitch), math.degrees(body.lean.roll)
        self.verdict.done = False
        self.verdict.torso_out = f"{what} at torso pitch {pitch:z.0f}, roll {roll:z.0f} deg"

    def _load_next(self, quantities: MotionQuantities | None) -> None:
        ratio = self.ratio
        frame = self._sequence.next_frame(quantities)
        if frame is None:
            self.verdict.done = True
            return
        source = frame.source
        self._duration = max(source.duration, self._first_duration)
        self._first_duration = self._elapsed = 0.0
        self._trajectory.load(frame)
        self._balance.load(source.goal_com, self._duration, from_here=source.set_last_com)
        self._torso.load(source.torso_start, source.torso, ratio)
        self._waiting = Waiting(self._model.cycle)
        self.frame = frame

    def step(self, body: Body, *, balancing_out: bool = False) -> JointCommand:
        """Advance by one cycle and return the command of the unmirrored motion."""
        frame = self.frame
        assert frame is not None
        self.started = True
        self._elapsed += self._model.cycle
        ratio, stiffness = self.ratio, tuple(self._sequence.stiffness)
        output = self._trajectory.move(ratio, body.positions, stiffness)
        com = (body.com_x, body.com_y)
        outside = body.com_outside_x
        self._balance.apply(frame.source, output, com, ratio, outside=outside, leak=balancing_out)
        if self._oscillation.observed and frame.source.balance and not balancing_out:
            self._oscillation.apply(output, self._trajectory.error(self._oscillation.hip_yaw))
        self._trajectory.output = tuple(output)
        return JointCommand(self._trajectory.output, stiffness)


def _within(value: float, bounds: tuple[float, float]) -> bool:
    return bounds[0] <= value <= bounds[1]
