"""Films of a simulated robot, in simulated time."""

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from hardware.simulation.pictures.render import (
    Camera,
    Painter,
    Quality,
    RenderError,
    band_height,
)
from hardware.simulation.plant.mujoco_robot import MujocoRobot


class Film:
    """A film of a robot: `capture`, called in every cycle, takes pictures at the frame rate.

    As a context manager it finishes the file, unless an error occurs: then the file is unusable.
    """

    def __init__(
        self,
        robot: MujocoRobot,
        path: Path,
        *,
        frames_per_second: int = 25,
        width: int,
        height: int,
        lines: int = 1,
        camera: Camera | None = None,
    ) -> None:
        """Open the file.

        Args:
            robot: The robot to film.
            path: MP4 file to write.
            frames_per_second: Frame rate in simulated time.
            width: Width, pixels, even.
            height: Height without the caption band below, pixels, even.
            lines: Maximum number of caption lines.
            camera: Viewpoint.

        Raises:
            RenderError: If there is no OpenGL or no PyAV.
        """
        try:
            self._av = import_module("av")
        except ImportError as error:
            raise RenderError("films need PyAV: pip install 'nao-hsm[report]'") from error
        self._rate = frames_per_second
        self._container = self._av.open(str(path), mode="w")
        self._stream = self._container.add_stream("libx264", rate=self._rate)
        self._stream.width, self._stream.height = width, height + band_height(lines)
        self._stream.pix_fmt = "yuv420p"
        self._stream.options = {"crf": "23", "preset": "veryfast"}
        self._painter = Painter(
            robot, width=width, height=height, lines=lines, camera=camera, quality=Quality.FILM
        )
        self._taken = 0

    def capture(self, time: float, caption: str) -> bool:
        """Take a picture if one is due; return whether it was.

        Args:
            time: Time of the robot, s; must not decrease.
            caption: Text below the picture.
        """
        if time * self._rate < self._taken:
            return False
        image = np.ascontiguousarray(self._painter.paint(caption))
        self._write(self._av.VideoFrame.from_ndarray(image, format="rgb24"))
        self._taken += 1
        return True

    def close(self) -> None:
        """Finish the file.

        Raises:
            OSError: If it cannot be written.
        """
        try:
            self._write(None)
            self._container.close()
        finally:
            self._painter.close()

    def _write(self, frame: Any) -> None:
        """Write a frame; None flushes the encoder."""
        for packet in self._stream.encode(frame):
            self._container.mux(packet)

    def __enter__(self) -> "Film":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            # Flushing an encoder whose file could not be written crashes the process.
            self._painter.close()
