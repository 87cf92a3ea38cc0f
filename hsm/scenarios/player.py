"""Plays the timeline of a scenario: says in every cycle what is asked and what is done now."""

from hsm.scenarios.disturbance import Disturbance
from hsm.scenarios.expectation import is_named
from hsm.scenarios.scenario import Scenario
from hsm.scenarios.timeline import Entry
from hsm.scenarios.verdict import Observed
from motions.requests import MotionRequest


class Script:
    """The running timeline.

    Attributes:
        request: What the behaviour asks for now.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.request = MotionRequest()
        self._all = scenario.timeline
        self._waiting: list[Entry] = list(scenario.timeline)
        self._due: list[tuple[float, Entry]] = []

    def step(self, time: float, transition: Observed | None) -> tuple[Disturbance, ...]:
        """Go on to a time.

        Call it once per cycle, before the robot moves on.

        Args:
            time: Time of the run, s.
            transition: The transition of the last cycle, if there was one.

        Returns:
            The disturbances that begin now, in the order of the file.
        """
        for entry in list(self._waiting):
            begin = _begin(entry, time, transition)
            if begin is not None:
                self._waiting.remove(entry)
                self._due.append((begin, entry))
        now = [entry for begin, entry in self._due if begin <= time]
        self._due = [(begin, entry) for begin, entry in self._due if begin > time]
        for entry in now:
            if entry.request is not None:
                self.request = entry.request.request
        return tuple(entry.disturb for entry in now if entry.disturb is not None)

    @property
    def never_happened(self) -> tuple[Entry, ...]:
        """The entries whose time has not come, in the order of the file."""
        left = [*map(id, self._waiting), *(id(entry) for _, entry in self._due)]
        return tuple(entry for entry in self._all if id(entry) in left)


def _begin(entry: Entry, time: float, transition: Observed | None) -> float | None:
    """Return when an entry begins once that is known."""
    if entry.after is None:
        return entry.earliest
    if transition is None or transition.time < entry.from_:
        return None
    named = is_named(entry.after, transition.event, transition.dest)
    return transition.time + entry.delay if named else None
