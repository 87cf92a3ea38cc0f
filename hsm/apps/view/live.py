"""`hsm view`: a simulated robot with its control cycle in real time, steered from a page."""

import logging
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Final

from hardware.props import Ball
from hsm.apps.view.browser import BrowserPage
from hsm.apps.view.chart_pictures import ChartPictures
from hsm.apps.view.live_page import LivePage
from hsm.apps.view.session import WATCHES, LiveSession
from hsm.apps.view.tempo import Tempo
from hsm.chart import robot_chart
from hsm.console import say
from hsm.control import loop
from hsm.control.assembly import MotionSettings, load_settings
from hsm.errors import demand_package
from hsm.output_files import demand_folder
from hsm.runs.format import FILE_NAME
from hsm.runs.writer import claim_free_folder
from hsm.scenarios.field import OneProp
from hsm.scenarios.loader import load_scenarios
from hsm.scenarios.scenario import Scenario
from hsm.scenarios.timeline import TimelineEntry, TimelineRequest
from hsm.simulated.other_model import ModelFiles, load_foreign
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import about, changed_plant, chosen
from hsm.simulated.simulation import Simulation, check_plant, load_plant
from motions.requests import Motion

_ENDLESS: Final = 3600.0
"""Nominal duration of a run without a scenario, s; it lasts until it is ended."""
_BALL: Final = Ball(0.7, 0.25)


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """Choices of the command line.

    Attributes:
        plant: Name of the plant; the scenario's if None.
        robot: Number of the robot, likewise.
        seed: Random seed of noise and ground, likewise.
        scenario: File or name of a scenario; a robot that stands before a ball if None.
        profile: Name of the speed profile.
        model: Another model of the robot; our own if None.
        port: Port of the page; 0 for a free one.
        record: Folder for the recorded run, `runs/view` if None; if taken, the next free one.
    """

    plant: str | None = None
    robot: int | None = None
    seed: int | None = None
    scenario: str | None = None
    profile: str = "normal"
    model: ModelFiles | None = None
    port: int = 8080
    record: Path | None = None


def scenario_of(options: ViewOptions, settings: MotionSettings) -> Scenario:
    """Return the scenario to play, checked against the settings.

    Raises:
        HsmError: If the scenario or plant does not exist.
    """
    if options.plant is not None:
        check_plant(options.plant)
    if options.scenario is not None:
        (played,) = load_scenarios([options.scenario], judged=False, settings=settings)
    else:
        own = options.model is None  # only our own model supports props and sight
        played = Scenario(
            name="view",
            description="Steered from a page in the browser.",
            plant="standard",
            duration=_ENDLESS,
            timeline=(TimelineEntry(at=0.0, request=TimelineRequest(Motion.STAND, head=WATCHES)),),
            props=(OneProp(ball=_BALL),) if own else (),
            sight=own,
        )
    return chosen(played, options.plant, options.seed, options.robot)


class LiveView:
    """Successive runs on one page."""

    def __init__(self, options: ViewOptions) -> None:
        """Load everything and serve the page.

        Raises:
            HsmError: If a file has mistakes, viser is missing, or the port is not available.
        """
        demand_package("viser", "view")  # before the work
        self._options = options
        self._settings: MotionSettings = load_settings(options.profile)
        self._scenario = scenario_of(options, self._settings)
        self._foreign = (
            None if options.model is None else load_foreign(options.model, self._settings.robot)
        )
        plant = load_plant(self._scenario.plant)
        self._plant = changed_plant(plant, self._scenario.plant_changes, self._foreign)
        self._folder = options.record or Path("runs") / "view"
        demand_folder(self._folder, "--record DIR")
        pictures = ChartPictures(robot_chart(self._settings.robot.cycle))
        self.page = BrowserPage("nao-hsm", port=options.port)
        self._tempo = Tempo(self._settings.robot.cycle)
        self.live = LivePage(self.page, self._settings, pictures, self._tempo, self._says())

    def serve(self) -> None:
        """Run until interrupted, restarting on demand."""
        while self._run():
            pass

    def close(self) -> None:
        """Stop serving the page."""
        self.page.close()

    def _says(self) -> str:
        scenario = self._scenario
        name = "" if self._options.scenario is None else f"{scenario.name}, "
        return f"{name}plant {scenario.plant}, robot {scenario.robot}, seed {scenario.seed}"

    def _run(self) -> bool:
        """Play one run; return whether another one is requested."""
        scenario = self._scenario
        simulation = Simulation(
            self._settings,
            self._plant,
            robot=scenario.robot,
            seed=scenario.seed,
            posture=scenario.start.posture,
            state=scenario.start.begins_in,
            foreign=self._foreign,
            props=[entry.prop for entry in scenario.props],
            sight=scenario.sight,
        )
        session = LiveSession(simulation, scenario, self._tempo, self.live.disturbed)
        self._tempo.paused = False
        self.live.begin(simulation, session)
        folder = claim_free_folder(self._folder)
        said = {**about(scenario, self._foreign), **self._said()}
        try:
            with Recorder(folder / FILE_NAME, self._settings, said) as recorder:
                recorder.begin(simulation)
                with suppress(KeyboardInterrupt):  # the recording is closed properly
                    loop.run(
                        simulation.link,
                        simulation.cycle,
                        session,
                        (session, simulation, recorder, self.live),
                        until=lambda made: session.over,
                    )
        except Exception as error:  # any error is shown on the page, which can start a new run
            logging.getLogger("hsm").exception("the run has ended")
            self.live.fail(f"{type(error).__name__}: {error}")
            with suppress(KeyboardInterrupt):
                session.tempo.wait_until(lambda: session.over)
        say(f"{folder / FILE_NAME} replays it: hsm run --replay {quote(str(folder))}")
        return session.over

    def _said(self) -> dict[str, object]:
        return {} if self._options.profile == "normal" else {"profile": self._options.profile}


def view_live(options: ViewOptions) -> None:
    """Serve a simulated robot until interrupted."""
    with closing(LiveView(options)) as view:
        say(f"{view.page.address}   Control-C ends")
        view.serve()
