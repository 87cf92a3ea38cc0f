"""Provenance of a run, so that a replay can report what has changed since."""

import hashlib
import platform
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import msgpack

from hsm.control.assembly import MotionSettings
from hsm.runs.format import Header
from hsm.runs.serialisation import plain

_DIGITS: Final = 12
_TOLD: Final = 3
"""Most values that are named when parameters differ."""
_DECIDING: Final = (
    "hsm/chart/**/*.py",
    "hsm/states/**/*.py",
    "hsm/control/**/*.py",
    "hsm/settings/**/*.py",
    "motions/**/*.py",
    "hardware/*.py",
    "hardware/robots/**/*.py",
)
"""Sources that can change a command; those of the applications and the simulation cannot."""
_PHYSICAL: Final = ("hardware/simulation/**/*.py",)


@cache
def versions() -> Mapping[str, str]:
    """Return versions of everything except chart and parameters that can change a command."""
    return {
        "nao-hsm": metadata.version("nao-hsm"),
        "code": _code(_DECIDING),
        "python": platform.python_version(),
        "numpy": metadata.version("numpy"),
        "machine": platform.machine(),
    }


@cache
def physics_versions() -> Mapping[str, str]:
    """Return versions of everything that can change the simulated world, by name."""
    return {"physics": metadata.version("mujoco"), "code of the physics": _code(_PHYSICAL)}


def digest(data: Any) -> str:
    """Return a hash of plain data, 12 hex digits; the same in every process."""
    packed: bytes = msgpack.packb(data)
    return hashlib.sha256(packed).hexdigest()[:_DIGITS]


def changes_since(header: Header, structure: str, settings: MotionSettings | None) -> str:
    """Return in one line what differed when a run was recorded; empty if nothing did.

    `structure` and `settings` are the current ones; settings are None if they cannot be loaded.
    """
    changes = [
        f"{name} {then}, now {versions().get(name, 'unknown')}"
        for name, then in header.versions.items()
        if versions().get(name) != then
    ]
    if header.structure != structure:
        changes.append(f"chart {header.structure}, now {structure}")
    if settings is None:
        changes.append(f"parameters {digest(header.parameters)}, which can no longer be loaded")
    else:
        changes += _changed_parameters(header.parameters, plain(settings))
    return f"the run was recorded with a different setup: {'; '.join(changes)}" if changes else ""


def _changed_parameters(then: Any, now: Any) -> Iterator[str]:
    if then == now:
        return
    old, new = digest(then), digest(now)
    yield f"parameters {old}, now {new} ({differences_told(then, now)}), replayed with its own"


def differences_told(then: Any, now: Any) -> str:
    """Return the first differences of plain values, and the number of all others, as text."""
    changed = list(differing(then, now))
    more = [f"{len(changed) - _TOLD} more"] if len(changed) > _TOLD else []
    return ", ".join([*changed[:_TOLD], *more]) or "no differences"


def differing(
    then: Any,
    now: Any,
    *,
    between: str = ", now ",
    only: tuple[str, str] = ("then", "now"),
    path: str = "",
) -> Iterator[str]:
    """Yield the path of every value that differs, with its old and new value.

    Args:
        then: Old plain values.
        now: New plain values.
        between: Text between the old and the new value.
        only: Words for a value that exists only in the old or only in the new ones.
        path: Path of the values in their parent.
    """
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        for key in {**then, **now}:
            place = f"{path}.{key}" if path else str(key)
            if key in then and key in now:
                yield from differing(then[key], now[key], between=between, only=only, path=place)
            else:
                yield f"{place} only {only[key in now]}"
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for number, (old, new) in enumerate(zip(then, now, strict=True)):
            place = f"{path}[{number}]"
            yield from differing(old, new, between=between, only=only, path=place)
    elif then != now:
        yield f"{path} {_short(then)}{between}{_short(now)}"


def _short(data: Any) -> str:
    if isinstance(data, list | Mapping):
        return f"{len(data)} values"
    return repr(float(f"{data:.12g}") if isinstance(data, float) else data)


def _code(patterns: tuple[str, ...]) -> str:
    """Return a hash of the sources that match some patterns."""
    root = Path(__file__).resolve().parents[2]
    hashed = hashlib.sha256()
    for path in sorted(path for pattern in patterns for path in root.glob(pattern)):
        hashed.update(path.relative_to(root).as_posix().encode() + b"\0")
        hashed.update(path.read_bytes() + b"\0")
    return hashed.hexdigest()[:_DIGITS]
