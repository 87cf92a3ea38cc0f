"""Options that several measurements share."""

from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.options import number, trials
from hsm.campaigns.trials import Patches
from hsm.campaigns.tuning.patches import WALK, block_file, block_names
from hsm.campaigns.walking.walking_trial import SETTLE
from hsm.scenarios.limits import LONGEST_RUN

Jobs = Annotated[int, number(1, 64, "processes")]
Seeds = Annotated[int, trials("number of trials")]
Plant = Annotated[str, typer.Option(help="name of a file in config/plants")]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object")]
Randomised = Annotated[bool, typer.Option(help="draw every trial's plant around this one")]
Profile = Annotated[str, typer.Option(help="speed profile in config/walking/profiles")]
Model = Annotated[Path | None, typer.Option(help="MJCF of another NAO model", show_default=False)]
JointMap = Annotated[
    Path | None, typer.Option(help="YAML with the names in that model", show_default=False)
]
Held = Annotated[
    float,
    number(SETTLE + 1.0, LONGEST_RUN, f"s at the full speed; the first {SETTLE:g} s do not count"),
]
Patch = Annotated[
    Path | None,
    typer.Option(help="YAML laid over walking/engine.yaml, as `tune` writes", show_default=False),
]

BlockPatch = Annotated[
    list[str] | None,
    typer.Option(
        "--patch",
        metavar="BLOCK=FILE",
        help="YAML laid over a block of keyframes, as `tune` writes; repeatable",
        show_default=False,
    ),
]


def over_the_walk(patch: Path | None) -> Patches:
    """Return the patches of `--patch FILE`."""
    return () if patch is None else ((WALK, patch),)


def over_blocks(given: list[str] | None) -> Patches:
    """Return the patches of `--patch BLOCK=FILE`, which may be repeated."""
    pairs = [text.partition("=") for text in given or ()]
    for block, _, path in pairs:
        if block not in block_names() or not path:
            known = ", ".join(block_names())
            raise typer.BadParameter(f"--patch expects BLOCK=FILE, BLOCK one of {known}")
    return tuple((block_file(block), Path(path)) for block, _, path in pairs)
