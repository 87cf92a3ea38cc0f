"""Subcommands of `hsm serve`: services for other programs, which run until they are stopped."""

import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from hardware.calibration import Calibration
from hardware.lola.codec import RobotIdentity
from hardware.lola.server import LolaServer
from hardware.postures import Posture
from hardware.robots.model import RobotModel
from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hardware.simulation.plant.robot import SimulatedRobot
from hsm.apps.completion import PLANTS, SCENARIOS
from hsm.apps.options import OtherRobot, OtherSeed, number, request_socket_option
from hsm.apps.robot.real_time import claim, keep
from hsm.apps.robot.socket_paths import lola_socket
from hsm.apps.serve.resettable_robot import ResettableRobot
from hsm.console import err, say
from hsm.errors import counted
from hsm.scenarios.limits import LAST_SEED
from hsm.scenarios.loader import load_scenarios
from hsm.scenarios.scenario import Scenario, ScenarioStart
from hsm.settings.robot_file import load_robot
from hsm.simulated.runner import changed_plant, chosen
from hsm.simulated.served import Disturber, simulated_body
from hsm.simulated.simulation import check_plant, load_plant

NOTHING = Scenario(
    name="nothing",
    description="Nothing happens to a robot that sits.",
    plant="standard",
    duration=1.0,
    timeline=(),
    start=ScenarioStart(Posture.SITTING),
)
"""Scenario of a robot that is served without one."""
app = typer.Typer(help="Serve a robot to other programs.", no_args_is_help=True)


@app.command()
def naoqi(
    port: Annotated[int, number(0, 65535, "Port to listen on; 0 for a free one.")] = 9559,
    host: Annotated[
        str,
        typer.Option(
            help="Address to listen on; any other lets strangers on the network move the robot."
        ),
    ] = "127.0.0.1",
    requests: Annotated[Path | None, request_socket_option("--requests", "--socket")] = None,
    plant: Annotated[
        str | None, typer.Option(help="Simulate a robot: a file in config/plants.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(help="Simulate a wheeled robot: a file in config/bases (pepper)."),
    ] = None,
    robot: OtherRobot = None,
    seed: Annotated[
        int | None, number(0, LAST_SEED, "Random seed of noise and ground (default: 0).")
    ] = None,
    lock_step: Annotated[
        bool, typer.Option("--lock-step", help="Run the simulated robot as fast as possible.")
    ] = False,
    page: Annotated[
        Path | None,
        typer.Option(help="Only write the reference page of all functions and keys to this file."),
    ] = None,
) -> None:
    """Serve ALMotion, ALRobotPosture and ALMemory over qi, until Control-C."""
    if page is not None:
        from hsm.apps.naoqi.catalogue import write_page

        write_page(page)
        say(str(page))
        return
    simulated = plant is not None or model is not None
    if not simulated and (robot is not None or seed is not None or lock_step):
        raise typer.BadParameter("--robot, --seed and --lock-step require --plant or --model")
    if [plant, requests, model].count(None) < 2:
        raise typer.BadParameter("give one of --requests, --plant and --model")
    if plant is not None:
        check_plant(plant)
    from hsm.apps.naoqi.cli import serve_naoqi

    code = serve_naoqi(
        port=port,
        host=host,
        requests=requests,
        plant=plant,
        model=model,
        robot=robot or 0,
        seed=seed or 0,
        lock_step=lock_step,
    )
    raise typer.Exit(code)


@app.command()
def lola(
    at: Annotated[
        Path | None,
        typer.Option(
            "--socket",
            metavar="PATH",
            help="Path of the socket (default: one in the user's runtime folder).",
        ),
    ] = None,
    plant: Annotated[
        str | None,
        typer.Option(
            help="A file in config/plants (default: the scenario's, or standard).",
            autocompletion=PLANTS,
        ),
    ] = None,
    robot: OtherRobot = None,
    seed: OtherSeed = None,
    scenario: Annotated[
        str | None,
        typer.Option(
            help="Take start, plant and disturbances from a scenario, but not its requests.",
            autocompletion=SCENARIOS,
        ),
    ] = None,
    lock_step: Annotated[
        bool,
        typer.Option(
            "--lock-step",
            help="Wait for every command, however long it takes. Time then runs as fast as both"
            " compute: a program that pauses in real time misses the scenario's events.",
        ),
    ] = False,
    raw: Annotated[
        bool, typer.Option("--raw", help="Do not correct the errors of the robot's joint zeros.")
    ] = False,
    cycles: Annotated[
        int | None, number(1, 1_000_000_000, "Stop after this many cycles of 12 ms.")
    ] = None,
) -> None:
    """Serve a simulated NAO V6 over its protocol LoLA, to one client at a time."""
    logging.basicConfig(format="%(message)s", level=logging.INFO, stream=err.file)
    played = NOTHING
    if scenario is not None:
        (played,) = load_scenarios([scenario], judged=False)
    played = chosen(played, plant, seed, robot)
    model = load_robot()
    period = model.cycle
    body = ResettableRobot(_placing(model, played, raw=raw))
    if body.disturber.never:
        say(
            f"{body.disturber.never} disturbances never occur: they wait for a transition, which"
            " only the client knows"
        )
    if played.sight:
        say("sight: the client gets no sightings from here; a program has to see() them")
    path = at or lola_socket()
    identity = RobotIdentity(simulated_body(played.robot))
    with LolaServer(path, body, identity, cycle=period, lock_step=lock_step) as server:
        how = "in lock-step" if lock_step else f"every {1e3 * period:g} ms"
        if not lock_step:
            claim()  # without real-time priority, frames are sometimes late
            keep()
        say(f"robot {played.robot} of plant {played.plant} at {path}, {how}; Control-C ends")
        _serve(server, body, cycles)


def _placing(
    model: RobotModel, played: Scenario, *, raw: bool
) -> Callable[[], tuple[MujocoRobot, Disturber]]:
    """Return a function that creates the robot at its start and its disturber."""
    plant = changed_plant(load_plant(played.plant), played.plant_changes)

    def place() -> tuple[MujocoRobot, Disturber]:
        placed = SimulatedRobot(
            model,
            plant,
            robot=played.robot,
            seed=played.seed,
            posture=played.start.posture,
            props=[entry.prop for entry in played.props],
            calibration=Calibration({}, 0.0, 0.0) if raw else None,
        )
        return placed, Disturber(played, placed, model.cycle)

    return place


def _serve(server: LolaServer, body: ResettableRobot, cycles: int | None) -> None:
    """Serve until interrupted, or for some cycles; then print statistics."""
    told = server.counters
    try:
        with suppress(KeyboardInterrupt):  # the normal way to stop
            server.serve(
                prepare=lambda: body.prepare(told.clients),
                until=lambda: cycles is not None and cycles <= told.cycles,
            )
    finally:
        say(
            f"{counted(told.cycles, 'cycle')}, {told.answered} answered, {told.late} late,"
            f" {counted(told.refused, 'message')} refused, {counted(told.clients, 'client')}"
        )
        say(body.whereabouts())
