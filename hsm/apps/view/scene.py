"""The 3D scene of the page: lawn, lines, goals, objects, the robot, and forces on it."""

from typing import Final

import numpy as np

from hardware.simulation.pictures.scenery import FIELD, GRASS_LEVEL
from hardware.simulation.pictures.triangles import (
    BodyPoses,
    Colour,
    ColouredMesh,
    Floats,
    meshes_of,
)
from hardware.units import Point
from hsm.apps.view.browser import BrowserPage

_STRIPE: Final = 0.5
"""Width of a mown stripe, m."""
_MARGIN: Final = 1.5
"""Width of the lawn around the lines, m."""
_GREENS: Final[tuple[Colour, Colour]] = ((46, 108, 45), (52, 118, 50))
_SKY: Final[Colour] = (206, 220, 235)
_KEEP: Final = 0.9
"""Share of its last position that the view keeps per picture: it filters the walk's sway."""
_ARROW_LENGTH, _ARROW_GAP = 0.24, 0.075
"""Length of an arrow, and distance from its tip to the point of application, m."""
_WEAKEST = 3.0
"""Smallest force that is shown, N."""


class PageScene:
    """Scene with one robot.

    Attributes:
        follows: Whether the view follows the robot.
        poses: Poses of its bodies.
    """

    def __init__(self, page: BrowserPage, poses: BodyPoses) -> None:
        """Build the scene."""
        self.follows = True
        self.poses = poses
        self._page = page
        self._view: Floats = np.zeros(2)
        page.light(_SKY)
        for stripe in lawn():
            page.mesh(f"lawn{'_'.join(map(str, stripe.colour))}", stripe, still=True)
        page.bodies(poses.names, meshes_of(poses.model))
        self._arrows = page.arrows()
        self._pushed = False

    def show(self, places: Floats, turns: Floats) -> None:
        """Show the bodies at their poses."""
        x, y, _ = self.poses.torso()
        target = np.array((x, y)) if self.follows else self._view
        away = float(np.abs(target - self._view).max())
        keep = _KEEP if away < 1.0 else 0.0  # the view jumps with the robot
        self._view = keep * self._view + (1.0 - keep) * target
        self._page.move(places, turns, (-float(self._view[0]), -float(self._view[1]), 0.0))

    def push(self, forces: list[tuple[Floats, Floats]]) -> None:
        """Show external forces, each a point of application, m, and a force, N."""
        strong = [(at, force) for at, force in forces if np.linalg.norm(force) > _WEAKEST]
        if bool(strong) != self._pushed:
            self._pushed = self._arrows.visible = bool(strong)
        points = np.zeros((len(strong), 2, 3), dtype=np.float32)
        for number, (at, force) in enumerate(strong):
            way = force / np.linalg.norm(force)
            points[number, 0] = at - (_ARROW_GAP + _ARROW_LENGTH) * way
            points[number, 1] = at - _ARROW_GAP * way
        if strong:
            self._arrows.points = points


def lawn() -> list[ColouredMesh]:
    """Return the striped lawn, one mesh for each of its two greens."""
    half, side = FIELD[0] + _MARGIN, FIELD[1] + _MARGIN
    edges = np.arange(-half, half + 0.5 * _STRIPE, _STRIPE)
    return [
        _stripes([(a, b) for a, b in zip(edges[colour::2], edges[colour + 1 :: 2], strict=False)],
                 side, _GREENS[colour])
        for colour in (0, 1)
    ]  # fmt: skip


def _stripes(spans: list[tuple[float, float]], side: float, colour: Colour) -> ColouredMesh:
    z = GRASS_LEVEL
    corners: list[Point] = []
    faces: list[tuple[int, int, int]] = []
    for begin, end in spans:
        first = len(corners)
        corners += [(begin, -side, z), (end, -side, z), (end, side, z), (begin, side, z)]
        faces += [(first, first + 1, first + 2), (first, first + 2, first + 3)]
    return ColouredMesh(
        "", np.array(corners, dtype=np.float32), np.array(faces, dtype=np.uint32), colour
    )
