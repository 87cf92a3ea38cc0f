"""Self-calibration of the sole cells while walking and, for their sum, while standing still.

The cells of a real NAO differ by tens of percent, drift, and fail. A cell's offset is its lowest
reading, determined anew every ten seconds. The source uses the largest reading as full scale, but
every cell saturates in every other step, so that all largest readings are equal. Instead, the gains
follow the only known load: all cells together carry the robot's mass times its acceleration. Every
cycle corrects each gain by its share of the error of the sum (normalised least mean squares). What
is missing from the load while no cell is saturated is on dead cells. The peak load of a sole per
step determines the pressure threshold. Offsets and threshold are first known after ten regular
support switches.
"""

import logging
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
        self._weight = mass * GRAVITY
        self.gains: Cells = (1.0,) * 8
        self.offsets: Cells = (0.0,) * 8
        self.pressure = parameters.pressure[0]
        self.calibrated = False
        self._smallest_share = parameters.smallest_share
        self._silent = [0.0] * 8
        self._missed = [0.0] * 8
        self._values = [0.0] * 8
        self._shown = self._missing = 0.0
        self._unclipped = True
        self._unseen = 0.0
        self._dead: tuple[bool, ...] = (False,) * 8
        self._lowest = [parameters.largest] * 8
        self._window_time = 0.0
        self._unloaded = [0.0, 0.0]
        self._since_switch = 0.0
        self._switches = 0
        self._step_peak = 0.0
        self._peaks = 0.0

    def update(self, fsr: Cells, acceleration: float) -> SolePressure:
        """Return the calibrated cells of this cycle.

        Args:
            fsr: Forces on the cells, (8,), N.
            acceleration: Length of the accelerometer's vector, m/s2; 9.81 at rest.
        """
        full = self._parameters.range
        self._values = self._without_offsets(fsr)
        forces = [gain * value for gain, value in zip(self.gains, self._values, strict=True)]
        self._shown = sum(forces)
        self._missing = self._mass * acceleration - self._shown
        self._unclipped = not self._saturates(fsr)
        self._add_hidden(forces)
        left, right = sum(forces[:4]), sum(forces[4:])
        return SolePressure(
            shares=tuple([force / full for force in forces]),
            forces=(left, right),
            pressed=(self._pressed(0, left), self._pressed(1, right)),
            smallest_share=self._smallest_share,
            calibrated=self.calibrated,
            dead_cells=self._dead,
        )

    def learn(self, fsr: Cells, pressure: SolePressure, *, switched: bool) -> None:
        """Learn from one cycle of walking, after `update`.

        Args:
            fsr: Forces on the cells, (8,), N.
            pressure: What `update` returned for them.
            switched: Whether the support foot changed in this cycle.
        """
        limits = self._parameters
        self._listen(pressure.pressed)
        if self._lifted_time > limits.unloaded_restart:
            self.rest()
            return
        self._window_time += self._cycle
        self._since_switch += self._cycle
        self._step_peak = max(self._step_peak, *pressure.forces)
        self._lowest = [
            low if low < raw else raw for low, raw in zip(self._lowest, fsr, strict=True)
        ]
        # Gains that compensate for saturation make the sum right on average, unless cells are dead.
        if self._unclipped or not self._suspicious:
            self._follow(self._missing)
        if switched:
            self._count_switch()
            complete = self._window_time >= limits.window
            if self._switches >= limits.switches and (complete or not self.calibrated):
                self._calibrate(self._peaks / self._switches)
                if complete:
                    self.rest()

    def stand(self) -> None:
        """Learn from one cycle of standing still, after `update`: all cells carry the weight.

        A robot whose cells show a very different weight may be held or sitting, and is ignored.
        """
        least, most = self._parameters.standing
        if least * self._weight < sum(self._values) < most * self._weight:
            self._follow(self._weight - self._shown)

    def rest(self) -> None:
        """Discard the window; it restarts with the next cycle of walking."""
        if self._window_time > 0.0:
            self._lowest = [self._parameters.largest] * 8
            self._window_time = self._since_switch = self._step_peak = self._peaks = 0.0
            self._switches = 0

    def _listen(self, pressed: tuple[bool, bool]) -> None:
        """Count for how long each cell has been silent on its loaded sole, and load missed."""
        limits = self._parameters
        misses = self._unclipped and self._missing > limits.missing * self._weight
        for cell, value in enumerate(self._values):
            if value > limits.alive:
                self._silent[cell] = self._missed[cell] = 0.0
            else:
                self._silent[cell] += self._cycle if pressed[cell // 4] else 0.0
                self._missed[cell] += self._cycle if misses else 0.0
        # A dead cell explains missing load, so that another one needs more evidence.
        long = 2.0 * limits.silent if any(self._dead) else limits.silent
        dead = tuple(
            [
                silent > (limits.silent if known else long) and missed > limits.missed
                for known, silent, missed in zip(
                    self._dead, self._silent, self._missed, strict=True
                )
            ]
        )
        if dead != self._dead:
            for place, before, now in zip(_PLACES, self._dead, dead, strict=True):
                if now is not before:
                    _LOG.info("sole cell %s %s", place, "is dead" if now else "works again")
            self._dead = dead

    @property
    def _suspicious(self) -> bool:
        """Return whether a cell has been silent for so long that it may be dead."""
        return max(self._silent) > self._parameters.silent

    @property
    def _lifted_time(self) -> float:
        """Return the longest time without load of a sole that would show it, s."""
        dead = any(self._dead[:4]), any(self._dead[4:])
        known = [time for time, hides in zip(self._unloaded, dead, strict=True) if not hides]
        return max(known, default=min(self._unloaded))

    def _add_hidden(self, forces: list[float]) -> None:
        """Add the load that the cells do not show to the dead ones.

        A robot whose cells show nothing for long is in the air, not on its dead cells.
        """
        self._unseen = 0.0 if self._shown > self.pressure else self._unseen + self._cycle
        if self._unclipped and self._missing > 0.0 and self._unseen < self._parameters.unseen:
            dead = [cell for cell, is_dead in enumerate(self._dead) if is_dead]
            for cell in dead:
                forces[cell] += self._missing / len(dead)

    def _saturates(self, fsr: Cells) -> bool:
        """Return whether a cell is at the end of its range and is not always there."""
        full = self._parameters.saturated * self._parameters.range
        return any(raw >= full > offset for raw, offset in zip(fsr, self.offsets, strict=True))

    def _without_offsets(self, fsr: Cells) -> list[float]:
        """Return the readings of the cells without their offsets, N."""
        largest = self._parameters.largest
        return [
            max(0.0, min(largest, raw) - offset)
            for raw, offset in zip(fsr, self.offsets, strict=True)
        ]

    def _follow(self, missing: float) -> None:
        """Correct every gain by its share of the load that the cells do not show."""
        limits = self._parameters
        low, high = limits.gain
        # Normalised such that four cells with a quarter of the weight each correct `gain_share` of
        # the error per cycle.
        rate = limits.gain_share * missing / (4.0 * (0.25 * self._weight) ** 2)
        if missing > 0.0 and self._suspicious:
            rate *= limits.unsure
        self.gains = tuple(
            [
                clamp(gain + rate * value, low, high)
                for gain, value in zip(self.gains, self._values, strict=True)
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
