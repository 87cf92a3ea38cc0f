"""ALMotion's switches of what a robot does by itself: each is as it is here, and says so.

Programs set them before they walk. One that is asked for what is so anyway goes on; any other is
refused with the reason.
"""

from typing import Any, Final

from hsm.apps.naoqi.argument_checks import Call, motion_call

_ARMS: Final = ("Arms", "LArm", "RArm")
_COLLIDING: Final = ("All", "Move", *_ARMS)
_BREATHING: Final = ("Body", "Legs", "Head", *_ARMS)


class Reflexes:
    """What a robot does by itself, whatever a program wants."""

    def setFallManagerEnabled(self, *given: Any) -> None:
        """Leave the protection of a falling robot on."""
        call = _call("setFallManagerEnabled", given, "enable")
        _keep(call, True, "a robot that falls protects itself, whatever a program wants")

    def getFallManagerEnabled(self, *given: Any) -> bool:
        """Return True: a robot that falls protects itself."""
        _call("getFallManagerEnabled", given)
        return True

    def setSmartStiffnessEnabled(self, *given: Any) -> None:
        """Leave the saving of current in a robot that rests off: it stands as it was told to."""
        call = _call("setSmartStiffnessEnabled", given, "enable")
        _keep(call, False, "a robot that rests stays as stiff as it was told to be")

    def getSmartStiffnessEnabled(self, *given: Any) -> bool:
        """Return False: a robot that rests stays as stiff as it was told to be."""
        _call("getSmartStiffnessEnabled", given)
        return False

    def setCollisionProtectionEnabled(self, *given: Any) -> bool:
        """Leave the protection of the body from its own arms off: there is none."""
        call = _call("setCollisionProtectionEnabled", given, "chainName", "enable", of=_COLLIDING)
        _keep(call, False, "arms that a program moves are kept off nothing")
        return True

    def getCollisionProtectionEnabled(self, *given: Any) -> bool:
        """Return False: arms are kept off nothing."""
        _call("getCollisionProtectionEnabled", given, "chainName", of=_COLLIDING)
        return False

    def setExternalCollisionProtectionEnabled(self, *given: Any) -> None:
        """Leave the protection from what stands around off: there is none."""
        call = _call(
            "setExternalCollisionProtectionEnabled", given, "name", "enable", of=_COLLIDING
        )
        _keep(call, False, "a move looks out for nothing that stands in its way")

    def getExternalCollisionProtectionEnabled(self, *given: Any) -> bool:
        """Return False: a move looks out for nothing."""
        _call("getExternalCollisionProtectionEnabled", given, "name", of=_COLLIDING)
        return False

    def setBreathEnabled(self, *given: Any) -> None:
        """Leave breathing off: a robot that stands stands still."""
        call = _call("setBreathEnabled", given, "chainName", "enable", of=_BREATHING)
        _keep(call, False, "a robot that stands stands still")

    def getBreathEnabled(self, *given: Any) -> bool:
        """Return False: a robot that stands stands still."""
        _call("getBreathEnabled", given, "chainName", of=_BREATHING)
        return False


def _call(method: str, given: tuple[Any, ...], *takes: str, of: tuple[str, ...] = ()) -> Call:
    """Take a call of a switch: what it switches, if there are several, and to what.

    Raises:
        NaoqiError: If it is none.
    """
    call = motion_call(method, given, len(takes), takes=", ".join(takes))
    if of:
        call.choice(given[0], takes[0], of)
    return call


def _keep(call: Call, so: bool, why: str) -> None:
    """Refuse a switch that is not as asked.

    Raises:
        NaoqiError: With the reason.
    """
    if call.flag(len(call.given) - 1, "enable") is not so:
        call.refuse(f"refused: it stays {'on' if so else 'off'}; {why}")
