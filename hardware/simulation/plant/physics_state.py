"""The state of the physics as plain arrays, from which MuJoCo continues bit for bit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import mujoco
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_WHOLE: Final = mujoco.mjtState.mjSTATE_INTEGRATION
"""Positions, velocities, the solver's warm start, and all inputs."""
_MOVED: Final = ("qpos", "qvel", "ctrl", "xfrc_applied", "mocap_pos", "mocap_quat", "eq_active")
"""Arrays of that state to which plant and motors keep references."""
_DERIVED: Final = (
    "sensordata", "qacc", "actuator_force", "xpos", "xmat", "xipos", "site_xpos",
    "geom_xpos", "cvel", "subtree_com",
)  # fmt: skip
"""Arrays of the last substep that the plant reads before the physics recomputes them."""
_REWRITTEN: Final = ("dof_frictionloss", "dof_damping", "actuator_forcerange")
"""Arrays of the model that motors and disturbances write."""


@dataclass(frozen=True, slots=True)
class PhysicsState:
    """A moment of the physics between two cycles.

    Attributes:
        whole: MuJoCo's own state vector.
        derived: Arrays of its data that are read before they are recomputed, by name.
        model: Arrays of its model that are written during a run, by name.
    """

    whole: Array
    derived: Mapping[str, Array]
    model: Mapping[str, Array]


def physics_state(model: Any, data: Any) -> PhysicsState:
    """Return the state of the physics."""
    whole = np.zeros(mujoco.mj_stateSize(model, _WHOLE))
    mujoco.mj_getState(model, data, whole, _WHOLE)
    return PhysicsState(
        whole,
        {name: getattr(data, name).copy() for name in _DERIVED},
        {name: getattr(model, name).copy() for name in _REWRITTEN},
    )


def set_physics_state(model: Any, data: Any, state: PhysicsState) -> None:
    """Restore a state; contacts are known again after the next cycle."""
    mujoco.mj_setState(model, data, state.whole, _WHOLE)
    for owner, arrays in ((data, state.derived), (model, state.model)):
        for name, values in arrays.items():
            getattr(owner, name)[:] = values


def windows(model: Any, data: Any) -> tuple[object, ...]:
    """Return the arrays of the physics to which other objects keep references."""
    return (
        *(getattr(data, name) for name in (*_MOVED, *_DERIVED)),
        *(getattr(model, name) for name in _REWRITTEN),
    )
