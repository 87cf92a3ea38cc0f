"""Options that several measurements share."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from inspect import Parameter, Signature, getdoc, signature
from pathlib import Path
from re import sub
from shlex import quote
from typing import Annotated, Any

import typer

from hsm.apps.options import (
    FastestWalk,
    JointMap,
    Model,
    Plant,
    demand_heeded,
    number,
    trials,
)
from hsm.campaigns.context import CampaignConfig, Patches
from hsm.campaigns.report import CampaignReport
from hsm.campaigns.tuning.patches import (
    WALK,
    block_file,
    block_names,
    describe_patch,
    file_of_kick,
    with_patches,
)
from hsm.campaigns.walking.engines import Engine
from hsm.campaigns.walking.walking_trial import SETTLE, Speed
from hsm.console import note
from hsm.control.assembly import load_profile, load_settings
from hsm.output_files import demand_folder
from hsm.runs.format import FILE_NAME
from hsm.scenarios.limits import LONGEST_RUN
from hsm.simulated.asked_course import beyond
from hsm.simulated.other_model import ModelFiles, model_files
from motions.kicks.wish import KickKind
from motions.requests import Motion, MotionRequest
from motions.walking.configuration import SHARED, shared_differences

Jobs = Annotated[int, number(1, 64, "Parallel processes; the results do not depend on it.")]
Seeds = Annotated[int, trials("Number of trials.")]
Randomised = Annotated[bool, typer.Option(help="Randomise the plant in every trial.")]
WhichWalk = Annotated[Engine, typer.Option("--engine", help="Walking engine.")]
Held = Annotated[
    float,
    number(
        SETTLE + 1.0,
        LONGEST_RUN,
        f"Time at full speed, s; the first {SETTLE:g} s are not measured.",
    ),
]
Stood = Annotated[
    float,
    number(0.0, 600.0, "Standing time before the walk, s; the gyro bias is estimated in it."),
]
BlockPatch = Annotated[
    list[str] | None,
    typer.Option(
        "--patch",
        metavar="BLOCK=FILE",
        help="YAML file with values that override a keyframe block, as written by `tune`; may be"
        " repeated.",
        show_default=False,
    ),
]

Foreign = ModelFiles | None
"""Parameter that `on_any_model` passes to a command; `in_physics` passes it in `config`."""
_Refused = Annotated[Path | None, typer.Option(hidden=True)]

SaveFalls = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Folder for the runs in which the robot fell, for hsm explain and hsm view.",
    ),
]

_SHARED = {
    "plant": (Plant, "standard"),
    "randomised": (Randomised, False),
    "profile": (FastestWalk, "normal"),
    "foreign": (Foreign, None),
    "save_falls": (SaveFalls, None),
}


def on_any_model(command: Callable[..., None]) -> Callable[..., None]:
    """Add `--model` and `--joint-map` to a command, passed as its parameter `foreign`."""

    def with_both(
        model: Path | None = None, joint_map: Path | None = None, **given: object
    ) -> None:
        command(foreign=model_files(model, joint_map), **given)

    options = {"model": (Model, None), "joint_map": (JointMap, None)}
    return _declared(with_both, command, "foreign", options)


def in_physics(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that all trials share to a command, passed as its parameter `config`.

    These are `--plant`, `--randomised`, `--profile`, `--model`, `--joint-map`, `--save-falls`.
    """

    def with_config(
        plant: str,
        randomised: bool,
        profile: str,
        foreign: Foreign,
        save_falls: Path | None,
        **given: object,
    ) -> None:
        config = CampaignConfig(plant, randomised, profile, foreign, falls_in=save_falls)
        with _new_runs_told(save_falls):
            command(config=config, **given)

    return on_any_model(_declared(with_config, command, "config", _SHARED))


def on_our_model(reason: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a command refuse `--model` and `--joint-map`.

    Args:
        reason: Why it supports no other model; completes a sentence.
    """

    def refusing(command: Callable[..., None]) -> Callable[..., None]:
        def without(
            model: Path | None = None, joint_map: Path | None = None, **given: object
        ) -> None:
            if model is not None or joint_map is not None:
                raise typer.BadParameter(f"--model is not supported here: {reason}")
            command(**given)

        hidden = dict.fromkeys(("model", "joint_map"), (_Refused, None))
        return _declared(without, command, "", hidden)

    return refusing


def _declared(
    wrapper: Callable[..., None],
    command: Callable[..., None],
    given: str,
    options: Mapping[str, tuple[Any, object]],
) -> Callable[..., None]:
    """Return a wrapper with the name and the signature of its command.

    Args:
        wrapper: Calls the command.
        command: The command.
        given: Its parameter that the wrapper passes and that is no option; none if empty.
        options: Further options before `--jobs`, by name: their types and defaults.
    """
    own = [
        parameter.replace(kind=Parameter.KEYWORD_ONLY)
        for parameter in signature(command, eval_str=True).parameters.values()
        if parameter.name != given
    ]
    at = next((index for index, each in enumerate(own) if each.name == "jobs"), len(own))
    own[at:at] = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=usual, annotation=kind)
        for name, (kind, usual) in options.items()
    ]
    named = wraps(command)(wrapper)
    named.__signature__ = Signature(own)  # type: ignore[attr-defined]
    named.__annotations__ = {each.name: each.annotation for each in own}
    return named


@contextmanager
def _new_runs_told(folder: Path | None) -> Iterator[None]:
    """Print how many runs with a fall a campaign adds to a folder, and what explains the first."""
    if folder is None:
        yield
        return
    demand_folder(folder, "--save-falls DIR")
    before = set(folder.glob(f"*/{FILE_NAME}"))
    yield
    runs = sorted(set(folder.glob(f"*/{FILE_NAME}")) - before)
    note(f"runs with a fall in {folder}: {len(runs) or 'none'}")
    if runs:
        note(f"hsm explain {quote(str(runs[0].parent))} --fall")


def keys_of(report: type[CampaignReport]) -> str:
    """Return the definitions of a report's keys, as the end of the `--help` of a command."""
    _, _, keys = (getdoc(report.findings) or "").partition("\nKeys:\n")
    lines = [line.strip() for line in sub(r"\n {5,}", " ", keys).splitlines()]
    # Paragraphs, as the bullets of a list cannot be printed on every terminal.
    return "\n\n".join(["Keys of the result:", *lines])


def demand_known(names: Iterable[str], choices: Iterable[str]) -> None:
    """Refuse names that are not among the choices."""
    unknown = sorted(set(names) - set(choices))
    if unknown:
        raise typer.BadParameter(f"{', '.join(unknown)}: choose from {', '.join(choices)}")


def demand_profile_heeded(context: typer.Context, engine: Engine) -> None:
    """Refuse a profile for the preview walk, which does not use profiles.

    Raises:
        typer.BadParameter: If a profile is given on the command line.
    """
    if engine is Engine.PREVIEW:
        demand_heeded(
            context, ("profile",), "config/locomotion.yaml has the limits of the preview walk"
        )


def over_the_walk(patch: Path | None, engine: Engine = Engine.PRESSURE) -> Patches:
    """Return the patches of `--patch FILE`.

    Raises:
        typer.BadParameter: If the patch changes nothing that the engine uses.
    """
    if patch is None:
        return ()
    if engine is Engine.PREVIEW:
        own = load_settings()
        patched = with_patches(own, {WALK: patch})
        if not shared_differences(patched.walking, own.walking):
            raise typer.BadParameter(
                "--patch would have no effect: the preview walk uses only"
                f" {', '.join(SHARED)} of config/{WALK}"
            )
    return _told(((WALK, patch),))


def over_the_kick(patch: Path | None, kinds: Sequence[KickKind]) -> Patches:
    """Return the patches of `--patch FILE`, which applies to a single kick."""
    if patch is not None and len(kinds) != 1:
        raise typer.BadParameter("--patch applies to one kick: give one --kind")
    return _told(() if patch is None else ((file_of_kick(kinds[0]), patch),))


def tell_beyond(config: CampaignConfig, speed: Speed) -> None:
    """Print to stderr which part of a requested speed the profile does not allow."""
    if config.engine is Engine.PRESSURE:
        request = MotionRequest(Motion.WALK, *speed)
        for sentence in beyond(request, load_profile(config.profile)):
            note(sentence)


def over_blocks(given: list[str] | None) -> Patches:
    """Return the patches of `--patch BLOCK=FILE`, which may be repeated."""
    pairs = [text.partition("=") for text in given or ()]
    for block, _, path in pairs:
        if block not in block_names() or not path:
            known = ", ".join(block_names())
            raise typer.BadParameter(f"--patch expects BLOCK=FILE, BLOCK one of {known}")
    return _told(tuple((block_file(block), Path(path)) for block, _, path in pairs))


def _told(patches: Patches) -> Patches:
    """Print patches and return them."""
    for file, patch in patches:
        if patch.is_file():  # a missing file is reported where it is applied
            note(describe_patch(file, patch))
    return patches
