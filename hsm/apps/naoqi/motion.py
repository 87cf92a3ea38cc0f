"""ALMotion: locomotion; joints and stiffness are in `joints.py`. Names and units are NAOqi's.

Calls that take the robot time return a future; the host of the service decides how to wait for it.
"""

import math
from concurrent.futures import Future
from itertools import pairwise
from typing import Any, Final, NoReturn

from hardware.robots.model import Side
from hsm.apps.naoqi import almath
from hsm.apps.naoqi.argument_checks import (
    LOG,
    MOST_SAID,
    MOTION,
    Call,
    NaoqiError,
    adding,
    function,
    read_path,
    takes,
    told_pose,
)
from hsm.apps.naoqi.body import reflexes, refusals
from hsm.apps.naoqi.frames import ROBOT, TORSO, WORLD
from hsm.apps.naoqi.joints import Joints
from hsm.apps.naoqi.link.waits import true_after
from hsm.apps.naoqi.names import ARMS, LEG_OF, LEGS
from hsm.chart.leaves import STAND_NORMAL
from motions.kinematics.geometry import Pose2, angle_difference
from motions.locomotion.clipping import ClippedStep, clip_footstep
from motions.locomotion.config import FeetConfig, MoveConfigError, read_config, told_config
from motions.locomotion.info import PlannedFootstep, PreviewInfo
from motions.locomotion.velocity import Shares, Velocity, to_shares, to_si
from motions.locomotion.wish import MOST_FOOTSTEPS, FootstepWish

# Programs import these from NAOqi's module `motion`.
FRAME_TORSO: Final = TORSO
FRAME_WORLD: Final = WORLD
FRAME_ROBOT: Final = ROBOT
TO_RAD: Final = almath.TO_RAD
TO_DEG: Final = almath.TO_DEG
_SWUNG: Final = {**{name: (side,) for name, side in ARMS.items()}, "Arms": tuple(ARMS.values())}


def __getattr__(name: str) -> NoReturn:
    """Refuse a name that NAOqi's module has and this one lacks."""
    raise AttributeError(
        f"motion has no '{name}': there is no Cartesian control, therefore no axis mask; the"
        " frames are FRAME_TORSO, FRAME_WORLD and FRAME_ROBOT"
    )


@adding([*refusals.refusals(refusals.ON_LEGS), *reflexes.switches(reflexes.ON_LEGS)])
class ALMotion(Joints):
    """Moves one robot."""

    name = MOTION

    @function
    def moveInit(self, call: Call) -> Future[Any]:
        """Take the stance from which the robot walks."""
        self._program.demand_ready(call)
        walks, patience = self._walks.active, self._program.parameters.patience
        if not walks:
            self._walks.stand()
        return self._program.until(
            lambda report: () if report.leaf in STAND_NORMAL or (walks and report.walks) else None,
            within=patience,
            late=NaoqiError(MOTION, "moveInit", f"the robot does not stand after {patience:g} s"),
        )

    @function
    def move(self, call: Call, x: Any, y: Any, theta: Any, moveConfig: Any = ()) -> None:
        """Walk at a velocity: m/s, m/s, rad/s."""
        speed = call.numbers(x=x, y=y, theta=theta)
        feet = self._config(call, moveConfig, per_foot=True)
        if any(speed):
            self._program.demand_ready(call)
        fixed = self._program.gait.fixed
        asked = to_shares(Velocity(*speed), feet, fixed)
        shares = asked.clipped()
        if shares != asked:
            most = to_si(shares, feet, fixed)
            limited = f"{most.x:.3g} m/s, {most.y:.3g} m/s, {most.theta:.3g} rad/s"
            LOG.warning("move %s is limited by its steps to %s", (x, y, theta), limited)
        self._walks.velocity(shares, feet)

    @function
    def moveToward(self, call: Call, x: Any, y: Any, theta: Any, moveConfig: Any = ()) -> None:
        """Walk with shares of the largest steps, -1 to 1 each."""
        asked = Shares(*call.numbers(x=x, y=y, theta=theta))
        feet = self._config(call, moveConfig, per_foot=True)
        shares = asked.clipped()
        if shares != asked:
            LOG.warning("moveToward %s is clipped to -1..1", (x, y, theta))
        if any(shares):
            self._program.demand_ready(call)
        self._walks.velocity(shares, feet)

    @takes("x, y, theta[, time][, moveConfig] or controlPoints[, moveConfig]", 1, 2, 3, 4, 5)
    def moveTo(self, call: Call, *given: Any) -> Future[bool]:
        """Walk along a line or an arc to a pose, or through several; True if it was reached."""
        poses, duration, config = read_path(call, given)
        feet = self._config(call, config, per_foot=False)
        if len(poses) > MOST_SAID and self._walks.takes_preview(feet):
            call.refuse(
                f"refused: {len(poses)} controlPoints; the preview walk takes at most {MOST_SAID} "
                "in one call, give the others when they have been reached"
            )
        report = self._program.demand_ready(call)
        return self._walks.to(report, poses, feet, duration)

    @function
    def setFootSteps(
        self, call: Call, legName: Any, footSteps: Any, timeList: Any, clearExisting: Any
    ) -> None:
        """Execute footsteps at times relative to the call."""
        legs, moves, times = self._steps(call, legName, footSteps, timeList, "timeList")
        clear = call.flag(clearExisting, "clearExisting")
        call.growing(times, "timeList is")
        least = self._program.gait.fixed.min_step_period
        if any(after - before < least - 1e-6 for before, after in pairwise([0.0, *times])):
            LOG.warning(
                "timeList %s leaves less than %g s for a step: its foot lands later",
                times[:8],
                least,
            )
        self._place(call, legs, moves, [{"at": time} for time in times], clear=clear)

    @function
    def setFootStepsWithSpeed(
        self, call: Call, legName: Any, footSteps: Any, fractionMaxSpeed: Any, clearExisting: Any
    ) -> Future[Any]:
        """Execute footsteps, each at a share of the fastest step rate."""
        name = "fractionMaxSpeed"
        legs, moves, numbers = self._steps(call, legName, footSteps, fractionMaxSpeed, name)
        clear = call.flag(clearExisting, "clearExisting")
        shares = [{"speed": call.share(number, name)} for number in numbers]
        return self._place(call, legs, moves, shares, clear=clear)

    @function
    def getFootSteps(self, call: Call) -> list[Any]:
        """Return the poses of the feet, the unchangeable steps and the next changeable ones."""
        report = self._program.report(call)
        plan = report.plan
        if plan is not None:
            feet = [told_pose(plan.left), told_pose(plan.right)]
            return [feet, _steps_told(plan.unchangeable), _steps_told(plan.changeable)]
        if not report.walks:
            return [[], [], []]
        feet = [told_pose(self._program.effectors.foot(side, report)) for side in Side]
        return [feet, [] if report.footstep is None else _steps_told((report.footstep,)), []]

    @function
    def getRobotPosition(self, call: Call, useSensors: Any) -> list[float]:
        """Return x, y and theta in the world frame: planned, or estimated with useSensors."""
        sensed = call.flag(useSensors, "useSensors")
        report = self._program.report(call)
        plan = report.plan
        if not sensed and plan is not None:
            return told_pose(plan.robot)
        return told_pose(self._program.effectors.robot(report))

    @function
    def getNextRobotPosition(self, call: Call, useSensors: Any = False) -> list[float]:
        """Return x, y and theta in the world frame after the last unchangeable step."""
        call.flag(useSensors, "useSensors")
        report = self._program.report(call)
        plan = report.plan
        there = self._program.effectors.robot_next(report) if plan is None else plan.following
        return told_pose(there)

    @function
    def getRobotVelocity(self, call: Call) -> list[float]:
        """Return the velocity in the world frame: m/s, m/s, rad/s."""
        report = self._program.report(call)
        plan = report.plan
        if plan is not None:
            return _mean_velocity(plan)
        forward, left, turn = report.speed
        c, s = math.cos(report.odometry.heading), math.sin(report.odometry.heading)
        return [c * forward - s * left, s * forward + c * left, turn]

    @function
    def moveIsActive(self, call: Call) -> bool:
        """Return whether a move is in progress."""
        return self._walks.active

    @function
    def waitUntilMoveIsFinished(self, call: Call) -> Future[Any]:
        """Wait for the end of the current move."""
        return self._walks.finished()

    @function
    def stopMove(self, call: Call) -> Future[bool]:
        """End the move as soon as both feet are down."""
        self._program.report(call)
        return true_after(self._walks.stop())

    @function
    def killMove(self, call: Call) -> None:
        """End the move immediately, wherever the feet are."""
        self._program.report(call)
        self._walks.kill()

    @function
    def getMoveConfig(self, call: Call, config: Any) -> list[list[Any]]:
        """Return the 'Default', 'Min' or 'Max' values of a move config."""
        try:
            return told_config(call.text(config, "config"), self._program.gait)
        except MoveConfigError as error:
            call.refuse(str(error).splitlines()[0])

    @function
    def setMoveArmsEnabled(self, call: Call, leftArmEnabled: Any, rightArmEnabled: Any) -> None:
        """Enable or disable the walk's arm swing."""
        flags = {
            Side.LEFT: call.flag(leftArmEnabled, "leftArmEnabled"),
            Side.RIGHT: call.flag(rightArmEnabled, "rightArmEnabled"),
        }
        report = self._program.report(call)
        for side, swings in flags.items():
            self._program.limbs.swings[side] = swings
            if not swings:
                self._program.limbs.hold(side, report)

    @function
    def getMoveArmsEnabled(self, call: Call, chainName: Any) -> bool:
        """Return whether the walk swings 'LArm', 'RArm', or both 'Arms'."""
        chain = call.choice(chainName, "chainName", tuple(_SWUNG))
        return all(self._program.limbs.swings[side] for side in _SWUNG[chain])

    @function
    def setMotionConfig(self, call: Call, config: Any) -> None:
        """Enable or disable the protections of the walk."""
        known = self._program.protections
        switched: dict[str, bool] = {}
        for entry in call.items(config, "config"):
            key, value = call.items(entry, "an entry", length=2)
            switched[call.choice(key, "a key", tuple(known))] = call.flag(value, key)
        known.update(switched)

    def _config(self, call: Call, moveConfig: Any, *, per_foot: bool) -> FeetConfig:
        try:
            feet = read_config(moveConfig, self._program.gait, per_foot=per_foot)
        except MoveConfigError as error:
            call.refuse(str(error).splitlines()[0])
        for warning in feet.warnings:
            call.warn(warning[:200])
        return feet

    def _steps(
        self, call: Call, legName: Any, footSteps: Any, values: Any, name: str
    ) -> tuple[list[Side], list[tuple[float, float, float]], list[float]]:
        """Return legs, moves and one number for each, as lists of equal length."""
        legs = [
            LEGS[call.choice(leg, "a leg", tuple(LEGS))] for leg in call.items(legName, "legName")
        ]
        if not legs:
            call.refuse("legName is empty; expected a leg for every step")
        moves = [call.pose(move, "a step") for move in call.items(footSteps, "footSteps")]
        numbers = [call.number(number, name) for number in call.items(values, name)]
        for what, items in (("footSteps", moves), (name, numbers)):
            if len(items) != len(legs):
                call.refuse(f"{what} has {len(items)} values for {len(legs)} legs")
        if len(legs) > MOST_SAID:
            call.refuse(
                f"refused: {len(legs)} footsteps; expected at most {MOST_SAID} in one call, give "
                "the others in another one"
            )
        return legs, moves, numbers

    def _place(
        self,
        call: Call,
        legs: list[Side],
        moves: list[tuple[float, float, float]],
        when: list[dict[str, Any]],
        *,
        clear: bool,
    ) -> Future[Any]:
        steps = []
        for swing, move, time in zip(legs, moves, when, strict=True):
            clipped = clip_footstep(Pose2(*move), swing.other, self._program.gait)
            if clipped.by:
                LOG.warning("%s", _clipped_told(LEG_OF[swing], move, clipped))
            at = clipped.move
            steps.append(FootstepWish(swing, at.x, at.y, at.heading, **time))
        report = self._program.demand_ready(call)
        planned = 0 if clear else self._walks.ahead(report)
        if planned + len(steps) > MOST_FOOTSTEPS:
            call.refuse(
                f"refused: {len(steps)} footsteps after {planned} planned ones; expected at most "
                f"{MOST_FOOTSTEPS} in total, wait or clear them"
            )
        return self._walks.footsteps(tuple(steps), clear=clear)


def _clipped_told(leg: str, move: tuple[float, float, float], clipped: ClippedStep) -> str:
    """Return a message on how a step was clipped, and by which rules."""
    asked, done = (
        ", ".join(f"{number:.4g}" for number in numbers)
        for numbers in (move, told_pose(clipped.move))
    )
    return f"step [{asked}] of {leg} is clipped to [{done}] by {' and '.join(clipped.by)}"


def _mean_velocity(plan: PreviewInfo) -> list[float]:
    """Return the mean velocity until the last unchangeable step lands; 0 if there is none."""
    within = plan.unchangeable[-1].lands_in if plan.unchangeable else 0.0
    if within <= 0.0:
        return [0.0, 0.0, 0.0]
    now, then = plan.robot, plan.following
    turn = angle_difference(then.heading, now.heading)
    return [(then.x - now.x) / within, (then.y - now.y) / within, turn / within]


def _steps_told(steps: tuple[PlannedFootstep, ...]) -> list[Any]:
    return [[LEG_OF[step.swing], step.lands_in, told_pose(step.move)] for step in steps]
