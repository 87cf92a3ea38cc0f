"""Subcommands of `hsm measure`, by family."""

import typer

from hsm.apps.measure import falling, going, kicking, machine, readme, tuning, walking, wire

app = typer.Typer(
    help="Measure in simulation: results with 95 % intervals, identical for any number of jobs.",
    no_args_is_help=True,
)
for family in (walking, going, kicking, falling, machine, tuning, readme, wire):
    app.add_typer(family.app)
