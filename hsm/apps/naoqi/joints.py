"""ALMotion: motors, stiffness, and joints moved by programs."""

from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from typing import Any, Final

from hsm.apps.naoqi.argument_checks import LONGEST_TIME, Call, function
from hsm.apps.naoqi.body.curves import Point, along, read_point
from hsm.apps.naoqi.body.queries import BodyQueries
from hsm.apps.naoqi.body.tasks import Tasks
from hsm.apps.naoqi.link.report import RobotReport
from hsm.apps.naoqi.moved_limbs import Knots
from hsm.apps.naoqi.moving import Walks
from hsm.apps.naoqi.robot_program import RobotProgram

_STEPS: Final = 0.05
"""Period of the values of a stiffness interpolation, s."""
_WALK: Final = "Move"
"""Name of the task of a walk."""


class Joints(BodyQueries):
    """Motors, stiffness and joints of one robot."""

    def __init__(self, program: RobotProgram, walks: Walks) -> None:
        """Serve one robot, whose walks need stiff legs."""
        self._program = program
        self._walks = walks

    @function
    def wakeUp(self, call: Call) -> Future[bool]:
        """Switch the motors on and stand up; True if the robot stands."""
        self._program.report(call)
        if self._walks.active:
            self._walks.stop()
        return self._program.wake_up()

    @function
    def rest(self, call: Call) -> Future[Any]:
        """Sit down and release the joints."""
        self._program.report(call)
        if self._walks.active:
            self._walks.stop()
        return self._program.rest()

    @function
    def robotIsWakeUp(self, call: Call) -> bool:
        """Return whether the motors are on."""
        return self._program.awake

    @function
    def setStiffnesses(self, call: Call, names: Any, stiffnesses: Any) -> None:
        """Limit the stiffness of joints, 0 to 1, in every motion of the robot."""
        pairs = self._program.names.values(call, names, stiffnesses, "stiffness")
        self._program.report(call)
        stiff = [(joint, self._stiffness(call, joint, value)) for joint, value in pairs]
        self._switch_on(stiff)
        self._soften(stiff)

    @function
    def getStiffnesses(self, call: Call, names: Any) -> list[float]:
        """Return the stiffness set for joints, 0 to 1: 1 after wakeUp."""
        program, report = self._program, self._program.report(call)
        return [program.stiffness(joint, report) for joint in program.names.joints(call, names)]

    @function
    def stiffnessInterpolation(
        self, call: Call, names: Any, stiffnessLists: Any, timeLists: Any
    ) -> Future[Any]:
        """Interpolate stiffnesses linearly to values at times."""
        ways = self._ways(call, names, stiffnessLists, timeLists, "stiffness")
        for joint, knots in ways.items():
            for _, value in knots:
                self._stiffness(call, joint, value)
        program, start = self._program, self._program.report(call)
        begin = {joint: program.stiffness_most[joint] for joint in ways}
        self._switch_on([(joint, knots[-1][1]) for joint, knots in ways.items()])
        program.softened_by.update(dict.fromkeys(ways, ways))
        last, sent = max(knots[-1][0] for knots in ways.values()), start.time
        program.send()

        def lead(report: RobotReport) -> object:
            nonlocal sent
            if not program.asked:  # overruled: only the next call may request again
                return ()
            time = report.time - start.time
            if time < last and report.time - sent < _STEPS:
                return None
            sent = report.time
            mine = {j: k for j, k in ways.items() if program.softened_by.get(j) is ways}
            self._soften([(j, _between(begin[j], k, time)) for j, k in mine.items()], by=ways)
            return () if time >= last or not mine else None

        fade = program.until(lead, within=LONGEST_TIME + 1.0, late=())
        return program.tasks.begin(call.method, ways, fade, lambda: fade.set_result(()))

    @function
    def setAngles(self, call: Call, names: Any, angles: Any, fractionMaxSpeed: Any) -> None:
        """Move joints of head and arms to angles at a share of their largest speed."""
        self._set(call, names, angles, fractionMaxSpeed)

    @function
    def changeAngles(self, call: Call, names: Any, angles: Any, fractionMaxSpeed: Any) -> None:
        """Move joints of head and arms by relative angles."""
        self._set(call, names, angles, fractionMaxSpeed, relative=True)

    @function
    def getAngles(self, call: Call, names: Any, useSensors: Any) -> list[float]:
        """Return measured or commanded joint angles, rad."""
        report = self._program.report(call)
        angles = report.positions if call.flag(useSensors, "useSensors") else report.commanded
        return [angles[joint] for joint in self._program.names.joints(call, names)]

    @function
    def angleInterpolation(
        self, call: Call, names: Any, angleLists: Any, timeLists: Any, isAbsolute: Any
    ) -> Future[Any]:
        """Interpolate joints of head and arms linearly through angles at times."""
        absolute = call.flag(isAbsolute, "isAbsolute")
        ways = self._ways(call, names, angleLists, timeLists, "angle")
        limbs, report = self._program.limbs, self._demand_limbs(call, ways)
        if not absolute:
            begin = {joint: limbs.target(joint, report) for joint in ways}
            ways = {j: [(t, begin[j] + a) for t, a in knots] for j, knots in ways.items()}
        return self._moved(call, ways, limbs.interpolate(ways, report))

    @function
    def angleInterpolationWithSpeed(
        self, call: Call, names: Any, angles: Any, fractionMaxSpeed: Any
    ) -> Future[Any]:
        """Move joints of head and arms to angles at a share of their largest speed, and wait."""
        return self._moved(call, *self._set(call, names, angles, fractionMaxSpeed))

    @function
    def angleInterpolationBezier(
        self, call: Call, jointNames: Any, times: Any, controlPoints: Any
    ) -> Future[Any]:
        """Move joints of head and arms along Bezier curves, as written by Choregraphe."""
        joints = self._program.names.joints(call, jointNames)
        whens = call.items(times, "times", length=len(joints))
        curves = call.items(controlPoints, "controlPoints", length=len(joints))
        ways: dict[int, list[Point]] = {}
        for joint, at, points in zip(joints, whens, curves, strict=True):
            name = self._program.names.name(joint)
            when = [call.number(v, "a time") for v in call.items(at, f"times of {name}")]
            call.growing(when, f"times of {name} are")
            keys = call.items(points, f"controlPoints of {name}", length=len(when))
            ways[joint] = [read_point(call, *key) for key in zip(when, keys, strict=True)]
        limbs, report = self._program.limbs, self._demand_limbs(call, ways)
        way = {joint: along(limbs.target(joint, report), keys) for joint, keys in ways.items()}
        return self._moved(call, way, limbs.interpolate(way, report))

    @function
    def openHand(self, call: Call, handName: Any) -> Future[Any]:
        """Open a hand."""
        return self._hand(call, handName, 1.0)

    @function
    def closeHand(self, call: Call, handName: Any) -> Future[Any]:
        """Close a hand."""
        return self._hand(call, handName, 0.0)

    @function
    def killAll(self, call: Call) -> None:
        """Stop all motions in progress, the move immediately, and release head and arms."""
        self._program.report(call)
        self._tasks().kill(lambda task: True)
        self._program.limbs.release()
        self._program.send()

    @function
    def getTaskList(self, call: Call) -> list[list[Any]]:
        """Return name, number and joints of every motion in progress that can be killed."""
        names = self._program.names.body
        return [
            [task.name, task.number, [name for name, at in names.items() if at in task.joints]]
            for task in self._tasks().running
        ]

    @function
    def killTask(self, call: Call, motionTaskID: Any) -> bool:
        """Stop a motion by its number; return whether it was in progress."""
        number = call.whole(motionTaskID, "motionTaskID")
        self._program.report(call)
        return self._tasks().kill(lambda task: task.number == number)

    @function
    def killTasksUsingResources(self, call: Call, resourceNames: Any) -> None:
        """Stop all motions that use any of several joints."""
        joints = self._program.names.joints(call, resourceNames)
        self._program.report(call)
        self._tasks().kill(lambda task: not task.joints.isdisjoint(joints))

    @function
    def areResourcesAvailable(self, call: Call, resourceNames: Any) -> bool:
        """Return whether no motion uses any of several joints."""
        joints = self._program.names.joints(call, resourceNames)
        return all(task.joints.isdisjoint(joints) for task in self._tasks().running)

    def _tasks(self) -> Tasks:
        """Return the tasks; a walk is one of them, whoever requested it."""
        tasks, walks = self._program.tasks, self._walks
        if walks.active and all(task.name != _WALK for task in tasks.running):
            tasks.begin(_WALK, self._program.names.legs, walks.finished(), walks.kill)
        return tasks

    def _hand(self, call: Call, handName: Any, opening: float) -> Future[Any]:
        hands = {self._program.names.name(hand): hand for hand in self._program.model.hands}
        hand = hands[call.choice(handName, "handName", tuple(hands))]
        report = self._demand_limbs(call, (hand,))
        return self._moved(call, (hand,), self._program.limbs.set({hand: opening}, 1.0, report))

    def _moved(self, call: Call, joints: Iterable[int], future: Future[Any]) -> Future[Any]:
        """Send a motion of head or arms to the robot; it is a task until it has arrived."""
        program = self._program

        def stop() -> None:
            if program.link.report is not None:
                program.limbs.stop(joints, program.link.report)
                program.send()

        program.send()
        return program.tasks.begin(call.method, joints, future, stop)

    def _set(
        self, call: Call, names: Any, angles: Any, share: Any, *, relative: bool = False
    ) -> tuple[dict[int, float], Future[Any]]:
        """Move joints at a share of their largest speed; return their targets and arrival."""
        program = self._program
        targets = dict(program.names.values(call, names, angles, "angle"))
        fraction = call.speed_share(share, "fractionMaxSpeed")
        report = self._demand_limbs(call, targets)
        if relative:
            targets = {j: program.limbs.target(j, report) + a for j, a in targets.items()}
        arrival = program.limbs.set(targets, fraction, report)
        program.send()
        return targets, arrival

    def _demand_limbs(self, call: Call, joints: Iterable[int]) -> RobotReport:
        """Refuse a motion that the robot would not execute; return the newest report."""
        program = self._program
        for leg in filter(program.names.legs.__contains__, joints):
            name = program.names.name(leg)
            call.refuse(f"refused: {name} is a leg joint; only walks and postures move the legs")
        report = program.demand_awake(call)
        if program.sits:
            call.refuse(
                "refused: the robot moves head and arms only while it stands or walks; call wakeUp"
            )
        return report

    def _stiffness(self, call: Call, joint: int, value: float) -> float:
        return call.share(value, f"stiffness of {self._program.names.name(joint)}")

    def _ways(self, call: Call, names: Any, values: Any, times: Any, what: str) -> dict[int, Knots]:
        """Return times and values by joint, with ascending times."""
        joints = self._program.names.joints(call, names)
        lists = _per_joint(call, values, len(joints), what)
        whens = _per_joint(call, times, len(joints), "time")
        ways: dict[int, Knots] = {}
        for joint, angles, at in zip(joints, lists, whens, strict=True):
            name = self._program.names.name(joint)
            if len(angles) != len(at) or not at:
                call.refuse(f"{name} has {len(angles)} values of {what} at {len(at)} times")
            call.growing(at, f"times of {name} are")
            ways[joint] = list(zip(at, angles, strict=True))
        return ways

    def _switch_on(self, pairs: Sequence[tuple[int, float]]) -> None:
        """Mark the robot awake if both legs get stiff: older programs do not call wakeUp."""
        program = self._program
        stiff = {joint for joint, value in pairs if value > 0.0}
        if not program.awake and program.names.legs <= stiff:
            program.awake = True
            program.event("robotIsWakeUp", True)

    def _soften(self, pairs: Sequence[tuple[int, float]], by: object = None) -> None:
        for joint, value in pairs:
            self._program.soften(joint, value, by)
        self._switch_off()
        self._walks.protect()
        self._program.send()

    def _switch_off(self) -> None:
        """Mark a sitting robot asleep once its legs are soft: older programs do not call rest."""
        program = self._program
        soft = not any(program.stiffness_most[joint] for joint in program.names.legs)
        if program.awake and program.sits and soft:
            program.awake = False
            program.event("robotIsWakeUp", False)


def _per_joint(call: Call, values: Any, count: int, what: str) -> list[list[float]]:
    """Return one list of numbers per joint; a single list applies to all of them."""
    if not isinstance(values, list | tuple):
        values = [values]
    if not any(isinstance(item, list | tuple) for item in values):
        # One joint with several values, or several joints with one each.
        values = [values] if count == 1 else [[item] for item in values]
    if len(values) == 1 < count:
        values = list(values) * count
    if len(values) != count:
        call.refuse(f"{len(values)} lists of {what} for {count} joints")
    lists = [item if isinstance(item, list | tuple) else [item] for item in values]
    return [[call.number(v, what) for v in call.items(item, what)] for item in lists]


def _between(begin: float, knots: Knots, time: float) -> float:
    """Return the value at a time by linear interpolation of knots."""
    at, value = 0.0, begin
    for until, end in knots:
        if time < until:
            return value + (end - value) * max(0.0, time - at) / (until - at)
        at, value = until, end
    return value
