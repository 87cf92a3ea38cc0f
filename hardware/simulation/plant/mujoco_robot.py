"""Base class of all robots in MuJoCo: the `Robot` interface, one 12 ms cycle per `receive`.

Subclasses provide the model and its motors: our own NAO in `robot.py`, third-party models in
`../other_models/robot.py`. Ground, sensors, delays, disturbances and truth are the same for both.
"""

import math
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from numbers import Real
from typing import Any, Final, get_args

import mujoco
import numpy as np

from hardware.calibration import Calibration
from hardware.disturbance import Disturbance
from hardware.postures import Posture
from hardware.props import Prop
from hardware.robots.model import RobotModel
from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import CYCLE, JointCommand, SensorFrame, demand_sound
from hardware.simulation.events.faults import Fault, Faults
from hardware.simulation.events.forces import Force, Forces
from hardware.simulation.events.human_hands import Handler, Handling
from hardware.simulation.eyes.eyes import SimulatedEyes, Snapshot
from hardware.simulation.plant.field import vertical
from hardware.simulation.plant.individual import draw_individual, usual_calibration
from hardware.simulation.plant.layout import Layout, Physics
from hardware.simulation.plant.model import MOTORS
from hardware.simulation.plant.motors.servos import Motors
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.physics_state import physics_state, set_physics_state, windows
from hardware.simulation.plant.postures import StartPosture, place, posture_angles
from hardware.simulation.plant.sensors.readings import Sensors
from hardware.simulation.plant.sensors.transport import Transport
from hardware.simulation.plant.stepping import Stepping
from hardware.simulation.plant.terrain import Terrain
from hardware.simulation.plant.truth import GroundTruth, Whereabouts, truth_of, whereabouts_of
from hardware.simulation.props.on_field import PropsOnField, with_ball
from hardware.wire_precision import Corrector, crossing_frame

_QUIET = 0.05
"""Joint and body speed below which a settling robot is at rest, rad/s and m/s."""
_QUIET_CYCLES, _SETTLE_CYCLES = 25, 500
_HOUR = 3600.0  # s
APPLIED: Final = (*get_args(Force), *get_args(Handling), *get_args(Fault))
"""The classes of all disturbances that this plant applies."""


class MujocoRobot(ABC):
    """A simulated robot.

    `receive` advances the physics by one cycle with the command that is due and returns the frame
    that leaves the delay line; `send` puts a command into another delay line. The same arguments
    give the same run, bit for bit.
    """

    def __init__(
        self,
        nao: RobotModel,
        parameters: PlantParameters,
        *,
        robot: int = 0,
        seed: int = 0,
        posture: StartPosture = Posture.STANDING,
        disturb_limbs: float = 0.0,
        calibration: Calibration | None = None,
        props: Sequence[Prop] = (),
        sight: bool = False,
    ) -> None:
        """Build the physics and put the robot on the ground.

        Args:
            nao: The robot's data.
            parameters: The plant.
            robot: Number of the individual: its play, calibration errors, dry joints.
            seed: Seed of the episode: noise, terrain, lost frames.
            posture: Starting posture; joints left out of a mapping are as in STANDING.
            disturb_limbs: Half width of a uniform random offset added to all joints of a lying
                robot before it settles, rad.
            calibration: Calibration of this robot; None for a typical team's.
            props: Other objects on the field; without them, physics is a quarter faster.
            sight: Whether the eyes are simulated.

        Raises:
            TypeError: If the posture is not valid.
            ValueError: If there are several balls, or a starting angle is not valid.
        """
        if not 0.0 <= disturb_limbs <= math.pi:
            raise ValueError(f"expected disturb_limbs to be from 0 to pi rad, got {disturb_limbs}")
        individual = draw_individual(parameters, robot)
        self._parameters, self._build = parameters, (nao, parameters, individual, tuple(props))
        self._corrector = Corrector(calibration or usual_calibration(parameters, individual))
        self._streams = [np.random.default_rng((seed, index)) for index in range(6)]
        terrain_rng, sensor_rng, loss_rng, limb_rng, jitter_rng, eyes_rng = self._streams
        physics, self._servos = self._made()
        self._physics, self._model, self._data = physics, physics.model, physics.data
        self._sensors = Sensors(
            physics,
            nao=nao,
            parameters=parameters.sensors,
            attitude=parameters.attitude,
            individual=individual,
            up=vertical(physics.model),
            rng=sensor_rng,
        )
        self._terrain = Terrain(parameters.turf, terrain_rng)
        self._forces = Forces(physics)
        self._person = Handler(physics)
        self._faults = Faults()
        self._props: PropsOnField | None = None
        self._stepping = Stepping(physics, self._sensors)
        self._cycle, self._charge = 0, parameters.battery.charge
        self._start(posture, disturb_limbs, limb_rng)
        if props:
            self._props = self._person.props = PropsOnField(physics, props, parameters, individual)
        self._seen: tuple[Snapshot, ...] = ()
        self._eyes: SimulatedEyes | None = None
        if sight:
            self._eyes = SimulatedEyes(
                physics,
                nao=nao,
                parameters=parameters.eyes,
                props=props,
                frame_late=parameters.delays.sensor_cycles,
                rng=eyes_rng,
            )
        self._sent: JointCommand | None = None
        self._last: SensorFrame | None = None
        self._commands = deque[JointCommand | None]([None] * parameters.delays.command_cycles)
        waiting = [self._frame(cycle + 1) for cycle in range(parameters.delays.sensor_cycles)]
        self._transport = Transport(parameters.delays, waiting, loss=loss_rng, jitter=jitter_rng)

    @abstractmethod
    def spec(self) -> Any:
        """Return a new specification of this robot's physics."""

    @abstractmethod
    def picture(self) -> Any:
        """Return a specification for pictures, with the same joints as the physics."""

    @abstractmethod
    def _made(self) -> tuple[Physics, Motors]:
        """Return the compiled physics of the robot, and its motors."""

    def _start(self, posture: StartPosture, disturb: float, rng: np.random.Generator) -> None:
        angles = posture_angles(self._build[0], posture)
        lying = isinstance(posture, Posture) and posture.is_lying
        if lying:
            kicks = zip(MOTORS, rng.uniform(-disturb, disturb, len(MOTORS)).tolist(), strict=True)
            angles = {joint: angles[joint] + kick for joint, kick in kicks}
        limp = isinstance(posture, Posture) and posture.is_limp
        targets, stiffness = tuple(angles.get(j, 0.0) for j in Joint), 0.0 if limp else 1.0
        command = self._corrector.commanded(JointCommand(targets, (stiffness,) * JOINT_COUNT))
        place(self._physics, angles, posture)
        self._apply(command)
        mujoco.mj_forward(self._model, self._data)
        self._servos.observe()
        if lying:
            self._settle()
        self._sensors.rest()

    def _settle(self) -> None:
        """Let the limp robot come to rest; the clock starts afterwards."""
        quiet = 0
        for _ in range(_SETTLE_CYCLES):
            self._advance()
            quiet = quiet + 1 if float(np.max(np.abs(self._data.qvel))) < _QUIET else 0
            if quiet >= _QUIET_CYCLES:
                break
        self._data.qvel[:] = 0.0
        self._data.time = 0.0
        self._charge = self._parameters.battery.charge
        self._apply(JointCommand((*self._sensors.read().positions,), (0.0,) * JOINT_COUNT))
        self.reset_peaks()

    def receive(self) -> SensorFrame | None:
        """Advance by one cycle and return the frame that arrives; None if there is none."""
        self._cycle += 1
        self._commands.append(self._sent)
        self._sent = None
        now = (self._cycle - 1) * CYCLE
        # Drivers fail and recover whether or not a command arrives.
        self._apply(self._commands.popleft() or self._applied, now)
        loads = self._sensors.loads()
        self._terrain.update(self._data, self.layout, loads)
        self._forces.apply(now)
        self._person.act(now, loads)
        if self._props is not None:
            self._props.prepare()
        self._advance()
        if self._eyes is not None:
            self._seen = self._eyes.capture(self._cycle)
        measured = self._frame(self._cycle + self._parameters.delays.sensor_cycles)
        frame = self._transport.carry(measured, self._cycle * CYCLE)
        arriving = None if frame is None else self._faults.distort(frame, self._last)
        self._last = arriving or self._last
        return None if arriving is None else self._corrector.measured(crossing_frame(arriving))

    def send(self, command: JointCommand) -> None:
        """Send the command for the coming cycle; it acts after the transport delay.

        Raises:
            ValueError: If values are missing or not finite: they would break the physics a cycle
                later.
        """
        demand_sound(command, JOINT_COUNT)
        # Checked again after rounding: a finite number may overflow 32 bits.
        sent = self._corrector.commanded(command)
        demand_sound(sent, JOINT_COUNT)
        self._sent = sent

    def disturb(self, disturbance: Disturbance, *, after: float = 0.0) -> None:
        """Apply a disturbance to the robot, now or later.

        Args:
            disturbance: The disturbance.
            after: Delay, s.

        Raises:
            TypeError: If this plant does not apply the disturbance.
            ValueError: If it moves a missing ball, names an index beyond the frame's field, or the
                delay is not valid.
        """
        if not isinstance(after, Real) or not 0.0 <= after < math.inf:
            raise ValueError(f"expected after to be a number of at least 0 s, got {after!r}")
        start = self._cycle * CYCLE + after
        if isinstance(disturbance, Force):
            self._forces.add(disturbance, start)
        elif isinstance(disturbance, Handling):
            self._person.add(disturbance, start)
        elif isinstance(disturbance, Fault):
            self._faults.add(disturbance, start)
        else:
            raise TypeError(f"this plant does not apply {type(disturbance).__name__}")

    def close(self) -> None:  # noqa: B027 - no simulated robot has anything to release
        """Release the physics."""

    def _apply(self, command: JointCommand, now: float = 0.0) -> None:
        """Pass a command to the motors for the cycle that begins now, s."""
        driven = self._faults.driven(command.stiffness, now)
        self._servos.command(command.positions, driven)
        self._applied = command

    def _advance(self) -> None:
        """Compute the physics of one cycle."""
        self._servos.prepare()
        self._stepping.advance(self._props)
        self._servos.observe()
        battery = self._parameters.battery
        if battery.drains:
            spent = self._servos.power * CYCLE / _HOUR / battery.capacity
            self._charge = max(0.0, self._charge - spent)

    def _frame(self, arrival: int) -> SensorFrame:
        """Return the measurements, stamped with the time of the cycle in which they arrive."""
        readings, servos = self._sensors.read(), self._servos
        return SensorFrame(
            time=arrival * CYCLE,
            positions=readings.positions,
            stiffness=self._applied.stiffness,
            currents=(*servos.current.tolist(), 0.0, 0.0),
            temperatures=servos.reported_temperatures,
            status=servos.status,
            gyro=readings.gyro,
            accelerometer=readings.accelerometer,
            angles=readings.angles,
            fsr=readings.fsr,
            touch=(0.0,) * 14,
            battery_charge=self._charge,
            battery_current=-servos.power / servos.voltage,
        )

    def seen(self) -> tuple[Snapshot, ...]:
        """Return the snapshots that arrive in this cycle, older first; empty without sight."""
        return self._seen

    def place_ball(self, x: float, y: float, vx: float = 0.0, vy: float = 0.0) -> None:
        """Place the ball on the ground, m, rolling at a velocity, m/s.

        Raises:
            ValueError: If there is no ball.
        """
        with_ball(self._props).place_ball(x, y, vx, vy)

    def state(self) -> dict[str, Any]:
        """Return everything that the coming cycles depend on, apart from `fixed`."""
        return {
            **vars(self),
            "physics": physics_state(self._model, self._data),
            "chance": [stream.bit_generator.state for stream in self._streams],
        }

    def set_state(self, state: dict[str, Any]) -> None:
        """Continue from a state of this individual; true contacts are known a cycle later."""
        parts = dict(state)
        set_physics_state(self._model, self._data, parts.pop("physics"))
        for stream, drawn in zip(self._streams, parts.pop("chance"), strict=True):
            stream.bit_generator.state = drawn
        vars(self).update(parts)
        self._stepping.forget_divergence()

    def fixed(self) -> tuple[object, ...]:
        """Return the constant objects to which a state refers, in a fixed order."""
        return (
            self._parameters,
            self._corrector,
            self._build,
            self._physics,
            *self._streams,
            *windows(self._model, self._data),
        )

    @property
    def layout(self) -> Layout:
        """Return the addresses of the robot's parts in its model."""
        return self._physics.layout

    def copy_configuration(self, data: Any) -> None:
        """Copy the configuration into the state of a model with the same joints."""
        data.qpos[:] = self._data.qpos
        data.mocap_pos[:], data.mocap_quat[:] = self._data.mocap_pos, self._data.mocap_quat

    def outer_forces(self) -> list[tuple[Any, Any]]:
        """Return point (3,), m, and vector (3,), N, of all external forces now, in the world."""
        forces = self._data.xfrc_applied[:, :3]
        return [(self._data.xipos[body], forces[body]) for body in forces.any(axis=1).nonzero()[0]]

    def reset_peaks(self) -> None:
        """Forget the largest contact forces on head and torso."""
        self._stepping.reset_peaks()

    def whereabouts(self) -> Whereabouts:
        """Return where torso and ball truly are; never for control."""
        return whereabouts_of(self._data.qpos, self._props)

    def truth(self) -> GroundTruth:
        """Return the current true state; never for control."""
        return truth_of(
            self._physics,
            motors=self._servos,
            loads=self._sensors.loads(),
            props=() if self._props is None else self._props.truth(),
            time=self._cycle * CYCLE,
            head_peak=self._stepping.head_peak,
            torso_peak=self._stepping.torso_peak,
        )
