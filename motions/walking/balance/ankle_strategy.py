"""The ankle strategy: the support sole presses where the robot falls.

The ground's pressure can be anywhere under the support sole, and the pendulum turns back from the
side on which it is pressed. What the robot's divergent component of motion has beyond its course
turns the support ankle, so that the next step begins where it was planned: a step lasts as long as
the torso swings aside over its support foot. Pushes that need more than a sole's width are left to
the steps (`capture`) and the hips (`hip_strategy`). A step whose time is over cannot be in time any
more; its torso is only helped back as fast as an undisturbed one goes, for what it gains it has too
much of over the next foot.

Source: the ankle strategy of human balance (Horak and Nashner 1986), and the control of the
capture point by the pressure under the sole (Englsberger et al. 2011), here without force sensors:
the joint's stiffness makes the pressure of an angle. The walks that this one comes from turn the
ankle by the gyro alone, and only forward and backward.
"""

from dataclasses import dataclass

from hardware.frames import CYCLE
from hardware.limbs import LEG
from hardware.nao import Side
from hardware.units import AnglePerLength, AngularSpeed, Length, PositiveAngle
from motions.scalars import clamp, toward
from motions.walking.balance.pendulum import Excess
from motions.walking.running_step import RunningStep


@dataclass(frozen=True, slots=True)
class AnkleStrategy:
    """The support ankle answers the robot's excess.

    Attributes:
        active: It does.
        pitch_gain: Ankle pitch per excess forward, rad/m.
        roll_gain: Ankle roll per excess sideways, rad/m.
        bias: Excess sideways that is added: the torso swings further out, and steps last longer, m.
        hurry: A step that is late is hurried as well: the torso is pressed back until it is where
            it should have been, and swings further out over the next foot.
        limit: Largest angle of each, rad: then the pressure is at the edge of the sole.
        speed: How fast the ankles are turned, rad/s.
        return_speed: How fast those of the swing foot are turned back, rad/s.
    """

    active: bool
    pitch_gain: AnglePerLength
    roll_gain: AnglePerLength
    bias: Length
    hurry: bool
    limit: PositiveAngle
    speed: AngularSpeed
    return_speed: AngularSpeed


@dataclass(slots=True)
class AnkleTurn:
    """By how much an ankle is turned.

    Attributes:
        pitch: Presses the toes, rad.
        roll: Presses the inner edge, rad.
    """

    pitch: float = 0.0
    roll: float = 0.0


class AnkleStrategyBalance:
    """By how much each ankle is turned.

    Attributes:
        turns: Of each foot.
    """

    def __init__(self, parameters: AnkleStrategy) -> None:
        self._parameters = parameters
        self.reset()

    def reset(self) -> None:
        """Begin anew: the walk starts from standing."""
        self.turns = {Side.LEFT: AnkleTurn(), Side.RIGHT: AnkleTurn()}

    def update(self, excess: Excess, running: RunningStep) -> None:
        """Turn the support ankle as the excess of this cycle needs, and the other one back."""
        parameters = self._parameters
        limit, step = parameters.limit, parameters.speed * CYCLE
        turn = self.turns[running.support]
        side = excess.side
        if running.late and not parameters.hurry:
            side = max(side, min(excess.returning, 0.0))
        pitch = clamp(parameters.pitch_gain * excess.forward, -limit, limit)
        roll = clamp(parameters.roll_gain * (side + parameters.bias), -limit, limit)
        turn.pitch = toward(turn.pitch, pitch, step)
        turn.roll = toward(turn.roll, roll, step)
        turn, step = self.turns[running.swing], parameters.return_speed * CYCLE
        turn.pitch = toward(turn.pitch, 0.0, step)
        turn.roll = toward(turn.roll, 0.0, step)

    def apply(self, joints: list[float]) -> None:
        """Turn the ankles; changes the joint targets, (25,), rad, in place."""
        self._add(joints, 1.0)

    def remove(self, joints: list[float]) -> None:
        """Take out what `apply` has added, in place."""
        self._add(joints, -1.0)

    def _add(self, joints: list[float], share: float) -> None:
        for side, turn in self.turns.items():
            leg = LEG[side]
            joints[leg.ankle_pitch] += share * turn.pitch
            joints[leg.ankle_roll] += share * side.sign * turn.roll
