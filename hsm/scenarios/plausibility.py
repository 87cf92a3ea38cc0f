"""Plausibility checks of a scenario.

They find entries that never happen, demands that cannot fail, and numbers in the wrong unit. Each
would let a run pass without showing anything. They are reported as mistakes on loading.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import is_dataclass
from typing import Any, Final

from hardware.disturbances import (
    FreezeValue,
    HoldUpright,
    LetGo,
    Lift,
    MoveBall,
    PutDown,
    ShiftValue,
    Spoil,
)
from hardware.frame_fields import wrong_place
from hardware.props import Ball
from hardware.units import UNITS
from hsm.control.assembly import MotionSettings, load_change, load_settings
from hsm.control.special_motions import UnknownSpecialError, demand_special
from hsm.control.walk_change import WalkChange
from hsm.errors import ConfigError, Problem
from hsm.scenarios.expectation import Ban, Expectation, lies_in
from hsm.scenarios.field import mistakes_of_props
from hsm.scenarios.limits import SMALLEST_WRITTEN
from hsm.scenarios.scenario import Scenario
from hsm.scenarios.timeline import TimelineEntry
from hsm.settings.fields import Key, keys_of
from hsm.settings.located_yaml import DataPath
from hsm.settings.messages import MISTAKABLE, which_unit
from hsm.states.catalogue import goes_on
from motions.destinations import ReplayedStep, TargetFrame
from motions.request_limits import FURTHEST

Mistake = tuple[DataPath, str]
_NO_PLACE: Final = (
    "the frame field needs the localisation of the robot: "
    "add 'sight: true', or use the frame robot or odometry"
)
_RADIANS: Final = (0.785, 1.571, 2.356, 3.142)
"""Eighths of a turn, as they are written in radians; few write 1.57 and mean degrees."""
_ROUNDED: Final = 0.006
"""By which they are rounded when they are written with two decimals."""
_ON_THE_SPOT: Final = f"; to step on the spot, ask for less than {SMALLEST_WRITTEN:g}"
Transitions = Collection[tuple[str, str]]
"""All possible transitions: every event with every leaf that it leads to."""


def mistakes(
    scenario: Scenario, transitions: Transitions, specials: Sequence[str], *, judged: bool
) -> Iterator[Mistake]:
    """Yield all implausible entries of a well-formed scenario, with their paths.

    A scenario that is only tried, not judged, needs no expectations.

    Args:
        scenario: The scenario.
        transitions: All possible transitions.
        specials: Names of the special motions that may be requested.
        judged: Whether its runs are to be judged.
    """
    end = scenario.duration
    if scenario.start.state is not None and goes_on(scenario.start.state):
        yield ("start", "state"), "continues the motion of another leaf: start in that one"
    yield from _timeline(scenario.timeline, end)
    yield from mistakes_of_props(scenario.props, scenario.start.posture)
    yield from _without_ball(scenario)
    yield from _undeclared(scenario, specials)
    if not scenario.sight:
        yield from _without_own_place(scenario)
    if not any(isinstance(entry.prop, Ball) for entry in scenario.props):
        for number, entry in enumerate(scenario.timeline):
            if entry.disturb is not None and isinstance(entry.disturb.kind, MoveBall):
                path = ("timeline", number, "disturb", entry.disturb.name)
                yield path, "there is no ball to move: add one to the props"
    if judged and not scenario.expect:
        yield ("expect",), "is empty, so every run would pass: add what has to happen"
    yield from _expectations(scenario.expect, end)
    for number, wanted in enumerate(scenario.expect):
        yield from _possible(wanted, ("expect", number), transitions)
    for number, ban in enumerate(scenario.never):
        yield from _window_of(ban, ("never", number), end)
        yield from _possible(ban, ("never", number), transitions)
        for other, wanted in enumerate(scenario.expect):
            if _bans(ban, wanted):
                yield ("never", number), f"bans what expect[{other}] requires: no run could pass"


def wrong_changes(scenario: Scenario, settings: MotionSettings | None) -> Iterator[Mistake]:
    """Yield all mistakes in changes of the walk, each based on those before it.

    Args:
        scenario: The scenario.
        settings: Parameters with which the robot starts; None for those that ship with the program.
    """
    if not scenario.changes:
        return
    settings = settings or load_settings()
    walk = WalkChange(settings.walking, settings.profile)
    for number, entry in enumerate(scenario.timeline):
        if entry.change is None:
            continue
        try:
            walk = load_change(settings, walk, entry.change)
        except ConfigError as error:
            path = ("timeline", number, "change")
            for item in error.problems:
                if item.file == entry.change.file:
                    yield (*path, "patch"), _in_patch(entry.change.patch, item)
                else:  # what does not suit the change any more
                    yield path, str(item)


def _in_patch(patch: str, problem: Problem) -> str:
    """Return a mistake with its line and key in the text of a patch."""
    line = f"in its line {problem.line}" if "\n" in patch.strip() else ""
    where = ", ".join(filter(None, (line, problem.path)))
    return f"{where}: {problem.message}" if where else problem.message


def _bans(ban: Ban, wanted: Expectation) -> bool:
    """Return whether every transition that meets the expectation is banned."""
    first, last = wanted.between or (0.0, math.inf)
    until = math.inf if ban.before is None else ban.before
    return (
        ban.event in (None, wanted.event)
        and (ban.leaf is None or (wanted.leaf is not None and lies_in(wanted.leaf, ban.leaf)))
        and ban.after <= first
        and last <= until
    )


def _without_ball(scenario: Scenario) -> Iterator[Mistake]:
    """Yield every request that needs a ball if none can be seen: it would have no effect."""
    lacks = []
    if not scenario.sight:
        lacks.append("'sight: true'")
    if not any(isinstance(entry.prop, Ball) for entry in scenario.props):
        lacks.append("a ball to the props")
    for number, entry in enumerate(scenario.timeline):
        asked = entry.request
        if not lacks or asked is None:
            continue
        place = ("timeline", number, "request")
        if asked.motion.needs_a_ball:
            text = f"{asked.motion.value} needs a ball in sight: add "
            yield (*place, "motion"), text + " and ".join(lacks)
        elif asked.while_rolling is not None:
            text = "while_rolling needs a ball in sight: add "
            yield (*place, "while_rolling"), text + " and ".join(lacks)


def _undeclared(scenario: Scenario, specials: Sequence[str]) -> Iterator[Mistake]:
    """Yield every request for a special motion that is not declared."""
    for number, entry in enumerate(scenario.timeline):
        try:
            if entry.request is not None:
                demand_special(entry.request.request, specials)
        except UnknownSpecialError as error:
            yield (
                ("timeline", number, "request", "special"),
                f"{error} ({error.hint.removesuffix('.')})",
            )


def _without_own_place(scenario: Scenario) -> Iterator[Mistake]:
    """Yield every request for a target on the field: without sight the robot has no pose on it."""
    for number, entry in enumerate(scenario.timeline):
        if entry.request is None or entry.request.motion.needs_a_ball:  # already reported
            continue
        for name in ("walk_to", "free_ball"):
            wish = getattr(entry.request, name)
            if wish is not None and wish.frame is TargetFrame.FIELD:
                path = ("timeline", number, "request", name, "frame")
                yield path, _NO_PLACE


def _timeline(timeline: tuple[TimelineEntry, ...], end: float) -> Iterator[Mistake]:
    holding = [e for e in timeline if e.disturb and isinstance(e.disturb.kind, Lift | HoldUpright)]
    held_from = min((entry.earliest for entry in holding), default=math.inf)
    asked: dict[tuple[object, ...], int] = {}
    for number, entry in enumerate(timeline):
        place = ("timeline", number)
        if entry.earliest >= end:
            key = "at_s" if entry.after is None else "delay_s" if entry.delay else "from_s"
            yield (*place, key), f"{entry.earliest:g} s is too late: the run lasts {end:g} s"
        if entry.request is not None:
            when = (entry.at, entry.after, entry.from_, entry.delay)
            if when in asked:
                text = f"replaces the request of timeline[{asked[when]}], which has the same time"
                yield (*place, "request"), text
            asked[when] = number
            yield from _wrong_units(entry.request, (*place, "request"))
        if entry.disturb is not None:
            yield from _disturbance(entry, place, end, held_from)


def _disturbance(
    entry: TimelineEntry, place: DataPath, end: float, held_from: float
) -> Iterator[Mistake]:
    assert entry.disturb is not None
    what, path = entry.disturb.kind, (*place, "disturb", entry.disturb.name)
    latest = end if entry.at is None else entry.at
    if isinstance(what, PutDown | LetGo) and latest < held_from:
        yield path, "nobody holds the robot: 'lift' or 'hold_upright' must come first"
    if isinstance(what, Spoil | FreezeValue | ShiftValue):
        if wrong := wrong_place(what.field, what.index):
            yield (*path, "index"), wrong
    lasts = getattr(what, "duration", 0.0)
    if entry.earliest < end < entry.earliest + lasts < math.inf:
        until = entry.earliest + lasts
        yield (*path, "duration_s"), f"lasts until {until:g} s, but the run ends at {end:g} s"


def _expectations(expect: tuple[Expectation, ...], end: float) -> Iterator[Mistake]:
    """Yield expectations that cannot be met, from the earliest time at which each can occur."""
    earliest = 0.0
    for number, wanted in enumerate(expect):
        place = ("expect", number)
        earliest += wanted.not_before
        if wanted.between is not None:
            begin, until = wanted.between
            earliest = max(earliest, begin)
            if until > end:
                yield (*place, "between_s"), f"ends at {until:g} s, but the run ends at {end:g} s"
            elif earliest > until:
                yield (
                    (*place, "between_s"),
                    f"ends before {earliest:g} s, its earliest possible time",
                )
        if wanted.within is not None and wanted.within > end:
            text = f"{wanted.within:g} s can never elapse: the run lasts {end:g} s"
            yield (*place, "within_s"), text
        if earliest >= end:
            yield place, f"cannot occur before {earliest:g} s: the run lasts {end:g} s"
            return


def _window_of(ban: Ban, place: DataPath, end: float) -> Iterator[Mistake]:
    if ban.after >= end:
        yield (*place, "after_s"), f"bans nothing: the run lasts {end:g} s (got {ban.after:g})"
    elif ban.before is not None and ban.before > end:
        yield (*place, "before_s"), f"the run ends earlier, at {end:g} s (got {ban.before:g})"
    elif ban.before is not None and ban.before <= ban.after:
        yield (*place, "before_s"), f"bans nothing: the ban begins at {ban.after:g} s"


def _possible(
    wanted: Expectation | Ban, place: DataPath, transitions: Transitions
) -> Iterator[Mistake]:
    """Yield a mistake if no row of the table makes the named transition."""
    leads = [leaf for event, leaf in transitions if wanted.event in (None, event)]
    if not any(wanted.leaf is None or lies_in(leaf, wanted.leaf) for leaf in leads):
        told = ", ".join(sorted(set(leads)))
        if wanted.event is None:
            yield (*place, "leaf"), f"no transition leads to {wanted.leaf}"
        else:
            yield (*place, "leaf"), f"{wanted.event} never leads to {wanted.leaf}, only to {told}"


def _wrong_units(given: Any, path: DataPath) -> Iterator[Mistake]:
    """Yield every number of a request that is probably in the wrong unit.

    The robot would step on the spot or stay where it is. A program may request that, as the last
    steps of a path do; in a file, nobody writes it on purpose.
    """
    if isinstance(given, ReplayedStep):  # recorded: a step may be as short as it likes
        return
    kind: type = type(given)
    for text, key in keys_of(kind).items():
        value = getattr(given, key.name)
        where = (*path, text)
        if is_dataclass(value):
            yield from _wrong_units(value, where)
        elif isinstance(value, tuple) and key.suffix == "mm":
            yield from _of_places(value, where)
        elif isinstance(value, float) and key.name == "length":
            yield from _of_places((value,), where)
        elif isinstance(value, tuple):
            for index, item in enumerate(value):
                if is_dataclass(item):
                    yield from _wrong_units(item, (*where, index))
        elif isinstance(value, float) and key.suffix in MISTAKABLE and key.name not in ("x", "y"):
            yield from ((where, question) for question in _about_number(value, key))
    place = tuple(getattr(given, name, None) for name in ("x", "y"))
    if None not in place:  # a dribble may have a direction instead
        yield from _of_places((place,), path)


def _about_number(value: float, key: Key) -> Iterator[str]:
    """Yield a question about a number if it is probably in the wrong unit."""
    written = value / UNITS[key.suffix].to_si
    if _suspicious(written, key.suffix):
        speed = key.name in ("forward", "left", "turn") and key.suffix != "deg"
        yield which_unit(written, key.suffix) + (_ON_THE_SPOT if speed else "")


def _of_places(given: tuple[Any, ...], path: DataPath) -> Iterator[Mistake]:
    """Yield a place, or the first of several, that is implausibly near in millimetres."""
    for point in given if given and isinstance(given[0], tuple) else (given,):
        far = 1e3 * max(map(abs, point), default=0.0)
        if SMALLEST_WRITTEN <= far < FURTHEST:
            yield path, which_unit(far, "mm")
            return


def _suspicious(written: float, suffix: str) -> bool:
    size = abs(written)
    if suffix == "deg":
        return any(abs(size - turn) < _ROUNDED for turn in _RADIANS)
    return SMALLEST_WRITTEN <= size < 1.0
