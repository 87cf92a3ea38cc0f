"""The numbers that cross between robot and software: 32-bit floats, in wire's units.

A robot's wire has no others. A simulated robot that is reached without a wire rounds them likewise,
so that a run in the process, the same run through a socket and its replay are the same, bit for
bit. What has been rounded once stays as it is.
"""

import math
from array import array
from dataclasses import replace
from functools import lru_cache
from typing import Final

from hardware.calibration import Calibration, Corrector
from hardware.sensors_and_commands import DARK, GRAVITY, JointCommand, Lights, SensorFrame

NEWTONS_PER_KG: Final = GRAVITY
"""The cells of the soles are told in kg."""


def crossing_frame(frame: SensorFrame) -> SensorFrame:
    """Return a frame as it comes out of the wire; one that has come out of it stays as it is."""
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
        status=frame.status,
        gyro=(numbers[unit], numbers[unit + 1], numbers[unit + 2]),
        accelerometer=(numbers[force], numbers[force + 1], numbers[force + 2]),
        angles=(numbers[angles], numbers[angles + 1]),
        fsr=tuple(load * NEWTONS_PER_KG for load in numbers[cells:touch]),
        touch=tuple(numbers[touch:sonar]),
        battery_charge=numbers[battery],
        battery_current=numbers[battery + 1],
        sonar=(or_nan(numbers[sonar]), or_nan(numbers[sonar + 1])),
        battery_status=frame.battery_status,
        battery_temperature=or_nan(numbers[battery + 2]),
    )


def or_nan(value: float) -> float:
    """Return a value; the one NaN that frames have where nobody measures: it equals itself."""
    return math.nan if math.isnan(value) else value


def crossing_command(command: JointCommand) -> JointCommand:
    """Return a command as it comes out of the wire."""
    lights = command.lights
    return replace(
        command,
        positions=tuple(array("f", command.positions).tolist()),
        stiffness=tuple(array("f", command.stiffness).tolist()),
        lights=lights if lights is DARK else _crossing_lights(lights),
    )


@lru_cache(maxsize=128)
def _crossing_lights(lights: Lights) -> Lights:
    """Return lights as they come out of the wire: a robot shows the same ones for a long time."""
    return Lights.of(array("f", lights.numbers()).tolist())


class Border:
    """Where a calibration is laid on what goes to a robot and on what comes from it.

    Numbers cross before and after it, so that a run is the same wherever that happens: beside the
    robot, or at the near end of its wire.
    """

    def __init__(self, calibration: Calibration) -> None:
        """Learn what has to be put right."""
        self._corrector = Corrector(calibration)

    def commanded(self, command: JointCommand) -> JointCommand:
        """Return what the robot has to be told so that its joints go where they should."""
        sent = crossing_command(command)
        corrected = self._corrector.commanded(sent)
        return sent if corrected is sent else crossing_command(corrected)

    def measured(self, frame: SensorFrame) -> SensorFrame:
        """Return a frame as if the robot had no errors but those that nobody has measured.

        Args:
            frame: As it has come out of the wire, or out of `crossing_frame`.
        """
        corrected = self._corrector.measured(frame)
        return frame if corrected is frame else crossing_frame(corrected)
