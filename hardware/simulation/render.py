"""Pictures and films of a simulated robot.

Drawing has a model and a state of its own: the robot's configuration is copied into it, nothing
flows back. OpenGL contexts are made here directly, so that no environment variable has to be set
before MuJoCo is imported; which backend works is found out once, in a process of its own, because
a failed attempt would spoil the next one.
"""

import math
import os
import struct
import subprocess
import sys
import zlib
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from hardware.simulation.paint import VISIBLE
from hardware.simulation.physical import PhysicalRobot
from hardware.simulation.scenery import GRASS_LEVEL, SUN

Image = NDArray[np.uint8]

_BACKENDS = ("egl", "osmesa")
_PROBE = "from mujoco.{0} import GLContext; c = GLContext(8, 8); c.make_current(); c.free()"


class RenderError(RuntimeError):
    """There is no way to draw here."""


def working_backend() -> str:
    """Return the OpenGL backend that works without a screen.

    `MUJOCO_GL` decides if it is set to one of them.

    Raises:
        RenderError: If none works.
    """
    wanted = os.environ.get("MUJOCO_GL", "").lower()
    candidates = (wanted,) if wanted in _BACKENDS else _BACKENDS
    for backend in candidates:
        command = [sys.executable, "-c", _PROBE.format(backend)]
        if subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 0:
            return backend
    raise RenderError(
        f"no OpenGL without a screen: tried {' and '.join(candidates)}; "
        "install a software renderer, on Debian: apt install libegl1 libgl1-mesa-dri libosmesa6"
    )


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the picture is taken from.

    Attributes:
        distance: From the point looked at, m.
        azimuth: Direction of view about the vertical, deg; 180 looks at the robot's front.
        elevation: Direction of view, deg; negative looks down.
        height: Of the point looked at, m.
        follows: The camera travels with the robot.
        inertia: Share of its old place that a travelling camera keeps from frame to frame.
    """

    distance: float = 1.25
    azimuth: float = 145.0
    elevation: float = -14.0
    height: float = 0.24
    follows: bool = True
    inertia: float = 0.9


class Quality(Enum):
    """How much a picture may cost on a processor without a graphics card."""

    FILM = "film"
    PICTURE = "picture"


_SHADOWS = {
    "torso": 0.085,
    "head": 0.065,
    "l_thigh": 0.050,
    "r_thigh": 0.050,
    "l_tibia": 0.045,
    "r_tibia": 0.045,
    "l_foot": 0.070,
    "r_foot": 0.070,
    "l_lower_arm": 0.035,
    "r_lower_arm": 0.035,
    "l_upper_arm": 0.045,
    "r_upper_arm": 0.045,
}
"""Radius of the painted shadow of a body, m: real shadows would triple the cost of a film."""
_SHADOW_COLOUR = np.array((0.02, 0.06, 0.02, 0.17), dtype=np.float32)


class Painter:
    """Draws one robot into images."""

    def __init__(
        self,
        robot: PhysicalRobot,
        *,
        width: int = 960,
        height: int = 540,
        camera: Camera | None = None,
        quality: Quality = Quality.PICTURE,
    ) -> None:
        """Make a model for pictures and a place to draw.

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
        self._context = _open_context(working_backend(), width, height)
        self._context.make_current()
        self._scene = mujoco.MjvScene(self._model, maxgeom=2000)
        self._scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = self._fine
        self._gpu = mujoco.MjrContext(self._model, mujoco.mjtFontScale.mjFONTSCALE_150)
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._gpu)
        self._rectangle = mujoco.MjrRect(0, 0, width, height)
        self._view = mujoco.MjvCamera()
        self._option = mujoco.MjvOption()
        self._option.geomgroup[:] = 0
        self._option.geomgroup[VISIBLE] = 1
        self._option.sitegroup[:] = 0
        self._place: tuple[float, float] | None = None
        # A foreign model has other names, and casts no painted shadow.
        names = {self._model.body(index).name: index for index in range(self._model.nbody)}
        self._shadows = [(names[name], size) for name, size in _SHADOWS.items() if name in names]

    def paint(self, caption: str = "") -> Image:
        """Return a picture of the robot as it is now, (height, width, 3)."""
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
        if not self._fine:
            self._paint_shadows()
        mujoco.mjr_render(self._rectangle, self._scene, self._gpu)
        if caption:
            self._write(caption)
        image = np.empty((self._rectangle.height, self._rectangle.width, 3), dtype=np.uint8)
        mujoco.mjr_readPixels(image, None, self._rectangle, self._gpu)
        return np.flipud(image)

    def close(self) -> None:
        """Release the place to draw."""
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

    def _paint_shadows(self) -> None:
        """Put a dark disc on the grass below each larger part, away from the sun."""
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

    def _write(self, caption: str) -> None:
        mujoco.mjr_overlay(
            mujoco.mjtFont.mjFONT_NORMAL,
            mujoco.mjtGridPos.mjGRID_TOPLEFT,
            self._rectangle,
            caption,
            "",
            self._gpu,
        )


def _open_context(backend: str, width: int, height: int) -> Any:
    return import_module(f"mujoco.{backend}").GLContext(width, height)


class Film:
    """A film of a robot: call `capture` in every cycle, it takes what the frame rate asks for."""

    def __init__(
        self,
        robot: PhysicalRobot,
        path: Path,
        *,
        frames_per_second: int = 25,
        width: int = 960,
        height: int = 540,
        camera: Camera | None = None,
        strip: int = 0,
    ) -> None:
        """Open the file.

        Args:
            robot: Whom to film.
            path: MP4 file to write.
            frames_per_second: Of the film, in simulated time.
            width: Pixels, even.
            height: Pixels, even.
            camera: Where from.
            strip: Keep every so many-th picture, at half its size, for `write_strip`; 0 keeps none.

        Raises:
            RenderError: If there is no OpenGL or no PyAV.
        """
        self._stream_rate = frames_per_second
        self._container, self._stream = _open_video(path, frames_per_second, width, height)
        self._painter = Painter(
            robot, width=width, height=height, camera=camera, quality=Quality.FILM
        )
        self._taken = 0
        self._every = strip
        self._kept: list[Image] = []

    def capture(self, time: float, caption: str = "") -> bool:
        """Take a picture if one is due; says whether it did.

        Args:
            time: Of the robot, s, never going back.
            caption: Text in the upper left corner.
        """
        if time * self._stream_rate < self._taken:
            return False
        image = self._painter.paint(caption)
        if self._every and self._taken % self._every == 0:
            self._kept.append(image[::2, ::2].copy())
        _write_frame(self._container, self._stream, image)
        self._taken += 1
        return True

    def write_strip(self, path: Path, columns: int = 4) -> None:
        """Write the pictures that were kept as one PNG, row by row."""
        write_png(path, tile(self._kept, columns))

    def close(self) -> None:
        """Finish the file."""
        for packet in self._stream.encode():
            self._container.mux(packet)
        self._container.close()
        self._painter.close()

    def __enter__(self) -> "Film":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _open_video(path: Path, rate: int, width: int, height: int) -> tuple[Any, Any]:
    try:
        av = import_module("av")
    except ImportError as error:
        raise RenderError("films need PyAV: pip install 'nao-hsm[report]'") from error
    container = av.open(str(path), mode="w")
    stream = container.add_stream("libx264", rate=rate)
    stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
    stream.options = {"crf": "23", "preset": "veryfast"}
    return container, stream


def _write_frame(container: Any, stream: Any, image: Image) -> None:
    frame = import_module("av").VideoFrame.from_ndarray(np.ascontiguousarray(image), format="rgb24")
    for packet in stream.encode(frame):
        container.mux(packet)


def tile(images: list[Image], columns: int) -> Image:
    """Return pictures of one size side by side, row by row; missing ones are black."""
    if not images:
        raise ValueError("no pictures to put together")
    rows = math.ceil(len(images) / columns)
    height, width, _ = images[0].shape
    sheet = np.zeros((rows * height, min(columns, len(images)) * width, 3), dtype=np.uint8)
    for index, image in enumerate(images):
        row, column = divmod(index, columns)
        sheet[row * height : (row + 1) * height, column * width : (column + 1) * width] = image
    return sheet


def write_png(path: Path, image: Image) -> None:
    """Write a picture, (height, width, 3), as PNG."""
    height, width, _ = image.shape
    rows = np.hstack([np.zeros((height, 1), dtype=np.uint8), image.reshape(height, 3 * width)])
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    with path.open("wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, body in parts:
            check = zlib.crc32(kind + body)
            file.write(struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check))
