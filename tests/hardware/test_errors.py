"""Errors with hints: an uncaught error tells the reader what to do about it."""

import pickle
import traceback

import pytest

from hardware.errors import HsmError, LibraryError


@pytest.mark.parametrize("again", [False, True])
def test_a_traceback_ends_with_the_hint(again: bool) -> None:
    error = LibraryError("no MuJoCo")
    if again:  # as it arrives from a worker process
        error = pickle.loads(pickle.dumps(error))
    told = "".join(traceback.format_exception(error)).splitlines()
    assert told[-2:] == ["hardware.errors.LibraryError: no MuJoCo", f"hint: {LibraryError.hint}"]


def test_an_error_without_a_hint_has_none_in_its_traceback() -> None:
    assert "hint" not in "".join(traceback.format_exception(HsmError("no")))
