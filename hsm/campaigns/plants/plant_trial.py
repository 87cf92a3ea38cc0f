"""One robot of a plant: its figures while it stands, walks at 0.20 m/s, and stops."""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import SensorFrame
from hardware.simulation.plant.model import MOTORS
from hardware.simulation.plant.motors.parameters import MotorParameters
from hardware.simulation.plant.motors.windings import COLD, Windings, left_by_driver
from hsm.campaigns.context import TrialContext
from hsm.campaigns.plants.joint_tracking import WalkedCycle, leg_figures
from hsm.campaigns.plants.play_measure import REQUEST_AGE, PlayMeasure, quality
from hsm.campaigns.walking.walking_trial import RAMP, SETTLE, STAND, FallWatch, WalkMeter, ramped
from hsm.control.cycle import Outcome
from hsm.simulated.simulation import Simulation
from motions.requests import MotionRequest

SPEED = 0.20
"""Requested forward speed, m/s."""
STANDS, WALKS, STOPS = 3.0, 26.0, 5.0
"""Durations of standing, of walking after the ramp, and of standing again, s."""
_LAST = 2.0
"""Final part of standing that counts, before and after the walk, s."""


@dataclass(frozen=True, slots=True)
class PlantResult:
    """Figures of one robot.

    Attributes:
        robot: Number of the robot.
        fell: It fell, so there are no figures.
        values: Figures by the keys of `published_figures.FIGURES`, which end in their units.
    """

    robot: int
    fell: bool
    values: dict[str, float] = field(default_factory=dict)


def describe(context: TrialContext, robot: int) -> PlantResult:
    """Let a robot stand, walk and stop, and return its figures."""
    simulation = context.simulation(robot)
    nao, motor = context.settings.robot, context.plant_of(robot).motor
    watch = FallWatch(simulation.observed.torso_height)
    standing, walking, stopped = _Standing(), _Walking(nao, motor), _Standing()
    start, stop = STANDS + RAMP, STANDS + RAMP + WALKS
    request = MotionRequest()
    while simulation.time < stop + STOPS:
        time = simulation.time
        request = ramped((SPEED, 0.0, 0.0), time - STANDS + STAND) if time < stop else request
        request = MotionRequest() if time >= stop else request
        outcome = simulation.step(request)
        if watch.look(simulation, outcome):
            return PlantResult(robot, fell=True)
        if STANDS - _LAST <= time < STANDS:
            standing.look(simulation)
        elif STANDS <= time < stop:
            walking.look(simulation, outcome, settled=time >= start + SETTLE)
        elif time >= stop + STOPS - _LAST:
            stopped.look(simulation)
    values = {
        **walking.values(),
        "standing_current_a": standing.largest_current(nao.leg_joints),
        "standing_power_w": float(np.mean(standing.power)),
        "standing_soles_n": float(np.mean(standing.soles)),
        "stopped_current_a": stopped.largest_current(nao.leg_joints),
    }
    return PlantResult(robot, fell=False, values=values)


@dataclass(slots=True)
class _Standing:
    """Measurements of a standing robot, cycle by cycle."""

    currents: list[tuple[float, ...]] = field(default_factory=list)
    soles: list[float] = field(default_factory=list)
    power: list[float] = field(default_factory=list)

    def look(self, simulation: Simulation) -> None:
        if (frame := simulation.frame) is not None:
            self.currents.append(frame.currents)
        truth = simulation.observed
        self.soles.append(truth.left_force + truth.right_force)
        self.power.append(truth.power)

    def largest_current(self, joints: Sequence[int]) -> float:
        return float(np.max(np.mean(np.array(self.currents)[:, list(joints)], axis=0)))


class _Walking:
    """Measurements of a walking robot."""

    def __init__(self, nao: RobotModel, motor: MotorParameters) -> None:
        self._nao, self._motor = nao, motor
        self._play = PlayMeasure(nao)
        self._cycles: list[WalkedCycle] = []
        self._sent: deque[Sequence[float]] = deque(maxlen=REQUEST_AGE + 1)
        self._meter = WalkMeter()
        self._frame: SensorFrame | None = None
        self._torques: list[tuple[float, ...]] = []
        self._leans: list[float] = []
        self._power: list[float] = []

    def look(self, simulation: Simulation, outcome: Outcome, *, settled: bool) -> None:
        self._frame = frame = simulation.frame or self._frame
        self._sent.append(outcome.command.positions)
        if frame is None or len(self._sent) <= REQUEST_AGE:
            return
        self._play.look(frame.positions, self._sent[0], min(SPEED, outcome.request.forward))
        if not settled:
            return
        self._meter.look(simulation, outcome)
        self._cycles.append(WalkedCycle(frame, outcome.command.positions))
        truth = simulation.observed
        self._torques.append(truth.torques)
        self._leans.append(truth.rpy[1])
        self._power.append(truth.power)

    def values(self) -> dict[str, float]:
        return {
            "play_deg": math.degrees(self._play.sum),
            "quality": quality(self._play.sum),
            "walking_speed_m_per_s": self._meter.speed[0],
            "walking_step_ms": 1000.0 * float(np.mean(self._meter.steps)),
            "walking_lean_deg": math.degrees(float(np.mean(self._leans))),
            "walking_power_w": float(np.mean(self._power)),
            **self._warmth(),
            **leg_figures(self._nao, self._cycles),
        }

    def _warmth(self) -> dict[str, float]:
        """Return the hottest winding after 10 and 20 min from cold, and the permitted stiffness."""
        windings, warm = Windings(self._nao, self._motor), np.full(len(MOTORS), COLD)
        squared = np.mean(np.array(self._torques) ** 2, axis=0)
        values = {}
        for minutes in (10, 20):
            warm = windings.after(warm, squared, 600.0)
            values[f"winding_after_{minutes}_min_c"] = float(np.max(warm))
        left = left_by_driver(warm - self._motor.reported_below_winding, self._motor)
        return {**values, "stiffness_left_after_20_min": float(np.min(left))}
