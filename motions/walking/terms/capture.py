"""Capture steps: put the swing foot where the robot will need it, and put it there in time.

By as much as the robot falls (`pendulum`), grown until the planned landing, the swing foot must
land elsewhere. Inside a dead band nothing happens: the rhythm of the walk is left alone. A foot
that kicks goes through the ball first: what is added on its way changes its speed by up to a third.
"""

import math
from dataclasses import dataclass

from hardware.units import Gain, Ratio, Speed, UnsignedLength
from motions.perception.state import RobotState
from motions.scalars import beyond, clamp, toward
from motions.walking.terms.pendulum import PendulumParameters
from motions.walking.terms.term import BalanceTerm, TermContext, Value, WalkState
from motions.walking.trajectories import FeetOffsets


@dataclass(frozen=True, slots=True)
class CaptureStepParameters:
    """Capture steps: the swing foot lands where a pendulum that was pushed needs it.

    Attributes:
        active: The swing foot goes where the pendulum needs it.
        gain: Share of the grown DCM error that the foot answers.
        dead_band_forward: DCM error that is left alone, m.
        dead_band_side: The same sideways, m.
        side_sway: The same per length of the step, where that is more: long steps sway.
        wide_sway: Dead band sideways of open legs: by how much the step opens them, or found them
            open, but at most this, m. Answered like a fall, the longer swing of a step that closes
            the legs would keep them open, and the robot would not walk aside.
        speed: How fast the addition to the swing foot may change, m/s.
        max_forward: Largest addition forward or backward, m.
        max_outward: Largest addition outwards, m.
    """

    active: bool
    gain: Gain
    dead_band_forward: UnsignedLength
    dead_band_side: UnsignedLength
    side_sway: Ratio
    wide_sway: UnsignedLength
    speed: Speed
    max_forward: UnsignedLength
    max_outward: UnsignedLength


class CaptureStep(BalanceTerm):
    """Where the swing foot goes beyond its plan.

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
        """Return the capture of a robot's pendulum."""
        return cls(parameters, context.pendulum)

    def reset(self) -> None:
        """Begin anew: nothing is added yet."""
        self.forward = self.outward = 0.0

    def begin(self, robot: RobotState, walk: WalkState) -> None:
        """Begin a step: nothing is added yet."""
        self.reset()

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Move the addition towards where the DCM error needs the foot."""
        # In the air nothing is to be caught.
        if robot.contact:
            self._follow(walk)
        walk.caught += self.forward

    def _follow(self, walk: WalkState) -> None:
        parameters, error, running = self._parameters, walk.dcm_error, walk.step
        remaining = max(running.duration - running.time, 0.0)
        # Without another foot the error e obeys e' = rate e: at the landing it is exp(rate t) times
        # what it is now, and by so much the pendulum's new support has to be elsewhere.
        growth = parameters.gain * math.exp(self._rate * remaining)
        ahead = growth * beyond(error.forward, parameters.dead_band_forward)
        width = max(running.start.gap, abs(running.step.y))
        sway = max(
            parameters.dead_band_side,
            parameters.side_sway * abs(running.step.x),
            min(width, parameters.wide_sway),
        )
        # Never inwards: a foot that moves to where the robot falls takes its own weight along.
        aside = max(0.0, growth * beyond(error.side, sway))
        max_change = parameters.speed * running.cycle
        self.outward = toward(self.outward, min(aside, parameters.max_outward), max_change)
        if running.kicks:
            return  # a foot on its way to a ball goes as fast as it is aimed
        self.forward = toward(
            self.forward, clamp(ahead, -parameters.max_forward, parameters.max_forward), max_change
        )

    def feet(self, feet: FeetOffsets, walk: WalkState) -> None:
        """Add to the swing foot."""
        side = walk.step.swing
        swing = feet.of(side)
        swing.forward += self.forward
        swing.side += side.sign * self.outward

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return what the swing foot gets."""
        return self.length("forward", self.forward), self.length("outward", self.outward)
