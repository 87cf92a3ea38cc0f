"""Hand-made states of the robot, for tests that need no physics."""

from dataclasses import replace
from typing import Any

from hardware.nao import JOINT_COUNT, Side
from motions.kinematics.geometry import Pose2, Pose3
from motions.perception.state import Fall, FallDirection, FootSupport, RobotState


def support(side: Side = Side.LEFT, **changes: Any) -> FootSupport:
    """Return a support on one foot, the other one unloaded."""
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
    """Return a robot that stands still on its left foot."""
    return replace(
        RobotState(
            time=0.0,
            frame_age=0.0,
            positions=(0.0,) * JOINT_COUNT,
            applied_stiffness=(0.0,) * JOINT_COUNT,
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
            imu_quiet=False,
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
