"""Addresses of the robot's joints, soles and bodies in MuJoCo's arrays."""

from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from hardware.robots.nao import Joint
from hardware.simulation.plant.field import HOLDER, TURF
from hardware.simulation.plant.model import FEET, HEAD, MOTORS, PLAY, R_HIP_YAW_PITCH, TORSO

Indices = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Layout:
    """Addresses in the arrays of one compiled model. Motors are in wire order, hands excluded.

    Attributes:
        qpos: Address of each motor's driven hinge in qpos, (23,).
        dof: Address of each motor's driven hinge in qvel, (23,).
        coupled_qpos: Address of the right hip yaw pitch in qpos.
        coupled_dof: Address of the right hip yaw pitch in qvel.
        friction_row: Row of each motor's hinge among the constraint rows of dry friction, (23,).
        with_play: Motors whose joint has play.
        play_qpos: Address in qpos of the play of each of those joints.
        torso: Body of the torso.
        head: Body of the head.
        soles: Sites at the centre of the left and the right sole.
        feet: Bodies of the feet.
        turf: Mocap bodies of the left and the right turf.
        holder: Mocap body of the holder.
        hold: Equality that ties the torso to the holder.
    """

    qpos: Indices
    dof: Indices
    coupled_qpos: int
    coupled_dof: int
    friction_row: Indices
    with_play: Indices
    play_qpos: Indices
    torso: int
    head: int
    soles: tuple[int, int]
    feet: tuple[int, int]
    turf: tuple[int, int]
    holder: int
    hold: int

    def joint_of(self, model: Any, motor: Joint) -> int:
        """Return the index of the model's joint that a motor turns."""
        return int(np.flatnonzero(model.jnt_qposadr == self.qpos[MOTORS.index(motor)])[0])


@dataclass(frozen=True, slots=True)
class Physics:
    """A robot in MuJoCo.

    Attributes:
        model: MuJoCo's model.
        data: MuJoCo's state.
        mirror: A second state for computations that must not affect the physics.
        layout: Addresses in the model.
    """

    model: Any
    data: Any
    mirror: Any
    layout: Layout

    @classmethod
    def of(cls, model: Any, layout: Layout) -> "Physics":
        """Return a compiled model in its initial state."""
        return cls(model, mujoco.MjData(model), mujoco.MjData(model), layout)


def layout_of(model: Any) -> Layout:
    """Return the addresses in a compiled model."""
    names = [joint.key for joint in MOTORS]
    dof = np.array([_dof(model, name) for name in names])
    rows = {int(d): row for row, d in enumerate(np.flatnonzero(model.dof_frictionloss > 0.0))}
    coupled = _dof(model, R_HIP_YAW_PITCH)
    played = [i for i, name in enumerate(names) if _joint(model, name + PLAY) >= 0]
    return Layout(
        qpos=np.array([_qpos(model, name) for name in names]),
        dof=dof,
        coupled_qpos=_qpos(model, R_HIP_YAW_PITCH),
        coupled_dof=coupled,
        friction_row=np.array([rows[int(d)] for d in dof]),
        with_play=np.array(played, dtype=np.intp),
        play_qpos=np.array([_qpos(model, names[i] + PLAY) for i in played], dtype=np.intp),
        torso=model.body(TORSO).id,
        head=model.body(HEAD).id,
        soles=(model.site(FEET[0]).id, model.site(FEET[1]).id),
        feet=(model.body(FEET[0]).id, model.body(FEET[1]).id),
        turf=(mocap_of(model, TURF[0]), mocap_of(model, TURF[1])),
        holder=mocap_of(model, HOLDER),
        hold=model.equality(HOLDER).id,
    )


def set_joint(layout: Layout, qpos: NDArray[np.float64], joint: Joint, angle: float) -> None:
    """Write one joint angle, rad, into a configuration; the hip yaw pitch sets both legs."""
    qpos[layout.qpos[MOTORS.index(joint)]] = angle
    if joint is Joint.L_HIP_YAW_PITCH:
        qpos[layout.coupled_qpos] = angle


def _joint(model: Any, name: str) -> int:
    return int(mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, name))


def _dof(model: Any, name: str) -> int:
    return int(model.jnt_dofadr[_joint(model, name)])


def _qpos(model: Any, name: str) -> int:
    return int(model.jnt_qposadr[_joint(model, name)])


def mocap_of(model: Any, name: str) -> int:
    """Return the index of a body among the mocap bodies."""
    return int(model.body(name).mocapid[0])
