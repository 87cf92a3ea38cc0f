"""Functions of ALMotion that are not supported: each is refused with a reason or alternative."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn

from hsm.apps.naoqi.argument_checks import Call

_NOTHING_SEEN: Final = "a move does not avoid obstacles; omit this call"
_SEEN: Final = (
    "setOrthogonalSecurityDistance getOrthogonalSecurityDistance setTangentialSecurityDistance"
    " getTangentialSecurityDistance"
)
_LIMB_ENDS: Final = (
    "positionInterpolation positionInterpolations setPosition setPositions changePosition"
    " transformInterpolation transformInterpolations setTransform setTransforms changeTransform"
    " wbEnableEffectorControl wbEnableEffectorOptimization wbSetEffectorControl"
)
_BALANCE: Final = "wbEnable wbEnableBalanceConstraint"
_WEIGHT: Final = "wbFootState wbGoToBalance wbGoToBalanceWithSpeed"
_MASSES: Final = "getCOM getMass"
_JOINTS: Final = (
    "setStiffnesses getStiffnesses stiffnessInterpolation setAngles changeAngles getAngles"
    " angleInterpolation angleInterpolationBezier angleInterpolationWithSpeed openHand closeHand"
    " getBodyNames getLimits getSummary getPosition getTransform setMoveArmsEnabled"
    " getMoveArmsEnabled setBreathEnabled"
)
ON_LEGS: Final[Mapping[str, str]] = {
    _LIMB_ENDS: "there is no Cartesian control; use setAngles for joints of head and arms",
    _BALANCE: "the robot always balances itself; omit this call",
    _WEIGHT: "only walks shift the weight or lift a foot; setFootSteps places feet",
    _SEEN: _NOTHING_SEEN,
    _MASSES: "masses are not available",
    "moveAlong": "paths with times are not supported; give the poses to moveTo",
    "getRobotConfig": "versions are not available; getBodyNames returns the joints",
}
"""Functions refused for a NAO, with the reasons."""
ON_WHEELS: Final[Mapping[str, str]] = {
    _JOINTS: "only the base of this robot is simulated",
    "setFootSteps setFootStepsWithSpeed getFootSteps": "footsteps are not allowed on this robot",
    _SEEN: _NOTHING_SEEN,
    "moveAlong": "paths with times are not supported; give the poses to moveTo",
}
"""Functions refused for a wheeled robot, with the reasons."""


def refusals(table: Mapping[str, str]) -> list[Callable[..., NoReturn]]:
    """Return functions that refuse every call, each with its reason."""
    return [_refusal(name, why) for names, why in table.items() for name in names.split()]


def is_refusal(function: Callable[..., Any]) -> bool:
    """Return whether a function refuses every call."""
    return hasattr(function, "refused")


def _refusal(name: str, why: str) -> Callable[..., NoReturn]:
    def refused(self: Any, *given: Any) -> NoReturn:
        Call(self.name, name).refuse(f"refused: {why}")

    refused.__name__, refused.__doc__ = name, f"Refuse: {why}."
    refused.refused = why  # type: ignore[attr-defined]
    return refused
