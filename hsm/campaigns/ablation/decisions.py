"""Finds the walk's design decisions in its parameter classes, and switches them.

A decision is a group of `config/walking/engine.yaml` whose class has a boolean field `active`.
There is no list to maintain: a group that gets such a field is found automatically.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import get_type_hints

from hsm.campaigns.changed import changed
from hsm.campaigns.context import TrialContext
from hsm.errors import HsmError
from motions.walking.configuration import ALTERNATIVES, WalkingParameters

SWITCH = "active"
"""Name of the field that switches a decision."""


def decisions() -> dict[str, str]:
    """Return the first sentence of every decision's documentation, in the order of the file.

    Their names are those of the groups in the YAML, with dots between nested groups.
    """
    return dict(_below(WalkingParameters, ""))


def known(only: Sequence[str]) -> dict[str, str]:
    """Return the summaries of some decisions by name, in the file's order; all if none is named.

    Raises:
        HsmError: If a name is not a decision.
    """
    summaries = decisions()
    unknown = [name for name in only if name not in summaries]
    if unknown:
        raise HsmError(
            f"no decision of the walk: {', '.join(unknown)}; there are {', '.join(summaries)}"
        )
    return {name: text for name, text in summaries.items() if not only or name in only}


def with_switched(context: TrialContext, name: str | None) -> TrialContext:
    """Return the context with one decision switched; unchanged for None."""
    if name is None:
        return context
    return changed(context, "settings.walking", switched(context.settings.walking, name))


def switch(walking: WalkingParameters, name: str) -> str:
    """Return what switching does to a decision: on or off."""
    return "off" if is_active(walking, name) else "on"


def is_active(walking: WalkingParameters, name: str) -> bool:
    """Return whether a decision is on."""
    return bool(attrgetter(f"{name}.{SWITCH}")(walking))


def switched(walking: WalkingParameters, name: str) -> WalkingParameters:
    """Return the same walk with one decision switched.

    A decision that is switched on replaces its alternatives, which are switched off.
    """
    on = not is_active(walking, name)
    if on and name in ALTERNATIVES:
        for other in ALTERNATIVES:
            walking = changed(walking, f"{other}.{SWITCH}", False)
    return changed(walking, f"{name}.{SWITCH}", on)


def _below(cls: type, prefix: str) -> Iterator[tuple[str, str]]:
    kinds = get_type_hints(cls)
    for item in fields(cls):
        kind = kinds[item.name]
        if not (isinstance(kind, type) and is_dataclass(kind)):
            continue
        name = prefix + item.name
        if get_type_hints(kind).get(SWITCH) is bool:
            yield name, _first_sentence(kind)
        yield from _below(kind, f"{name}.")


def _first_sentence(cls: type) -> str:
    text = " ".join((cls.__doc__ or "").partition("\n\n")[0].split())
    return text.partition(". ")[0].rstrip(".")
