"""Checks before a campaign starts: numbers of trials and processes, importable functions."""

import pickle
from numbers import Integral

from hsm.errors import HsmError


class UnseenFunctionError(HsmError):
    """Worker processes cannot import a function."""

    hint = "define it with `def` in a module, outside of any function, or use one job."

    def __init__(self, run: object) -> None:
        super().__init__(f"{run!r} cannot be imported by other processes")


def demand_counts(**counts: int) -> None:
    """Check that numbers of trials or processes, given by name, are positive integers.

    Raises:
        HsmError: For the first one that is not.
    """
    for name, count in counts.items():
        if not isinstance(count, Integral) or isinstance(count, bool) or count < 1:
            raise HsmError(f"{name} is {count!r}; expected a whole number from 1")


def demand_seen(run: object) -> None:
    """Check that other processes can import a function.

    Raises:
        UnseenFunctionError: If they cannot.
    """
    try:
        pickle.dumps(run)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise UnseenFunctionError(run) from error
