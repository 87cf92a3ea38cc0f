"""ALMotion with the names that it had in older robots; each warns once."""

from concurrent.futures import Future
from typing import Any

from hsm.apps.naoqi.argument_checks import motion_call
from hsm.apps.naoqi.core import LOG
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
"""Old names, and what they are called now."""


class OldMotion(ALMotion):
    """Moves one robot, by new names and old ones."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._warned: set[str] = set()

    def walkInit(self, *given: Any) -> Future[Any]:
        """Do as moveInit."""
        self._warn("walkInit")
        return self.moveInit(*given)

    def walkTo(self, *given: Any) -> Future[bool]:
        """Do as moveTo; there was no time."""
        self._warn("walkTo")
        return self.moveTo(*given)

    def setWalkTargetVelocity(self, *given: Any) -> None:
        """Do as moveToward with a Frequency, and a config for both feet or for each."""
        self._warn("setWalkTargetVelocity")
        takes = "x, y, theta, frequency[, config][, leftConfig, rightConfig]"
        call = motion_call("setWalkTargetVelocity", given, 4, 5, 6, takes=takes)
        config: list[Any] = [["Frequency", call.share(given[3], "frequency")]]
        if len(given) == 5:
            config += call.items(4, "config")
        elif len(given) == 6:
            for at, foot in ((4, "Left"), (5, "Right")):
                for entry in call.items(at, f"{foot} config"):
                    key, value = call.as_list(entry, "an entry", length=2)
                    config.append([foot + call.as_text(key, "a key"), value])
        self.moveToward(*given[:3], config)

    def stepTo(self, *given: Any) -> None:
        """Do one step, at once."""
        self._warn("stepTo")
        call = motion_call("stepTo", given, 4, takes="legName, x, y, theta")
        self.setFootStepsWithSpeed([given[0]], [list(call.numbers("x y theta", 1))], [1.0], False)

    def waitUntilWalkIsFinished(self, *given: Any) -> Future[Any]:
        """Do as waitUntilMoveIsFinished."""
        self._warn("waitUntilWalkIsFinished")
        return self.waitUntilMoveIsFinished(*given)

    def walkIsActive(self, *given: Any) -> bool:
        """Do as moveIsActive."""
        self._warn("walkIsActive")
        return self.moveIsActive(*given)

    def stopWalk(self, *given: Any) -> Future[bool]:
        """Do as stopMove."""
        self._warn("stopWalk")
        return self.stopMove(*given)

    def killWalk(self, *given: Any) -> None:
        """Do as killMove."""
        self._warn("killWalk")
        self.killMove(*given)

    def getFootGaitConfig(self, *given: Any) -> list[list[Any]]:
        """Do as getMoveConfig."""
        self._warn("getFootGaitConfig")
        return self.getMoveConfig(*given)

    def getJointNames(self, *given: Any) -> list[str]:
        """Do as getBodyNames."""
        self._warn("getJointNames")
        return self.getBodyNames(*given)

    def setWalkArmsEnabled(self, *given: Any) -> None:
        """Do as setMoveArmsEnabled."""
        self._warn("setWalkArmsEnabled")
        self.setMoveArmsEnabled(*given)

    def setWalkArmsEnable(self, *given: Any) -> None:
        """Do as setMoveArmsEnabled."""
        self._warn("setWalkArmsEnable")
        self.setMoveArmsEnabled(*given)

    def getWalkArmsEnabled(self, *given: Any) -> list[bool]:
        """Return both flags of the arms."""
        return self._both_arms("getWalkArmsEnabled", given)

    def getWalkArmsEnable(self, *given: Any) -> list[bool]:
        """Return both flags of the arms."""
        return self._both_arms("getWalkArmsEnable", given)

    def _both_arms(self, old: str, given: tuple[Any, ...]) -> list[bool]:
        self._warn(old)
        motion_call(old, given, 0, takes="")
        return [self.getMoveArmsEnabled("LArm"), self.getMoveArmsEnabled("RArm")]

    def _warn(self, old: str) -> None:
        if old not in self._warned:
            self._warned.add(old)
            LOG.warning("%s is deprecated; it is called %s now", old, OLD[old])
