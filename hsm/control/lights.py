"""What the robot shows: its eyes the state that it is in, its chest that it needs a person.

The eyes have the state's colour in the diagrams, but full: lights turn pale colours into white.
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
"""Between the strongest and the weakest part of a colour that is none: it stays as it is."""


@dataclass(frozen=True, slots=True)
class LightParameters:
    """How bright and how fast.

    Attributes:
        eyes: Brightness of the eyes, 0..1.
        chest: Brightness of the chest button while it asks for a person, 0..1.
        blink: From one flash of it to the next, s.
    """

    eyes: Percent
    chest: Percent
    blink: PositiveMilliseconds


class StateLights:
    """The lights of every state, made beforehand: a cycle only chooses."""

    def __init__(self, asks: Mapping[Leaf, bool], parameters: LightParameters) -> None:
        """Make them.

        Args:
            asks: Every leaf of the chart, and whether the robot asks for a person in it.
            parameters: How bright and how fast.
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
        """Return what to show in a leaf.

        Args:
            path: Of the leaf.
            time: Of the frame, s.
        """
        return self._lights[path][math.floor(time / self._half) % 2]


def _eye(look: Appearance | None, brightness: float) -> tuple[float, ...]:
    """Return all parts of an eye, dark if the state has no colour of its own."""
    if look is None:
        return (0.0,) * (3 * _EYE_PARTS)
    parts = [int(look.colour[at : at + 2], 16) / 255.0 for at in (1, 3, 5)]
    weakest, strongest = min(parts), max(parts)
    if strongest - weakest > _GREY:
        parts = [(part - weakest) / (strongest - weakest) for part in parts]
    return tuple(brightness * part for part in parts for _ in range(_EYE_PARTS))
