"""Capture steps: put the swing foot where the robot will need it, and put it there in time.

By as much as the robot falls (`pendulum`), grown until the planned landing, the swing foot must
land elsewhere. Inside a dead band nothing happens: the rhythm of the walk is left alone.
"""

import math
from dataclasses import dataclass

from hardware.frames import CYCLE
from hardware.units import Length, Number, Speed
from motions.scalars import beyond, clamp, toward
from motions.walking.balance.pendulum import Excess, Pendulum
from motions.walking.running_step import RunningStep
from motions.walking.trajectories import FeetOffsets


@dataclass(frozen=True, slots=True)
class Capture:
    """Capture steps: the swing foot lands where a pendulum that was pushed needs it.

    Attributes:
        active: The swing foot goes where the pendulum needs it.
        gain: Share of the grown excess that the foot answers.
        dead_band_forward: Excess that is left alone, m.
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
    gain: Number
    dead_band_forward: Length
    dead_band_side: Length
    side_sway: Number
    wide_sway: Length
    speed: Speed
    max_forward: Length
    max_outward: Length


class CaptureStep:
    """Where the swing foot goes beyond its plan.

    Attributes:
        forward: Addition to the swing foot's forward offset, m.
        outward: Addition to the swing foot's side offset, away from the support foot, m.
    """

    def __init__(self, parameters: Capture, pendulum: Pendulum) -> None:
        self._parameters = parameters
        self._rate = pendulum.rate
        self.forward = 0.0
        self.outward = 0.0

    def begin(self) -> None:
        """Begin a step: nothing is added yet."""
        self.forward = 0.0
        self.outward = 0.0

    def update(self, excess: Excess, running: RunningStep) -> None:
        """Move the addition towards where the excess needs the foot."""
        parameters = self._parameters
        remaining = max(running.duration - running.time, 0.0)
        growth = parameters.gain * math.exp(self._rate * remaining)
        ahead = growth * beyond(excess.forward, parameters.dead_band_forward)
        width = max(running.start.gap, abs(running.step.y))
        sway = max(
            parameters.dead_band_side,
            parameters.side_sway * abs(running.step.x),
            min(width, parameters.wide_sway),
        )
        # Never inwards: a foot that moves to where the robot falls takes its own weight along.
        aside = max(0.0, growth * beyond(excess.side, sway))
        most = parameters.speed * CYCLE
        self.forward = toward(
            self.forward, clamp(ahead, -parameters.max_forward, parameters.max_forward), most
        )
        self.outward = toward(self.outward, min(aside, parameters.max_outward), most)

    def apply(self, feet: FeetOffsets, running: RunningStep) -> None:
        """Add to the swing foot; changes `feet` in place."""
        swing = feet.of(running.swing)
        swing.forward += self.forward
        swing.side += running.swing.sign * self.outward
