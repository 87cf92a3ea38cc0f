"""ALRobotPosture: whole-body postures, as far as the robot has states and motions for them."""

from concurrent.futures import Future
from typing import Any, Final

from hsm.apps.naoqi.argument_checks import Call, function
from hsm.apps.naoqi.link.report import LIES, RobotReport
from hsm.apps.naoqi.moving import Walks
from hsm.apps.naoqi.robot_program import RobotProgram
from hsm.chart.leaves import LIMP, PICKED_UP, SIT_DOWN, STAND_HIGH, STAND_NORMAL
from motions.requests import Motion, MotionRequest

_REACHED: Final = {
    "StandInit": (Motion.STAND, STAND_NORMAL),
    "Stand": (Motion.STAND, STAND_NORMAL),
    "StandZero": (Motion.STAND_HIGH, STAND_HIGH),
    "Crouch": (Motion.SIT, SIT_DOWN.done),
}
"""Postures that the robot can take, each with its motion and state."""
_NOT_TAKEN: Final = ("LyingBack", "LyingBelly", "Sit", "SitRelax")
POSTURES: Final = tuple(sorted((*_REACHED, *_NOT_TAKEN)))
FAMILIES: Final = (
    "Standing", "Crouching", "Sitting", "SittingOnChair", "LyingBelly", "LyingBack", "LyingLeft",
    "LyingRight", "Belly", "Back", "Left", "Right", "UpsideDown", "Kneeling", "Lifted", "Unknown",
)  # fmt: skip


class ALRobotPosture:
    """Takes and reports postures."""

    name = "ALRobotPosture"

    def __init__(self, program: RobotProgram, walks: Walks) -> None:
        """Serve one robot; its walks end when it takes a posture."""
        self._program = program
        self._walks = walks
        self._asked = self._posture = self._family = ""
        self._way: Future[bool] | None = None
        program.listeners.append(self._update)
        if program.link.report is not None:
            self._update(program.link.report)

    @function
    def goToPosture(self, call: Call, postureName: Any, speed: Any) -> Future[bool]:
        """Take a posture, through others if necessary; True if it was reached."""
        return self._go(call, postureName, speed)

    @function
    def applyPosture(self, call: Call, postureName: Any, speed: Any) -> Future[bool]:
        """Take a posture by the robot's own motions, as goToPosture does."""
        return self._go(call, postureName, speed)

    @function
    def stopMove(self, call: Call) -> None:
        """End a change of posture: an awake robot stands, otherwise it sits."""
        self._program.report(call)
        self._program.tasks.kill(lambda task: task.future is self._way)

    @function
    def setMaxTryNumber(self, call: Call, number: Any) -> None:
        """Check the number of tries, without effect: a falling robot always tries to get up."""
        if (tries := call.whole(number, "number")) < -1:
            call.refuse(f"number is {tries}; expected a whole number, or -1 for no limit")

    @function
    def getPosture(self, call: Call) -> str:
        """Return the current posture of the robot."""
        return self._name(self._program.report(call))

    @function
    def getPostureFamily(self, call: Call) -> str:
        """Return the current posture family of the robot."""
        return family(self._program.report(call))

    @function
    def getPostureList(self, call: Call) -> list[str]:
        """Return the names of all postures."""
        return list(POSTURES)

    @function
    def getPostureFamilyList(self, call: Call) -> list[str]:
        """Return the names of all posture families."""
        return list(FAMILIES)

    def _go(self, call: Call, postureName: Any, speed: Any) -> Future[bool]:
        name = call.choice(postureName, "postureName", POSTURES)
        # The speed is checked but not used: motions are only known to be safe at their own speed.
        call.speed_share(speed, "speed")
        if name in _NOT_TAKEN:
            known = ", ".join(_REACHED)
            call.refuse(f"refused: this robot has no motion to '{name}'; it can take {known}")
        motion, leaf = _REACHED[name]
        self._program.report(call)
        if motion is not Motion.SIT:
            self._program.demand_awake(call)
        if self._walks.active:
            self._walks.stop()
        limbs, before = self._program.limbs, list[float]()
        limbs.release()  # a posture includes head and arms
        self._asked = name
        number = self._program.wish(MotionRequest(motion))

        def reached(report: RobotReport) -> bool | None:
            nonlocal before
            base = self._program.base
            if base is None or base.number != number:
                return False
            if report.number != number or report.leaf not in leaf:
                return None
            before, last = limbs.commanded(report), before
            return True if last and limbs.near(before, last) else None

        def stop() -> None:
            base = self._program.base
            if base is not None and base.number == number:
                motion = Motion.STAND if self._program.awake else Motion.SIT
                self._program.wish(MotionRequest(motion))

        patience = self._program.parameters.patience
        self._way = self._program.until(reached, within=patience, late=False)
        joints = range(len(self._program.model.names))
        return self._program.tasks.begin(call.method, joints, self._way, stop)

    def _name(self, report: RobotReport) -> str:
        """Return the name of the posture; of synonyms, the one that was requested."""
        names = [name for name, (_, leaf) in _REACHED.items() if report.leaf in leaf]
        if names:
            return self._asked if self._asked in names else names[0]
        lies = family(report)
        return lies if lies in _NOT_TAKEN else "Unknown"

    def _update(self, report: RobotReport) -> None:
        posture, kind = self._name(report), family(report)
        if kind != self._family:
            self._family = kind
            self._program.event("PostureFamilyChanged", kind)
        if posture != self._posture:
            self._posture = posture
            self._program.event("PostureChanged", posture)


def family(report: RobotReport) -> str:
    """Return the posture family of a robot."""
    x, y, z = report.up
    if z < -LIES:
        return "UpsideDown"
    if abs(x) > LIES:  # up along the torso's x axis: it lies on its back
        return "LyingBack" if x > 0.0 else "LyingBelly"
    if abs(y) > LIES:
        return "LyingRight" if y > 0.0 else "LyingLeft"
    if report.leaf in PICKED_UP:
        return "Lifted"
    if report.leaf in SIT_DOWN.state or report.leaf in LIMP:
        return "Crouching"
    return "Standing" if report.stands or report.walks else "Unknown"
