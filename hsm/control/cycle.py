"""The control cycle: a frame comes in, a command goes out, and in between data goes one way.

    frame -> perception -> facts -> at most one transition -> the active state's command
    -> head and arms, where the state leaves them free -> limits

The demo, the tests, the simulation and the robot all run this and nothing else. Whatever fails in
it - a component, a state, a callback, a command that is not finite - ends in the state Fault with
a damped robot in the same cycle. Only what fails before the first state estimate is raised: there
is no pose yet to damp.
"""

import logging
from collections.abc import Mapping
from typing import Any

from hardware.cycle_data import cycle_data
from hardware.sensors_and_commands import JointCommand, SensorFrame
from hsm.chart import Arrow, Chart, Machine, Transition
from hsm.chart.leaves import FALL_PROTECTION, FAULT, OFF, PICKED_UP_HANGING, PICKED_UP_RETURNING
from hsm.control.lights import StateLights
from hsm.control.monitors import Monitors, must_stand
from hsm.control.motion_info import NOTHING_ASKED, MotionInfo, info_of
from hsm.control.output_limits import OutputStage
from hsm.control.reasons import Evidence, because, in_vain
from hsm.control.request_arbiter import RequestArbiter
from hsm.states.components import Components
from hsm.states.state import Cause, Moment, State
from motions.hold_commands import limp_command
from motions.perception.perception import Perception
from motions.perception.state import RobotState
from motions.requests import MotionRequest
from motions.sight import Sighting
from motions.stiffness import softened

_LOG = logging.getLogger("hsm")

# What happens there is reason enough not to wave or dive afterwards as if nothing had been. A step
# that is held is none yet: soles lose the ground in long steps too.
_FORGETFUL = (FALL_PROTECTION, PICKED_UP_RETURNING, PICKED_UP_HANGING, FAULT)


@cycle_data
class Outcome:
    """What one cycle did.

    Attributes:
        command: What is sent to the robot.
        robot: The state estimate that it was decided on.
        request: The behaviour's wish that was followed.
        silent: The behaviour has been silent for too long.
        facts: The facts, as bits.
        leaf: Short name of the leaf that made the command.
        transition: The transition of this cycle, if there was one.
        info: How far the wish has come.
        forgotten: The behaviour's wish, if what happened has made it forgotten: the robot stands
            until another one comes.
    """

    command: JointCommand
    robot: RobotState
    request: MotionRequest
    silent: bool
    facts: int
    leaf: str
    transition: Transition | None
    info: MotionInfo = NOTHING_ASKED
    forgotten: MotionRequest | None = None


class ControlCycle:
    """Owns all motion of one robot.

    Attributes:
        machine: The state machine.
        components: What moves the robot.
    """

    def __init__(
        self,
        chart: Chart,
        perception: Perception,
        watch: RequestArbiter,
        monitors: Monitors,
        components: Components,
        states: Mapping[str, State],
        outputs: OutputStage,
        lights: StateLights,
    ) -> None:
        """Wire the cycle.

        Args:
            chart: The compiled table.
            perception: Estimates the robot's state.
            watch: Says which wish is followed.
            monitors: Make the facts.
            components: What moves the robot; shared by the states.
            states: State of every leaf, by path.
            outputs: Last stage before the robot.
            lights: What the robot shows.
        """
        self.machine = Machine(chart, enter=self._entered, explain=self._explain)
        self.components = components
        self._perception = perception
        self._watch = watch
        self._monitors = monitors
        self._states = states
        self._outputs = outputs
        self._lights = lights
        self._moment: Moment | None = None
        self._last: JointCommand | None = None

    def start_in(self, state: str, frame: SensorFrame) -> None:
        """Begin in a state other than Off, with the robot as it is measured; for experiments.

        Args:
            state: Path or short name; a compound means its first leaf.
            frame: A frame of the robot in the posture that it starts in.
        """
        robot = self._perception.update(frame, self._state.feedback)
        self._monitors.trust_link()
        last = JointCommand(robot.positions, (1.0,) * len(robot.positions))
        self._moment, self._last = Moment(robot, MotionRequest(), last), last
        self.machine.place(state)
        self._state.enter(self._moment, Cause("start", OFF.name))

    def step(
        self,
        frame: SensorFrame | None,
        request: MotionRequest | None,
        sight: Sighting | None = None,
    ) -> Outcome:
        """Run one cycle.

        Args:
            frame: What the robot sent; None when no frame came in this cycle.
            request: The behaviour's wish; None when it said nothing in this cycle, which keeps
                the last one.
            sight: What another process has seen; None when nothing new came from it.
        """
        transition: Transition | None = None
        try:
            moment = self._sense(frame, request, sight)
            self._moment = moment
            state = self._state
            state.update(moment)
            components = self.components
            components.errand.update(moment.request, moment.robot, components.walking.running)
            rests = must_stand(moment.robot, silent=self._watch.silent)
            components.preview.hear(moment.request, moment.robot, rests=rests)
            known = self._monitors.update(
                moment.robot,
                moment.request,
                goes=components.errand.open,
                forced=self._watch.forced,
                silent=self._watch.silent,
                kicks=components.errand.kick is not None,
                previews=components.preview.open,
                kills=components.preview.kills,
                floats=components.preview.in_hands_allowed,
            )
            transition = self.machine.tick(known | state.status(moment), moment.robot.time)
            if transition is not None and any(transition.dest in state for state in _FORGETFUL):
                self._watch.forget_performance(moment.robot.time, transition.dest)
                components.limbs.forget_places()
            state = self._state
            command = components.limbs.lay(
                state.step(moment), state.free, moment.request, moment.robot, moment.last
            )
            command = softened(command, moment.request.stiffness_most)
            command = self._limited(command, moment.robot, moment.last)
            info = info_of(components, walks=state.feedback.walking, free=state.free)
        except Exception as error:
            moment, transition, command = self._defect(frame, error)
            info = NOTHING_ASKED
        self._last = command
        machine = self.machine
        return Outcome(
            command=command,
            robot=moment.robot,
            request=moment.request,
            silent=self._watch.silent,
            facts=machine.facts,
            leaf=machine.name,
            transition=transition,
            info=info,
            forgotten=self._watch.forgotten,
        )

    def state(self) -> dict[str, Any]:
        """Return all that the coming cycles depend on: every part by the name of its attribute."""
        return {**vars(self), "machine": self.machine.state()}

    def set_state(self, state: dict[str, Any]) -> None:
        """Go on from a state; the components and states are those of the state from now on."""
        self.machine.set_state(state["machine"])
        vars(self).update({**state, "machine": self.machine})

    @property
    def _state(self) -> State:
        return self._states[self.machine.leaf]

    def _sense(
        self, frame: SensorFrame | None, request: MotionRequest | None, sight: Sighting | None
    ) -> Moment:
        robot = self._perception.update(frame, self._state.feedback, sight)
        self.components.sense(robot)
        last = self._last
        if last is None:
            # This process may have been restarted under a standing robot: until the machine has
            # left Off, the robot keeps the stiffness that it has.
            last = JointCommand(robot.positions, robot.applied_stiffness)
        return Moment(robot, self._watch.update(request, robot), last)

    def _limited(
        self, command: JointCommand, robot: RobotState, last: JointCommand
    ) -> JointCommand:
        lights = self._lights.shown(self.machine.leaf, robot.time)
        return self._outputs.limit(command, robot, last, lights)

    def _entered(self, path: str) -> None:
        state = self._states.get(path)
        arrow, moment = self.machine.cause, self._moment
        if state is not None and arrow is not None and moment is not None:
            state.enter(moment, Cause(arrow.event, self.machine.name))

    def _explain(self, arrow: Arrow, facts: int) -> str:
        assert self._moment is not None
        evidence = Evidence(
            self._moment.robot,
            self._moment.request,
            self._watch.silent,
            self._state.account(),
            self.components.errand.account(),
        )
        if arrow.of_limit:
            return in_vain(arrow.row.guard, evidence)
        names = [name for name, _ in self.machine.chart.facts.literals(arrow.guard_text)]
        return because(names, evidence, arrow.row.note)

    def _defect(
        self, frame: SensorFrame | None, error: Exception
    ) -> tuple[Moment, Transition | None, JointCommand]:
        """Go to Fault, whatever has failed, and damp the robot where it was last seen."""
        moment = self._moment
        if moment is None:
            raise error
        transition = None
        if self.machine.name not in FAULT:
            _LOG.error("defect in %s", self.machine.name, exc_info=error)
            reason = f"{type(error).__name__}: {error}"
            time = frame.time if frame is not None else moment.robot.time
            transition = self.machine.to_fault(reason, time)
            cause = Cause("defect", transition.source)
            self._watch.forget_performance(time, transition.dest)
            try:
                self._state.enter(moment, cause)
            except Exception:
                _LOG.exception("entering %s has a defect too", FAULT.name)
        return moment, transition, self._damp(moment)

    def _damp(self, moment: Moment) -> JointCommand:
        """Return the command of Fault, or the nearest to it that does not fail as well.

        What is left when everything fails are measured angles, which perception keeps finite.
        """
        command = limp_command(moment.robot)
        last = self._last or moment.last  # the moment is an older one if sensing has failed
        try:
            command = self._state.step(moment)
            return self._limited(command, moment.robot, last)
        except Exception:
            return command
