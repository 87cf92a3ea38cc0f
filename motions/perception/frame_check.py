"""Input check of perception: rejects values that are not finite or physically impossible.

A broken joint, IMU, temperature or charge value is replaced by the last good one, a broken sole
cell, current or button by zero (an old force would look like ground under a swing foot). Lost
frames are bridged: time advances and the values stay. Later stages need not check for NaN.
"""

import math
from dataclasses import replace
from typing import Final

from hardware.cycle_data import cycle_data
from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import GRAVITY, SensorFrame, Touch
from hardware.units import Point
from motions.perception.parameters import FrameCheckParameters

SHARE_RANGE: Final = (-0.01, 1.01)
"""Plausible values of what is a share: stiffness, touch, charge of the battery."""
_CELLS = 8
_TOUCHES = len(Touch)
_ZERO: Point = (0.0, 0.0, 0.0)
_MOST_ANGLE = 3.2  # a little more than half a turn
_HAND_RANGE = (-0.1, 1.1)
_TEMPERATURES = (-40.0, 200.0)  # degrees Celsius, range of the sensor
_WORST = 3


@cycle_data
class Checked:
    """Checked measurements; units as in `SensorFrame`.

    Attributes:
        time: Time of the cycle, s; never decreases.
        age: Time since the last valid frame, s.
        gap: Time since the previous frame, s; 0 without a new frame.
        positions: Joint angles.
        stiffness: Applied stiffness.
        currents: Motor currents, A.
        gyro: Angular velocity.
        accelerometer: Specific force.
        angles: Roll and pitch of the robot's own filter.
        fsr: Forces on the sole cells, N.
        touch: Buttons and pads.
        temperatures: Motor temperatures, degrees Celsius.
        status: Temperature status of the motors, 0..3.
        battery_charge: Charge of the battery, 0..1.
        implausible: Number of broken joint values in this frame.
        implausible_imu: Number of broken IMU values in this frame.
        imu_alive: Whether the IMU delivers finite, changing values.
        imu_stale: Number of consecutive frames without new IMU values.
    """

    time: float
    age: float
    gap: float
    positions: tuple[float, ...]
    stiffness: tuple[float, ...]
    currents: tuple[float, ...]
    gyro: Point
    accelerometer: Point
    angles: tuple[float, float]
    fsr: tuple[float, ...]
    touch: tuple[float, ...]
    temperatures: tuple[float, ...]
    status: tuple[int, ...]
    battery_charge: float
    implausible: int
    implausible_imu: int
    imu_alive: bool
    imu_stale: int = 0


class FrameCheck:
    """Checks frames and keeps the last good values."""

    def __init__(self, model: RobotModel, parameters: FrameCheckParameters) -> None:
        self._parameters = parameters
        self._cycle = model.cycle
        count = len(model.names)
        ranges = [_HAND_RANGE] * count
        margin = parameters.joint_margin
        for joint, spec in enumerate(model.specs):
            ranges[joint] = (spec.min - margin, spec.max + margin)
        self._low = tuple(low for low, _ in ranges)
        self._high = tuple(high for _, high in ranges)
        self._last = Checked(
            time=0.0,
            age=0.0,
            gap=0.0,
            positions=(0.0,) * count,
            stiffness=(0.0,) * count,
            currents=(0.0,) * count,
            gyro=_ZERO,
            accelerometer=(0.0, 0.0, GRAVITY),
            angles=(0.0, 0.0),
            fsr=(0.0,) * _CELLS,
            touch=(0.0,) * _TOUCHES,
            temperatures=(0.0,) * count,
            status=(0,) * count,
            battery_charge=1.0,
            implausible=0,
            implausible_imu=0,
            imu_alive=False,
        )
        self._frame_time: float | None = None
        self._clock_offset = 0.0
        self._imu_raw: tuple[Point, Point] = (_ZERO, _ZERO)
        self._imu_stale = parameters.imu_dead_after

    def update(self, frame: SensorFrame | None) -> Checked:
        """Return the checked measurements of this cycle.

        A frame with the time of the last one is the same frame: it counts as missing.
        """
        if frame is None or frame.time == self._frame_time:
            return self._bridge()
        time, gap = self._clock(frame.time)
        self._last = self._believed(frame, time, gap)
        return self._last

    def _believed(self, frame: SensorFrame, time: float, gap: float) -> Checked:
        """Return the values of a frame, the broken ones replaced, with its time and gap, s."""
        last, limits = self._last, self._parameters
        positions, bad_positions = _within(frame.positions, self._low, self._high, last.positions)
        stiffness, bad_stiffness = _between(frame.stiffness, *SHARE_RANGE, last.stiffness)
        most = limits.current_limit
        currents, _ = _between(frame.currents, -most, most, None)
        gyro, bad_gyro = _point(frame.gyro, limits.gyro_limit, last.gyro)
        force, bad_force = _point(
            frame.accelerometer, limits.accelerometer_limit, last.accelerometer
        )
        angles, bad_angles = _between(frame.angles, -_MOST_ANGLE, _MOST_ANGLE, last.angles)
        fsr, _ = _between(frame.fsr, -limits.cell_limit, limits.cell_limit, None)
        touch, _ = _between(frame.touch, *SHARE_RANGE, None)
        temperatures, status, charge = self._health(frame)
        implausible = bad_positions + bad_stiffness
        implausible_imu = bad_gyro + bad_force + bad_angles
        alive = self._imu_lives((frame.gyro, frame.accelerometer), implausible_imu)
        return Checked(
            time=time,
            age=0.0,
            gap=gap,
            positions=positions,
            stiffness=stiffness,
            currents=currents,
            gyro=gyro if alive else _ZERO,
            accelerometer=force,
            angles=(angles[0], angles[1]),
            fsr=fsr,
            touch=touch,
            temperatures=temperatures,
            status=status,
            battery_charge=charge,
            implausible=implausible,
            implausible_imu=implausible_imu,
            imu_alive=alive,
            imu_stale=self._imu_stale,
        )

    def _health(self, frame: SensorFrame) -> tuple[tuple[float, ...], tuple[int, ...], float]:
        """Return motor temperatures, deg C, their status, 0..3, and the battery charge, 0..1."""
        last = self._last
        temperatures, _ = _between(frame.temperatures, *_TEMPERATURES, last.temperatures)
        status, charge = frame.status, frame.battery_charge
        if min(status) < 0 or max(status) > _WORST:
            status = last.status
        if not SHARE_RANGE[0] <= charge <= SHARE_RANGE[1]:
            charge = last.battery_charge
        return temperatures, status, charge

    def _clock(self, frame_time: float) -> tuple[float, float]:
        """Return the time of this cycle and the time since the previous frame, s.

        A time that runs back, jumps or is not a number is replaced by one cycle later; its later
        differences count again, so a single broken time has no lasting effect. The gap is then
        counted from the cycles without a frame, in which the robot may have fallen.
        """
        last, before = self._last.time, self._frame_time
        longest = self._parameters.clock_jump
        counted = self._cycle if before is None else min(self._last.age + self._cycle, longest)
        gap = counted if before is None else frame_time - before
        if not math.isfinite(frame_time):
            frame_time, gap = 0.0 if before is None else before + counted, counted
            self._clock_offset = last + self._cycle - frame_time
        elif not 0.0 < gap <= longest:
            gap = counted
            self._clock_offset = last + self._cycle - frame_time
        self._frame_time = frame_time
        time = frame_time + self._clock_offset
        return (time if before is None else max(time, last)), gap

    def _bridge(self) -> Checked:
        """Return the last values, one cycle older."""
        last = self._last
        self._last = replace(
            last,
            time=last.time + self._cycle,
            age=last.age + self._cycle,
            gap=0.0,
            implausible=0,
            implausible_imu=0,
        )
        return self._last

    def _imu_lives(self, raw: tuple[Point, Point], broken: int) -> bool:
        """Return whether the IMU has delivered new values within the allowed number of cycles.

        Because of noise, two equal vectors in a row are rare and ten impossible: equal rates or
        equal forces mean that this sensor has stopped. Without one of them the unit is of no use.
        """
        gyro, force = self._imu_raw
        if broken or raw[0] == gyro or raw[1] == force:
            self._imu_stale += 1
        else:
            self._imu_stale = 0
        self._imu_raw = raw
        return self._imu_stale < self._parameters.imu_dead_after


def _point(values: Point, limit: float, last: Point) -> tuple[Point, int]:
    x, y, z = values
    if -limit <= x <= limit and -limit <= y <= limit and -limit <= z <= limit:
        return values, 0
    point, broken = _between(values, -limit, limit, last)
    return (point[0], point[1], point[2]), broken


def _between(
    values: tuple[float, ...], low: float, high: float, last: tuple[float, ...] | None
) -> tuple[tuple[float, ...], int]:
    """Return the values, those outside replaced (by 0 if `last` is None), and their number.

    The sum is finite only if every value is; minimum and maximum alone may skip a NaN.
    """
    total = sum(values)
    if total - total == 0.0 and min(values) >= low and max(values) <= high:
        return values, 0
    replacement = last or (0.0,) * len(values)
    good = [low <= value <= high for value in values]
    kept = tuple(v if ok else r for v, ok, r in zip(values, good, replacement, strict=True))
    return kept, good.count(False)


def _within(
    values: tuple[float, ...],
    low: tuple[float, ...],
    high: tuple[float, ...],
    last: tuple[float, ...],
) -> tuple[tuple[float, ...], int]:
    """Return the values, those outside their own range replaced, and their number."""
    good = [lo <= value <= hi for value, lo, hi in zip(values, low, high, strict=True)]
    if all(good):
        return values, 0
    kept = tuple(v if ok else r for v, ok, r in zip(values, good, last, strict=True))
    return kept, good.count(False)
