"""What is refused before a campaign begins: no trials, no processes, work that nobody sees."""

import pickle
from numbers import Integral

from hsm.errors import HsmError


class UnseenFunctionError(HsmError):
    """A function that worker processes cannot import."""

    hint = "define it with `def` in a module, not inside of a function; or take one job."

    def __init__(self, run: object) -> None:
        super().__init__(f"{run!r} is not seen by other processes")


def demand_counts(**counts: int) -> None:
    """Refuse a number of trials or of processes, by its name, that is none.

    Raises:
        HsmError: For the first one.
    """
    for name, count in counts.items():
        if not isinstance(count, Integral) or isinstance(count, bool) or count < 1:
            raise HsmError(f"{name} is {count!r}; expected a whole number from 1")


def demand_seen(run: object) -> None:
    """Refuse a function that other processes cannot import.

    Raises:
        UnseenFunctionError: If they cannot.
    """
    try:
        pickle.dumps(run)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise UnseenFunctionError(run) from error
