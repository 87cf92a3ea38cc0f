"""The control cycle of a wheeled base: one frame in, one command out.

It needs no chart: three conditions replace it, namely motors on, hatch closed, and the base close
to its plan. The plan itself is `motions.locomotion.wheeled`.
"""

import math
from dataclasses import dataclass
from typing import Final

from hardware.base import BaseCommand, BaseFrame, BaseModel
from motions.kinematics.geometry import Pose2
from motions.locomotion.wheeled.drive import BaseDrive, DriveState
from motions.locomotion.wheeled.following import PlanFollower
from motions.locomotion.wheeled.limits import DriveParameters
from motions.locomotion.wheeled.odometry import BaseOdometry
from motions.locomotion.wheeled.parameters import BaseControlParameters
from motions.locomotion.wheeled.wish import DriveEnd, DriveVelocity, DriveWay, DriveWish

_FREE: Final = BaseCommand((0.0, 0.0, 0.0), stiff=False)


@dataclass(frozen=True, slots=True)
class BaseOutcome:
    """What one cycle of the base did.

    Attributes:
        command: Command to the wheels.
        time: Time of the newest frame, s.
        plan: Planned state of the base.
        odometry: Estimated pose of the base.
        number: Number of the last accepted request.
        active: The base moves or has yet to reach its goal.
        arrived: The last requested path was driven to its end.
        awake: The motors are on.
        hatch_open: The hatch is open: the base must not move.
        why: Why the last move ended early; empty if it did not.
    """

    command: BaseCommand
    time: float
    plan: DriveState
    odometry: Pose2
    number: int
    active: bool
    arrived: bool
    awake: bool
    hatch_open: bool
    why: str


class BaseCycle:
    """Drives one base as requested."""

    def __init__(
        self, model: BaseModel, drive: DriveParameters, parameters: BaseControlParameters
    ) -> None:
        """Start asleep, at the origin.

        Args:
            model: The base.
            drive: Limits of the base.
            parameters: Parameters of plan following.
        """
        self._parameters = parameters
        self._drive = BaseDrive(drive.default, model.cycle)
        self._odometry = BaseOdometry(model, parameters)
        self._following = PlanFollower(model, parameters)
        self._following.begin(Pose2())
        self._cycle = model.cycle
        self._number = 0
        self._awake = self._hatch_open = self._braked = self._waiting = False
        self._silence = self._time = 0.0
        self._why = ""

    def step(self, frame: BaseFrame | None, wish: DriveWish | None) -> BaseOutcome:
        """Run one cycle.

        Args:
            frame: The newest frame, or None. A frame with a non-finite number is ignored.
            wish: The request; None brings the base to rest.
        """
        if frame is None or not all(map(math.isfinite, (*frame.wheels, frame.gyro))):
            self._silence += self._cycle
            if self._silence > self._parameters.silence:
                self._end("the base does not answer")
        else:
            self._silence, self._time = 0.0, frame.time
            self._odometry.look(frame)
            self._hatch_open = frame.hatch_open
        if wish is None:
            self._end("the motion is no longer requested")
        elif wish.number != self._number:
            self._take(wish)
        if self._hatch_open:
            self._end("the power hatch is open")
        return self._outcome(self._command())

    def _take(self, wish: DriveWish) -> None:
        self._number, self._why = wish.number, ""
        if wish.awake != self._awake:
            self._awake = wish.awake
            self._rest_here()
        limits = wish.limits.scaled(self._parameters.used)
        self._braked = wish.goal is DriveEnd.KILL
        self._waiting = False
        match wish.goal:
            case DriveVelocity(forward, left, turn):
                self._drive.go(forward, left, turn, limits)
            case DriveWay(poses, duration):
                self._waiting = True
                self._drive.to(poses, limits, duration)
            case DriveEnd.STOP:
                self._drive.stop()
            case DriveEnd.KILL:
                self._rest_here()

    def _command(self) -> BaseCommand:
        planned, measured = self._drive.step(), self._odometry.pose
        if not self._awake:
            self._rest_here()
            return _FREE
        if self._braked:
            self._rest_here()  # it need not return to where it braked
            return BaseCommand((0.0, 0.0, 0.0), stiff=True)
        wheels = self._following.wheels(planned, measured)
        off, turned = self._following.off, self._following.turned_off
        limits = self._parameters
        if off > limits.given_up or turned > limits.given_up_turn:
            self._end(f"the base is {off:.2f} m off its planned pose: something blocks its path")
            self._rest_here()
        if self._waiting and self._drive.arrived:
            self._waiting = off > limits.arrived or turned > limits.arrived_turn
        return BaseCommand(wheels, stiff=True)

    def _end(self, why: str) -> None:
        """Bring the base to rest within its limits and keep the reason."""
        if self._active and not self._why:
            self._why = why
        if self._why:
            self._waiting = False
            self._drive.stop()

    @property
    def _active(self) -> bool:
        return self._drive.active or self._waiting

    def _rest_here(self) -> None:
        self._drive.put(self._odometry.pose)
        self._following.begin(self._odometry.pose)

    def _outcome(self, command: BaseCommand) -> BaseOutcome:
        return BaseOutcome(
            command,
            self._time,
            self._drive.state,
            self._odometry.pose,
            self._number,
            self._active,
            self._drive.arrived and not self._waiting and not self._why,
            self._awake,
            self._hatch_open,
            self._why,
        )
