"""Gyro feedback into the ankles: the support foot presses against the torso's motion."""

from dataclasses import dataclass

from hardware.units import AnglePerRate, PositiveMilliseconds, Ratio, RatioBelowOne
from motions.perception.state import RobotState
from motions.scalars import clamp


@dataclass(frozen=True, slots=True)
class GyroRestartParameters:
    """Fresh gyro filters for a step that has got the weight: the switch turns the motion.

    Attributes:
        active: Steps begin with fresh filters.
        share: Share of the present gyros that they begin with.
    """

    active: bool
    share: Ratio


@dataclass(frozen=True, slots=True)
class GyroBalanceParameters:
    """Gyro feedback into the ankles.

    Attributes:
        active: The ankles get it.
        low_pass: Share of the old value in the gyro filter.
        ankle_pitch: Gain forward and backward, s.
        ankle_roll_standing: Gain sideways while standing, s.
        standing_share: Share of the pitch gain while standing.
        restart: What a step does with the filters.
        fade: Time without ground contact after which the feedback is off, s.
    """

    active: bool
    low_pass: RatioBelowOne
    ankle_pitch: AnglePerRate
    ankle_roll_standing: AnglePerRate
    standing_share: Ratio
    restart: GyroRestartParameters
    fade: PositiveMilliseconds


class GyroBalance:
    """Filtered gyros and what they add to the ankles.

    Attributes:
        pitch_rate: Filtered angular velocity about y, rad/s.
        roll_rate: Filtered angular velocity about x, rad/s.
    """

    def __init__(self, parameters: GyroBalanceParameters) -> None:
        self._parameters = parameters
        self.pitch_rate = 0.0
        self.roll_rate = 0.0
        self._in_air = 0.0

    def update(self, state: RobotState) -> None:
        """Take in the gyros of this cycle."""
        keep = self._parameters.low_pass
        self.roll_rate = keep * self.roll_rate + (1.0 - keep) * state.gyro[0]
        self.pitch_rate = keep * self.pitch_rate + (1.0 - keep) * state.gyro[1]
        self._in_air = 0.0 if state.contact else self._in_air + state.cycle

    def restart(self, state: RobotState) -> None:
        """Begin a step on the other foot: what was filtered so far belongs to the last one."""
        if not self._parameters.restart.active:
            return
        share = self._parameters.restart.share
        self.roll_rate = share * state.gyro[0]
        self.pitch_rate = share * state.gyro[1]

    @property
    def strength(self) -> float:
        """Return 1 on the ground, fading to 0 in the air: nothing there to press against."""
        return clamp(1.0 - self._in_air / self._parameters.fade, 0.0, 1.0)

    @property
    def ankle_pitch(self) -> float:
        """Return what the support ankle pitch gets while walking, rad."""
        if not self._parameters.active:
            return 0.0
        return self.strength * self._parameters.ankle_pitch * self.pitch_rate

    @property
    def standing_ankle_pitch(self) -> float:
        """Return what both ankle pitches get while standing, rad."""
        return self._parameters.standing_share * self.ankle_pitch

    @property
    def standing_ankle_roll(self) -> float:
        """Return what both ankle rolls get while standing, rad."""
        if not self._parameters.active:
            return 0.0
        return self.strength * self._parameters.ankle_roll_standing * self.roll_rate
