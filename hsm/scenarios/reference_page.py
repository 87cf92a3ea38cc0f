"""The reference of scenarios as a page, a JSON schema for editors, and a template file."""

from collections.abc import Iterator
from typing import Any, get_args

from hardware.disturbances import KINDS
from hardware.props import PROPS
from hsm.chart.leaves import FALL_PROTECTION, STAND_NORMAL, WALK_STEPPING
from hsm.json_text import json_text
from hsm.scenarios.distance_check import DistanceDemand
from hsm.scenarios.expectation import Ban, Expectation
from hsm.scenarios.reference import (
    bounds_of,
    example_of,
    keys_in,
    kind_of,
    nested,
    summary_of,
    words_of,
)
from hsm.scenarios.scenario import PlantChanges, Scenario, ScenarioStart
from hsm.scenarios.timeline import SpeedShareWish, TimelineEntry, TimelineRequest
from hsm.settings.change_wish import ChangeWish
from hsm.settings.fields import bare, keys_of
from motions.destinations import (
    FreeStuckBall,
    LeaveBallLine,
    ReplayedStep,
    ReplaySteps,
    SpeedShare,
    WalkBehindBall,
    WalkTo,
)
from motions.kicks.wish import Dribble, Intercept, Kick
from motions.limbs.wishes import ArmWish, HeadWish
from motions.locomotion.gait import MoveConfig
from motions.locomotion.wish import (
    Footsteps,
    FootstepWish,
    MoveTo,
    PathPose,
    PreviewVelocity,
    PreviewWish,
    StepShares,
)

PAGE = "README.md"
SCHEMA = "scenario.schema.json"

_PARTS = (
    Scenario, ScenarioStart, TimelineEntry, TimelineRequest, ChangeWish, SpeedShareWish, WalkTo,
    SpeedShare,
    WalkBehindBall, Kick, Dribble, Intercept, LeaveBallLine, FreeStuckBall, ReplaySteps,
    ReplayedStep, PreviewWish, Footsteps, FootstepWish, PreviewVelocity, StepShares, MoveTo,
    PathPose, MoveConfig, HeadWish, ArmWish, Expectation, Ban, DistanceDemand, PlantChanges,
)  # fmt: skip
_INTRODUCTION = """\
# Scenarios

A scenario is a YAML file: where a run takes place, the requests to the robot and its disturbances,
and what has to happen. `hsm scenario reference` writes this page from the classes of a scenario;
do not edit it. Keys end in their unit, and numbers are given in that unit.

    hsm scenario new my_walk      # writes my_walk.yaml with comments
    hsm run my_walk.yaml          # plays it: expectations are optional
    hsm scenario my_walk.yaml     # judges it: needs at least one expectation
    hsm scenario my_walk.yaml --robots 10 --plant worn   # on how many old robots it passes

A kick or any other errand with the ball needs a ball, sight, and a head that looks at the ball.

    props: [{ball: {x_mm: 600, y_mm: 0}}]
    sight: true
    timeline:
      - {at_s: 1, request: {motion: kick, kick: {kind: forward_fast}, head: {mode: ball}}}

A head that looks ahead sees a ball on the ground from about 0.3 m ahead of the robot on. For one
closer to its feet it has to look down: `head: {mode: target, target_mm: [250, 0, 50]}`.

For completion and checks while you type, begin the file with
`# yaml-language-server: $schema=config/scenarios/scenario.schema.json`. The path is relative to the
file's folder: this one is right in the project's root, and `hsm scenario new` writes the right one
for any folder.
"""
_NEW = """\
# yaml-language-server: $schema={schema}
# Every key, unit and range: config/scenarios/README.md. Try it with `{try_it}`.
name: "{name}"
description: Walks ahead, is pushed, and walks on.
plant: standard                 # the simulated robot and its ground: a file in config/plants/
robot: 0                        # which of ten robots, each with its own wear; 0 if left out
seed: 0                         # of noise and ground; 0 if left out
duration_s: 8
timeline:                       # requests and disturbances; a request holds until the next one
  - {{at_s: 1, request: {{motion: walk, forward_mm_per_s: 150}}}}
  - {{at_s: 4, disturb: {{push: {{impulse_ns: 1, direction_deg: 90}}}}}}    # 0 ahead, 90 left
  - {{at_s: 6, request: {{motion: stand}}}}
  # A kick needs the ball and the sight given below, and a head that looks at the ball:
  # - {{at_s: 1, request: {{motion: kick, kick: {{kind: forward_fast}}, head: {{mode: ball}}}}}}
# props:                        # what else is on the field; the robot starts at 0, 0, facing x
#   - {{ball: {{x_mm: 800, y_mm: 0}}}}
# sight: true                   # the robot sees what is there
expect:                         # what has to happen, in this order; leave it out just to try
  - {{leaf: {stepping}, within_s: 3}}
  - {{event: stopped, leaf: {stand}}}
never:                          # what must not happen
  - leaf: {fall}
finally: {stand}           # where the run has to end
"""


def new_scenario(name: str, schema: str, try_it: str) -> str:
    """Return a template of a scenario, with comments.

    `schema` is the path of the JSON schema relative to the file's folder; `try_it` is the command
    that plays the file.
    """
    return _NEW.format(
        name=name,
        schema=schema,
        try_it=try_it,
        stand=STAND_NORMAL.name,
        stepping=WALK_STEPPING.name,
        fall=FALL_PROTECTION.name,
    )


def page() -> str:
    """Return the reference as Markdown."""
    parts = [_INTRODUCTION]
    parts += [f"## {cls.__name__}\n\n{summary_of(cls)}\n\n{_table(cls)}" for cls in _PARTS]
    parts.append("## Disturbances\n\n" + "\n".join(_kinds("disturb", KINDS)))
    parts.append("## Props\n\n" + "\n".join(_kinds("props", PROPS)))
    return "\n".join(part.rstrip() + "\n" for part in parts)


def _kinds(word: str, known: Any) -> Iterator[str]:
    for name, cls in known.items():
        example = f"{{{name}: {example_of(cls)}}}"
        shown = f"{{at_s: 3, disturb: {example}}}" if word == "disturb" else example
        table = f"\n{_table(cls)}" if keys_of(cls) else ""
        yield f"### {name}\n\n{summary_of(cls)}\n\n    - {shown}\n{table}"


def _table(cls: type) -> str:
    rows = ["| key | what | range | default | meaning |", "|---|---|---|---|---|"]
    rows += [
        f"| `{key.key}` | {key.kind} | {key.range} | "
        f"{'**required**' if key.default is None else key.default} | {key.meaning} |"
        for key in keys_in(cls)
    ]
    return "\n".join(rows) + "\n"


def schema() -> str:
    """Return the JSON schema of a scenario."""
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scenario of nao-hsm",
    }
    return json_text({**head, **_object(Scenario)}, indent=1) + "\n"


def _object(cls: type) -> dict[str, Any]:
    meanings = {key.key: key.meaning for key in keys_in(cls)}
    keys = keys_of(cls)
    made: dict[str, Any] = {
        "type": "object",
        "properties": {
            text: {**_value(key.annotation), "description": meanings[text]}
            for text, key in keys.items()
        },
        "additionalProperties": False,
    }
    required = [text for text, key in keys.items() if key.required]
    return {**made, "required": required} if required else made


def _value(annotation: Any) -> dict[str, Any]:
    kind, below, words = bare(annotation), nested(annotation), words_of(annotation)
    many = kind_of(annotation).startswith("list")
    if words is not None:
        return {"enum": words}
    if below is not None:
        return {"type": "array", "items": _object(below)} if many else _object(below)
    bounds = bounds_of(annotation)
    if many and (words := words_of(get_args(kind)[0])) is not None:
        return {"type": "array", "items": {"enum": words}}
    if many:
        return {"type": "array", "items": {"type": "number", **bounds} if bounds else {}}
    if kind is bool:
        return {"type": "boolean"}
    if kind is str:
        return {"type": "string"}
    return {"type": "integer" if kind is int else "number", **bounds}
