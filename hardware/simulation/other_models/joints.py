"""Converts the joint angles of a foreign model to a NAO's direction and zero.

A model may turn a joint in the opposite direction or have another zero, such as hanging arms. Its
specification is rewritten so that every angle is a NAO's; its kinematics stay the same.
Symbols: q an angle of the model, p the NAO's angle, p = s q + zero.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from hardware.robots.model import RobotModel
from hardware.simulation.other_models.joint_map import AXIS, JointMap, hinges, hinges_of
from hardware.simulation.plant.model import R_HIP_YAW_PITCH

_ROUNDS = 2
"""A zero offset turns the axes after it, so directions are checked again with the right zeros."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Conversion of an angle of the model to a NAO's.

    Attributes:
        sign: Direction, 1 or -1.
        zero: NAO's angle when the model's is zero, rad.
    """

    sign: float = 1.0
    zero: float = 0.0


def as_nao(source: Any, nao: RobotModel, names: JointMap) -> Any:
    """Return a copy of a specification with mapped joint angles converted to a NAO's.

    Names missing in the model are ignored here; `mistakes.py` reports them.

    Args:
        source: The foreign model.
        nao: The robot's data.
        names: The map.
    """
    source = source.copy()
    torso = source.body(names.torso)
    if torso is None:
        return source
    if not torso.joints and torso.parent.name == "world":
        # Models converted from a robot description are often fixed to the world.
        torso.add_freejoint()
    model = source.copy().compile()
    known = {model.joint(index).name for index in range(model.njnt)}
    wanted = {name: joint.key for joint, name in names.joints.items()}
    wanted[names.right_hip_yaw_pitch] = R_HIP_YAW_PITCH
    wanted = {name: key for name, key in wanted.items() if name in known}
    zeros = {name: zero_of(names, key) for name, key in wanted.items()}
    signs = dict.fromkeys(wanted, 1.0)
    expected = hinges_of(nao)
    for _ in range(_ROUNDS):
        pose = {name: -signs[name] * zeros[name] for name in wanted}
        found = hinges(model, names.torso, pose)
        for name, key in wanted.items():
            if name in found and key in expected:
                along = float(found[name].axis @ expected[key].axis)
                signs[name] = -1.0 if along < -AXIS else 1.0
    return _rewritten(source, model, {n: Turn(signs[n], zeros[n]) for n in wanted})


def zero_of(names: JointMap, key: str) -> float:
    """Return the NAO's angle at which a joint of the model is at zero, rad."""
    return next((zero for joint, zero in names.zeros.items() if joint.key == key), 0.0)


def _rewritten(source: Any, model: Any, turns: Mapping[str, Turn]) -> Any:
    """Return a copy with every joint converted; `model` is the compiled original."""
    spec = source.copy()
    for name, turn in turns.items():
        if turn != Turn():
            _turn_joint(spec, model, name, turn)
    for index, actuator in enumerate(spec.actuators):
        turn = turns.get(actuator.target, Turn())
        gear = turn.sign * float(model.actuator_gear[index][0])
        actuator.gear[0] = gear
        # A servo's control value is its length, gear x angle: it moves with the zero.
        if model.actuator_ctrllimited[index] and model.actuator_biasprm[index][1] != 0.0:
            actuator.ctrlrange = model.actuator_ctrlrange[index] + gear * turn.zero
    for equality in spec.equalities:
        if equality.type == mujoco.mjtEq.mjEQ_JOINT:
            _turn_equality(equality, turns)
    return spec


def _turn_joint(spec: Any, model: Any, name: str, turn: Turn) -> None:
    joint, index = spec.joint(name), model.joint(name).id
    unit = 180.0 / math.pi if spec.compiler.degree else 1.0
    address = int(model.jnt_qposadr[index])
    joint.axis = turn.sign * np.array(joint.axis)
    joint.ref = unit * (turn.sign * float(model.qpos0[address]) + turn.zero)
    joint.springref = unit * (turn.sign * float(model.qpos_spring[address]) + turn.zero)
    if model.jnt_limited[index]:
        ends = turn.sign * model.jnt_range[index] + turn.zero
        joint.range = unit * np.sort(ends)
    if model.jnt_actfrclimited[index]:
        joint.actfrcrange = np.sort(turn.sign * model.jnt_actfrcrange[index])


def _turn_equality(equality: Any, turns: Mapping[str, Turn]) -> None:
    """Rewrite y = a0 + a1 x + ... for converted joints; x and y are relative to the references."""
    outer = turns.get(equality.name1, Turn()).sign
    inner = turns.get(equality.name2, Turn()).sign
    for power in range(5):
        equality.data[power] *= outer * inner**power
