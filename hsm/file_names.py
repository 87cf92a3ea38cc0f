"""The rule for names that become files: of scenarios, motions, blocks.

A name that is fine here names one file or folder in the folder it is put into, on every system.
"""

import re
from typing import Final

from hsm.errors import HsmError

LONGEST: Final = 64
"""Letters; with an ending and a few words around it, a file system still takes it."""
_MARKS = " _-+,.()"
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_SHOWN = 40
_RESERVED = frozenset(
    {"aux", "con", "nul", "prn", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
)
"""What some systems take for a device, with any ending."""


class InvalidNameError(HsmError):
    """A name that cannot become a file.

    Attributes:
        kind: What it should name.
        name: The name.
    """

    def __init__(self, kind: str, name: str, why: str) -> None:
        self.kind = kind
        self.name = name
        super().__init__(f"{kind}: {why}")


def what_is_wrong(name: str) -> str:
    """Say what a name would have to be; empty if it may become a file."""
    if not name:
        return f"expected a name of 1 to {LONGEST} letters (got nothing)"
    got = f"(got '{name[:_SHOWN]}{'...' * (len(name) > _SHOWN)}')"
    if len(name) > LONGEST:
        return f"expected a name of 1 to {LONGEST} letters, not {len(name)} {got}"
    if not all(letter.isalnum() or letter in _MARKS for letter in name):
        return f"expected a name of letters, digits, blanks and {' '.join(_MARKS.strip())} {got}"
    if not name[0].isalnum() or name[-1] in " .":
        return f"expected a name that begins with a letter or digit and ends in no dot {got}"
    if name.split(".")[0].strip().lower() in _RESERVED:
        return f"expected a name that no system keeps for a device {got}"
    return ""


def what_is_wrong_with_word(name: str) -> str:
    """Say what the name of a motion or block would have to be; empty if it is one.

    Files of motions name each other without quotes, so these names are single words.
    """
    wrong = what_is_wrong(name)
    if not wrong and not _WORD.fullmatch(name):
        return "a name has small letters, digits and underscores, a letter first"
    return wrong


def demand_name(kind: str, name: str) -> str:
    """Return a name that may become a file.

    Raises:
        InvalidNameError: If it may not.
    """
    return _demanded(kind, name, what_is_wrong(name))


def demand_word(kind: str, name: str) -> str:
    """Return a name that a motion or block may have.

    Raises:
        InvalidNameError: If it may not.
    """
    return _demanded(kind, name, what_is_wrong_with_word(name))


def _demanded(kind: str, name: str, wrong: str) -> str:
    if wrong:
        raise InvalidNameError(kind, name, wrong)
    return name
