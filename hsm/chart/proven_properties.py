"""Properties of the robot's chart; `hsm check` proves every one of them."""

from typing import Final

from hsm.chart.proofs.property_kinds import (
    BoundedResponse,
    Invariant,
    Properties,
    Refusal,
    Response,
    Tries,
    Watch,
)

_STEP_BETWEEN = "`done` means that a whole delay or a whole step has passed in the leaf itself"
_NOT_DOWN = "!get_up_req & !squats"
_IN_ORDER = "frames_ok & !hw_fault & !force_limp"
_UPRIGHT = ("Stand", "WalkDelayPhase", "WalkPhase", "InWalkKick", "PreviewWalk", "KickPhase")
_KEYFRAMES = tuple(f"KeyframePhase.{kind}" for kind in ("GetUp", "SitDown", "Dive", "Special"))
_HELD = ("FallProtection", "PickedUp", "Freeze")

PROPERTIES: Final = Properties(
    home="Stand.Normal",
    responses=(
        Response("!frames_ok", ("Active", "Fault"), "Off"),
        Response("hw_fault", ("Active",), "Fault", "Off waits for the link"),
        Response("force_limp & frames_ok & !hw_fault", ("Active",), "Limp", "Fault stays Fault"),
        Response(
            f"falling & {_IN_ORDER}", ("Upright", "KeyframePhase.Special", "Freeze"),
            "FallProtection",
            "motions from the ground break up; in PickedUp and Limp it would be harmful or useless",
        ),
        Response(
            f"falling & began_upright & {_IN_ORDER}",
            ("KeyframePhase.*.{Execute, Wait, BalanceOut, Done}",), "FallProtection",
            "BreakUp and HelpMe are soft already; Decide lasts one tick",
        ),
        Response(
            f"lying & {_IN_ORDER}",
            ("Upright", f"{_KEYFRAMES[3]}.{{Execute, Wait, BalanceOut, Done}}", "PickedUp"),
            "FallProtection",
            "on the ground already: FallProtection, get-ups, Limp, dives while requested",
        ),
        Response(
            f"!upright & !falling & link_ok & !lifted & !head_touch & {_IN_ORDER}",
            ("KeyframePhase.GetUp.Done",), "KeyframePhase.GetUp.BreakUp",
        ),
        Response(
            f"!link_ok & !falling & !lying & {_IN_ORDER}",
            ("Upright", "KeyframePhase", "PickedUp", "Freeze"), "Freeze",
            "Limp and FallProtection are soft already",
        ),
        Response(
            f"lifted & link_ok & {_IN_ORDER}",
            ("Upright", "FallProtection", "KeyframePhase.Special", "KeyframePhase.GetUp.Done"),
            "PickedUp",
            "both feet are off the ground in every get-up; Freeze ends after 0.5 s anyway",
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
    invariants=(
        Invariant("Off leads only to Limp, Freeze and Fault", source="Off",
            only=("Limp", "Freeze", "Fault")),
        Invariant("Fault is left through Limp, or without frames", source="Fault",
            only=("Limp", "Off")),
        Invariant("Limp is left through Stand only", source="Limp", only=("Stand", "Fault", "Off")),
        *(Invariant(f"Stand leads to {kind} only with walk_req", source="Stand", dest=kind,
              needs="walk_req") for kind in ("WalkDelayPhase", "WalkPhase", "InWalkKick")),
        Invariant("PreviewWalk is entered only from Stand.Normal", dest="PreviewWalk",
            only=("Stand.Normal",)),
        Invariant("the preview walk begins only when footsteps are requested", dest="PreviewWalk",
            source="Stand", needs="preview_req"),
        *(Invariant(f"Walk leads to no {kind.split('.')[1]}", source="Walk", dest=kind, never=True)
          for kind in _KEYFRAMES if not kind.endswith("Dive")),
        Invariant("only a keeper's jump leaves Walk for the ground", source="Walk",
            dest="KeyframePhase.Dive", needs="jump_req"),
        Invariant("a get-up ends in a walk step, not in Stand", source="KeyframePhase.GetUp",
            dest="Stand", never=True),
        Invariant("a stand kick ends in a walk step, not in Stand", source="KickPhase",
            dest="Stand", never=True),
        Invariant("KickPhase is entered only from Stand.Normal", dest="KickPhase",
            only=("Stand.Normal",)),
        Invariant("a stand kick begins only when it is ready", dest="KickPhase",
            needs="kick_ready"),
        Invariant("a kick in the walk is part of the walk", dest="InWalkKick", only=("Walk",)),
        Invariant("no kick follows a kick step without a step or delay in between",
            source="InWalkKick.KickStep", dest="InWalkKick", never=True),
        Invariant("no kick in the walk follows a stand kick", source="KickPhase",
            dest="InWalkKick", never=True),
        Invariant("a sit-down never leads to Stand or Walk without a get-up",
            source="KeyframePhase.SitDown", dest="Upright", never=True),
        Invariant("FallProtection is entered only from Upright, KeyframePhase, PickedUp and Freeze",
            dest="FallProtection", only=("Upright", "KeyframePhase", "PickedUp", "Freeze")),
        *(Invariant(f"{kind.split('.')[1]} leads to FallProtection only if it began upright",
              source=kind, dest="FallProtection", needs="began_upright")
          for kind in _KEYFRAMES[:3]),
        Invariant("a picked-up robot enters FallProtection only when lying", source="PickedUp",
            dest="FallProtection", needs="lying"),
        Invariant(
            "PickedUp is entered only from Upright, FallProtection, Special, the end of a get-up",
            dest="PickedUp", only=("Upright", "FallProtection", "KeyframePhase.Special",
                                   "KeyframePhase.GetUp.Done")),
        Invariant("a dive never leads to Stand or Walk without a get-up",
            source="KeyframePhase.Dive", dest="Upright", never=True),
        Invariant("Dive is entered only from Stand and Walk", dest="KeyframePhase.Dive",
            only=("Stand", "Walk")),
        Invariant("Special is entered only from Stand", dest="KeyframePhase.Special",
            only=("Stand",)),
        Invariant("SitDown is entered only from Stand, PickedUp and the end of a dive",
            dest="KeyframePhase.SitDown",
            only=("Stand", "PickedUp", "KeyframePhase.Dive.Done")),
        Invariant("asking for help follows a break-up", dest="KeyframePhase.GetUp.HelpMe",
            only=("KeyframePhase.GetUp.BreakUp",)),
    ),
    refusals=(
        Refusal("a lying robot never enters Upright", "lying", "Upright"),
        Refusal("no get-up hands over a robot that is not upright", "!upright", "Walk",
                "KeyframePhase"),
        Refusal("no kick in the walk begins without a walk request", "!walk_req", "InWalkKick",
                "WalkPhase"),
        Refusal("the first step is never a kick", "first_step", "InWalkKick",
                "WalkDelayPhase"),
        Refusal("no get-up hands over a falling robot", "falling", "Walk", "KeyframePhase"),
    ),
    watches=(
        Watch("keyframe engine", "torso_out", ("KeyframePhase.*.{Decide, BreakUp, HelpMe}",),
              "Decide lasts one tick; the others are soft already"),
    ),
    undisturbed="frames_ok & link_ok & !hw_fault & !force_limp & !head_touch & !falling & calm"
    " & contact & upright & !torso_out & tries_left & !kill_req",
    failures=("KeyframePhase.*.BreakUp",),
    bounded_responses=(
        BoundedResponse(
            "stand",
            f"!walk_req & !preview_req & !kick_ready & !limp_req & !high_req & !special_req"
            f" & !dive_req & {_NOT_DOWN}",
            ("Stand.Normal",), (*_UPRIGHT, *_KEYFRAMES, *_HELD, "Limp"),
        ),
        BoundedResponse(
            "stand high", f"high_req & settled & {_NOT_DOWN}", ("Stand.High",),
            (*_UPRIGHT, *_KEYFRAMES, *_HELD, "Limp"),
        ),
        BoundedResponse(
            "special", f"special_req & {_NOT_DOWN}", ("KeyframePhase.Special",),
            (*_UPRIGHT, *_KEYFRAMES[:3], *_HELD, "Limp"),
        ),
        BoundedResponse(
            "dive", "dive_req", ("KeyframePhase.Dive",), (*_UPRIGHT, "PickedUp", "Freeze")
        ),
        BoundedResponse(
            "jump with the feet together", "jump_req & feet_closed", ("KeyframePhase.Dive",),
            (*_UPRIGHT, "PickedUp", "Freeze"),
        ),
        BoundedResponse(
            "walk", f"walk_req & {_NOT_DOWN}", ("Walk",), ("Stand", *_KEYFRAMES, *_HELD, "Limp")
        ),
        BoundedResponse(
            "preview walk", f"preview_req & {_NOT_DOWN}", ("PreviewWalk",),
            (*_UPRIGHT, *_KEYFRAMES, *_HELD, "Limp"),
        ),
        BoundedResponse(
            "stand kick", f"kick_ready & {_NOT_DOWN}", ("KickPhase",),
            (*_UPRIGHT, *_KEYFRAMES, *_HELD, "Limp"),
        ),
        BoundedResponse(
            "limp", "limp_req", ("Limp", "KeyframePhase.SitDown.Done"),
            (*_UPRIGHT, *_KEYFRAMES, *_HELD),
        ),
        BoundedResponse(
            "get up", "get_up_req & squats & !special_req", ("KeyframePhase.GetUp",),
            ("Stand", "FallProtection"),
        ),
        BoundedResponse(
            "get up from the ground", "get_up_req", ("KeyframePhase.GetUp",),
            (*_UPRIGHT, "FallProtection", "PickedUp"),
            undisturbed=f"{_IN_ORDER} & lying & calm",
        ),
    ),
    tries=(
        Tries(
            start="KeyframePhase.GetUp.Decide", failed="KeyframePhase.GetUp.BreakUp", limit=6,
            left="tries_left", goal=("Stand.Normal", "KeyframePhase.GetUp.HelpMe"),
            given="frames_ok & link_ok & !hw_fault & !force_limp & !head_touch & !falling"
            " & contact & !walk_req & !squats & !limp_req & !special_req & !dive_req",
        ),
    ),
    loops={
        frozenset({"WalkDelayPhase", "WalkPhase.Starting"}): _STEP_BETWEEN,
        frozenset({"WalkDelayPhase", "WalkPhase.Stepping"}): _STEP_BETWEEN,
        frozenset({"WalkDelayPhase", "InWalkKick.KickStep"}): _STEP_BETWEEN,
        frozenset({"WalkPhase.Stepping", "InWalkKick.PreStep"}): _STEP_BETWEEN,
        frozenset({"WalkPhase.Stepping", "InWalkKick.KickStep"}): _STEP_BETWEEN,
        frozenset({"WalkPhase.EmergencyStand", "WalkPhase.EmergencyStep"}): _STEP_BETWEEN,
        frozenset({"PreviewWalk.SingleSupport", "PreviewWalk.DoubleSupport"}):
            "`done` means that a whole phase of a step has passed",
        frozenset({"Stand.Normal", "PreviewWalk.InitialDoubleSupport",
                   "PreviewWalk.FinalDoubleSupport"}):
            "in FinalDoubleSupport, `done` means that the weight has been shifted to the middle",
        **{frozenset({f"KeyframePhase.Dive.{x}" for x in ("Decide", "Execute", *third)}):
            "`mismatch` is false once Decide has chosen the requested jump"
           for third in ((), ("Wait",), ("Done",))},
        frozenset({f"KeyframePhase.Special.{x}" for x in ("Decide", "Execute", "Done")}):
            "in Execute, `done` means that the whole motion was played",
        frozenset({f"KeyframePhase.GetUp.{x}" for x in ("Execute", "BreakUp", "HelpMe")}):
            "entering Execute by `helped` resets the tries and ignores a motor that was faulty"
            " when the person came, so tries_left is true again",
    },
)  # fmt: skip
