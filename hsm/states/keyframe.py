"""KeyframePhase: the leaves around the keyframe engine, the same for every kind of motion."""

from typing import Final

from hardware.sensors_and_commands import JointCommand
from hsm.chart import facts
from hsm.chart.leaves import DIVE, GET_UP, SIT_DOWN, SPECIAL
from hsm.states.announcement import Announcement
from hsm.states.components import Components
from hsm.states.state import Cause, CycleInput, State, implements
from hsm.states.state_parameters import StateParameters
from motions.keyframes.engine.engine import Program
from motions.requests import Dive, Motion, MotionRequest

_HELD: Final = (SIT_DOWN.done, DIVE.done)
"""Leaves that hold a pose while it is requested."""


class _KeyframeState(State):
    """Base of all leaves: status facts come from the keyframe engine."""

    def __init__(
        self, components: Components, parameters: StateParameters, *, wish: Motion | None
    ) -> None:
        """Set up.

        Args:
            components: The components that move the robot.
            parameters: Parameters of the states.
            wish: The request that the motion fulfils; None if it fulfils none permanently.
        """
        super().__init__(components, parameters)
        self._engine = components.keyframes
        self._wish = wish

    def update(self, inputs: CycleInput) -> None:
        """Update the engine, so that its facts are those of this cycle."""
        self._engine.update(inputs.robot)

    def status(self, inputs: CycleInput) -> int:
        """Return the engine's facts."""
        engine = self._engine
        return (
            (facts.DONE if engine.done else 0)
            | (facts.BEGAN_UPRIGHT if engine.began_upright else 0)
            | (facts.TORSO_OUT if engine.torso_out else 0)
            | (facts.BRANCH_TAKEN if engine.branch_taken else 0)
            | (facts.WAITING if engine.waiting else 0)
            | (facts.BALANCING if engine.balancing else 0)
            | (facts.TRIES_LEFT if engine.tries_left else 0)
            | (facts.MISMATCH if self._mismatch(inputs.request) else 0)
        )

    def _mismatch(self, request: MotionRequest) -> bool:
        """Return whether the motion is not the requested one.

        Once down, after a jump or a squat, any dive counts as fulfilled.
        """
        if request.motion is not self._wish:
            return True
        return self._engine.dive is Dive.PREPARE and request.dive is not Dive.PREPARE

    def account(self) -> str:
        """Return the numbers behind the engine's facts, in words."""
        return self._engine.account()

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the next pose."""
        return self._engine.step(inputs.robot)


class Decide(_KeyframeState):
    """Choose the motion in one tick, holding the last command."""

    def __init__(
        self,
        components: Components,
        parameters: StateParameters,
        *,
        wish: Motion | None,
        program: Program,
    ) -> None:
        super().__init__(components, parameters, wish=wish)
        self._program = program

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Choose the motion and drop the walk's plans; a retry keeps the number of tries.

        An experiment that starts here without a requested dive gets the mildest one.
        """
        self._components.walking.reset()
        fresh = cause.event != "retry"
        self._engine.decide(
            self._program,
            inputs.robot,
            inputs.last,
            fresh=fresh,
            special=inputs.request.special,
            dive=inputs.request.dive or Dive.PREPARE,
            held=any(cause.source in leaf for leaf in _HELD),
        )

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the last command."""
        return inputs.last


class Play(_KeyframeState):
    """Execute, Wait and Done: play the chosen motion."""

    goes_on = True

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Continue the chosen motion, or stand up after a person's touch or help."""
        if cause.event in ("head_touch", "helped"):
            helped = cause.event == "helped"
            self._engine.stand_up(inputs.robot, inputs.last, helped=helped)


class BalanceOut(_KeyframeState):
    """Keep the last pose balanced until the robot is calm."""

    goes_on = True

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the balanced pose."""
        return self._engine.step(inputs.robot, balancing_out=True)


class BreakUp(_KeyframeState):
    """Fall softly, then go limp."""

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Use up a try and protect the robot."""
        self._engine.break_up(inputs.robot)


class HelpMe(_KeyframeState):
    """Lie limp and call for help until a person holds the robot upright."""

    asks = "help me, I cannot get up"

    def __init__(
        self, components: Components, parameters: StateParameters, *, wish: Motion | None
    ) -> None:
        super().__init__(components, parameters, wish=wish)
        self._announcement = Announcement(self.asks, parameters.announce.help)

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Go limp and make the call due."""
        self._engine.help_me()
        self._announcement.begin()

    def update(self, inputs: CycleInput) -> None:
        """Repeat the call at intervals."""
        super().update(inputs)
        self._announcement.update(inputs.robot.time)


# A get-up and a special motion fulfil no request permanently: they always count as a mismatch.
for _kind, _wish, _program in (
    (GET_UP, None, Program.GET_UP),
    (SIT_DOWN, Motion.SIT, Program.SIT_DOWN),
    (DIVE, Motion.DIVE, Program.DIVE),
    (SPECIAL, None, Program.SPECIAL),
):
    implements(_kind.decide, wish=_wish, program=_program)(Decide)
    implements(_kind.execute, wish=_wish)(Play)
    implements(_kind.wait, wish=_wish)(Play)
    implements(_kind.balance_out, wish=_wish)(BalanceOut)
    implements(_kind.done, wish=_wish)(Play)
    implements(_kind.break_up, wish=_wish)(BreakUp)
    implements(_kind.help_me, wish=_wish)(HelpMe)
