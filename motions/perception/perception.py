"""Perception: estimates the robot's state from a frame and the last motion, once per cycle.

The parts run in the order of their dependencies; each has its own state and none accesses that of
another:

    frame check -> world -> health -> cells -> support -> contact -> quiet -> gyro bias
                -> attitude -> soles, centre of mass -> fall -> odometry
"""

import math
from dataclasses import replace

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import GRAVITY, SensorFrame
from hardware.units import Point
from motions.kinematics.com import CentreOfMass
from motions.kinematics.geometry import Pose2, Pose3, Rotation
from motions.kinematics.robot_legs import legs_of
from motions.perception.attitude import Attitude
from motions.perception.contact import GroundContact
from motions.perception.fall import FallDetector, TorsoPosture
from motions.perception.frame_check import Checked, FrameCheck
from motions.perception.gyro_bias import GyroBias
from motions.perception.health import Health, HealthWatch
from motions.perception.odometry import Odometry
from motions.perception.parameters import PerceptionParameters
from motions.perception.quiet import LegsQuiet, QuietDetector
from motions.perception.sole_cells import SoleCells
from motions.perception.state import FootSupport, MotionFeedback, RobotState
from motions.perception.support import SupportDetector
from motions.perception.tipping import TippingGeometry
from motions.perception.world import WorldModel
from motions.sight import Sighting


class Perception:
    """Estimates the state of one robot."""

    def __init__(self, model: RobotModel, parameters: PerceptionParameters) -> None:
        self._cycle = model.cycle
        self._legs = legs_of(model)
        self._com = CentreOfMass(model)
        self._frame_check = FrameCheck(model, parameters.frame_check)
        self._health = HealthWatch(parameters.health, model)
        self._quiet = QuietDetector(parameters.quiet)
        self._quiet_time = 0.0
        self._legs_quiet = LegsQuiet(parameters.quiet, model.leg_joints)
        self._bias = GyroBias(parameters.gyro_bias)
        self._attitude = Attitude(parameters.attitude, self._bias, model.cycle)
        self._cells = SoleCells(parameters.sole_cells, model.mass, model.cycle)
        self._support = SupportDetector(parameters.support)
        self._contact = GroundContact(parameters.contact, model.cycle)
        self._lying = math.cos(parameters.fall.lying)
        self._tipping = TippingGeometry(model.dimensions)
        self._fall = FallDetector(parameters.fall, model.cycle)
        self._odometry = Odometry(parameters.odometry, model)
        self._world = WorldModel(parameters.world)
        self._state: RobotState | None = None

    def update(
        self, frame: SensorFrame | None, feedback: MotionFeedback, sight: Sighting | None = None
    ) -> RobotState:
        """Update the estimate by one cycle and return the robot's state.

        Args:
            frame: The latest frame; None if none was received, in which case time advances with old
                values.
            feedback: Feedback of the motion executed in the last cycle.
            sight: Sightings of another process; None if none were received.
        """
        sensors = self._frame_check.update(frame)
        displaced = self._state is not None and self._state.displaced
        self._world.update(sight, sensors.time, displaced=displaced)
        if self._state is not None and sensors.gap <= 0.0:
            self._state = self._bridge(self._state, sensors)
        else:
            self._state = self._estimate(sensors, feedback)
        return self._state

    def _bridge(self, state: RobotState, sensors: Checked) -> RobotState:
        """Return the last state one cycle later, with the rotation continued.

        Without a measurement there is no step and no support switch, but a falling robot keeps
        falling and is detected as early as with frames.
        """
        attitude = self._attitude
        if sensors.imu_alive and attitude.carry():
            soles = state.left_sole, state.right_sole
            self._watch_fall(attitude.level(), state.com, soles, contact=state.contact)
        return replace(
            state,
            time=sensors.time,
            frame_age=sensors.age,
            roll=attitude.roll,
            pitch=attitude.pitch,
            up=attitude.up,
            gyro=attitude.gyro,
            blind=attitude.blind,
            com_height=_height(state.com, state.left_sole, state.right_sole, attitude.up),
            support=replace(state.support, switched=False, predicted_switch=False),
            fall=self._fall.fall,
            fall_direction=self._fall.direction,
            odometry_step=Pose2(),
            implausible=0,
            implausible_imu=0,
            world=self._world.world,
        )

    def _estimate(self, sensors: Checked, feedback: MotionFeedback) -> RobotState:
        """Return the state from new measurements."""
        health = self._health.update(sensors)
        support = self._sense_soles(sensors, walking=feedback.walking)
        contact = self._contact.update(support, lies=self._attitude.up[2] <= self._lying)
        quiet = self._quiet.update(sensors.gyro) and sensors.imu_alive
        self._quiet_time = self._quiet_time + sensors.gap if quiet else 0.0
        legs_quiet_time = self._legs_quiet.update(sensors.positions, sensors.gap)
        if contact and not feedback.walking:
            self._learn_standing(sensors, min(self._quiet_time, legs_quiet_time))
        attitude = self._attitude
        attitude.update(sensors, quiet_time=self._quiet_time, walking=feedback.walking)
        level = attitude.level()
        soles = self._legs.soles(sensors.positions)
        com = self._com.of(sensors.positions)
        self._watch_fall(level, com, soles, contact=contact)
        self._odometry.update(
            soles,
            level,
            support=support,
            heading=attitude.heading,
            walking=feedback.walking,
            sways=feedback.sways,
            quiet=quiet,
        )
        return self._state_of(sensors, support, soles, com, health, contact=contact)

    def _learn_standing(self, sensors: Checked, still_time: float) -> None:
        """Learn from a standing robot; `still_time` is the quiet time of gyros and legs, s."""
        if still_time > 0.0:
            self._cells.stand()
        self._bias.stand(self._quiet.mean, still_time=still_time, gap=sensors.gap)

    def _state_of(
        self,
        sensors: Checked,
        support: FootSupport,
        soles: tuple[Pose3, Pose3],
        com: Point,
        health: Health,
        *,
        contact: bool,
    ) -> RobotState:
        """Assemble the state from measurements and estimates of this cycle."""
        attitude, (left, right) = self._attitude, soles
        return RobotState(
            cycle=self._cycle,
            time=sensors.time,
            frame_age=sensors.age,
            positions=sensors.positions,
            applied_stiffness=sensors.stiffness,
            currents=sensors.currents,
            roll=attitude.roll,
            pitch=attitude.pitch,
            up=attitude.up,
            gyro=attitude.gyro,
            accelerometer=sensors.accelerometer,
            left_sole=left,
            right_sole=right,
            com=com,
            com_height=_height(com, left, right, attitude.up),
            support=support,
            contact=contact,
            imu_quiet_time=self._quiet_time,
            fall=self._fall.fall,
            fall_direction=self._fall.direction,
            odometry=self._odometry.pose,
            odometry_step=self._odometry.step,
            implausible=sensors.implausible,
            implausible_imu=sensors.implausible_imu,
            imu_alive=sensors.imu_alive,
            touch=sensors.touch,
            blind=attitude.blind,
            young=attitude.young,
            world=self._world.world,
            health=health,
        )

    def _watch_fall(
        self, level: Rotation, com: Point, soles: tuple[Pose3, Pose3], *, contact: bool
    ) -> None:
        """Update the fall detector from the present attitude and rotation."""
        attitude = self._attitude
        tipping = self._tipping.evaluate(level, attitude.gyro, com, *soles)
        self._fall.update(
            TorsoPosture(attitude.up, attitude.gyro, tipping, contact, self._quiet_time)
        )

    def _sense_soles(self, sensors: Checked, *, walking: bool) -> FootSupport:
        """Return the foot support, and calibrate the cells while the robot walks."""
        acceleration = math.hypot(*sensors.accelerometer) if sensors.imu_alive else GRAVITY
        pressure = self._cells.update(sensors.fsr, acceleration)
        support = self._support.update(pressure, walking=walking)
        if walking:
            self._cells.learn(sensors.fsr, pressure, switched=support.switched)
        else:
            self._cells.rest()
        return support


def _height(com: Point, left: Pose3, right: Pose3, up: Point) -> float:
    """Return the height of the centre of mass above the lower sole along gravity, m."""
    x, y, z = up
    soles = min(
        x * left.x + y * left.y + z * left.z,
        x * right.x + y * right.y + z * right.z,
    )
    return x * com[0] + y * com[1] + z * com[2] - soles
