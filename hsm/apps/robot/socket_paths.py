"""Where the sockets are if nobody says otherwise: a folder that only this user can enter."""

import os
import stat
import tempfile
from pathlib import Path
from typing import Final

from hardware.lola.sockets import SocketError

_USERS: Final = Path("/run/user")
"""Has the folders of all users who are logged in, or whose services run."""
_OTHERWISE: Final = "Set XDG_RUNTIME_DIR to a folder of yours, or give the paths of the sockets."


def lola_socket() -> Path:
    """Return where a simulated robot is served."""
    return _folder() / "lola"


def request_socket() -> Path:
    """Return where the robot process takes requests."""
    return _folder() / "requests"


def _folder() -> Path:
    """Return a folder of this user's own, made if it is not there.

    Raises:
        SocketError: If it cannot be made, another user has made it, or may enter it.
    """
    # Not every program is told of the folder: services of the system and cron's are not.
    given = os.environ.get("XDG_RUNTIME_DIR") or _runtime_folder()
    parent = Path(given) if given else Path(tempfile.gettempdir())
    folder = parent / ("nao-hsm" if given else f"nao-hsm-{os.getuid()}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        what = f"no folder for sockets can be made here ({error.strerror})"
        raise SocketError(folder, what, _OTHERWISE) from error
    mine = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
    if not mine or found.st_mode & 0o077:
        what = "is not a folder that only this user can enter"
        raise SocketError(folder, what, "Remove it, or give the paths of the sockets.")
    return folder


def _runtime_folder() -> str | None:
    folder = _USERS / str(os.getuid())
    return str(folder) if folder.is_dir() else None
