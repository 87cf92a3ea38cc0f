"""Simulated robot that plays one motion or block with the engine of the get-ups."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from hardware.postures import Posture
from hardware.sensors_and_commands import JointCommand, SensorFrame
from hardware.simulation.plant.robot import SimulatedRobot
from hsm.apps.motion.team_folder import MotionFolder, MotionFolderError
from hsm.control.cycle import Outcome
from hsm.control.loop import Constant, run
from hsm.control.output_limits import OutputParameters, OutputStage
from hsm.settings.loader import config_folder, load
from hsm.simulated.simulation import load_plant
from motions.keyframes.engine.engine import KeyframeEngine, Program
from motions.keyframes.engine.parameters import Dives, KeyframeParameters
from motions.keyframes.motions.conditions import Conditions
from motions.keyframes.motions.library import MotionLibrary
from motions.keyframes.motions.mirrored import mirrored_block, mirrored_motion
from motions.keyframes.motions.motion import KeyframeMotion, MotionChoice
from motions.perception.parameters import PerceptionParameters
from motions.perception.perception import Perception
from motions.perception.state import MotionFeedback, RobotState
from motions.requests import MotionRequest
from motions.sight import Sighting
from motions.standing_trim import standing_trim
from motions.walking.configuration import WalkingParameters

_LONGEST = 60.0
"""Time after which an unfinished motion is stopped, s."""
_STAY = 1.0
"""Time the last pose is held, s, to see whether the robot stays up."""


@dataclass(frozen=True, slots=True)
class StageConfig:
    """Conditions under which a motion is played.

    Attributes:
        plant: Name of the plant.
        robot: Number of the robot.
        seed: Random seed of noise and ground.
        posture: Initial posture of the robot.
        mirrored: Play the mirror image.
    """

    plant: str
    robot: int
    seed: int
    posture: Posture
    mirrored: bool


@dataclass(slots=True)
class Performance:
    """Recording of a played motion, one row per cycle.

    Attributes:
        times: Time since the start, s.
        targets: Commanded joint angles, (n, 25), rad.
        measured: Measured joint angles, (n, 25), rad.
        labels: Motion and keyframe being played.
        story: Events: time in s, text.
        broken: Reason the motion was aborted; empty if it was not.
        finished: Whether it was played to its end.
        upright: Whether the robot is upright at the end.
    """

    times: list[float] = field(default_factory=list)
    targets: list[tuple[float, ...]] = field(default_factory=list)
    measured: list[tuple[float, ...]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    story: list[tuple[float, str]] = field(default_factory=list)
    broken: str = ""
    finished: bool = False
    upright: bool = False


Watch = Callable[[float, str], object]
"""Called in every cycle with the time in s and the label of what is being played."""


class Stage:
    """The keyframe engine on a simulated robot, in place of the whole control cycle.

    Attributes:
        robot: The simulated robot, for cameras.
    """

    def __init__(self, folder: MotionFolder, name: str, config: StageConfig) -> None:
        """Place the robot.

        Raises:
            MotionFolderError: If the motion or block does not exist or has no keyframes.
        """
        model = folder.robot
        self._name = name
        walking = load(config_folder() / "walking" / "engine.yaml", WalkingParameters)
        self._engine = KeyframeEngine(
            model,
            _library(folder, name, config),
            _alone(folder.parameters, name),
            folder.saving,
            standing_trim(model, walking),
        )
        self.robot = SimulatedRobot(
            model,
            load_plant(config.plant),
            robot=config.robot,
            seed=config.seed,
            posture=config.posture,
        )
        self._stiffness = 0.0 if config.posture.is_limp else 1.0
        self._perception = Perception(
            model, load(config_folder() / "perception.yaml", PerceptionParameters)
        )
        self._outputs = OutputStage(model, load(config_folder() / "output.yaml", OutputParameters))
        self._last: JointCommand | None = None
        self._time = 0.0
        self._over = _LONGEST
        self._shown = self._label = ""
        self._done = Performance()
        self._watch: Watch = lambda time, label: None

    def play(self, watch: Watch) -> Performance:
        """Play the motion until it has ended or been aborted, for a minute at most."""
        self._watch = watch
        run(self.robot, self, Constant(None), until=lambda made: self._ended)
        self._done.upright = self.robot.truth().up_z > 0.9
        return self._done

    def step(
        self,
        frame: SensorFrame | None,
        request: MotionRequest | None,
        sight: Sighting | None = None,
    ) -> Outcome:
        """Record the effect of the last command; compute the next one if the motion is not over."""
        state, last = self._perception.update(frame, MotionFeedback()), self._last
        if last is None:
            last = JointCommand(state.positions, (self._stiffness,) * len(state.positions))
            self._engine.decide(Program.SPECIAL, state, last, fresh=True, special=self._name)
        else:
            self._see(state, last)
        if not self._ended:
            last = self._decide(state, last)
        self._last = last
        return Outcome(last, state, MotionRequest(), False, 0, self._label, None)

    def _decide(self, state: RobotState, last: JointCommand) -> JointCommand:
        done, engine = self._done, self._engine
        engine.update(state)
        if engine.torso_out and not done.broken:
            done.broken = engine.account()
            done.story.append((self._time, f"broken up: {done.broken}"))
            engine.break_up(state)
            self._over = self._time + _STAY
        elif engine.done and not engine.balancing and self._over == _LONGEST:
            done.finished = True
            done.story.append((self._time, "done"))
            self._over = self._time + _STAY
        self._label = "" if done.broken or engine.done else self._playing()
        if engine.branch_taken:
            done.story.append((self._time, f"branch: {engine.account()}"))
        if self._label and self._label != self._shown:
            done.story.append((self._time, self._label))
        self._shown = self._label or self._shown
        command = engine.step(state, balancing_out=engine.done)
        return self._outputs.limit(command, state, last)

    @property
    def _ended(self) -> bool:
        return self._time >= min(self._over, _LONGEST)

    def _playing(self) -> str:
        info = self._engine.info
        return f"{info.motion}: {info.keyframe}" if info is not None else ""

    def _see(self, state: RobotState, sent: JointCommand) -> None:
        done = self._done
        self._time += state.cycle
        done.times.append(self._time)
        done.targets.append(sent.positions)
        done.measured.append(state.positions)
        done.labels.append(self._label)
        self._watch(self._time, self._label or (done.story[-1][1] if done.story else ""))


def _library(folder: MotionFolder, name: str, config: StageConfig) -> MotionLibrary:
    """Return the library of motions; a block to be played alone becomes a motion."""
    folder.demand(name)
    motions, blocks = dict(folder.motions), dict(folder.files.resolved)
    if name not in motions:
        motions[name] = KeyframeMotion((name,))
    if not any(blocks[block].keyframes for block in motions[name].blocks):
        raise MotionFolderError(
            f"{folder.path}: '{name}' has no keyframes: there is nothing to play"
        )
    if config.mirrored:
        names = {block: block for block in blocks}
        motions = {key: mirrored_motion(item, names) for key, item in motions.items()}
        blocks = {key: mirrored_block(item, folder.robot) for key, item in blocks.items()}
    return MotionLibrary(folder.robot, motions, blocks)


def _alone(parameters: KeyframeParameters, name: str) -> KeyframeParameters:
    """Return engine parameters in which every program is the given motion."""
    engine = replace(
        parameters.engine,
        get_up=(MotionChoice(name, Conditions()),),
        sit_down=name,
        stand=name,
        dives=Dives(name, name, name),
        specials=(name,),
    )
    return replace(parameters, engine=engine)
