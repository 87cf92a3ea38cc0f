"""The terms of the walk, in the order in which they act.

To add a term, write its module, a line here, and its group in `config/walking/engine.yaml` with the
fields of the term's parameter class. The walk then uses it, `hsm plot walk` draws its values, and
`hsm measure ablation` switches it. A term that is switched off is not created.
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
from motions.walking.terms.kick_height import KickHeight
from motions.walking.terms.lean import LeanCompensation
from motions.walking.terms.levelling import SoleLevelling
from motions.walking.terms.term import BalanceTerm
from motions.walking.terms.trim import WalkTrim

TERMS: Final[tuple[type[BalanceTerm], ...]] = (
    # Errors of the joints' zeros: all later terms assume correct joints.
    WalkTrim,
    # The torso over the hips. The lean is judged against the tilt of the previous cycle, so it
    # comes before the arms, which change that tilt.
    LeanCompensation,
    ArmsElsewhere,
    # The feet. The height of a kicking foot is compared with the plan, before it is levelled.
    # Levelling leaves to the back catch the share that it took over in `update`; the
    # adjustment is measured against the feet as moved by the terms before it. The hips are raised
    # last: until then, heights of feet are heights above the ground.
    CaptureStep,
    KickHeight,
    SoleLevelling,
    StepAdjustment,
    BackCatchStep,
    HipHeightBySpeed,
    # Joint targets so far must not push the robot into a fall; the following terms balance it and
    # are never slowed down.
    JointSpeedControl,
    # Strategies against a fall. Their contributions fade over the next steps.
    HipStrategy,
    AnkleStrategy,
    WalkFooting,
    # The plan ends here: only its changes are held back by the last term of the list.
    PlannedJoints,
    # Responses to the torso's rotation in this cycle. The rescue comes after the terms that move
    # the swing foot to catch the robot.
    GyroFeedback,
    KneeHipFeedback,
    KneeHipRescue,
    JointPlayOffset,
)
"""All terms. The same order applies to updates, feet and joints."""
