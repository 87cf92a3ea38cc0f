"""The errand, the world model and the limb overlay add almost no time to a walk at a speed."""

import statistics
from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest

from hsm.campaigns.context import CampaignConfig, build_context
from hsm.control.cycle import ControlCycle
from motions.errands.errand import Errand
from motions.limbs.overlay import LimbOverlay
from motions.perception.world import WorldModel
from motions.requests import Motion, MotionRequest


def test_errand_world_model_and_limbs_take_under_5_percent_of_a_walking_cycle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Compare medians of one run, so that other load on the machine affects all of them alike."""
    times: dict[str, list[float]] = {}

    def watched(owner: type, name: str) -> None:
        usual: Callable[..., Any] = getattr(owner, name)
        kept = times.setdefault(owner.__name__, [])

        def timed(*given: Any, **named: Any) -> Any:
            begin = perf_counter()
            result = usual(*given, **named)
            kept.append(perf_counter() - begin)
            return result

        monkeypatch.setattr(owner, name, timed)

    for owner, name in (
        (ControlCycle, "step"),
        (Errand, "update"),
        (WorldModel, "update"),
        (LimbOverlay, "lay"),
    ):
        watched(owner, name)
    simulation = build_context(CampaignConfig("ideal")).simulation(0)
    while simulation.time < 3.0:
        simulation.step(MotionRequest(Motion.WALK, forward=0.2))
    cost = {name: statistics.median(kept) for name, kept in times.items()}
    whole = cost.pop("ControlCycle")
    assert sum(cost.values()) < 0.05 * whole, (cost, whole)
    assert cost["Errand"] < 0.02 * whole
