"""One cycle of physics: its steps, and the quantities monitored between them."""

from typing import Final

import mujoco

from hardware.errors import PlantError
from hardware.sensors_and_commands import CYCLE
from hardware.simulation.plant.layout import Physics
from hardware.simulation.plant.sensors.readings import Sensors
from hardware.simulation.plant.sensors.rotations import cosine_of_tilt
from hardware.simulation.props.on_field import PropsOnField

_TILTED: Final = 0.8
"""Cosine of the tilt beyond which head and torso may strike the ground."""
_DIVERGED: Final = tuple(
    int(warning)
    for warning in (
        mujoco.mjtWarning.mjWARN_BADQPOS,
        mujoco.mjtWarning.mjWARN_BADQVEL,
        mujoco.mjtWarning.mjWARN_BADQACC,
    )
)
"""After each of these warnings MuJoCo resets its state and continues."""


class Stepping:
    """Advances the physics by cycles.

    Attributes:
        head_peak: Largest contact force on the head while the robot was tilted, N.
        torso_peak: Likewise on the torso, N.
    """

    def __init__(self, physics: Physics, sensors: Sensors) -> None:
        self._model, self._data, self._sensors = physics.model, physics.data, sensors
        self._steps = round(CYCLE / self._model.opt.timestep)
        self.head_peak = self.torso_peak = 0.0

    def advance(self, props: PropsOnField | None) -> None:
        """Compute the physics of one cycle.

        Args:
            props: Other objects on the field.

        Raises:
            PlantError: If the physics has diverged.
        """
        # Only a falling robot hits the ground with head or torso, and monitoring every physics step
        # costs time.
        began = self._data.time
        upright = cosine_of_tilt(self._data.qpos[3:7].tolist()) > _TILTED
        if upright and props is None:
            mujoco.mj_step(self._model, self._data, self._steps)
        else:
            self._watch(props, impacts=not upright)
        warnings = self._data.warning
        if any(warnings[warning].number for warning in _DIVERGED):
            raise PlantError(f"the physics diverged at {began:.2f} s: use weaker forces")

    def forget_divergence(self) -> None:
        """Clear the divergence warnings: the physics continues from another state."""
        for warning in _DIVERGED:
            self._data.warning[warning].number = 0

    def reset_peaks(self) -> None:
        """Reset the largest contact forces on head and torso."""
        self.head_peak = self.torso_peak = 0.0

    def _watch(self, props: PropsOnField | None, *, impacts: bool) -> None:
        for _ in range(self._steps):
            if props is None:
                mujoco.mj_step(self._model, self._data)
            else:
                props.step()
            if impacts:
                head, torso = self._sensors.impact()
                self.head_peak = max(self.head_peak, head)
                self.torso_peak = max(self.torso_peak, torso)
