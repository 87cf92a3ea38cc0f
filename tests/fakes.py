"""Hand-made states of the robot, for tests that need no physics."""

import math
from dataclasses import replace
from typing import Any

from hardware.robots.model import Side
from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import SensorFrame
from hsm.settings.robot_file import load_robot
from motions.kinematics.geometry import Pose2, Pose3
from motions.perception.state import Fall, FallDirection, FootSupport, RobotState

NAO = load_robot()
"""The NAO's robot model."""
_STANCE_DEG = {
    Joint.L_SHOULDER_PITCH: 90.0,
    Joint.L_SHOULDER_ROLL: 7.0,
    Joint.L_ELBOW_ROLL: -2.0,
    Joint.L_WRIST_YAW: -90.0,
    Joint.L_HIP_PITCH: -20.76,
    Joint.L_KNEE_PITCH: 48.23,
    Joint.L_ANKLE_PITCH: -27.46,
    Joint.R_HIP_PITCH: -20.76,
    Joint.R_KNEE_PITCH: 48.23,
    Joint.R_ANKLE_PITCH: -27.46,
    Joint.R_SHOULDER_PITCH: 90.0,
    Joint.R_SHOULDER_ROLL: -7.0,
    Joint.R_ELBOW_ROLL: 2.0,
    Joint.R_WRIST_YAW: 90.0,
}
STANCE = tuple(math.radians(_STANCE_DEG.get(joint, 0.0)) for joint in Joint)
"""Joint angles of the walk's stance, rad."""


SOLES = {
    "left_sole": Pose3(-0.012, 0.05, -0.23),
    "right_sole": Pose3(-0.012, -0.05, -0.23),
}
"""Poses of the soles in the stance, in the hip frame."""


def support(side: Side = Side.LEFT, **changes: Any) -> FootSupport:
    """Return single support on one foot, with the other unloaded."""
    left = side is Side.LEFT
    return replace(
        FootSupport(
            left_force=52.0 if left else 0.0,
            right_force=0.0 if left else 52.0,
            balance=side.sign,
            side=side,
            switched=False,
            predicted_switch=False,
            left_pressure=left,
            right_pressure=not left,
            trusted=True,
        ),
        **changes,
    )


def robot_state(**changes: Any) -> RobotState:
    """Return the state of a robot that stands still on its left foot."""
    return replace(
        RobotState(
            cycle=NAO.cycle,
            time=0.0,
            frame_age=0.0,
            positions=(0.0,) * JOINT_COUNT,
            applied_stiffness=(0.0,) * JOINT_COUNT,
            currents=(0.0,) * JOINT_COUNT,
            roll=0.0,
            pitch=0.0,
            gyro=(0.0, 0.0, 0.0),
            accelerometer=(0.0, 0.0, 9.81),
            left_sole=Pose3(0.0, 0.05, -0.23),
            right_sole=Pose3(0.0, -0.05, -0.23),
            com=(0.0, 0.0, 0.035),
            com_height=0.265,
            support=support(),
            contact=True,
            imu_quiet_time=0.0,
            fall=Fall.UPRIGHT,
            fall_direction=FallDirection.NONE,
            odometry=Pose2(),
            odometry_step=Pose2(),
            implausible=0,
            implausible_imu=0,
            up=(0.0, 0.0, 1.0),
            imu_alive=True,
            touch=(0.0,) * 14,
        ),
        **changes,
    )


def sensor_frame(time: float = 0.0, **changes: Any) -> SensorFrame:
    """Return the frame of a limp robot that stands still on both feet with its arms down."""
    return replace(
        SensorFrame(
            time=time,
            positions=STANCE,
            stiffness=(0.0,) * JOINT_COUNT,
            currents=(0.1,) * JOINT_COUNT,
            temperatures=(40.0,) * JOINT_COUNT,
            status=(0,) * JOINT_COUNT,
            # A real gyro never repeats a value exactly: a frozen one counts as a defect.
            gyro=(1e-4 * math.sin(900.0 * time), 0.0, 0.0),
            accelerometer=(0.0, 0.0, 9.81 + 1e-3 * math.sin(900.0 * time)),
            angles=(0.0, 0.0),
            fsr=(6.6,) * 8,
            touch=(0.0,) * 14,
            battery_charge=0.9,
            battery_current=-1.0,
        ),
        **changes,
    )
