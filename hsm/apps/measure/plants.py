"""What plants are like: `plant`."""

from typing import Annotated

import typer

from hsm.apps.measure.options import Foreign, Jobs, on_any_model
from hsm.apps.options import FastestWalk, Json, Plant, number
from hsm.campaigns.plants.plant import measure_plant
from hsm.campaigns.report import show_measured
from hsm.campaigns.trials import INDIVIDUALS, CampaignConfig
from hsm.scenarios.limits import LAST_ROBOT

app = typer.Typer()


@app.command()
@on_any_model
def plant(
    plant: Plant = "standard",
    robot: Annotated[
        list[int] | None,
        number(0, LAST_ROBOT, "Which of the ten robots; may be repeated; all if not given."),
    ] = None,
    profile: FastestWalk = "normal",
    foreign: Foreign = None,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Describe a plant: play, lag, currents, power, heat, beside published figures of NAOs."""
    config = CampaignConfig(plant, profile=profile, model=foreign)
    report = measure_plant(config, robot or range(INDIVIDUALS), jobs=jobs)
    show_measured(report, as_json=as_json)
