"""The package qi, which is optional, and connections to services that others host over it."""

import os
from typing import Any, Final

from hardware.errors import HsmError

_THREADS: Final = "12"
"""Initial threads of qi, which creates new ones too slowly for programs with many calls."""
_ANSWERS_WITHIN: Final = 10.0
"""Timeout for connecting to a server, s."""
_INSTALL: Final = (
    "`pip install nao-hsm[naoqi]` installs qi, for Python 3.11 and 3.12 on Linux x86-64 only."
    " Without it: `from hsm.apps.naoqi import Motion`."
)


class QiError(HsmError):
    """The services cannot be hosted or reached over qi.

    Attributes:
        hint: Remedy.
    """

    def __init__(self, what: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(what)


def load_qi() -> Any:
    """Import qi, with enough threads.

    Raises:
        QiError: If it is not installed.
    """
    os.environ.setdefault("QI_EVENTLOOP_MIN_THREADS", _THREADS)
    try:
        import qi
    except ImportError as error:
        raise QiError(f"the package qi is not installed ({error})", _INSTALL) from error
    qi.logging.setLevel(qi.logging.ERROR)
    return qi


def connect(url: str) -> Any:
    """Return a session with the services at an address.

    Raises:
        QiError: If qi is not installed, or no server answers at the address.
    """
    session = load_qi().Session()
    connecting = session.connect(url, _async=True)
    connecting.wait(int(1e3 * _ANSWERS_WITHIN))
    if connecting.isRunning():  # something else listens there, or the computer is off
        raise QiError(f"{url} does not speak qi, or not within {_ANSWERS_WITHIN:g} s")
    if connecting.hasError():
        raise QiError(f"{url} cannot be reached ({connecting.error()})")
    return session
