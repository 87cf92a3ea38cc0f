"""Keyframe engine behind the keyframe states: get-up, sit-down, break-up and the call for help.

One engine serves all leaves. Entering leaves call `decide`, `stand_up`, `break_up` or `help_me`;
then in every cycle the active leaf calls `update`, reads the facts, and - if it is still the active
one - calls `step`. The leaf Decide itself holds the last command; time starts at the first `step`.
"""

from dataclasses import replace
from enum import Enum

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import JointCommand
from motions.energy_saving import EnergySaving, EnergySavingParameters
from motions.hold_commands import limp_command, start_of
from motions.keyframes.engine.balance import is_calm
from motions.keyframes.engine.break_up import SafeFallPose
from motions.keyframes.engine.get_up_choice import GetUpChooser
from motions.keyframes.engine.leg_motors import LegMotors
from motions.keyframes.engine.measured_body import Body, body_of, lean_of
from motions.keyframes.engine.parameters import KeyframeParameters
from motions.keyframes.engine.player import KeyframeInfo, Player
from motions.keyframes.motions.library import MotionLibrary
from motions.keyframes.motions.motion import Saving
from motions.keyframes.motions.rules import MotionError, missing, unplayable_programs
from motions.kinematics.mirror import mirror_joints, swap_joints
from motions.perception.state import RobotState
from motions.requests import Dive
from motions.standing_trim import StandingTrim


class Program(Enum):
    """Purpose of a keyframe phase."""

    GET_UP = "get_up"
    SIT_DOWN = "sit_down"
    DIVE = "dive"
    SPECIAL = "special"
    """A motion named by the behaviour."""


_HELD = (Program.SIT_DOWN, Program.DIVE)
"""Programs whose last pose is held while requested: their follow-ups begin the get-up from it."""


class _Mode(Enum):
    PLAYING = "playing"
    FALLING = "falling"
    HELPLESS = "helpless"


class KeyframeEngine:
    """Plays keyframe motions and handles their failures.

    Attributes:
        dive: The dive that was chosen last; None while anything else is played.
        began_upright: Whether the motion began with the robot on its feet and is no jump: a fall
            in it is as high as one from standing.
        mirrored: Whether the motion is played mirrored.
        tries: Break-ups of this phase.
    """

    def __init__(
        self,
        model: RobotModel,
        motions: MotionLibrary,
        parameters: KeyframeParameters,
        saving: EnergySavingParameters,
        trim: StandingTrim,
    ) -> None:
        """Check that the motions that the engine begins exist and have keyframes.

        Raises:
            MotionError: With every one that does not exist or has no keyframes.
        """
        self._model = model
        self._parameters = parameters
        own = parameters.engine
        self._motions = motions
        problems = unplayable_programs(own, motions.motion_sources, motions.block_sources)
        if problems:
            raise MotionError(problems)
        self._player = Player(model, motions, parameters)
        self._get_up = GetUpChooser(model, own)
        self._fall = SafeFallPose(model, parameters.postures, parameters.engine.safe_fall)
        self._motors = LegMotors(model, own.malfunction)
        self._saving = EnergySaving(model, saving)
        self._trim = trim
        self._excused = False
        self._limits = True
        self._command = JointCommand((0.0,) * len(model.names), (0.0,) * len(model.names))
        self._mode = _Mode.HELPLESS
        self.dive: Dive | None = None
        self.began_upright = False
        self.mirrored = False
        self._toggle = False
        self.tries = 0
        self._broken = False
        self._balance_time = 0.0
        self._calm = True
        self._reason = ""

    def decide(
        self,
        program: Program,
        state: RobotState,
        last: JointCommand,
        *,
        fresh: bool,
        special: str = "",
        dive: Dive = Dive.PREPARE,
        held: bool = False,
    ) -> None:
        """Choose and prepare the motion when the leaf Decide is entered.

        Args:
            program: The requested program.
            state: The robot now.
            last: The last command; the motion continues from it, or from the measured angle of a
                limp joint.
            fresh: Whether the phase begins; a new try after a break-up is counted instead.
            special: Name of the motion of a special program.
            dive: The dive of a dive program.
            held: Whether a get-up begins in the pose that a sit-down or a dive has held.

        Raises:
            MotionError: If there is no such special motion.
        """
        own = self._parameters.engine
        if fresh:
            self.tries = 0
            self._broken = self._excused = False
            self._motors.forget()
            self._player.forget_loops()
        self.dive = dive if program is Program.DIVE else None
        follow_up = None
        match program:
            case Program.SIT_DOWN:
                name, reason = own.sit_down, "sitting down requested"
            case Program.DIVE:
                name, reason = own.dives.motion(dive), f"{dive.value} requested"
            case Program.SPECIAL:
                name, reason = special, "requested"
            case Program.GET_UP:
                follow_up = self._player.follow_up(self._body(state)) if held else None
                name, reason = follow_up or self._get_up.choose(state, self.tries)
        if name not in self._motions.motions:
            raise MotionError(missing("motion", name, self._motions.motions, "engine", ()))
        slow = own.slow_first if self._broken and program is not Program.GET_UP else 0.0
        if follow_up is None:  # else it goes on, on the same side
            self._choose_side(name, state)
        self._begin(name, reason, state, last, slow_first=slow, holds=program in _HELD)

    def stand_up(self, state: RobotState, last: JointCommand, *, helped: bool) -> None:
        """Play the stand motion without torso limits: a person helps, or touched the head.

        Args:
            state: The robot now.
            last: The last command.
            helped: Whether a person helped after all tries were used up: the count restarts, and a
                dead leg motor is ignored until the next break-up.
        """
        if helped:
            self.tries = 0
            self._excused = True
        self.dive = None
        name = self._parameters.engine.stand
        self._choose_side(name, state)
        self._begin(name, "helped" if helped else "the head was touched", state, last, limits=False)

    def break_up(self, state: RobotState) -> None:
        """Begin a soft fall after a failed motion, which uses up one try."""
        self.tries += 1
        self._broken, self._excused = True, False
        self._player.forget_loops()
        self._mode = _Mode.FALLING
        self._fall.begin(lean_of(state.up), state.positions)

    def help_me(self) -> None:
        """Go limp and wait for a person."""
        self._mode = _Mode.HELPLESS

    def update(self, state: RobotState) -> None:
        """Update the facts for this cycle."""
        if self._mode is not _Mode.PLAYING:
            return
        self._motors.update(self._command, state)
        self._excused &= self._motors.dead is not None
        verdict = self._player.update(self._body(state), self.tries)
        if self._player.started:
            self._reason = ""
        if verdict.branch:
            self._reason = verdict.branch
        if verdict.torso_out:
            self._reason = f"{self._player.account}: {verdict.torso_out}"
        elif self._limits and self._given_up:
            self._reason = f"{self._player.account}: {self._given_up}"
        self._calm = is_calm(self._parameters.engine.balance_out, state, self._balance_time)

    def step(self, state: RobotState, *, balancing_out: bool = False) -> JointCommand:
        """Return the command of this cycle and advance.

        Args:
            state: The robot now.
            balancing_out: Whether the leaf is BalanceOut.
        """
        match self._mode:
            case _Mode.FALLING:
                return self._fall.step(state.positions)
            case _Mode.HELPLESS:
                return limp_command(state)
            case _Mode.PLAYING:
                self._command = self._play(state, balancing_out=balancing_out)
                return self._command

    def _play(self, state: RobotState, *, balancing_out: bool) -> JointCommand:
        if balancing_out:
            self._balance_time += state.cycle
        command = self._player.step(self._body(state), balancing_out=balancing_out)
        if self.mirrored:
            mirror = self._model.mirror
            command = JointCommand(
                mirror_joints(mirror, command.positions), swap_joints(mirror, command.stiffness)
            )
        frame = self._player.frame
        stands = balancing_out or (frame is not None and frame.source.soles_stand)
        command = self._trim.trimmed(command, state, stands=stands)
        resting = self._resting_joints()
        if not resting:
            self._saving.stop()
            return command
        return replace(command, positions=self._saving.apply(command.positions, state, resting))

    def _resting_joints(self) -> tuple[int, ...]:
        """Return the joints in which the motion now allows energy saving."""
        motion = self._player.motion
        assert motion is not None
        saving = motion.source.energy_saving
        joints: tuple[int, ...] = ()
        legs, arms = self._model.leg_joints, self._model.arm_joints
        for when, limbs in ((saving.legs, legs), (saving.arms, arms)):
            if when is Saving.ALWAYS or (when is Saving.IN_WAIT and self.done):
                joints += limbs
        return joints

    @property
    def _given_up(self) -> str:
        """Return which dead leg motor makes further tries pointless; empty if none does."""
        dead = self._motors.dead
        if dead is None or self._excused:
            return ""
        return f"{self._model.names[dead]} has a dead motor"

    @property
    def done(self) -> bool:
        """Return whether no keyframe is left."""
        return self._mode is _Mode.PLAYING and self._player.verdict.done

    @property
    def torso_out(self) -> bool:
        """Return whether the torso is outside the running limits, or a leg motor is dead."""
        out = bool(self._player.verdict.torso_out) or (self._limits and bool(self._given_up))
        return self._mode is _Mode.PLAYING and out

    @property
    def branch_taken(self) -> bool:
        """Return whether a block or motion was spliced in during this cycle."""
        verdict = self._player.verdict
        return self._mode is _Mode.PLAYING and bool(verdict.branch) and not self.torso_out

    @property
    def waiting(self) -> bool:
        """Return whether the target is reached and the wait continues."""
        return self._mode is _Mode.PLAYING and self._player.verdict.waiting

    @property
    def balancing(self) -> bool:
        """Return whether the motion has ended, ends with balancing, and the robot is not calm."""
        motion = self._player.motion
        return self.done and motion is not None and motion.source.balance_out and not self._calm

    @property
    def tries_left(self) -> bool:
        """Return whether there may be another try."""
        return self.tries < self._parameters.engine.max_tries and not self._given_up

    @property
    def motion(self) -> str:
        """Return the name of the motion that is or was played."""
        return self._player.motion.name if self._player.motion is not None else ""

    @property
    def info(self) -> KeyframeInfo | None:
        """Return the keyframe that the joints head for; None while no motion is played."""
        motion, frame = self._player.motion, self._player.frame
        if self._mode is not _Mode.PLAYING or motion is None or frame is None:
            return None
        return KeyframeInfo(motion.name, frame.source.label, self.mirrored)

    @property
    def stable(self) -> bool:
        """Return whether the motion that is or was played is declared stable."""
        return self._player.motion is not None and self._player.motion.source.is_stable

    def account(self) -> str:
        """Return the reasons for the facts, with numbers."""
        match self._mode:
            case _Mode.FALLING:
                used = f"{self.tries} of {self._parameters.engine.max_tries} tries used"
                return self._given_up or used
            case _Mode.HELPLESS:
                return "waiting for help"
            case _Mode.PLAYING:
                return self._reason or self._player.account

    def _choose_side(self, name: str, state: RobotState) -> None:
        """Decide whether the motion is played mirrored."""
        if self.dive is not None:
            self.mirrored = self.dive is Dive.JUMP_RIGHT
        elif self._motions.motions[name].source.mirrored_by_roll:
            self.mirrored = lean_of(state.up).roll > 0.0
        else:
            self.mirrored, self._toggle = self._toggle, not self._toggle

    def _begin(
        self,
        name: str,
        reason: str,
        state: RobotState,
        last: JointCommand,
        *,
        slow_first: float = 0.0,
        limits: bool = True,
        holds: bool = False,
    ) -> None:
        start = self._trim.begin(start_of(last, state))
        if self.mirrored:
            start = mirror_joints(self._model.mirror, start)
        self._reason = f"{name}{' (mirrored)' if self.mirrored else ''} because {reason}"
        self._mode = _Mode.PLAYING
        jumps = self.dive is not None and self.dive.is_jump
        self.began_upright = not state.down and not jumps
        self._saving.stop()
        self._limits, self._command = limits, last
        self._balance_time, self._calm = 0.0, False
        self._player.start(name, start, first_duration=slow_first, limits=limits, holds=holds)

    def _body(self, state: RobotState) -> Body:
        mirror = self._model.mirror if self.mirrored else None
        return body_of(state, self._parameters.engine.support_polygon, mirror)
