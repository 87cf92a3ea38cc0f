"""One robot for all services: its current request, and the futures that wait for its reports.

Calls come from many threads, reports from another one; a lock makes each of them atomic. A call
that takes the robot time returns a future, which a later report fulfils.
"""

import math
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any, Final

from hardware.robots.model import Side
from hsm.apps.naoqi.argument_checks import MOTION, ROUNDING, Call, NaoqiError
from hsm.apps.naoqi.body.tasks import Tasks
from hsm.apps.naoqi.frames import Effectors
from hsm.apps.naoqi.link.program import LinkedProgram
from hsm.apps.naoqi.link.report import RobotLink, RobotReport
from hsm.apps.naoqi.link.waits import Condition
from hsm.apps.naoqi.moved_limbs import LimbMotions
from hsm.apps.naoqi.names import JointNames
from hsm.apps.naoqi.parameters import MoveEngine, NaoqiParameters
from hsm.chart.leaves import FALL_PROTECTION, LIMP, STAND_NORMAL
from hsm.settings.loader import config_folder, load
from hsm.settings.robot_file import load_robot
from motions.locomotion.gait import GaitParameters
from motions.locomotion.wish import PreviewWish
from motions.requests import Motion, MotionRequest

FOOT_CONTACT: Final = "ENABLE_FOOT_CONTACT_PROTECTION"
STIFFNESS: Final = "ENABLE_STIFFNESS_PROTECTION"


class RobotProgram(LinkedProgram[RobotReport, MotionRequest]):
    """State of one NAO as programs command it.

    Attributes:
        model: Model of the robot.
        gait: Gait of the robot.
        parameters: Parameters of the services.
        names: Joints by name.
        effectors: Poses of the limbs and the robot.
        limbs: Head and arm motions of programs.
        tasks: Motions that programs may kill.
        protections: State of the walk's protections, by key.
        base: Requested motion, without head and arms; None before the first.
        asked: Whether a program has requested something and nobody has overruled it since, such as
            with the chest button; otherwise the robot follows others.
        stiffness_most: Ceilings on stiffness set by programs, in wire order, 0..1.
        softened_by: What last set the stiffness of a joint: a fade stops where another took over.
        listeners: Called with every report, for the services.
        lost: Called when the robot is lost, after all waiting futures have failed.
        event: Called with name and value of every event.
    """

    link: RobotLink
    silent = "the robot does not answer; look at `hsm robot run`"

    def __init__(self, link: RobotLink, engine: MoveEngine | None) -> None:
        """Start listening to a robot; the motion in progress continues, whoever requested it.

        Args:
            link: Connection to the robot.
            engine: Walk for the move commands; that of `config/naoqi.yaml` if None.

        Raises:
            ConfigError: With all mistakes of the files.
        """
        super().__init__(link)
        folder = config_folder()
        tuned = load(folder / "naoqi.yaml", NaoqiParameters)
        self.parameters = tuned if engine is None else replace(tuned, engine=engine)
        self.gait = load(folder / "locomotion.yaml", GaitParameters)
        self.model = model = load_robot()
        self.names = JointNames(model)
        self.effectors = Effectors(model, tuned)
        self.limbs = LimbMotions(model, self.names, tuned.own_arms_angle)
        self.tasks = Tasks()
        self.protections = {
            FOOT_CONTACT: tuned.foot_contact_protection,
            STIFFNESS: tuned.stiffness_protection,
        }
        self.asked = False
        self.listeners: list[Callable[[RobotReport], None]] = []
        self.lost: list[Callable[[], None]] = []
        self.event: Callable[[str, Any], None] = lambda name, value: None
        self.stiffness_most = [1.0] * len(model.names)
        self.softened_by: dict[int, object] = {}
        self.base: MotionRequest | None = None
        self._followed = -1
        self._sent: MotionRequest | None = None
        self._number = 0
        link.open(self)

    @property
    def sits(self) -> bool:
        """Return whether the robot is to sit."""
        return self.base is not None and self.base.motion is Motion.SIT

    @property
    def soft_leg(self) -> str:
        """Return a clause about a leg joint that is too soft to walk; empty if none is."""
        least = self.parameters.least_leg_stiffness + ROUNDING
        for name, joint in self.names.body.items():
            most = self.stiffness_most[joint]
            if joint in self.names.legs and most <= least:
                return f"the stiffness of {name} is {most:g}"
        return ""

    def stiffness(self, joint: int, report: RobotReport) -> float:
        """Return the ceiling on a joint's stiffness, 0..1; at rest its commanded stiffness.

        A motion sets the stiffness it needs: a program that read that value and set it again would
        turn it into a ceiling. ALMemory has it as `Hardness/Actuator`.
        """
        let_go = report.leaf in LIMP or report.is_out_of_order
        return self.stiffness_most[joint] if self.awake and not let_go else report.stiffness[joint]

    def demand_awake(self, call: Call) -> RobotReport:
        """Return the newest report of a robot whose motors are on.

        Raises:
            NaoqiError: If they are off, or do not go on before a person helps.
        """
        report = self.report(call)
        if not self.awake:
            call.refuse("refused: the robot is not awake; call wakeUp first")
        if report.lies_limp:
            call.refuse("refused: the robot lies limp; hold it upright and call wakeUp")
        return report

    def demand_ready(self, call: Call) -> RobotReport:
        """Return the newest report of a robot that may walk.

        Raises:
            NaoqiError: If it may not walk, with the reason.
        """
        report, soft = self.demand_awake(call), self.soft_leg
        if report.is_out_of_order:
            call.refuse(f"refused: the robot is in {report.leaf}; look at `hsm robot run`")
        if report.is_down:
            what = "has fallen" if report.leaf in FALL_PROTECTION else "is getting up"
            # With a soft leg it may never get up.
            advice = f", and {soft}; call wakeUp" if soft else "; wait until it stands"
            call.refuse(f"refused: the robot {what}{advice}")
        if self.protections[FOOT_CONTACT] and not report.on_ground:
            call.refuse(
                f"refused: no foot contact; put the robot on its feet, or disable {FOOT_CONTACT}"
            )
        if self.protections[STIFFNESS] and soft:
            least = self.parameters.least_leg_stiffness
            call.refuse(f"refused: {soft}; walking needs more than {least:g} in every leg joint")
        return report

    def wish(self, request: MotionRequest) -> int:
        """Replace the requested motion; return the number of the new request."""
        self._number += 1
        self.base = replace(request, number=self._number)
        self.send()
        return self._number

    def soften(self, joint: int, most: float, by: object) -> None:
        """Limit the stiffness of a joint; takes effect with the next request."""
        self.stiffness_most[joint], self.softened_by[joint] = most, by

    def send(self) -> None:
        """Send the current request to the robot if it has changed."""
        if self.base is None:
            return
        if not self.asked:
            self.asked, self._number = True, self.base.number
        base = replace(self.base, preview=self._switched(self.base.preview))
        request = replace(base, **self.limbs.wishes(), stiffness_most=self._ceilings())
        if request != self._sent:
            self._sent = request
            self.link.send(request)

    def _ceilings(self) -> tuple[float, ...]:
        """Return the ceilings to request, none for the legs of a sitting robot: it would topple."""
        legs = self.names.legs if self.sits else ()
        most = enumerate(self.stiffness_most)
        ceilings = tuple(1.0 if joint in legs else ceiling for joint, ceiling in most)
        return ceilings if min(ceilings) < 1.0 else ()

    def _switched(self, wish: PreviewWish | None) -> PreviewWish | None:
        """Return a request to the preview walk, with the current state of its switches."""
        if wish is None:
            return None
        return replace(
            wish,
            left_arm=self.limbs.swings[Side.LEFT],
            right_arm=self.limbs.swings[Side.RIGHT],
            contact_guard=self.protections[FOOT_CONTACT],
            stiffness_guard=self.protections[STIFFNESS],
        )

    def until(
        self, condition: Condition[RobotReport], *, within: float = math.inf, late: Any = ()
    ) -> Future[Any]:
        """Return a future that is fulfilled by a report.

        Args:
            condition: Returns the result; None while there is none.
            within: Timeout in robot time, s.
            late: Result after the timeout; an exception is raised by the future.
        """
        report = self.link.report
        begin = report.time if report is not None else 0.0
        return self._waits.add(condition, until=begin + within, late=late)

    def wake_up(self) -> Future[Any]:
        """Stand up; a standing robot keeps standing."""
        self.awake = True
        self.stiffness_most = [1.0] * len(self.stiffness_most)
        self.softened_by.clear()
        self.event("ALMotion/Stiffness/wakeUpStarted", True)
        if self.base is None or self.base.motion is not Motion.STAND:
            self.wish(MotionRequest())
        self.send()
        return self.until(self._has_risen, within=self.parameters.patience, late=False)

    def rest(self) -> Future[Any]:
        """Sit down and release the joints."""
        self.awake = False
        self.limbs.release()
        self.event("ALMotion/Stiffness/restStarted", True)
        self.wish(MotionRequest(Motion.SIT))
        patience = self.parameters.patience
        late = NaoqiError(MOTION, "rest", f"the robot does not sit after {patience:g} s")
        return self.until(self._has_sat, within=patience, late=late)

    def _has_risen(self, report: RobotReport) -> bool | None:
        if not self.awake:
            return False
        if report.leaf not in STAND_NORMAL or report.motion != Motion.STAND.value:
            return None
        self.event("ALMotion/Stiffness/wakeUpFinished", True)
        self.event("robotIsWakeUp", True)
        return True

    def _has_sat(self, report: RobotReport) -> object:
        if self.awake:
            return ()
        if not report.sits:
            return None
        self.event("ALMotion/Stiffness/restFinished", True)
        self.event("robotIsWakeUp", False)
        return ()

    def receive(self, report: RobotReport) -> None:
        """Process a new report."""
        with self.lock:
            if self._overruled(report):  # repeated, the request would undo the other one
                self.asked, self._sent = False, None
                self.link.withdraw()
            if not self.asked:
                self._go_along(report)
            for listener in self.listeners:
                listener(report)
            self.limbs.update(report)
            self._waits.update(report)
            if self.asked:
                self.send()

    def lose(self, why: str) -> None:
        """Handle the loss of the robot: fail all waiting futures."""
        with self.lock:
            self.limbs.release()
            self.base = self._sent = None
            self.asked = False
            super().lose(why)
            for lost in self.lost:
                lost()

    def _overruled(self, report: RobotReport) -> bool:
        """Return whether someone else has overruled a request that the robot had followed.

        A request that the robot itself drops, as in a fall, is overruled by nobody.
        """
        if self.base is None or not self.asked:
            return False
        wished = self.base.number
        if report.number == wished:
            self._followed = wished
            return False
        return self._followed == wished and report.forgotten != wished

    def _go_along(self, report: RobotReport) -> None:
        """Adopt the robot's state: awake if it stands or walks, asleep if it sits or sits down."""
        plan = report.preview.number if report.preview is not None else 0
        self._number = max(self._number, report.number, plan, 0)
        before = self.awake
        if report.sits or report.motion == Motion.SIT.value:
            self.awake = False
        elif report.stands or report.walks:
            self.awake = True
        if before is not self.awake:
            self.event("robotIsWakeUp", self.awake)
        motion = Motion.STAND if self.awake else Motion.SIT
        self.base = MotionRequest(motion, number=self._number + 1)
