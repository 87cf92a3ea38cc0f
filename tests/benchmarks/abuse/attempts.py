"""Draws abuses: corrupted scenarios, parameter files, team motions and runs, hostile options."""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.benchmarks.abuse.damage import (
    YAML_DAMAGES,
    any_bytes,
    cut,
    no_text,
    one_bit,
    without_comments,
)
from tests.benchmarks.abuse.sandbox import OUT, Attempt
from tests.hsm.apps.test_every_number_has_a_range import numeric_options

SHORT = b"""name: short
description: Stands for a moment.
plant: ideal
robot: 0
seed: 1
start: {posture: standing, state: Stand.Normal}
duration_s: 0.3
timeline:
  - {at_s: 0.1, request: {motion: walk, forward_mm_per_s: 100}}
  - {at_s: 0.2, disturb: {push: {impulse_ns: 0.1, direction_deg: 90, duration_s: 0.05}}}
expect:
  - {leaf: WalkDelayPhase, within_s: 0.2}
never:
  - {leaf: FallProtection}
finally: WalkPhase
"""
LIES: tuple[tuple[bytes, bytes, str], ...] = (
    (b"name: short", b"name: /tmp/abused", "an absolute name"),
    (b"name: short", b"name: ../../abused", "a name that leads out"),
    (b"name: short", b"name: ''", "an empty name"),
    (b"name: short", b"name: " + b"x" * 300, "a name of 300 letters"),
    (b"name: short", b"name: .hidden", "a name with a dot before it"),
    (b"at_s: 0.2,", b"at_s: 300,", "a push after the end"),
    (b"at_s: 0.2,", b"after: help_me, delay_s: 0.1,", "a push after what never happens"),
    (b"at_s: 0.2,", b"at_s: 0.1, after: never_heard_of,", "a push after no event"),
    (b"plant: ideal", b"plant: moon", "an unknown plant"),
    (b"robot: 0", b"robot: 10", "an unknown robot"),
    (b"robot: 0", b"robot: 0.5", "half a robot"),
    (b"seed: 1", b"seed: 18446744073709551616", "a seed of 65 bits"),
    (b"seed: 1", b"seed: -1", "a negative seed"),
    (b"duration_s: 0.3", b"duration_s: 0", "no duration"),
    (b"duration_s: 0.3", b"duration_s: 1e9", "thirty years"),
    (b"impulse_ns: 0.1", b"impulse_ns: 1e300", "a push that ends the world"),
    (b"leaf: FallProtection}", b"leaf: Moonwalk}", "a ban of what there is not"),
    (b"leaf: FallProtection}", b"leaf: FallProtection, after_s: 200}", "a ban after the end"),
    (b"finally: WalkPhase", b"finally: Stand.Normal", "another end"),
    (b"within_s: 0.2}", b"within_s: 0.01}", "an expectation that is not met"),
    (b"state: Stand.Normal", b"state: Moonwalk", "an unknown state"),
)  # fmt: skip
"""What stands in the short scenario, what a liar or a fool writes, and how that is called."""

HOSTILE = ("nan", "inf", "-inf", "1e300", "-1e300", "1e999", "", "x", "0x10", "9" * 400)
"""Values that no numeric option may accept."""


@dataclass(frozen=True, slots=True)
class Material:
    """Valid inputs before they are corrupted.

    Attributes:
        config: Folder of the parameter files.
        run: A recorded run.
        teams: Motions of teams in the format of B-Human.
    """

    config: Path
    run: bytes
    teams: tuple[bytes, ...]


def draw(material: Material, number: int, seed: int) -> Attempt:
    """Return one abuse; the kinds alternate."""
    rng = np.random.default_rng((seed, number))
    kinds = (_scenario, _lie, _parameters, _team, _run, _option)
    return kinds[number % len(kinds)](material, rng)


def _scenario(_material: Material, rng: np.random.Generator) -> Attempt:
    certain = rng.random() < 0.6
    damage = YAML_DAMAGES[rng.integers(len(YAML_DAMAGES))] if certain else any_bytes
    spoilt, how = damage(SHORT, rng)
    verb = ("run", "scenario")[rng.integers(2)]
    words = (verb, "it.yaml", "--out", OUT)
    return Attempt(f"scenario, {how}", words, {"it.yaml": spoilt}, must_fail=certain)


def _lie(_material: Material, rng: np.random.Generator) -> Attempt:
    before, after, how = LIES[rng.integers(len(LIES))]
    assert SHORT.count(before) == 1, before
    verb = ("run", "scenario")[rng.integers(2)]
    files = {"it.yaml": SHORT.replace(before, after)}
    return Attempt(f"scenario, {how}", (verb, "it.yaml", "--out", OUT), files, must_fail=True)


def _parameters(material: Material, rng: np.random.Generator) -> Attempt:
    files = sorted(material.config.rglob("*.yaml"))
    path = files[rng.integers(len(files))]
    whole = without_comments(path.read_bytes())
    certain = rng.random() < 0.7
    damage = YAML_DAMAGES[rng.integers(len(YAML_DAMAGES))] if certain else any_bytes
    spoilt, how = damage(whole, rng)
    name = str(path.relative_to(material.config))
    return Attempt(f"config/{name}, {how}", ("check",), must_fail=certain, config=(name, spoilt))


def _team(material: Material, rng: np.random.Generator) -> Attempt:
    whole = material.teams[rng.integers(len(material.teams))]
    match rng.integers(5):
        case 0:
            (spoilt, how), certain = cut(whole.rstrip(b"; \n\r\t}"), rng), True
        case 1:
            (spoilt, how), certain = no_text(whole, rng), False
        case 2:
            places = [match.start() for match in re.finditer(rb"=", whole)]
            place = places[rng.integers(len(places))]
            spoilt, how, certain = whole[:place] + whole[place + 1 :], "without a =", False
        case 3:
            values = list(re.finditer(rb"-?\d+(\.\d+)?(?=deg|;|,)", whole))
            value = values[rng.integers(len(values))]
            wrong = (b"nan", b"1e400", b"-inf", b"many")[rng.integers(4)]
            spoilt = whole[: value.start()] + wrong + whole[value.end() :]
            how, certain = f"{wrong.decode()} for a number", False
        case _:
            (spoilt, how), certain = any_bytes(whole, rng), False
    words = ("motion", "import", "team.cfg", "--out", OUT)
    return Attempt(f"motions, {how}", words, {"team.cfg": spoilt}, must_fail=certain)


def _run(material: Material, rng: np.random.Generator) -> Attempt:
    match rng.integers(4):
        case 0:
            spoilt, how = cut(material.run, rng)
        case 1:
            spoilt, how = any_bytes(material.run, rng)
        case _:
            spoilt, how = one_bit(material.run, rng)
    spoilt = spoilt if spoilt != material.run else spoilt[:-1]
    what = f"run, {how}"
    files = {"run.hsm": spoilt}
    match rng.integers(4):
        case 0:
            return Attempt(what, ("explain", "run.hsm", "--at", "0.2"), files)
        case 1:
            words = ("plot", "walk", "run.hsm", "--out", f"{OUT}/walk.png")
            return Attempt(what, words, files)
        case _:
            return Attempt(what, ("run", "--replay", "run.hsm"), files, must_fail=True)


def _option(_material: Material, rng: np.random.Generator) -> Attempt:
    options = list(numeric_options())
    verb, option = options[rng.integers(len(options))]
    value = HOSTILE[rng.integers(len(HOSTILE))]
    words = (*verb.split(), f"{option}={value}")
    return Attempt(f"{option} {value[:20]!r}", words, must_fail=True)
