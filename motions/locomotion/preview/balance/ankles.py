"""Feedback to the support ankles against a falling body, weighted by their load."""

from collections.abc import Mapping

from hardware.robots.model import RobotModel, Side
from motions.kinematics.sole_tilt import Tilt
from motions.locomotion.preview.balance.parameters import FeedbackParameters
from motions.scalars import clamp, toward
from motions.walking.terms.gyro_filter import GyroFilter


class AnkleHold:
    """Turns the support ankles against the motion of the body."""

    def __init__(
        self, model: RobotModel, parameters: FeedbackParameters, gyros: GyroFilter
    ) -> None:
        """Keep the robot, and the filtered gyros that are shared with standing."""
        self._model = model
        self._parameters = parameters
        self._gyros = gyros
        self._turns = {side: Tilt() for side in Side}

    def begin(self) -> None:
        """Begin a walk without a turn."""
        self._turns = {side: Tilt() for side in Side}

    def apply(
        self,
        joints: list[float],
        load: Mapping[Side, float],
        fall: tuple[float, float],
        cycle: float,
    ) -> None:
        """Turn the ankles of this cycle.

        Args:
            joints: Joint targets, rad; changed in place.
            load: Share of the weight on each foot.
            fall: Gap of the divergent component from its plan, forward and left, m.
            cycle: Length of the control cycle, s.
        """
        own, gyros = self._parameters, self._gyros
        forward, left = fall
        limit, most = own.ankle_limit, own.ankle_speed * cycle
        pitch = clamp(own.ankle_pitch * forward, -limit, limit)
        roll = clamp(-own.ankle_roll * left, -limit, limit)
        for side, share in load.items():
            leg, turn = self._model.legs[side], self._turns[side]
            turn.pitch = toward(turn.pitch, share * pitch, most)
            turn.roll = toward(turn.roll, share * roll, most)
            joints[leg.ankle_pitch] += turn.pitch
            joints[leg.ankle_roll] += turn.roll
            joints[leg.ankle_pitch] += share * gyros.ankle_pitch
            joints[leg.ankle_roll] += share * gyros.standing_ankle_roll
