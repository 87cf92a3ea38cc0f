"""A robot that does not walk as requested fails its scenario, in physics, in every direction.

The verdicts of the shipped scenarios include the same check.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from hardware.postures import Posture
from hardware.simulation.plant.parameters import PlantParameters
from hsm.control.assembly import MotionSettings
from hsm.scenarios.expectation import Expectation
from hsm.scenarios.scenario import Scenario, ScenarioStart
from hsm.scenarios.timeline import TimelineEntry, TimelineRequest
from hsm.simulated import runner
from hsm.simulated.runner import run
from hsm.simulated.simulation import load_plant
from motions.requests import Motion

Speed = tuple[float, float, float]
AHEAD, BACK, ASIDE = (0.2, 0.0, 0.0), (-0.12, 0.0, 0.0), (0.0, 0.1, 0.0)
TURN, CURVE = (0.0, 0.0, 0.6), (0.1, 0.05, 0.3)


def walk(speed: Speed, *, plant: str = "standard") -> Scenario:
    return Scenario(
        name="walk",
        description="Walks as requested.",
        plant=plant,
        robot=0,
        seed=1,
        start=ScenarioStart(Posture.STANDING, "Stand.Normal"),
        duration=4.5,
        timeline=(TimelineEntry(at=0.5, request=TimelineRequest(Motion.WALK, *speed)),),
        expect=(Expectation("next_step"),),
    )


@pytest.mark.parametrize("plant", ["standard", "worn"])
@pytest.mark.parametrize("speed", [AHEAD, BACK, ASIDE, TURN, CURVE], ids=str)
def test_a_healthy_robot_walks_as_requested(
    speed: Speed, plant: str, settings: MotionSettings
) -> None:
    done = run(walk(speed, plant=plant), settings)
    assert done.verdict.passed, done.verdict


def soft_legs(settings: MotionSettings) -> MotionSettings:
    stiffness = replace(settings.walking.stiffness, legs=0.25, swing_ankle=0.25)
    return replace(settings, walking=replace(settings.walking, stiffness=stiffness))


def test_a_robot_with_a_quarter_of_its_leg_torque_fails(settings: MotionSettings) -> None:
    done = run(walk(AHEAD), soft_legs(settings))
    assert not done.verdict.passed
    assert "walk 0.20 m/s forward requested: went" in str(done.verdict)


def lame(plant: PlantParameters) -> PlantParameters:
    return replace(plant, motor=replace(plant.motor, servo_lag=0.15))


def icy(plant: PlantParameters) -> PlantParameters:
    return plant.with_friction(0.05)


@pytest.mark.parametrize(
    ("crippled", "speed"),
    [(lame, AHEAD), (lame, BACK), (lame, ASIDE), (lame, TURN), (icy, AHEAD)],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_a_robot_with_soft_servos_or_on_ice_fails(
    crippled: Callable[[PlantParameters], PlantParameters],
    speed: Speed,
    settings: MotionSettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runner, "load_plant", lambda name: crippled(load_plant(name)))
    done = run(walk(speed), settings)
    assert "without a disturbance" in str(done.verdict), done.summary
