"""One colour and one short label per group of states, the same in every picture and table."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Group:
    """What a person tells apart at a glance.

    Attributes:
        label: What is written on it.
        colour: Hexadecimal RGB, readable under black text.
    """

    label: str
    colour: str


_OFF = Group("off", "#c9ccd1")
_FAULT = Group("fault", "#d64550")
_LIMP = Group("limp", "#b9aee0")
_STAND = Group("stand", "#8ecae6")
_WALK = Group("walk", "#95d5a3")
_FALL = Group("fall", "#f28c6f")
_GET_UP = Group("get up", "#f6c667")
_SIT_DOWN = Group("sit down", "#d9b99b")
_DIVE = Group("dive", "#e39fb3")
_SPECIAL = Group("special", "#e8d96a")
_PICKED_UP = Group("picked up", "#d8a7ca")
_FREEZE = Group("freeze", "#9fb3c8")
_OTHER = Group("other", "#e3e3e3")

_GROUPS: Final = {
    "Off": _OFF,
    "Fault": _FAULT,
    "Limp": _LIMP,
    "Stand": _STAND,
    "WalkDelayPhase": _WALK,
    "WalkPhase": _WALK,
    "FallProtection": _FALL,
    "PickedUp": _PICKED_UP,
    "Freeze": _FREEZE,
    "KeyframePhase.GetUp": _GET_UP,
    "KeyframePhase.SitDown": _SIT_DOWN,
    "KeyframePhase.Dive": _DIVE,
    "KeyframePhase.Special": _SPECIAL,
}


def group_of(leaf: str) -> Group:
    """Return the group of a leaf, given by its short name such as `Stand.Normal`."""
    name = leaf
    while name:
        if name in _GROUPS:
            return _GROUPS[name]
        name = name.rpartition(".")[0]
    return Group(leaf.split(".")[0].lower(), _OTHER.colour)
