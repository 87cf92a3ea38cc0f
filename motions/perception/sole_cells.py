"""Self-calibration of the sole cells while walking and, for their sum, while standing still.

The cells of a real NAO differ by tens of percent, drift, and fail. A cell's offset is its lowest
reading, determined anew every ten seconds. The source uses the largest reading as full scale, but
every cell saturates in every other step, so that all largest readings are equal. Instead, the gains
follow the only known load: all cells together carry the robot's mass times its acceleration. Every
cycle corrects each gain by its share of the error of the sum (normalised least mean squares); the
neighbours of a dead cell thereby replace it, except on the edge that it alone would feel: a sole
with a dead cell may be loaded without showing it. The peak load of a sole per step determines the
pressure threshold. Offsets and threshold are first known after ten regular support switches.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from hardware.sensors_and_commands import GRAVITY
from motions.perception.parameters import SoleCellParameters
from motions.scalars import clamp, ramp

_LOG = logging.getLogger("motions")

Cells = tuple[float, ...]

_PLACES = [
    f"{place} of the {side} foot"
    for side in ("left", "right")
    for place in ("front left", "front right", "rear left", "rear right")
]


@dataclass(slots=True)
class SolePressure:
    """Calibrated sole cells of one cycle.

    Attributes:
        shares: Force on each cell as a share of the cells' range, (8,), at least 0.
        forces: Sum of the cells, left and right, N.
        pressed: Whether the left and the right sole have pressure.
        smallest_share: Smallest weighted sum of shares that can be judged.
        calibrated: Whether enough regular support switches have been observed.
        dead_cells: Whether each cell shows nothing of its load, (8,).
    """

    shares: Cells
    forces: tuple[float, float]
    pressed: tuple[bool, bool]
    smallest_share: float
    calibrated: bool
    dead_cells: tuple[bool, ...] = (False,) * 8


class SoleCells:
    """Calibrates the sole cells.

    Attributes:
        gains: Ratio of true to measured force, (8,).
        offsets: Reading of each cell without load, (8,), N.
        pressure: Force on a sole that counts as pressure, N.
        calibrated: Whether enough regular support switches have been observed.
    """

    def __init__(self, parameters: SoleCellParameters, mass: float, cycle: float) -> None:
        """Start with cells assumed to be correct.

        Args:
            parameters: Parameters of the calibration.
            mass: Mass of the robot, kg.
            cycle: Length of the control cycle, s.
        """
        self._cycle = cycle
        self._parameters = parameters
        self._mass = mass
        self.gains: Cells = (1.0,) * 8
        self.offsets: Cells = (0.0,) * 8
        self.pressure = parameters.pressure[0]
        self.calibrated = False
        self._smallest_share = parameters.smallest_share
        self._silent = [0.0] * 8
        self._dead: tuple[bool, ...] = (False,) * 8
        self._lowest = [parameters.largest] * 8
        self._window_time = 0.0
        self._unloaded = [0.0, 0.0]
        self._since_switch = 0.0
        self._switches = 0
        self._step_peak = 0.0
        self._peaks = 0.0

    def update(self, fsr: Cells) -> SolePressure:
        """Return the calibrated cells of this cycle.

        Args:
            fsr: Forces on the cells, (8,), N.
        """
        full = self._parameters.range
        forces = [gain * value for gain, value in zip(self.gains, self._values(fsr), strict=True)]
        left, right = sum(forces[:4]), sum(forces[4:])
        return SolePressure(
            shares=tuple([force / full for force in forces]),
            forces=(left, right),
            pressed=(self._pressed(0, left), self._pressed(1, right)),
            smallest_share=self._smallest_share,
            calibrated=self.calibrated,
            dead_cells=self._dead,
        )

    def learn(
        self, fsr: Cells, pressure: SolePressure, *, acceleration: float, switched: bool
    ) -> None:
        """Learn from one cycle of walking.

        Args:
            fsr: Forces on the cells, (8,), N.
            pressure: What `update` returned for them.
            acceleration: Length of the accelerometer's vector, m/s2; 9.81 at rest.
            switched: Whether the support foot changed in this cycle.
        """
        limits, values = self._parameters, self._values(fsr)
        self._listen(values, pressure.pressed)
        if self._lifted_time > limits.unloaded_restart:
            self.rest()
            return
        self._window_time += self._cycle
        self._since_switch += self._cycle
        self._step_peak = max(self._step_peak, *pressure.forces)
        self._lowest = [
            low if low < raw else raw for low, raw in zip(self._lowest, fsr, strict=True)
        ]
        # A cell whose offset is already at the end of its range is broken, not overloaded.
        clipped = any(
            raw >= limits.range > offset for raw, offset in zip(fsr, self.offsets, strict=True)
        )
        if not clipped:
            self._follow(values, self._mass * acceleration)
        if switched:
            self._count_switch()
            complete = self._window_time >= limits.window
            if self._switches >= limits.switches and (complete or not self.calibrated):
                self._calibrate(self._peaks / self._switches)
                if complete:
                    self.rest()

    def stand(self, fsr: Cells) -> None:
        """Learn from one cycle of standing still, in which all cells together carry the weight.

        A robot whose cells show a very different weight may be held or sitting, and is ignored.

        Args:
            fsr: Forces on the cells, (8,), N.
        """
        values = self._values(fsr)
        weight = self._mass * GRAVITY
        least, most = self._parameters.standing
        if least * weight < sum(values) < most * weight:
            self._follow(values, weight)

    def rest(self) -> None:
        """Discard the window; it restarts with the next cycle of walking."""
        if self._window_time > 0.0:
            self._lowest = [self._parameters.largest] * 8
            self._window_time = self._since_switch = self._step_peak = self._peaks = 0.0
            self._switches = 0

    def _listen(self, values: Sequence[float], pressed: tuple[bool, bool]) -> None:
        """Count for how long each cell has been silent while its sole was loaded."""
        for cell, value in enumerate(values):
            if value > self._parameters.alive:
                self._silent[cell] = 0.0
            elif pressed[cell // 4]:
                self._silent[cell] += self._cycle
        dead = tuple([silent > self._parameters.silent for silent in self._silent])
        if dead != self._dead:
            for place, before, now in zip(_PLACES, self._dead, dead, strict=True):
                if now is not before:
                    _LOG.info("sole cell %s %s", place, "is dead" if now else "works again")
            self._dead = dead

    @property
    def _lifted_time(self) -> float:
        """Return the longest time without load of a sole that would show it, s."""
        dead = any(self._dead[:4]), any(self._dead[4:])
        known = [time for time, hides in zip(self._unloaded, dead, strict=True) if not hides]
        return max(known, default=min(self._unloaded))

    def _values(self, fsr: Cells) -> list[float]:
        """Return the readings of the cells without their offsets, N."""
        largest = self._parameters.largest
        return [
            max(0.0, min(largest, raw) - offset)
            for raw, offset in zip(fsr, self.offsets, strict=True)
        ]

    def _follow(self, values: list[float], load: float) -> None:
        """Correct every gain by its share of the error of the cells' sum."""
        limits = self._parameters
        low, high = limits.gain
        off = load - sum(gain * value for gain, value in zip(self.gains, values, strict=True))
        # Normalised such that four cells with a quarter of the weight each correct `gain_share` of
        # the error per cycle.
        weight = self._mass * GRAVITY
        rate = limits.gain_share * off / (4.0 * (0.25 * weight) ** 2)
        self.gains = tuple(
            [
                clamp(gain + rate * value, low, high)
                for gain, value in zip(self.gains, values, strict=True)
            ]
        )

    def _count_switch(self) -> None:
        """Count a regular switch and add the peak force of the step before it."""
        shortest, longest = self._parameters.switch_interval
        if shortest <= self._since_switch <= longest:
            self._switches += 1
            self._peaks += self._step_peak
        self._since_switch = self._step_peak = 0.0

    def _calibrate(self, step_force: float) -> None:
        limits = self._parameters
        (light, heavy), (low, high) = limits.step_force, limits.pressure
        share = ramp(step_force, light, heavy)
        self.pressure = low + share * (high - low)
        self._smallest_share = self.pressure / step_force
        self.offsets = tuple([max(0.0, value) for value in self._lowest])
        self.calibrated = True

    def _pressed(self, side: int, force: float) -> bool:
        """Return whether a sole is loaded; the threshold decreases after a long time without load.

        This detects a robot that is put down gently or stands on the other foot.
        """
        unloaded = self._unloaded[side]
        share = ramp(unloaded, *self._parameters.fade)
        threshold = self.pressure + share * (self._parameters.pressure_fading - self.pressure)
        pressed = force > threshold
        self._unloaded[side] = 0.0 if pressed else unloaded + self._cycle
        return pressed
