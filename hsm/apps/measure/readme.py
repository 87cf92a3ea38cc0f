"""`hsm measure readme`: reports the age of the README's figures and measures them again."""

import json
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from typing import Annotated, Any

import typer

from hsm.apps.completion import names_of_rows
from hsm.apps.measure.options import Jobs, demand_known, on_our_model
from hsm.apps.options import demand_heeded
from hsm.campaigns.readme.ablation_pages import ablation_pages
from hsm.campaigns.readme.ledger import Record
from hsm.campaigns.readme.measured_commit import Checkout
from hsm.campaigns.readme.pages import Figures
from hsm.campaigns.readme.remeasure import account, measure
from hsm.campaigns.readme.rows import ROWS
from hsm.console import say

app = typer.Typer()


@app.command()
@on_our_model("the README has figures of our own model")
def readme(
    context: typer.Context,
    write: Annotated[
        bool,
        typer.Option("--write", help="Measure figures older than the code and write all tables."),
    ] = False,
    render: Annotated[
        bool,
        typer.Option(
            "--render", help="Only rewrite all tables, marking figures older than the code."
        ),
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ROW",
            help="Only this row, with its commands; may be repeated.",
            autocompletion=names_of_rows,
        ),
    ] = None,
    jobs: Jobs = 2,
) -> None:
    """Report the age of the README's figures; with --write, measure outdated ones again."""
    if render and write:
        raise typer.BadParameter("give one of --render (only writes tables) and --write")
    if render:
        demand_heeded(context, ("only", "jobs"), "--render writes all tables and measures nothing")
    demand_known(only or (), [row.name for row in ROWS])
    chosen = [row for row in ROWS if not only or row.name in only]
    checkout = Checkout.of_this_code()
    checkout.table()  # raises for an installed package, which has neither table nor sources
    figures = Figures.of(checkout, ROWS)
    if not write and not render:
        say(account(figures, chosen, jobs, commands=bool(only)))
        return
    figures.write(checkout)
    for page in ablation_pages(checkout):
        page.mark(figures.code)
    if write:
        assert context.parent is not None
        ask = partial(answer, context.parent.command)
        measure(checkout, figures, chosen, ask, jobs=jobs, say=say)


def answer(measures: Any, words: list[str]) -> Record:
    """Return the record that a command prints.

    Args:
        measures: The group of commands.
        words: Words of the command, with `--json`.
    """
    with redirect_stdout(StringIO()) as told:
        measures.main(words, standalone_mode=False)
    record: dict[str, Any] = json.loads(told.getvalue())
    record.pop("setup", None)  # the words say it
    return record
