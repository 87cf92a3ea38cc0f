"""Immutable reports of a robot; every query reads the newest one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from hardware.units import Point
from hsm.apps.naoqi.link.link import ServiceLink
from hsm.chart.leaves import (
    FALL_PROTECTION,
    FAULT,
    GET_UP,
    LIMP,
    LIMP_HOLD_UPRIGHT,
    OFF,
    PREVIEW_WALK,
    SIT_DOWN,
    STAND,
    WALK,
)
from hsm.runs.serialisation import value
from motions.kinematics.geometry import Pose2
from motions.locomotion.info import PlannedFootstep, PreviewInfo
from motions.requests import MotionRequest

LIES: Final = 0.7
"""Share of the vertical along an axis of the torso from which it counts as lying that way."""


@dataclass(frozen=True, slots=True)
class SensorReport:
    """Sensor values of the robot's newest frame; NaN where a sensor has no value.

    Attributes:
        gyro: Angular velocity in torso axes, rad/s.
        accelerometer: Specific force in torso axes, m/s2.
        fsr: Forces on the sole cells, N: left FL FR RL RR, then right.
        touch: Buttons and pads, 0..1, in `Touch` order.
        temperatures: Temperatures of the motors, deg C, in wire order.
        currents: Currents of the motors, A, in wire order.
        battery: Charge, 0..1; None if unknown.
    """

    gyro: tuple[float, ...]
    accelerometer: tuple[float, ...]
    fsr: tuple[float, ...]
    touch: tuple[float, ...]
    temperatures: tuple[float, ...]
    currents: tuple[float, ...]
    battery: float | None


@dataclass(frozen=True, slots=True)
class RobotReport:
    """One report of the control cycle.

    Attributes:
        time: The robot's time, s.
        leaf: Name of the active state.
        motion: Requested motion that it follows.
        number: Number of the request that it follows.
        goes: Whether an errand is open.
        speed: Velocity of the current step in the robot frame, m/s, m/s, rad/s.
        odometry: Estimated pose of the torso.
        up: Vertical in torso axes.
        tilt: Roll and pitch of the torso, rad.
        on_ground: Whether its feet touch the ground.
        forces: Forces on the left and right sole, N.
        positions: Measured joint angles in wire order, rad; hands 0..1.
        commanded: Commanded joint angles, likewise.
        stiffness: Commanded stiffness in wire order, 0..1.
        preview: Plan of the preview walk; None if there is none.
        footstep: The running step of the other walk; None outside of its steps.
        footsteps: Number of planned footsteps; the plan contains only the next ones.
        forgotten: Number of the request that it has dropped after a fall or the like, or None.
        sensors: Other sensor values of its frame; None if the frame is missing.
    """

    time: float
    leaf: str
    motion: str
    number: int
    goes: bool
    speed: Point
    odometry: Pose2
    up: Point
    tilt: tuple[float, float]
    on_ground: bool
    forces: tuple[float, float]
    positions: tuple[float, ...]
    commanded: tuple[float, ...]
    stiffness: tuple[float, ...]
    preview: PreviewInfo | None
    sensors: SensorReport | None = None
    footstep: PlannedFootstep | None = None
    footsteps: int = 0
    forgotten: int | None = None

    @property
    def stands(self) -> bool:
        """Return whether the robot stands."""
        return self.leaf in STAND

    @property
    def sits(self) -> bool:
        """Return whether the robot sits or is limp."""
        return self.leaf in SIT_DOWN.done or self.leaf in LIMP

    @property
    def walks(self) -> bool:
        """Return whether the robot walks, with either walk."""
        return self.leaf in WALK

    @property
    def plan(self) -> PreviewInfo | None:
        """Return the planned footsteps; None unless the preview walk is active."""
        return self.preview if self.leaf in PREVIEW_WALK else None

    @property
    def is_down(self) -> bool:
        """Return whether the robot is falling, has fallen, or is getting up."""
        return self.leaf in FALL_PROTECTION or self.leaf in GET_UP.state

    @property
    def lies_limp(self) -> bool:
        """Return whether the robot is limp and stands up only when a person holds it upright."""
        return self.leaf in LIMP_HOLD_UPRIGHT or (self.leaf in LIMP and self.lies)

    @property
    def is_out_of_order(self) -> bool:
        """Return whether the robot has stopped moving: after a defect, or without frames."""
        return self.leaf in FAULT or self.leaf in OFF

    @property
    def lies(self) -> bool:
        """Return whether the torso lies on any side or is upside down."""
        x, y, z = self.up
        return max(abs(x), abs(y), -z) > LIES


class RobotLink(ServiceLink[RobotReport, MotionRequest], Protocol):
    """Connection to a robot that others may command, too."""

    def withdraw(self) -> None:
        """Stop sending the request: the robot follows another one."""


def read_report(told: Mapping[str, Any]) -> RobotReport:
    """Return the report in an answer of the robot process."""
    info, forgotten = told["info"], told["forgotten"]
    plan, step = info.get("preview"), info.get("footstep")
    return RobotReport(
        time=told["time"],
        leaf=told["leaf"],
        motion=told["motion"],
        number=told["number"],
        goes=told["errand_open"],
        speed=tuple(info["speed"]),
        odometry=Pose2(*told["odometry"]),
        up=tuple(told["up"]),
        tilt=tuple(told["tilt"]),
        on_ground=told["on_ground"],
        forces=tuple(told["forces"]),
        positions=tuple(told["positions"]),
        commanded=tuple(told["commanded"]),
        stiffness=tuple(told["stiffness"]),
        preview=None if plan is None else value(PreviewInfo, plan),
        footstep=None if step is None else value(PlannedFootstep, step),
        sensors=_sensors(told),
        footsteps=told["footsteps"],
        forgotten=None if forgotten is None else forgotten["number"],
    )


def _sensors(told: Mapping[str, Any]) -> SensorReport | None:
    sensors = told.get("sensors")
    if sensors is None:
        return None
    return SensorReport(
        gyro=tuple(sensors["gyro"]),
        accelerometer=tuple(sensors["accelerometer"]),
        fsr=tuple(sensors["fsr"]),
        touch=tuple(sensors["touch"]),
        temperatures=tuple(sensors["temperatures"]),
        currents=tuple(sensors["currents"]),
        battery=told.get("battery"),
    )
