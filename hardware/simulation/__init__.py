"""A NAO in MuJoCo physics, made as difficult as a real one."""

from hardware.simulation.disturbances import (
    BlockFoot,
    Disturbance,
    HoldUpright,
    KillImu,
    KillMotor,
    Lean,
    LetGo,
    Lift,
    LoseFrames,
    PressButton,
    Push,
    PutDown,
    SpoilField,
)
from hardware.simulation.parameters import PlantParameters, SoleShape
from hardware.simulation.postures import Posture
from hardware.simulation.randomisation import Randomisation, randomise
from hardware.simulation.robot import SimulatedRobot
from hardware.simulation.truth import GroundTruth

__all__ = [
    "BlockFoot",
    "Disturbance",
    "HoldUpright",
    "KillImu",
    "KillMotor",
    "Lean",
    "LetGo",
    "Lift",
    "LoseFrames",
    "PressButton",
    "Push",
    "PutDown",
    "SpoilField",
    "GroundTruth",
    "PlantParameters",
    "Posture",
    "Randomisation",
    "SimulatedRobot",
    "SoleShape",
    "randomise",
]
