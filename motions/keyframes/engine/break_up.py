"""Break-up of a keyframe motion: the torso limits that trigger it, and the soft fall."""

import math
from dataclasses import dataclass

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import JointCommand
from motions.keyframes.engine.measured_body import TorsoLean
from motions.keyframes.engine.parameters import Postures, SafeFall
from motions.keyframes.motions.keyframe import Held, TorsoWindow
from motions.keyframes.motions.posture import angles_of

Bounds = tuple[float, float, float, float]
"""Lower and upper pitch, lower and upper roll, rad."""

FREE: Bounds = (-math.inf, math.inf, -math.inf, math.inf)


def narrowed(running: Bounds, window: TorsoWindow | None) -> Bounds:
    """Return the running bounds, with those named by the window replaced."""
    if window is None:
        return running
    keep = (None, None)
    wanted = (*(window.pitch or keep), *(window.roll or keep))
    low, high, left, right = (
        now if end is None else end for now, end in zip(running, wanted, strict=True)
    )
    return low, high, left, right


@dataclass(slots=True)
class TorsoLimits:
    """Bounds of the torso's lean, interpolated over each keyframe."""

    begin: Bounds = FREE
    end: Bounds = FREE

    def load(self, start: TorsoWindow | None, end: TorsoWindow | None, ratio: float) -> None:
        """Begin a keyframe; `ratio` is the progress of the last one, 0..1."""
        self.begin = narrowed(self.at(ratio), start)
        self.end = narrowed(self.begin, end)

    def at(self, ratio: float) -> Bounds:
        """Return the bounds at a progress of 0 to 1, rad.

        A bound and no bound are not interpolated: a bound appears at the end, and vanishes at once.
        """
        low, high, left, right = (
            _between(*ends, ratio) for ends in zip(self.begin, self.end, strict=True)
        )
        return low, high, left, right

    def violation(self, lean: TorsoLean, ratio: float) -> str:
        """Return why the torso is outside its limits; empty if it is inside."""
        low, high, left, right = self.at(ratio)
        for name, value, lower, upper in (
            ("pitch", lean.pitch, low, high),
            ("roll", lean.roll, left, right),
        ):
            if not lower <= value <= upper:
                found, least, most = (math.degrees(item) for item in (value, lower, upper))
                return f"torso {name} {found:z.0f} deg outside {least:.0f}..{most:.0f}"
        return ""


def _between(start: float, end: float, ratio: float) -> float:
    if math.isinf(end):
        return end
    if math.isinf(start):
        return end if ratio >= 1.0 else start
    return start + (end - start) * ratio


class SafeFallPose:
    """Falls softly after a break-up: a pose at low stiffness, then limp."""

    def __init__(self, model: RobotModel, postures: Postures, parameters: SafeFall) -> None:
        self._model = model
        self._postures = postures
        self._parameters = parameters
        self._positions: tuple[float, ...] = (0.0,) * len(model.names)
        self._front = False
        self._time = 0.0

    def begin(self, lean: TorsoLean, positions: tuple[float, ...]) -> None:
        """Choose the pose by the direction of the fall."""
        self._front = lean.pitch >= 0.0
        self._time = 0.0
        posture = self._postures.front if self._front else self._postures.back
        targets = angles_of(self._model, posture.angles)
        pose = [
            measured if isinstance(target, Held) else target
            for target, measured in zip(targets, positions, strict=True)
        ]
        if self._front:
            left, right = self._elbows
            pose[left] = self._postures.front_elbow_roll
            pose[right] = self._model.mirror[right][1] * self._postures.front_elbow_roll
        self._positions = tuple(pose)

    @property
    def _elbows(self) -> tuple[int, int]:
        """Return the elbow joints: the last of each arm apart from the wrist and the hand."""
        left, right = (arm[:4][-1] for arm in self._model.arms.values())
        return left, right

    @property
    def limp(self) -> bool:
        """Return whether all joints are limp by now."""
        return self._time > self._parameters.limp_after

    def step(self, positions: tuple[float, ...]) -> JointCommand:
        """Return the command of this cycle; measured angles once limp."""
        self._time += self._model.cycle
        if self.limp:
            return JointCommand(positions, (0.0,) * len(positions))
        own = self._parameters
        stiffness = [own.body] * len(positions)
        if self._time <= own.head_high:
            for joint in self._model.head:
                stiffness[joint] = own.head
        if self._front:
            for leg in self._model.legs.values():
                stiffness[leg.hip_pitch] = own.hip_pitch
            for joint in self._elbows:
                stiffness[joint] = own.elbow_roll
            for joint in self._postures.soft_joints:
                stiffness[joint] = 0.0
        for joint in self._model.hands:
            stiffness[joint] = 0.0
        return JointCommand(self._positions, tuple(stiffness))
