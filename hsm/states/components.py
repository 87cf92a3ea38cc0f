"""The components that the states share, built once from the parameters."""

from dataclasses import dataclass

from hardware.robots.model import RobotModel
from motions.energy_saving import EnergySavingParameters
from motions.errands.errand import Errand
from motions.errands.tasks import ErrandTasks
from motions.errands.zero_frame import ZeroFrame
from motions.fall import FallParameters, FallProtection
from motions.generators.parameters import GeneratorParameters
from motions.keyframes.engine.engine import KeyframeEngine
from motions.keyframes.engine.parameters import KeyframeParameters
from motions.keyframes.motions.library import MotionLibrary
from motions.limbs.arm import ArmsParameters
from motions.limbs.head import HeadParameters
from motions.limbs.overlay import LimbOverlay
from motions.perception.state import RobotState
from motions.picked_up import FeetReturn, ReturnParameters
from motions.stand import HighStance, Standing
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.parameters import SpeedProfile


@dataclass(frozen=True, slots=True)
class Components:
    """Everything that moves the robot.

    Attributes:
        walking: Steps and walk delays.
        standing: The stance and the way into it.
        returning: The way of the feet back to the stance in the air.
        falling: Fall protection.
        keyframes: Get-up, sit-down and special motions.
        errand: Whether there is way to go, and where.
        limbs: Head and arms, over whatever leaves them free.
    """

    walking: WalkingEngine
    standing: Standing
    returning: FeetReturn
    falling: FallProtection
    keyframes: KeyframeEngine
    errand: Errand
    limbs: LimbOverlay

    def sense(self, robot: RobotState) -> None:
        """Advance what runs in every state: the gyro filter must not start afresh with a state."""
        self.walking.balance.update(robot)

    def reset(self) -> None:
        """Drop every plan: whatever comes next starts from the robot as it is."""
        self.walking.reset()
        self.limbs.reset()
        self.limbs.forget_places()


def build_components(
    model: RobotModel,
    walking: WalkingParameters,
    profile: SpeedProfile,
    returning: ReturnParameters,
    fall: FallParameters,
    keyframes: KeyframeParameters,
    motions: MotionLibrary,
    saving: EnergySavingParameters,
    generators: GeneratorParameters,
    head: HeadParameters,
    arms: ArmsParameters,
) -> Components:
    """Return the components, wired to each other.

    Raises:
        MotionError: If a motion that the keyframe engine needs does not exist.
    """
    engine = WalkingEngine(model, walking, profile)
    high = HighStance(model, engine.placement, walking.stance, walking.rising.high_hip_pitch)
    frame = ZeroFrame(model.dimensions.hip_offset_y, walking.stance.torso_forward)
    return Components(
        walking=engine,
        standing=Standing(model, high, engine.balance, walking.rising, walking.stiffness, saving),
        returning=FeetReturn(model, engine.placement, walking.stiffness, returning),
        falling=FallProtection(model, fall),
        keyframes=KeyframeEngine(model, motions, keyframes, saving),
        errand=Errand(generators.errand, ErrandTasks(frame, generators), frame),
        limbs=LimbOverlay(model, head, arms),
    )
