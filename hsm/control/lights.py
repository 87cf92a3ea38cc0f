"""The robot's lights: the eyes show the active state, a flashing chest asks for a person.

The eyes have the state's colour in the diagrams, fully saturated: pale colours look white on LEDs.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hardware.sensors_and_commands import Lights
from hardware.units import Percent, PositiveMilliseconds
from hsm.chart import Appearance, Leaf

_EYE_PARTS: Final = 8
_GREY: Final = 0.15
"""Spread of the RGB parts up to which a colour counts as grey and is not saturated."""


@dataclass(frozen=True, slots=True)
class LightParameters:
    """Brightness and blink period of the lights.

    Attributes:
        eyes: Brightness of the eyes, 0..1.
        chest: Brightness of the chest button while it asks for a person, 0..1.
        blink: Period of its flashes, s.
    """

    eyes: Percent
    chest: Percent
    blink: PositiveMilliseconds


class StateLights:
    """The lights of every state, precomputed: a cycle only selects."""

    def __init__(self, asks: Mapping[Leaf, bool], parameters: LightParameters) -> None:
        """Compute the lights.

        Args:
            asks: Whether the robot asks for a person, for every leaf of the chart.
            parameters: Brightness and blink period.
        """
        red = (parameters.chest, 0.0, 0.0)
        self._half = 0.5 * parameters.blink
        self._lights: dict[str, tuple[Lights, Lights]] = {}
        for leaf, asking in asks.items():
            eye = _eye(leaf.look, parameters.eyes)
            calm = Lights(left_eye=eye, right_eye=eye)
            flash = Lights(chest=red, left_eye=eye, right_eye=eye) if asking else calm
            self._lights[leaf.path] = flash, calm

    def shown(self, path: str, time: float) -> Lights:
        """Return the lights of a leaf.

        Args:
            path: Path of the leaf.
            time: Time of the frame, s.
        """
        return self._lights[path][math.floor(time / self._half) % 2]


def _eye(look: Appearance | None, brightness: float) -> tuple[float, ...]:
    """Return the LED values of an eye, dark if the state has no colour."""
    if look is None:
        return (0.0,) * (3 * _EYE_PARTS)
    parts = [int(look.colour[at : at + 2], 16) / 255.0 for at in (1, 3, 5)]
    weakest, strongest = min(parts), max(parts)
    if strongest - weakest > _GREY:
        parts = [(part - weakest) / (strongest - weakest) for part in parts]
    return tuple(brightness * part for part in parts for _ in range(_EYE_PARTS))
