"""Translates what a scenario does to the robot into what the simulated world can do."""

import math
from typing import Final, assert_never

from hardware.simulation import disturbances as world
from hsm.runtime.disturbance import (
    BlockFoot,
    Disturbance,
    HoldUpright,
    KillImu,
    Lean,
    Lift,
    LoseFrames,
    Measurement,
    Press,
    Push,
    PutDown,
    Spoil,
)

_HELD_HEIGHT = 0.31
"""Height of the torso of a robot that is held upright, m: that of the stance, soles on the turf."""
_CATCH_TIME = 0.5
"""Time in which a person who catches brings the robot upright, s."""
_FIELDS: Final = {
    Measurement.POSITION: "positions",
    Measurement.TEMPERATURE: "temperatures",
    Measurement.CURRENT: "currents",
}


class Hands:
    """Translates disturbances; remembers how high the person has lifted."""

    def __init__(self) -> None:
        """Begin with a robot on the ground."""
        self._lifted = Lift().height

    def translate(self, disturbance: Disturbance) -> tuple[world.Disturbance, ...]:
        """Return what the world does for one entry of a scenario."""
        what = disturbance.kind
        match what:
            case Push():
                return (world.Push(what.direction, what.impulse, what.duration),)
            case Lean():
                return (world.Lean(what.direction, what.force, what.duration),)
            case BlockFoot():
                return (world.BlockFoot(what.side, what.duration),)
            case Lift() | PutDown() | HoldUpright():
                return self._handle(what)
            case LoseFrames():
                return (world.LoseFrames(what.duration),)
            case KillImu():
                return (world.KillImu("frozen"),)
            case Press():
                return tuple(world.PressButton(touch, what.duration) for touch in what.touch)
            case Spoil():
                field, index = _FIELDS[what.measurement], int(what.joint)
                return (world.SpoilField(field, index, math.nan, what.duration),)
            case _:
                assert_never(what)

    def _handle(self, what: Lift | PutDown | HoldUpright) -> tuple[world.Disturbance, ...]:
        match what:
            case Lift():
                self._lifted = what.height
                return (world.Lift(what.height, what.duration),)
            case PutDown():
                return (world.PutDown(self._lifted / what.duration),)
            case HoldUpright():
                way = min(_CATCH_TIME, what.duration)
                held = world.HoldUpright(_HELD_HEIGHT, way)
                return (held, world.LetGo(after=what.duration))
            case _:
                assert_never(what)


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
        case Lift():
            return f"lifted by {1e3 * what.height:.0f} mm"
        case PutDown():
            return "put down"
        case HoldUpright():
            return f"held upright for {what.duration:g} s"
        case LoseFrames():
            return f"no frames for {what.duration:g} s"
        case KillImu():
            return "inertial unit dead"
        case Press():
            return f"{' and '.join(pad.name.lower() for pad in what.touch)} pressed"
        case Spoil():
            return f"{what.joint.name.lower()} {what.measurement.value} is no number"
        case _:
            assert_never(what)


def _toward(direction: float) -> str:
    """Return a direction in words; between the four main ones, with its angle."""
    angle = round(math.degrees(direction)) % 360
    named = {0: "forward", 90: "left", 180: "backward", 270: "right"}
    return named.get(angle, f"to {angle if angle <= 180 else angle - 360} deg")
