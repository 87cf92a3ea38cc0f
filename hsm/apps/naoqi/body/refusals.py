"""Functions of ALMotion that nothing here does: each says so, and what to do instead."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, TypeVar

from hsm.apps.naoqi.argument_checks import Call

ClassT = TypeVar("ClassT", bound=type[Any])
_NOTHING_SEEN: Final = "a move looks out for nothing that stands in its way; leave it out"
_SEEN: Final = (
    "setOrthogonalSecurityDistance getOrthogonalSecurityDistance setTangentialSecurityDistance"
    " getTangentialSecurityDistance"
)
_LIMB_ENDS: Final = (
    "positionInterpolation positionInterpolations setPosition setPositions changePosition"
    " transformInterpolation transformInterpolations setTransform setTransforms changeTransform"
)
_BALANCE: Final = (
    "wbEnable wbEnableBalanceConstraint wbEnableEffectorControl wbEnableEffectorOptimization"
    " wbFootState wbGoToBalance wbGoToBalanceWithSpeed wbSetEffectorControl"
)
_TASKS: Final = "getTaskList killTask killTasksUsingResources areResourcesAvailable"
_DIAGNOSIS: Final = "setDiagnosisEffectEnabled getDiagnosisEffectEnabled"
_MASSES: Final = "getCOM getMass"
_JOINTS: Final = (
    "setStiffnesses getStiffnesses stiffnessInterpolation setAngles changeAngles getAngles"
    " angleInterpolation angleInterpolationBezier angleInterpolationWithSpeed openHand closeHand"
    " getBodyNames getLimits getSummary getPosition getTransform setMoveArmsEnabled"
    " getMoveArmsEnabled setBreathEnabled"
)
ON_LEGS: Final[Mapping[str, str]] = {
    _LIMB_ENDS: "ends of limbs are led nowhere; give joints of head and arms to setAngles",
    _BALANCE: "the robot keeps its balance by itself, whatever a program wants; leave it out",
    _TASKS: "there are no tasks; stopMove and killAll end what a program has begun",
    _SEEN: _NOTHING_SEEN,
    _DIAGNOSIS: "there is no diagnosis; leave it out",
    _MASSES: "nothing is told of masses",
    "moveAlong": "a path has no times here; give its poses to moveTo",
    "getRobotConfig": "nothing is told of versions; getBodyNames tells the joints",
}
"""Of a NAO: functions, and why they are refused."""
ON_WHEELS: Final[Mapping[str, str]] = {
    _JOINTS: "nothing but its base is simulated of this robot",
    "setFootSteps setFootStepsWithSpeed getFootSteps": "footsteps are not allowed on this robot",
    _SEEN: _NOTHING_SEEN,
    "moveAlong": "a path has no times here; give its poses to moveTo",
}
"""Of a robot on wheels, likewise."""


def refuses(table: Mapping[str, str]) -> Callable[[ClassT], ClassT]:
    """Give a service functions that refuse whatever they are given, each with its reason."""

    def give(service: ClassT) -> ClassT:
        for names, why in table.items():
            for name in names.split():
                setattr(service, name, _refusal(name, why))
        return service

    return give


def is_refusal(function: Callable[..., Any]) -> bool:
    """Return whether a function does nothing but refuse."""
    return hasattr(function, "refused")


def _refusal(name: str, why: str) -> Callable[..., NoReturn]:
    def refused(self: Any, *given: Any) -> NoReturn:
        Call(self.name, name, given).refuse(f"refused: {why}")

    refused.__name__, refused.__doc__ = name, f"Refuse: {why}."
    refused.refused = why  # type: ignore[attr-defined]
    return refused
