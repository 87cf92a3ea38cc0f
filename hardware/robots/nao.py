"""The names of the NAO's joints, for NAO-specific code: its simulation, its wire, tests.

All other code takes joint indexes from the `RobotModel` of `config/robots/nao_v6.yaml`.
"""

from enum import IntEnum


class Joint(IntEnum):
    """The 25 joints in the order of LoLA's `Position` array.

    One motor drives both hip yaw pitch joints; it is called `L_HIP_YAW_PITCH`.

    In both legs, positive pitch angles turn what is below the joint about the axis to the left, and
    positive roll angles about the axis ahead. A positive ankle pitch lowers the toes and so leans a
    standing robot backward; a positive ankle roll raises the left edge of the sole and so leans a
    standing robot to the left.
    """

    HEAD_YAW = 0
    HEAD_PITCH = 1
    L_SHOULDER_PITCH = 2
    L_SHOULDER_ROLL = 3
    L_ELBOW_YAW = 4
    L_ELBOW_ROLL = 5
    L_WRIST_YAW = 6
    L_HIP_YAW_PITCH = 7
    L_HIP_ROLL = 8
    L_HIP_PITCH = 9
    L_KNEE_PITCH = 10
    L_ANKLE_PITCH = 11
    L_ANKLE_ROLL = 12
    R_HIP_ROLL = 13
    R_HIP_PITCH = 14
    R_KNEE_PITCH = 15
    R_ANKLE_PITCH = 16
    R_ANKLE_ROLL = 17
    R_SHOULDER_PITCH = 18
    R_SHOULDER_ROLL = 19
    R_ELBOW_YAW = 20
    R_ELBOW_ROLL = 21
    R_WRIST_YAW = 22
    L_HAND = 23
    R_HAND = 24

    @property
    def wire_name(self) -> str:
        """Return LoLA's name of the joint, for example `LHipYawPitch`."""
        return "".join(part.capitalize() for part in self.name.split("_"))

    @property
    def key(self) -> str:
        """Return the name used in YAML and tables, for example `l_hip_yaw_pitch`."""
        return self.name.lower()


JOINT_COUNT = len(Joint)
HEAD_JOINTS = (Joint.HEAD_YAW, Joint.HEAD_PITCH)
LEG_JOINTS = tuple(Joint(i) for i in range(Joint.L_HIP_YAW_PITCH, Joint.R_SHOULDER_PITCH))
LEFT_ARM_JOINTS = tuple(Joint(i) for i in range(Joint.L_SHOULDER_PITCH, Joint.L_HIP_YAW_PITCH))
RIGHT_ARM_JOINTS = tuple(Joint(i) for i in range(Joint.R_SHOULDER_PITCH, Joint.L_HAND))
ARM_JOINTS = LEFT_ARM_JOINTS + RIGHT_ARM_JOINTS
HAND_JOINTS = (Joint.L_HAND, Joint.R_HAND)
