"""Page of a live run: all its panels, updated several times a second."""

import time
from typing import Final

from hardware.disturbance import Disturbance
from hardware.errors import HsmError
from hardware.simulation.pictures.triangles import BodyPoses
from hsm.apps.view.browser import BrowserPage
from hsm.apps.view.chart_pictures import ChartPictures
from hsm.apps.view.controls import Controls
from hsm.apps.view.machine_panel import MachinePanel
from hsm.apps.view.run_panel import RunPanel
from hsm.apps.view.scene import PageScene
from hsm.apps.view.session import LiveSession
from hsm.apps.view.signals import EVERY, SignalPanel, SignalReader
from hsm.apps.view.tempo import Tempo
from hsm.apps.view.transition_list import TransitionList
from hsm.chart.leaves import FAULT
from hsm.control.assembly import MotionSettings
from hsm.control.loop import Cycle
from hsm.runs.provenance import differences_told
from hsm.runs.serialisation import plain
from hsm.simulated.simulation import Simulation

_PICTURE: Final = 1 / 25
"""Period of the scene, s of wall time."""
_WORDS: Final = 0.1
"""Period of the texts, s."""
_CURVES: Final = 0.25
"""Period of the curves, s."""


class NoRunError(HsmError):
    """A request was made while no run is in progress."""


class LivePage:
    """Shows successive runs; an observer of the loop."""

    def __init__(
        self,
        page: BrowserPage,
        settings: MotionSettings,
        pictures: ChartPictures,
        tempo: Tempo,
        says: str,
    ) -> None:
        """Add everything to the page except the scene, which needs the first run."""
        self._page, self._says = page, says
        self._session: LiveSession | None = None
        self._failed = False
        self._run = RunPanel(page, tempo, self._start_again, self._follow)
        self._controls = Controls(page, lambda: self.session, settings)
        with page.column("What it decides"):
            self._machine = MachinePanel(page, pictures)
            self._signals = SignalPanel(page, settings.robot.cycle)
        self._scene: PageScene | None = None
        self._period = settings.robot.cycle

    @property
    def session(self) -> LiveSession:
        """Return the session of the current run.

        Raises:
            NoRunError: If no run is in progress.
        """
        if self._session is None:  # a page left open from before reconnects immediately
            raise NoRunError("the run has not begun yet: try again in a moment")
        if self._failed:
            raise NoRunError("the run has ended: press Start again")
        return self._session

    def begin(self, simulation: Simulation, session: LiveSession) -> None:
        """Show a new run from now on."""
        self._session, self._failed = session, False
        self._simulation = simulation
        self._reader = SignalReader(simulation.cycle)
        self._poses = BodyPoses(simulation.robot)
        if self._scene is None:
            self._scene = PageScene(self._page, self._poses)
        self._scene.poses = self._poses
        self._transitions = TransitionList()
        self._signals.clear()
        self._walk = simulation.cycle.walk
        self._controls.limit(self._walk.profile)
        self._controls.reset()
        self._run.trouble("")
        self._leaf, self._entered, self._cycles = simulation.cycle.machine.name, 0, 0
        self._due = [0.0, 0.0, 0.0]

    def disturbed(self, time: float, disturbance: Disturbance) -> None:
        """Show a disturbance."""
        self._transitions.remark(time, str(disturbance))

    def fail(self, sentence: str) -> None:
        """Show that the run has ended, and why."""
        self._failed = True
        self._run.trouble(f"{sentence}. The run has ended; press Start again.")

    def look(self, made: Cycle) -> None:
        """Process a cycle; update the panels that are due."""
        outcome = made.outcome
        self._cycles += 1
        if self._cycles % EVERY == 0:
            self._signals.add(self._reader.row(outcome))
        if outcome.change is not None:
            self._controls.limit(outcome.change.profile)
            changed = differences_told(plain(self._walk), plain(outcome.change))
            self._walk = outcome.change
            self._transitions.remark(outcome.robot.time, f"new parameters of the walk: {changed}")
        transition = outcome.transition
        if transition is not None:
            self._transitions.add(transition)
            if transition.dest in FAULT:
                self._run.trouble(f"Fault: {transition.because}")
            elif transition.source in FAULT:
                self._run.trouble("")
        if transition is not None and transition.source != transition.dest:
            self._entered = self._cycles
        self._leaf = outcome.leaf
        self._show(outcome.robot.time)

    def _show(self, moment: float) -> None:
        now = time.monotonic()
        at_once = self.session.tempo.paused
        picture, words, curves = (at_once or now >= due for due in self._due)
        if picture:
            self._due[0] = now + _PICTURE
            assert self._scene is not None
            with self._page.together():
                self._scene.show(*self._poses.now())
                self._scene.push(self._simulation.robot.outer_forces())
        if words:
            self._due[1] = now + _WORDS
            seconds = (self._cycles - self._entered) * self._period
            self._run.show(moment, self._says)
            self._machine.show(self._leaf, seconds, self._transitions)
        if curves:
            self._due[2] = now + _CURVES
            self._signals.draw()

    def _follow(self, follows: bool) -> None:
        if self._scene is not None:
            self._scene.follows = follows

    def _start_again(self) -> None:
        session = self._session if self._failed else self.session
        assert session is not None, "a failed run has a session"
        session.start_again()
