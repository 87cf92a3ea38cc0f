"""Feedback to the behaviour: camera poses to be trusted, the keyframe, the running step."""

from itertools import pairwise

import pytest

from hardware.robots.model import Side
from hsm.chart.leaves import FALL_PROTECTION, GET_UP, ROBOT, SPECIAL, WALK
from hsm.control.assembly import MotionSettings, build_cycle
from hsm.control.motion_info import info_of
from motions.destinations import WalkTo
from motions.keyframes.engine.player import KeyframeInfo
from motions.limbs.overlay import FreeLimbs
from motions.perception.state import Fall
from motions.requests import Motion, MotionRequest
from tests.hsm.control.bench import Bench
from tests.hsm.control.test_free_limbs import lying

WAVE = MotionRequest(Motion.SPECIAL)


@pytest.fixture
def bench(settings: MotionSettings) -> Bench:
    return Bench(settings).standing()


def test_cameras_are_trusted_on_the_feet_except_in_the_stroke_of_a_kick(
    settings: MotionSettings,
) -> None:
    components = build_cycle(settings).components

    def stable(leaf: str, fall: Fall) -> bool:
        return info_of(components, leaf, fall, walks=False, free=FreeLimbs.NONE).stable

    leaves = [leaf.name for leaf in ROBOT.leaves]
    trusted = {leaf for leaf in leaves if stable(leaf, Fall.UPRIGHT)}
    assert {leaf.partition(".")[0] for leaf in trusted} == {
        "Stand", "WalkDelayPhase", "WalkPhase", "InWalkKick", "PreviewWalk", "KickPhase",
    }  # fmt: skip
    on_feet = {leaf for leaf in leaves if leaf.partition(".")[0] in ("Stand", "KickPhase")}
    assert on_feet - trusted == {"KickPhase.Strike"}
    assert {leaf for leaf in leaves if stable(leaf, Fall.STAGGERING)} == trusted
    assert not any(stable(leaf, Fall.FALLING) or stable(leaf, Fall.FALLEN) for leaf in leaves)


def test_a_wave_is_reported_by_its_keyframes_and_cameras_are_trusted(
    bench: Bench, settings: MotionSettings
) -> None:
    first, *others = settings.motions.blocks["wave"].frames
    told = [made.info for made in bench.run(0.5, WAVE) if made.leaf in SPECIAL]
    assert all(info.stable for info in told)
    mirrored = bench.cycle.components.keyframes.mirrored
    assert told[0].keyframe == KeyframeInfo("wave", first.source.label, mirrored)
    bench.step(MotionRequest())
    told = [made.info for made in bench.run(10.0, MotionRequest())]
    labels = {info.keyframe.keyframe for info in told if info.keyframe is not None}
    assert labels >= {frame.source.label for frame in others}
    assert told[-1].keyframe is None and told[-1].stable


def test_the_running_step_is_reported_until_it_lands(bench: Bench) -> None:
    assert bench.step(MotionRequest()).info.footstep is None
    steps = [made.info.footstep for made in bench.run(3.0, MotionRequest(Motion.WALK, 0.1))]
    told = [step for step in steps if step is not None]
    assert {step.swing for step in told} == set(Side)
    for step in told:
        assert 0.0 <= step.lands_in < 0.3
        assert step.swing.sign * step.move.y == pytest.approx(0.1, abs=0.03)
    later = [after.lands_in for before, after in pairwise(told) if after.lands_in > before.lands_in]
    assert later and min(later) > 0.2, "it comes closer until the next step begins"


def test_a_walk_whose_target_changes_all_the_time_stays_open(bench: Bench) -> None:
    bench.steps = True
    targets = [
        MotionRequest(Motion.WALK_TO, walk_to=WalkTo(2.0 + 0.001 * number, 0.0))
        for number in range(40)
    ]
    told = [made for target in targets for made in bench.run(0.1, target)]
    assert any(made.leaf in WALK for made in told)
    assert all(made.info.open and not made.info.arrived for made in told)
    stopped = [made.info for made in bench.run(0.1, MotionRequest())]
    assert not any(info.open for info in stopped), "standing needs no steps, also in the walk"


def test_a_fall_and_a_get_up_are_not_stable(bench: Bench) -> None:
    assert bench.step(MotionRequest()).info.stable
    down = [
        made for made in bench.run(8.0, MotionRequest(), lying)
        if made.leaf in FALL_PROTECTION or made.leaf in GET_UP
    ]  # fmt: skip
    assert not any(made.info.stable for made in down)
    played = {made.info.keyframe.motion for made in down if made.info.keyframe is not None}
    assert played and "wave" not in played
