"""The page in the browser: the only module that uses viser, which serves it.

A page has a 3D scene and columns of folders to its right. Input events are called back in threads
of viser, where the callbacks only queue notes for the run (`session.LiveSession`). The server
accepts connections only from this computer and from its own pages: whoever reaches it moves the
robot, and foreign pages in the same browser could connect to it as well.
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

from hardware.errors import HsmError
from hardware.simulation.pictures.triangles import ColouredMesh, Floats
from hardware.units import Point
from hsm.errors import demand_package

HOST: Final = "127.0.0.1"
_OWN_PAGES: Final = re.compile(r"http://(127\.0\.0\.1|localhost)(:\d+)?")
"""Origins that may connect; any port, because a tunnel from another computer may change it."""
_CONTROLS, _ACCOUNT = 320, 400
"""Widths of the columns of controls and of results, pixels; the latter fits the diagrams."""
_EYE: Final = (1.5, -0.8, 0.62)
_LOOKS_AT: Final = (0.0, 0.0, 0.26)
"""Initial position of the camera and its target, m: the robot, from its front right."""
_PAD: Final = 0.05
"""Margin above and below curves, as a share of their height."""
_BRAND: Final = (31, 95, 168)
_WORLD: Final = "/world"
"""Parent of all objects: it is moved against the robot's motion, which keeps the robot in view
while the visitor keeps control of the camera."""

Refused = Callable[[str], None]


class PortError(HsmError):
    """The page cannot be served on this port."""

    hint = "--port 0 uses a free one."


class HtmlPart:
    """A piece of HTML in a column; unchanged content is not sent again."""

    def __init__(self, handle: Any, content: str) -> None:
        self._handle = handle
        self._content = ""
        self.content = content

    @property
    def content(self) -> str:
        """Return the HTML that is shown."""
        return self._content

    @content.setter
    def content(self, value: str) -> None:
        if value != self._content:
            self._content = value
            self._handle.content = f'<div style="padding:0 10px">{value}</div>'


class BrowserPage:
    """One page, empty at first.

    Attributes:
        port: Port on which it is served.
        refuse: Shows why a visitor's input was refused; an empty sentence removes the message.
    """

    def __init__(self, title: str, *, port: int) -> None:
        """Serve a page with a title over the column; port 0 uses a free one.

        Raises:
            HsmError: If viser is not installed.
            PortError: If the port is not available.
        """
        demand_package("viser", "view")
        import viser

        serve: Any = viser.ViserServer  # declared more narrowly than what it takes
        port = _free(port)
        logging.getLogger("websockets").setLevel(logging.CRITICAL)
        # viser would print a box with other addresses.
        with redirect_stdout(StringIO()), _only_own_pages():
            self._server = serve(host=HOST, port=port, label=title, verbose=False)
        self.port = int(self._server.get_port())
        if self.port != port:
            self.close()
            raise PortError(f"port {port} is in use")
        # No sharing with the outside: both the button and its function are removed.
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
        """Stop serving the page."""
        with redirect_stdout(StringIO()):
            self._server.stop()

    @property
    def address(self) -> str:
        """Return the URL of the page."""
        return f"http://{HOST}:{self.port}"

    # The scene

    def bodies(self, names: Sequence[str], meshes: Sequence[ColouredMesh]) -> None:
        """Add bodies and static meshes to the scene."""
        places = {name: f"{_WORLD}/{number}" for number, name in enumerate(names)}
        frames = {name: self._scene.add_frame(at, show_axes=False) for name, at in places.items()}
        self._nodes = list(frames.values())
        for number, mesh in enumerate(meshes):
            self.mesh(f"{places.get(mesh.body, _WORLD)}/mesh{number}", mesh, still=not mesh.body)

    def mesh(self, name: str, mesh: ColouredMesh, *, still: bool) -> None:
        """Add a mesh to the scene; a static one casts no shadow."""
        self._scene.add_mesh_simple(
            name if name.startswith(_WORLD) else f"{_WORLD}/{name}",
            mesh.corners,
            mesh.faces,
            color=mesh.colour,
            cast_shadow=not still,
        )

    def move(self, places: Floats, turns: Floats, world: Point) -> None:
        """Set the poses of all bodies in one batch.

        Args:
            places: Positions of the bodies, in the order of their names, m.
            turns: Orientations, w x y z.
            world: Position of the world, m.
        """
        with self._server.atomic():
            self._world.position = world
            for node, place, turn in zip(self._nodes, places, turns, strict=True):
                node.position, node.wxyz = place, turn

    def light(self, sky: tuple[int, int, int]) -> None:
        """Add lights and a sky of one colour."""
        self._scene.configure_default_lights(enabled=True, cast_shadow=True)
        self._scene.set_background_image(np.full((2, 2, 3), sky, dtype=np.uint8), format="png")

    def label(self, at: Point) -> Any:
        """Add a line of text to the scene; its `text` may be set."""
        return self._scene.add_label("/label", "", position=at, anchor="bottom-center")

    def arrows(self) -> Any:
        """Add arrows, hidden at first; `points` (n, 2, 3), m, and `visible` may be set."""
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
        """Start recording the scene: call `insert_sleep(s)` repeatedly, then `as_html()` once."""
        return self._server.get_scene_serializer()

    # The columns

    @contextmanager
    def column(self, title: str) -> Iterator[None]:
        """Put everything added inside into a new column, to the left of the others."""
        panel = self._gui.add_panel()
        with panel.add_tab(title):
            yield
        panel.dock_right()
        panel.set_width(_ACCOUNT)

    def folder(self, title: str, *, shut: bool = False) -> Any:
        """Put everything added inside a `with` block into a folder."""
        return self._gui.add_folder(title, expand_by_default=not shut)

    def html(self, content: str = "") -> "HtmlPart":
        """Add HTML; its `content` may be set."""
        return HtmlPart(self._gui.add_html(""), content)

    def button(self, label: str, do: Callable[[], None], *, colour: str | None = None) -> Any:
        """Add a button."""
        made = self._gui.add_button(label, color=colour)
        made.on_click(lambda _: self._guarded(do))
        return made

    def buttons(self, label: str, options: Sequence[str], do: Callable[[str], None]) -> Any:
        """Add a row of buttons."""
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
        """Add a drop-down list; the first option is initially chosen unless given."""
        made = self._gui.add_dropdown(label, options, initial_value=chosen or options[0])
        return self._answered(made, do)

    def checkbox(self, label: str, value: bool, do: Callable[[bool], None]) -> Any:
        """Add a checkbox."""
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
        """Add a number field; its `value` is unchecked input from the browser."""
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
        """Add curves over time; their `data`, time first, may be set.

        Args:
            title: Title of the figure.
            names: Names of the curves.
            colours: Colours of the curves.
            reach: Range of the vertical axis.
            grows: Extend the range to fit the curves; only for curves without gaps.
        """
        low, high = ({"pad": _PAD, "soft": end, "mode": 1} for end in reach)
        within = {"min": low, "max": high} if grows else reach
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

    def together(self) -> Any:
        """Apply everything set inside a `with` block at once."""
        return self._server.atomic()

    def _answered(self, handle: Any, do: Callable[[Any], None] | None) -> Any:
        """Call back when a visitor sets a value, but not when this program does."""

        def told(event: Any) -> None:
            if event.client is not None and do is not None:
                self._guarded(lambda: do(event.target.value))

        handle.on_update(told)
        return handle

    def _guarded(self, do: Callable[[], None]) -> None:
        """Execute a visitor's request, or show why it failed."""
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
    """Make servers started inside refuse foreign origins, which viser does not check.

    Programs send no origin and are accepted.
    """
    from websockets.asyncio import server

    serve = server.serve
    setattr(server, "serve", partial(serve, origins=[_OWN_PAGES, None]))  # noqa: B010 (a class)
    try:
        yield
    finally:
        setattr(server, "serve", serve)  # noqa: B010


def _free(port: int) -> int:
    """Return a port that is free: viser would silently use another one."""
    try:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((HOST, port))
            return int(probe.getsockname()[1])
    except OSError as error:
        raise PortError(f"port {port} is not available: {error.strerror}") from error
