"""ALMotion: queries about the body, such as joint names, limits and poses of limbs."""

from hsm.apps.naoqi.argument_checks import MOTION, Call, function
from hsm.apps.naoqi.core import RobotProgram
from hsm.apps.naoqi.frames import SPACES
from motions.kinematics.geometry import Pose3

_GRIP = 0.0
"""Torque of the hands, Nm: nothing is known about their motors."""
_LIMB_END = "name, space, useSensors"


class ToldOfRobot:
    """Queries about the body of one robot."""

    name = MOTION
    _program: RobotProgram

    @function("name")
    def getBodyNames(self, call: Call) -> list[str]:
        """Return the names of the joints of a chain; 'Body' contains all of them."""
        return self._program.names.read(call, call.given[0])

    @function("name")
    def getLimits(self, call: Call) -> list[list[float]]:
        """Return for every joint: smallest and largest angle, rad, speed, rad/s, and torque, Nm."""
        program = self._program
        joints = [program.names.index(name) for name in program.names.read(call, call.given[0])]
        limbs = program.limbs
        return [[*limbs.limits(at), limbs.fastest(at), self._torque(at)] for at in joints]

    @function()
    def getSummary(self, call: Call) -> str:
        """Return a table of all joints: stiffness, commanded and measured angle."""
        program, report = self._program, self._program.report(call)
        lines = [f"{'joint':<16}{'stiffness':>10}{'command':>10}{'sensor':>10}"]
        for name in program.names.body:
            at = program.names.index(name)
            values = (program.stiffness(at, report), report.commanded[at], report.positions[at])
            lines.append(f"{name:<16}" + "".join(f"{value:>10.3f}" for value in values))
        return "\n".join(lines)

    @function(_LIMB_END)
    def getPosition(self, call: Call) -> list[float]:
        """Return x, y, z, wx, wy, wz of an effector in a frame: 0 torso, 1 world, 2 robot."""
        pose = self._limb_end(call)
        return [pose.x, pose.y, pose.z, pose.roll, pose.pitch, pose.yaw]

    @function(_LIMB_END)
    def getTransform(self, call: Call) -> list[float]:
        """Return the pose of an effector in a frame as a 4 x 4 matrix, row by row."""
        pose = self._limb_end(call)
        r = pose.rotation
        return [*r[0:3], pose.x, *r[3:6], pose.y, *r[6:9], pose.z, 0.0, 0.0, 0.0, 1.0]

    def _limb_end(self, call: Call) -> Pose3:
        effectors = self._program.effectors
        name = call.choice(call.given[0], "name", effectors.names)
        space = call.number(call.given[1], "space")
        if space not in SPACES:
            call.refuse(f"space is {space:g}; expected 0 (torso), 1 (world) or 2 (robot)")
        sensed = call.flag(call.given[2], "useSensors")
        return effectors.place(name, int(space), self._program.report(call), sensed=sensed)

    def _torque(self, joint: int) -> float:
        model = self._program.model
        if joint >= len(model.specs):
            return _GRIP
        return model.motors[model.specs[joint].motor].joint_stall_torque
