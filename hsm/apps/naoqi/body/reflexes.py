"""ALMotion's switches of what a robot does by itself: each is as it is here, and says so.

Programs set them before they walk. One that is asked for what is so anyway goes on; any other is
refused with the reason.
"""

from typing import Final

from hsm.apps.naoqi.argument_checks import MOTION, Call, function

_ARMS: Final = ("Arms", "LArm", "RArm")
_COLLIDING: Final = ("All", "Move", *_ARMS)
_BREATHING: Final = ("Body", "Legs", "Head", *_ARMS)


class Surroundings:
    """What a robot on legs or on wheels does about what stands around."""

    name = MOTION

    @function("name, enable")
    def setExternalCollisionProtectionEnabled(self, call: Call) -> None:
        """Leave the protection from what stands around off: there is none."""
        call.choice(call.given[0], "name", _COLLIDING)
        _keep(call, False, "a move looks out for nothing that stands in its way")

    @function("name")
    def getExternalCollisionProtectionEnabled(self, call: Call) -> bool:
        """Return False: a move looks out for nothing."""
        call.choice(call.given[0], "name", _COLLIDING)
        return False


class Reflexes(Surroundings):
    """What a robot does by itself, whatever a program wants."""

    @function("enable")
    def setFallManagerEnabled(self, call: Call) -> None:
        """Leave the protection of a falling robot on."""
        _keep(call, True, "a robot that falls protects itself, whatever a program wants")

    @function()
    def getFallManagerEnabled(self, call: Call) -> bool:
        """Return True: a robot that falls protects itself."""
        return True

    @function("enable")
    def setSmartStiffnessEnabled(self, call: Call) -> None:
        """Leave the saving of current in a robot that rests off: it stands as it was told to."""
        _keep(call, False, "a robot that rests stays as stiff as it was told to be")

    @function()
    def getSmartStiffnessEnabled(self, call: Call) -> bool:
        """Return False: a robot that rests stays as stiff as it was told to be."""
        return False

    @function("chainName, enable")
    def setCollisionProtectionEnabled(self, call: Call) -> bool:
        """Leave the protection of the body from its own arms off: there is none."""
        call.choice(call.given[0], "chainName", _COLLIDING)
        _keep(call, False, "arms that a program moves are kept off nothing")
        return True

    @function("chainName")
    def getCollisionProtectionEnabled(self, call: Call) -> bool:
        """Return False: arms are kept off nothing."""
        call.choice(call.given[0], "chainName", _COLLIDING)
        return False

    @function("enable")
    def setPushRecoveryEnabled(self, call: Call) -> None:
        """Leave the steps after a push on."""
        _keep(call, True, "a robot that walks steps after a push, whatever a program wants")

    @function()
    def getPushRecoveryEnabled(self, call: Call) -> bool:
        """Return True: a robot that walks steps after a push."""
        return True

    @function("chainName, enable")
    def setIdlePostureEnabled(self, call: Call) -> None:
        """Leave postures of a robot that has nothing to do off: it stays as it was put."""
        call.choice(call.given[0], "chainName", _BREATHING)
        _keep(call, False, "a robot that has nothing to do stays as it was put")

    @function("chainName")
    def getIdlePostureEnabled(self, call: Call) -> bool:
        """Return False: a robot that has nothing to do stays as it was put."""
        call.choice(call.given[0], "chainName", _BREATHING)
        return False

    @function("chainName, enable")
    def setBreathEnabled(self, call: Call) -> None:
        """Leave breathing off: a robot that stands stands still."""
        call.choice(call.given[0], "chainName", _BREATHING)
        _keep(call, False, "a robot that stands stands still")

    @function("chainName")
    def getBreathEnabled(self, call: Call) -> bool:
        """Return False: a robot that stands stands still."""
        call.choice(call.given[0], "chainName", _BREATHING)
        return False


def _keep(call: Call, so: bool, why: str) -> None:
    """Refuse a switch that is not as asked.

    Raises:
        NaoqiError: With the reason.
    """
    if call.flag(call.given[-1], "enable") is not so:
        call.refuse(f"refused: it stays {'on' if so else 'off'}; {why}")
