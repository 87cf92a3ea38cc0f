"""A NAO in MuJoCo physics, as difficult to control as a real one."""

import os
from importlib import import_module

from hardware.errors import LibraryError

try:
    import_module("mujoco")
except Exception as error:
    # On import MuJoCo loads the library named by MUJOCO_GL, which may raise any exception. It is
    # reported here because every module of this package needs MuJoCo.
    wanted = os.environ.get("MUJOCO_GL")
    while_set = f" while MUJOCO_GL is '{wanted}'" if wanted else ""
    raise LibraryError(f"MuJoCo cannot be loaded{while_set}: {error}") from error
