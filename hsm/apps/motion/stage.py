"""One robot in physics that plays one motion or block, through the engine that get-ups use."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from hardware.frames import CYCLE, JointCommand
from hardware.nao import JOINT_COUNT
from hardware.simulation.plant.postures import Posture
from hardware.simulation.plant.robot import SimulatedRobot
from hsm.apps.motion.show import unknown
from hsm.apps.motion.team_folder import MotionFolder, MotionFolderError
from hsm.control.outputs import OutputStage
from hsm.settings.loader import config_folder, load
from hsm.simulated.simulation import load_plant
from motions.keyframes.engine.engine import KeyframeEngine, Program
from motions.keyframes.engine.parameters import Choice, Dives, KeyframeParameters
from motions.keyframes.motions.conditions import Conditions
from motions.keyframes.motions.library import MotionLibrary
from motions.keyframes.motions.mirrored import mirrored_block, mirrored_motion
from motions.keyframes.motions.motion import Motion
from motions.perception.parameters import PerceptionParameters
from motions.perception.perception import Perception
from motions.perception.state import MotionFeedback, RobotState

_LONGEST = 60.0
"""A motion that is not over by then, s, is stopped."""
_STAY = 1.0
"""How long the last pose is held, s: to see whether the robot stays."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a motion is played.

    Attributes:
        plant: Name of the plant.
        robot: Individual.
        seed: Of noise and ground.
        posture: How the robot starts.
        mirrored: Play the mirror image.
    """

    plant: str
    robot: int
    seed: int
    posture: Posture
    mirrored: bool


@dataclass(slots=True)
class Performance:
    """What a played motion showed, a row per cycle.

    Attributes:
        times: s.
        targets: Commands that were sent, (n, 25), rad.
        measured: Joint angles, (n, 25), rad.
        labels: What was being played.
        story: What happened: time in s, text.
        broken: Why the motion broke up; empty if it did not.
        upright: The robot is upright at the end.
    """

    times: list[float] = field(default_factory=list)
    targets: list[tuple[float, ...]] = field(default_factory=list)
    measured: list[tuple[float, ...]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    story: list[tuple[float, str]] = field(default_factory=list)
    broken: str = ""
    upright: bool = False


Watch = Callable[[float, str], object]
"""Is called in every cycle with the time in s and what is being played."""


class Stage:
    """A robot in physics under the keyframe engine alone.

    Attributes:
        robot: The simulated robot, for cameras.
    """

    def __init__(self, folder: MotionFolder, name: str, setting: Setting) -> None:
        """Place the robot.

        Raises:
            MotionFolderError: If there is no motion or block of this name.
        """
        nao = folder.nao
        self._name = name
        self._engine = KeyframeEngine(
            nao, _library(folder, name, setting), _alone(folder.parameters, name), folder.saving
        )
        self.robot = SimulatedRobot(
            nao,
            load_plant(setting.plant),
            robot=setting.robot,
            seed=setting.seed,
            posture=setting.posture,
        )
        self._perception = Perception(
            nao, load(config_folder() / "perception.yaml", PerceptionParameters)
        )
        self._outputs = OutputStage(nao)
        self._state = self._sense()
        stiff = 0.0 if setting.posture.is_limp else 1.0
        self._last = JointCommand(self._state.positions, (stiff,) * JOINT_COUNT)
        self._time = 0.0

    def play(self, watch: Watch, *, until: float = _LONGEST) -> Performance:
        """Play the motion until it is over, has broken up, or the time has passed."""
        done = Performance()
        engine = self._engine
        engine.decide(Program.SPECIAL, self._state, self._last, fresh=True, special=self._name)
        shown, over = "", _LONGEST
        while self._time < min(until, over):
            engine.update(self._state)
            if engine.torso_out and not done.broken:
                done.broken = engine.account()
                done.story.append((self._time, f"broken up: {done.broken}"))
                engine.break_up(self._state)
                over = self._time + _STAY
            elif engine.done and not engine.balancing and over == _LONGEST:
                done.story.append((self._time, "done"))
                over = self._time + _STAY
            label = "" if done.broken or engine.done else self._playing()
            if engine.branch_taken:
                done.story.append((self._time, engine.account()))
            if label and label != shown:
                done.story.append((self._time, label))
            shown = label or shown
            self._send(engine.step(self._state, balancing_out=engine.done), done, label)
            watch(self._time, label or (done.story[-1][1] if done.story else ""))
        done.upright = self.robot.truth().up_z > 0.9
        return done

    def _playing(self) -> str:
        frame = self._engine.playing
        return f"{self._engine.motion}: {frame.source.label}" if frame is not None else ""

    def _send(self, command: JointCommand, done: Performance, label: str) -> None:
        self._last = self._outputs.limit(command, self._state, self._last)
        self.robot.send(self._last)
        self._time += CYCLE
        self._state = self._sense()
        done.times.append(self._time)
        done.targets.append(self._last.positions)
        done.measured.append(self._state.positions)
        done.labels.append(label)

    def _sense(self) -> RobotState:
        return self._perception.update(self.robot.receive(), MotionFeedback())


def _library(folder: MotionFolder, name: str, setting: Setting) -> MotionLibrary:
    """Return the motions, with a block that is to be played alone as a motion."""
    motions, blocks = dict(folder.motions), dict(folder.files.resolved)
    if name not in motions and name not in blocks:
        raise unknown(folder, name)
    if name not in motions:
        motions[name] = Motion((name,))
    if not any(blocks[block].keyframes for block in motions[name].blocks):
        raise MotionFolderError(
            f"{folder.path}: '{name}' has no keyframes, so there is nothing to play"
        )
    if setting.mirrored:
        names = {block: block for block in blocks}
        motions = {key: mirrored_motion(item, names) for key, item in motions.items()}
        blocks = {key: mirrored_block(item) for key, item in blocks.items()}
    return MotionLibrary(motions, blocks)


def _alone(parameters: KeyframeParameters, name: str) -> KeyframeParameters:
    """Return parameters of an engine that knows no other program than one motion."""
    engine = replace(
        parameters.engine,
        get_up=(Choice(name, Conditions()),),
        sit_down=name,
        stand=name,
        dives=Dives(name, name, name),
    )
    return replace(parameters, engine=engine)
