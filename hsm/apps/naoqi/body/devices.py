"""Sensor and motor values by the keys of NAOqi's device layer, and touch events."""

import math
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from hardware.sensors_and_commands import GRAVITY, Touch
from hsm.apps.naoqi.link.report import RobotReport

_LOADED: Final = 1.5
"""Force above which a sole touches the ground, N."""
TOUCHES: Final[Mapping[str, tuple[Touch, ...]]] = {
    "ChestButtonPressed": (Touch.CHEST,),
    "FrontTactilTouched": (Touch.HEAD_FRONT,),
    "MiddleTactilTouched": (Touch.HEAD_MIDDLE,),
    "RearTactilTouched": (Touch.HEAD_REAR,),
    "LeftBumperPressed": (Touch.L_FOOT_BUMPER_LEFT, Touch.L_FOOT_BUMPER_RIGHT),
    "RightBumperPressed": (Touch.R_FOOT_BUMPER_LEFT, Touch.R_FOOT_BUMPER_RIGHT),
    "HandLeftBackTouched": (Touch.L_HAND_BACK,),
    "HandLeftLeftTouched": (Touch.L_HAND_LEFT,),
    "HandLeftRightTouched": (Touch.L_HAND_RIGHT,),
    "HandRightBackTouched": (Touch.R_HAND_BACK,),
    "HandRightLeftTouched": (Touch.R_HAND_LEFT,),
    "HandRightRightTouched": (Touch.R_HAND_RIGHT,),
}
"""Touch events, each with the pads or buttons of which any one raises it."""
_PADS: Final = {
    "ChestBoard/Button": Touch.CHEST,
    "Head/Touch/Front": Touch.HEAD_FRONT,
    "Head/Touch/Middle": Touch.HEAD_MIDDLE,
    "Head/Touch/Rear": Touch.HEAD_REAR,
    "LFoot/Bumper/Left": Touch.L_FOOT_BUMPER_LEFT,
    "LFoot/Bumper/Right": Touch.L_FOOT_BUMPER_RIGHT,
    "RFoot/Bumper/Left": Touch.R_FOOT_BUMPER_LEFT,
    "RFoot/Bumper/Right": Touch.R_FOOT_BUMPER_RIGHT,
    "LHand/Touch/Back": Touch.L_HAND_BACK,
    "LHand/Touch/Left": Touch.L_HAND_LEFT,
    "LHand/Touch/Right": Touch.L_HAND_RIGHT,
    "RHand/Touch/Back": Touch.R_HAND_BACK,
    "RHand/Touch/Left": Touch.R_HAND_LEFT,
    "RHand/Touch/Right": Touch.R_HAND_RIGHT,
}
TOUCH_CHANGED: Final = "TouchChanged"
"""Event of all pads and buttons: a list of those that changed, with their new states."""
_SIDES: Final = ((0, "left"), (1, "right"))
_CELLS: Final = ("FrontLeft", "FrontRight", "RearLeft", "RearRight")
_PRESSED: Final = 0.5
Read = Callable[[RobotReport], float | None]
"""Returns the value of a device from a report; None if there is none."""


def devices(joints: Mapping[str, int]) -> dict[str, Read]:
    """Return the functions that read sensors and motors, by key.

    Args:
        joints: Indices of the joints in wire order, by name.
    """
    keys: dict[str, Read] = {}
    for name, at in joints.items():
        keys[f"{name}/Position/Sensor"] = partial(_joint, "positions", at)
        keys[f"{name}/Position/Actuator"] = partial(_joint, "commanded", at)
        keys[f"{name}/Hardness/Actuator"] = partial(_joint, "stiffness", at)
        keys[f"{name}/Temperature/Sensor"] = partial(_sensor, "temperatures", at)
        keys[f"{name}/ElectricCurrent/Sensor"] = partial(_sensor, "currents", at)
    keys["InertialSensor/AngleX/Sensor"] = lambda report: report.tilt[0]
    keys["InertialSensor/AngleY/Sensor"] = lambda report: report.tilt[1]
    for at, axis in enumerate("XYZ"):
        keys[f"InertialSensor/Gyroscope{axis}/Sensor"] = partial(_sensor, "gyro", at)
        keys[f"InertialSensor/Accelerometer{axis}/Sensor"] = partial(_sensor, "accelerometer", at)
    for side, foot in enumerate(("LFoot", "RFoot")):
        keys[f"{foot}/FSR/TotalWeight/Sensor"] = partial(_weight, side)
        for at, cell in enumerate(_CELLS):
            keys[f"{foot}/FSR/{cell}/Sensor"] = partial(_cell, side * len(_CELLS) + at)
    for pad, touch in _PADS.items():
        keys[f"{pad}/Sensor"] = partial(_sensor, "touch", touch)
    keys["Battery/Charge/Sensor"] = _charge
    own: dict[str, Read] = {"footContact": _on_ground, "extractors/alfsr/footContact": _on_ground}
    own |= {f"{foot}FootContact": partial(_touches, side) for side, foot in _SIDES}
    own |= {f"{foot}FootTotalWeight": partial(_weight, side) for side, foot in _SIDES}
    return own | {f"Device/SubDeviceList/{key}/Value": read for key, read in keys.items()}


def touched(report: RobotReport) -> Iterator[tuple[str, float]]:
    """Yield every touch event with 1 while pressed, else 0; nothing without sensor values."""
    if report.sensors is not None:
        pressed = report.sensors.touch
        for name, touches in TOUCHES.items():
            yield name, float(any(pressed[touch] > _PRESSED for touch in touches))


def pads(report: RobotReport) -> set[str]:
    """Return the pressed pads and buttons; empty without sensor values."""
    if report.sensors is None:
        return set()
    return {pad for pad, touch in _PADS.items() if report.sensors.touch[touch] > _PRESSED}


def _joint(what: str, at: int, report: RobotReport) -> float:
    values: tuple[float, ...] = getattr(report, what)
    return values[at]


def _sensor(what: str, at: int, report: RobotReport) -> float | None:
    if report.sensors is None:
        return None
    value: float = getattr(report.sensors, what)[at]
    return value if math.isfinite(value) else None


def _cell(at: int, report: RobotReport) -> float | None:
    force = _sensor("fsr", at, report)
    return None if force is None else force / GRAVITY


def _on_ground(report: RobotReport) -> float:
    return float(report.on_ground)


def _touches(side: int, report: RobotReport) -> float:
    return float(report.forces[side] > _LOADED)


def _weight(side: int, report: RobotReport) -> float:
    return report.forces[side] / GRAVITY


def _charge(report: RobotReport) -> float | None:
    return None if report.sensors is None else report.sensors.battery
