"""Typed values survive the conversion to plain data and back; invalid data is refused."""

import math
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any

import msgpack
import numpy as np
import pytest

from hardware.units import Unit
from hsm.runs.serialisation import ValuesError, plain, read_external, value
from motions.limbs.wishes import ArmProgram, ArmWish, HeadMode, HeadWish
from motions.requests import MotionRequest


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Lamp:
    colour: Colour
    power: Annotated[float, Unit("w")]
    steps: tuple[float | Colour, ...] = ()
    corner: tuple[float, float] = (0.0, 0.0)
    by_joint: dict[Colour, float] | None = None
    name: str = "lamp"
    lit: bool = True
    count: int = 3

    def __post_init__(self) -> None:
        if self.power < 0.0:
            raise ValueError("a lamp takes no negative power")


LAMPS = [
    Lamp(Colour.RED, 0.1),
    Lamp(Colour.BLUE, math.inf, (1 / 3, Colour.RED, -0.0), (1e-300, 2.5), {Colour.RED: 7.0}),
    Lamp(Colour.RED, 3, name="ä", lit=False, count=-(1 << 40)),
]


@pytest.mark.parametrize("lamp", LAMPS)
def test_a_value_survives_the_round_trip_to_the_last_digit(lamp: Lamp) -> None:
    data = msgpack.unpackb(msgpack.packb(plain(lamp)))
    assert repr(value(Lamp, data)) == repr(lamp)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"power": "much"}, "Lamp.power must be a number, not 'much'"),
        ({"power": True}, "Lamp.power must be a number, not True"),
        ({"power": -1.0}, "Lamp: a lamp takes no negative power"),
        ({"colour": "GREEN"}, "Lamp.colour must be one of RED, BLUE, not 'GREEN'"),
        ({"colour": ["RED"]}, "Lamp.colour must be one of RED, BLUE, not ['RED']"),
        ({"steps": [1.0, "GREEN"]}, "Lamp.steps[1] must be one of RED, BLUE, not 'GREEN'"),
        ({"steps": 1.0}, "Lamp.steps must be a list, not 1.0"),
        ({"corner": [1.0]}, "Lamp.corner has 1 values instead of 2"),
        ({"by_joint": [1.0]}, "Lamp.by_joint must be a map, not [1.0]"),
        ({"by_joint": {"GREEN": 1.0}}, "key of Lamp.by_joint must be one of RED, BLUE"),
        ({"by_joint": {"RED": None}}, "Lamp.by_joint.RED must be a number, not None"),
        ({"name": None}, "Lamp.name must be a text, not None"),
        ({"lit": 1}, "Lamp.lit must be true or false, not 1"),
        ({"count": 1.0}, "Lamp.count must be a whole number, not 1.0"),
        ({"shade": 1.0}, "Lamp has an unknown 'shade'"),
    ],
)
def test_invalid_data_is_refused_with_its_place(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValuesError) as error:
        value(Lamp, plain(LAMPS[0]) | change)
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize("word", ["bleu", "Bleu", "BLEU"])
def test_data_of_a_client_is_refused_with_the_words_that_people_write(word: str) -> None:
    with pytest.raises(ValuesError) as error:
        read_external(Lamp, {"colour": word, "power": 1.0}, "lamp")
    told = f"lamp.colour must be one of red, blue, not '{word}'; did you mean 'blue'?"
    assert str(error.value) == told


def test_a_missing_field_is_refused_even_if_it_has_a_default() -> None:
    data = plain(LAMPS[0])
    del data["count"]
    with pytest.raises(ValuesError, match="Lamp lacks 'count'"):
        value(Lamp, data)


@pytest.mark.parametrize("strange", [np.float64(1.0), {1.0}, object(), 1j])
def test_a_type_without_a_plain_form_is_a_type_error(strange: object) -> None:
    with pytest.raises(TypeError, match="cannot be written as plain data"):
        plain((1.0, strange))


def test_a_request_with_wishes_survives_the_round_trip() -> None:
    request = MotionRequest(
        head=HeadWish(HeadMode.TARGET, target=(1 / 3, -0.0, 0.1), speed=2.0),
        left_arm=ArmWish(ArmProgram.BACK, number=3),
        right_arm=ArmWish(point_at=(1.0, 0.5, 0.3)),
    )
    assert value(MotionRequest, msgpack.unpackb(msgpack.packb(plain(request)))) == request
