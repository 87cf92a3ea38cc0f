"""Every verb of the `hsm` command, with the shortest example of each."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from hsm.apps.main import app

RESULT = "{result}"
"""Placeholder for the path of a result."""
INPUTS = "{inputs}"
"""Placeholder for the folder of the verbs' inputs; see the fixture `inputs`."""
RESULT_OPTIONS = {"out", "figure", "video"}
"""Names of options that take the path of a result, if they take a path."""


@dataclass(frozen=True)
class Example:
    """The shortest example of a verb.

    Attributes:
        words: Arguments after the verb.
        ending: Suffix of the file that it writes; empty for a folder.
        quick: It takes a second or two at most.
        physics: It needs MuJoCo.
        alone: It works and ends without a robot; the others need one on a socket and are tested in
            `tests/hsm/apps/robot`.
        brief: It ends before a signal could arrive.
    """

    words: tuple[str, ...] = ()
    ending: str = ""
    quick: bool = False
    physics: bool = True
    alone: bool = True
    brief: bool = False

    @property
    def leaves_a_result(self) -> bool:
        """Return whether it writes a result to disk."""
        return RESULT in self.words


_WALK, _RUN = f"{INPUTS}/walk.yaml", f"{INPUTS}/run"
_ONCE = ("--seeds", "1", "--jobs", "1")
_NOBODY = ("--requests", f"{INPUTS}/nobody")
_OWN = {
    **{
        f"ask {verb}": Example((*words, *_NOBODY), physics=False, alone=False)
        for verb, words in {
            "change": ("--profile", "fast"),
            "goto": ("1", "0"),
            "limp": (),
            "sit": (),
            "special": ("wave",),
            "stand": (),
            "status": (),
            "walk": ("0.2",),
        }.items()
    },
    "robot install": Example(
        ("nobody", "--wheel", f"{INPUTS}/nao_hsm.whl"), quick=True, physics=False, brief=True
    ),
    "robot run": Example(("--socket", f"{INPUTS}/nobody"), physics=False, alone=False),
    "serve lola": Example(("--socket", f"{INPUTS}/lola"), quick=False),
    "serve naoqi": Example(("--page", RESULT), ".md", quick=True, physics=False, brief=True),
    "measure crash": Example(("--times", "1"), alone=False),
    "measure link": Example(("--minutes", "0.02"), alone=False),
    "check": Example(),
    "compare": Example((f"{INPUTS}/walked", "--robots", "2", "--jobs", "2")),
    "demo": Example(("--scenario", _WALK, "--out", RESULT)),
    "diagrams": Example(("--out", RESULT), physics=False),
    "doctor": Example(physics=False),
    "export": Example(
        (f"{INPUTS}/walked", "--to", "mcap", "--out", RESULT), ".mcap", physics=False
    ),
    "explain": Example((_RUN, "--at", "0.05"), quick=True, physics=False),
    "kick list": Example(quick=True, physics=False),
    "kick plot": Example(("forward", "--out", RESULT), ".png", quick=True, physics=False),
    "kick show": Example(("forward_fast",), quick=True, physics=False),
    "measure cycle": Example(("--seconds", "1")),
    "measure drive": Example(("--seeds", "1")),
    "measure follow": Example(("--seeds", "1")),
    "measure plan": Example(("--seeds", "1")),
    "measure endurance": Example((*_ONCE, "--minutes", "0.1")),
    "measure falls": Example((*_ONCE, "--figure", RESULT), ".png"),
    "measure limits": Example((*_ONCE, "--only", "mass")),
    "measure plant": Example(("--robot", "0", "--jobs", "1")),
    "measure defects": Example(("--seeds", "1", "--only", "head_yaw", "--jobs", "1")),
    "measure fuzz": Example(("--ticks", "10000", "--jobs", "1")),
    "measure readme": Example(),
    "measure tune": Example(("--tries", "2", *_ONCE, "--out", RESULT), ".yaml"),
    "measure walk": Example((*_ONCE, "--forward", "0.1")),
    "motion export": Example(
        (f"{INPUTS}/team", "--out", RESULT), ".cfg", quick=True, physics=False
    ),
    "motion import": Example(
        (f"{INPUTS}/irregular.cfg", "--out", RESULT), quick=True, physics=False
    ),
    "motion list": Example(quick=True, physics=False),
    "motion mirror": Example(
        ("wave", "--name", "waved", "--out", RESULT), quick=True, physics=False
    ),
    "motion play": Example(
        ("nod", "--from", f"{INPUTS}/nods", "--video", RESULT), ".mp4", quick=True
    ),
    "motion plot": Example(
        ("nod", "--from", f"{INPUTS}/nods", "--out", RESULT), ".png", quick=True
    ),
    "motion record": Example(("--at", "0.1", "--out", RESULT), ".yaml", quick=True),
    "motion show": Example(("wave",), quick=True, physics=False),
    "plot path": Example((_RUN, "--out", RESULT), ".png", quick=True, physics=False),
    "plot walk": Example(
        (_RUN, "--from", "0", "--to", "0.1", "--out", RESULT), ".png", quick=True, physics=False
    ),
    "run": Example((_WALK, "--out", RESULT), quick=True),
    "view": Example((_RUN, "--html", RESULT), ".html", quick=True),
    "scenario": Example((f"{INPUTS}/failing.yaml", "--out", RESULT)),
}


def verbs() -> dict[str, Any]:
    """Return every command by its verb."""
    return dict(_below(typer.main.get_command(app), ()))


def _below(group: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    context = typer.Context(group)
    for name in group.commands:
        _, command, _ = group.resolve_command(context, [name])
        if hasattr(command, "commands"):
            yield from _below(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


EXAMPLES = {
    **{verb: Example(_ONCE) for verb in verbs() if verb.startswith("measure ")},
    **_OWN,
}
"""Examples by verb; a measure without one of its own is run with one seed."""


def words_of(verb: str, inputs: Path, result: Path) -> list[str]:
    """Return the command line of a verb's example."""
    words = [*verb.split(), *EXAMPLES[verb].words]
    return [word.replace(RESULT, str(result)).replace(INPUTS, str(inputs)) for word in words]
