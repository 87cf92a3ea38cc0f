"""Foot trajectories of a step: the offsets of both feet at a given time."""

import math
from dataclasses import dataclass, replace

from hardware.robots.model import Side
from hardware.units import PositiveAngularSpeed, PositiveSpeed
from motions.kinematics.geometry import rotate_flat
from motions.scalars import toward
from motions.walking.parameters import StepShapeParameters
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import Step
from motions.walking.swing_path import PathPoint
from motions.walking.trajectories import (
    FeetOffsets,
    FootOffset,
    held_up,
    lift_progress,
    support_progress,
    swing_progress,
)


@dataclass(frozen=True, slots=True)
class ResidualParameters:
    """How fast the deviations that a step inherits from the last command fade.

    Attributes:
        lift_fast: Rate for feet that are too high or outside the lift's range, m/s.
        lift_slow: Rate for a support foot that is too low, m/s.
        sole: Rate for the rotation of the soles against the floor, rad/s.
        sole_after_get_up: The same in the first step after another motion, rad/s.
    """

    lift_fast: PositiveSpeed
    lift_slow: PositiveSpeed
    sole: PositiveAngularSpeed
    sole_after_get_up: PositiveAngularSpeed


def lift_duration(shape: StepShapeParameters, side: float, min_speed: float = 0.0) -> float:
    """Return how long the swing foot is lifted, s; longer for wide side steps.

    Args:
        shape: Shape of the step.
        side: Larger side step of this and the last step, m, positive.
        min_speed: Lower limit of the side speed from which the duration is computed, m/s.
    """
    gain, duration = shape.lift_duration.gain, shape.duration
    if not shape.lift_duration.active or gain <= 0.0:
        return duration
    speed = (-duration + math.sqrt(duration * duration + 2.0 * gain * side)) / (2.0 * gain)
    return duration + gain * max(speed, min_speed)


class Gait:
    """Moves the feet through one step.

    Heights and rotations of the soles that the step inherits beyond its plan fade at limited rates
    in parallel with the planned motion.
    """

    def __init__(
        self, shape: StepShapeParameters, residuals: ResidualParameters, hip_offset: float
    ) -> None:
        self._shape = shape
        self._residuals = residuals
        self._hip_offset = hip_offset
        self._swing_height = 0.0
        self._support_height = 0.0
        self._last_lift = 0.0
        self._soles: tuple[FootOffset, FootOffset] = (FootOffset(), FootOffset())

    def begin(self, step: RunningStep) -> None:
        """Start a step: take over the heights and rotations of its feet."""
        self._swing_height = step.start.of(step.swing).lift
        self._support_height = step.start.of(step.support).lift
        self._last_lift = 0.0
        self._soles = (replace(step.start.left), replace(step.start.right))

    def feet(self, step: RunningStep) -> FeetOffsets:
        """Return the feet at the step's present time; to be called once per cycle."""
        shape, start, end = self._shape, step.start, self.end(step)
        u_forward = step.forward_time / (step.duration - shape.lead)
        u_side = step.side_time / (step.duration - shape.side_lead)
        swing0, support0 = start.of(step.swing), start.of(step.support)
        swing1, support1 = end.of(step.swing), end.of(step.support)
        swing_u, support_u = swing_progress(u_forward), support_progress(u_forward)
        side_u = support_progress(u_side)
        apex = min(shape.lift_apex_time / step.lift_duration, shape.lift_apex_ratio)
        high_until = 0.0 if step.kick is None else step.kick.high_until
        lift = step.lift * lift_progress(
            held_up(step.time / step.lift_duration, apex, high_until / step.lift_duration),
            apex,
        )
        self._fade(step, lift)
        # Every offset starts where the last command left it, so a step can follow any motion.
        swing = FootOffset(
            swing0.forward + (swing1.forward - swing0.forward) * swing_u,
            swing0.side + (swing1.side - swing0.side) * side_u,
            lift + self._swing_height,
        )
        support = FootOffset(
            support0.forward + (support1.forward - support0.forward) * support_u,
            support0.side + (support1.side - support0.side) * side_u,
            self._support_height,
        )
        turn = start.turn + (end.turn - start.turn) * swing_u
        if step.path is not None:
            own = step.path.at(step.time)
            self._follow(own, swing, support, step.swing)
            turn = step.swing.sign * 0.5 * own.turn
        left, right = (swing, support) if step.swing is Side.LEFT else (support, swing)
        left.roll, left.pitch = self._soles[0].roll, left.pitch + self._soles[0].pitch
        right.roll, right.pitch = self._soles[1].roll, right.pitch + self._soles[1].pitch
        return FeetOffsets(left, right, turn)

    def go_on_from(self, step: RunningStep, feet: FeetOffsets) -> None:
        """Let a step whose plan was changed midway continue from where its feet are.

        Args:
            step: The step with its new plan; the start of its support foot is shifted such that the
                foot's present position does not change.
            feet: Current position of the feet, one cycle before the step's time.
        """
        forward, side = step.forward_time - step.cycle, step.side_time - step.cycle
        u_forward = support_progress(forward / (step.duration - self._shape.lead))
        u_side = support_progress(side / (step.duration - self._shape.side_lead))
        now, end = feet.of(step.support), self.end(step).of(step.support)
        support = step.start.of(step.support)
        if u_forward < 1.0:
            support.forward = (now.forward - u_forward * end.forward) / (1.0 - u_forward)
        if u_side < 1.0:
            support.side = (now.side - u_side * end.side) / (1.0 - u_side)

    def end(self, step: RunningStep) -> FeetOffsets:
        """Return the feet at the planned end of a step, with both soles flat on the ground."""
        return step.planned_end(self._shape.support_share, self._hip_offset)

    def _follow(self, point: PathPoint, swing: FootOffset, support: FootOffset, side: Side) -> None:
        """Move the swing foot to a point of its own path, in place."""
        apart = side.sign * 2.0 * self._hip_offset
        # The torso's heading is midway between those of the feet.
        x, y = rotate_flat(point.forward, apart + point.side, -0.5 * point.turn)
        swing.forward = support.forward + x
        swing.side = support.side + y - apart
        swing.pitch = -point.toes

    def _fade(self, step: RunningStep, lift: float) -> None:
        rates = self._residuals
        fast, slow = rates.lift_fast * step.cycle, rates.lift_slow * step.cycle
        self._support_height = toward(
            self._support_height, 0.0, fast if self._support_height > 0.0 else slow
        )
        # The height error of the swing foot fades as fast as its lift changes, where it does not
        # show; faster if the foot is below the floor or above the apex.
        hidden = abs(lift - self._last_lift)
        total = self._swing_height + lift
        if total < 0.0 or total > step.lift:
            hidden = max(hidden, fast)
        self._swing_height = toward(self._swing_height, 0.0, hidden)
        self._last_lift = lift
        max_turn = step.sole_rate * step.cycle
        for sole in self._soles:
            sole.roll = toward(sole.roll, 0.0, max_turn)
            sole.pitch = toward(sole.pitch, 0.0, max_turn)


def closing_step(start: FeetOffsets, swing: Side) -> Step:
    """Return the step that closes feet left too far apart by another motion."""
    return Step(0.0, swing.sign * max(0.0, -swing.sign * start.of(swing.other).side), 0.0)
