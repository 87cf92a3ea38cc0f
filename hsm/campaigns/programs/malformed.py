"""Malformed calls: an invalid argument, a list with an invalid value, too many arguments."""

import random
from collections.abc import Sequence
from typing import Any, Final

GOOD: Final[dict[str, tuple[Any, ...]]] = {
    "move": (0.05, 0.0, 0.1, [["StepHeight", 0.02]]),
    "moveToward": (0.5, 0.1, 0.0, [["LeftMaxStepX", 0.05], ["Frequency", 0.5]]),
    "moveTo": (0.2, 0.1, 0.3, 4.0, [["MaxStepX", 0.06]]),
    "setFootSteps": (["LLeg"], [[0.06, 0.1, 0.0]], [0.6], False),
    "setFootStepsWithSpeed": (["LLeg", "RLeg"], [[0.0, 0.1, 0.0], [0.0, -0.1, 0.0]], [1.0, 0.5], 0),
    "getRobotPosition": (True,),
    "getMoveConfig": ("Max",),
    "setMoveArmsEnabled": (True, False),
    "getMoveArmsEnabled": ("Arms",),
    "setMotionConfig": ([["ENABLE_STIFFNESS_PROTECTION", True]],),
    "setStiffnesses": (["LArm", "Head"], 0.9),
    "getStiffnesses": ("Body",),
    "stiffnessInterpolation": ("Head", [0.5, 0.7], [1.0, 1.0]),
    "getPosition": ("LArm", 2, True),
    "setAngles": ("Head", [0.1, 0.2], 0.3),
    "changeAngles": ("Head", [0.1, 0.1], 0.3),
    "getAngles": ("Legs", False),
    "angleInterpolation": ("Head", [[0.1, 0.2], [0.5]], [[0.5, 1.0], [1.0]], True),
    "angleInterpolationWithSpeed": ("Head", [0.1, 0.2], 0.3),
    "angleInterpolationBezier": ("Head", [[1.0]] * 2, [[[0.1, [3, -0.3, 0.0], [3, 0.3, 0.0]]]] * 2),
    "killTask": (1,),
    "areResourcesAvailable": (["Head", "LArm"],),
    "getBodyNames": ("Body",),
    "getLimits": ("Head",),
    "getTransform": ("LArm", 2, True),
    "setFallManagerEnabled": (True,),
    "setCollisionProtectionEnabled": ("Arms", False),
    "setWalkTargetVelocity": (0.5, 0.0, 0.0, 0.8),
    "stepTo": ("LLeg", 0.02, 0.1, 0.0),
}
"""Valid arguments of functions of ALMotion."""
ODD: Final[tuple[Any, ...]] = (
    None, {}, {"x": 1}, [[]], [None], float("nan"), float("inf"), -float("inf"), [["a"]],
)  # fmt: skip
"""Values that none of them accepts but qi transmits. Strings and large numbers are not among them:
unknown keys of a move config are ignored, and large values are clipped."""


def malformed(chance: random.Random, odd: Sequence[Any] = ODD) -> tuple[str, tuple[Any, ...]]:
    """Return a function and malformed arguments for it.

    Args:
        chance: Random generator.
        odd: Invalid values to insert.
    """
    name = chance.choice(sorted(GOOD))
    given: list[Any] = list(GOOD[name])
    match chance.randrange(3):
        case 0:
            given[chance.randrange(len(given))] = chance.choice(odd)
        case 1:
            at = [place for place, value in enumerate(given) if isinstance(value, list)]
            if at:
                place = chance.choice(at)
                given[place] = _spoiled(given[place], chance, odd)
            else:
                given = given * 9
        case _:
            given = given * chance.randrange(8, 12)
    return name, tuple(given)


def _spoiled(value: list[Any], chance: random.Random, odd: Sequence[Any]) -> list[Any]:
    """Return a list with one value replaced by an invalid one, possibly in a nested list."""
    if not value:
        return [chance.choice(odd)]
    at = chance.randrange(len(value))
    inner = value[at]
    spoiled = _spoiled(inner, chance, odd) if isinstance(inner, list) else chance.choice(odd)
    return [*value[:at], spoiled, *value[at + 1 :]]
