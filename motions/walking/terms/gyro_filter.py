"""Filtered gyros, and the ankle angles that standing and walking derive from them."""

from dataclasses import dataclass

from hardware.units import AnglePerRate, PositiveMilliseconds, Ratio, RatioBelowOne
from motions.perception.state import RobotState
from motions.scalars import clamp


@dataclass(frozen=True, slots=True)
class GyroRestartParameters:
    """Reset of the gyro filters at a support switch, which changes the direction of motion.

    Attributes:
        active: Whether the filters are reset.
        share: Share of the current gyro values with which they start.
    """

    active: bool
    share: Ratio


@dataclass(frozen=True, slots=True)
class GyroFilterParameters:
    """Gyro feedback to the ankles.

    Attributes:
        active: Whether the feedback is applied.
        low_pass: Share of the old value in the gyro filter.
        ankle_pitch: Gain forward and backward, s.
        ankle_roll_standing: Gain sideways while standing, s.
        standing_share: Share of the pitch gain while standing.
        restart: Reset of the filters at a support switch.
        fade: Time without ground contact after which the feedback is off, s.
    """

    active: bool
    low_pass: RatioBelowOne
    ankle_pitch: AnglePerRate
    ankle_roll_standing: AnglePerRate
    standing_share: Ratio
    restart: GyroRestartParameters
    fade: PositiveMilliseconds


class GyroFilter:
    """Filtered gyros and the resulting ankle feedback.

    Attributes:
        pitch_rate: Filtered angular velocity about y, rad/s.
        roll_rate: Filtered angular velocity about x, rad/s.
    """

    def __init__(self, parameters: GyroFilterParameters) -> None:
        self._parameters = parameters
        self.pitch_rate = 0.0
        self.roll_rate = 0.0
        self._in_air = 0.0

    def update(self, state: RobotState) -> None:
        """Filter the gyro values of this cycle."""
        keep = self._parameters.low_pass
        self.roll_rate = keep * self.roll_rate + (1.0 - keep) * state.gyro[0]
        self.pitch_rate = keep * self.pitch_rate + (1.0 - keep) * state.gyro[1]
        self._in_air = 0.0 if state.contact else self._in_air + state.cycle

    def restart(self, state: RobotState) -> None:
        """Reset the filters for a step on the other foot, if switched on."""
        if not self._parameters.restart.active:
            return
        share = self._parameters.restart.share
        self.roll_rate = share * state.gyro[0]
        self.pitch_rate = share * state.gyro[1]

    @property
    def strength(self) -> float:
        """Return the strength of the feedback: 1 on the ground, fading to 0 in the air."""
        return clamp(1.0 - self._in_air / self._parameters.fade, 0.0, 1.0)

    @property
    def ankle_pitch(self) -> float:
        """Return the addition to the support ankle pitch while walking, rad."""
        if not self._parameters.active:
            return 0.0
        return self.strength * self._parameters.ankle_pitch * self.pitch_rate

    @property
    def standing_ankle_pitch(self) -> float:
        """Return the addition to both ankle pitches while standing, rad."""
        return self._parameters.standing_share * self.ankle_pitch

    @property
    def standing_ankle_roll(self) -> float:
        """Return the addition to both ankle rolls while standing, rad."""
        if not self._parameters.active:
            return 0.0
        return self.strength * self._parameters.ankle_roll_standing * self.roll_rate
