"""What a run came to, in the few numbers that a person asks for."""

from collections.abc import Sequence
from dataclasses import dataclass

from hsm.chart import Transition
from hsm.chart.leaves import GET_UP, STAND, WALK
from hsm.control.assembly import load_robot
from hsm.runs.falls.evidence import begins_fall
from hsm.scenarios.distance_check import told
from hsm.scenarios.errand_watch import UndoneErrand
from hsm.simulated.asked_course import ERRANDS, asked_course, beyond_profile
from hsm.simulated.distance_walked import can_walk, ways
from hsm.simulated.history import History
from motions.walking.parameters import SpeedProfile


@dataclass(frozen=True, slots=True)
class Summary:
    """A run in numbers.

    Attributes:
        seconds: Simulated time, s.
        way: How far a robot that walked or could have went while a speed was asked, in words; empty
            if none was. What it drifts and turns otherwise is in `end` only.
        falls: How often fall protection began.
        get_up_times: From the start of every get-up until it handed over, s.
        end: Where it ended and where it was asked to, in words; empty if no walk was asked.
        beyond: What was asked beyond the profile, a sentence each.
        ball: Where the ball went, in words; empty without one.
        undone: What was asked and never begun.
    """

    seconds: float
    way: str
    falls: int
    get_up_times: tuple[float, ...]
    end: str = ""
    beyond: tuple[str, ...] = ()
    ball: str = ""
    undone: tuple[UndoneErrand, ...] = ()

    def __str__(self) -> str:
        way = f"while a speed was requested: {self.way}; " if self.way else ""
        parts = [f"fell {self.falls}x" if self.falls else "never fell"]
        if self.get_up_times:
            parts.append(f"got up in {', '.join(f'{time:.1f}' for time in self.get_up_times)} s")
        return way + ", ".join(parts)


def summarise(
    history: History,
    transitions: Sequence[Transition],
    profile: SpeedProfile | None = None,
    undone: Sequence[UndoneErrand] = (),
) -> Summary:
    """Return the numbers of a run; the fastest walk that may be asked for is compared if given."""
    walks = any(
        request.motion in ERRANDS or request.wants_to_move for _, request in history.requests
    )
    return Summary(
        seconds=len(history) * load_robot().cycle,
        way=told(ways(history, can_walk(history))),
        falls=sum(map(begins_fall, transitions)),
        get_up_times=tuple(_get_ups(transitions)),
        end=str(asked_course(history)) if walks else "",
        beyond=() if profile is None else beyond_profile(history, profile),
        ball="" if history.ball is None else str(history.ball),
        undone=tuple(undone),
    )


def _get_ups(transitions: Sequence[Transition]) -> list[float]:
    """Return how long every get-up took that ended in another state that stands or walks."""
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
