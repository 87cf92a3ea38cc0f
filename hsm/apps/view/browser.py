"""The page in the browser: the only module that knows viser, which serves it.

A page is a 3D scene and columns of folders at its right. Whatever a person does on it calls back
in a thread of viser's; whoever is called only leaves a note for the run (`session.LiveSession`).
Only this computer is listened to, and only pages that it serves itself: whoever reaches the page
moves the robot, and a page from elsewhere in the same browser could ask for what is here.
"""

import logging
import re
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import partial
from io import StringIO
from typing import Any, Final

import numpy as np

from hardware.errors import HsmError, LibraryError
from hardware.simulation.pictures.triangles import ColouredMesh, Floats
from hardware.units import Point

HOST: Final = "127.0.0.1"
_OWN_PAGES: Final = re.compile(r"http://(127\.0\.0\.1|localhost)(:\d+)?")
"""Where pages come from that may connect; with any port, as a tunnel from another computer has."""
_CONTROLS, _ACCOUNT = 320, 400
"""Widths of the columns of controls and of what comes of them, pixels: pages of the machine fit."""
_EYE: Final = (1.5, -0.8, 0.62)
_LOOKS_AT: Final = (0.0, 0.0, 0.26)
"""Where a visitor stands at first, and at what they look, m: the robot, from its right front."""
_PAD: Final = 0.05
"""Room above and below curves, as a share of their height."""
_BRAND: Final = (31, 95, 168)
_WORLD: Final = "/world"
"""What everything stands in: it is moved against the robot's way, so that the robot stays in view
without taking the camera out of the visitor's hands."""

Refused = Callable[[str], None]


class NoViserError(LibraryError):
    """The package that serves the page is not installed."""

    hint = ""  # the sentence says it all


class PortError(HsmError):
    """The page cannot be served there."""

    hint = "--port 0 takes a free one."


def load_viser() -> Any:
    """Return viser.

    Raises:
        NoViserError: If it is not installed.
    """
    try:
        import viser
    except ImportError as error:
        raise NoViserError("viser is not installed; fix: pip install 'nao-hsm[view]'") from error
    return viser


class HtmlPart:
    """A piece of a column that is written here; what it shows already is not sent again."""

    def __init__(self, handle: Any, content: str) -> None:
        self._handle = handle
        self._content = ""
        self.content = content

    @property
    def content(self) -> str:
        """Return what it shows."""
        return self._content

    @content.setter
    def content(self, value: str) -> None:
        if value != self._content:
            self._content = value
            self._handle.content = f'<div style="padding:0 10px">{value}</div>'


class BrowserPage:
    """One page, empty at first.

    Attributes:
        port: On which it is served.
        refuse: Shows a sentence on what a visitor asked for and cannot have; empty: all is well.
    """

    def __init__(self, title: str, *, port: int) -> None:
        """Serve it with a title over the column; port 0 takes a free one.

        Raises:
            NoViserError: If viser is not installed.
            PortError: If the port cannot be had.
        """
        viser = load_viser()
        port = _free(port)
        logging.getLogger("websockets").setLevel(logging.CRITICAL)
        # What viser prints would be a box with other addresses.
        with redirect_stdout(StringIO()), _only_own_pages():
            self._server = viser.ViserServer(host=HOST, port=port, label=title, verbose=False)
        self.port = int(self._server.get_port())
        if self.port != port:
            self.close()
            raise PortError(f"port {port} is in use")
        # Nobody outside is let in: the button and what it asks for are both taken away.
        self._server.request_share_url = lambda verbose=True: None
        self.refuse: Refused = lambda sentence: None
        self._gui, self._scene = self._server.gui, self._server.scene
        self._gui.configure_theme(
            show_logo=False, show_share_button=False, brand_color=_BRAND, control_width="large"
        )
        self._gui.main_panel.dock_right()
        self._gui.main_panel.set_width(_CONTROLS)
        self._server.initial_camera.position = _EYE
        self._server.initial_camera.look_at = _LOOKS_AT
        self._server.initial_camera.fov = 0.75
        self._world = self._scene.add_frame(_WORLD, show_axes=False)
        self._nodes: list[Any] = []

    def close(self) -> None:
        """Serve it no more."""
        with redirect_stdout(StringIO()):
            self._server.stop()

    @property
    def address(self) -> str:
        """Return where a browser finds it."""
        return f"http://{HOST}:{self.port}"

    # The scene

    def bodies(self, names: Sequence[str], meshes: Sequence[ColouredMesh]) -> None:
        """Put bodies into the scene, and what does not move."""
        places = {name: f"{_WORLD}/{number}" for number, name in enumerate(names)}
        frames = {name: self._scene.add_frame(at, show_axes=False) for name, at in places.items()}
        self._nodes = list(frames.values())
        for number, mesh in enumerate(meshes):
            self.mesh(f"{places.get(mesh.body, _WORLD)}/mesh{number}", mesh, still=not mesh.body)

    def mesh(self, name: str, mesh: ColouredMesh, *, still: bool) -> None:
        """Put a mesh into the scene; what does not move throws no shadow."""
        self._scene.add_mesh_simple(
            name if name.startswith(_WORLD) else f"{_WORLD}/{name}",
            mesh.corners,
            mesh.faces,
            color=mesh.colour,
            cast_shadow=not still,
        )

    def move(self, places: Floats, turns: Floats, world: Point) -> None:
        """Show all bodies where they are now, in one batch.

        Args:
            places: Of the bodies, in the order of their names, m.
            turns: Orientations, w x y z.
            world: Where the world is put, m.
        """
        with self._server.atomic():
            self._world.position = world
            for node, place, turn in zip(self._nodes, places, turns, strict=True):
                node.position, node.wxyz = place, turn

    def light(self, sky: tuple[int, int, int]) -> None:
        """Light the scene, under a sky of one colour."""
        self._scene.configure_default_lights(enabled=True, cast_shadow=True)
        self._scene.set_background_image(np.full((2, 2, 3), sky, dtype=np.uint8), format="png")

    def label(self, at: Point) -> Any:
        """Put a line of text into the scene; its `text` may be set."""
        return self._scene.add_label("/label", "", position=at, anchor="bottom-center")

    def arrows(self) -> Any:
        """Return arrows of the scene, hidden at first: `points` (n, 2, 3), m, and `visible`."""
        return self._scene.add_arrows(
            f"{_WORLD}/forces",
            points=np.zeros((1, 2, 3)),
            colors=(235, 50, 30),
            shaft_radius=0.008,
            head_radius=0.02,
            head_length=0.05,
            visible=False,
        )

    def recording(self) -> Any:
        """Return what records the scene from now on: `insert_sleep(s)`, then once `as_html()`."""
        return self._server.get_scene_serializer()

    # The columns

    @contextmanager
    def column(self, title: str) -> Iterator[None]:
        """Put what comes inside into a column of its own, to the left of the others."""
        panel = self._gui.add_panel()
        with panel.add_tab(title):
            yield
        panel.dock_right()
        panel.set_width(_ACCOUNT)

    @contextmanager
    def folder(self, title: str, *, shut: bool = False) -> Iterator[None]:
        """Put what comes inside into a folder."""
        with self._gui.add_folder(title, expand_by_default=not shut):
            yield

    def html(self, content: str = "") -> "HtmlPart":
        """Add HTML; its `content` may be set."""
        return HtmlPart(self._gui.add_html(""), content)

    def button(self, label: str, do: Callable[[], None], *, colour: str | None = None) -> Any:
        """Add a button."""
        made = self._gui.add_button(label, color=colour)
        made.on_click(lambda _: self._guarded(do))
        return made

    def buttons(self, label: str, options: Sequence[str], do: Callable[[str], None]) -> Any:
        """Add buttons beside each other."""
        made = self._gui.add_button_group(label, options)
        made.on_click(lambda event: self._guarded(lambda: do(str(event.target.value))))
        return made

    def choice(
        self,
        label: str,
        options: Sequence[str],
        do: Callable[[str], None] | None = None,
        *,
        chosen: str | None = None,
    ) -> Any:
        """Add a list of which one is chosen, the first at first if not given."""
        made = self._gui.add_dropdown(label, options, initial_value=chosen or options[0])
        return self._answered(made, do)

    def checkbox(self, label: str, value: bool, do: Callable[[bool], None]) -> Any:
        """Add a box to tick."""
        return self._answered(self._gui.add_checkbox(label, value), do)

    def slider(
        self,
        label: str,
        low: float,
        high: float,
        step: float,
        value: float,
        do: Callable[[float], None] | None = None,
    ) -> Any:
        """Add a slider."""
        return self._answered(self._gui.add_slider(label, low, high, step, value), do)

    def number(self, label: str, low: float, high: float, step: float, value: float) -> Any:
        """Add a number to type; its `value` is what the browser says, whatever that is."""
        return self._gui.add_number(label, value, min=low, max=high, step=step)

    def curves(
        self,
        title: str,
        names: Sequence[str],
        colours: Sequence[str],
        reach: tuple[float, float],
        *,
        grows: bool,
    ) -> Any:
        """Add curves over time: their `data`, time first, may be set.

        Args:
            title: Of the figure.
            names: Of the curves.
            colours: Of the curves.
            reach: From where to where the figure shows.
            grows: It shows what is beyond, too; only for curves without gaps.
        """
        soft = ({"pad": _PAD, "soft": end, "mode": 1} for end in reach)
        within = dict(zip(("min", "max"), soft, strict=True)) if grows else reach
        nothing = np.array([0.0, 1.0])
        lines = [
            {"label": name, "stroke": colour, "width": 1.5}
            for name, colour in zip(names, colours, strict=True)
        ]
        return self._gui.add_uplot(
            (nothing, *(np.full(2, np.nan) for _ in names)),
            ({"label": "s"}, *lines),
            title=title,
            scales={"x": {"time": False}, "y": {"range": within}},
            legend={"show": True},
            height=110,
        )

    @contextmanager
    def together(self) -> Iterator[None]:
        """Let all that is set inside appear at once."""
        with self._server.atomic():
            yield

    def _answered(self, handle: Any, do: Callable[[Any], None] | None) -> Any:
        """Call back when a visitor sets a value; what this program sets calls nobody."""

        def told(event: Any) -> None:
            if event.client is not None and do is not None:
                self._guarded(lambda: do(event.target.value))

        handle.on_update(told)
        return handle

    def _guarded(self, do: Callable[[], None]) -> None:
        """Do what a visitor asks for, or say why not."""
        try:
            do()
            self.refuse("")
        except (HsmError, ValueError) as error:
            self.refuse(str(error))
        except Exception as error:
            logging.getLogger("hsm").exception("the page has a defect")
            self.refuse(f"a defect of the page: {type(error).__name__}: {error}")


@contextmanager
def _only_own_pages() -> Iterator[None]:
    """Let what begins to serve meanwhile refuse pages from elsewhere: viser asks nobody for theirs.

    Programs say no origin, and are let in.
    """
    from websockets.asyncio import server

    serve = server.serve
    setattr(server, "serve", partial(serve, origins=[_OWN_PAGES, None]))  # noqa: B010 (a class)
    try:
        yield
    finally:
        setattr(server, "serve", serve)  # noqa: B010


def _free(port: int) -> int:
    """Return a port that can be listened on: viser would silently take another one."""
    try:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((HOST, port))
            return int(probe.getsockname()[1])
    except OSError as error:
        raise PortError(f"port {port} cannot be had: {error.strerror}") from error
