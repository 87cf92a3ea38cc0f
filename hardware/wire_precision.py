"""Numbers exchanged with a robot: rounded to 32-bit floats in the units of its wire, and corrected.

A robot's wire carries only 32-bit floats. A simulated robot in the same process rounds likewise, so
that an in-process run, the same run through a socket and its replay agree bit for bit. Rounding is
idempotent.
"""

import math
from array import array
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from operator import add, sub
from typing import Final

from hardware.calibration import Calibration
from hardware.mounting import Mounting, tilt
from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import DARK, GRAVITY, JointCommand, Lights, SensorFrame

NEWTONS_PER_KG: Final = GRAVITY
"""The wire reports the cells of the soles in kg."""
_STATUSES: Final = frozenset((0.0, 1.0, 2.0, 3.0))
_UNKNOWN_STATUS: Final = -1
_WORDS: Final = 1 << 16
"""Limit of the battery's status, a 16-bit word; larger numbers are invalid."""


def crossing_frame(frame: SensorFrame) -> SensorFrame:
    """Return a frame rounded as by the wire; a frame from the wire is unchanged."""
    joints = len(frame.positions)
    numbers = array(
        "f",
        (
            *frame.positions,
            *frame.stiffness,
            *frame.currents,
            *frame.temperatures,
            *frame.gyro,
            *frame.accelerometer,
            *frame.angles,
            *(force / NEWTONS_PER_KG for force in frame.fsr),
            *frame.touch,
            *frame.sonar,
            frame.battery_charge,
            frame.battery_current,
            frame.battery_temperature,
            frame.battery_status,
        ),
    ).tolist()
    ends = [joints * 4 + size for size in (0, 3, 6, 8, 16, 30, 32)]
    unit, force, angles, cells, touch, sonar, battery = ends
    return SensorFrame(
        time=frame.time,
        positions=tuple(numbers[:joints]),
        stiffness=tuple(numbers[joints : 2 * joints]),
        currents=tuple(numbers[2 * joints : 3 * joints]),
        temperatures=tuple(numbers[3 * joints : unit]),
        status=motor_status(frame.status),
        gyro=(numbers[unit], numbers[unit + 1], numbers[unit + 2]),
        accelerometer=(numbers[force], numbers[force + 1], numbers[force + 2]),
        angles=(numbers[angles], numbers[angles + 1]),
        fsr=tuple(load * NEWTONS_PER_KG for load in numbers[cells:touch]),
        touch=tuple(numbers[touch:sonar]),
        battery_charge=numbers[battery],
        battery_current=numbers[battery + 1],
        sonar=(or_nan(numbers[sonar]), or_nan(numbers[sonar + 1])),
        battery_status=battery_word(numbers[battery + 3]),
        battery_temperature=or_nan(numbers[battery + 2]),
    )


def motor_status(values: Sequence[float]) -> tuple[int, ...]:
    """Return the temperature status of motors; an unknown value becomes -1, to keep the frame."""
    if _STATUSES.issuperset(values):
        return tuple(map(int, values))
    return tuple(
        [int(each) if each in _STATUSES else _UNKNOWN_STATUS for each in array("f", values)]
    )


def battery_word(value: float) -> int:
    """Return the status of the battery as an integer; 0 if it is no 16-bit word, such as NaN."""
    return int(value) if abs(value) < _WORDS else 0


def or_nan(value: float) -> float:
    """Return the value, or `math.nan` itself for any NaN, so that frames compare equal."""
    return math.nan if math.isnan(value) else value


def crossing_command(command: JointCommand) -> JointCommand:
    """Return a command rounded as by the wire."""
    lights = command.lights
    return replace(
        command,
        positions=tuple(array("f", command.positions).tolist()),
        stiffness=tuple(array("f", command.stiffness).tolist()),
        lights=lights if lights is DARK else _crossing_lights(lights),
    )


@lru_cache(maxsize=128)
def _crossing_lights(lights: Lights) -> Lights:
    """Return lights rounded as by the wire; cached, as lights change rarely."""
    return Lights.of(array("f", lights.numbers()).tolist())


class Corrector:
    """Applies a calibration to commands and frames.

    Numbers are rounded before and after it, so that a run is the same whether the calibration is
    applied beside the robot or at the software's end of the wire.
    """

    def __init__(self, calibration: Calibration) -> None:
        """Prepare the corrections."""
        joints = calibration.joints
        self._offsets = tuple(joints.get(index, 0.0) for index in range(JOINT_COUNT))
        self._mounting = Mounting(calibration.torso_roll, calibration.torso_pitch)
        self._nothing = not any((*self._offsets, calibration.torso_roll, calibration.torso_pitch))

    def commanded(self, command: JointCommand) -> JointCommand:
        """Return the command to send so that the joints reach the commanded angles."""
        sent = crossing_command(command)
        if self._nothing:
            return sent
        positions = tuple(map(sub, sent.positions, self._offsets))
        return crossing_command(replace(sent, positions=positions))

    def measured(self, frame: SensorFrame) -> SensorFrame:
        """Return the frame with all measured errors removed.

        Args:
            frame: A frame from the wire or from `crossing_frame`.
        """
        if self._nothing:
            return frame
        to_torso = self._mounting.to_torso
        return crossing_frame(
            replace(
                frame,
                positions=tuple(map(add, frame.positions, self._offsets)),
                gyro=to_torso(frame.gyro),
                accelerometer=to_torso(frame.accelerometer),
                angles=self._straight(frame.angles),
            )
        )

    def _straight(self, angles: tuple[float, float]) -> tuple[float, float]:
        roll, pitch = angles
        if not math.isfinite(roll + pitch):
            return angles
        c = math.cos(pitch)
        up = -math.sin(pitch), c * math.sin(roll), c * math.cos(roll)
        return tilt(self._mounting.to_torso(up))
