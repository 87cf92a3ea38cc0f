"""Difficulties of walking: each raises one property of a plant, or the impulse of a push."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from operator import attrgetter
from typing import Final

from numpy.random import Generator

from hardware.disturbance import Direction
from hardware.simulation.plant.parameters import PlantParameters
from hardware.units import PositiveSpeed
from hsm.campaigns.changed import changed
from hsm.campaigns.limits.search import Levels

Change = Callable[[PlantParameters, float, Generator], PlantParameters]
"""Returns a plant with a difficulty at a level; the generator belongs to the trial."""


class Difficulty(Enum):
    """The difficulties; names end in the unit of their levels."""

    SLOPE_UP = "slope_up_deg"
    SLOPE_DOWN = "slope_down_deg"
    SLOPE_ASIDE = "slope_aside_deg"
    SLIPPERY = "slippery"
    STICKY = "sticky"
    ROUGHNESS = "roughness_mm"
    PLAY = "play"
    OFFSETS = "offsets_deg"
    LAG = "lag"
    DELAY = "delay_cycles"
    FRAME_LOSS = "frame_loss"
    NOISE = "noise"
    DEAD_CELLS = "dead_cells"
    WINDING = "winding_c"
    MASS = "mass"
    PUSH_FORWARD = "push_forward_ns"
    PUSH_BACKWARD = "push_backward_ns"
    PUSH_LEFT = "push_left_ns"
    PUSH_RIGHT = "push_right_ns"


def _tilted(plant: PlantParameters, roll_deg: float, pitch_deg: float) -> PlantParameters:
    turf = plant.turf
    return plant.with_floor_tilt(
        turf.tilt_roll + math.radians(roll_deg), turf.tilt_pitch + math.radians(pitch_deg)
    )


def _scaled(plant: PlantParameters, factor: float, *paths: str) -> PlantParameters:
    for path in paths:
        plant = changed(plant, path, attrgetter(path)(plant) * factor)
    return plant


def _with_delay(plant: PlantParameters, cycles: float, _: Generator) -> PlantParameters:
    further = plant.delays.command_cycles + round(cycles)
    return changed(plant, "delays.command_cycles", further)


def _with_noise(plant: PlantParameters, factor: float, _: Generator) -> PlantParameters:
    sensors = plant.sensors
    gx, gy, gz = sensors.gyro_noise
    ax, ay, az = sensors.accelerometer_noise
    noisy = replace(
        sensors,
        encoder_noise=sensors.encoder_noise * factor,
        gyro_noise=(gx * factor, gy * factor, gz * factor),
        accelerometer_noise=(ax * factor, ay * factor, az * factor),
        fsr_noise=min(1.0, sensors.fsr_noise * factor),
        fsr_floor_noise=sensors.fsr_floor_noise * factor,
    )
    return replace(plant, sensors=noisy)


def _with_dead_cells(plant: PlantParameters, count: float, rng: Generator) -> PlantParameters:
    gains = list(plant.sensors.fsr_gains)
    # The whole permutation is drawn, so that cells dead at a lower level stay dead.
    for cell in rng.permutation(len(gains))[: round(count)]:
        gains[cell] = 0.0
    return changed(plant, "sensors.fsr_gains", tuple(gains))


CHANGES: Final[Mapping[Difficulty, Change]] = {
    Difficulty.SLOPE_UP: lambda plant, angle, _: _tilted(plant, 0.0, -angle),
    Difficulty.SLOPE_DOWN: lambda plant, angle, _: _tilted(plant, 0.0, angle),
    Difficulty.SLOPE_ASIDE: lambda plant, angle, _: _tilted(plant, angle, 0.0),
    Difficulty.SLIPPERY: lambda plant, friction, _: plant.with_friction(friction),
    Difficulty.STICKY: lambda plant, friction, _: plant.with_friction(friction),
    Difficulty.ROUGHNESS: lambda plant, height, _: plant.with_turf_roughness(0.001 * height),
    Difficulty.PLAY: lambda plant, factor, _: _scaled(
        plant, factor, "play.roll", "play.pitch", "play.ankle_pitch"
    ),
    Difficulty.OFFSETS: lambda plant, deviation, _: changed(
        plant, "individual.joint_offset", math.radians(deviation)
    ),
    Difficulty.LAG: lambda plant, factor, _: _scaled(plant, factor, "motor.servo_lag"),
    Difficulty.DELAY: _with_delay,
    Difficulty.FRAME_LOSS: lambda plant, share, _: changed(plant, "delays.frame_drop", share),
    Difficulty.NOISE: _with_noise,
    Difficulty.DEAD_CELLS: _with_dead_cells,
    Difficulty.WINDING: lambda plant, celsius, _: plant.with_winding_temperature(celsius),
    Difficulty.MASS: lambda plant, factor, _: _scaled(plant, factor, "body.torso_mass_factor"),
}
"""The effect of each difficulty on a plant, at a level."""

PUSHES: Final[Mapping[Difficulty, Direction]] = {
    Difficulty.PUSH_FORWARD: "forward",
    Difficulty.PUSH_BACKWARD: "backward",
    Difficulty.PUSH_LEFT: "left",
    Difficulty.PUSH_RIGHT: "right",
}
"""Directions of the difficulties that are pushes; their levels are impulses, N s."""

OF_OUR_MODEL: Final = (Difficulty.PLAY, Difficulty.LAG, Difficulty.MASS)
"""Difficulties of body and motors, which do not apply to a foreign model."""


@dataclass(frozen=True, slots=True)
class LimitParameters:
    """Parameters of `hsm measure limits`.

    Attributes:
        speed: Requested forward speed, m/s.
        levels: Levels by difficulty, in the unit of its name; others are not raised.
    """

    speed: PositiveSpeed
    levels: dict[Difficulty, Levels]

    def __post_init__(self) -> None:
        for difficulty, (easiest, hardest, step) in self.levels.items():
            if step <= 0.0 or easiest == hardest:
                raise ValueError(
                    f"expected an easiest level, a different hardest level and a step above 0 "
                    f"for {difficulty.value} (got {easiest:g}, {hardest:g}, {step:g})"
                )
