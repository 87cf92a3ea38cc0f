"""Faults between robot and software: lost frames, dead drivers and sensors, wrong values."""

import math
from dataclasses import dataclass, replace
from typing import Any, assert_never

from hardware.disturbances import (
    FreezeValue,
    KillImu,
    KillMotor,
    LoseFrames,
    Press,
    ShiftValue,
    Spoil,
)
from hardware.frame_fields import FrameField, wrong_place
from hardware.sensors_and_commands import CYCLE, SensorFrame

Fault = LoseFrames | KillImu | KillMotor | Press | Spoil | FreezeValue | ShiftValue


@dataclass(slots=True)
class _ActingFault:
    """A fault with its start time and the last frame before it."""

    what: Fault
    start: float
    before: SensorFrame | None = None


class Faults:
    """All current and scheduled faults."""

    def __init__(self) -> None:
        self._acting: list[_ActingFault] = []

    def add(self, what: Fault, start: float) -> None:
        """Schedule a fault to start at a time, s.

        Raises:
            ValueError: If it names an index beyond the frame's field.
        """
        if isinstance(what, Spoil | FreezeValue | ShiftValue):
            if wrong := wrong_place(what.field, what.index):
                raise ValueError(wrong)
        self._acting.append(_ActingFault(what, start))

    def driven(self, stiffness: tuple[float, ...], now: float) -> tuple[float, ...]:
        """Return the stiffness that reaches the motors; 0 where a driver is off.

        Args:
            stiffness: As commanded.
            now: Start of the cycle, s.
        """
        # Half a cycle of slack: sums of 12 ms are not exact.
        middle = now + 0.5 * CYCLE
        for acting in self._acting:
            what = acting.what
            on = acting.start <= middle < acting.start + what.duration
            if on and isinstance(what, KillMotor):
                stiffness = _with(stiffness, what.joint, 0.0)
        return stiffness

    def distort(self, frame: SensorFrame, last: SensorFrame | None) -> SensorFrame | None:
        """Return the frame as it arrives, or None if it is lost.

        Args:
            frame: The frame as measured.
            last: The frame before it, for values that freeze.
        """
        if not self._acting:
            return frame
        # A quarter of a cycle of slack: sums of 12 ms are not exact.
        now = frame.time - 0.75 * CYCLE
        self._acting = [
            acting for acting in self._acting if acting.start + acting.what.duration > now
        ]
        arriving: SensorFrame | None = frame
        for acting in self._acting:
            if arriving is None or acting.start > now:
                continue
            acting.before = acting.before or last
            arriving = _distorted(arriving, acting)
        return arriving


def _distorted(frame: SensorFrame, acting: _ActingFault) -> SensorFrame | None:
    match acting.what:
        case LoseFrames():
            return None
        case KillImu() as what:
            return _without_imu(frame, what, acting.before)
        case KillMotor() as what:
            return replace(frame, currents=_with(frame.currents, what.joint, 0.0))
        case Press() as what:
            return replace(frame, touch=_with(frame.touch, int(what.touch), 1.0))
        case Spoil() as what:
            return _with_number(frame, what.field, what.index, what.value)
        case FreezeValue() as what:
            kept = _number(acting.before or frame, what.field, what.index)
            return _with_number(frame, what.field, what.index, kept)
        case ShiftValue() as what:
            shifted = _number(frame, what.field, what.index) + what.by
            return _with_number(frame, what.field, what.index, shifted)
        case _:
            assert_never(acting.what)


def _without_imu(frame: SensorFrame, what: KillImu, before: SensorFrame | None) -> SensorFrame:
    if what.mode == "frozen":
        kept = before or frame
        return replace(frame, gyro=kept.gyro, accelerometer=kept.accelerometer, angles=kept.angles)
    value = math.nan if what.mode == "nan" else 0.0
    three = (value, value, value)
    return replace(frame, gyro=three, accelerometer=three, angles=(value, value))


def _number(frame: SensorFrame, field: FrameField, index: int) -> float:
    """Return one number of a frame."""
    old = getattr(frame, field)
    return float(old[index] if isinstance(old, tuple) else old)


def _with_number(frame: SensorFrame, field: FrameField, index: int, value: float) -> SensorFrame:
    """Return a frame with one number replaced."""
    old = getattr(frame, field)
    new: Any = _with(old, index, value) if isinstance(old, tuple) else value
    changes: dict[str, Any] = {field: new}
    return replace(frame, **changes)


def _with(values: tuple[float, ...], index: int, value: float) -> tuple[float, ...]:
    return (*values[:index], value, *values[index + 1 :])
