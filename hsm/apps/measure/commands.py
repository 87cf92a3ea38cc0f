"""The commands below `hsm measure`, family by family."""

import typer

from hsm.apps.measure import falling, machine, planning, plants, readme, tuning, walking

app = typer.Typer(
    help="Measure in physics: figures with 95 % intervals, the same for any number of jobs.",
    no_args_is_help=True,
)
for family in (walking, planning, falling, machine, plants, tuning, readme):
    app.add_typer(family.app)
