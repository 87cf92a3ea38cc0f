"""Errors with hints: an uncaught error tells the reader what to do about it."""

import pickle
import traceback

import pytest

from hardware.errors import HsmError, LibraryError, did_you_mean


@pytest.mark.parametrize("again", [False, True])
def test_a_traceback_ends_with_the_hint(again: bool) -> None:
    error = LibraryError("no MuJoCo")
    if again:  # as it arrives from a worker process
        error = pickle.loads(pickle.dumps(error))
    told = "".join(traceback.format_exception(error)).splitlines()
    assert told[-2:] == ["hardware.errors.LibraryError: no MuJoCo", f"hint: {LibraryError.hint}"]


def test_an_error_without_a_hint_has_none_in_its_traceback() -> None:
    assert "hint" not in "".join(traceback.format_exception(HsmError("no")))


def test_the_nearest_name_is_suggested_in_whatever_case_it_is_written() -> None:
    assert did_you_mean("TURM", ["stand", "Turn"]) == ", did you mean 'Turn'?"
    assert did_you_mean("kick", ["stand", "Turn"]) == ""
