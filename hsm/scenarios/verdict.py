"""Judges a run by the expected transitions, their order and times, and by the banned ones.

An entry of the timeline that was not reached is a failure, and so is a requested distance that was
not covered. In a scenario without expectations both are notes.

Expectations are matched as a subsequence of the transitions: others may occur in between. If
several assignments are possible, one that meets all expectations suffices. A failure reports how
far the run got and what happened instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Protocol

from hsm.scenarios.distance_check import WalkedDistance, unmet
from hsm.scenarios.expectation import Ban, Expectation, is_named, lies_in
from hsm.scenarios.scenario import Scenario
from hsm.scenarios.timeline import TimelineEntry

_TOLD = 6

Missed = tuple[str, float | None]
"""A failure in words, and the time from which on it was certain, s; None for the end of the run."""


class Observed(Protocol):
    """A transition of a trace; leaves by their short names, time in s."""

    @property
    def time(self) -> float: ...  # noqa: D102
    @property
    def source(self) -> str: ...  # noqa: D102
    @property
    def dest(self) -> str: ...  # noqa: D102
    @property
    def event(self) -> str: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of judging a run by its scenario.

    Attributes:
        passed: Whether the run met all demands.
        failures: One text per failure; empty if passed.
        expected: The scenario has demands; without them, passing means little.
        notes: Texts that would be failures if the scenario had demands.
        failed_at: Time from which on an expectation could no longer be met, or of a banned
            transition, s; None if the end of the run decided.
    """

    passed: bool
    failures: tuple[str, ...]
    expected: bool = True
    notes: tuple[str, ...] = ()
    failed_at: float | None = None

    def __str__(self) -> str:
        if self.failures:
            return "\n".join(self.failures)
        result = "passed" if self.expected else "no expectations given"
        return "\n".join([result, *(f"note: {note}" for note in self.notes)])


def verdict(
    scenario: Scenario,
    transitions: Sequence[Observed],
    never_happened: Sequence[TimelineEntry] = (),
    ways: Sequence[WalkedDistance] = (),
    said: str = "",
) -> Verdict:
    """Judge a run.

    Args:
        scenario: The scenario.
        transitions: Transitions of the run, in order of time.
        never_happened: Entries of the timeline that were not reached.
        ways: Distances covered for every requested speed, in the time without disturbances.
        said: The robot's own report of lack of progress.
    """
    missed = [
        *_expectations(scenario.expect, transitions),
        *(each for ban in scenario.never for each in _violations(ban, transitions)),
    ]
    failures = [
        *(_not_reached(entry, scenario, transitions) for entry in never_happened),
        *(text for text, _ in missed),
        *_ending(scenario, transitions),
        *unmet(scenario.way, ways, said),
    ]
    if not scenario.expects:
        return Verdict(passed=True, failures=(), expected=False, notes=tuple(failures))
    failed_at = next((at for _, at in missed if at is not None), None)
    return Verdict(not failures, tuple(failures), failed_at=failed_at)


def _is(transition: Observed, wanted: Expectation | Ban) -> bool:
    right_event = wanted.event is None or transition.event == wanted.event
    return right_event and (wanted.leaf is None or lies_in(transition.dest, wanted.leaf))


def _in_time(wanted: Expectation, time: float, before: float) -> bool:
    since = time - before
    if wanted.between is not None and not wanted.between[0] <= time <= wanted.between[1]:
        return False
    return wanted.not_before <= since and (wanted.within is None or since <= wanted.within)


def _expectations(expect: Sequence[Expectation], run: Sequence[Observed]) -> list[Missed]:
    """Return a failure for the first expectation that is not met, or an empty list."""
    # Without `within` and `directly` in those that follow, a later match is never better than the
    # earliest: trying all of them would take minutes in a long run.
    earliest_is_best = [
        not any(later.directly or later.within is not None for later in expect[number:])
        for number in range(1, len(expect) + 1)
    ]

    @cache
    def best(index: int, last: int) -> tuple[int, ...]:
        """Return the longest chain of matches starting at an expectation, after a transition."""
        if index == len(expect):
            return ()
        before = run[last].time if last >= 0 else 0.0
        longest: tuple[int, ...] = ()
        end = last + 2 if expect[index].directly else len(run)
        for here in range(last + 1, min(end, len(run))):
            if _is(run[here], expect[index]) and _in_time(expect[index], run[here].time, before):
                chain = (here, *best(index + 1, here))
                if len(chain) > len(longest):
                    longest = chain
                if len(longest) == len(expect) - index or earliest_is_best[index]:
                    break
        return longest

    chain = best(0, -1)
    if len(chain) == len(expect):
        return []
    return [_missed(expect, chain, run)]


def _missed(
    expect: Sequence[Expectation], chain: tuple[int, ...], run: Sequence[Observed]
) -> Missed:
    """Return how far the run got, what was missing and what happened instead."""
    index = len(chain)
    wanted, last = expect[index], chain[-1] if chain else -1
    after = f"after {_told(run[last])}" if chain else "after the start"
    later = run[last + 1 :]
    text = f"expectation {index + 1} of {len(expect)}, {_named(wanted)}{_when(wanted)}, "
    text += f"was not met {after}: "
    matches = [transition for transition in later if _is(transition, wanted)]
    if matches and wanted.directly and matches[0] is not later[0]:
        text += f"{_told(later[0])} occurred in between"
    elif matches:
        text += f"it occurred at {', '.join(f'{item.time:.2f}' for item in matches[:_TOLD])} s"
    elif later:
        text += f"instead, there was {_merged(later)}"
    else:
        text += "there were no more transitions"
    ends: list[float] = []
    if wanted.within is not None:
        ends.append(wanted.within + (run[last].time if chain else 0.0))
    if wanted.between is not None:
        ends.append(wanted.between[1])
    if wanted.directly and later:
        ends.append(later[0].time)
    return text, min(ends, default=None)


def _merged(later: Sequence[Observed]) -> str:
    """Return the first transitions as text; those that repeat the one before are counted."""
    runs = [list(same) for _, same in groupby(later, key=lambda item: (item.event, item.dest))]
    told = [_told_once(same) for same in runs[:_TOLD]]
    more = sum(map(len, runs[_TOLD:]))
    return ", ".join(told) + (f" and {more} more" if more else "")


def _told_once(same: Sequence[Observed]) -> str:
    told = _told(same[0])
    if len(same) == 1:
        return told
    return f"{told} ({len(same)} times until {same[-1].time:.2f} s)"


def _violations(ban: Ban, run: Sequence[Observed]) -> list[Missed]:
    until = float("inf") if ban.before is None else ban.before
    hits = [item for item in run if _is(item, ban) and ban.after <= item.time <= until]
    if not hits:
        return []
    because = getattr(hits[0], "because", "")
    reason = f" because {because}" if because else ""
    count = f", {len(hits)} times in total" if len(hits) > 1 else ""
    text = f"{_named(ban)} must not occur, but there was {_told(hits[0])}{reason}{count}"
    return [(text, hits[0].time)]


def _ending(scenario: Scenario, run: Sequence[Observed]) -> list[str]:
    if scenario.finally_ is None:
        return []
    leaf = run[-1].dest if run else scenario.start.begins_in
    if leaf is not None and lies_in(leaf, scenario.finally_):
        return []
    since = f" since {run[-1].time:.2f} s" if run else ""
    return [f"the run ended in {leaf or 'its first leaf'}{since}, not in {scenario.finally_}"]


def _not_reached(entry: TimelineEntry, scenario: Scenario, run: Sequence[Observed]) -> str:
    """Return which entry of the timeline was not reached, and why."""
    number = next(i for i, item in enumerate(scenario.timeline, 1) if item is entry)
    text = f"entry {number} of {len(scenario.timeline)} of the timeline, {entry}, was not reached: "
    if entry.after is None:
        return f"{text}the run lasts {scenario.duration:g} s"
    for item in run:
        if item.time >= entry.from_ and is_named(entry.after, item.event, item.dest):
            due = f" and the entry is due {entry.delay:g} s later" if entry.delay else ""
            return f"{text}{_told(item)} occurred{due}, but the run lasts {scenario.duration:g} s"
    since = f" from {entry.from_:g} s on" if entry.from_ else ""
    return f"{text}{entry.after} never occurred{since}"


def _named(wanted: Expectation | Ban) -> str:
    if wanted.event is None:
        return f"{wanted.leaf}"
    return wanted.event if wanted.leaf is None else f"{wanted.event} to {wanted.leaf}"


def _when(wanted: Expectation) -> str:
    parts = []
    if wanted.between is not None:
        parts.append(f"between {wanted.between[0]:g} and {wanted.between[1]:g} s")
    if wanted.not_before:
        parts.append(f"not before {wanted.not_before:g} s")
    if wanted.within is not None:
        parts.append(f"within {wanted.within:g} s")
    if wanted.directly:
        parts.append("directly")
    return " " + ", ".join(parts) if parts else ""


def _told(transition: Observed) -> str:
    return f"{transition.event} to {transition.dest} at {transition.time:.2f} s"
