"""The components that the states share, built once from the parameters."""

from dataclasses import dataclass

from hardware.robots.model import RobotModel
from hsm.states.announcement import Announcement
from hsm.states.state_parameters import StateParameters
from motions.energy_saving import EnergySavingParameters
from motions.errands.errand import Errand
from motions.errands.task import TaskContext
from motions.fall import FallParameters, FallProtection
from motions.generators.parameters import GeneratorParameters
from motions.generators.zero_frame import ZeroFrame
from motions.keyframes.engine.engine import KeyframeEngine
from motions.keyframes.engine.parameters import KeyframeParameters
from motions.keyframes.motions.library import MotionLibrary
from motions.kicks.in_walk import InWalkKicks
from motions.kicks.memory import KickMemory
from motions.kicks.parameters import KickParameters
from motions.kicks.stand_kick import StandKick
from motions.kicks.steady_ball import SteadyBall
from motions.kicks.targets import KickTargets
from motions.limbs.arm_motion import ArmsParameters
from motions.limbs.head import HeadParameters
from motions.limbs.overlay import LimbOverlay
from motions.locomotion.gait import GaitParameters
from motions.locomotion.preview.parameters import PreviewParameters
from motions.locomotion.preview.walk import PreviewWalk
from motions.perception.parameters import PerceptionParameters
from motions.perception.state import RobotState
from motions.picked_up import FeetReturn
from motions.stand import HighStance, Standing
from motions.standing_trim import StandingTrim, standing_trim
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.parameters import SpeedProfile


@dataclass(frozen=True, slots=True)
class Components:
    """Everything that moves the robot.

    Attributes:
        walking: Steps and walk delays.
        preview: The walk along planned footsteps.
        standing: The stance and motions into it.
        returning: Return of the feet to the stance in the air.
        falling: Fall protection.
        keyframes: Get-ups, sit-downs, dives and special motions.
        errand: Whether steps are still needed, and where to.
        stand_kick: Stand kicks.
        walk_kicks: Kicks in the walk.
        kick_memory: Memory of kicks, from one to the next.
        limbs: Head and arms, over motions that leave them free.
        no_headway: Announcement of a walk without progress, shared by all kinds of steps.
        slow: Announcement of a walk that must be slow.
    """

    walking: WalkingEngine
    preview: PreviewWalk
    standing: Standing
    returning: FeetReturn
    falling: FallProtection
    keyframes: KeyframeEngine
    errand: Errand
    stand_kick: StandKick
    walk_kicks: InWalkKicks
    kick_memory: KickMemory
    limbs: LimbOverlay
    no_headway: Announcement
    slow: Announcement

    def sense(self, robot: RobotState) -> None:
        """Advance filters that run in every state and must not restart with one."""
        self.walking.gyros.update(robot)
        self.kick_memory.update(robot)

    def reset(self) -> None:
        """Drop all plans, so that the next motion starts from the actual robot."""
        self.walking.reset()
        self.preview.reset()
        self.limbs.reset()
        self.limbs.forget_places()


@dataclass(frozen=True, slots=True)
class ComponentSettings:
    """Parameters of all components.

    Attributes:
        robot: Model of the robot.
        states: Parameters of the states themselves.
        perception: Estimation of the robot's state.
        walking: The walk.
        preview: The preview walk.
        gait: Limits of its footsteps.
        profile: Speed limits of the walk.
        fall: Fall protection.
        saving: Energy saving of a robot at rest.
        generators: Targets of the next steps.
        kicks: Ball positions for kicks, and the kicks.
        keyframes: The keyframe engine.
        motions: Keyframe motions, checked against each other.
        head: The head, where a motion leaves it free.
        arms: The arms, likewise.
    """

    robot: RobotModel
    states: StateParameters
    perception: PerceptionParameters
    walking: WalkingParameters
    preview: PreviewParameters
    gait: GaitParameters
    profile: SpeedProfile
    fall: FallParameters
    saving: EnergySavingParameters
    generators: GeneratorParameters
    kicks: KickParameters
    keyframes: KeyframeParameters
    motions: MotionLibrary
    head: HeadParameters
    arms: ArmsParameters


def build_components(settings: ComponentSettings) -> Components:
    """Return the components, wired to each other.

    Raises:
        MotionError: If a motion that the keyframe engine needs does not exist.
    """
    model, walking, kicks = settings.robot, settings.walking, settings.kicks
    trim = standing_trim(model, walking)
    engine = WalkingEngine(model, walking, settings.profile, trim.soles)
    frame = build_zero_frame(settings)
    memory = KickMemory(SteadyBall(kicks.table.ready), kicks.table.ready.result)
    context = TaskContext(frame, settings.generators, kicks, memory, engine.joints.play)
    pause = settings.states.announce.no_way
    targets = KickTargets(model.dimensions, walking.stance.torso_forward)
    return Components(
        walking=engine,
        preview=_build_preview_walk(settings, engine),
        standing=_build_standing(settings, engine, trim),
        returning=FeetReturn(model, engine.placement, walking.stiffness, settings.states.picked_up),
        falling=FallProtection(model, settings.fall),
        keyframes=KeyframeEngine(
            model,
            settings.motions,
            settings.keyframes,
            settings.saving,
            trim,
        ),
        errand=Errand(context),
        stand_kick=_build_stand_kick(settings, engine, trim),
        walk_kicks=InWalkKicks(kicks.in_walk, engine, frame, targets),
        kick_memory=memory,
        limbs=LimbOverlay(model, settings.head, settings.arms),
        no_headway=Announcement("I make no progress", pause),
        slow=Announcement("I walk slowly", pause),
    )


def build_zero_frame(settings: ComponentSettings) -> ZeroFrame:
    """Return the frame finder for steps to a target; it places the soles as odometry does."""
    return ZeroFrame(
        settings.robot.dimensions.hip_offset_y,
        settings.walking.stance.torso_forward,
        settings.generators.errand.last_miss,
    )


def _build_preview_walk(settings: ComponentSettings, engine: WalkingEngine) -> PreviewWalk:
    walking = settings.walking
    return PreviewWalk(
        settings.robot,
        settings.preview,
        settings.gait,
        walking.stance,
        walking.arms,
        walking.stiffness,
        engine.gyros,
    )


def _build_standing(
    settings: ComponentSettings, engine: WalkingEngine, trim: StandingTrim
) -> Standing:
    model, walking = settings.robot, settings.walking
    rising = walking.rising
    high = HighStance(model, engine.placement, walking.stance, rising.high_hip_pitch)
    return Standing(model, high, engine.gyros, rising, walking.stiffness, settings.saving, trim)


def _build_stand_kick(
    settings: ComponentSettings, engine: WalkingEngine, trim: StandingTrim
) -> StandKick:
    walking, kicks = settings.walking, settings.kicks
    return StandKick(
        settings.robot,
        kicks.stand,
        kicks.motions,
        engine.gyros,
        engine.placement.stance_joints,
        walking.stance.torso_forward,
        walking.stiffness,
        trim,
    )
