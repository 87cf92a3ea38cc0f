"""The rules for names that become file names: of scenarios, motions and blocks.

A valid name is the name of one file or folder inside its parent folder, on every system.
"""

import re
from typing import Final

from hsm.errors import HsmError

LONGEST: Final = 64
"""Characters; leaves room for an extension and a few words within the limit of file systems."""
_MARKS = " _-+,.()"
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_SHOWN = 40
_RESERVED = frozenset(
    {"aux", "con", "nul", "prn", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
)
"""Names that some systems reserve for devices, with any extension."""


class InvalidNameError(HsmError):
    """A name that cannot become a file name.

    Attributes:
        kind: Kind of thing that it should name.
        name: The name.
    """

    def __init__(self, kind: str, name: str, why: str) -> None:
        self.kind = kind
        self.name = name
        super().__init__(f"{kind}: {why}")


def what_is_wrong(name: str) -> str:
    """Return what a name would have to be; empty if it may become a file name."""
    if not name:
        return f"expected a name of 1 to {LONGEST} letters (got nothing)"
    got = f"(got '{name}')" if len(name) <= _SHOWN else f"(got '{name[:_SHOWN]}...')"
    if len(name) > LONGEST:
        return f"expected a name of 1 to {LONGEST} letters, not {len(name)} {got}"
    if not all(letter.isalnum() or letter in _MARKS for letter in name):
        return f"expected a name of letters, digits, spaces and {' '.join(_MARKS.strip())} {got}"
    if not name[0].isalnum() or name[-1] in " .":
        return f"expected a name that begins with a letter or digit and does not end in a dot {got}"
    if name.split(".")[0].strip().lower() in _RESERVED:
        return f"expected a name that no system reserves for a device {got}"
    return ""


def what_is_wrong_with_word(name: str) -> str:
    """Return what the name of a motion or block would have to be; empty if it is valid.

    Motion files refer to each other without quotes, so these names must be single words.
    """
    wrong = what_is_wrong(name)
    if not wrong and not _WORD.fullmatch(name):
        return "a name has lower-case letters, digits and underscores, and begins with a letter"
    return wrong


def demand_name(kind: str, name: str) -> str:
    """Return a name if it may become a file name.

    Raises:
        InvalidNameError: If it may not.
    """
    return _demanded(kind, name, what_is_wrong(name))


def demand_word(kind: str, name: str) -> str:
    """Return a name if a motion or block may have it.

    Raises:
        InvalidNameError: If it may not.
    """
    return _demanded(kind, name, what_is_wrong_with_word(name))


def _demanded(kind: str, name: str, wrong: str) -> str:
    if wrong:
        raise InvalidNameError(kind, name, wrong)
    return name
