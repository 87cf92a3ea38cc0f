"""Self-calibration of the sole cells.

The cells of a real NAO differ by tens of percent and drift, so forces are compared with what each
cell itself has seen: its full scale follows the largest force of the last ten seconds of walking.
Ten regular support switches also show the smallest reading and how much a sole carries, from
which the threshold of pressure follows.
"""

from dataclasses import dataclass

from hardware.frames import CYCLE
from motions.perception.parameters import SoleCellParameters

_LEFT = range(0, 4)
_RIGHT = range(4, 8)
_SOLES = (_LEFT, _RIGHT)


@dataclass(slots=True)
class SolePressure:
    """The calibrated sole cells of one cycle.

    Attributes:
        shares: Force on each cell over its full scale, (8,), 0..1.
        forces: Sum of the cells, left and right, N.
        pressed: Pressure on the left and on the right sole.
        smallest_share: Least weighted sum of shares that can be judged.
        calibrated: Enough regular support switches have been seen.
    """

    shares: tuple[float, ...]
    forces: tuple[float, float]
    pressed: tuple[bool, bool]
    smallest_share: float
    calibrated: bool


class SoleCells:
    """What the cells have shown so far.

    Attributes:
        full_scale: Per cell, N.
        offset: Per cell, N: the smallest reading, once calibrated.
        pressure: Force on a sole that counts as pressure, N.
        calibrated: Enough regular support switches have been seen.
    """

    def __init__(self, parameters: SoleCellParameters):
        self._parameters = parameters
        self.full_scale = [parameters.full_scale_floor] * 8
        self.offset = [0.0] * 8
        self.pressure = parameters.pressure[0]
        self.calibrated = False
        self._smallest_share = parameters.smallest_share
        self._window = [parameters.full_scale_floor] * 8
        self._window_time = 0.0
        self._lowest = [parameters.largest] * 8
        self._unloaded = [0.0, 0.0]
        self._since_switch = 0.0
        self._switches = 0
        self._step_peak = 0.0
        self._peaks = 0.0

    def update(self, fsr: tuple[float, ...]) -> SolePressure:
        """Return the calibrated cells of this cycle.

        Args:
            fsr: Forces on the cells, (8,), N.
        """
        largest = self._parameters.largest
        values = []
        shares = []
        scale, window = self.full_scale, self._window
        for i, (raw, offset) in enumerate(zip(fsr, self.offset, strict=True)):
            value = min(largest, raw) - offset
            value = value if value > 0.0 else 0.0
            if value > window[i]:
                window[i] = value
                if value > scale[i]:
                    scale[i] = value
            values.append(value)
            shares.append(value / scale[i])
        left, right = sum(values[:4]), sum(values[4:])
        return SolePressure(
            shares=tuple(shares),
            forces=(left, right),
            pressed=(self._pressed(0, left), self._pressed(1, right)),
            smallest_share=self._smallest_share,
            calibrated=self.calibrated,
        )

    def learn(self, fsr: tuple[float, ...], pressure: SolePressure, *, switched: bool) -> None:
        """Learn from one cycle of walking.

        Args:
            fsr: Forces on the cells, (8,), N.
            pressure: What `update` returned for them.
            switched: The support changed in this cycle.
        """
        limits = self._parameters
        self._window_time += CYCLE
        if max(self._unloaded) > limits.unloaded_restart:
            self._restart_window()
        elif switched and self._window_time >= limits.window:
            self.full_scale = list(self._window)
            self._restart_window()
        if not self.calibrated:
            self._lowest = [min(a, b) for a, b in zip(self._lowest, fsr, strict=True)]
            self._count(pressure, switched=switched)

    def rest(self) -> None:
        """Take note of a cycle without walking: windows and counts start again."""
        if self._window_time > 0.0:
            self._restart_window()
        self._since_switch = 0.0
        self._switches = 0
        self._peaks = self._step_peak = 0.0

    def _restart_window(self) -> None:
        self._window = [self._parameters.full_scale_floor] * 8
        self._window_time = 0.0

    def _count(self, pressure: SolePressure, *, switched: bool) -> None:
        """Count regular switches; after enough of them the thresholds are known."""
        limits = self._parameters
        self._since_switch += CYCLE
        self._step_peak = max(self._step_peak, *pressure.forces)
        if not switched:
            return
        shortest, longest = limits.switch_interval
        if shortest <= self._since_switch <= longest:
            self._switches += 1
            self._peaks += self._step_peak
        self._since_switch = self._step_peak = 0.0
        if self._switches >= limits.switches:
            self._calibrate(self._peaks / self._switches)

    def _calibrate(self, step_force: float) -> None:
        limits = self._parameters
        (light, heavy), (low, high) = limits.step_force, limits.pressure
        share = min(1.0, max(0.0, (step_force - light) / (heavy - light)))
        self.pressure = low + share * (high - low)
        self._smallest_share = self.pressure / step_force
        self.offset = [max(0.0, value) for value in self._lowest]
        self.calibrated = True

    def _pressed(self, side: int, force: float) -> bool:
        """Return whether a sole is loaded; long without load, less is enough.

        A robot that is set down gently, or stands on the other foot, shall be noticed.
        """
        start, end = self._parameters.fade
        unloaded = self._unloaded[side]
        share = min(1.0, max(0.0, (unloaded - start) / (end - start)))
        threshold = self.pressure + share * (self._parameters.pressure_fading - self.pressure)
        pressed = force > threshold
        self._unloaded[side] = 0.0 if pressed else unloaded + CYCLE
        return pressed
