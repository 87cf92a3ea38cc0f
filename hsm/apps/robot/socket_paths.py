"""Default paths of the sockets: in a folder that only this user can enter."""

import os
import stat
import tempfile
from pathlib import Path
from typing import Final

from hardware.lola.sockets import SocketError

_USERS: Final = Path("/run/user")
"""Runtime folders of all users who are logged in or have running services."""
_OTHERWISE: Final = "Set XDG_RUNTIME_DIR to a folder of your own, or give the paths of the sockets."


def lola_socket() -> Path:
    """Return the default socket of a simulated robot."""
    return _folder() / "lola"


def request_socket() -> Path:
    """Return the default socket for requests."""
    return _folder() / "requests"


def _folder() -> Path:
    """Return this user's folder for sockets; create it if it is missing.

    Raises:
        SocketError: If it cannot be created, belongs to another user, or others may enter it.
    """
    # The variable is missing in system services and cron jobs.
    given = os.environ.get("XDG_RUNTIME_DIR") or _runtime_folder()
    parent = Path(given) if given else Path(tempfile.gettempdir())
    folder = parent / ("nao-hsm" if given else f"nao-hsm-{os.getuid()}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        what = f"no folder for sockets can be created here ({error.strerror})"
        raise SocketError(folder, what, _OTHERWISE) from error
    mine = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
    if not mine or found.st_mode & 0o077:
        what = "is not a folder that only this user can enter"
        raise SocketError(folder, what, "Remove it, or give the paths of the sockets.")
    return folder


def _runtime_folder() -> str | None:
    folder = _USERS / str(os.getuid())
    return str(folder) if folder.is_dir() else None
