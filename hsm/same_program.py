"""Command lines that start a part of this program as another process.

`python -m` searches the current folder first: a user's folder `motions`, or a script with the name
of one of our packages, would hide ours.
"""

import sys
from pathlib import Path


def same_program(module: str) -> list[str]:
    """Return the command line that runs a module of this program, given by its dotted name."""
    # In the source folder the packages may be importable only through the current folder.
    here = Path(__file__).resolve().parents[1]
    try:
        at_home = Path.cwd() == here
    except OSError:  # the folder in which the program was started has been deleted
        at_home = False
    return [sys.executable, *([] if at_home else ["-P"]), "-m", module]


def option_words(**values: object) -> list[str]:
    """Return options as command line arguments; None and False omit one, True gives a flag."""
    words: list[str] = []
    for name, value in values.items():
        if value is not None and value is not False:
            words.append(f"--{name.replace('_', '-')}")
            words += [] if value is True else [str(value)]
    return words
