"""Pictures show the robot, change nothing, and fail with a clear error without OpenGL."""

import math
import subprocess
import zlib
from pathlib import Path

import numpy as np
import pytest

from hardware.postures import Posture
from hardware.props import Cylinder
from hardware.simulation.pictures import render
from hardware.simulation.pictures.film import Film
from hardware.simulation.pictures.png import tile, write_png
from hardware.simulation.pictures.render import (
    Camera,
    Painter,
    Quality,
    RenderError,
    band_height,
)
from hardware.simulation.plant.robot import SimulatedRobot
from tests.hardware.simulation.plant.rig import NAO, STANDARD, run, stance


@pytest.fixture(scope="module")
def backend() -> str:
    try:
        return render.working_backend()
    except RenderError:
        pytest.skip("no OpenGL without a screen here")


needs_gl = pytest.mark.usefixtures("backend")


def picture(robot: SimulatedRobot, quality: Quality = Quality.FILM) -> np.ndarray:
    painter = Painter(robot, width=160, height=120, camera=Camera(distance=1.0), quality=quality)
    image = painter.paint()
    painter.close()
    return image


def with_a_post(before: float, beside: float = 0.0) -> np.ndarray:
    """Return a picture with a post this far towards the camera, which is 1 m away, and aside, m."""
    view = math.radians(Camera().azimuth)
    along, across = (
        np.array((-math.cos(view), -math.sin(view))),
        np.array((math.sin(view), -math.cos(view))),
    )
    post = Cylinder(*(before * along + beside * across).tolist())
    return picture(SimulatedRobot(NAO, STANDARD, props=(post,)))


def white_pixels(image: np.ndarray) -> np.ndarray:
    """Return where the light, colourless shell of the robot is."""
    shell: np.ndarray
    low, high = image.min(axis=2).astype(int), image.max(axis=2).astype(int)
    shell = (low > 120) & (high - low < 30)
    return shell


@needs_gl
@pytest.mark.parametrize("quality", Quality)
def test_a_picture_shows_a_light_robot_on_a_green_field(quality: Quality) -> None:
    image = picture(SimulatedRobot(NAO, STANDARD), quality)
    assert image.shape == (120, 160, 3)
    bottom = image[-20:].reshape(-1, 3).mean(axis=0)
    assert bottom[1] > 1.3 * bottom[0] and bottom[1] > 1.3 * bottom[2]
    middle = white_pixels(image)[20:100, 60:100]
    assert middle.mean() > 0.1


@needs_gl
def test_a_lying_robot_is_lower_in_the_picture_than_a_standing_one() -> None:
    rows = []
    for posture in (Posture.STANDING, Posture.LYING_FRONT):
        shell = white_pixels(picture(SimulatedRobot(NAO, STANDARD, posture=posture)))
        rows.append(float(np.argwhere(shell[:, 55:105])[:, 0].mean()))
    assert rows[1] > rows[0] + 10


@needs_gl
@pytest.mark.parametrize("away", [0.5, 0.8])
def test_a_post_before_the_camera_does_not_hide_the_robot(away: float) -> None:
    assert np.array_equal(with_a_post(2.0), with_a_post(away))


@needs_gl
def test_a_post_fades_while_it_comes_near_to_the_camera() -> None:
    free = with_a_post(2.0).astype(int)
    solid, faint, gone = (
        np.sort(np.abs(free - with_a_post(before, 0.25)).sum(axis=2), axis=None)[-300:].mean()
        for before in (0.1, 0.25, 0.5)
    )
    assert gone == 0.0 and 0.2 * solid < faint < 0.8 * solid


@needs_gl
def test_drawing_changes_nothing() -> None:
    watched, alone = SimulatedRobot(NAO, STANDARD), SimulatedRobot(NAO, STANDARD)
    painter = Painter(watched, width=64, height=48, quality=Quality.FILM)
    frames = []
    for _ in range(20):
        frames.append(watched.receive())
        watched.send(stance())
        painter.paint("watching")
    painter.close()
    assert [frame for frame in frames if frame is not None] == run(alone, 0.24)
    assert watched.truth() == alone.truth()


@needs_gl
def test_a_caption_is_added_below_the_picture_and_hides_nothing() -> None:
    robot = SimulatedRobot(NAO, STANDARD)
    painter = Painter(robot, width=160, height=120, lines=2, quality=Quality.FILM)
    bare, written = painter.paint(), painter.paint("a caption\nof two lines")
    painter.close()
    assert bare.shape == written.shape == (120 + band_height(2), 160, 3)
    assert np.array_equal(bare[:120], written[:120])
    below = written[120:]
    assert below.max() > 200 and not np.array_equal(bare[120:], below)
    assert band_height(2) % 2 == 0


@needs_gl
def test_a_film_has_the_number_of_pictures_of_its_rate(tmp_path: Path) -> None:
    av = pytest.importorskip("av")
    robot = SimulatedRobot(NAO, STANDARD)
    path = tmp_path / "film.mp4"
    with Film(robot, path, frames_per_second=25, width=128, height=96) as film:
        taken = 0
        for frame in run(robot, 0.588):
            taken += film.capture(frame.time, "a caption")
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        assert (stream.width, stream.height) == (128, 96 + band_height(1))
        assert len(list(container.decode(stream))) == taken == 15


def test_without_opengl_the_error_names_the_package_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(render, "_works", lambda backend: False)
    with pytest.raises(RenderError, match="apt install"):
        render.working_backend()


def test_the_environment_chooses_the_backend_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "_works", lambda backend: True)
    for name in ("osmesa", "egl", "osmesa"):
        monkeypatch.setenv("MUJOCO_GL", name)
        assert render.working_backend() == name


def test_a_backend_is_tried_until_it_has_worked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = iter([subprocess.CalledProcessError(1, "probe"), None])

    def probe(*_: object, **__: object) -> None:
        if (error := next(outcomes)) is not None:
            raise error

    monkeypatch.setattr(subprocess, "run", probe)
    monkeypatch.setattr(render, "_BACKENDS", ("made_up",))
    with pytest.raises(RenderError):
        render.working_backend()
    assert [render.working_backend() for _ in range(3)] == ["made_up"] * 3


def test_pictures_are_arranged_side_by_side_row_by_row() -> None:
    images = [np.full((2, 3, 3), value, dtype=np.uint8) for value in (10, 20, 30)]
    sheet = tile(images, 2)
    assert sheet.shape == (4, 6, 3)
    assert sheet[0, 0, 0] == 10 and sheet[0, 3, 0] == 20
    assert sheet[2, 0, 0] == 30 and sheet[2, 3, 0] == 0


def test_a_png_holds_the_pixels_that_were_written(tmp_path: Path) -> None:
    """Oracle: the PNG format, a header, then rows, each after a filter byte."""
    image = np.random.default_rng(0).integers(0, 255, (5, 7, 3), dtype=np.uint8)
    write_png(tmp_path / "a.png", image)
    data = (tmp_path / "a.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert data[16:24] == (7).to_bytes(4, "big") + (5).to_bytes(4, "big")
    start = data.index(b"IDAT") + 4
    length = int.from_bytes(data[start - 8 : start - 4], "big")
    rows = np.frombuffer(zlib.decompress(data[start : start + length]), dtype=np.uint8)
    assert np.array_equal(rows.reshape(5, 22)[:, 1:].reshape(5, 7, 3), image)
