"""A behaviour that falls silent, in physics; a scenario file cannot express silence."""

from hsm.control.assembly import load_settings
from hsm.simulated.simulation import Simulation, load_plant
from motions.requests import Motion, MotionRequest

WALK = MotionRequest(Motion.WALK, forward=0.1)


def test_a_robot_whose_behaviour_falls_silent_stops_and_sits_down() -> None:
    simulation = Simulation(load_settings(), load_plant("standard"), state="Stand.Normal")
    transitions: list[tuple[float, str]] = []
    while simulation.time < 20.0:
        outcome = simulation.step(WALK if simulation.time < 10.0 else None)
        if outcome.transition is not None and outcome.transition.event != "next_step":
            transitions.append((simulation.time, outcome.transition.event))
    events = [event for _, event in transitions]
    assert events[-4:] == ["stopped", "sit_down", "chosen", "finished"]
    assert outcome.leaf == "KeyframePhase.SitDown.Done"
    stopped = next(time for time, event in transitions if event == "stopped")
    assert 14.0 < stopped < 16.0
    assert simulation.truth().up_z > 0.9
