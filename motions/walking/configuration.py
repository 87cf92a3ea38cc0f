"""Everything that `config/walking/engine.yaml` says, put together."""

from dataclasses import dataclass
from typing import Any, ClassVar

from motions.stiffness import Stiffness
from motions.walking.arm_swing import ArmParameters
from motions.walking.gait import ResidualParameters
from motions.walking.joints.play import PlayMeasureParameters
from motions.walking.joints.requests import RequestAgeParameters
from motions.walking.joints.sag import SagParameters
from motions.walking.optional.adjustment import StepAdjustmentParameters
from motions.walking.optional.arm_compensation import ArmCompensationParameters
from motions.walking.optional.back_catch import BackCatchParameters
from motions.walking.optional.first_step import FirstStepParameters
from motions.walking.optional.hip_height import HipHeightParameters
from motions.walking.optional.hip_shift import HipShiftParameters
from motions.walking.optional.joint_resets import JointResetParameters
from motions.walking.optional.joint_speed import JointSpeedParameters
from motions.walking.optional.knee_hip import KneeHipParameters
from motions.walking.optional.knee_hip_rescue import KneeHipRescueParameters
from motions.walking.optional.lift_learner import LiftLearnerParameters
from motions.walking.optional.play_offset import PlayOffsetParameters
from motions.walking.optional.stuck import StuckStepParameters
from motions.walking.optional.switch_prediction import SwitchPredictionParameters
from motions.walking.parameters import (
    EmergencyStepParameters,
    RisingParameters,
    StanceParameters,
    StepLimitParameters,
    StepShapeParameters,
)
from motions.walking.planning.heading_feedback import HeadingParameters
from motions.walking.planning.progress import ProgressParameters
from motions.walking.planning.step_length_feedback import StepLengthParameters
from motions.walking.planning.wear import SlowWhenWornParameters
from motions.walking.rhythm.delay_trigger import DelayTriggerParameters
from motions.walking.rhythm.running_delay import WalkDelayParameters
from motions.walking.rhythm.running_step import SlowDownParameters, StepEndParameters
from motions.walking.terms.ankle_strategy import AnkleStrategyParameters
from motions.walking.terms.capture import CaptureStepParameters
from motions.walking.terms.gyro import GyroBalanceParameters
from motions.walking.terms.hip_strategy import HipStrategyParameters
from motions.walking.terms.lean import LeanCompensationParameters
from motions.walking.terms.levelling import SoleLevellingParameters
from motions.walking.terms.pendulum import PendulumParameters

ALTERNATIVES = ("capture", "adjustment")
"""Groups that put the swing foot where it catches the robot: at most one of them is active."""


@dataclass(frozen=True, slots=True)
class WalkingParameters:
    """Everything in `config/walking/engine.yaml`.

    Attributes:
        own_terms: Terms that a program adds to those of `terms/order.py` (see `with_term` there).
    """

    own_terms: ClassVar[tuple[type[Any], ...]] = ()

    stance: StanceParameters
    step: StepShapeParameters
    residuals: ResidualParameters
    ends: StepEndParameters
    emergency: EmergencyStepParameters
    slow_down: SlowDownParameters
    balance: GyroBalanceParameters
    lean: LeanCompensationParameters
    pendulum: PendulumParameters
    capture: CaptureStepParameters
    levelling: SoleLevellingParameters
    ankle_strategy: AnkleStrategyParameters
    hip_strategy: HipStrategyParameters
    adjustment: StepAdjustmentParameters
    back_catch: BackCatchParameters
    delay: WalkDelayParameters
    arms: ArmParameters
    stiffness: Stiffness
    rising: RisingParameters
    limits: StepLimitParameters
    requests: RequestAgeParameters
    play_measure: PlayMeasureParameters
    sag: SagParameters
    slow_when_worn: SlowWhenWornParameters
    progress: ProgressParameters
    joint_resets: JointResetParameters
    joint_speed: JointSpeedParameters
    play_offset: PlayOffsetParameters
    knee_hip: KneeHipParameters
    knee_hip_rescue: KneeHipRescueParameters
    arm_compensation: ArmCompensationParameters
    switch_prediction: SwitchPredictionParameters
    stuck: StuckStepParameters
    lift_learner: LiftLearnerParameters
    first_step: FirstStepParameters
    hip_height: HipHeightParameters
    step_length_feedback: StepLengthParameters
    heading_feedback: HeadingParameters
    delay_trigger: DelayTriggerParameters
    hip_shift: HipShiftParameters

    def __post_init__(self) -> None:
        active = [name for name in ALTERNATIVES if getattr(self, name).active]
        if len(active) > 1:
            raise ValueError(
                f"{' and '.join(active)} are both active, but each of them moves the swing foot "
                "against a fall; set active: false in all but one"
            )
