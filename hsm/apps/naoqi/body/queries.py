"""ALMotion: queries about the body, such as joint names, limits and poses of limbs."""

from typing import Any

from hsm.apps.naoqi.argument_checks import MOTION, Call, function
from hsm.apps.naoqi.frames import SPACES
from hsm.apps.naoqi.robot_program import RobotProgram
from motions.kinematics.geometry import Pose3

_GRIP = 0.0
"""Torque of the hands, Nm: nothing is known about their motors."""


class BodyQueries:
    """Queries about the body of one robot."""

    name = MOTION
    _program: RobotProgram

    @function
    def getBodyNames(self, call: Call, name: Any) -> list[str]:
        """Return the names of the joints of a chain; 'Body' contains all of them."""
        return self._program.names.read(call, name)

    @function
    def getLimits(self, call: Call, name: Any) -> list[list[float]]:
        """Return for every joint: smallest and largest angle, rad, speed, rad/s, and torque, Nm."""
        joints, limbs = self._program.names.joints(call, name), self._program.limbs
        return [[*limbs.limits(at), limbs.fastest(at), self._torque(at)] for at in joints]

    @function
    def getSummary(self, call: Call) -> str:
        """Return a table of all joints: stiffness, commanded and measured angle."""
        program, report = self._program, self._program.report(call)
        lines = [f"{'joint':<16}{'stiffness':>10}{'command':>10}{'sensor':>10}"]
        for name, at in program.names.body.items():
            values = (program.stiffness(at, report), report.commanded[at], report.positions[at])
            lines.append(f"{name:<16}" + "".join(f"{value:>10.3f}" for value in values))
        return "\n".join(lines)

    @function
    def getPosition(self, call: Call, name: Any, space: Any, useSensors: Any) -> list[float]:
        """Return x, y, z, wx, wy, wz of an effector in a frame: 0 torso, 1 world, 2 robot."""
        pose = self._limb_end(call, name, space, useSensors)
        return [pose.x, pose.y, pose.z, pose.roll, pose.pitch, pose.yaw]

    @function
    def getTransform(self, call: Call, name: Any, space: Any, useSensors: Any) -> list[float]:
        """Return the pose of an effector in a frame as a 4 x 4 matrix, row by row."""
        pose = self._limb_end(call, name, space, useSensors)
        r = pose.rotation
        return [*r[0:3], pose.x, *r[3:6], pose.y, *r[6:9], pose.z, 0.0, 0.0, 0.0, 1.0]

    def _limb_end(self, call: Call, name: Any, space: Any, useSensors: Any) -> Pose3:
        effectors = self._program.effectors
        limb = call.choice(name, "name", effectors.names)
        frame = call.number(space, "space")
        if frame not in SPACES:
            call.refuse(f"space is {frame:g}; expected 0 (torso), 1 (world) or 2 (robot)")
        sensed = call.flag(useSensors, "useSensors")
        return effectors.place(limb, int(frame), self._program.report(call), sensed=sensed)

    def _torque(self, joint: int) -> float:
        model = self._program.model
        if joint >= len(model.specs):
            return _GRIP
        return model.motors[model.specs[joint].motor].joint_stall_torque
