"""Ways to corrupt text or bytes: some are invalid for certain, others may be valid by chance.

Every function takes a valid input and a generator, and returns the corrupted one with a short name.
"""

import re
from collections.abc import Callable

import numpy as np

Spoilt = tuple[bytes, str]
Damage = Callable[[bytes, np.random.Generator], Spoilt]

NO_NUMBERS = (".nan", ".inf", "-.inf", "1e300", "-1e300", "1e999", "high", "[1, [2]]", "{a: 1}")
"""Values that YAML does not read as a sensible number of any unit."""
_VALUE = re.compile(rb"(?<=[:,\[] )-?\d+(?:\.\d+)?(?=\s*(?:[,}\]#\n]|$))", re.MULTILINE)
_KEY = re.compile(rb"^(\s*)([a-z_]+): ", re.MULTILINE)
DEEP = 20_000
"""Nested brackets, deeper than the stack of any parser."""


def without_comments(text: bytes) -> bytes:
    """Return YAML without its comments, so that damage always hits something that counts."""
    return re.sub(rb"(?m)(^|\s)#.*$", b"", text)


def a_number_that_is_none(text: bytes, rng: np.random.Generator) -> Spoilt:
    """Replace one number."""
    found = list(_VALUE.finditer(text))
    if not found:
        return no_text(text, rng)
    place, value = found[rng.integers(len(found))], NO_NUMBERS[rng.integers(len(NO_NUMBERS))]
    line = text.count(b"\n", 0, place.start()) + 1
    return text[: place.start()] + value.encode() + text[place.end() :], f"line {line}: {value}"


def an_unknown_key(text: bytes, rng: np.random.Generator) -> Spoilt:
    """Rename one key at the beginning of a line."""
    found = list(_KEY.finditer(text))
    if not found:
        return no_text(text, rng)
    place = found[rng.integers(len(found))]
    name = place[2] + b"_of_nothing"
    return text[: place.start(2)] + name + text[place.end(2) :], f"key {name.decode()}"


def a_key_twice(text: bytes, rng: np.random.Generator) -> Spoilt:
    """Repeat a key of the outermost level at the end."""
    found = [match for match in _KEY.finditer(text) if not match[1]]
    if not found:
        return no_text(text, rng)
    place = found[rng.integers(len(found))]
    return text + b"\n" + place[2] + b": 1\n", f"key {place[2].decode()} twice"


def no_yaml(text: bytes, rng: np.random.Generator) -> Spoilt:
    """Append or insert text that is no YAML."""
    rubbish = [b"\n  : : [", b"\n\t- tab", b"\n}", b"\n'open", b"\n!!python/object:os.system x"]
    added = rubbish[rng.integers(len(rubbish))]
    return text + added + b"\n", f"appended {added!r}"


def no_text(text: bytes, rng: np.random.Generator) -> Spoilt:
    """Insert bytes that are no UTF-8, or a NUL."""
    place = int(rng.integers(len(text) + 1))
    added = [b"\xff\xfe", b"\xc3", b"\x00"][rng.integers(3)]
    return text[:place] + added + text[place:], f"{added!r} at byte {place}"


def something_else(text: bytes, rng: np.random.Generator) -> Spoilt:
    """Replace the whole content."""
    others = [
        b"", b"# nothing\n", b"- a\n- list\n", b"42\n", b"a: &a [*a]\n", b"\x00" * 64,
        b"[" * DEEP + b"]" * DEEP, b"a: " + b"{a: " * DEEP + b"1" + b"}" * DEEP,
    ]  # fmt: skip
    other = others[rng.integers(len(others))]
    return other, f"replaced by {other[:12]!r}"


def any_bytes(text: bytes, rng: np.random.Generator) -> Spoilt:
    """Flip, drop or repeat some bytes: the result may be valid by chance."""
    spoilt = bytearray(text)
    for _ in range(int(rng.integers(1, 6))):
        place = int(rng.integers(max(1, len(spoilt))))
        match rng.integers(3):
            case 0 if spoilt:
                spoilt[place] ^= 1 << int(rng.integers(8))
            case 1:
                del spoilt[place : place + int(rng.integers(1, 40))]
            case _:
                spoilt[place:place] = spoilt[place : place + int(rng.integers(1, 40))]
    return bytes(spoilt), "some bytes"


def one_bit(content: bytes, rng: np.random.Generator) -> Spoilt:
    """Flip a single bit."""
    spoilt, place = bytearray(content), int(rng.integers(len(content)))
    spoilt[place] ^= 1 << int(rng.integers(8))
    return bytes(spoilt), f"a bit of byte {place}"


def cut(content: bytes, rng: np.random.Generator) -> Spoilt:
    """Keep only the beginning."""
    kept = int(rng.integers(len(content.rstrip()) - 1))
    return content[:kept], f"cut after {kept} bytes"


YAML_DAMAGES: tuple[Damage, ...] = (
    a_number_that_is_none, a_number_that_is_none, an_unknown_key, a_key_twice, no_yaml, no_text,
    something_else,
)  # fmt: skip
"""Any of these makes a file of ours invalid for certain."""
