"""Pictures of a simulated robot.

Rendering uses a separate model and state, into which the robot's configuration is copied; nothing
flows back. OpenGL contexts are created here directly, so that no environment variable has to be set
before MuJoCo is imported. Each backend is tried in a separate process, because a failed attempt
would prevent the next one.
"""

import math
import os
import subprocess
import sys
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import import_module

import mujoco
import numpy as np

from hardware.errors import HsmError
from hardware.simulation.pictures.paint import VISIBLE
from hardware.simulation.pictures.png import Image
from hardware.simulation.pictures.scenery import GRASS_LEVEL, SUN
from hardware.simulation.plant.mujoco_robot import MujocoRobot

_BACKENDS = ("egl", "osmesa")
_PROBE = "from mujoco.{0} import GLContext; c = GLContext(8, 8); c.make_current(); c.free()"


class RenderError(HsmError):
    """Rendering is not possible on this machine."""


def working_backend() -> str:
    """Return an OpenGL backend that works without a screen.

    If `MUJOCO_GL` names one of them, only that one is tried.

    Raises:
        RenderError: If none works.
    """
    wanted = os.environ.get("MUJOCO_GL", "").lower()
    candidates = (wanted,) if wanted in _BACKENDS else _BACKENDS
    for backend in candidates:
        if _works(backend):
            return backend
    raise RenderError(
        f"no OpenGL works without a screen: tried {' and '.join(candidates)}; "
        "install a software renderer, on Debian: apt install libegl1 libgl1-mesa-dri libosmesa6"
    )


def _works(backend: str) -> bool:
    try:
        _probe(backend)
    except subprocess.SubprocessError:
        return False
    return True


@cache  # a success only: a computer may have been too busy to answer
def _probe(backend: str) -> None:
    command = [sys.executable, "-c", _PROBE.format(backend)]
    subprocess.run(command, capture_output=True, timeout=60, check=True)


@dataclass(frozen=True, slots=True)
class Camera:
    """Viewpoint of a picture.

    Attributes:
        distance: Distance to the point looked at, m.
        azimuth: Direction of view about the vertical, deg; 180 looks at the robot's front.
        elevation: Direction of view, deg; negative looks down.
        height: Height of the point looked at, m.
        follows: The camera follows the robot.
        inertia: Weight of the old position in a following camera's filter, per frame.
    """

    distance: float = 1.25
    azimuth: float = 145.0
    elevation: float = -14.0
    height: float = 0.24
    follows: bool = True
    inertia: float = 0.9


class Quality(Enum):
    """Rendering effort, which matters without a graphics card."""

    FILM = "film"
    PICTURE = "picture"


_SHADOWS = {
    "torso": 0.085,
    "head": 0.065,
    "thigh": 0.050,
    "tibia": 0.045,
    "foot": 0.070,
    "lower_arm": 0.035,
    "upper_arm": 0.045,
    "ball": 0.045,
}
"""Radius of the painted shadow of a body, m: real shadows would triple the cost of a film."""
_ARROW_LENGTH = 0.24
_ARROW_WIDTH = 0.018
_ARROW_GAP = 0.075
"""Distance from an arrow to the centre of the pushed body, m: outside its shell."""
_ARROW_COLOUR = np.array((0.95, 0.12, 0.08, 1.0), dtype=np.float32)
_FADED, _SOLID = 0.65, 0.85
"""Shares of the distance to the robot: props nearer to the camera than the first are invisible,
because they would hide the robot; from the second on they are solid."""
_TALL = 0.1
"""Lower props hide nothing: parts whose centre is below this height never fade, m."""
_WEAKEST = 3.0
"""Smaller forces are not shown, N."""
_SHADOW_COLOUR = np.array((0.02, 0.06, 0.02, 0.17), dtype=np.float32)
_LINE, _MARGIN = 34, 8
"""Height of a caption line, and total margin around the lines, pixels; even."""
_BAND_COLOUR = (0.13, 0.14, 0.17, 1.0)


class Painter:
    """Draws one robot into images."""

    def __init__(
        self,
        robot: MujocoRobot,
        *,
        width: int = 960,
        height: int = 540,
        lines: int = 0,
        camera: Camera | None = None,
        quality: Quality = Quality.PICTURE,
    ) -> None:
        """Create a model for pictures and a rendering context.

        Args:
            robot: The robot to draw.
            width: Width of the picture, pixels.
            height: Height of the picture without the caption band, pixels.
            lines: Caption lines in a band below the picture; 0 writes the caption over a corner.
            camera: Viewpoint.
            quality: Rendering effort.

        Raises:
            RenderError: If there is no OpenGL.
        """
        self.camera = camera or Camera()
        self._robot = robot
        self._fine = quality is Quality.PICTURE
        spec = robot.picture()
        spec.visual.quality.offsamples = 4 if self._fine else 0
        self._model = spec.compile()
        self._data = mujoco.MjData(self._model)
        band = band_height(lines)
        backend = import_module(f"mujoco.{working_backend()}")
        self._context = backend.GLContext(width, height + band)
        self._context.make_current()
        self._scene = mujoco.MjvScene(self._model, maxgeom=2000)
        self._scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = self._fine
        self._gpu = mujoco.MjrContext(self._model, mujoco.mjtFontScale.mjFONTSCALE_150)
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._gpu)
        # OpenGL counts rows from below: the band is the first of them.
        self._rectangle = mujoco.MjrRect(0, band, width, height)
        self._band = mujoco.MjrRect(0, 0, width, band)
        self._whole = mujoco.MjrRect(0, 0, width, height + band)
        self._view = mujoco.MjvCamera()
        self._option = mujoco.MjvOption()
        self._option.geomgroup[:] = 0
        self._option.geomgroup[VISIBLE] = 1
        self._option.sitegroup[:] = 0
        self._place: tuple[float, float] | None = None
        # A foreign model has other names, so it casts no painted shadows.
        names = {self._model.body(index).name: index for index in range(self._model.nbody)}
        self._shadows = [
            (names[name], size)
            for part, size in _SHADOWS.items()
            for name in (part, f"l_{part}", f"r_{part}")
            if name in names
        ]

    def paint(self, caption: str = "") -> Image:
        """Return a picture of the robot's current state, (height with the band, width, 3)."""
        self._context.make_current()
        self._robot.copy_configuration(self._data)
        mujoco.mj_kinematics(self._model, self._data)
        mujoco.mj_camlight(self._model, self._data)
        self._aim()
        mujoco.mjv_updateScene(
            self._model,
            self._data,
            self._option,
            None,
            self._view,
            mujoco.mjtCatBit.mjCAT_ALL,
            self._scene,
        )
        self._fade_props()
        if not self._fine:
            self._paint_shadows()
        self._paint_forces()
        mujoco.mjr_render(self._rectangle, self._scene, self._gpu)
        if self._band.height:
            mujoco.mjr_rectangle(self._band, *_BAND_COLOUR)
        if caption:
            self._write(caption)
        image = np.empty((self._whole.height, self._whole.width, 3), dtype=np.uint8)
        mujoco.mjr_readPixels(image, None, self._whole, self._gpu)
        return np.flipud(image)

    def close(self) -> None:
        """Release the rendering context."""
        self._context.make_current()
        self._gpu.free()
        self._context.free()

    def _aim(self) -> None:
        x, y = self._data.qpos[0:2].tolist()
        if self._place is None:
            self._place = (x, y)
        elif self.camera.follows:
            keep = self.camera.inertia
            px, py = self._place
            self._place = (keep * px + (1.0 - keep) * x, keep * py + (1.0 - keep) * y)
        self._view.type = mujoco.mjtCamera.mjCAMERA_FREE
        self._view.lookat[:] = (*self._place, self.camera.height)
        self._view.distance = self.camera.distance
        self._view.azimuth = self.camera.azimuth
        self._view.elevation = self.camera.elevation

    def _fade_props(self) -> None:
        """Make tall props between the camera and the robot transparent."""
        camera = self._scene.camera[0]
        robot = self._model.body_rootid[self._model.jnt_bodyid[0]]
        for geom in self._scene.geoms[: self._scene.ngeom]:
            if geom.objtype != mujoco.mjtObj.mjOBJ_GEOM or geom.pos[2] < _TALL:
                continue
            if self._model.body_rootid[self._model.geom_bodyid[geom.objid]] in (0, robot):
                continue
            away = float((geom.pos - camera.pos) @ camera.forward) / self.camera.distance
            geom.rgba[3] *= min(max((away - _FADED) / (_SOLID - _FADED), 0.0), 1.0)

    def _paint_shadows(self) -> None:
        """Draw a dark disc on the grass below each larger part, away from the sun."""
        for body, radius in self._shadows:
            x, y, z = self._data.xpos[body].tolist()
            reach = max(0.0, z) / SUN[2]
            mujoco.mjv_initGeom(
                self._scene.geoms[self._scene.ngeom],
                mujoco.mjtGeom.mjGEOM_ELLIPSOID,
                np.array((radius, radius, 0.0005)),
                np.array((x - reach * SUN[0], y - reach * SUN[1], GRASS_LEVEL + 0.001)),
                np.eye(3).ravel(),
                _SHADOW_COLOUR,
            )
            self._scene.ngeom += 1

    def _paint_forces(self) -> None:
        """Draw an arrow for every external force, on the side that the camera sees."""
        azimuth = math.radians(self.camera.azimuth)
        view = np.array((math.cos(azimuth), math.sin(azimuth), 0.0))
        for point, force in self._robot.outer_forces():
            strength = float(np.linalg.norm(force))
            if strength < _WEAKEST:
                continue
            direction = force / strength
            away = _ARROW_GAP if direction @ view < 0.0 else -_ARROW_GAP - _ARROW_LENGTH
            begin = point + away * direction
            arrow = self._scene.geoms[self._scene.ngeom]
            shape = mujoco.mjtGeom.mjGEOM_ARROW
            mujoco.mjv_initGeom(
                arrow, shape, np.zeros(3), np.zeros(3), np.eye(3).ravel(), _ARROW_COLOUR
            )
            tip = begin + _ARROW_LENGTH * direction
            mujoco.mjv_connector(arrow, shape, _ARROW_WIDTH, begin, tip)
            self._scene.ngeom += 1

    def _write(self, caption: str) -> None:
        mujoco.mjr_overlay(
            mujoco.mjtFont.mjFONT_NORMAL,
            mujoco.mjtGridPos.mjGRID_TOPLEFT,
            self._band if self._band.height else self._rectangle,
            caption,
            "",
            self._gpu,
        )


def band_height(lines: int) -> int:
    """Return the height of a band for this many caption lines, pixels, even; 0 for none."""
    return lines * _LINE + _MARGIN if lines else 0
