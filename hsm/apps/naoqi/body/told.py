"""ALMotion tells what the robot is made of and where its limbs are: nothing here moves it."""

from typing import Any

from hsm.apps.naoqi.argument_checks import motion_call
from hsm.apps.naoqi.core import RobotProgram
from hsm.apps.naoqi.frames import SPACES
from motions.kinematics.geometry import Pose3

_GRIP = 0.0
"""Nm: nothing is known of the hands' motors."""


class ToldOfRobot:
    """What programs ask about one robot."""

    _program: RobotProgram

    def getBodyNames(self, *given: Any) -> list[str]:
        """Return the names of the joints of a chain; 'Body' has all of them."""
        call = motion_call("getBodyNames", given, 1, takes="name")
        return self._program.names.read(call, given[0])

    def getLimits(self, *given: Any) -> list[list[float]]:
        """Return for every joint: least and largest angle, rad, speed, rad/s, and torque, Nm."""
        call = motion_call("getLimits", given, 1, takes="name")
        program = self._program
        joints = [program.names.index(name) for name in program.names.read(call, given[0])]
        limbs = program.limbs
        return [[*limbs.limits(at), limbs.fastest(at), self._torque(at)] for at in joints]

    def getSummary(self, *given: Any) -> str:
        """Return a table of all joints: stiffness, commanded and measured angle."""
        report = self._program.report(motion_call("getSummary", given, 0, takes=""))
        lines = [f"{'joint':<16}{'stiffness':>10}{'command':>10}{'sensor':>10}"]
        for name in self._program.names.body:
            at = self._program.names.index(name)
            values = (report.stiffness[at], report.commanded[at], report.positions[at])
            lines.append(f"{name:<16}" + "".join(f"{value:>10.3f}" for value in values))
        return "\n".join(lines)

    def getPosition(self, *given: Any) -> list[float]:
        """Return x, y, z, wx, wy, wz of a limb's end in a frame: 0 torso, 1 world, 2 robot."""
        pose = self._limb_end("getPosition", given)
        return [pose.x, pose.y, pose.z, pose.roll, pose.pitch, pose.yaw]

    def getTransform(self, *given: Any) -> list[float]:
        """Return a limb's end in a frame as a matrix of 4 x 4, row by row."""
        pose = self._limb_end("getTransform", given)
        r = pose.rotation
        return [*r[0:3], pose.x, *r[3:6], pose.y, *r[6:9], pose.z, 0.0, 0.0, 0.0, 1.0]

    def _limb_end(self, method: str, given: tuple[Any, ...]) -> Pose3:
        call = motion_call(method, given, 3, takes="name, space, useSensors")
        effectors = self._program.effectors
        name = call.choice(given[0], "name", effectors.names)
        space = call.number(1, "space")
        if space not in SPACES:
            call.refuse(f"space is {space:g}; expected 0 (torso), 1 (world) or 2 (robot)")
        sensed = call.flag(2, "useSensors")
        return effectors.place(name, int(space), self._program.report(call), sensed=sensed)

    def _torque(self, joint: int) -> float:
        model = self._program.model
        if joint >= len(model.specs):
            return _GRIP
        return model.motors[model.specs[joint].motor].joint_stall_torque
