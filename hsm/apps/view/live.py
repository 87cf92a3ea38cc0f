"""`hsm view`: a simulated robot under its control cycle, in real time, with a page to steer it."""

import logging
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Final

from hardware.props import Ball
from hsm.apps.view.browser import BrowserPage, load_viser
from hsm.apps.view.chart_pictures import ChartPictures
from hsm.apps.view.live_page import LivePage
from hsm.apps.view.session import WATCHES, LiveSession
from hsm.apps.view.tempo import Tempo
from hsm.chart import robot_chart
from hsm.console import say
from hsm.control import loop
from hsm.control.assembly import MotionSettings, load_settings
from hsm.output_files import demand_folder
from hsm.pictures.run_artifacts import claim_free_folder
from hsm.runs.format import FILE_NAME
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
"""What a run without a scenario is said to last, s; it lasts until somebody ends it."""
_BALL: Final = Ball(0.7, 0.25)


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """What the command line says.

    Attributes:
        plant: Name of the plant; the scenario's own if None.
        robot: Individual, likewise.
        seed: Of noise and ground, likewise.
        scenario: File or name of a scenario; a robot that stands before a ball if None.
        profile: Name of the speed profile.
        model: Somebody else's model of the robot.
        port: Of the page; 0 takes a free one.
        record: Folder for the recorded run, `runs/view` if None; the next free one if it holds one.
    """

    plant: str | None = None
    robot: int | None = None
    seed: int | None = None
    scenario: str | None = None
    profile: str = "normal"
    model: ModelFiles | None = None
    port: int = 8080
    record: Path | None = None


def scenario_of(options: ViewOptions) -> Scenario:
    """Return what is played.

    Raises:
        HsmError: If there is no such scenario or plant.
    """
    if options.plant is not None:
        check_plant(options.plant)
    if options.scenario is not None:
        (played,) = load_scenarios([options.scenario], judged=False)
    else:
        own = options.model is None  # props and eyes are for our own model
        played = Scenario(
            name="view",
            description="Somebody steers it on a page.",
            plant="standard",
            duration=_ENDLESS,
            timeline=(TimelineEntry(at=0.0, request=TimelineRequest(Motion.STAND, head=WATCHES)),),
            props=(OneProp(ball=_BALL),) if own else (),
            sight=own,
        )
    return chosen(played, options.plant, options.seed, options.robot)


class LiveView:
    """One run after the other on one page."""

    def __init__(self, options: ViewOptions) -> None:
        """Load everything and serve the page.

        Raises:
            HsmError: If a file has mistakes, viser is missing, or the port cannot be had.
        """
        load_viser()  # before anything else is loaded for nothing
        self._options = options
        self._scenario = scenario_of(options)
        self._settings: MotionSettings = load_settings(options.profile)
        self._foreign = (
            None if options.model is None else load_foreign(options.model, self._settings.robot)
        )
        plant = load_plant(self._scenario.plant)
        self._plant = changed_plant(plant, self._scenario.plant_changes, self._foreign)
        self._folder = options.record or Path("runs") / "view"
        demand_folder(self._folder)
        pictures = ChartPictures(robot_chart(self._settings.robot.cycle))
        self.page = BrowserPage("nao-hsm", port=options.port)
        self._tempo = Tempo(self._settings.robot.cycle)
        self.live = LivePage(self.page, self._settings, pictures, self._tempo, self._says())

    def serve(self) -> None:
        """Make runs until somebody ends it."""
        while self._run():
            pass

    def close(self) -> None:
        """Serve the page no more."""
        self.page.close()

    def _says(self) -> str:
        scenario = self._scenario
        name = "" if self._options.scenario is None else f"{scenario.name}, "
        return f"{name}plant {scenario.plant}, robot {scenario.robot}, seed {scenario.seed}"

    def _run(self) -> bool:
        """Make one run; return whether another one is asked for."""
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
                with suppress(KeyboardInterrupt):  # the run is whole as far as it goes
                    loop.run(
                        simulation.link,
                        simulation.cycle,
                        session,
                        (session, simulation, recorder, self.live),
                        until=lambda made: session.over,
                    )
        except Exception as error:  # whatever it is, the page tells it, and can begin anew
            logging.getLogger("hsm").exception("the run has ended")
            self.live.fail(f"{type(error).__name__}: {error}")
            with suppress(KeyboardInterrupt):
                session.tempo.wait_until(lambda: session.over)
        say(f"{folder / FILE_NAME} replays it: hsm run --replay {quote(str(folder))}")
        return session.over

    def _said(self) -> dict[str, object]:
        return {} if self._options.profile == "normal" else {"profile": self._options.profile}


def view_live(options: ViewOptions) -> None:
    """Serve a simulated robot until somebody ends it."""
    with closing(LiveView(options)) as view:
        say(f"{view.page.address}   Control-C ends")
        view.serve()
