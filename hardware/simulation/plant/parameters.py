"""The parameters of the simulated robot, as in `config/plants/*.yaml`.

One class per group of effects. In the files each number has its source or is marked as an
assumption; the classes define only its meaning. A scenario changes single values with
`dataclasses.replace`; a campaign draws them with `hardware.simulation.plant.randomisation`.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated

from annotated_types import Ge, Gt, Le

from hardware.props import Deceleration
from hardware.sensors_and_commands import CYCLE
from hardware.simulation.eyes.parameters import EyesParameters
from hardware.simulation.plant.motors.parameters import (
    BatteryParameters,
    Factor,
    FrictionParameters,
    MotorParameters,
)
from hardware.simulation.plant.sensors.parameters import AttitudeUnitParameters, SensorParameters
from hardware.units import (
    Angle,
    Count,
    LengthPoint,
    LengthRange,
    Ordered,
    PositiveLength,
    PositiveMilliseconds,
    Ratio,
    RatioBelowOne,
    Time,
    Unit,
    UnsignedAngle,
    UnsignedLength,
    demand_steps,
)

Play = Annotated[float, Unit("deg"), Ge(0.0), Le(15.0)]
Slope = Annotated[float, Unit("deg"), Ge(-45.0), Le(45.0)]

_STEP_OF_BLOWS = 1e-3
"""s: half of it changes impacts by less than the spread between robots."""


class SoleShape(Enum):
    """Shape of the foot that meets the ground."""

    BOX = "box"
    POLYGON = "polygon"


@dataclass(frozen=True, slots=True)
class PlayParameters:
    """Backlash of the leg joints, as full ranges.

    Attributes:
        roll: Hip yaw pitch, hip roll, ankle roll, rad.
        pitch: Hip pitch and knee, rad.
        ankle_pitch: rad.
        spread: Relative spread by joint and robot, +-.
        friction: Friction within the play, Nm: an unloaded joint stays where it is.
        damping: Damping within the play, Nms/rad.
        armature: Inertia of the output side of the play, kg m2.
        stop_time_constant: Softness of the stops of play and joints, s.
    """

    roll: Play
    pitch: Play
    ankle_pitch: Play
    spread: Ratio
    friction: Annotated[float, Unit("nm"), Gt(0.0)]
    damping: Annotated[float, Unit("nms_per_rad"), Ge(0.0)]
    armature: Annotated[float, Unit("kg_m2"), Gt(0.0)]
    stop_time_constant: PositiveMilliseconds


@dataclass(frozen=True, slots=True)
class TurfParameters:
    """The ground and its contacts.

    Attributes:
        friction: Sliding friction of soles.
        shell_grip: Friction of the body's shell as a share of `friction`.
        hand_grip: Friction of the hands as a share of `friction`.
        toe_grip: Friction of the toes of a rounded sole as a share of `friction`.
        time_constant: Softness of the sole on turf, s.
        soft_impedance: Constraint impedance at first touch, 0..1.
        stiff_impedance: Constraint impedance at full depth, 0..1.
        depth: Depth at which the turf is nearly rigid, m.
        body_time_constant: Softness of every other contact, s.
        roughness: Rms height of the unevenness, m.
        wavelengths: Shortest and longest wavelength, m; wave numbers between are equally likely.
        waves: Number of waves.
        fade_in: Time over which the unevenness grows from zero after the start, s.
        free_force: A foot's ground follows the foot only below this load, N.
        tilt_roll: Tilt of the floor; positive lowers its right side, rad.
        tilt_pitch: Tilt of the floor; positive lowers its front, rad.
    """

    friction: Annotated[float, Unit(""), Gt(0.0)]
    shell_grip: Factor
    hand_grip: Factor
    toe_grip: Factor
    time_constant: PositiveMilliseconds
    soft_impedance: Ratio
    stiff_impedance: Ratio
    depth: PositiveLength
    body_time_constant: PositiveMilliseconds
    roughness: UnsignedLength
    wavelengths: Annotated[LengthRange, Gt(0.0)]
    waves: Annotated[Count, Ge(1)]
    fade_in: Time
    free_force: Annotated[float, Unit("n"), Ge(0.0)]
    tilt_roll: Slope
    tilt_pitch: Slope


@dataclass(frozen=True, slots=True)
class BallParameters:
    """Rolling and bouncing of a ball.

    Attributes:
        deceleration: Deceleration while it rolls, m/s2.
        restitution: Ratio of rebound speed to approach speed.
        restitution_spread: Spread of the restitution between balls, +-.
    """

    deceleration: Deceleration
    restitution: Ratio
    restitution_spread: Ratio


@dataclass(frozen=True, slots=True)
class IndividualParameters:
    """Spread between robots; `draw_individual` draws one robot by its number.

    Attributes:
        joint_offset: Standard deviation of every joint's zero error, rad.
        hip_yaw_offset: Standard deviation of the hip yaw's zero error instead, rad.
        hip_pitch_trim: Standard deviation of an additional error shared by both hip pitches, rad.
        hip_pitch_trim_of_all: Mean of that error, the same for all robots, rad.
        attitude_bias: Standard deviation of the inertial unit's mounting error in roll and
            pitch, rad.
        gyro_bias: Gyro reading at rest, uniform +- by axis, rad/s.
        cell_gain: Smallest and largest gain of a sole cell, uniform between them.
        dead_cell_every: One robot in this many has a dead cell; 0 for none.
        calibrated: Share of joint and mounting errors that a team has measured and corrects,
            unless a calibration is given.
    """

    joint_offset: UnsignedAngle
    hip_yaw_offset: UnsignedAngle
    hip_pitch_trim: UnsignedAngle
    hip_pitch_trim_of_all: Angle
    attitude_bias: UnsignedAngle
    gyro_bias: Annotated[float, Unit("rad_per_s"), Ge(0.0)]
    cell_gain: Annotated[tuple[float, float], Unit(""), Ge(0.0), Ordered()]
    dead_cell_every: Annotated[int, Unit(""), Ge(0)]
    calibrated: Ratio


@dataclass(frozen=True, slots=True)
class DelayParameters:
    """Transport between software and joints.

    Attributes:
        command_cycles: Additional cycles before a command reaches the motors.
        sensor_cycles: Cycles by which a frame is delayed.
        frame_drop: Probability that a cycle's frame is lost; below 1, as a run starts with a frame.
        jitter: Probability that a frame is delayed by one more cycle.
    """

    command_cycles: Annotated[int, Unit(""), Ge(0)]
    sensor_cycles: Annotated[int, Unit(""), Ge(0)]
    frame_drop: RatioBelowOne
    jitter: Ratio


@dataclass(frozen=True, slots=True)
class BodyParameters:
    """Deviations of the body from the robot's model.

    Attributes:
        torso_mass_factor: Factor on the torso's mass and inertia.
        torso_com_shift: Shift of the torso's centre of mass, m.
        sole_shape: A box, or the rounded outline of the real sole with toes that catch.
    """

    torso_mass_factor: Factor
    torso_com_shift: LengthPoint
    sole_shape: SoleShape


@dataclass(frozen=True, slots=True)
class SolverParameters:
    """Settings of the physics solver.

    Attributes:
        substep: Time step, s; the cycle must be a whole multiple of it.
        iterations: Maximum number of Newton iterations per step.
        line_search_iterations: Maximum number of line search steps per iteration.
        friction_stiffening: Ratio of friction to normal constraint impedance.

    Raises:
        ValueError: If the cycle is not a whole number of steps.
    """

    substep: PositiveMilliseconds
    iterations: Annotated[Count, Ge(1)]
    line_search_iterations: Annotated[Count, Ge(1)]
    friction_stiffening: Factor

    def __post_init__(self) -> None:
        demand_steps(CYCLE, self.substep)


@dataclass(frozen=True, slots=True)
class PlantParameters:
    """Everything about one simulated robot and its field except its geometry.

    Raises:
        ValueError: If a contact or stop is too stiff for the time step.
    """

    motor: MotorParameters
    battery: BatteryParameters
    friction: FrictionParameters
    play: PlayParameters
    turf: TurfParameters
    ball: BallParameters
    individual: IndividualParameters
    sensors: SensorParameters
    attitude: AttitudeUnitParameters
    eyes: EyesParameters
    delays: DelayParameters
    body: BodyParameters
    solver: SolverParameters

    def __post_init__(self) -> None:
        softness = {
            "turf.time_constant": self.turf.time_constant,
            "turf.body_time_constant": self.turf.body_time_constant,
            "play.stop_time_constant": self.play.stop_time_constant,
            "friction.stick_time_constant": self.friction.stick_time_constant,
        }
        hardest = 2.0 * self.solver.substep
        for name, time in softness.items():
            if time < (1.0 - 1e-9) * hardest:  # MuJoCo would silently use twice the step
                raise ValueError(
                    f"'{name}_ms' must be at least two time steps of the physics, "
                    f"{1e3 * hardest:g} (got {1e3 * time:g})"
                )

    def with_winding_temperature(self, celsius: float) -> "PlantParameters":
        """Return the same plant with warmer or colder motors."""
        return replace(self, motor=replace(self.motor, winding_temperature=celsius))

    def with_heat(self) -> "PlantParameters":
        """Return the same plant with windings that warm and cool, for runs of minutes."""
        return replace(self, motor=replace(self.motor, heats=True))

    def with_turf_roughness(self, metres: float) -> "PlantParameters":
        """Return the same plant on smoother or rougher turf (rms height in m)."""
        return replace(self, turf=replace(self.turf, roughness=metres))

    def with_friction(self, friction: float) -> "PlantParameters":
        """Return the same plant on a more slippery or stickier ground."""
        return replace(self, turf=replace(self.turf, friction=friction))

    def with_blows(self, contact: float) -> "PlantParameters":
        """Return the same plant with steps of 1 ms and another softness of the body's contacts.

        Args:
            contact: Time constant of all contacts except the soles', s; at least 2 ms.
        """
        turf = replace(self.turf, body_time_constant=contact)
        return replace(self, turf=turf, solver=replace(self.solver, substep=_STEP_OF_BLOWS))

    def with_floor_tilt(self, roll: float, pitch: float) -> "PlantParameters":
        """Return the same plant on a floor that slopes down to the right and to the front, rad."""
        return replace(self, turf=replace(self.turf, tilt_roll=roll, tilt_pitch=pitch))
