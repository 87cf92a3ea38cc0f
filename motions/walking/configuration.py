"""Everything that `config/walking/engine.yaml` says, put together."""

from dataclasses import dataclass

from motions.stiffness import Stiffness
from motions.walking.arm_swing import Arms
from motions.walking.balance.adjustment import Adjustment
from motions.walking.balance.ankle_strategy import AnkleStrategy
from motions.walking.balance.arms import ArmCompensation
from motions.walking.balance.back_catch import BackCatch
from motions.walking.balance.capture import Capture
from motions.walking.balance.delay_trigger import DelayTrigger
from motions.walking.balance.gyro import Balance
from motions.walking.balance.hip_shift import HipShift
from motions.walking.balance.hip_strategy import HipStrategy
from motions.walking.balance.knee_hip import KneeHipBalance
from motions.walking.balance.knee_hip_rescue import KneeHipRescue
from motions.walking.balance.lean import Lean
from motions.walking.balance.levelling import Levelling
from motions.walking.balance.pendulum import Pendulum
from motions.walking.course import Course
from motions.walking.first_step import FirstStep
from motions.walking.gait import Residuals
from motions.walking.hip_height import HipHeight
from motions.walking.joints.offset import PlayOffset
from motions.walking.joints.play import PlayMeasure
from motions.walking.joints.requests import RequestAge
from motions.walking.joints.resets import JointResets
from motions.walking.joints.speed import SpeedControl
from motions.walking.parameters import (
    EmergencyStep,
    Limits,
    Rising,
    Stance,
    StepShape,
)
from motions.walking.rhythm.learner import LiftLearner
from motions.walking.rhythm.prediction import SwitchPrediction
from motions.walking.rhythm.stuck import Stuck
from motions.walking.running_delay import Delay
from motions.walking.running_step import SlowDown, StepEnds
from motions.walking.stride import Stride
from motions.walking.wear import SlowWhenWorn

ALTERNATIVES = ("capture", "adjustment")
"""Groups that put the swing foot where it catches the robot: at most one of them is active."""


@dataclass(frozen=True, slots=True)
class WalkingParameters:
    """Everything in `config/walking/engine.yaml`."""

    stance: Stance
    step: StepShape
    residuals: Residuals
    ends: StepEnds
    emergency: EmergencyStep
    slow_down: SlowDown
    balance: Balance
    lean: Lean
    pendulum: Pendulum
    capture: Capture
    levelling: Levelling
    ankle_strategy: AnkleStrategy
    hip_strategy: HipStrategy
    adjustment: Adjustment
    back_catch: BackCatch
    delay: Delay
    arms: Arms
    stiffness: Stiffness
    rising: Rising
    limits: Limits
    requests: RequestAge
    play_measure: PlayMeasure
    slow_when_worn: SlowWhenWorn
    joint_resets: JointResets
    joint_speed: SpeedControl
    play_offset: PlayOffset
    knee_hip: KneeHipBalance
    knee_hip_rescue: KneeHipRescue
    arm_compensation: ArmCompensation
    switch_prediction: SwitchPrediction
    stuck: Stuck
    lift_learner: LiftLearner
    first_step: FirstStep
    hip_height: HipHeight
    stride: Stride
    course: Course
    delay_trigger: DelayTrigger
    hip_shift: HipShift

    def __post_init__(self) -> None:
        active = [name for name in ALTERNATIVES if getattr(self, name).active]
        if len(active) > 1:
            raise ValueError(
                f"{' and '.join(active)} are both active, but each of them moves the swing foot "
                "against a fall; set active: false in all but one"
            )
