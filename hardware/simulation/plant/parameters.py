"""The parameters of the simulated robot: what `config/plants/*.yaml` says.

One class per group of effects. The files are complete, each number with its source or marked as an
assumption; here is only what the numbers mean. A scenario changes single values with
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
    Time,
    Unit,
    UnsignedAngle,
    UnsignedLength,
    demand_steps,
)

Play = Annotated[float, Unit("deg"), Ge(0.0), Le(15.0)]
Slope = Annotated[float, Unit("deg"), Ge(-45.0), Le(45.0)]

_STEP_OF_BLOWS = 1e-3
"""s: halving it again moves blows less than robots differ."""


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
        spread: Individual spread by joint and robot, +- share.
        friction: Friction within the play, Nm: an unloaded joint stays where it was left.
        damping: Within the play, Nms/rad.
        armature: Inertia of the output side of the play, kg m2.
        stop_time_constant: Softness of the stops, those of the joints too, s.
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
    """The ground and how things touch it.

    Attributes:
        friction: Sliding friction of soles.
        shell_grip: Friction of the body's shell as a share of it.
        hand_grip: Friction of the hands as a share of it.
        toe_grip: Friction of the toes of a rounded sole as a share of it.
        time_constant: Softness of the sole on turf, s.
        soft_impedance: Constraint impedance at first touch, 0..1.
        stiff_impedance: Constraint impedance at full depth, 0..1.
        depth: Depth at which the turf is nearly rigid, m.
        body_time_constant: Softness of every other contact, s.
        roughness: Rms height of the unevenness, m.
        wavelengths: Shortest and longest wave of it, m; all wave numbers between are alike.
        waves: Number of waves.
        fade_in: Time over which the unevenness grows from zero after a reset, s.
        free_force: A foot's ground moves along with it only below this load, N.
        tilt_roll: Tilt of the floor: positive lowers its right side, rad.
        tilt_pitch: Positive lowers its front, rad.
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
    """How a ball rolls and bounces.

    Attributes:
        deceleration: By how much it slows down while it rolls, m/s2.
        restitution: Share of the speed of approach with which it leaves whatever it hits.
        restitution_spread: Individual spread of that, +-.
    """

    deceleration: Deceleration
    restitution: Ratio
    restitution_spread: Ratio


@dataclass(frozen=True, slots=True)
class IndividualParameters:
    """How far one robot differs from the next; `draw_individual` draws it by its number.

    Attributes:
        joint_offset: Standard deviation of the zero of every joint, rad.
        hip_yaw_offset: Of the hip yaw's zero instead, rad.
        hip_pitch_trim: Of a further error that both hip pitches have in common, rad.
        hip_pitch_trim_of_all: What all robots have of that error on top, rad.
        attitude_bias: Of roll and pitch by which the inertial unit is mounted askew, rad.
        gyro_bias: What gyros show at rest, uniform +- by axis, rad/s.
        cell_gain: Smallest and largest factor on what a sole cell reads, uniform.
        dead_cell_every: One robot in so many has a dead cell; 0 for none.
        calibrated: Share of the errors of joints and mounting that a team has measured and puts
            right, unless it is told of another calibration.
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
    """What lies between software and joints.

    Attributes:
        command_cycles: Further cycles before a command reaches the motors.
        sensor_cycles: Cycles by which a frame is late.
        frame_drop: Probability that the frame of a cycle is lost.
        jitter: Probability that a frame comes one cycle later than the others.
    """

    command_cycles: Annotated[int, Unit(""), Ge(0)]
    sensor_cycles: Annotated[int, Unit(""), Ge(0)]
    frame_drop: Ratio
    jitter: Ratio


@dataclass(frozen=True, slots=True)
class BodyParameters:
    """Differences between one NAO and the next.

    Attributes:
        torso_mass_factor: On the torso's mass and inertia.
        torso_com_shift: Of the torso's centre of mass, m.
        sole_shape: A box, or the rounded outline of the real sole with toes that catch.
    """

    torso_mass_factor: Factor
    torso_com_shift: LengthPoint
    sole_shape: SoleShape


@dataclass(frozen=True, slots=True)
class SolverParameters:
    """How the physics is computed.

    Attributes:
        substep: Time step, s; a whole number of them makes a cycle.
        iterations: Most Newton iterations per step.
        line_search_iterations: Most line search steps per iteration.
        friction_stiffening: Ratio of friction to normal constraint impedance.

    Raises:
        ValueError: If no whole number of steps makes a cycle.
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
        ValueError: If something is harder than the steps of the physics can compute.
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
            if time < (1.0 - 1e-9) * hardest:  # MuJoCo would take twice the step without a word
                raise ValueError(
                    f"'{name}_ms' must be at least two steps of the physics, "
                    f"{1e3 * hardest:g} (got {1e3 * time:g})"
                )

    def with_winding_temperature(self, celsius: float) -> "PlantParameters":
        """Return the same plant with warmer or colder motors."""
        return replace(self, motor=replace(self.motor, winding_temperature=celsius))

    def with_heat(self) -> "PlantParameters":
        """Return the same plant with windings that warm and cool: for what takes minutes."""
        return replace(self, motor=replace(self.motor, heats=True))

    def with_battery_voltage(self, volts: float) -> "PlantParameters":
        """Return the same plant with another open-circuit voltage."""
        return replace(self, battery=replace(self.battery, voltage=volts))

    def with_battery_charge(self, charge: float) -> "PlantParameters":
        """Return the same plant with a battery that tells another charge, 0..1."""
        return replace(self, battery=replace(self.battery, charge=charge))

    def with_draining_battery(self, capacity: float) -> "PlantParameters":
        """Return the same plant with a battery of so many Wh, which gets empty."""
        return replace(self, battery=replace(self.battery, capacity=capacity, drains=True))

    def with_turf_roughness(self, metres: float) -> "PlantParameters":
        """Return the same plant on smoother or rougher turf (rms height in m)."""
        return replace(self, turf=replace(self.turf, roughness=metres))

    def with_friction(self, friction: float) -> "PlantParameters":
        """Return the same plant on a more slippery or stickier ground."""
        return replace(self, turf=replace(self.turf, friction=friction))

    def with_blows(self, contact: float) -> "PlantParameters":
        """Return the same plant in steps of 1 ms, with another softness of the body's contacts.

        Args:
            contact: Time constant of every contact but the soles', s; at least 2 ms.
        """
        turf = replace(self.turf, body_time_constant=contact)
        return replace(self, turf=turf, solver=replace(self.solver, substep=_STEP_OF_BLOWS))

    def with_floor_tilt(self, roll: float, pitch: float) -> "PlantParameters":
        """Return the same plant on a floor that drops to the right and to the front, in rad."""
        return replace(self, turf=replace(self.turf, tilt_roll=roll, tilt_pitch=pitch))
