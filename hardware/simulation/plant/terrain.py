"""Uneven turf: each foot stands on its own plane, tangent to the ground under its sole.

A height field would cost several times as much as the whole robot. Because a foot is flat and
stiff, only height and slope of the ground below it matter. Its plane follows it in the air and
stops once the foot carries load: the ground must not move under a standing robot.
"""

import math
from typing import Any

import numpy as np

from hardware.sensors_and_commands import CYCLE
from hardware.simulation.plant.layout import Layout
from hardware.simulation.plant.parameters import TurfParameters
from hardware.units import Point


class Terrain:
    """The ground under both feet."""

    def __init__(self, turf: TurfParameters, rng: np.random.Generator) -> None:
        self._turf = turf
        # A sum of n sines of equal amplitude a has the rms a sqrt(n / 2).
        self._amplitude = turf.roughness * math.sqrt(2.0 / turf.waves)
        direction = rng.uniform(0.0, 2.0 * math.pi, turf.waves)
        shortest, longest = turf.wavelengths
        # Uniform in wave number: if uniform in wavelength, most waves would be long and flat.
        number = 2.0 * math.pi * rng.uniform(1.0 / longest, 1.0 / shortest, turf.waves)
        phase = rng.uniform(0.0, 2.0 * math.pi, turf.waves)
        self._waves: list[Point] = [
            (float(k * math.cos(a)), float(k * math.sin(a)), float(p))
            for k, a, p in zip(number, direction, phase, strict=True)
        ]
        self._cycle = 0
        self._fade_cycles = max(1, round(turf.fade_in / CYCLE))

    def height(self, x: float, y: float) -> Point:
        """Return height (m) and slopes along x and y of the full terrain at a position (m)."""
        z = slope_x = slope_y = 0.0
        for kx, ky, phase in self._waves:
            angle = kx * x + ky * y + phase
            z += math.sin(angle)
            c = math.cos(angle)
            slope_x += kx * c
            slope_y += ky * c
        a = self._amplitude
        return a * z, a * slope_x, a * slope_y

    def update(self, data: Any, layout: Layout, loads: tuple[float, float]) -> None:
        """Move the turf of unloaded feet; of both feet while it fades in at the start.

        Args:
            data: MuJoCo's state, whose turf bodies are moved.
            layout: Addresses.
            loads: Force on the left and the right sole, N.
        """
        if self._amplitude == 0.0:
            return
        growing = self._cycle < self._fade_cycles
        grown = min(1.0, self._cycle / self._fade_cycles)
        self._cycle += 1
        for sole, mocap, load in zip(layout.soles, layout.turf, loads, strict=True):
            if growing or load < self._turf.free_force:
                x, y, _ = data.site_xpos[sole].tolist()
                z, slope_x, slope_y = self.height(x, y)
                data.mocap_pos[mocap] = (x, y, grown * z)
                data.mocap_quat[mocap] = _tilt(grown * slope_x, grown * slope_y)


def _tilt(slope_x: float, slope_y: float) -> tuple[float, float, float, float]:
    """Return the shortest rotation that turns the vertical into a surface's normal."""
    # Normal n = (-slope_x, -slope_y, 1) * norm, and norm is the cosine of the tilt a. The
    # quaternion is cos(a/2) = sqrt((1 + cos a) / 2) and (z x n) sin(a/2) / sin a = (z x n) / (2
    # cos(a/2)).
    norm = 1.0 / math.sqrt(1.0 + slope_x * slope_x + slope_y * slope_y)
    w = math.sqrt(0.5 * (1.0 + norm))
    half = 0.5 * norm / w
    return (w, slope_y * half, -slope_x * half, 0.0)
