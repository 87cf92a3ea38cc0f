"""The commands below `hsm measure`, family by family."""

import typer

from hsm.apps.measure import falling, machine, plants, tuning, walking
from hsm.apps.measure.readme import readme

app = typer.Typer(
    help="Measure in physics: figures with 95 % intervals, the same for any number of jobs.",
    no_args_is_help=True,
)
for family in (walking, falling, machine, plants, tuning):
    app.add_typer(family.app)
app.command()(readme)
