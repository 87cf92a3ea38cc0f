"""Films a run: repeats it, identically, and renders it with the reasons of its transitions.

The repetition keeps rendering out of the measured time of the first run, and allows pictures at
moments that are known only after its end.
"""

import textwrap
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from hardware.disturbance import Disturbance
from hardware.simulation.pictures.film import Film
from hardware.simulation.pictures.png import Image, tile, write_png
from hardware.simulation.pictures.render import Camera, Painter
from hsm.chart import Transition
from hsm.console import Bar
from hsm.control.assembly import MotionSettings
from hsm.control.loop import Cycle
from hsm.output_files import whole_file
from hsm.pictures.key_frames import KeyFrame, key_moments
from hsm.simulated.runner import Run, ScenarioObserver, run
from hsm.simulated.simulation import Simulation

_FRAMES_PER_SECOND = 25
_SIZE = (768, 432)
_FILM_CAMERA = Camera(distance=1.35, height=0.28)
CAMERAS: Final = {
    "follow": _FILM_CAMERA,
    "side": Camera(distance=1.35, azimuth=90.0, elevation=-4.0, height=0.28),
    "above": Camera(distance=2.4, azimuth=90.0, elevation=-89.0, height=0.0),
}
"""Camera positions of films: obliquely from the front, from the right, or from above."""
_PANEL = (300, 340)
_PANEL_CAMERA = Camera(distance=1.05, azimuth=140.0, elevation=-12.0, height=0.25, inertia=0.0)
_COLUMNS = 4
_LETTERS, _LINES = 78, 4
"""Characters per line and lines of a caption: more do not fit into the band below the picture."""
_SHOWN = 1.5
"""Time for which a disturbance stays in the caption, s."""


class Captions:
    """Captions of a film: time, state, why it was entered, and disturbances."""

    def __init__(self) -> None:
        """Start without a transition or disturbance."""
        self._because = ""
        self._done = ""
        self._done_at = 0.0

    def hear(self, transition: Transition) -> None:
        """Keep the reason of a transition."""
        self._because = f"{transition.event}: {transition.because}"

    def disturb(self, time: float, disturbance: Disturbance) -> None:
        """Keep a disturbance."""
        self._done, self._done_at = str(disturbance), time

    def text(self, time: float, leaf: str) -> str:
        """Return the caption at a time, s."""
        head = f"{time:.2f} s  {leaf}"
        if self._done and time < self._done_at + _SHOWN:
            head += f"   > {self._done}"
        reason = textwrap.wrap(self._because, _LETTERS, max_lines=_LINES - 1, placeholder=" ...")
        return "\n".join([head[:_LETTERS], *reason])


class _Cameraman(ScenarioObserver):
    """Records the film, and single pictures at given moments."""

    def __init__(
        self,
        stack: ExitStack,
        film: Path | None,
        moments: Sequence[KeyFrame],
        bar: Bar,
        view: Camera,
    ) -> None:
        self._view = view
        self._stack = stack
        self._path = film
        self._moments = list(moments)
        self._bar = bar
        self._captions = Captions()
        self._film: Film | None = None
        self._painter: Painter | None = None
        self.pictures: list[Image] = []

    def begin(self, simulation: Simulation) -> None:
        robot = simulation.robot
        if self._path is not None:
            film = Film(
                robot,
                self._path,
                frames_per_second=_FRAMES_PER_SECOND,
                width=_SIZE[0],
                height=_SIZE[1],
                lines=_LINES,
                camera=self._view,
            )
            self._film = self._stack.enter_context(film)
        if self._moments:
            painter = Painter(robot, width=_PANEL[0], height=_PANEL[1], camera=_PANEL_CAMERA)
            self._painter = self._stack.enter_context(closing(painter))

    def disturbed(self, time: float, disturbance: Disturbance) -> None:
        self._captions.disturb(time, disturbance)

    def look(self, made: Cycle) -> None:
        outcome, time = made.outcome, made.outcome.robot.time
        if outcome.transition is not None:
            self._captions.hear(outcome.transition)
        if self._film is not None:
            self._film.capture(time, self._captions.text(time, outcome.leaf))
        while self._painter is not None and self._moments and self._moments[0].time <= time:
            label = self._moments.pop(0).label
            self.pictures.append(self._painter.paint(f"{time:.1f} s  {label}"))
        self._bar.to(time)


def film_run(
    done: Run,
    settings: MotionSettings,
    *,
    film: Path | None,
    strip: Path | None,
    camera: str,
) -> float:
    """Film a finished run, with the same settings.

    `film` is an MP4 file, seen from one of `CAMERAS`; `strip` a PNG of key moments; each optional.

    Returns:
        Filmed duration, s: less than the whole run if the user interrupted it.

    Raises:
        RenderError: If pictures or films cannot be made here.
        RuntimeError: If the second run differs from the first.
    """
    scenario = replace(done.scenario, duration=done.summary.seconds)
    moments = [] if strip is None else key_moments(done)
    with ExitStack() as stack, Bar("filming", scenario.duration, "s") as bar:
        new = None if film is None else stack.enter_context(whole_file(film))
        cameraman = _Cameraman(stack, new, moments, bar, CAMERAS[camera])
        again = run(
            scenario,
            settings,
            foreign=done.foreign,
            calibration=done.calibration,
            observers=[cameraman],
        )
    if again.transitions != done.transitions[: len(again.transitions)]:
        raise RuntimeError("the same scenario, robot and seed made a different run")
    if strip is not None and cameraman.pictures:
        with whole_file(strip) as new:
            write_png(new, tile(cameraman.pictures, _COLUMNS))
    return again.summary.seconds
