"""What is drawn in a trial is drawn from streams of which none is another's."""

import ast
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hsm.campaigns.context import CampaignConfig, TrialContext, build_context
from hsm.campaigns.falling import pushed_walk
from hsm.campaigns.falling.pushed_walk import walk_pushed
from hsm.campaigns.kicks.intercept import InterceptTrial
from hsm.campaigns.machine.fuzz import measure_fuzz
from hsm.campaigns.programs import programs
from hsm.campaigns.streams import Stream, stream
from hsm.campaigns.walking.endurance import EnduranceTrial, walk_on
from hsm.campaigns.walking.walk import Chance, walk_once
from hsm.campaigns.walking.walking_trial import RAMP, STAND

ROOT = Path(__file__).parents[3]
NUMBER = 3
SHORT = 0.1
"""Time of a trial, s."""
RANDOMISED = CampaignConfig("standard", randomised=True)


@pytest.fixture(scope="module")
def world() -> TrialContext:
    return build_context(RANDOMISED)


def walked(world: TrialContext, asked: Chance) -> None:
    walk_once(asked, SHORT - STAND - RAMP, world, NUMBER)


def programmed(world: TrialContext) -> None:
    world.simulation(NUMBER)
    programs.targets(NUMBER)
    next(programs.random_steps(NUMBER))


def passed(world: TrialContext) -> None:
    world.simulation(NUMBER)
    assert InterceptTrial(NUMBER).ball


TRIALS: dict[str, Callable[[TrialContext], object]] = {
    "drawn": lambda world: walked(world, "drawn"),
    "random": lambda world: walked(world, "random"),
    "endurance": lambda world: walk_on(world, EnduranceTrial(NUMBER, SHORT, 0.15, 1.0, 8.0)),
    "pushed_walk": lambda world: walk_pushed(1.0, (0.06,), world, NUMBER),
    "fuzz": lambda _: measure_fuzz(RANDOMISED, ticks=2, seed=NUMBER, jobs=1, mutated=0.1),
    "program": programmed,
    "intercept": passed,
}


@pytest.mark.parametrize("trial", TRIALS.values(), ids=TRIALS)
def test_no_two_parts_of_a_trial_draw_the_same_numbers(
    trial: Callable[[TrialContext], object], world: TrialContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_by: dict[str, set[str]] = defaultdict(set)
    make = np.random.default_rng

    def noted(seed: object) -> np.random.Generator:
        made, caller = make(seed), sys._getframe(1)  # type: ignore[arg-type]
        while caller.f_code is stream.__code__:
            assert caller.f_back is not None
            caller = caller.f_back
        drawn_by[str(made.bit_generator.state)].add(caller.f_code.co_filename)
        return made

    monkeypatch.setattr(np.random, "default_rng", noted)
    monkeypatch.setattr(pushed_walk, "EPISODE", SHORT)
    trial(world)
    assert len(drawn_by) > 6, "the plant's own and at least one more"
    assert [sorted(files) for files in drawn_by.values() if len(files) > 1] == []


@pytest.mark.parametrize("use", Stream, ids=[use.name for use in Stream])
def test_a_stream_is_none_of_the_plants_and_repeats_itself(
    use: Stream, world: TrialContext
) -> None:
    plants = world.simulation(NUMBER).robot._streams
    assert use not in range(len(plants))
    assert stream(NUMBER, use).random() == stream(NUMBER, use).random()


OF_NO_TRIAL = {"_SEED", "(episode.seed, episode.number)", "(number, use)"}
"""What else a generator is made of: of figures, of a whole campaign, and in `stream` itself."""


def test_campaigns_draw_by_a_trials_number_from_named_streams_alone() -> None:
    made = {
        (path.name, ast.unparse(call.args[0]))
        for path in (ROOT / "hsm" / "campaigns").rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("default_rng")
    }
    assert {found for found in made if found[1] not in OF_NO_TRIAL} == set()
