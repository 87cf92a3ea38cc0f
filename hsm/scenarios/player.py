"""Plays the timeline of a scenario: requests and disturbances, cycle by cycle."""

from collections.abc import Callable
from typing import Any

from hardware.disturbance import Disturbance
from hsm.control.loop import Cycle
from hsm.scenarios.expectation import is_named
from hsm.scenarios.scenario import Scenario
from hsm.scenarios.timeline import TimelineEntry
from hsm.scenarios.verdict import Observed
from hsm.settings.change_wish import ChangeWish
from motions.requests import MotionRequest
from motions.sight import Sighting

Disturb = Callable[[float, Disturbance], None]
"""Called with the time in s and the disturbance that starts then, before the robot advances."""

Change = Callable[[ChangeWish], None]
"""Called with a change of the walk's parameters, before the robot advances."""

See = Callable[[], Sighting | None]
"""Called in every cycle, after the robot has advanced; returns what has been seen meanwhile."""


class TimelinePlayer:
    """The running timeline of a scenario: source of requests, sightings and disturbances.

    It also observes the run, because entries may wait for a transition.
    """

    def __init__(self, scenario: Scenario, disturb: Disturb, see: See, change: Change) -> None:
        """Begin the timeline of a scenario."""
        self._wish: MotionRequest | None = MotionRequest()
        self._all = scenario.timeline
        self._waiting = list(range(len(self._all)))
        self._due: list[tuple[float, int]] = []
        self._disturb = disturb
        self._see = see
        self._change = change
        self._time = 0.0
        self._transition: Observed | None = None

    def prepare(self) -> None:
        """Advance to the time of the last cycle and start the entries due now.

        They start in the order of their times; those of the same time in the order of the file.
        """
        time = self._time
        for number in list(self._waiting):
            begin = _begin(self._all[number], self._transition)
            if begin is not None:
                self._waiting.remove(number)
                self._due.append((begin, number))
        now = sorted(due for due in self._due if due[0] <= time)
        self._due = [due for due in self._due if due[0] > time]
        for entry in (self._all[number] for _, number in now):
            if entry.request is not None:
                self._wish = entry.request.request
            elif entry.silence:
                self._wish = None
            if entry.disturb is not None:
                self._disturb(time, entry.disturb.kind)
            if entry.change is not None:
                self._change(entry.change)

    def request(self) -> MotionRequest | None:
        """Return the current request of the behaviour; None while it is silent."""
        return self._wish

    def sight(self) -> Sighting | None:
        """Return the current sighting of the robot's eyes."""
        return self._see()

    def look(self, made: Cycle) -> None:
        """Record the time and the transition of a cycle."""
        self._time, self._transition = made.outcome.robot.time, made.outcome.transition

    def state(self) -> dict[str, Any]:
        """Return the progress of the timeline; entries are given by their index."""
        return {
            "wish": self._wish,
            "waiting": list(self._waiting),
            "due": list(self._due),
            "time": self._time,
            "transition": self._transition,
        }

    def set_state(self, state: dict[str, Any]) -> None:
        """Continue from a state of the same timeline."""
        self._wish = state["wish"]
        self._waiting, self._due = list(state["waiting"]), list(state["due"])
        self._time, self._transition = state["time"], state["transition"]

    @property
    def never_happened(self) -> tuple[TimelineEntry, ...]:
        """The entries that have not started, in the order of the file."""
        left = sorted([*self._waiting, *(number for _, number in self._due)])
        return tuple(self._all[number] for number in left)


def _begin(entry: TimelineEntry, transition: Observed | None) -> float | None:
    """Return the start time of an entry, s; None while it is unknown."""
    if entry.after is None:
        return entry.earliest
    if transition is None or transition.time < entry.from_:
        return None
    named = is_named(entry.after, transition.event, transition.dest)
    return transition.time + entry.delay if named else None
