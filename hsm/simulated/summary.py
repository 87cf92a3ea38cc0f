"""Summary of a run in a few numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

from hsm.chart import Transition
from hsm.chart.leaves import GET_UP, STAND, WALK
from hsm.runs.falls.evidence import begins_fall
from hsm.scenarios.distance_check import told
from hsm.scenarios.errand_watch import UndoneErrand
from hsm.simulated.asked_course import ERRANDS, asked_course, beyond_profile
from hsm.simulated.distance_walked import can_walk, ways
from hsm.simulated.history import History


@dataclass(frozen=True, slots=True)
class Summary:
    """A run in numbers.

    Attributes:
        seconds: Simulated time, s.
        way: Walked and requested distance while a speed was requested and the robot could walk, in
            words; empty if none was. Drift and turns at other times affect only `end`.
        falls: Number of times that fall protection started.
        get_up_times: Durations of all get-ups until they handed over, s.
        end: Final and requested pose, in words; empty if no walk was requested.
        beyond: Requests beyond the profile, a sentence each.
        ball: Displacement of the ball, in words; empty without one.
        undone: Requests that were never begun.
    """

    seconds: float
    way: str
    falls: int
    get_up_times: tuple[float, ...]
    end: str = ""
    beyond: tuple[str, ...] = ()
    ball: str = ""
    undone: tuple[UndoneErrand, ...] = ()

    @property
    def ends(self) -> tuple[str, ...]:
        """Return what is known of requests beyond the profile, the final pose and the ball."""
        return (*self.beyond, *filter(None, (self.end, self.ball)))

    def __str__(self) -> str:
        way = f"while a speed was requested: {self.way}; " if self.way else ""
        parts = [f"fell {self.falls}x" if self.falls else "never fell"]
        if self.get_up_times:
            parts.append(f"got up in {', '.join(f'{time:.1f}' for time in self.get_up_times)} s")
        return way + ", ".join(parts)


def summarise(
    history: History,
    transitions: Sequence[Transition],
    undone: Sequence[UndoneErrand] = (),
    *,
    cycle: float,
) -> Summary:
    """Return the summary of a run with cycles of this length, s."""
    walks = any(
        request.motion in ERRANDS or request.wants_to_move for _, request in history.requests
    )
    return Summary(
        seconds=len(history) * cycle,
        way=told(ways(history, can_walk(history))),
        falls=sum(map(begins_fall, transitions)),
        get_up_times=tuple(_get_ups(transitions)),
        end=str(asked_course(history)) if walks else "",
        beyond=beyond_profile(history),
        ball="" if history.ball is None else str(history.ball),
        undone=tuple(undone),
    )


def _get_ups(transitions: Sequence[Transition]) -> list[float]:
    """Return the duration of every get-up that ended in standing or walking, s."""
    times: list[float] = []
    begun: float | None = None
    for transition in transitions:
        inside = transition.dest in GET_UP
        if inside and begun is None:
            begun = transition.time
        elif not inside and begun is not None:
            if transition.dest in STAND or transition.dest in WALK:
                times.append(transition.time - begun)
            begun = None
    return times
