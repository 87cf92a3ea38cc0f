"""The links of the NAO as a bare MuJoCo model: an independent reference for kinematics."""

from collections.abc import Iterator, Sequence

import mujoco
import numpy as np
from numpy.typing import NDArray

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import LEG_JOINTS, Joint

Array = NDArray[np.float64]


class Oracle:
    """MuJoCo's forward kinematics of a floating NAO whose torso is at the origin."""

    def __init__(self, nao: RobotModel):
        self._nao = nao
        spec = mujoco.MjSpec()
        spec.compiler.degree = False
        bodies = {"": spec.worldbody}
        self._joints: list[tuple[str, Joint]] = []
        for link in nao.links:
            ixx, iyy, izz, ixy, ixz, iyz = link.inertia
            bodies[link.name] = bodies[link.parent].add_body(
                name=link.name,
                pos=link.origin,
                mass=link.mass,
                ipos=link.com,
                fullinertia=[ixx, iyy, izz, ixy, ixz, iyz],
                explicitinertial=True,
            )
            if link.joint:
                bodies[link.name].add_joint(name=link.name, axis=link.axis)
                self._joints.append((link.name, Joint[link.joint.upper()]))
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        feet = {link.joint: link.name for link in nao.links if link.joint.endswith("ankle_roll")}
        self._feet = {Side.LEFT: feet["l_ankle_roll"], Side.RIGHT: feet["r_ankle_roll"]}

    def pose(self, positions: Sequence[float]) -> None:
        for name, joint in self._joints:
            self.data.joint(name).qpos = positions[joint]
        mujoco.mj_forward(self.model, self.data)

    def sole(self, side: Side) -> tuple[Array, Array]:
        """Return position and rotation matrix of a sole in the hip frame."""
        body = self.data.body(self._feet[side])
        rotation = np.asarray(body.xmat).reshape(3, 3)
        position = body.xpos + rotation @ [0.0, 0.0, -self._nao.dimensions.foot_height]
        return self._in_hip(position), rotation

    def com(self) -> Array:
        """Return the centre of mass in the hip frame."""
        return self._in_hip(self.data.subtree_com[1])

    def _in_hip(self, position: Array) -> Array:
        return position + [0.0, 0.0, self._nao.dimensions.hip_offset_z]


def random_positions(nao: RobotModel, seed: int, count: int) -> Iterator[tuple[float, ...]]:
    """Yield joint vectors uniform in the joint limits."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        values = [0.0] * len(Joint)
        for joint, spec in enumerate(nao.specs):
            values[joint] = float(rng.uniform(spec.min, spec.max))
        yield tuple(values)


def leg_positions(angles: Sequence[float]) -> tuple[float, ...]:
    """Return a joint vector with these leg angles and all other joints at 0."""
    values = [0.0] * len(Joint)
    for joint, angle in zip(LEG_JOINTS, angles, strict=True):
        values[joint] = angle
    return tuple(values)
