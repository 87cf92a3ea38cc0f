"""ALMotion with the function names of older robots; each warns once."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from hsm.apps.naoqi.argument_checks import LOG, Call, function
from hsm.apps.naoqi.motion import ALMotion

OLD: dict[str, str] = {
    "walkInit": "moveInit",
    "walkTo": "moveTo",
    "setWalkTargetVelocity": "moveToward",
    "stepTo": "setFootSteps",
    "waitUntilWalkIsFinished": "waitUntilMoveIsFinished",
    "walkIsActive": "moveIsActive",
    "stopWalk": "stopMove",
    "killWalk": "killMove",
    "getFootGaitConfig": "getMoveConfig",
    "getJointNames": "getBodyNames",
    "setWalkArmsEnabled": "setMoveArmsEnabled",
    "setWalkArmsEnable": "setMoveArmsEnabled",
    "getWalkArmsEnabled": "getMoveArmsEnabled",
    "getWalkArmsEnable": "getMoveArmsEnabled",
}
"""Old names and the current ones; those not defined in `OldMotion` are plain synonyms."""


def _old(method: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function warn once when it is called by its old name."""

    @wraps(method)
    def called(self: "OldMotion", *given: Any) -> Any:
        old = method.__name__
        if old not in self.warned:
            self.warned.add(old)
            LOG.warning("%s is deprecated; use %s", old, OLD[old])
        return method(self, *given)

    return called


class OldMotion(ALMotion):
    """Moves one robot, with current and old function names.

    Attributes:
        warned: Old names that have been called.
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.warned: set[str] = set()

    @_old
    @function("x, y, theta, frequency[, config][, leftConfig, rightConfig]", 4, 5, 6)
    def setWalkTargetVelocity(self, call: Call) -> None:
        """Do the same as moveToward with a Frequency, and a config for both feet or for each."""
        given = call.given
        config: list[Any] = [["Frequency", call.share(given[3], "frequency")]]
        if len(given) == 5:
            config += call.items(call.given[4], "config")
        elif len(given) == 6:
            for at, foot in ((4, "Left"), (5, "Right")):
                for entry in call.items(call.given[at], f"{foot} config"):
                    key, value = call.items(entry, "an entry", length=2)
                    config.append([foot + call.text(key, "a key"), value])
        self.moveToward(*given[:3], config)

    @_old
    @function("legName, x, y, theta")
    def stepTo(self, call: Call) -> None:
        """Add one step at the highest rate, behind those already planned."""
        leg, move = call.given[0], list(call.numbers("x y theta", 1))
        self.setFootStepsWithSpeed([leg], [move], [1.0], False)

    @_old
    @function()
    def getWalkArmsEnabled(self, call: Call) -> list[bool]:
        """Return the flags of both arms."""
        return [self.getMoveArmsEnabled("LArm"), self.getMoveArmsEnabled("RArm")]

    @_old
    @function()
    def getWalkArmsEnable(self, call: Call) -> list[bool]:
        """Return the flags of both arms."""
        return [self.getMoveArmsEnabled("LArm"), self.getMoveArmsEnabled("RArm")]


def _renamed(old: str, new: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls another one."""

    @wraps(new)
    def called(*given: Any) -> Any:
        return new(*given)

    called.__name__, called.__doc__ = old, f"Do the same as {new.__name__}."
    return _old(called)


for _name, _new in OLD.items():
    if not hasattr(OldMotion, _name):
        setattr(OldMotion, _name, _renamed(_name, getattr(ALMotion, _new)))
