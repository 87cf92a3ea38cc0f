"""What is promised about the robot's chart and proven by the checker: data, one line per promise.

A response says where the robot is one tick after a fact. A law says which states can follow which.
A wish says how long the robot may need at most to fulfil it; the bounds themselves are computed,
and frozen in a test.
"""

from dataclasses import dataclass, field
from typing import Final


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
class Law:
    """A statement about which state follows which, over all leaves and all combinations of facts.

    Every transition that leaves `source` for a leaf outside of it, or enters `dest` from outside,
    is looked at; an empty `source` or `dest` stands for every state.

    Attributes:
        text: The law as a sentence.
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
class Wish:
    """A wish that is held until it is fulfilled.

    Attributes:
        name: What a person wants.
        given: The decision while it is held.
        goal: States that fulfil it.
        starts: States for which a bound is promised.
        undisturbed: What holds meanwhile, if it is not what holds for all wishes.
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
class Promises:
    """All that a chart promises.

    Attributes:
        home: The leaf to which every leaf can return.
        responses: What happens one tick after a fact.
        laws: Which state follows which.
        refusals: Where the robot never goes while something holds.
        undisturbed: What holds while a wish is fulfilled without trouble.
        failures: States that are entered by a failure only; no bound leads through them.
        wishes: What is fulfilled in bounded time.
        tries: What may fail only so many times.
        loops: Leaves that the facts alone would drive in a ring of one or two ticks each, and why
            their component ends it.
    """

    home: str
    responses: tuple[Response, ...] = ()
    laws: tuple[Law, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    undisturbed: str = ""
    failures: tuple[str, ...] = ()
    wishes: tuple[Wish, ...] = ()
    tries: tuple[Tries, ...] = ()
    loops: dict[frozenset[str], str] = field(default_factory=dict)


_STEP_BETWEEN = "`done` means that a whole delay or a whole step has passed in the leaf itself"
_IN_ORDER = "frames_ok & !hw_fault & !force_limp"
_UPRIGHT = ("Stand", "WalkDelayPhase", "WalkPhase")
_KEYFRAMES = tuple(f"KeyframePhase.{kind}" for kind in ("GetUp", "SitDown", "Dive", "Special"))
_HELD = ("FallProtection", "PickedUp", "Freeze")

PROMISES: Final = Promises(
    home="Stand.Normal",
    responses=(
        Response("!frames_ok", ("Active", "Fault"), "Off"),
        Response("hw_fault", ("Active",), "Fault", "Off has no joints to damp"),
        Response("force_limp & frames_ok & !hw_fault", ("Active",), "Limp", "Fault stays Fault"),
        Response(
            f"falling & {_IN_ORDER}", ("Upright", "KeyframePhase.Special", "Freeze"),
            "FallProtection",
            "motions from the ground break up; in PickedUp and Limp it would be harmful or useless",
        ),
        Response(
            f"falling & began_upright & {_IN_ORDER}",
            ("KeyframePhase.*.{Execute, Wait, BalanceOut, Done}",), "FallProtection",
            "BreakUp and HelpMe are soft already, Decide lasts one tick",
        ),
        Response(
            f"lying & {_IN_ORDER}",
            ("Upright", f"{_KEYFRAMES[3]}.{{Execute, Wait, BalanceOut, Done}}", "PickedUp"),
            "FallProtection",
            "on the ground already: FallProtection, get-ups, Limp, and dives while they are asked",
        ),
        Response(
            f"!upright & !falling & link_ok & !lifted & !head_touch & {_IN_ORDER}",
            ("KeyframePhase.GetUp.Done",), "KeyframePhase.GetUp.BreakUp",
        ),
        Response(
            f"!link_ok & !falling & !lying & {_IN_ORDER}",
            ("Upright", "KeyframePhase", "PickedUp", "Freeze"), "Freeze",
            "Limp is soft; FallProtection stays soft",
        ),
        Response(
            f"lifted & link_ok & {_IN_ORDER}",
            ("Upright", "FallProtection", "KeyframePhase.Special", "KeyframePhase.GetUp.Done"),
            "PickedUp",
            "both feet are off the ground in every get-up; Freeze leaves by itself after 0.5 s",
        ),
        Response(
            f"torso_out & link_ok & !lifted & !falling & !lying & !head_touch & {_IN_ORDER}",
            ("KeyframePhase.*.{Execute, Wait, BalanceOut, Done}",), "KeyframePhase.*.BreakUp",
        ),
        Response(
            f"head_touch & link_ok & !lifted & !falling & {_IN_ORDER}",
            ("KeyframePhase.GetUp.{Execute, Wait, BalanceOut, Done, BreakUp, HelpMe}",),
            "KeyframePhase.GetUp.Execute", "Decide lasts one tick",
        ),
    ),
    laws=(
        Law("Off leads only to Limp and Freeze", source="Off", only=("Limp", "Freeze")),
        Law("Fault is left through Limp, or without frames", source="Fault", only=("Limp", "Off")),
        Law("Limp is left through Stand only", source="Limp", only=("Stand", "Fault", "Off")),
        Law("Stand leads to Walk only with walk_req", source="Stand", dest="Walk",
            needs="walk_req"),
        *(Law(f"Walk leads to no {kind.split('.')[1]}", source="Walk", dest=kind, never=True)
          for kind in _KEYFRAMES if not kind.endswith("Dive")),
        Law("only a keeper's jump leaves Walk for the ground", source="Walk",
            dest="KeyframePhase.Dive", needs="jump_req"),
        Law("a get-up ends in a walk step, not in Stand", source="KeyframePhase.GetUp",
            dest="Stand", never=True),
        Law("a sit-down never leads to Stand or Walk without a get-up",
            source="KeyframePhase.SitDown", dest="Upright", never=True),
        Law("FallProtection is entered only from Upright, KeyframePhase, PickedUp and Freeze",
            dest="FallProtection", only=("Upright", "KeyframePhase", "PickedUp", "Freeze")),
        *(Law(f"{kind.split('.')[1]} is a fall only for who began upright", source=kind,
              dest="FallProtection", needs="began_upright") for kind in _KEYFRAMES[:3]),
        Law("who is in somebody's hands is on the ground only when lying", source="PickedUp",
            dest="FallProtection", needs="lying"),
        Law("PickedUp is entered only from Upright, FallProtection, Special, the end of a get-up",
            dest="PickedUp", only=("Upright", "FallProtection", "KeyframePhase.Special",
                                   "KeyframePhase.GetUp.Done")),
        Law("a dive never leads to Stand or Walk without a get-up", source="KeyframePhase.Dive",
            dest="Upright", never=True),
        Law("Dive is entered only from Stand and Walk", dest="KeyframePhase.Dive",
            only=("Stand", "Walk")),
        Law("Special is entered only from Stand", dest="KeyframePhase.Special", only=("Stand",)),
        Law("SitDown is entered only from Stand, PickedUp and the end of a dive",
            dest="KeyframePhase.SitDown",
            only=("Stand", "PickedUp", "KeyframePhase.Dive.Done")),
        Law("asking for help follows a break-up", dest="KeyframePhase.GetUp.HelpMe",
            only=("KeyframePhase.GetUp.BreakUp",)),
    ),
    refusals=(
        Refusal("nobody who lies comes to stand or walk", "lying", "Upright"),
        Refusal("no get-up hands over a robot that is not upright", "!upright", "Walk",
                "KeyframePhase"),
        Refusal("no get-up hands over a robot that falls", "falling", "Walk", "KeyframePhase"),
    ),
    undisturbed="frames_ok & link_ok & !hw_fault & !force_limp & !head_touch & !falling & calm"
    " & contact & upright & !torso_out & tries_left",
    failures=("KeyframePhase.*.BreakUp",),
    wishes=(
        Wish("stand", "!walk_req & !get_up_req & !limp_req & !high_req & !special_req & !dive_req",
             ("Stand.Normal",),
             (*_UPRIGHT, *_KEYFRAMES, *_HELD, "Limp")),
        Wish("stand high", "high_req", ("Stand.High",),
             (*_UPRIGHT, *_KEYFRAMES, *_HELD, "Limp")),
        Wish("special", "special_req", ("KeyframePhase.Special",),
             (*_UPRIGHT, *_KEYFRAMES[:3], *_HELD, "Limp")),
        Wish("dive", "dive_req", ("KeyframePhase.Dive",),
             (*_UPRIGHT, "PickedUp", "Freeze")),
        Wish("jump with the feet together", "jump_req & feet_closed", ("KeyframePhase.Dive",),
             (*_UPRIGHT, "PickedUp", "Freeze")),
        Wish("walk", "walk_req", ("Walk",), ("Stand", *_KEYFRAMES, *_HELD, "Limp")),
        Wish("limp", "limp_req", ("Limp", "KeyframePhase.SitDown.Done"),
             (*_UPRIGHT, *_KEYFRAMES, *_HELD)),
        Wish("get up", "get_up_req", ("KeyframePhase.GetUp",), ("Stand", "FallProtection")),
        Wish("get up from the ground", "get_up_req", ("KeyframePhase.GetUp",),
             (*_UPRIGHT, "FallProtection", "PickedUp"),
             undisturbed=f"{_IN_ORDER} & lying & calm"),
    ),
    tries=(
        Tries(
            start="KeyframePhase.GetUp.Decide", failed="KeyframePhase.GetUp.BreakUp", limit=6,
            left="tries_left", goal=("Stand.Normal", "KeyframePhase.GetUp.HelpMe"),
            given="frames_ok & link_ok & !hw_fault & !force_limp & !head_touch & !falling"
            " & contact & !walk_req & !get_up_req & !limp_req & !special_req & !dive_req",
        ),
    ),
    loops={
        frozenset({"WalkDelayPhase", "WalkPhase.Starting"}): _STEP_BETWEEN,
        frozenset({"WalkDelayPhase", "WalkPhase.Stepping"}): _STEP_BETWEEN,
        frozenset({"WalkPhase.EmergencyStand", "WalkPhase.EmergencyStep"}): _STEP_BETWEEN,
        **{frozenset({f"KeyframePhase.Dive.{x}" for x in ("Decide", "Execute", *third)}):
            "`mismatch` is false once Decide has chosen the jump that is asked"
           for third in ((), ("Wait",), ("Done",))},
        frozenset({f"KeyframePhase.Special.{x}" for x in ("Decide", "Execute", "Done")}):
            "`done` means in Execute that the whole motion was played",
        frozenset({f"KeyframePhase.GetUp.{x}" for x in ("Execute", "BreakUp", "HelpMe")}):
            "entering Execute by `helped` resets the tries and forgives a motor that was broken"
            " when the person came, so tries_left is true again",
    },
)  # fmt: skip
