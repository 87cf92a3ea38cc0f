"""The terms of the walk, in the order in which they act.

A new term is a module, a line here, and its group in `config/walking/engine.yaml` and
`WalkingParameters`. Then it walks, `hsm plot walk` draws its values, and `hsm measure ablation`
switches it. A term that is switched off is not built.
"""

from dataclasses import fields, make_dataclass
from typing import Any, Final

from motions.walking.configuration import WalkingParameters
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
from motions.walking.terms.gyro_feedback import GyroFeedback
from motions.walking.terms.hip_strategy import HipStrategy
from motions.walking.terms.lean import LeanCompensation
from motions.walking.terms.levelling import SoleLevelling
from motions.walking.terms.term import BalanceTerm, TermContext

TERMS: Final[tuple[type[BalanceTerm], ...]] = (
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


def with_term(
    parameters: WalkingParameters, term: type[BalanceTerm], group: Any
) -> WalkingParameters:
    """Return the parameters of a walk that has one term more, at the end of the list.

    For a program that tries out a term of its own; one that has proven itself gets its line above.

    Args:
        parameters: Of the walk without it.
        term: The class; its `group` is a new name.
        group: Its parameters; they have a field `active`.

    Raises:
        ValueError: If the walk has such a group already.
    """
    names = [item.name for item in fields(parameters)]
    if term.group in names:
        raise ValueError(f"the walk has a group '{term.group}' already; name the term's another")
    more = make_dataclass(
        "WithOwnTerms",
        [(term.group, type(group))],
        bases=(type(parameters),),
        namespace={"own_terms": (*parameters.own_terms, term)},
        frozen=True,
        slots=True,
    )
    values = {name: getattr(parameters, name) for name in names}
    made: WalkingParameters = more(**values, **{term.group: group})
    return made


def _all(parameters: WalkingParameters) -> tuple[type[BalanceTerm], ...]:
    return (*TERMS, *parameters.own_terms)


def active_terms(parameters: WalkingParameters, context: TermContext) -> tuple[BalanceTerm, ...]:
    """Return the terms that are switched on, in their order."""
    groups = ((term, getattr(parameters, term.group)) for term in _all(parameters))
    return tuple(term.of(group, context) for term, group in groups if group.active)
