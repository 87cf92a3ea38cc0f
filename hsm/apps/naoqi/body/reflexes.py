"""ALMotion's switches of what a robot does by itself: each is as it is here, and says so.

Programs set them before they walk. One that is asked for what is so anyway goes on; any other is
refused with the reason.
"""

from typing import Any, Final

from hsm.apps.naoqi.argument_checks import Call

NAME: Final = "ALMotion"
_CHAINS: Final = ("All", "Move", "Arms", "LArm", "RArm")
_NO_LOOK: Final = "arms that a program moves are kept off nothing"


class Reflexes:
    """What a robot does by itself, whatever a program wants."""

    def setFallManagerEnabled(self, *given: Any) -> None:
        """Leave the protection of a falling robot on."""
        _only(Call(NAME, "setFallManagerEnabled", given, 1, takes="enable"), 0, True,
              "a robot that falls protects itself, whatever a program wants")  # fmt: skip

    def getFallManagerEnabled(self, *given: Any) -> bool:
        """Return True: a robot that falls protects itself."""
        Call(NAME, "getFallManagerEnabled", given, 0, takes="")
        return True

    def setSmartStiffnessEnabled(self, *given: Any) -> None:
        """Leave the saving of current in a robot that rests on."""
        _only(Call(NAME, "setSmartStiffnessEnabled", given, 1, takes="enable"), 0, True,
              "a robot that rests saves current by itself")  # fmt: skip

    def getSmartStiffnessEnabled(self, *given: Any) -> bool:
        """Return True: a robot that rests saves current."""
        Call(NAME, "getSmartStiffnessEnabled", given, 0, takes="")
        return True

    def setCollisionProtectionEnabled(self, *given: Any) -> bool:
        """Leave the protection of the body from its own arms off: there is none."""
        call = Call(NAME, "setCollisionProtectionEnabled", given, 2, takes="chainName, enable")
        call.choice(given[0], "chainName", _CHAINS)
        _only(call, 1, False, _NO_LOOK)
        return True

    def getCollisionProtectionEnabled(self, *given: Any) -> bool:
        """Return False: arms are kept off nothing."""
        call = Call(NAME, "getCollisionProtectionEnabled", given, 1, takes="chainName")
        call.choice(given[0], "chainName", _CHAINS)
        return False

    def setExternalCollisionProtectionEnabled(self, *given: Any) -> None:
        """Leave the protection from what stands around off: there is none."""
        takes = "name, enable"
        call = Call(NAME, "setExternalCollisionProtectionEnabled", given, 2, takes=takes)
        call.choice(given[0], "name", _CHAINS)
        _only(call, 1, False, "a move looks out for nothing that stands in its way")

    def getExternalCollisionProtectionEnabled(self, *given: Any) -> bool:
        """Return False: a move looks out for nothing."""
        call = Call(NAME, "getExternalCollisionProtectionEnabled", given, 1, takes="name")
        call.choice(given[0], "name", _CHAINS)
        return False

    def setBreathEnabled(self, *given: Any) -> None:
        """Leave breathing off: a robot that stands stands still."""
        call = Call(NAME, "setBreathEnabled", given, 2, takes="chainName, enable")
        call.choice(given[0], "chainName", ("Body", "Legs", "Head", *_CHAINS[2:]))
        _only(call, 1, False, "a robot that stands stands still")

    def getBreathEnabled(self, *given: Any) -> bool:
        """Return False: a robot that stands stands still."""
        call = Call(NAME, "getBreathEnabled", given, 1, takes="chainName")
        call.choice(given[0], "chainName", ("Body", "Legs", "Head", *_CHAINS[2:]))
        return False


def _only(call: Call, at: int, so: bool, why: str) -> None:
    """Refuse a switch that is not as asked.

    Raises:
        NaoqiError: With the reason.
    """
    if call.flag(at, "enable") is not so:
        call.refuse(f"refused: it stays {'on' if so else 'off'}; {why}")
