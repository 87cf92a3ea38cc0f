"""The situations in which `hsm measure lift` lifts the robot, and how they are brought about."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from hardware.disturbance import Disturbance
from hardware.disturbances import HoldUpright, Lift, Push
from hardware.postures import Posture
from hsm.campaigns.walking.walking_trial import FALLEN_UP_Z, WALKING, phase
from hsm.chart.leaves import FALL_PROTECTION, GET_UP, SPECIAL, STAND, WALK_PHASE
from hsm.simulated.simulation import Simulation
from motions.requests import Motion, MotionRequest

_RAISED = 0.25
"""Height by which a person raises the robot, m."""
_RAISING = 1.0
"""Time taken to raise it, s."""
_UPRIGHT = 0.5
"""Height of the torso to which a person brings a lying robot, m."""
_PREPARING = 15.0
"""Time limit for bringing about a situation, s."""

_STANDING = MotionRequest()
_WAVING = MotionRequest(Motion.SPECIAL)

Prepare = Callable[[Simulation, int], bool]
"""Brings about the situation; returns False if that failed."""


@dataclass(frozen=True, slots=True)
class Case:
    """A situation: its preparation, request and starting posture, and the grip of the person."""

    prepare: Prepare
    request: MotionRequest
    grip: Disturbance
    posture: Posture = Posture.STANDING


def _in_mid_walk(simulation: Simulation, number: int) -> bool:
    return _act(simulation, WALKING, 3.0 + phase(number))


def _standing(simulation: Simulation, number: int) -> bool:
    return _act(simulation, _STANDING, 1.0 + 0.1 * (number % 5))


def _waving(simulation: Simulation, number: int) -> bool:
    _act(simulation, _STANDING, 0.5)
    _act(simulation, _WAVING, 0.5 + 0.25 * (number % 8))
    return simulation.cycle.machine.name in SPECIAL


def _at_the_end_of_a_get_up(simulation: Simulation, number: int) -> bool:
    """Get up until the hand-over, and up to 0.3 s longer."""
    while simulation.time < _PREPARING:
        leaf = simulation.step(_STANDING).leaf
        if leaf in GET_UP.done or leaf in WALK_PHASE or leaf in STAND:
            return _act(simulation, _STANDING, 0.1 * (number % 4))
    return False


def _fallen(simulation: Simulation, number: int) -> bool:
    """Push the robot over, and let it lie for up to 0.3 s."""
    _act(simulation, _STANDING, 1.0)
    simulation.disturb(Push(0.5 * math.pi * (number % 4), 9.0))
    while simulation.time < _PREPARING:
        leaf = simulation.step(_STANDING).leaf
        if leaf in FALL_PROTECTION and simulation.observed.up_z < FALLEN_UP_Z:
            return _act(simulation, _STANDING, 0.1 * (number % 4))
    return False


def _act(simulation: Simulation, request: MotionRequest, duration: float) -> bool:
    until = simulation.time + duration
    while simulation.time < until:
        simulation.step(request)
    return True


_LIFT = Lift(_RAISED, _RAISING)

CASES = {
    "walking": Case(_in_mid_walk, WALKING, _LIFT),
    "standing": Case(_standing, _STANDING, _LIFT),
    "got-up": Case(_at_the_end_of_a_get_up, _STANDING, _LIFT, Posture.LYING_FRONT),
    "waving": Case(_waving, _WAVING, _LIFT),
    "fallen": Case(_fallen, _STANDING, HoldUpright(_UPRIGHT)),
}
