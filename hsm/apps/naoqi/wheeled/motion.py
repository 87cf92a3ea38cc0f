"""ALMotion of a robot on wheels: the same names and units, and no footsteps.

Source: NAOqi, locomotion control and drive parameters (Pepper).
"""

import logging
from concurrent.futures import Future
from typing import Any, Final

from hsm.apps.naoqi.argument_checks import MOTION, Call, after, fulfilled, motion_call, read_way
from hsm.apps.naoqi.wheeled.program import BaseProgram
from motions.kinematics.geometry import Pose2
from motions.locomotion.config import MoveConfigError
from motions.locomotion.wheeled.limits import DRIVE_KEYS, DriveLimits, read_drive_config
from motions.locomotion.wheeled.wish import DriveEnd, DriveVelocity, DriveWay
from motions.scalars import clamp

_LOG: Final = logging.getLogger("hsm.naoqi")
NO_FEET: Final = "refused: footsteps are not allowed on this robot"


class WheeledMotion:
    """Moves one base."""

    name = MOTION

    def __init__(self, program: BaseProgram) -> None:
        """Serve one base.

        Args:
            program: What is wanted of it.
        """
        self._program = program
        self._rests = False  # comes to rest, whereupon the motors are switched off

    def wakeUp(self, *given: Any) -> Future[bool]:
        """Switch the motors on; True."""
        call = motion_call("wakeUp", given, 0, takes="")
        self._program.demand_closed(call)
        rested, self._rests = self._rests, False
        if self._program.awake and not rested:  # it drives on: there is nothing to wait for
            return fulfilled(True)
        if not self._program.awake:
            self._program.awake = True
            self._end(DriveEnd.STOP)
        return after(self._program.finished(), result=True)

    def rest(self, *given: Any) -> Future[Any]:
        """Come to rest and switch the motors off."""
        self._program.report(motion_call("rest", given, 0, takes=""))
        self._end(DriveEnd.STOP)
        self._rests = True
        rested = self._program.finished()
        rested.add_done_callback(lambda _: self._sleep())
        return rested

    def robotIsWakeUp(self, *given: Any) -> bool:
        """Return whether the motors are on."""
        motion_call("robotIsWakeUp", given, 0, takes="")
        return self._program.awake

    def moveInit(self, *given: Any) -> None:
        """Do nothing: a base is always ready."""
        self._program.demand_ready(motion_call("moveInit", given, 0, takes=""))

    def move(self, *given: Any) -> None:
        """Drive with a speed: m/s, m/s, rad/s."""
        call = motion_call("move", given, 3, 4, takes="x, y, theta[, moveConfig]")
        asked = call.numbers("x y theta")
        limits = self._limits(call, 3)
        if limits.bounded(*asked) != asked:
            most = f"{limits.velocity:g} m/s, {limits.turn_velocity:g} rad/s"
            _LOG.warning("move %s is limited to %s", call.given[:3], most)
        self._go(call, *asked, limits=limits)

    def moveToward(self, *given: Any) -> None:
        """Drive with shares of the largest speeds, -1 to 1 each."""
        call = motion_call("moveToward", given, 3, 4, takes="x, y, theta[, moveConfig]")
        asked = call.numbers("x y theta")
        x, y, theta = (clamp(share, -1.0, 1.0) for share in asked)
        if (x, y, theta) != asked:
            _LOG.warning("moveToward %s is clipped to -1..1", call.given[:3])
        limits = self._limits(call, 3)
        fast, turn = limits.velocity, limits.turn_velocity
        self._go(call, fast * x, fast * y, turn * theta, limits=limits)

    def moveTo(self, *given: Any) -> Future[bool]:
        """Drive to a pose, or over several with a rest at each; True if it was reached."""
        takes = "x, y, theta[, time][, moveConfig] or controlPoints[, moveConfig]"
        call = motion_call("moveTo", given, 1, 2, 3, 4, 5, takes=takes)
        poses, duration, config = read_way(call)
        limits = self._limits(call, config)
        self._demand_ready(call)
        return self._program.go(DriveWay(tuple(poses), duration), limits)

    def stopMove(self, *given: Any) -> Future[bool]:
        """End the move within the limits."""
        self._program.report(motion_call("stopMove", given, 0, takes=""))
        self._end(DriveEnd.STOP)
        return after(self._program.finished(), result=True)

    def killMove(self, *given: Any) -> None:
        """End the move at once, with braked wheels."""
        self._program.report(motion_call("killMove", given, 0, takes=""))
        if self._program.active:
            self._end(DriveEnd.KILL)

    def moveIsActive(self, *given: Any) -> bool:
        """Return whether a move is under way."""
        motion_call("moveIsActive", given, 0, takes="")
        return self._program.active

    def waitUntilMoveIsFinished(self, *given: Any) -> Future[Any]:
        """Wait for the move that is under way."""
        motion_call("waitUntilMoveIsFinished", given, 0, takes="")
        return self._program.finished()

    def getRobotPosition(self, *given: Any) -> list[float]:
        """Return x, y and theta in the world: where the robot should be, or where it seems to."""
        call = motion_call("getRobotPosition", given, 1, takes="useSensors")
        sensed = call.flag(0, "useSensors")
        report = self._program.report(call)
        return _told(report.odometry if sensed else report.plan.pose)

    def getNextRobotPosition(self, *given: Any) -> list[float]:
        """Return where the robot should be: nothing is planned that could not be changed."""
        call = motion_call("getNextRobotPosition", given, 0, 1, takes="[useSensors]")
        if given:
            call.flag(0, "useSensors")
        return _told(self._program.report(call).plan.pose)

    def getRobotVelocity(self, *given: Any) -> list[float]:
        """Return m/s, m/s and rad/s along the axes of the world."""
        plan = self._program.report(motion_call("getRobotVelocity", given, 0, takes="")).plan
        return [*plan.velocity, plan.turn]

    def getMoveConfig(self, *given: Any) -> list[list[Any]]:
        """Return what a move config may set: 'Default', 'Min' or 'Max'."""
        call = motion_call("getMoveConfig", given, 1, takes="config")
        drive = self._program.drive
        which = {"Default": drive.default, "Min": drive.least, "Max": drive.most}
        limits = which[call.choice(given[0], "config", tuple(which))]
        return [[key, round(getattr(limits, name), 9)] for key, name in DRIVE_KEYS.items()]

    def setFootSteps(self, *given: Any) -> None:
        """Refuse: there are no feet."""
        self._refuse_steps("setFootSteps", given, "timeList")

    def setFootStepsWithSpeed(self, *given: Any) -> None:
        """Refuse: there are no feet."""
        self._refuse_steps("setFootStepsWithSpeed", given, "fractionMaxSpeed")

    def getFootSteps(self, *given: Any) -> None:
        """Refuse: there are no feet."""
        motion_call("getFootSteps", given, 0, takes="").refuse(NO_FEET)

    def _refuse_steps(self, method: str, given: tuple[Any, ...], last: str) -> None:
        takes = f"legName, footSteps, {last}, clearExisting"
        motion_call(method, given, 4, takes=takes).refuse(NO_FEET)

    def _go(
        self, call: Call, forward: float, left: float, turn: float, *, limits: DriveLimits
    ) -> None:
        if any((forward, left, turn)):
            self._demand_ready(call)
        self._program.wish(DriveVelocity(forward, left, turn), limits)

    def _demand_ready(self, call: Call) -> None:
        """Look whether the base may be driven: then it does not rest."""
        self._program.demand_ready(call)
        self._rests = False

    def _end(self, how: DriveEnd) -> None:
        self._program.wish(how, self._program.drive.default)

    def _sleep(self) -> None:
        """Switch the motors off, unless a move has been wished since."""
        if self._rests:
            self._rests = self._program.awake = False
            self._end(DriveEnd.STOP)

    def _limits(self, call: Call, at: int) -> DriveLimits:
        entries = call.given[at] if len(call.given) > at else []
        try:
            limits, warnings = read_drive_config(entries, self._program.drive)
        except MoveConfigError as error:
            call.refuse(str(error).splitlines()[0])
        for warning in warnings:
            _LOG.warning("%s::%s %s", MOTION, call.method, warning[:200])
        return limits


def _told(pose: Pose2) -> list[float]:
    return [pose.x, pose.y, pose.heading]
