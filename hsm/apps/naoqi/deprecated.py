"""ALMotion with the function names of older robots; each warns once."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from hsm.apps.naoqi.argument_checks import LOG, Call, function, takes
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
    @takes("x, y, theta, frequency[, config][, leftConfig, rightConfig]", 4, 5, 6)
    def setWalkTargetVelocity(
        self, call: Call, x: Any, y: Any, theta: Any, frequency: Any, *configs: Any
    ) -> None:
        """Do the same as moveToward with a Frequency, and a config for both feet or for each."""
        config: list[Any] = [["Frequency", call.share(frequency, "frequency")]]
        if len(configs) == 1:
            config += call.items(*configs, "config")
        elif configs:
            for foot, entries in zip(("Left", "Right"), configs, strict=True):
                for entry in call.items(entries, f"{foot} config"):
                    key, value = call.items(entry, "an entry", length=2)
                    config.append([foot + call.text(key, "a key"), value])
        self.moveToward(x, y, theta, config)

    @_old
    @function
    def stepTo(self, call: Call, legName: Any, x: Any, y: Any, theta: Any) -> None:
        """Add one step at the highest rate, behind those already planned."""
        move = list(call.numbers(x=x, y=y, theta=theta))
        self.setFootStepsWithSpeed([legName], [move], [1.0], False)

    @_old
    @function
    def getWalkArmsEnabled(self, call: Call) -> list[bool]:
        """Return the flags of both arms."""
        return [self.getMoveArmsEnabled("LArm"), self.getMoveArmsEnabled("RArm")]

    @_old
    @function
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
