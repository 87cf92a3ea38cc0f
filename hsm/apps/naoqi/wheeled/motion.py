"""ALMotion of a wheeled robot: the same names and units, without footsteps.

Source: NAOqi, locomotion control and drive parameters (Pepper).
"""

from concurrent.futures import Future
from typing import Any

from hsm.apps.naoqi.argument_checks import (
    LOG,
    MOTION,
    Call,
    adding,
    function,
    read_path,
    takes,
    told_pose,
)
from hsm.apps.naoqi.body import reflexes, refusals
from hsm.apps.naoqi.link.waits import fulfilled, true_after
from hsm.apps.naoqi.services import LocalServices
from hsm.apps.naoqi.wheeled.program import BaseLink, BaseProgram
from motions.locomotion.config import MoveConfigError
from motions.locomotion.wheeled.limits import (
    DRIVE_KEYS,
    DriveLimits,
    DriveParameters,
    read_drive_config,
)
from motions.locomotion.wheeled.wish import DriveEnd, DriveVelocity, DriveWay
from motions.scalars import clamp


@adding([*refusals.refusals(refusals.ON_WHEELS), *reflexes.switches(reflexes.ON_WHEELS)])
class WheeledMotion:
    """Moves one base."""

    name = MOTION

    def __init__(self, program: BaseProgram) -> None:
        """Serve one base."""
        self._program = program
        self._rests = False  # is stopping, and switches the motors off afterwards

    @function
    def wakeUp(self, call: Call) -> Future[bool]:
        """Switch the motors on; return True."""
        self._program.demand_closed(call)
        rested, self._rests = self._rests, False
        if self._program.awake and not rested:  # keeps driving: nothing to wait for
            return fulfilled(True)
        if not self._program.awake:
            self._program.awake = True
            self._end(DriveEnd.STOP)
        return true_after(self._program.finished())

    @function
    def rest(self, call: Call) -> Future[Any]:
        """Stop and switch the motors off."""
        self._program.report(call)
        self._end(DriveEnd.STOP)
        self._rests = True
        rested = self._program.finished()
        rested.add_done_callback(lambda _: self._sleep())
        return rested

    @function
    def robotIsWakeUp(self, call: Call) -> bool:
        """Return whether the motors are on."""
        return self._program.awake

    @function
    def moveInit(self, call: Call) -> None:
        """Do nothing but check that the base may be driven."""
        self._program.demand_ready(call)

    @function
    def move(self, call: Call, x: Any, y: Any, theta: Any, moveConfig: Any = ()) -> None:
        """Drive at a velocity: m/s, m/s, rad/s."""
        asked = call.numbers(x=x, y=y, theta=theta)
        limits = self._limits(call, moveConfig)
        if limits.bounded(*asked) != asked:
            most = f"{limits.velocity:g} m/s, {limits.turn_velocity:g} rad/s"
            LOG.warning("move %s is limited to %s", (x, y, theta), most)
        self._go(call, *asked, limits=limits)

    @function
    def moveToward(self, call: Call, x: Any, y: Any, theta: Any, moveConfig: Any = ()) -> None:
        """Drive with shares of the largest speeds, -1 to 1 each."""
        asked = call.numbers(x=x, y=y, theta=theta)
        forward, left, turn = shares = tuple(clamp(share, -1.0, 1.0) for share in asked)
        if shares != asked:
            LOG.warning("moveToward %s is clipped to -1..1", (x, y, theta))
        limits = self._limits(call, moveConfig)
        fast = limits.velocity
        self._go(call, fast * forward, fast * left, limits.turn_velocity * turn, limits=limits)

    @takes("x, y, theta[, time][, moveConfig] or controlPoints[, moveConfig]", 1, 2, 3, 4, 5)
    def moveTo(self, call: Call, *given: Any) -> Future[bool]:
        """Drive to a pose, or through several with a stop at each; True if it was reached."""
        poses, duration, config = read_path(call, given)
        limits = self._limits(call, config)
        self._demand_ready(call)
        return self._program.go(DriveWay(tuple(poses), duration), limits)

    @function
    def stopMove(self, call: Call) -> Future[bool]:
        """End the move within the limits."""
        self._program.report(call)
        self._end(DriveEnd.STOP)
        return true_after(self._program.finished())

    @function
    def killMove(self, call: Call) -> None:
        """End the move immediately, with braked wheels."""
        self._program.report(call)
        if self._program.active:
            self._end(DriveEnd.KILL)

    @function
    def moveIsActive(self, call: Call) -> bool:
        """Return whether a move is in progress."""
        return self._program.active

    @function
    def waitUntilMoveIsFinished(self, call: Call) -> Future[Any]:
        """Wait for the end of the current move."""
        return self._program.finished()

    @function
    def getRobotPosition(self, call: Call, useSensors: Any) -> list[float]:
        """Return x, y and theta in the world frame: planned, or estimated with useSensors."""
        sensed = call.flag(useSensors, "useSensors")
        report = self._program.report(call)
        return told_pose(report.odometry if sensed else report.plan.pose)

    @function
    def getNextRobotPosition(self, call: Call, useSensors: Any = False) -> list[float]:
        """Return the planned pose: there are no unchangeable steps on wheels."""
        call.flag(useSensors, "useSensors")
        return told_pose(self._program.report(call).plan.pose)

    @function
    def getRobotVelocity(self, call: Call) -> list[float]:
        """Return the velocity in the world frame: m/s, m/s, rad/s."""
        plan = self._program.report(call).plan
        return [*plan.velocity, plan.turn]

    @function
    def getMoveConfig(self, call: Call, config: Any) -> list[list[Any]]:
        """Return the 'Default', 'Min' or 'Max' values of a move config."""
        drive = self._program.drive
        which = {"Default": drive.default, "Min": drive.least, "Max": drive.most}
        limits = which[call.choice(config, "config", tuple(which))]
        return [[key, round(getattr(limits, name), 9)] for key, name in DRIVE_KEYS.items()]

    def _go(
        self, call: Call, forward: float, left: float, turn: float, *, limits: DriveLimits
    ) -> None:
        if any((forward, left, turn)):
            self._demand_ready(call)
        self._program.wish(DriveVelocity(forward, left, turn), limits)

    def _demand_ready(self, call: Call) -> None:
        """Refuse a call unless the base may be driven; cancel a pending rest."""
        self._program.demand_ready(call)
        self._rests = False

    def _end(self, how: DriveEnd) -> None:
        self._program.wish(how, self._program.drive.default)

    def _sleep(self) -> None:
        """Switch the motors off, unless a move has been requested since."""
        if self._rests:
            self._rests = self._program.awake = False
            self._end(DriveEnd.STOP)

    def _limits(self, call: Call, moveConfig: Any) -> DriveLimits:
        try:
            limits, warnings = read_drive_config(moveConfig, self._program.drive)
        except MoveConfigError as error:
            call.refuse(str(error).splitlines()[0])
        for warning in warnings:
            call.warn(warning[:200])
        return limits


def wheeled_services(link: BaseLink, drive: DriveParameters) -> LocalServices:
    """Return all services of one base (ALMotion); `drive` has the limits programs may set."""
    program = BaseProgram(link, drive)
    return LocalServices(program, {WheeledMotion.name: WheeledMotion(program)})
