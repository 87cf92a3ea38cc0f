"""What a program computed with numpy is written as if it had not."""

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


def test_numbers_and_arrays_become_pythons_wherever_they_are() -> None:
    made = own_numbers(Nest({"a": [np.float32(0.5), np.int8(3)]}, (np.bool_(True), np.eye(2))))
    assert made == Nest({"a": [0.5, 3]}, (True, ((1.0, 0.0), (0.0, 1.0))))
    assert [type(item) for item in made.inside["a"]] == [float, int] and made.beside[0] is True


def test_what_has_none_is_returned_as_it_is() -> None:
    asked = MotionRequest(Motion.KICK, kick=Kick(KickKind.TURN, target=(1.0, 2.0)))
    assert own_numbers(asked) is asked
    assert own_numbers(Motion.KICK) is Motion.KICK and own_numbers(None) is None
