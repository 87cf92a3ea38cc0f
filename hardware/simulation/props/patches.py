"""Patches of other ground: their friction, softness and rolling resistance.

Each part of a robot, and the turf under each foot, has the friction and softness of the ground
below its centre, updated in every cycle: a foot that slides off a patch regains grip. A patch
changes the rolling resistance of a ball, not its sliding friction. Patches are level with the field
around them.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from hardware.props import Patch
from hardware.simulation.plant.field import BALL_PRIORITY, SOLE_PRIORITY, TURF
from hardware.simulation.plant.layout import Physics
from hardware.simulation.plant.model import FEET
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.props.build import BALL, rolling_friction

_ROLLING = slice(3, 5)
_FLAT = 2


class Patches:
    """The ground below every part of every robot, and below the ball."""

    def __init__(
        self, physics: Physics, patches: Sequence[Patch], parameters: PlantParameters
    ) -> None:
        """Record the field's own ground for every shape."""
        self._model, self._data = physics.model, physics.data
        model = physics.model
        self._patches, self._parameters = tuple(patches), parameters
        moved = model.body_dofnum[model.body_rootid[model.geom_bodyid]] > 0
        touching = (model.geom_contype | model.geom_conaffinity) > 0
        # A ball's own friction applies to feet, not to the ground.
        robots = model.geom_priority != BALL_PRIORITY
        parts = np.flatnonzero(moved & touching & robots)
        feet, turf = ([model.geom(name).id for name in names] for names in (FEET, TURF))
        self._above, self._geoms = np.append(parts, feet), np.append(parts, turf)
        self._soft = np.append(model.geom_priority[parts] == SOLE_PRIORITY, [True, True])
        self._friction = model.geom_friction[self._geoms, 0].copy()
        self._softness = model.geom_solref[self._geoms, 0].copy()
        self._ball: tuple[int, int] | None = None  # contact pair with the floor, qpos address
        if model.npair > 0:
            self._ball = int(model.pair(BALL).id), int(model.joint(BALL).qposadr[0])

    def lay(self) -> None:
        """Set the contact parameters of every shape to the ground below it."""
        places = self._data.geom_xpos[self._above, :_FLAT]
        friction, softness = self._friction.copy(), self._softness.copy()
        rolling = self._parameters.ball.deceleration
        for patch in self._patches:
            on = inside(patch, places)
            friction[on] = self._friction[on] * (patch.friction / self._parameters.turf.friction)
            if patch.time_constant is not None:
                softness[on & self._soft] = patch.time_constant
            if self._ball is not None and patch.rolling is not None:
                start = self._ball[1]
                place = self._data.qpos[np.newaxis, start : start + _FLAT]
                if inside(patch, place)[0]:
                    rolling = patch.rolling
        self._model.geom_friction[self._geoms, 0] = friction
        self._model.geom_solref[self._geoms, 0] = softness
        if self._ball is not None:
            self._model.pair_friction[self._ball[0], _ROLLING] = rolling_friction(rolling)


def inside(patch: Patch, places: Any) -> Any:
    """Return which positions, (n, 2) in m, lie on a patch."""
    c, s = math.cos(patch.heading), math.sin(patch.heading)
    x, y = places[:, 0] - patch.x, places[:, 1] - patch.y
    along, across = c * x + s * y, c * y - s * x
    return (np.abs(along) <= 0.5 * patch.length) & (np.abs(across) <= 0.5 * patch.width)
