"""Builds the active terms of a walk from its parameters."""

from hardware.robots.model import RobotModel
from motions.walking.configuration import WalkingParameters, active_terms
from motions.walking.joints.sole_trim import SoleTrim
from motions.walking.parameters import SpeedProfile
from motions.walking.planning.limits import StepLimits
from motions.walking.terms.active import ActiveTerms
from motions.walking.terms.term import TermContext, WalkState


def built_terms(
    model: RobotModel,
    parameters: WalkingParameters,
    profile: SpeedProfile,
    soles: SoleTrim | None,
    walk: WalkState,
) -> ActiveTerms:
    """Return the active terms; `soles` is the trim shared with standing, if any."""
    context = TermContext(
        model,
        parameters.stance,
        parameters.pendulum,
        parameters.requests,
        profile,
        reach=lambda other: StepLimits(model, parameters, other).reach,
        soles=soles,
    )
    return ActiveTerms(active_terms(parameters, context), walk)
