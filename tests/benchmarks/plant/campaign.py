"""Runs the simple walk on a plant and measures the effect of the plant."""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hardware.disturbance import TOWARDS
from hardware.disturbances import Lean
from hardware.robots.model import Side
from hardware.sensors_and_commands import CYCLE, JointCommand
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.robot import SimulatedRobot
from hsm.campaigns.plants.play_measure import REQUEST_AGE, PlayMeasure
from tests.benchmarks.plant.simple_walk import SimpleWalk
from tests.hardware.simulation.plant.rig import NAO

STAND, RAMP, SETTLED = 1.0, 4.0, 6.0
"""Times of the protocol, s: stand, ramp up, measure from."""
FALLEN_HEIGHT = 0.18
"""Torso height of a fallen robot, m: 60 % of standing."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one walk.

    Attributes:
        fell_at: Time of the fall, s; None without one.
        speed: Mean forward speed, m/s.
        pitch: Mean torso pitch, deg; negative leans backwards.
        step_duration: Mean time between support switches, s.
        play: B-Human's joint play measure, deg.
    """

    fell_at: float | None
    speed: float = math.nan
    pitch: float = math.nan
    step_duration: float = math.nan
    play: float = math.nan


def walk(plant: PlantParameters, speed: float, number: int, duration: float = 30.0) -> Outcome:
    """Walk straight ahead with robot and seed `number`, for a time at full speed, s."""
    robot, engine = SimulatedRobot(NAO, plant, robot=number, seed=number), SimpleWalk(NAO)
    sent: deque[JointCommand] = deque(maxlen=REQUEST_AGE + 1)
    measure, way, pitches = PlayMeasure(NAO), 0.0, []
    last = None
    for cycle in range(round((STAND + RAMP + duration) / CYCLE)):
        time = cycle * CYCLE
        engine.speed = speed * min(1.0, max(0.0, (time - STAND) / RAMP))
        frame = robot.receive()
        command = engine.step(frame, walking=time > STAND)
        robot.send(command)
        sent.append(command)
        truth = robot.truth()
        if truth.up_z < 0.5 or truth.torso_height < FALLEN_HEIGHT:
            return Outcome(time)
        if frame is not None and time > STAND:
            measure.look(frame.positions, sent[0].positions, engine.speed)
        if time < SETTLED or frame is None:
            continue
        pitches.append(truth.rpy[1])
        if last is not None:
            dx = truth.torso_position[0] - last[0]
            dy = truth.torso_position[1] - last[1]
            way += dx * math.cos(truth.heading) + dy * math.sin(truth.heading)
        last = truth.torso_position
    count = len(pitches)
    return Outcome(
        fell_at=None,
        speed=way / ((count - 1) * CYCLE),
        pitch=math.degrees(float(np.mean(pitches))),
        step_duration=float(np.mean(engine.durations[20:])),
        play=math.degrees(measure.sum),
    )


def falls(outcomes: Sequence[Outcome]) -> int:
    """Return how many walks ended in a fall."""
    return sum(outcome.fell_at is not None for outcome in outcomes)


def mean(outcomes: Sequence[Outcome], name: str) -> float:
    """Return the mean of a value over the walks without a fall."""
    return float(np.mean([getattr(o, name) for o in outcomes if o.fell_at is None]))


def falls_when_leant_on(
    plant: PlantParameters, force: float, number: int, *, to_swing: bool
) -> bool:
    """Step on the spot with a sideways push around a support switch; return whether the robot fell.

    Args:
        plant: The plant.
        force: N, for 0.4 s from 0.1 s before the expected switch.
        number: Robot, seed and number of steps before.
        to_swing: Push towards the foot that will swing after the switch, else away from it.
    """
    robot, engine = SimulatedRobot(NAO, plant, robot=number, seed=number), SimpleWalk(NAO)
    pushed = False
    for cycle in range(round(8.0 / CYCLE)):
        time = cycle * CYCLE
        robot.send(engine.step(robot.receive(), walking=time > STAND))
        ready = len(engine.durations) > 12 + number and engine.since_switch >= 0.15
        if ready and not pushed:
            # After the switch, the present support foot will swing.
            coming_swing = engine.support
            side = coming_swing if to_swing else coming_swing.other
            robot.disturb(
                Lean(TOWARDS["left" if side is Side.LEFT else "right"], force, duration=0.4)
            )
            pushed = True
        if robot.truth().up_z < 0.5:
            return True
    return False
