"""The simplest possible walk, a yardstick for plants: no balance but a gyro gain at the ankles.

It must not change. It is not meant for use: what it does on a plant measures how difficult the
plant is, independent of the progress of the real walking engine.
"""

import math
from dataclasses import dataclass, field

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import CYCLE, JointCommand, SensorFrame
from motions.kinematics.geometry import Pose3
from motions.kinematics.nao_legs import solve_legs

HIP_HEIGHT = 0.230
SOLE_BEHIND_HIP = 0.016
STEP_DURATION = 0.25
LIFT = 0.013
LIFT_BY_SPEED = 0.015
SWITCH_SHARE = 0.35
SWITCH_FORCE = 6.0
OVERTIME = 2.2
GYRO_SMOOTHING = 0.6
PITCH_GAIN = 0.06
ROLL_GAIN = 0.05
ARM_GAIN = 6.0
SPEED_STEP = 0.04


@dataclass
class SimpleWalk:
    """Walks straight ahead; call `step` once per cycle."""

    nao: RobotModel
    speed: float = 0.0
    support: Side = Side.RIGHT
    since_switch: float = 0.0
    walked_speed: float = 0.0
    height: float = 0.0
    left_over: float = 0.0
    gyro_x: float = 0.0
    gyro_y: float = 0.0
    forces: tuple[float, float] = (0.0, 0.0)
    start: dict[Side, float] = field(default_factory=lambda: {side: 0.0 for side in Side})
    here: dict[Side, float] = field(default_factory=lambda: {side: 0.0 for side in Side})
    durations: list[float] = field(default_factory=list)

    def step(self, frame: SensorFrame | None, *, walking: bool = True) -> JointCommand:
        """Return the command for the next cycle."""
        if frame is not None:
            keep = GYRO_SMOOTHING
            self.gyro_x = keep * self.gyro_x + (1.0 - keep) * frame.gyro[0]
            self.gyro_y = keep * self.gyro_y + (1.0 - keep) * frame.gyro[1]
            self.forces = sum(frame.fsr[:4]), sum(frame.fsr[4:])
        heights = {side: 0.0 for side in Side}
        if walking:
            heights[self.support.other] = self.height = self._move()
            fade = max(0.0, 1.0 - self.since_switch / (0.5 * STEP_DURATION))
            heights[self.support] = self.left_over * fade
        soles = [
            Pose3(
                self.here[side] - SOLE_BEHIND_HIP,
                side.sign * self.nao.dimensions.hip_offset_y,
                heights[side] - HIP_HEIGHT,
            )
            for side in (Side.LEFT, Side.RIGHT)
        ]
        return self._command(solve_legs(soles[0], soles[1], self.nao.dimensions).angles, walking)

    def _move(self) -> float:
        """Advance the feet by one cycle; return the height of the swing foot, m."""
        self.since_switch += CYCLE
        if self._switches():
            self._switch()
        phase = min(1.0, self.since_switch / STEP_DURATION)
        half = 0.5 * self.walked_speed * STEP_DURATION
        swing = self.support.other
        ease = 0.5 * (1.0 - math.cos(math.pi * phase))
        self.here[swing] = self.start[swing] + ease * (half - self.start[swing])
        self.here[self.support] = self.start[self.support] + phase * (
            -half - self.start[self.support]
        )
        lift = LIFT + LIFT_BY_SPEED * abs(self.walked_speed)
        return lift * math.sin(math.pi * phase)

    def _switches(self) -> bool:
        total = sum(self.forces)
        swing = self.forces[0 if self.support is Side.RIGHT else 1]
        landed = swing > SWITCH_FORCE and swing > SWITCH_SHARE * total
        late = self.since_switch > OVERTIME * STEP_DURATION
        return late or (landed and self.since_switch > 0.5 * STEP_DURATION)

    def _switch(self) -> None:
        self.durations.append(self.since_switch)
        self.support, self.since_switch = self.support.other, 0.0
        self.start, self.left_over = dict(self.here), self.height
        change = self.speed - self.walked_speed
        self.walked_speed += min(SPEED_STEP, max(-SPEED_STEP, change))

    def _command(self, legs: tuple[float, ...], walking: bool) -> JointCommand:
        positions = [0.0] * JOINT_COUNT
        first = int(Joint.L_HIP_YAW_PITCH)
        positions[first : first + len(legs)] = legs
        arms = {
            Joint.L_SHOULDER_PITCH: 0.5 * math.pi - ARM_GAIN * self.here[Side.RIGHT],
            Joint.R_SHOULDER_PITCH: 0.5 * math.pi - ARM_GAIN * self.here[Side.LEFT],
            Joint.L_SHOULDER_ROLL: 0.15,
            Joint.R_SHOULDER_ROLL: -0.15,
            Joint.L_ELBOW_ROLL: -0.05,
            Joint.R_ELBOW_ROLL: 0.05,
            Joint.L_WRIST_YAW: -0.5 * math.pi,
            Joint.R_WRIST_YAW: 0.5 * math.pi,
        }
        for joint, angle in arms.items():
            positions[joint] = angle
        if walking:
            left = self.support is Side.LEFT
            pitch = Joint.L_ANKLE_PITCH if left else Joint.R_ANKLE_PITCH
            roll = Joint.L_ANKLE_ROLL if left else Joint.R_ANKLE_ROLL
            positions[pitch] += PITCH_GAIN * self.gyro_y
            positions[roll] += ROLL_GAIN * self.gyro_x
        return JointCommand(tuple(positions), (1.0,) * JOINT_COUNT)
