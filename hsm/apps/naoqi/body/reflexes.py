"""ALMotion's switches of what a robot does by itself: each is as it is here, and says so.

Programs set them before they walk. One that is asked for what is so anyway goes on; any other is
refused with the reason.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from hsm.apps.naoqi.argument_checks import Call, function

ClassT = TypeVar("ClassT", bound=type[Any])
_ARMS: Final = ("Arms", "LArm", "RArm")
_COLLIDING: Final = ("All", "Move", *_ARMS)
_BREATHING: Final = ("Body", "Legs", "Head", *_ARMS)


@dataclass(frozen=True, slots=True)
class Switch:
    """Something that a robot does by itself, or never does.

    Attributes:
        named: Its functions are `set...Enabled` and `get...Enabled`.
        on: It does.
        does: What it does or would do.
        why: Nobody can change that.
        parts: One of them is given first; of the whole robot if there is none.
        part: What that argument is called.
        confirms: Setting it returns True.
    """

    named: str
    on: bool
    does: str
    why: str
    parts: tuple[str, ...] = ()
    part: str = "chainName"
    confirms: bool = False

    @property
    def note(self) -> str:
        """Return what may be asked, for the page of functions."""
        return f"works for {self.on}; {not self.on} is refused"


_SURROUNDINGS: Final = Switch(
    "ExternalCollisionProtection", False, "the protection from what stands around",
    "a move looks out for nothing that stands in its way", _COLLIDING, "name",
)  # fmt: skip
ON_LEGS: Final = (
    _SURROUNDINGS,
    Switch(
        "FallManager", True, "the protection of a falling robot",
        "a robot that falls protects itself, whatever a program wants",
    ),
    Switch(
        "SmartStiffness", False, "the saving of current in a robot that rests",
        "a robot that rests stays as stiff as it was told to be",
    ),
    Switch(
        "CollisionProtection", False, "the protection of the body from its own arms",
        "arms that a program moves are kept off nothing", _COLLIDING, confirms=True,
    ),
    Switch(
        "PushRecovery", True, "the steps after a push",
        "a robot that walks steps after a push, whatever a program wants",
    ),
    Switch(
        "IdlePosture", False, "postures of a robot that has nothing to do",
        "a robot that has nothing to do stays as it was put", _BREATHING,
    ),
    Switch("Breath", False, "breathing", "a robot that stands stands still", _BREATHING),
)  # fmt: skip
"""Of a NAO."""
ON_WHEELS: Final = (_SURROUNDINGS,)
"""Of a robot on wheels."""


def switches(*table: Switch) -> Callable[[ClassT], ClassT]:
    """Give a service the functions that set and tell some switches."""

    def give(service: ClassT) -> ClassT:
        for switch in table:
            for made in (_setting(switch), _telling(switch)):
                setattr(service, made.__name__, made)
        return service

    return give


def _setting(switch: Switch) -> Callable[..., Any]:
    """Return the function that refuses a switch that is not as asked."""
    onward = "on" if switch.on else "off"

    def keep(self: Any, call: Call) -> bool | None:
        if switch.parts:
            call.choice(call.given[0], switch.part, switch.parts)
        if call.flag(call.given[-1], "enable") is not switch.on:
            call.refuse(f"refused: it stays {onward}; {switch.why}")
        return True if switch.confirms else None

    keep.__name__ = f"set{switch.named}Enabled"
    keep.__doc__ = f"Leave {switch.does} {onward}."
    return function(f"{switch.part}, enable" if switch.parts else "enable")(keep)


def _telling(switch: Switch) -> Callable[..., Any]:
    def tell(self: Any, call: Call) -> bool:
        if switch.parts:
            call.choice(call.given[0], switch.part, switch.parts)
        return switch.on

    tell.__name__ = f"get{switch.named}Enabled"
    tell.__doc__ = f"Return {switch.on}: {switch.why}."
    return function(switch.part if switch.parts else "")(tell)
