"""The complete parameter set of `config/walking/engine.yaml`."""

from dataclasses import dataclass, fields, make_dataclass
from functools import cache
from typing import Any, ClassVar, get_type_hints

from hardware.declared import shortened
from motions.stiffness import Stiffness
from motions.walking.arm_swing import ArmParameters
from motions.walking.gait import ResidualParameters
from motions.walking.joints.play import PlayMeasureParameters
from motions.walking.joints.requests import RequestAgeParameters
from motions.walking.joints.sag import SagParameters
from motions.walking.joints.still_joints import StillJointParameters
from motions.walking.optional.first_step import FirstStepParameters
from motions.walking.optional.hip_shift import HipShiftParameters
from motions.walking.optional.joint_resets import JointResetParameters
from motions.walking.optional.lift_learner import LiftLearnerParameters
from motions.walking.optional.switch_prediction import SwitchPredictionParameters
from motions.walking.parameters import (
    EmergencyStepParameters,
    RisingParameters,
    StanceParameters,
    StepLimitParameters,
    StepShapeParameters,
)
from motions.walking.planning.heading_feedback import HeadingParameters
from motions.walking.planning.lift_feedback import LiftFeedbackParameters
from motions.walking.planning.progress import ProgressParameters
from motions.walking.planning.side_feedback import SideParameters
from motions.walking.planning.step_length_feedback import StepLengthParameters
from motions.walking.planning.stumble import StumbleParameters
from motions.walking.planning.wear import SlowWhenHotParameters, SlowWhenWornParameters
from motions.walking.rhythm.delay_trigger import DelayTriggerParameters
from motions.walking.rhythm.kick_abort import KickAbortParameters
from motions.walking.rhythm.running_step import SlowDownParameters, StepEndParameters
from motions.walking.rhythm.walk_delay import WalkDelayParameters
from motions.walking.terms.gyro_filter import GyroFilterParameters
from motions.walking.terms.order import TERMS
from motions.walking.terms.pendulum import PendulumParameters
from motions.walking.terms.term import BalanceTerm, TermContext

SHARED = ("stance", "balance", "arms", "stiffness", "rising", "play_measure", "trim")
"""Groups that standing, kicks and other motions use, too: they cannot change while it runs."""
ALTERNATIVES = ("capture", "adjustment")
"""Groups that move the swing foot to catch the robot: at most one of them may be active."""


def with_groups(cls: type[Any]) -> type[Any]:
    """Add to a class one field per term in its `terms`, typed as the parameters of the term."""
    for term in cls.terms:
        kind = get_type_hints(term.__init__)["parameters"]
        if kind is not Any:
            cls.__annotations__.setdefault(term.group, kind)
    return cls


@dataclass(frozen=True, slots=True)
@with_groups
class WalkingParameters:
    """Everything in `config/walking/engine.yaml`: the groups below and one group per term.

    Attributes:
        terms: The terms of `terms/order.py`, and any that a program adds with `with_term`.
    """

    terms: ClassVar[tuple[type[BalanceTerm], ...]] = TERMS

    stance: StanceParameters
    step: StepShapeParameters
    residuals: ResidualParameters
    ends: StepEndParameters
    kick_abort: KickAbortParameters
    emergency: EmergencyStepParameters
    slow_down: SlowDownParameters
    balance: GyroFilterParameters
    pendulum: PendulumParameters
    delay: WalkDelayParameters
    arms: ArmParameters
    stiffness: Stiffness
    rising: RisingParameters
    limits: StepLimitParameters
    requests: RequestAgeParameters
    play_measure: PlayMeasureParameters
    sag: SagParameters
    still_joints: StillJointParameters
    slow_when_worn: SlowWhenWornParameters
    slow_when_hot: SlowWhenHotParameters
    progress: ProgressParameters
    stumble: StumbleParameters
    joint_resets: JointResetParameters
    switch_prediction: SwitchPredictionParameters
    lift_learner: LiftLearnerParameters
    first_step: FirstStepParameters
    lift_feedback: LiftFeedbackParameters
    step_length_feedback: StepLengthParameters
    heading_feedback: HeadingParameters
    side_feedback: SideParameters
    delay_trigger: DelayTriggerParameters
    hip_shift: HipShiftParameters

    def __post_init__(self) -> None:
        active = [name for name in ALTERNATIVES if getattr(self, name).active]
        if len(active) > 1:
            raise ValueError(
                f"{' and '.join(active)} are both active, but each of them moves the swing foot "
                "against a fall; set active: false in all but one"
            )


def with_term(
    parameters: WalkingParameters, term: type[BalanceTerm], group: Any
) -> WalkingParameters:
    """Return the parameters of a walk with an additional term at the end of the list.

    For a program that tries out a term of its own; a term that has proven itself gets its line in
    `terms/order.py`. A simulation with such a term cannot be saved or copied, because a state holds
    only classes of the project. A run recorded with it is read by `read_series` with the same
    settings (`settings=...`). To replace a term of the walk, switch it off (`active=False` in its
    group) and add yours under a new name.

    Args:
        parameters: Parameters of the walk without the term.
        term: Class of the term; its `group` must be a new name.
        group: Parameters of the term, with a field `active`.

    Raises:
        ValueError: If the walk already has a group of that name.
        TypeError: If an argument is not of the required type.
    """
    if not isinstance(parameters, WalkingParameters):
        told = "the parameters of a walk, such as load_settings().walking"
        raise TypeError(f"expected {told}, got {shortened(parameters)}")
    if not (isinstance(term, type) and issubclass(term, BalanceTerm) and hasattr(term, "group")):
        told = "a subclass of BalanceTerm with a name as its `group`"
        raise TypeError(f"expected {told}, got {shortened(term)}")
    if not hasattr(group, "active"):
        told = f"the parameters of {term.__name__}, with a field `active`"
        raise TypeError(f"expected {told}, got {shortened(group)}")
    names = [item.name for item in fields(parameters)]
    if term.group in names:
        raise ValueError(
            f"the walk already has a group '{term.group}'; to replace that term, set active=False "
            "in its group, and give the new term a `group` of its own"
        )
    values = {name: getattr(parameters, name) for name in names}
    kinds: tuple[Any, ...] = type(parameters), term, type(group)
    more = _with_own_term(*kinds)
    made: WalkingParameters = more(**values, **{term.group: group})
    return made


@cache
def _with_own_term(
    base: type[WalkingParameters], term: type[BalanceTerm], group: type
) -> type[WalkingParameters]:
    """Return the parameter class with one more term; cached, so equal parameters compare equal."""

    def made_again(walk: WalkingParameters) -> tuple[Any, ...]:
        # The class cannot be pickled by name; other processes create it anew.
        usual = base(**{item.name: getattr(walk, item.name) for item in fields(base)})
        return with_term, (usual, term, getattr(walk, term.group))

    return make_dataclass(
        "WithOwnTerms",
        [(term.group, group)],
        bases=(base,),
        namespace={"terms": (*base.terms, term), "__reduce__": made_again},
        frozen=True,
        slots=True,
    )


def shared_differences(one: WalkingParameters, other: WalkingParameters) -> list[str]:
    """Return the groups of `SHARED` in which two walks differ."""
    return [name for name in SHARED if getattr(one, name) != getattr(other, name)]


def active_terms(parameters: WalkingParameters, context: TermContext) -> tuple[BalanceTerm, ...]:
    """Return the active terms in their order."""
    groups = ((term, getattr(parameters, term.group)) for term in parameters.terms)
    return tuple(term.of(group, context) for term, group in groups if group.active)
