"""The words that start a part of this program as another process.

`python -m` looks for modules where a person is first: a folder of theirs with a `motions` of its
own, or a script called as this package, would take the place of ours.
"""

import sys
from pathlib import Path


def same_program(module: str) -> list[str]:
    """Return the words that run a module, named with dots, of the program that runs now."""
    # There all of it is found, and perhaps nowhere else.
    here = Path(__file__).resolve().parents[1]
    try:
        at_home = Path.cwd() == here
    except OSError:  # somebody has deleted the folder that this program was started in
        at_home = False
    return [sys.executable, *([] if at_home else ["-P"]), "-m", module]


def option_words(**values: object) -> list[str]:
    """Return options as words of a command; None and False leave theirs out, True has no value."""
    words: list[str] = []
    for name, value in values.items():
        if value is not None and value is not False:
            words.append(f"--{name.replace('_', '-')}")
            words += [] if value is True else [str(value)]
    return words
