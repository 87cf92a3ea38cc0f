"""The commands below `hsm motion`."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="Keyframe motions: import, export, list, show, play, mirror, plot, record.",
    no_args_is_help=True,
)

Folder = Annotated[
    Path | None,
    typer.Option(
        "--from", metavar="DIR", help="Folder of motions; the project's own if not given."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object")]


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE.cfg", help="a keyframeMotionEngine.cfg")],
    parameters: Annotated[
        Path | None, typer.Option(metavar="FILE.cfg", help="a keyframeMotionParameters.cfg")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the motions, as YAML.")
    ] = None,
    report: Annotated[bool, typer.Option("--report", help="Print what was counted.")] = False,
    as_json: Json = False,
    force: Annotated[bool, typer.Option("--force", help="Replace what is in DIR.")] = False,
) -> None:
    """Read a B-Human team's motions; what cannot be expressed is an error, nothing is dropped."""
    from hsm.apps.motion.exchange import import_command

    if out is None and not report and not as_json:
        raise typer.BadParameter("give --out DIR, or --report to look only")
    raise typer.Exit(
        import_command(file, parameters, out, report=report, as_json=as_json, force=force)
    )


@app.command()
def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of motions.")],
    out: Annotated[Path, typer.Option(metavar="FILE.cfg", help="The file to write.")],
    parameters: Annotated[
        Path | None, typer.Option(metavar="FILE.cfg", help="Write the balance gains here.")
    ] = None,
) -> None:
    """Write motions as a B-Human file; importing it gives the same motions."""
    from hsm.apps.motion.exchange import export_command

    raise typer.Exit(export_command(folder, out, parameters))
