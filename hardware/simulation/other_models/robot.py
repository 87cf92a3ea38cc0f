"""A third-party NAO model as a robot: the `Robot` interface for any NAO MJCF and its joint map."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.calibration import Calibration
from hardware.postures import Posture
from hardware.robots.model import RobotModel
from hardware.robots.nao import Joint
from hardware.simulation.other_models.joint_map import JointMap, driver_of, drivers
from hardware.simulation.other_models.model import (
    ANKLES,
    PREFIX,
    SOLES,
    ExternalModel,
    build_foreign,
    complete,
)
from hardware.simulation.pictures.looks import dress_foreign
from hardware.simulation.plant.field import HOLDER, TURF
from hardware.simulation.plant.individual import Individual
from hardware.simulation.plant.layout import Layout, Physics, mocap_of
from hardware.simulation.plant.model import MOTORS
from hardware.simulation.plant.motors.windings import (
    COLD,
    WarmingWindings,
    Windings,
    left_by_driver,
    temperature_status,
)
from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.postures import StartPosture

_NONE = np.array([], dtype=np.intp)


class ExternalRobot(MujocoRobot):
    """A NAO with a third-party model.

    Body and motors come from the model; ground, sensors, delays and calibration errors come from
    the plant.
    """

    def __init__(
        self,
        nao: RobotModel,
        parameters: PlantParameters,
        foreign: ExternalModel,
        *,
        robot: int = 0,
        seed: int = 0,
        posture: StartPosture = Posture.STANDING,
        disturb_limbs: float = 0.0,
        calibration: Calibration | None = None,
    ) -> None:
        """Build the physics and put the robot on the ground.

        Args:
            nao: The robot's data.
            parameters: The plant; motors, gears, play and body come from the model instead.
            foreign: The model.
            robot: Number of the individual: its calibration errors.
            seed: As for `MujocoRobot`.
            posture: Likewise.
            disturb_limbs: Likewise.
            calibration: Likewise.
        """
        self._foreign = foreign
        super().__init__(
            nao,
            parameters,
            robot=robot,
            seed=seed,
            posture=posture,
            disturb_limbs=disturb_limbs,
            calibration=calibration,
        )

    def spec(self) -> Any:
        """Return a new specification of this robot's physics."""
        nao, parameters, *_ = self._build
        return build_foreign(self._foreign, nao, parameters)

    def picture(self) -> Any:
        """Return a specification for pictures: the model's own shapes on the field."""
        return dress_foreign(self.spec(), PREFIX + self._foreign.names.torso)

    def fixed(self) -> tuple[object, ...]:
        """Return the constant objects that a state refers to, in a fixed order."""
        return (*super().fixed(), self._foreign)

    def _made(self) -> tuple[Physics, "ExternalMotors"]:
        nao, parameters, individual, _ = self._build
        names = _prefixed(complete(self._foreign.names))
        model = self.spec().compile()
        physics = Physics.of(model, _layout_of(model, names))
        return physics, ExternalMotors(physics, names, nao, parameters, individual)


class ExternalMotors:
    """The actuators of a foreign model: position servos whose force limit scales with stiffness."""

    def __init__(
        self,
        physics: Physics,
        names: JointMap,
        nao: RobotModel,
        parameters: PlantParameters,
        individual: Individual,
    ) -> None:
        model = physics.model
        self._data, self._layout = physics.data, physics.layout
        self._battery = parameters.battery
        self._driver = np.array([driver_of(model, names, joint) for joint in MOTORS])
        self._gear = model.actuator_gear[self._driver, 0].copy()
        self._limits = model.actuator_forcerange
        self._nominal = self._limits.copy()
        self._offsets = np.array(individual.offsets)[: len(MOTORS)]
        # A model may have a second hip yaw motor, unlike a NAO: it gets the same command.
        self._twins = drivers(model, names.right_hip_yaw_pitch)
        self._twin_gear = [float(model.actuator_gear[twin][0]) for twin in self._twins]
        self._motor = parameters.motor
        windings = Windings(nao, parameters.motor)
        self._inverse_flux = 1.0 / windings.flux
        self._warming = WarmingWindings(windings, parameters.motor.winding_temperature)
        self.torque: NDArray[np.float64] = np.zeros(len(MOTORS))
        self.current: NDArray[np.float64] = np.zeros(len(MOTORS))
        self.voltage = parameters.battery.voltage
        self.power = parameters.battery.base_power
        self._warm()

    def command(self, positions: tuple[float, ...], stiffness: tuple[float, ...]) -> None:
        """Give the motors new targets (rad, as the robot reports them) and stiffness 0..1."""
        targets = np.array(positions[: len(MOTORS)]) + self._offsets
        self._data.ctrl[self._driver] = self._gear * targets
        shares = self._left * np.clip(stiffness[: len(MOTORS)], 0.0, 1.0)
        self._limits[self._driver] = self._nominal[self._driver] * shares[:, np.newaxis]
        yaw = MOTORS.index(Joint.L_HIP_YAW_PITCH)
        for twin, gear in zip(self._twins, self._twin_gear, strict=True):
            self._data.ctrl[twin] = gear * targets[yaw]
            self._limits[twin] = self._nominal[twin] * shares[yaw]

    def prepare(self) -> None:
        """Do nothing: the motors' limits change only with commands."""

    def observe(self) -> None:
        """Update torques, currents and power from the last cycle."""
        self.torque = self._gear * self._data.actuator_force[self._driver]
        self.current = np.abs(self.torque) * self._inverse_flux
        mechanical = float(np.dot(np.abs(self.torque), np.abs(self._data.qvel[self._layout.dof])))
        self.power = self._battery.base_power + mechanical
        if self._motor.heats and self._warming.take(self.torque):
            self._warm()

    def _warm(self) -> None:
        """Update reported temperatures, status and derating.

        The motors' torque limits remain the model's.
        """
        motor = self._motor
        reported = self._warming.temperature - motor.reported_below_winding
        self.reported_temperatures: tuple[float, ...] = (*reported.tolist(), COLD, COLD)
        self._left = left_by_driver(reported, motor)
        self.status: tuple[int, ...] = (*temperature_status(reported, motor), 0, 0)


def _prefixed(names: JointMap) -> JointMap:
    """Return the names with the prefix that they have on our field."""
    return JointMap(
        torso=PREFIX + names.torso,
        head=PREFIX + names.head,
        left_foot=PREFIX + names.left_foot,
        right_foot=PREFIX + names.right_foot,
        joints={joint: PREFIX + name for joint, name in names.joints.items()},
        right_hip_yaw_pitch=PREFIX + names.right_hip_yaw_pitch,
        actuators={joint: PREFIX + name for joint, name in names.actuators.items()},
    )


def _layout_of(model: Any, names: JointMap) -> Layout:
    """Return the addresses in a foreign model on our field; it has no play to look up."""
    joints = [model.joint(names.joints[joint]).id for joint in MOTORS]
    coupled = model.joint(names.right_hip_yaw_pitch).id
    return Layout(
        qpos=model.jnt_qposadr[joints].astype(np.intp),
        dof=model.jnt_dofadr[joints].astype(np.intp),
        coupled_qpos=int(model.jnt_qposadr[coupled]),
        coupled_dof=int(model.jnt_dofadr[coupled]),
        friction_row=_NONE,
        with_play=_NONE,
        play_qpos=_NONE,
        torso=model.body(names.torso).id,
        head=model.body(names.head).id,
        soles=(model.site(SOLES[0]).id, model.site(SOLES[1]).id),
        feet=(model.body(ANKLES[0]).id, model.body(ANKLES[1]).id),
        turf=(mocap_of(model, TURF[0]), mocap_of(model, TURF[1])),
        holder=mocap_of(model, HOLDER),
        hold=model.equality(HOLDER).id,
    )
