"""Hands what a scenario does to the robot to the simulated world, and says it in words."""

import math
from dataclasses import fields
from typing import assert_never

from hardware.simulation.events import disturbances as world
from hsm.scenarios.disturbance import (
    BlockFoot,
    Disturbance,
    HoldUpright,
    KillImu,
    KillMotor,
    LayDown,
    Lean,
    LetGo,
    Lift,
    LoseFrames,
    PressButton,
    Push,
    PutDown,
    SpoilField,
)


def in_the_world(disturbance: Disturbance) -> world.Disturbance:
    """Return what the simulated world does: its class of the same name with the same values."""
    what = disturbance.kind
    values = {item.name: getattr(what, item.name) for item in fields(what)}
    made: world.Disturbance = getattr(world, type(what).__name__)(**values)
    return made


def told(disturbance: Disturbance) -> str:
    """Return a disturbance for people, in a few words."""
    what = disturbance.kind
    match what:
        case Push():
            return f"push {what.impulse:g} Ns {_toward(what.direction)}"
        case Lean():
            return f"lean {what.force:g} N {_toward(what.direction)} for {what.duration:g} s"
        case BlockFoot():
            return f"{what.side.name.lower()} foot blocked for {what.duration:g} s"
        case Lift() | HoldUpright() | PutDown() | LayDown() | LetGo():
            return _handled(what)
        case LoseFrames():
            return f"no frames for {what.duration:g} s"
        case KillImu():
            return f"inertial unit {what.mode}"
        case KillMotor():
            return f"motor of {what.joint.key} dead"
        case PressButton():
            return f"{what.touch.name.lower().replace('_', ' ')} touched"
        case SpoilField():
            value = "no number" if math.isnan(what.value) else f"{what.value:g}"
            return f"{what.field}[{what.index}] is {value}"
        case _:
            assert_never(what)


def _handled(what: Lift | HoldUpright | PutDown | LayDown | LetGo) -> str:
    match what:
        case Lift():
            return f"lifted by {1e3 * what.height:.0f} mm"
        case HoldUpright():
            return "held upright"
        case PutDown():
            return "put down"
        case LayDown():
            return f"laid down on its {what.side}"
        case LetGo():
            return "let go"
        case _:
            assert_never(what)


def _toward(direction: float) -> str:
    """Return a direction in words; between the four main ones, with its angle."""
    angle = round(math.degrees(direction)) % 360
    named = {0: "forward", 90: "left", 180: "backward", 270: "right"}
    return named.get(angle, f"to {angle if angle <= 180 else angle - 360} deg")
