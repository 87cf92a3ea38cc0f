"""Deviations of one robot: play, joint zeros, gear friction and sensor errors.

They are drawn from the robot's number alone, so that robot 3 is the same robot in every run; noise
and terrain come from the episode's seed instead. The plant sets the spread between robots
(`individual` and `play` of `config/plants/`); a robot's rank within it is the same on every plant.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from hardware.calibration import Calibration
from hardware.robots.nao import HAND_JOINTS, Joint
from hardware.simulation.plant.parameters import PlantParameters, PlayParameters
from hardware.simulation.plant.sensors.parameters import CELLS
from hardware.units import Point

_STREAM = 0x4E414F
"""Separates the draw of a robot from every other use of a small seed."""

_SIDES = ("l", "r")
_HIPS = (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH)
_FURTHEST = 2.5
"""Truncation in standard deviations: one value in eighty exceeds it and calls for a repair."""


@dataclass(frozen=True, slots=True)
class Individual:
    """One robot's deviations from its type.

    Attributes:
        play: Full range of the play by the model's joint name, rad; only joints with play.
        offsets: Zero error of every joint, (25,), rad: its true angle exceeds both command and
            report by this much.
        friction: Factor on the constant friction of every joint, (25,).
        mounting: Mounting error of the inertial unit in roll and pitch, rad.
        gyro_bias: Gyro readings at rest, rad/s.
        cell_gains: Gain of each of the eight sole cells; 0 for a dead one.
        ball_restitution: Restitution of the ball that this robot plays with, 0..1.
    """

    play: Mapping[str, float]
    offsets: tuple[float, ...]
    friction: tuple[float, ...]
    mounting: tuple[float, float]
    gyro_bias: Point
    cell_gains: tuple[float, ...]
    ball_restitution: float


def draw_individual(parameters: PlantParameters, robot: int) -> Individual:
    """Return the deviations of robot number `robot` on this plant.

    The number of draws never depends on the parameters: the same joints of robot 3 are bad on
    `standard` and on `worn`.
    """
    rng = np.random.default_rng((_STREAM, robot))
    names = [f"{side}_{name}" for side in _SIDES for name in _nominal_play(parameters.play)]
    factors = 1.0 + parameters.play.spread * rng.uniform(-1.0, 1.0, len(names))
    nominal = _nominal_play(parameters.play)
    play = {
        name: nominal[name[2:]] * float(factor)
        for name, factor in zip(names, factors, strict=True)
        if nominal[name[2:]] > 0.0
    }
    friction = 1.0 + parameters.friction.constant_spread * rng.uniform(-1.0, 1.0, len(Joint))
    own = parameters.individual
    spreads = np.full(len(Joint), own.joint_offset)
    spreads[Joint.L_HIP_YAW_PITCH] = own.hip_yaw_offset
    offsets = spreads * _normal(rng, len(Joint))
    offsets[list(_HIPS)] += own.hip_pitch_trim_of_all + own.hip_pitch_trim * _normal(rng, 1)[0]
    offsets[list(HAND_JOINTS)] = 0.0
    roll, pitch = (own.attitude_bias * _normal(rng, 2)).tolist()
    x, y, z = (own.gyro_bias * rng.uniform(-1.0, 1.0, 3)).tolist()
    least, most = own.cell_gain
    cells = least + (most - least) * rng.uniform(0.0, 1.0, CELLS)
    dead = int(rng.integers(CELLS))
    if own.dead_cell_every and robot % own.dead_cell_every == own.dead_cell_every - 1:
        cells[dead] = 0.0
    ball = parameters.ball
    bounce = ball.restitution + ball.restitution_spread * float(rng.uniform(-1.0, 1.0))
    return Individual(
        play=play,
        offsets=tuple(offsets.tolist()),
        friction=tuple(friction.tolist()),
        mounting=(roll, pitch),
        gyro_bias=(x, y, z),
        cell_gains=tuple(cells.tolist()),
        ball_restitution=min(1.0, max(0.0, bounce)),
    )


def usual_calibration(parameters: PlantParameters, individual: Individual) -> Calibration:
    """Return the calibration that a team has measured: the plant's share of every error."""
    found = parameters.individual.calibrated
    roll, pitch = individual.mounting
    return Calibration(
        joints={joint: found * offset for joint, offset in enumerate(individual.offsets)},
        torso_roll=found * roll,
        torso_pitch=found * pitch,
    )


def _normal(rng: np.random.Generator, count: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return numbers from a standard normal distribution, truncated at both ends.

    By the inverse of the distribution, with one draw each: rejection sampling would need a
    different number of draws for every robot.
    """
    inside = math.erf(_FURTHEST / math.sqrt(2.0))
    shares = 0.5 + 0.5 * inside * rng.uniform(-1.0, 1.0, count)
    return np.array([NormalDist().inv_cdf(share) for share in shares.tolist()])


def _nominal_play(play: PlayParameters) -> dict[str, float]:
    return {
        "hip_yaw_pitch": play.roll,
        "hip_roll": play.roll,
        "hip_pitch": play.pitch,
        "knee_pitch": play.pitch,
        "ankle_pitch": play.ankle_pitch,
        "ankle_roll": play.roll,
    }
