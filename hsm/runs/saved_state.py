"""Saves the state of a run as bytes, from which another process resumes it bit for bit.

Only mutable state is saved. The rest - parameters, motions, chart, the physics model - is rebuilt
from its files; a state refers to it by index, and begins with its provenance, so that another robot
refuses it.

The bytes are a pickle, read in a restricted way: the only callables are the functions at the end of
this module, which create blank objects of the classes that decide and move, and fill in values. No
constructor runs, nothing is imported, and no function or class is returned: a state from an
untrusted source may be invalid, but it cannot execute code.
"""

import hashlib
import io
import pickle
import sys
import types
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Final

import msgpack
import numpy as np

from hardware.declared import shortened
from hsm.control.assembly import MotionSettings
from hsm.control.cycle import ControlCycle
from hsm.errors import HsmError
from hsm.runs.provenance import digest, versions
from hsm.runs.serialisation import plain
from motions.walking.terms.term import BalanceTerm

_FIRST_LINE: Final = b"nao-hsm state 1\n"
_LARGEST: Final = 1 << 24
"""Largest size of a state, bytes; a hundred times that of a robot in physics."""
_ROOMS: Final = (
    "motions.",
    "hardware.",
    "hsm.chart.",
    "hsm.states.",
    "hsm.control.",
    "hsm.scenarios.",
    "hsm.simulated.",
)
"""Packages whose classes may be in a state."""


class StateError(HsmError):
    """Bytes that are not a state of this robot."""

    def __init__(self, what: str) -> None:
        self.hint = "Save the state again with this program and these parameters."
        super().__init__(what)


class StateCodec:
    """Converts the state of one robot into bytes and back.

    Restoring creates new objects: references to parts of the robot must be renewed.
    """

    def __init__(self, about: Mapping[str, str], shared: Iterable[object]) -> None:
        """Index the immutable objects.

        Args:
            about: Provenance of the states, by name; it must match when a state is restored.
            shared: Immutable objects, which include everything reachable from them; in the same
                order in every process.
        """
        self._shared = list(_reached(shared))
        self._places = {id(item): place for place, item in enumerate(self._shared)}
        self._about = {**about, "shared parts": str(len(self._shared))}

    def pack(self, state: object) -> bytes:
        """Return a state as bytes.

        Raises:
            TypeError: If it contains something that cannot be saved, such as a function.
        """
        body = io.BytesIO()
        _Pickler(body, self._places).dump(state)
        data = body.getvalue()
        front: bytes = msgpack.packb([self._about, hashlib.sha256(data).digest()])
        return b"".join((_FIRST_LINE, len(front).to_bytes(4, "little"), front, data))

    def unpack(self, data: bytes) -> Any:
        """Return the state from bytes.

        Raises:
            StateError: If they are no state, damaged, or of another robot or program.
        """
        body = data[self._checked(data) :]
        try:
            return _Unpickler(io.BytesIO(body), self._shared).load()
        except Exception as error:  # a forged pickle can raise anything
            raise StateError(f"the state cannot be read: {error}") from error

    def _checked(self, data: Any) -> int:
        """Return the offset of the pickle, after checking everything before it."""
        if not isinstance(data, bytes):
            what = f"the state is {shortened(data)}; expected the bytes that `save` returned"
            raise StateError(what)
        start = len(_FIRST_LINE)
        if not data.startswith(_FIRST_LINE) or len(data) > _LARGEST:
            raise StateError("this is not a saved state of a robot")
        begin = start + 4 + int.from_bytes(data[start : start + 4], "little")
        try:
            about, checksum = msgpack.unpackb(data[start + 4 : begin])
            told = {str(name): str(text) for name, text in about.items()}
        except (ValueError, TypeError, AttributeError, msgpack.UnpackException) as error:
            raise StateError("the state is damaged: its first part has no data") from error
        for name, now in self._about.items():
            if told.get(name) != now:
                raise StateError(
                    f"the state belongs to {name} {told.get(name)}, but here it is {now}"
                )
        if hashlib.sha256(data[begin:]).digest() != checksum:
            raise StateError("the state is damaged: its checksum is wrong")
        return begin


def about_control(control: ControlCycle, settings: MotionSettings) -> dict[str, str]:
    """Return the provenance of a control cycle's state, by name."""
    return {
        "chart": control.machine.chart.structure,
        "parameters": digest(plain(settings)),
        **versions(),
    }


def _reached(roots: Iterable[object]) -> Iterator[object]:
    """Yield everything reachable from some objects, each once, in a fixed order.

    Sets are yielded, but not their items, whose order differs between processes.
    """
    waiting, seen = list(roots)[::-1], set[int]()
    while waiting:
        item = waiting.pop()
        if isinstance(item, int | float | str | bytes | Enum | None) or id(item) in seen:
            continue
        if callable(item):
            continue  # a state must not be able to call anything
        if isinstance(item, tuple) and not item:
            continue  # the empty tuple is a singleton that anything may refer to
        seen.add(id(item))
        yield item
        waiting += _parts(item)


def _parts(item: object) -> list[object]:
    if isinstance(item, Mapping):
        return [part for pair in item.items() for part in pair]
    if isinstance(item, tuple | list):
        return list(item)
    if is_dataclass(item):
        return [getattr(item, each.name) for each in fields(item)]
    if type(item).__module__.startswith(_ROOMS):
        return list(getattr(item, "__dict__", {}).values())
    return []


class _Pickler(pickle.Pickler):
    """Writes objects as calls of the functions below."""

    def __init__(self, file: io.BytesIO, places: Mapping[int, int]) -> None:
        super().__init__(file, protocol=5)
        self._place = places.get

    def persistent_id(self, item: object) -> int | None:
        return self._place(id(item))

    def reducer_override(self, item: Any) -> Any:
        kind = type(item)
        writer = _WRITERS.get(kind)
        if writer is not None:
            return writer(item)
        if isinstance(item, types.FunctionType) and item.__module__ == __name__:
            return NotImplemented  # one of the functions below
        if isinstance(item, Enum):
            return _member, (*_name(kind), item.name)
        if isinstance(item, np.generic):
            return _number, (item.dtype.str, item.tobytes())
        if _may_be_saved(kind):
            return _blank, _name(kind), item.__getstate__()
        if isinstance(item, BalanceTerm):
            raise TypeError(
                f"the walk's term {kind.__name__} cannot be saved or copied: it belongs to a "
                "program, and a state contains only classes of the project; add the term to "
                "terms/order.py of the walk"
            )
        raise TypeError(f"{item!r} cannot be saved: give its owner a `__getstate__` without it")


class _Unpickler(pickle.Unpickler):
    """Reads only what `_Pickler` writes."""

    def __init__(self, file: io.BytesIO, shared: list[object]) -> None:
        super().__init__(file)
        self._shared = shared

    def find_class(self, module: str, name: str) -> Any:
        if module != __name__ or name not in _READERS:
            raise pickle.UnpicklingError(f"{module}.{name} may not be in a state")
        return _READERS[name]

    def persistent_load(self, place: Any) -> object:
        if type(place) is not int or not 0 <= place < len(self._shared):
            raise pickle.UnpicklingError("there is no such part")
        return self._shared[place]


def _name(kind: type) -> tuple[str, str]:
    return kind.__module__, kind.__qualname__


def _may_be_saved(kind: type) -> bool:
    return kind.__module__.startswith(_ROOMS) and not issubclass(kind, BaseException)


def _array_calls(item: np.ndarray[Any, Any]) -> Any:
    owner = item
    while isinstance(owner.base, np.ndarray):
        owner = owner.base
    if owner.base is not None and not isinstance(owner.base, bytes):
        raise TypeError(f"an array of shape {item.shape} is a view of another array: name it")
    return _array, (item.dtype.str, item.shape, item.tobytes())


_WRITERS: Final[Mapping[type, Callable[[Any], Any]]] = {
    np.ndarray: _array_calls,
    deque: lambda item: (_deque, (item.maxlen,), None, iter(item)),
    Counter: lambda item: (_counter, (), None, None, iter(item.items())),
}


# The only functions that may be called while a state is read.


def _class(module: str, name: str) -> type:
    """Return a class that may be in a state, from a module that is already loaded."""
    found: Any = vars(sys.modules[module])
    for part in name.split("."):
        found = found[part] if isinstance(found, dict) else vars(found)[part]
    if not isinstance(found, type) or _name(found) != (module, name) or not _may_be_saved(found):
        raise pickle.UnpicklingError(f"{module}.{name} may not be in a state")
    return found


def _blank(module: str, name: str) -> object:
    return object.__new__(_class(module, name))


def _member(module: str, name: str, member: str) -> object:
    kind = _class(module, name)
    if not issubclass(kind, Enum):
        raise pickle.UnpicklingError(f"{name} has no members")
    return kind[member]


def _number(kind: str, data: bytes) -> object:
    return np.frombuffer(data, dtype=_plain_type(kind))[0]


def _array(kind: str, shape: tuple[int, ...], data: bytes) -> object:
    return np.frombuffer(data, dtype=_plain_type(kind)).reshape(shape).copy()


def _plain_type(kind: str) -> np.dtype[Any]:
    made = np.dtype(kind)
    if made.hasobject:
        raise pickle.UnpicklingError("an array of objects may not be in a state")
    return made


def _deque(longest: int | None) -> object:
    return deque[object](maxlen=longest)


def _counter() -> object:
    return Counter[object]()


_READERS: Final = {
    made.__name__: made for made in (_blank, _member, _number, _array, _deque, _counter)
}
