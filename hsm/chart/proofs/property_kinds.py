"""What can be claimed about a chart and proven by the checker: data, one object per claim.

A response says where the robot is one tick after a fact. An invariant says which states can follow
which. A bounded response says that a request, held, is fulfilled in time; the bounds themselves are
computed, and frozen in a test.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Response:
    """One tick after a fact holds, the robot is where it belongs, whatever else is true.

    Attributes:
        given: Facts that hold, those included that exclude an answer of higher rank.
        scope: States in which it is promised; patterns as in a row.
        goal: Where the robot must then be; `*` as in a row.
        exempt: Where it is not promised, and why.
    """

    given: str
    scope: tuple[str, ...]
    goal: str
    exempt: str = ""


@dataclass(frozen=True, slots=True)
class Invariant:
    """A statement about which state follows which, over all leaves and all combinations of facts.

    Every transition that leaves `source` for a leaf outside of it, or enters `dest` from outside,
    is looked at; an empty `source` or `dest` stands for every state.

    Attributes:
        text: The invariant as a sentence.
        source: Where transitions come from.
        dest: Where they lead to.
        never: There is no such transition.
        only: They lead to (if `dest` is empty) or come from (if `source` is empty) these alone.
        needs: Fact that each of them demands.
    """

    text: str
    source: str = ""
    dest: str = ""
    never: bool = False
    only: tuple[str, ...] = ()
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A state that no leaf outside of it leads to while some facts hold, whatever else is true.

    Attributes:
        text: The refusal as a sentence.
        given: Facts that hold.
        dest: The state that is not entered.
        source: Where from; every state outside of `dest` if empty.
    """

    text: str
    given: str
    dest: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """A fact that every leaf of a component must ask, whatever state it belongs to.

    Attributes:
        owner: The component, as the leaves name it.
        fact: Which.
        exempt: States that need not, patterns as in a row.
        why: Why they need not.
    """

    owner: str
    fact: str
    exempt: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class BoundedResponse:
    """A request that is held until it is fulfilled, in bounded time.

    Attributes:
        name: What a person wants.
        given: The decision while it is held.
        goal: States that fulfil it.
        starts: States for which a bound is promised.
        undisturbed: What holds meanwhile, if it is not what holds for all of them.
    """

    name: str
    given: str
    goal: tuple[str, ...]
    starts: tuple[str, ...]
    undisturbed: str = ""


@dataclass(frozen=True, slots=True)
class Tries:
    """A sequence that may fail only so many times.

    Attributes:
        start: Where the first try begins.
        failed: State that is entered once per failure.
        limit: Failures after which `left` is false.
        left: Fact that says that another try is allowed.
        goal: States that end it, for better or worse.
        given: What is known to hold.
    """

    start: str
    failed: str
    limit: int
    left: str
    goal: tuple[str, ...]
    given: str


@dataclass(frozen=True, slots=True)
class Properties:
    """All that is claimed about a chart.

    Attributes:
        home: The leaf to which every leaf can return.
        responses: What happens one tick after a fact.
        invariants: Which state follows which.
        refusals: Where the robot never goes while something holds.
        watches: What the leaves of a component must ask.
        undisturbed: What holds while a request is fulfilled without trouble.
        failures: States that are entered by a failure only; no bound leads through them.
        bounded_responses: What is fulfilled in bounded time.
        tries: What may fail only so many times.
        loops: Leaves that the facts alone would drive in a ring of one or two ticks each, and why
            their component ends it.
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
