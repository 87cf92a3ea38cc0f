"""The commands below `hsm measure`, family by family."""

import typer

from hsm.apps.measure import falling, going, kicking, machine, readme, tuning, walking, wire

app = typer.Typer(
    help="Measure in simulation: figures with 95 % intervals, the same for any number of jobs.",
    no_args_is_help=True,
)
for family in (walking, going, kicking, falling, machine, tuning, readme, wire):
    app.add_typer(family.app)
