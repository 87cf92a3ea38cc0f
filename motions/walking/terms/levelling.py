"""Level soles: a swing foot lands flat although the torso tilts.

The sole is turned, and the foot lifted or lowered, as if the legs hung from an upright torso. The
support foot does a part of the same and so presses the torso upright. Both grow from nothing while
the step goes on: level at once, a swing foot would push off while it still carries the robot.

Source: swing sole levelling of the B-Human code release in its simplest form, that of HULKs: what
the torso tilts beyond a band, straight into the foot.
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
    """Soles that stay level while the torso tilts.

    Attributes:
        active: Soles are levelled.
        gain: Share of the tilt beyond its band by which the swing sole is levelled.
        roll_band: Roll that belongs to the walk's rhythm and is left alone, rad.
        pitch_band: The same for pitch, rad.
        erect: Share of that pitch by which the support sole presses the torso upright.
        full_from: Share of the step's duration from which the soles are levelled in full.
    """

    active: bool
    gain: Ratio
    roll_band: UnsignedAngle
    pitch_band: UnsignedAngle
    erect: Ratio
    full_from: PositiveRatio


class SoleLevelling(BalanceTerm):
    """What of the torso's tilt the soles answer.

    Attributes:
        roll: Of the swing sole, rad.
        pitch: The same about y, rad.
    """

    group = "levelling"

    def __init__(
        self, parameters: SoleLevellingParameters, hip_offset: float, leg: float, late: float
    ) -> None:
        """Begin with level soles.

        Args:
            parameters: How much is answered.
            hip_offset: Of one hip from the middle, m.
            leg: From the hips down to the soles, m.
            late: Time until the joints have followed a command, s.
        """
        self._parameters: SoleLevellingParameters = parameters
        self._hip_offset = hip_offset
        self._leg, self._late = leg, late
        self.reset()

    @classmethod
    def of(cls, parameters: SoleLevellingParameters, context: TermContext) -> "SoleLevelling":
        """Return the levelling of a robot with these hips."""
        return cls(
            parameters,
            context.model.dimensions.hip_offset_y,
            context.stance.hip_height,
            context.pendulum.delay,
        )

    def reset(self) -> None:
        """Begin anew: the walk starts from standing, whatever the torso did in the last one."""
        self.roll = self.pitch = 0.0
        self._lean = self._roll = self._began = 0.0
        self._rolling = self._pitching = 0.0

    def begin(self, robot: RobotState, walk: WalkState) -> None:
        """Begin a step: a foot that kicks keeps to the torso's pitch of now.

        Without an inertial unit nobody knows it: soles are level to the torso.
        """
        self._began = robot.pitch
        if robot.blind:
            self.reset()

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Look at the torso, unless it is lifted: nothing is level to anything in the air.

        Nor is a torso looked at that nobody measures: what was seen last holds until the step ends.
        """
        parameters = self._parameters
        if robot.contact and not robot.blind:
            self.roll = parameters.gain * beyond(robot.roll, parameters.roll_band)
            self.pitch = parameters.gain * beyond(robot.pitch, parameters.pitch_band)
            self._lean = robot.pitch
            self._roll = robot.roll
            self._rolling, self._pitching = robot.gyro[:2]

    def feet(self, feet: FeetOffsets, walk: WalkState) -> None:
        """Level the swing sole as far as nothing else turns it, and press with the support sole."""
        running, share = walk.step, 1.0 - walk.whipped
        swing, support = feet.of(running.swing), feet.of(running.support)
        grown = min(running.time / (self._parameters.full_from * running.duration), 1.0)
        ahead = swing.forward - support.forward
        aside = swing.side - support.side + 2.0 * running.swing.sign * self._hip_offset
        pitch, roll = grown * share * self.pitch, grown * share * self.roll
        if running.kick is not None and running.kicks:
            # A sole that leans or sinks meets the ball with another part of it.
            kick = running.kick
            lean = self._lean + kick.levels_ahead * self._pitching
            side = self._roll + kick.levels_ahead * self._rolling
            pitch = grown * lean
            roll += kick.against_roll * (grown * side - roll)
            swing.forward += kick.against_pitch * self._taken()
        # A torso that pitches lowers what is ahead of the support foot by sin(pitch) of the way,
        # one that rolls to the right lifts what is to the left: both are undone at the swing foot.
        swing.lift += ahead * math.sin(pitch) - aside * math.sin(roll)
        swing.pitch -= pitch
        swing.roll -= roll
        support.pitch += grown * self._parameters.erect * self.pitch

    def _taken(self) -> float:
        """Return how far a torso that pitches about its hips takes a foot back, m.

        As the joints follow late, it is what it will be then.
        """
        ahead = self._lean - self._began + self._late * self._pitching
        return self._leg * math.sin(ahead)

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return what of the tilt is answered."""
        return self.angle("roll", self.roll), self.angle("pitch", self.pitch)
