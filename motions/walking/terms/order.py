"""The terms of the walk, in the order in which they act.

A new term is a module, a line here, and its group in `config/walking/engine.yaml`, which is of the
class that the term is built from. Then it walks, `hsm plot walk` draws its values, and `hsm measure
ablation` switches it. A term that is switched off is not built.
"""

from typing import Final

from motions.walking.optional.adjustment import StepAdjustment
from motions.walking.optional.arm_compensation import ArmsElsewhere
from motions.walking.optional.back_catch import BackCatchStep
from motions.walking.optional.hip_height import HipHeightBySpeed
from motions.walking.optional.joint_speed import JointSpeedControl
from motions.walking.optional.knee_hip import KneeHipFeedback
from motions.walking.optional.knee_hip_rescue import KneeHipRescue
from motions.walking.optional.play_offset import JointPlayOffset, PlannedJoints
from motions.walking.terms.ankle_strategy import AnkleStrategy
from motions.walking.terms.capture import CaptureStep
from motions.walking.terms.footing import WalkFooting
from motions.walking.terms.gyro_feedback import GyroFeedback
from motions.walking.terms.hip_strategy import HipStrategy
from motions.walking.terms.lean import LeanCompensation
from motions.walking.terms.levelling import SoleLevelling
from motions.walking.terms.term import BalanceTerm
from motions.walking.terms.trim import WalkTrim

TERMS: Final[tuple[type[BalanceTerm], ...]] = (
    # What the joints' zeros are wrong by: all that follows is meant for joints that are right.
    WalkTrim,
    # The torso over the hips. The lean is judged against the tilt of the cycle before, so it is
    # asked before the arms change that tilt.
    LeanCompensation,
    ArmsElsewhere,
    # The feet. Levelling leaves to the back catch what that has taken over in this cycle; the
    # adjustment measures against feet that the others have moved. The hips are raised last: heights
    # of feet are heights over the ground until then.
    CaptureStep,
    SoleLevelling,
    StepAdjustment,
    BackCatchStep,
    HipHeightBySpeed,
    # What was planned so far is not allowed to push into a fall; what follows balances the robot
    # and is never slowed down.
    JointSpeedControl,
    # The whole context against a fall. They fade over the next steps.
    HipStrategy,
    AnkleStrategy,
    WalkFooting,
    # What is planned ends here: only that is kept back at the end of the list.
    PlannedJoints,
    # Answers to the torso's turn in this very cycle. The rescue knows by now whether the swing foot
    # has to catch the robot.
    GyroFeedback,
    KneeHipFeedback,
    KneeHipRescue,
    JointPlayOffset,
)
"""All terms. One order serves looking, feet and joints."""
