"""Joint trajectory from one keyframe to the next: interpolation and joint compensation."""

import math
import operator
from collections.abc import Sequence

from hardware.robots.model import RobotModel, Side
from motions.keyframes.engine.compensation import Inherited, compensate, observed_by
from motions.keyframes.engine.joint_errors import JointErrors
from motions.keyframes.engine.parameters import EngineParameters
from motions.keyframes.motions.keyframe import Held, Interpolation
from motions.keyframes.motions.library import Frame
from motions.scalars import smooth


def weight(interpolation: Interpolation, ratio: float) -> float:
    """Return the share of the distance at a share of the time, both 0..1."""
    match interpolation:
        case Interpolation.LINEAR:
            return ratio
        case Interpolation.SOFT:
            return smooth(ratio)
        case Interpolation.FAST_START:
            return math.sin(0.5 * math.pi * ratio)


class JointTrajectory:
    """Joint vectors, in wire order, rad, between two keyframes.

    Attributes:
        pose: Present joint targets, compensated but not balanced: the next keyframe starts here.
        output: The last command, with the balance.
    """

    def __init__(self, model: RobotModel, parameters: EngineParameters) -> None:
        legs = model.legs
        self._errors = JointErrors(
            parameters.request_delay,
            parameters.prediction,
            parameters.joint_error_filter,
            (legs[Side.LEFT].hip_pitch, legs[Side.RIGHT].hip_pitch),
        )
        self._min_release = parameters.min_release
        self.begin((0.0,) * len(model.names), frozenset())

    def begin(self, start: Sequence[float], observed: frozenset[int]) -> None:
        """Begin a motion at a pose and observe the errors of the given joints from now on."""
        self.output = tuple(start)
        self.pose = list(start)
        self._start = list(start)
        self._target = list(start)
        self._frame: Frame | None = None
        self._inherited = Inherited(self._min_release)
        self._corrections: tuple[float, ...] = ()
        self._errors.observe(observed)

    def watch(self, observed: frozenset[int]) -> None:
        """Observe the joints of another motion that follows without a pause.

        Joints whose corrections have not been taken back yet remain observed.
        """
        last = self._frame
        owed = observed_by(last.source.compensation) if last is not None else frozenset()
        self._errors.go_on(observed | owed | self._inherited.observed)

    def error(self, joint: int) -> float:
        """Return request minus measurement of an observed joint, rad."""
        return self._errors.error(joint, predict=False)

    def load(self, frame: Frame) -> None:
        """Load the next keyframe, starting from the present pose."""
        last = self._frame
        if last is not None:
            free = frozenset(j for j, item in enumerate(last.targets) if isinstance(item, Held))
            offset = tuple(map(operator.sub, self._target, self.pose))
            self._inherited.begin(last.source, self._corrections, free, offset)
        self._corrections = (0.0,) * len(frame.source.compensation)
        self._start = list(self.pose)
        for joint in _balanced(last) - _balanced(frame):
            self._start[joint] = self.output[joint]
        self._target = [self._goal(joint, target) for joint, target in enumerate(frame.targets)]
        self._frame = frame

    def _goal(self, joint: int, target: float | Held) -> float:
        match target:
            case Held.HOLD:
                return self.output[joint]
            case Held.OFF:
                return self.pose[joint]
            case _:
                return target

    def move(
        self, ratio: float, positions: Sequence[float], stiffness: Sequence[float]
    ) -> list[float]:
        """Return the pose at a progress of 0..1; limp joints take their measured angle."""
        frame = self._frame
        assert frame is not None
        self._errors.update(self.output, positions)
        self._inherited.take_back(self._start, self._errors, positions)
        targets = self._target
        if frame.source.compensation:
            targets = list(targets)
            self._corrections = compensate(
                targets, frame.source.compensation, self._errors, positions
            )
        share = weight(frame.interpolation, ratio)
        self.pose = [
            start + (target - start) * share if stiff > 0.0 else measured
            for start, target, stiff, measured in zip(
                self._start, targets, stiffness, positions, strict=True
            )
        ]
        return list(self.pose)


def _balanced(frame: Frame | None) -> set[int]:
    """Return the joints that a keyframe uses for balancing."""
    if frame is None or frame.source.balance is None:
        return set()
    balance = frame.source.balance
    return {share.joint for share in (*balance.forward, *balance.sideways)}
