"""ALMotion's switches of a robot's reflexes: each has a fixed state here.

Programs set them before they walk, and restore NAOqi's defaults at their end. Requesting the fixed
state succeeds. Requesting the default where it differs has no effect and logs a warning: the
program gets back what it found. Requesting anything else is refused with the reason.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from hsm.apps.naoqi.argument_checks import Call, takes

_ARMS: Final = ("Arms", "LArm", "RArm")
_COLLIDING: Final = ("All", "Move", *_ARMS)
_BREATHING: Final = ("Body", "Legs", "Head", *_ARMS)


@dataclass(frozen=True, slots=True)
class Switch:
    """A reflex that a robot always has, or never has.

    Attributes:
        named: Name in its functions `set...Enabled` and `get...Enabled`.
        on: Whether the robot has it.
        does: Description of the reflex.
        why: Why its state is fixed.
        default: Its state in NAOqi until a program changes it.
        parts: Allowed values of the first argument; none for a switch of the whole robot.
        part: Name of that argument.
        confirms: Whether setting it returns whether it has its new state.
    """

    named: str
    on: bool
    does: str
    why: str
    default: bool
    parts: tuple[str, ...] = ()
    part: str = "chainName"
    confirms: bool = False

    @property
    def note(self) -> str:
        """Return which state can be set, for the page of functions."""
        if self.default is self.on:
            return f"works for {self.on}; {not self.on} is refused"
        return f"works for {self.on}; {self.default}, NAOqi's default, only logs a warning"


_SURROUNDINGS: Final = Switch(
    "ExternalCollisionProtection", False, "the protection from obstacles",
    "a move does not avoid obstacles", True, _COLLIDING, "name",
)  # fmt: skip
ON_LEGS: Final = (
    _SURROUNDINGS,
    Switch(
        "FallManager", True, "the protection of a falling robot",
        "a falling robot always protects itself", True,
    ),
    Switch(
        "SmartStiffness", False, "the reduced current of a resting robot",
        "a resting robot keeps the stiffness that was set", True,
    ),
    Switch(
        "CollisionProtection", False, "the protection from collisions with its own arms",
        "arms moved by a program are not checked for collisions", True, _COLLIDING, confirms=True,
    ),
    Switch(
        "DiagnosisEffect", False, "the effect of a diagnosis on motions",
        "there is no diagnosis", True,
    ),
    Switch(
        "PushRecovery", True, "the steps after a push",
        "a walking robot always steps after a push", True,
    ),
    Switch(
        "IdlePosture", False, "the postures of an idle robot",
        "an idle robot keeps its posture", False, _BREATHING,
    ),
    Switch("Breath", False, "breathing", "a standing robot stands still", False, _BREATHING),
)  # fmt: skip
"""Switches of a NAO."""
ON_WHEELS: Final = (_SURROUNDINGS,)
"""Switches of a wheeled robot."""


def switches(table: Iterable[Switch]) -> list[Callable[..., Any]]:
    """Return functions that set and return switches."""
    return [made(switch) for switch in table for made in (_setting, _getter)]


def _setting(switch: Switch) -> Callable[..., Any]:
    """Return the function that refuses any state but the fixed one."""
    onward = "on" if switch.on else "off"

    def keep(self: Any, call: Call, *given: Any) -> bool | None:
        *part, enable = given
        if part:
            call.choice(part[0], switch.part, switch.parts)
        wished = call.flag(enable, "enable")
        if wished is not switch.on:
            reason = f"it stays {onward}; {switch.why}"
            if wished is not switch.default:
                call.refuse(f"refused: {reason}")
            call.warn(f"has no effect: {reason}")
        return wished is switch.on if switch.confirms else None

    keep.__name__ = f"set{switch.named}Enabled"
    keep.__doc__ = f"Keep {switch.does} {onward}."
    return (takes(f"{switch.part}, enable", 2) if switch.parts else takes("enable", 1))(keep)


def _getter(switch: Switch) -> Callable[..., Any]:
    def get(self: Any, call: Call, *part: Any) -> bool:
        if part:
            call.choice(part[0], switch.part, switch.parts)
        return switch.on

    get.__name__ = f"get{switch.named}Enabled"
    get.__doc__ = f"Return {switch.on}: {switch.why}."
    return (takes(switch.part, 1) if switch.parts else takes("", 0))(get)
