"""Slow return of the feet to the stance while the robot is held in the air."""

from dataclasses import dataclass

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import JointCommand
from hardware.units import PositiveAngularSpeed, PositiveSpeed, UnsignedAngle, UnsignedLength
from motions.scalars import toward
from motions.stiffness import Stiffness, stiffness_of
from motions.walking.placement import FeetPlacement
from motions.walking.trajectories import FeetOffsets, FootOffset


@dataclass(frozen=True, slots=True)
class ReturnParameters:
    """Speed of the return to the stance in the air, and when it is reached.

    Attributes:
        speed: Speed of a foot along each axis, m/s.
        turn_speed: Angular speed of a sole about each axis, rad/s.
        near: Forward and vertical offset below which a foot has arrived, m.
        near_side: Sideways offset below which a foot has arrived, m.
        near_turn: Rotation below which a sole has arrived, rad.
    """

    speed: PositiveSpeed
    turn_speed: PositiveAngularSpeed
    near: UnsignedLength
    near_side: UnsignedLength
    near_turn: UnsignedAngle


class FeetReturn:
    """Moves both feet from the last command to the stance."""

    def __init__(
        self,
        model: RobotModel,
        placement: FeetPlacement,
        stiffness: Stiffness,
        parameters: ReturnParameters,
    ) -> None:
        self._model = model
        self._placement = placement
        self._stiffness = stiffness
        self._parameters = parameters
        self._feet = FeetOffsets(FootOffset(), FootOffset())

    def begin(self, last: JointCommand) -> None:
        """Start from the last command."""
        self._feet = self._placement.offsets(last.positions)

    @property
    def done(self) -> bool:
        """Return whether both feet have arrived."""
        own, feet = self._parameters, self._feet
        return abs(feet.turn) < own.near_turn and all(
            abs(foot.forward) < own.near
            and abs(foot.lift) < own.near
            and abs(foot.side) < own.near_side
            and abs(foot.roll) < own.near_turn
            and abs(foot.pitch) < own.near_turn
            for foot in (feet.left, feet.right)
        )

    def command(self) -> JointCommand:
        """Advance by one cycle and return the command."""
        cycle = self._model.cycle
        most, turn = self._parameters.speed * cycle, self._parameters.turn_speed * cycle
        feet = self._feet
        feet.turn = toward(feet.turn, 0.0, turn)
        for foot in (feet.left, feet.right):
            foot.forward = toward(foot.forward, 0.0, most)
            foot.side = toward(foot.side, 0.0, most)
            foot.lift = toward(foot.lift, 0.0, most)
            foot.roll = toward(foot.roll, 0.0, turn)
            foot.pitch = toward(foot.pitch, 0.0, turn)
        stiffness = stiffness_of(self._model, self._stiffness, self._stiffness.in_air)
        return JointCommand(tuple(self._placement.joints(feet)), tuple(stiffness))
