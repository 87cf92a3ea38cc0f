"""A NAO in MuJoCo physics, made as difficult as a real one."""

import os
from importlib import import_module

from hardware.errors import LibraryError

try:
    import_module("mujoco")
except Exception as error:
    # MuJoCo loads what MUJOCO_GL names when it is imported, and fails in as many ways as there are
    # libraries. It is told here because every module of this package needs it.
    wanted = os.environ.get("MUJOCO_GL")
    while_set = f" while MUJOCO_GL is '{wanted}'" if wanted else ""
    raise LibraryError(f"MuJoCo cannot be loaded{while_set}: {error}") from error
