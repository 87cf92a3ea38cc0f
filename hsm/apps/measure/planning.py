"""What steps are planned, without physics: `plan`, `follow`."""

from typing import Annotated

import typer

from hsm.apps.measure.options import Json, Profile, on_our_model
from hsm.apps.options import trials
from hsm.campaigns.generators.follow import measure_follow
from hsm.campaigns.generators.plan import measure_plan
from hsm.campaigns.report import show

app = typer.Typer()
_NO_PHYSICS = "steps are executed exactly, by no body"


@app.command()
@on_our_model(_NO_PHYSICS)
def plan(
    seeds: Annotated[int, trials("scenes")] = 1000,
    profile: Profile = "normal",
    as_json: Json = False,
) -> None:
    """Walk to poses in the step model: time, beside plain controllers; what a step costs."""
    show(measure_plan(profile, trials=seeds), as_json=as_json)


@app.command()
@on_our_model(_NO_PHYSICS)
def follow(
    seeds: Annotated[int, trials("duels")] = 40,
    profile: Profile = "normal",
    as_json: Json = False,
) -> None:
    """Follow a ball that rolls aside, with and without the turn that waits for the closing step."""
    show(measure_follow(profile, trials=seeds), as_json=as_json)
