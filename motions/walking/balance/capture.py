"""Capture steps: put the swing foot where the robot will need it, and put it there in time.

The torso on the support foot is taken as a linear inverted pendulum of constant height. Its
divergent component of motion (DCM, position plus velocity over the pendulum's rate) tells where
the next foot must stand for the robot to come to rest. In an undisturbed step the DCM follows a
known course; what it has beyond that, grown until the planned landing, is by how much the swing
foot must land elsewhere. Inside a dead band nothing happens: the rhythm of the walk is left alone.

Frames: `level` at the support sole, x and y in m; y is mirrored so that the support foot's outer
side is positive and the swing foot's side negative.

Source of the model: the capture point of the linear inverted pendulum (Pratt et al. 2006); of its
use in a step: the difference to the nominal step, which needs no model of the servos.
"""

import math

from hardware.frames import CYCLE
from hardware.nao import Side
from hardware.units import Point
from motions.kinematics.geometry import rotate, rotation_from_rpy
from motions.perception.state import RobotState
from motions.scalars import clamp, toward
from motions.walking.parameters import Capture, StepShape
from motions.walking.running_step import RunningStep
from motions.walking.step import StepKind
from motions.walking.trajectories import FeetOffsets

_GRAVITY = 9.81


class CaptureStep:
    """Where the swing foot goes beyond its plan.

    Attributes:
        forward: Addition to the swing foot's forward offset, m.
        outward: Addition to the swing foot's side offset, away from the support foot, m.
        excess_forward: DCM beyond its course, forward, m.
        excess_side: The same towards the swing foot, m.
    """

    def __init__(self, parameters: Capture, shape: StepShape, hip_offset: float) -> None:
        self._parameters = parameters
        self._shape = shape
        self._hip_offset = hip_offset
        self._rate = math.sqrt(_GRAVITY / parameters.pendulum_height)
        self._tilt = (0.0, 0.0)
        self._last: tuple[float, float] | None = None
        self._velocity = (0.0, 0.0)  # forward, left
        self.forward = 0.0
        self.outward = 0.0
        self.excess_forward = 0.0
        self.excess_side = 0.0

    def begin(self) -> None:
        """Begin a step: nothing is added yet, and the support foot is a new one."""
        self._last = None
        self.forward = 0.0
        self.outward = 0.0

    def update(self, state: RobotState, running: RunningStep) -> None:
        """Look at the robot and move the addition towards where it is needed."""
        parameters = self._parameters
        if not state.contact or running.kind is StepKind.STARTING:
            # The first step begins at rest between the feet, not in the walk's rhythm.
            return
        support = running.swing.other
        forward, left = self._dcm(state, support)
        course_forward, course_outward = self._course(running)
        self.excess_forward = forward - course_forward
        self.excess_side = course_outward - support.sign * left
        remaining = max(running.duration - running.time, 0.0)
        growth = parameters.gain * math.exp(self._rate * remaining)
        ahead = growth * _beyond(self.excess_forward, parameters.dead_band_forward)
        aside = growth * _beyond(self.excess_side, parameters.dead_band_side)
        most = parameters.speed * CYCLE
        self.forward = toward(
            self.forward, clamp(ahead, -parameters.max_forward, parameters.max_forward), most
        )
        self.outward = toward(
            self.outward, clamp(aside, -parameters.max_inward, parameters.max_outward), most
        )
        self._tilt = (state.roll, state.pitch)

    def apply(self, feet: FeetOffsets, running: RunningStep) -> None:
        """Add to the swing foot and level it where the torso tilts; changes `feet` in place."""
        parameters = self._parameters
        left = running.swing is Side.LEFT
        swing, support = (feet.left, feet.right) if left else (feet.right, feet.left)
        outer = running.swing.sign
        swing.forward += self.forward
        swing.side += outer * self.outward
        roll = parameters.level_gain * _beyond(self._tilt[0], parameters.level_roll)
        pitch = parameters.level_gain * _beyond(self._tilt[1], parameters.level_pitch)
        ahead = swing.forward - support.forward
        aside = swing.side - support.side + 2.0 * outer * self._hip_offset
        swing.lift += ahead * math.sin(pitch) - aside * math.sin(roll)
        swing.pitch -= pitch
        swing.roll -= roll
        support.pitch += parameters.erect * pitch

    def _dcm(self, state: RobotState, support: Side) -> tuple[float, float]:
        """Return the DCM in the level frame at the support sole, forward and left, m."""
        sole = state.sole(support)
        arm: Point = (state.com[0] - sole.x, state.com[1] - sole.y, state.com[2] - sole.z)
        x, y, _ = rotate(rotation_from_rpy(state.roll, state.pitch, 0.0), arm)
        if self._last is not None:
            keep, change = self._parameters.low_pass, (1.0 - self._parameters.low_pass) / CYCLE
            self._velocity = (
                keep * self._velocity[0] + change * (x - self._last[0]),
                keep * self._velocity[1] + change * (y - self._last[1]),
            )
        self._last = (x, y)
        return x + self._velocity[0] / self._rate, y + self._velocity[1] / self._rate

    def _course(self, running: RunningStep) -> tuple[float, float]:
        """Return the DCM of an undisturbed step: forward, and outwards from the support foot.

        The torso follows the support foot's command, a few cycles late; sideways it also swings
        like a pendulum that turns back over mid-step.
        """
        forward, side = self._support_course(running)
        middle = 0.5 * running.duration
        time = min(running.time, running.duration)
        swing = self._parameters.turning_side * math.exp(self._rate * (time - middle))
        return self._parameters.centre_forward - forward, -swing - running.swing.other.sign * side

    def _support_course(self, running: RunningStep) -> tuple[float, float]:
        """Return the DCM of the support foot as commanded, in the torso's frame, forward, left."""
        shape, start = self._shape, running.start
        support = start.right if running.swing is Side.LEFT else start.left
        x, y = running.step.in_foot_offsets(running.swing, self._hip_offset)
        delay = self._parameters.delay
        ahead, aside = running.duration - shape.lead, running.duration - shape.side_lead
        forward = _course_of(support.forward, -0.5 * x, (running.forward_time - delay) / ahead)
        side = _course_of(
            support.side,
            shape.support_share * (running.hip_shift - y),
            (running.side_time - delay) / aside,
        )
        return (
            forward[0] + forward[1] / (ahead * self._rate),
            side[0] + side[1] / (aside * self._rate),
        )


def _course_of(begin: float, end: float, share: float) -> tuple[float, float]:
    """Return place and way per duration of a linear motion at a share of its time."""
    if share >= 1.0:
        return end, 0.0
    if share <= 0.0:
        return begin, 0.0
    return begin + (end - begin) * share, end - begin


def _beyond(value: float, band: float) -> float:
    """Return what is left of the value outside a dead band around zero."""
    return value - clamp(value, -band, band)
