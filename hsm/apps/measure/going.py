"""How the robot goes where it is asked to: `goto`."""

from typing import Annotated

import typer

from hsm.apps.measure.options import (
    Foreign,
    Jobs,
    Json,
    Plant,
    Profile,
    Randomised,
    Seeds,
    on_any_model,
)
from hsm.apps.options import number
from hsm.campaigns.generators.goto import measure_goto
from hsm.campaigns.report import show_measured
from hsm.campaigns.trials import CampaignConfig

app = typer.Typer()


@app.command()
@on_any_model
def goto(
    way: Annotated[float, number(0.1, 8.0, "m to the target")] = 2.0,
    seeds: Seeds = 20,
    plant: Plant = "standard",
    randomised: Randomised = False,
    profile: Profile = "normal",
    foreign: Foreign = None,
    jobs: Jobs = 2,
    as_json: Json = False,
) -> None:
    """Walk to a pose in any direction: arrived, falls, seconds, how far off."""
    config = CampaignConfig(plant, randomised, profile, foreign)
    show_measured(measure_goto(config, way=way, trials=seeds, jobs=jobs), as_json=as_json)
