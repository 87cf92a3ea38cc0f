"""What goes with a walk to somewhere costs a walk at a speed next to nothing."""

import statistics
from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest

from hsm.campaigns.trials import CampaignConfig, build_context
from hsm.control.cycle import ControlCycle
from motions.errands.errand import Errand
from motions.limbs.overlay import LimbOverlay
from motions.perception.world import WorldModel
from motions.requests import Motion, MotionRequest


def test_errand_sightings_and_limbs_are_a_small_part_of_a_cycle_of_a_walk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Medians of one run, so that whatever else the machine does counts for all alike."""
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
