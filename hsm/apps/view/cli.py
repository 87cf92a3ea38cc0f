"""The command `hsm view`."""

from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.completion import SCENARIOS
from hsm.apps.options import (
    FastestWalk,
    JointMap,
    Model,
    OtherPlant,
    OtherRobot,
    OtherSeed,
    given,
    number,
)

app = typer.Typer()


@app.command()
def view(
    context: typer.Context,
    recorded: Annotated[
        Path | None,
        typer.Argument(
            metavar="RUN",
            help="A recorded run (run.hsm, incident-N.hsm) or its folder, to look at instead.",
        ),
    ] = None,
    plant: OtherPlant = None,
    robot: OtherRobot = None,
    seed: OtherSeed = None,
    port: Annotated[int, number(0, 65535, "Port of the page; 0 for a free one.")] = 8080,
    scenario: Annotated[
        str | None,
        typer.Option(
            metavar="SCENARIO",
            help="Scenario for start, field and timeline.",
            autocompletion=SCENARIOS,
        ),
    ] = None,
    profile: FastestWalk = "normal",
    model: Model = None,
    joint_map: JointMap = None,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder for the recording (default: runs/view); the next name if taken.",
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Only write RUN as a self-contained HTML file."),
    ] = None,
) -> None:
    """Steer and push a simulated robot in the browser, and see what it decides and why.

    With RUN, look at a recorded run instead, with a time slider.
    """
    from hsm.simulated.other_model import model_files

    if recorded is not None:
        if given(context) - {"recorded", "port", "html"}:
            raise typer.BadParameter("RUN allows no other options than --port and --html")
        from hsm.apps.view.recorded.page import view_recorded, write_page

        if html is None:
            view_recorded(recorded, port)
        else:
            write_page(recorded, html)
        return
    if html is not None:
        raise typer.BadParameter("--html requires a recorded run: give RUN")
    from hsm.apps.view.live import ViewOptions, view_live

    files = model_files(model, joint_map)
    view_live(ViewOptions(plant, robot, seed, scenario, profile, files, port, record))
