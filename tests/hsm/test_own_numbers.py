"""Values computed with numpy are converted to plain Python numbers."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from hsm.own_numbers import own_numbers
from motions.kicks.wish import Kick, KickKind
from motions.requests import Motion, MotionRequest


@dataclass(frozen=True)
class Nest:
    inside: Any
    beside: Any = None


def test_nested_numpy_scalars_and_arrays_become_plain_python_numbers() -> None:
    made = own_numbers(Nest({"a": [np.float32(0.5), np.int8(3)]}, (np.bool_(True), np.eye(2))))
    assert made == Nest({"a": [0.5, 3]}, (True, ((1.0, 0.0), (0.0, 1.0))))
    assert [type(item) for item in made.inside["a"]] == [float, int] and made.beside[0] is True


def test_a_value_without_numpy_numbers_is_returned_unchanged() -> None:
    asked = MotionRequest(Motion.KICK, kick=Kick(KickKind.TURN, target=(1.0, 2.0)))
    assert own_numbers(asked) is asked
    assert own_numbers(Motion.KICK) is Motion.KICK and own_numbers(None) is None
