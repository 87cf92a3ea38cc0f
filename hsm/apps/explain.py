"""`hsm explain RUN --at T`: explains the decision of one cycle; `--fall`: every fall."""

from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.options import Json, Recorded, moment
from hsm.apps.replay_check import tell_warnings, warnings
from hsm.console import note, say
from hsm.json_text import json_text
from hsm.runs.explanation import Explanation, RowResult
from hsm.runs.explanation import explain as explain_at
from hsm.runs.falls.account import accounts_of_falls
from hsm.runs.reader import read_run

app = typer.Typer()


@app.command()
def explain(
    recorded: Recorded,
    at: Annotated[
        float | None, moment("Time in the run, s; the nearest cycle is explained.")
    ] = None,
    fall: Annotated[
        bool,
        typer.Option(
            "--fall", help="Explain every fall: its first sign, and what would have been needed."
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Explain a decision (the row that fired, or what each row was missing), or a fall."""
    if at is None and not fall:
        raise typer.BadParameter("give --at T or --fall")
    if at is not None and fall:
        raise typer.BadParameter("give one of --at T and --fall")
    if at is None:
        _explain_falls(recorded, as_json=as_json)
    else:
        _explain_decision(recorded, at, as_json=as_json)


def _explain_decision(path: Path, at: float, *, as_json: bool) -> None:
    """Explain the decision in the cycle nearest to the time `at`, s.

    Raises:
        RunError: If the file is no run, or the time is outside it.
    """
    run = read_run(path)
    remarks = warnings(run)
    found = explain_at(run, at)
    if as_json:
        plain = found.plain()
        plain["remarks"] = [*remarks, *found.remarks]
        say(json_text(plain, indent=2))
        return
    for remark in (*remarks, *found.remarks):
        say(f"warning: {remark}")
    say(_told(found, len(run.rows)))


def _explain_falls(path: Path, *, as_json: bool) -> None:
    """Explain the falls of a run, one paragraph each; with `as_json` a JSON list.

    Raises:
        RunError: If the file is no run, or has no fall.
    """
    run = read_run(path)
    accounts = accounts_of_falls(run)
    if as_json:
        for remark in warnings(run):
            note(f"warning: {remark}")
        say(json_text([account.plain() for account in accounts], indent=2))
        return
    tell_warnings(run)
    say("\n\n".join(account.text() for account in accounts))


def _told(found: Explanation, cycles: int) -> str:
    lines = [
        f"t={found.time:.3f} s, cycle {found.cycle} of {cycles}: {found.leaf} for"
        f" {found.seconds:.2f} s ({found.age} cycles)",
        f"  request  {found.request or 'unknown'}",
        *([f"           {found.forgotten}, which is forgotten"] if found.forgotten else []),
        *([f"           not followed: {_limbs(found)}"] if found.unfollowed else []),
        *([f"  step     {found.step}"] if found.step else []),
        *([f"  change   {found.change}"] if found.change else []),
        f"  true     {', '.join(found.facts) or 'nothing'}",
    ]
    return "\n".join([*lines, *_went(found)])


def _limbs(found: Explanation) -> str:
    return ", ".join(name.replace("_", " ") for name in found.unfollowed)


def _went(found: Explanation) -> list[str]:
    fired = found.fired
    if fired is None:
        return ["no row fired; what each was missing, in the order of asking:", *_list(found.rows)]
    lines = [f"  fired    {fired.event} to {fired.dest}: {fired.because}"]
    own = next((row for row in found.rows if row.event == fired.event), None)
    if own is None:
        return lines
    lines.append(f"           row {own.place} of {len(found.rows)}, {own.band}: {own.row}")
    if fired.changed:
        lines.append(f"           changed in this cycle: {', '.join(fired.changed)}")
    before = found.rows[: own.place - 1]
    return [*lines, *(["rows tried before it:"] if before else []), *_list(before)]


def _list(rows: tuple[RowResult, ...]) -> list[str]:
    lines = []
    for row in rows:
        lacks = ", ".join(map(str, row.lacks)) or "nothing"
        lines += [f"  {row.place:2d} {row.band:<8} {row.row}", f"       missing {lacks}"]
    return lines
