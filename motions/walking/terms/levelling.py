"""Sole levelling: the swing foot lands flat although the torso tilts.

The sole is turned and the foot lifted or lowered as if the legs hung from an upright torso. The
support foot does so in part, which presses the torso upright. Both effects grow from zero during
the step: levelled at once, a swing foot would push off while it still carries weight.

Source: swing sole levelling of the B-Human code release in its simplest form, that of HULKs: the
torso tilt beyond a dead band is applied directly to the foot.
"""

import math
from dataclasses import dataclass

from hardware.units import PositiveRatio, Ratio, UnsignedAngle
from motions.perception.state import RobotState
from motions.scalars import beyond
from motions.walking.terms.term import BalanceTerm, TermContext, Value, WalkState
from motions.walking.trajectories import FeetOffsets


@dataclass(frozen=True, slots=True)
class SoleLevellingParameters:
    """Levelling of the soles against the torso's tilt.

    Attributes:
        active: Whether soles are levelled.
        gain: Share of the tilt beyond the band by which the swing sole is levelled.
        roll_band: Roll that belongs to the walk's rhythm and is ignored, rad.
        pitch_band: The same for pitch, rad.
        erect: Share of the levelling pitch by which the support sole presses the torso upright.
        full_from: Share of the step's duration from which the soles are levelled in full.
    """

    active: bool
    gain: Ratio
    roll_band: UnsignedAngle
    pitch_band: UnsignedAngle
    erect: Ratio
    full_from: PositiveRatio


class SoleLevelling(BalanceTerm):
    """Levels the swing sole against the torso's tilt.

    Attributes:
        roll: Levelling roll of the swing sole, rad.
        pitch: The same about y, rad.
    """

    group = "levelling"

    def __init__(
        self, parameters: SoleLevellingParameters, hip_offset: float, leg: float, late: float
    ) -> None:
        """Start with soles parallel to the torso.

        Args:
            parameters: Parameters of the levelling.
            hip_offset: Half the distance between the hip joints, m.
            leg: Height of the hips above the soles, m.
            late: Time until the joints have followed a command, s.
        """
        self._parameters: SoleLevellingParameters = parameters
        self._hip_offset = hip_offset
        self._leg, self._late = leg, late
        self.reset()

    @classmethod
    def of(cls, parameters: SoleLevellingParameters, context: TermContext) -> "SoleLevelling":
        """Return the levelling for the robot of a walk."""
        return cls(
            parameters,
            context.model.dimensions.hip_offset_y,
            context.stance.hip_height,
            context.pendulum.delay,
        )

    def reset(self) -> None:
        """Reset the levelling: the walk starts from standing."""
        self.roll = self.pitch = 0.0
        self._lean = self._roll = self._began = 0.0
        self._rolling = self._pitching = 0.0

    def begin(self, robot: RobotState, walk: WalkState) -> None:
        """Start a step: the current pitch is the reference of a kicking foot.

        Without an inertial unit the pitch is unknown, and soles stay parallel to the torso.
        """
        self._began = robot.pitch
        if robot.blind:
            self.reset()

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Update from the torso's tilt if the robot stands on the ground.

        Without a measured tilt, the last values are kept until the step ends.
        """
        parameters = self._parameters
        if robot.contact and not robot.blind:
            self.roll = parameters.gain * beyond(robot.roll, parameters.roll_band)
            self.pitch = parameters.gain * beyond(robot.pitch, parameters.pitch_band)
            self._lean = robot.pitch
            self._roll = robot.roll
            self._rolling, self._pitching = robot.gyro[:2]

    def feet(self, feet: FeetOffsets, walk: WalkState) -> None:
        """Level the swing sole unless another term turns it, and press with the support sole."""
        running, share = walk.step, 1.0 - walk.whipped
        swing, support = feet.of(running.swing), feet.of(running.support)
        grown = min(running.time / (self._parameters.full_from * running.duration), 1.0)
        ahead = swing.forward - support.forward
        aside = swing.side - support.side + 2.0 * running.swing.sign * self._hip_offset
        pitch, roll = grown * share * self.pitch, grown * share * self.roll
        if running.kick is not None and running.kicks:
            # A tilted or lowered sole would meet the ball with another part.
            style = running.kick.style
            lean = self._lean + style.levels_ahead * self._pitching
            side = self._roll + style.levels_ahead * self._rolling
            pitch = grown * lean
            roll += style.against_roll * (grown * side - roll)
            swing.forward += style.against_pitch * self._taken()
        # Pitching forward lowers a swing foot ahead of the support foot by the distance times
        # sin(pitch), and rolling to the right lifts one on the left: both are compensated.
        swing.lift += ahead * math.sin(pitch) - aside * math.sin(roll)
        swing.pitch -= pitch
        swing.roll -= roll
        support.pitch += grown * self._parameters.erect * self.pitch

    def _taken(self) -> float:
        """Return how far back the foot is moved by the torso's pitch about the hips, m.

        The pitch is predicted by the delay of the joints.
        """
        ahead = self._lean - self._began + self._late * self._pitching
        return self._leg * math.sin(ahead)

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the levelling angles."""
        return self.angle("roll", self.roll), self.angle("pitch", self.pitch)
