"""Capture steps: move the landing of the swing foot to where the robot will need it.

The landing is shifted by the DCM error (`pendulum`) extrapolated to the planned landing. A dead
band leaves the rhythm of the walk alone. The ankle takes its share of a small error; beyond its
limit, the step has to take all of a forward error, or the rest grows more than fourfold until the
next landing. A kicking foot passes through the ball first, because an addition on its path would
change its speed by up to a third.
"""

import math
from dataclasses import dataclass, replace

from hardware.units import Gain, Ratio, Speed, UnsignedLength
from motions.perception.state import RobotState
from motions.scalars import beyond, clamp, toward
from motions.walking.terms.pendulum import PendulumParameters
from motions.walking.terms.term import BalanceTerm, TermContext, Value, WalkState
from motions.walking.trajectories import FeetOffsets


@dataclass(frozen=True, slots=True)
class CaptureStepParameters:
    """Capture steps: the swing foot lands where a pushed pendulum needs it.

    Attributes:
        active: Whether the landing is shifted.
        gain: Share of the extrapolated DCM error by which the landing is shifted.
        dead_band_forward: Forward DCM error that is ignored, m.
        dead_band_side: The same sideways, m.
        large_forward: Forward DCM error at which the ankle is at its limit, m.
        large_gain: Share of the part of a forward error beyond it.
        side_sway: Dead band sideways per length of the step, where larger: long steps sway.
        wide_sway: Upper limit of the dead band sideways for open legs, m: up to it, the dead band
            is at least the opening of the legs. Otherwise the larger sway of a step that closes the
            legs would count as a fall and keep them open, and the robot would not walk sideways.
        speed: Maximum rate of change of the addition, m/s.
        max_forward: Largest addition forward or backward, m.
        max_outward: Largest addition outwards, m.
    """

    active: bool
    gain: Gain
    dead_band_forward: UnsignedLength
    dead_band_side: UnsignedLength
    large_forward: UnsignedLength
    large_gain: Gain
    side_sway: Ratio
    wide_sway: UnsignedLength
    speed: Speed
    max_forward: UnsignedLength
    max_outward: UnsignedLength


class CaptureStep(BalanceTerm):
    """Shifts the swing foot by the extrapolated DCM error.

    Attributes:
        forward: Addition to the swing foot's forward offset, m.
        outward: Addition to the swing foot's side offset, away from the support foot, m.
    """

    group = "capture"

    def __init__(self, parameters: CaptureStepParameters, pendulum: PendulumParameters) -> None:
        self._parameters: CaptureStepParameters = parameters
        self._rate = pendulum.rate
        self.reset()

    @classmethod
    def of(cls, parameters: CaptureStepParameters, context: TermContext) -> "CaptureStep":
        """Return the capture step of a walk with this pendulum."""
        return cls(parameters, context.pendulum)

    def reset(self) -> None:
        """Clear the addition."""
        self.forward = self.outward = 0.0

    def begin(self, robot: RobotState, walk: WalkState) -> None:
        """Start a step without an addition, and without a length against a large error."""
        self.reset()
        running, large = walk.step, self._parameters.large_forward
        if running.kick is None and beyond(walk.dcm_error.forward, large) * running.step.x < 0.0:
            running.step = replace(running.step, x=0.0)

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Move the addition towards the value required by the DCM error."""
        # There is no fall to catch in the air.
        if robot.contact:
            self._follow(walk)
        walk.caught += self.forward

    def _follow(self, walk: WalkState) -> None:
        parameters, error, running = self._parameters, walk.dcm_error, walk.step
        remaining = max(running.duration - running.time, 0.0)
        # Until the landing the error e obeys e' = rate e: after t it has grown by exp(rate t), and
        # the new support has to be shifted by the grown error.
        growth = math.exp(self._rate * remaining)
        gain, large = parameters.gain, beyond(error.forward, parameters.large_forward)
        ahead = gain * growth * beyond(error.forward, parameters.dead_band_forward)
        ahead += (parameters.large_gain - gain) * growth * large
        width = max(running.start.gap, abs(running.step.y))
        sway = max(
            parameters.dead_band_side,
            parameters.side_sway * abs(running.step.x),
            min(width, parameters.wide_sway),
        )
        # Never inwards: moving the foot to the side of the fall would move its own mass there too.
        aside = max(0.0, gain * growth * beyond(error.side, sway))
        max_change = parameters.speed * running.cycle
        self.outward = toward(self.outward, min(aside, parameters.max_outward), max_change)
        if running.kicks:
            return  # keep the speed at which the foot meets the ball
        self.forward = toward(
            self.forward, clamp(ahead, -parameters.max_forward, parameters.max_forward), max_change
        )

    def feet(self, feet: FeetOffsets, walk: WalkState) -> None:
        """Add the shift to the swing foot."""
        side = walk.step.swing
        swing = feet.of(side)
        swing.forward += self.forward
        swing.side += side.sign * self.outward

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the addition to the swing foot."""
        return self.length("forward", self.forward), self.length("outward", self.outward)
