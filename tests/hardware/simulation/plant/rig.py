"""Robots and test benches for the tests of the plant."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import mujoco
import numpy as np

from hardware.robots.model import RobotModel
from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import JointCommand, SensorFrame
from hardware.simulation.plant.individual import draw_individual
from hardware.simulation.plant.layout import Physics, layout_of
from hardware.simulation.plant.model import MOTORS, TORSO, build_spec
from hardware.simulation.plant.motors.servos import Servos
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.postures import Posture, posture_angles
from hardware.simulation.plant.robot import SimulatedRobot
from hsm.settings.loader import config_folder, load

NAO = load(config_folder() / "robots" / "nao_v6.yaml", RobotModel)
IDEAL, STANDARD, WORN, DEAD_CELL, HIP_TRIM = (
    load(config_folder() / "plants" / f"{name}.yaml", PlantParameters)
    for name in ("ideal", "standard", "worn", "dead_cell", "hip_trim")
)
PERFECT = replace(
    IDEAL.sensors,
    encoder_noise=0.0,
    gyro_noise=(0.0, 0.0, 0.0),
    accelerometer_noise=(0.0, 0.0, 0.0),
    vibration_gyro=0.0,
    vibration_accelerometer=0.0,
    fsr_noise=0.0,
    fsr_floor_noise=0.0,
)
"""Sensors without noise; encoders are still quantised, and cells have their range."""
TORSO_MASS = next(link.mass for link in NAO.links if not link.joint)
MASS = NAO.mass + (STANDARD.body.torso_mass_factor - 1.0) * TORSO_MASS
"""Mass, kg: more than that of the links, since cables and covers are not published."""
WEIGHT = MASS * 9.81


def flat(plant: PlantParameters) -> PlantParameters:
    """Return the plant on even turf."""
    return plant.with_turf_roughness(0.0)


def punctual(plant: PlantParameters) -> PlantParameters:
    """Return the plant without late or lost frames."""
    return replace(plant, delays=replace(plant.delays, frame_drop=0.0, jitter=0.0))


def stance(posture: Posture = Posture.STANDING, stiffness: float = 1.0) -> JointCommand:
    """Return the command that holds a posture."""
    angles = posture_angles(NAO, posture)
    return JointCommand(
        tuple(angles.get(joint, 0.0) for joint in Joint), (stiffness,) * JOINT_COUNT
    )


def moved(command: JointCommand, changes: dict[Joint, float]) -> JointCommand:
    """Return the command with other angles, rad, for some joints."""
    positions = list(command.positions)
    for joint, angle in changes.items():
        positions[joint] = angle
    return replace(command, positions=tuple(positions))


def run(
    robot: SimulatedRobot,
    seconds: float,
    command: JointCommand | Callable[[float], JointCommand] | None = None,
) -> list[SensorFrame]:
    """Run the robot under a command and return the frames that arrived."""
    frames = []
    given = command or stance()
    for cycle in range(round(seconds / 0.012)):
        frame = robot.receive()
        if frame is not None:
            frames.append(frame)
        robot.send(given(cycle * 0.012) if callable(given) else given)
    return frames


class Bench:
    """A robot whose torso is fixed in weightlessness, for tests of single joints."""

    def __init__(self, plant: PlantParameters, joint: Joint = Joint.L_KNEE_PITCH) -> None:
        individual = draw_individual(plant, 0)
        spec = build_spec(NAO, plant, individual)
        spec.delete(spec.joint(TORSO))
        self.model: Any = spec.compile()
        self.model.opt.gravity[:] = 0.0
        self.model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
        physics = Physics.of(self.model, layout_of(self.model))
        self.data: Any = physics.data
        self.layout = physics.layout
        self.servos = Servos(physics, nao=NAO, parameters=plant, individual=individual)
        self.motor = MOTORS.index(joint)
        self.qpos = int(self.layout.qpos[self.motor])
        self.dof = int(self.layout.dof[self.motor])
        self.mean_torque = 0.0
        mujoco.mj_forward(self.model, self.data)
        self.servos.observe()

    def load(self, torque: float) -> None:
        """Load the joint with a torque, Nm."""
        self.data.qfrc_applied[self.dof] = torque

    def cycle(self, target: float, stiffness: float = 1.0) -> None:
        """Command the joint, rad, and all others to zero, and simulate 12 ms."""
        positions = np.zeros(JOINT_COUNT)
        positions[self.motor] = target
        self.servos.command(tuple(positions.tolist()), (stiffness,) * JOINT_COUNT)
        self.servos.prepare()
        torques = []
        for _ in range(4):
            mujoco.mj_step(self.model, self.data)
            drive = float(self.data.actuator_force[self.motor])
            torques.append(drive - float(self.model.dof_damping[self.dof]) * self.speed)
        self.mean_torque = sum(torques) / len(torques)
        self.servos.observe()

    @property
    def angle(self) -> float:
        """Return the joint's angle, rad."""
        return float(self.data.qpos[self.qpos])

    @property
    def speed(self) -> float:
        """Return the joint's speed, rad/s."""
        return float(self.data.qvel[self.dof])

    @property
    def torque(self) -> float:
        """Return the motor's torque at the joint, Nm."""
        return float(self.servos.torque[self.motor])
