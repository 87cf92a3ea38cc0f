"""Motors, driver, battery and gears, against the physics of the datasheet."""

import math
from dataclasses import replace

import numpy as np
import pytest

from hardware.robots.nao import Joint
from hardware.simulation.plant.model import MOTORS
from hardware.simulation.plant.parameters import PlantParameters
from tests.hardware.simulation.plant.rig import IDEAL, NAO, STANDARD, WORN, Bench

SLOW = 0.15
"""Speed at which friction is measured, rad/s."""
KNEE = NAO.motors[NAO.specs[Joint.L_KNEE_PITCH].motor]


def frictionless(plant: PlantParameters) -> PlantParameters:
    return replace(plant, friction=replace(plant.friction, constant=1e-9, load=0.0, breakaway=0.0))


def strong(plant: PlantParameters) -> PlantParameters:
    """Return the plant with unlimited motors as in the datasheet."""
    return replace(
        plant,
        motor=replace(plant.motor, winding_temperature=25.0, current_limit=1.0),
        battery=replace(plant.battery, voltage=21.6, resistance=0.0, bridge_drop=0.0),
    )


def torque_while_moving(load: float, direction: float) -> float:
    """Return the motor torque that moves a hanging load slowly up (1) or down (-1)."""
    bench = Bench(strong(IDEAL))
    bench.load(-load)
    torques = []
    for cycle in range(150):
        bench.cycle(1.0 + direction * SLOW * 0.012 * cycle)
        if cycle > 100:
            torques.append(bench.mean_torque)
    assert bench.speed == pytest.approx(direction * SLOW, rel=0.1)
    return float(np.mean(torques))


@pytest.mark.parametrize("load", [1.0, 2.0, 4.0])
def test_gear_friction_separates_lifting_from_lowering(load: float) -> None:
    """Oracle: with friction c + k (motor + load), lifting takes (load (1 + k) + c) / (1 - k)."""
    friction = IDEAL.friction
    fade = math.exp(-((SLOW / friction.stribeck_speed) ** friction.stribeck_exponent))
    k, c = friction.load + friction.breakaway * fade, friction.constant
    up, down = torque_while_moving(load, 1.0), torque_while_moving(load, -1.0)
    expected_up, expected_down = (load * (1 + k) + c) / (1 - k), (load * (1 - k) - c) / (1 + k)
    assert up - down == pytest.approx(expected_up - expected_down, rel=0.05)
    mean_transmitted = 0.5 * (up + down) + load
    assert up - down == pytest.approx(2.0 * (c + k * mean_transmitted), rel=0.05)


def test_a_gear_at_rest_holds_a_load_with_less_motor_torque_than_the_load() -> None:
    """Friction that costs torque while lifting saves torque while holding."""
    bench = Bench(strong(IDEAL))
    bench.load(-4.0)
    for cycle in range(120):
        bench.cycle(1.0 - 0.0018 * min(cycle, 110))  # lowers the load and stops
    friction = IDEAL.friction
    k = friction.load + friction.breakaway
    least = (4.0 * (1 - k) - friction.constant) / (1 + k)
    assert abs(bench.speed) < 0.05
    assert least * 0.95 < bench.torque < 0.9 * 4.0


def test_a_free_motor_reaches_the_speed_of_its_battery_and_magnets() -> None:
    bench = Bench(frictionless(IDEAL))
    top = 0.0
    for _ in range(18):
        bench.cycle(NAO.specs[Joint.L_KNEE_PITCH].max)
        top = max(top, bench.speed)
    battery = IDEAL.battery
    voltage = bench.servos.voltage - battery.bridge_drop
    weaker_magnets = 1.0 - 0.0011 * (IDEAL.motor.winding_temperature - 25.0)
    expected = KNEE.joint_no_load_speed * voltage / (21.6 * weaker_magnets)
    assert top == pytest.approx(expected, rel=0.03)


@pytest.mark.parametrize(
    "plant, celsius, lag",
    [
        (STANDARD, 25.0, 0.0130),
        (STANDARD, 75.0, 0.0097),
        (WORN, 25.0, 0.0160),
        (WORN, 90.0, 0.0110),
    ],
)
def test_a_servo_lags_by_its_time_constant_when_cold_and_by_less_when_warm(
    plant: PlantParameters, celsius: float, lag: float
) -> None:
    """Back-EMF over gain: heat reduces the back-EMF and leaves the gain."""
    for joint in MOTORS:
        bench = Bench(plant.with_winding_temperature(celsius), joint)
        bench.cycle(0.0)
        damping = float(bench.model.dof_damping[bench.dof])
        share = 0.5 if joint is Joint.L_HIP_YAW_PITCH else 1.0  # its motor turns two joints
        gain = float(bench.model.actuator_gainprm[bench.motor, 0])
        assert damping / share / gain == pytest.approx(lag, abs=5e-5)


def stalled(plant: PlantParameters, stiffness: float = 1.0) -> Bench:
    """Return a bench whose knee pushes against a torque that it cannot move."""
    bench = Bench(plant)
    for _ in range(60):
        bench.cycle(-0.05)
    limit = NAO.specs[Joint.L_KNEE_PITCH].min
    bench.load(-50.0)  # presses the joint into its stop
    for _ in range(60):
        bench.cycle(limit + 1.5, stiffness)
    return bench


@pytest.mark.parametrize("plant", [STANDARD, WORN], ids=["standard", "worn"])
def test_a_blocked_motor_gives_the_torque_of_its_current_limit(plant: PlantParameters) -> None:
    bench = stalled(plant)
    magnets = 1.0 - 0.0011 * (plant.motor.winding_temperature - 25.0)
    expected = plant.motor.current_limit * KNEE.joint_stall_torque * magnets
    assert bench.torque == pytest.approx(expected, rel=0.01)


def test_the_battery_limits_a_cold_unlimited_motor_to_its_stall_torque() -> None:
    assert stalled(strong(STANDARD)).torque == pytest.approx(KNEE.joint_stall_torque, rel=0.01)


def test_stiffness_scales_the_torque_limit() -> None:
    full, third = stalled(STANDARD).torque, stalled(STANDARD, 0.3).torque
    assert third == pytest.approx(0.3 * full, rel=0.01)


def test_stiffness_does_not_change_the_position_gain() -> None:
    """Below the limit a soft joint is as precise as a stiff one."""
    errors = []
    for stiffness in (1.0, 0.3):
        bench = Bench(frictionless(IDEAL))
        bench.load(-1.0)
        for _ in range(100):
            bench.cycle(0.5, stiffness)
        errors.append(0.5 - bench.angle)
    assert errors[1] == pytest.approx(errors[0], rel=1e-3)
    gain = KNEE.joint_stall_torque / KNEE.joint_no_load_speed / IDEAL.motor.servo_lag
    assert errors[0] == pytest.approx(1.0 / gain, rel=0.01)


def test_a_limp_joint_falls_and_brakes_less_than_a_soft_one() -> None:
    bench = Bench(IDEAL)
    bench.load(1.0)
    for _ in range(25):
        bench.cycle(0.0, 0.0)
    assert bench.torque == pytest.approx(
        -bench.speed * bench.model.dof_damping[bench.dof], abs=1e-9
    )
    warm = stalled(IDEAL)
    assert bench.model.dof_damping[bench.dof] == pytest.approx(
        IDEAL.motor.limp_damping * warm.model.dof_damping[warm.dof]
    )
    assert bench.angle > 0.3


def test_forty_watts_pull_the_battery_down_by_three_quarters_of_a_volt() -> None:
    plant = replace(STANDARD, battery=replace(STANDARD.battery, base_power=40.0))
    bench = Bench(plant)
    for _ in range(10):
        bench.cycle(0.0)
    assert 0.7 < plant.battery.voltage - bench.servos.voltage < 0.8


def test_braking_never_charges_the_battery_above_its_rest_voltage() -> None:
    """The strongest braking of a walking robot: the knee is bent against its motor with 8 Nm."""
    bench = Bench(STANDARD)
    highest = 0.0
    for cycle in range(200):
        bench.load(8.0 * math.sin(0.3 * cycle))
        bench.cycle(1.0)
        highest = max(highest, bench.servos.voltage)
    assert highest < STANDARD.battery.voltage + 0.3


@pytest.mark.parametrize("voltage", [2.0, 5.0])
def test_an_overloaded_battery_drops_to_half_its_voltage(voltage: float) -> None:
    bench = Bench(replace(STANDARD, battery=replace(STANDARD.battery, voltage=voltage)))
    seen = []
    for _ in range(200):
        bench.cycle(0.0)
        seen.append(bench.servos.voltage)
    assert max(seen) <= voltage
    assert seen[-1] == pytest.approx(0.5 * voltage)


def test_gears_without_friction_turn_freely() -> None:
    gears = replace(STANDARD.friction, constant=0.0, load=0.0, breakaway=0.0)
    bench = Bench(replace(STANDARD, friction=gears))
    for _ in range(20):
        bench.cycle(0.0)
    bench.load(1.0)
    for _ in range(25):
        bench.cycle(0.0, 0.0)
    assert bench.angle > 0.3


def test_a_loaded_motor_warms_up_if_heating_is_switched_on() -> None:
    plant = replace(STANDARD, motor=replace(STANDARD.motor, heats=True, winding_temperature=40.0))
    bench = Bench(plant)
    bench.load(-3.0)
    for _ in range(1000):
        bench.cycle(1.0)
    knee = bench.servos.temperature[bench.motor]
    idle = bench.servos.temperature[0]
    assert knee > idle + 0.2
    assert bench.servos.reported_temperatures[Joint.L_KNEE_PITCH] == pytest.approx(
        knee - plant.motor.reported_below_winding
    )


def test_the_status_reports_how_hot_a_motor_is() -> None:
    levels = []
    for winding in (40.0, 92.0, 102.0, 112.0):
        bench = Bench(STANDARD.with_winding_temperature(winding))
        levels.append(bench.servos.status[Joint.L_KNEE_PITCH])
    assert levels == [0, 1, 2, 3]


def test_the_driver_reduces_the_torque_of_a_motor_that_reports_heat() -> None:
    """Oracle: nothing at status 1, 30 % at 2, everything at 3, linear in between."""
    torques = []
    for reported in (75.0, 81.0, 86.0, 91.0, 96.0):
        plant = STANDARD.with_winding_temperature(reported + STANDARD.motor.reported_below_winding)
        magnets = 1.0 - 0.0011 * (plant.motor.winding_temperature - 25.0)
        limit = plant.motor.current_limit * KNEE.joint_stall_torque * magnets
        torques.append(stalled(plant).torque / limit)
    assert torques == pytest.approx([1.0, 0.85, 0.7, 0.35, 0.0], abs=0.02)


def test_one_motor_turns_both_hip_yaws_alike() -> None:
    bench = Bench(STANDARD, Joint.L_HIP_YAW_PITCH)
    worst = 0.0
    for cycle in range(150):
        bench.cycle(0.4 * math.sin(0.1 * cycle))
        right = float(bench.data.qpos[bench.layout.coupled_qpos])
        worst = max(worst, abs(right - bench.angle))
    assert math.degrees(worst) < 0.1
