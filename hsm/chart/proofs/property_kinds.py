"""Kinds of properties that the checker can prove about a chart: data, one object per claim.

A response states where the robot is one tick after a fact. An invariant states which states can
follow which. A bounded response states that a held request is fulfilled in bounded time; the bounds
themselves are computed, and frozen in a test.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Response:
    """A claim that the robot is in a state one tick after a fact, whatever else is true.

    Attributes:
        given: Facts that hold, including those that exclude rows of higher rank.
        scope: States for which it is claimed; patterns as in a row.
        goal: State in which the robot must then be; `*` as in a row.
        exempt: Where it is not claimed, and why.
    """

    given: str
    scope: tuple[str, ...]
    goal: str
    exempt: str = ""


@dataclass(frozen=True, slots=True)
class Invariant:
    """A claim about which state follows which, over all leaves and all combinations of facts.

    It covers every transition that leaves `source` for a leaf outside of it, or enters `dest` from
    outside; an empty `source` or `dest` stands for every state.

    Attributes:
        text: The invariant as a sentence.
        source: Source of the transitions.
        dest: Destination of the transitions.
        never: There is no such transition.
        only: They lead only to these (if `dest` is empty), or come only from these (otherwise).
        needs: Fact that the guard of each of them requires.
    """

    text: str
    source: str = ""
    dest: str = ""
    never: bool = False
    only: tuple[str, ...] = ()
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A claim that a state is not entered while some facts hold, whatever else is true.

    Attributes:
        text: The refusal as a sentence.
        given: Facts that hold.
        dest: The state that is not entered.
        source: State from which it is not entered; if empty, every state outside of `dest`.
    """

    text: str
    given: str
    dest: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """A claim that every leaf of a component tests a fact.

    Attributes:
        owner: The component, as named by the leaves.
        fact: The fact.
        exempt: States that need not test it; patterns as in a row.
        why: Reason of the exemption.
    """

    owner: str
    fact: str
    exempt: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class BoundedResponse:
    """A claim that a held request is fulfilled in bounded time.

    Attributes:
        name: Name of the request.
        given: The decision while it is held.
        goal: States that fulfil it.
        starts: States for which a bound is claimed.
        undisturbed: Facts that hold meanwhile, if other than `Properties.undisturbed`.
    """

    name: str
    given: str
    goal: tuple[str, ...]
    starts: tuple[str, ...]
    undisturbed: str = ""


@dataclass(frozen=True, slots=True)
class Tries:
    """A sequence with a limited number of failures.

    Attributes:
        start: State in which the first try begins.
        failed: State that is entered once per failure.
        limit: Failures after which `left` is false.
        left: Fact that states that another try is allowed.
        goal: States that end it, successful or not.
        given: Facts that hold.
    """

    start: str
    failed: str
    limit: int
    left: str
    goal: tuple[str, ...]
    given: str


@dataclass(frozen=True, slots=True)
class Properties:
    """All claimed properties of a chart.

    Attributes:
        home: The leaf to which every leaf can return.
        responses: Where the robot is one tick after a fact.
        invariants: Which state follows which.
        refusals: States that are not entered while some facts hold.
        watches: Facts that the leaves of a component must test.
        undisturbed: Facts that hold while a request is fulfilled without disturbance.
        failures: States that are entered only by a failure; no bound includes them.
        bounded_responses: Requests that are fulfilled in bounded time.
        tries: Sequences with a limited number of failures.
        loops: Leaves between which facts alone would drive a loop of one or two ticks per leaf, and
            why their component ends it.
    """

    home: str
    responses: tuple[Response, ...] = ()
    invariants: tuple[Invariant, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    watches: tuple[Watch, ...] = ()
    undisturbed: str = ""
    failures: tuple[str, ...] = ()
    bounded_responses: tuple[BoundedResponse, ...] = ()
    tries: tuple[Tries, ...] = ()
    loops: dict[frozenset[str], str] = field(default_factory=dict)
