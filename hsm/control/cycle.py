"""The control cycle: a frame comes in, a command goes out, and data flows in one direction.

    frame -> perception -> facts -> at most one transition -> the active state's command
    -> head and arms, where the state leaves them free -> limits

The demo, the tests, the simulation and the robot all run this cycle. Any failure in it - in a
component, a state or a callback, or a command that is not finite - enters the state Fault and damps
the robot in the same cycle. Only a failure before the first state estimate is raised, because there
is no pose to damp yet.
"""

import logging
from collections.abc import Mapping
from dataclasses import replace
from traceback import walk_tb
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
from hsm.control.walk_change import AS_STARTED, ParameterStatus, PendingChange, WalkChange
from hsm.states.components import Components
from hsm.states.state import Cause, CycleInput, State
from motions.hold_commands import limp_command
from motions.perception.perception import Perception
from motions.perception.state import RobotState
from motions.requests import MotionRequest
from motions.sight import Sighting
from motions.stiffness import softened

_LOG = logging.getLogger("hsm")

# Entering one of these cancels a pending wave or dive: it must not resume after a fall or pick-up.
# HoldStep is not among them: the soles also lose contact in long steps.
_FORGETFUL = (FALL_PROTECTION, PICKED_UP_RETURNING, PICKED_UP_HANGING, FAULT)


@cycle_data
class Outcome:
    """What one cycle did.

    Attributes:
        command: The command sent to the robot.
        robot: The state estimate that the decision was based on.
        request: The request that was followed.
        silent: The behaviour has been silent for too long.
        facts: The facts, as bits.
        leaf: Short name of the leaf that produced the command.
        transition: The transition of this cycle, if there was one.
        info: Progress of the request.
        forgotten: The behaviour's request if a fall or the like has cancelled it: the robot stands
            until a different one arrives.
        change: The new parameters of the walk that were taken in this cycle; None if there were
            none.
        parameters: Whether a change waits, and how many have been taken.
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
    change: WalkChange | None = None
    parameters: ParameterStatus = AS_STARTED


class ControlCycle:
    """Owns all motion of one robot.

    Attributes:
        machine: The state machine.
        components: The components that move the robot.
    """

    def __init__(
        self,
        chart: Chart,
        perception: Perception,
        arbiter: RequestArbiter,
        monitors: Monitors,
        components: Components,
        states: Mapping[str, State],
        outputs: OutputStage,
        lights: StateLights,
        changes: PendingChange,
    ) -> None:
        """Wire the cycle.

        Args:
            chart: The compiled table.
            perception: Estimates the robot's state.
            arbiter: Selects the request to follow.
            monitors: Compute the facts.
            components: The components that move the robot, shared by the states.
            states: State of every leaf, by path.
            outputs: Last stage before the robot.
            lights: Lights of every state.
            changes: Changes of the walk's parameters.
        """
        self.machine = Machine(chart, enter=self._entered, explain=self._explain)
        self.components = components
        self._perception = perception
        self._arbiter = arbiter
        self._monitors = monitors
        self._states = states
        self._outputs = outputs
        self._lights = lights
        self._changes = changes
        self._inputs: CycleInput | None = None
        self._last: JointCommand | None = None
        self._logged = ""

    def start_in(self, state: str, frame: SensorFrame) -> None:
        """Start in a state other than Off, from the measured pose; for experiments.

        Args:
            state: Path or short name; a compound means its first leaf.
            frame: A frame of the robot in its initial posture.
        """
        robot = self._perception.update(frame, self._state.feedback)
        self._monitors.trust_link()
        last = JointCommand(robot.positions, (1.0,) * len(robot.positions))
        self._inputs, self._last = CycleInput(robot, MotionRequest(), last), last
        self.machine.place(state)
        self._state.enter(self._inputs, Cause("start", OFF.name))

    @property
    def walk(self) -> WalkChange:
        """Return the newest parameters of the walk; they may still wait to be taken."""
        return self._changes.newest

    def change(self, change: WalkChange) -> None:
        """Change the parameters of the walk as soon as the robot rests.

        Raises:
            ValueError: If the change includes parameters that other motions share.
        """
        self._changes.offer(change)

    def step(
        self,
        frame: SensorFrame | None,
        request: MotionRequest | None,
        sight: Sighting | None = None,
    ) -> Outcome:
        """Run one cycle.

        Args:
            frame: The robot's frame; None if none arrived in this cycle.
            request: The behaviour's request; None keeps the last one.
            sight: A sighting from the vision process; None if there is no new one.
        """
        transition: Transition | None = None
        change: WalkChange | None = None
        try:
            inputs = self._sense(frame, request, sight)
            change = self._changes.take(self.machine.name, self.components.walking)
            self._inputs = inputs
            state = self._state
            state.update(inputs)
            components = self.components
            components.errand.update(inputs.request, inputs.robot, components.walking.running)
            rests = must_stand(inputs.robot, silent=self._arbiter.silent)
            components.preview.hear(inputs.request, inputs.robot, rests=rests)
            known = self._monitors.update(
                inputs.robot,
                inputs.request,
                goes=components.errand.open,
                forced=self._arbiter.forced,
                silent=self._arbiter.silent,
                kicks=components.errand.kick is not None,
                previews=components.preview.open,
                kills=components.preview.kills,
                floats=components.preview.in_hands_allowed,
            )
            transition = self.machine.tick(known | state.status(inputs), inputs.robot.time)
            if transition is not None and any(transition.dest in state for state in _FORGETFUL):
                self._arbiter.forget_performance(inputs.robot.time, transition.dest)
                components.limbs.forget_places()
            state = self._state
            command = components.limbs.lay(
                state.step(inputs), state.free, inputs.request, inputs.robot, inputs.last
            )
            command = softened(command, inputs.request.stiffness_most)
            command = self._limited(command, inputs.robot, inputs.last)
            info = info_of(
                components,
                self.machine.name,
                inputs.robot.fall,
                walks=state.feedback.walking,
                free=state.free,
            )
        except Exception as error:
            inputs, transition, command = self._defect(frame, error, transition)
            info = NOTHING_ASKED
        self._last = command
        machine = self.machine
        return Outcome(
            command=command,
            robot=inputs.robot,
            request=inputs.request,
            silent=self._arbiter.silent,
            facts=machine.facts,
            leaf=machine.name,
            transition=transition,
            info=info,
            forgotten=self._arbiter.forgotten,
            change=change,
            parameters=self._changes.status,
        )

    def state(self) -> dict[str, Any]:
        """Return everything that later cycles depend on, by attribute name."""
        return {**vars(self), "machine": self.machine.state()}

    def set_state(self, state: dict[str, Any]) -> None:
        """Resume from a saved state, whose components and states replace the current ones."""
        self.machine.set_state(state["machine"])
        vars(self).update({**state, "machine": self.machine})

    @property
    def _state(self) -> State:
        return self._states[self.machine.leaf]

    def _sense(
        self, frame: SensorFrame | None, request: MotionRequest | None, sight: Sighting | None
    ) -> CycleInput:
        robot = self._perception.update(frame, self._state.feedback, sight)
        self.components.sense(robot)
        last = self._last
        if last is None:
            # The process may have been restarted while the robot stands: until the machine has left
            # Off, the robot keeps its present stiffness.
            last = JointCommand(robot.positions, robot.applied_stiffness)
        return CycleInput(robot, self._arbiter.update(request, robot), last)

    def _limited(
        self, command: JointCommand, robot: RobotState, last: JointCommand
    ) -> JointCommand:
        lights = self._lights.shown(self.machine.leaf, robot.time)
        return self._outputs.limit(command, robot, last, lights)

    def _entered(self, path: str) -> None:
        state = self._states.get(path)
        arrow, inputs = self.machine.cause, self._inputs
        if state is not None and arrow is not None and inputs is not None:
            state.enter(inputs, Cause(arrow.event, self.machine.name))

    def _explain(self, arrow: Arrow) -> str:
        assert self._inputs is not None
        evidence = Evidence(
            self._inputs.robot,
            self._inputs.request,
            self._arbiter.silent,
            self._state.account(),
            self.components.errand.account(),
        )
        if arrow.of_limit:
            return in_vain(arrow.row.guard, evidence)
        names = [name for name, _ in self.machine.chart.facts.literals(arrow.guard_text)]
        return because(names, evidence, arrow.row.note)

    def _defect(
        self, frame: SensorFrame | None, error: Exception, fired: Transition | None
    ) -> tuple[CycleInput, Transition | None, JointCommand]:
        """Enter Fault, whatever has failed, and damp the robot in its last known pose.

        A cycle has one transition: if a row had `fired` already, its source is left for Fault.
        """
        inputs, leaf, where = self._inputs, self.machine.name, _origin(error)
        if inputs is None:
            raise error
        transition = fired
        if leaf not in FAULT or where != self._logged:
            _LOG.error("defect in %s", leaf, exc_info=error)
            self._logged = where
        if leaf not in FAULT:
            reason = f"{type(error).__name__}: {error}"
            time = frame.time if frame is not None else inputs.robot.time
            transition = self.machine.to_fault(reason, time)
            if fired is not None:
                entered = f"in {leaf}, just entered by {fired.event} because {fired.because}"
                transition = replace(
                    transition,
                    source=fired.source,
                    ticks_in_state=fired.ticks_in_state,
                    seconds_in_state=fired.seconds_in_state,
                    because=f"{reason} {entered}",
                )
            cause = Cause("defect", transition.source)
            self._arbiter.forget_performance(time, transition.dest)
            try:
                self._state.enter(inputs, cause)
            except Exception:
                _LOG.exception("entering %s failed, too", FAULT.name)
        return inputs, transition, self._damp(inputs)

    def _damp(self, inputs: CycleInput) -> JointCommand:
        """Return the command of Fault, or the best substitute that does not fail as well.

        The last resort is a limp command at the measured angles, which perception keeps finite.
        """
        command = limp_command(inputs.robot)
        last = self._last or inputs.last  # if sensing failed, the inputs are older ones
        try:
            command = self._state.step(inputs)
            return self._limited(command, inputs.robot, last)
        except Exception:
            return command


def _origin(error: Exception) -> str:
    """Return the kind of an error and the line that raised it; its text may change every cycle."""
    *_, (frame, line) = walk_tb(error.__traceback__)
    return f"{type(error).__name__} in {frame.f_code.co_filename}:{line}"
