"""Stories that begin in a keyframe motion: get-ups, sit-downs, dives, special motions."""

from typing import Final

from hsm.chart.proofs.required_story import Story, nothing, s
from hsm.chart.stories.shorthand import (
    DIVE,
    DOWN,
    FALL,
    FINISH,
    GET_UP,
    IN_AIR,
    JUMP,
    LYING,
    ON_GROUND,
    PUT_DOWN,
    SIT,
    STEPPING,
    STOP,
    WAVE,
)

STORIES: Final = (
    Story("gets up and stands", f"{GET_UP}.Execute", (
        s("balancing done", "balance_out", f"{GET_UP}.BalanceOut"),
        nothing("balancing", 30),
        s("", "balanced", f"{GET_UP}.Done"), FINISH[1], *STOP)),
    Story("slips and tries again", f"{GET_UP}.Execute", (
        s(f"torso_out {DOWN}", "break_up", f"{GET_UP}.BreakUp"),
        s(LYING, "retry", f"{GET_UP}.Decide", 1.0), s(LYING, "chosen", f"{GET_UP}.Execute"),
        s("branch_taken", "branch", f"{GET_UP}.Execute"),
        s("balancing done", "balance_out", f"{GET_UP}.BalanceOut"))),
    Story("asks for help after the last try", f"{GET_UP}.Execute", (
        s(f"torso_out -tries_left {DOWN}", "break_up", f"{GET_UP}.BreakUp"),
        s(f"-tries_left {LYING}", "help_me", f"{GET_UP}.HelpMe"), nothing(LYING, 200),
        s("", "helped", f"{GET_UP}.Execute"), *FINISH)),
    Story("a touch on the head makes it stand up", f"{GET_UP}.Execute", (
        s("head_touch", "head_touch", f"{GET_UP}.Execute"), *FINISH)),
    Story("stands up from sitting", f"{SIT}.Done", (
        s("", "get_up", f"{GET_UP}.Decide"), s("", "chosen", f"{GET_UP}.Execute"), *FINISH)),
    Story("getting ready, the ball comes", f"{DIVE}.Execute", (
        nothing("dive_req mismatch", 10), nothing(JUMP, 10),
        s(f"{JUMP} mismatch", "jump", f"{DIVE}.Decide"),
        s(JUMP, "chosen", f"{DIVE}.Execute"))),
    Story("ready, the ball comes", f"{DIVE}.Done", (
        nothing("dive_req", 200), nothing("dive_req mismatch", 10),
        s(f"{JUMP} mismatch", "jump", f"{DIVE}.Decide"))),
    Story("nearly ready, the ball comes", f"{DIVE}.Wait", (
        s(f"{JUMP} mismatch waiting", "jump", f"{DIVE}.Decide"),)),
    Story("ready, but no ball comes: stands up", f"{DIVE}.Done", (
        s("", "get_up", f"{GET_UP}.Decide"), s("", "chosen", f"{GET_UP}.Execute"))),
    Story("a jump breaks up", f"{DIVE}.Execute", (
        s(f"{JUMP} torso_out {DOWN}", "break_up", f"{DIVE}.BreakUp"),
        nothing(f"{JUMP} {LYING}", 200),
        s(f"mismatch {LYING}", "get_up", f"{GET_UP}.Decide"))),
    Story("falls while waving", f"{WAVE}.Execute", (
        s(f"special_req falling torso_out {DOWN}", "fall", f"{FALL}.Early"),)),
    Story("lifted while waving", f"{WAVE}.Wait", (
        s(f"{IN_AIR} special_req", "lifted", "PickedUp.Hanging"), *PUT_DOWN)),
    Story("a jump falls on purpose", f"{DIVE}.Execute", (
        nothing(f"{JUMP} falling {DOWN}", 50), nothing(f"{JUMP} {IN_AIR}", 50))),
    Story("a wave breaks up", f"{WAVE}.Execute", (
        s("special_req torso_out", "break_up", f"{WAVE}.BreakUp"),
        s("special_req mismatch", "get_up", f"{GET_UP}.Decide", 1.0))),
    Story("waits for its condition", f"{GET_UP}.Execute", (
        s("waiting", "wait", f"{GET_UP}.Wait"), nothing("waiting", 100),
        s("", "resume", f"{GET_UP}.Execute"),
        s("balancing done", "balance_out", f"{GET_UP}.BalanceOut"),
        s("", "balanced", f"{GET_UP}.Done"), FINISH[1])),
    Story("a fault, cleared by hand", f"{GET_UP}.Execute", (
        s("hw_fault", "hw_fault", "Fault"), nothing("hw_fault head_touch", 120), nothing("", 50),
        s("head_touch", "fault_cleared", "Limp.Limp"))),
    Story("a sit-down breaks up", f"{SIT}.Execute", (
        s(f"limp_req torso_out {DOWN}", "break_up", f"{SIT}.BreakUp"),
        s(f"limp_req {LYING}", "rest", "Limp.Limp", 1.0))),
    Story("limp is requested while ready", f"{DIVE}.Done", (
        s("limp_req", "sit_down", f"{SIT}.Decide"), s("limp_req", "chosen", f"{SIT}.Execute"))),
    Story("limp is requested after a jump", f"{DIVE}.Done", (
        s(f"limp_req {LYING}", "rest", "Limp.Limp"),)),
    Story("limp is requested after a broken-off jump", f"{DIVE}.BreakUp", (
        s(f"limp_req {LYING}", "rest", "Limp.Limp", 1.0),)),
    Story("sank while waving", f"{WAVE}.Done", (
        nothing("special_req", 5), s("special_req mismatch squats", "sank", "Stand.Rising"))),
    Story("squats at the end of a get-up, walk requested", f"{GET_UP}.BalanceOut", (
        nothing("balancing walk_req squats", 30),)),
    Story("lifted at the end of a get-up", f"{GET_UP}.Done", (
        s(IN_AIR, "lifted", "PickedUp.Hanging"),)),
    Story("a motion does not end", f"{GET_UP}.Wait", (
        s("branch_taken", "branch", f"{GET_UP}.Execute"),
        s("", "timeout", f"{GET_UP}.BreakUp", 15.0), s("", "retry", f"{GET_UP}.Decide", 1.0),
        s("", "chosen", f"{GET_UP}.Execute"))),
    Story("a wait does not end", f"{GET_UP}.Wait", (
        s("waiting", "timeout", f"{GET_UP}.BreakUp", 15.0),)),
    Story("a sit-down does not end", f"{SIT}.Execute", (
        s("limp_req", "timeout", f"{SIT}.BreakUp", 15.0),)),
    Story("pushed over while sitting, a motor is faulty", f"{SIT}.Done", (
        s(f"limp_req torso_out -tries_left {DOWN}", "break_up", f"{SIT}.BreakUp"),
        s(f"limp_req -tries_left {LYING}", "help_me", f"{SIT}.HelpMe"),
        nothing(f"limp_req {LYING}", 50), s("limp_req", "helped", f"{GET_UP}.Execute"))),
    Story("the link is lost in a get-up", f"{GET_UP}.Execute", (
        s("-link_ok", "freeze", "Freeze.Hold"), s("", "rise", "Stand.Rising"))),
    Story("never calm after getting up", f"{GET_UP}.BalanceOut", (
        s("balancing", "timeout", f"{GET_UP}.Done", 2.0), FINISH[1])),
    Story("a broken-off jump while a dive is requested", f"{DIVE}.BreakUp", (
        s(f"dive_req {LYING}", "timeout", f"{GET_UP}.Decide", 10.0),)),
    Story("a broken-off jump that is no longer requested", f"{DIVE}.BreakUp", (
        s(f"mismatch {LYING}", "get_up", f"{GET_UP}.Decide", 1.0),)),
    Story("a broken-off sit-down without a new request", f"{SIT}.BreakUp", (
        s("", "timeout", f"{GET_UP}.Decide", 10.0),)),
    Story("a broken-off sit-down, then stand is requested", f"{SIT}.BreakUp", (
        s("mismatch", "get_up", f"{GET_UP}.Decide", 1.0),)),
    Story("lifted while sitting", f"{SIT}.Done", (
        s("limp_req -contact", "taken", "Limp.Limp"),)),
    Story("lifted while sitting, stand requested", f"{SIT}.Done", (
        s("-contact", "taken", "Limp.Limp"),)),
    Story("helped up", f"{GET_UP}.HelpMe", (s("", "helped", f"{GET_UP}.Execute"),)),
    Story("limp is requested in a broken-off get-up", f"{GET_UP}.BreakUp", (
        s(f"limp_req {LYING}", "rest", "Limp.Limp", 1.0),)),
    Story("a sit-down branches, waits and balances", f"{SIT}.Execute", (
        s("limp_req branch_taken", "branch", f"{SIT}.Execute"),
        s("limp_req waiting", "wait", f"{SIT}.Wait"),
        s("limp_req", "resume", f"{SIT}.Execute"),
        s("limp_req balancing done", "balance_out", f"{SIT}.BalanceOut"),
        s("limp_req", "balanced", f"{SIT}.Done"))),
    Story("the head is touched throughout a get-up", f"{GET_UP}.BreakUp", (
        s(f"head_touch {LYING}", "head_touch", f"{GET_UP}.Execute"),)),
    Story("touched on the ground: a get-up that ends lying is a new try", f"{GET_UP}.Execute", (
        s(f"head_touch {ON_GROUND}", "head_touch", f"{GET_UP}.Execute"),
        s(f"done {ON_GROUND}", "finished", f"{GET_UP}.Done"),
        s(ON_GROUND, "not_up", f"{GET_UP}.BreakUp"),
        s(ON_GROUND, "retry", f"{GET_UP}.Decide", 1.0))),
    Story("tilted at the end of a get-up, walk requested", f"{GET_UP}.BalanceOut", (
        nothing(f"balancing walk_req {LYING}", 30),
        s(f"walk_req {LYING}", "balanced", f"{GET_UP}.Done"),
        s(f"walk_req {LYING}", "not_up", f"{GET_UP}.BreakUp"))),
    Story("tips at the end of a get-up, walk requested", f"{GET_UP}.BalanceOut", (
        nothing("balancing walk_req falling", 30),
        s("walk_req falling", "balanced", f"{GET_UP}.Done"),
        s("walk_req falling", "not_up", f"{GET_UP}.BreakUp"))),
    *(Story(f"falls out of a motion that began upright, {leaf}", leaf, (
        s(f"began_upright falling {DOWN}", "fall", f"{FALL}.Early"),))
      for leaf in (f"{GET_UP}.Wait", f"{GET_UP}.BalanceOut", f"{SIT}.Execute", f"{DIVE}.Done")),
    Story("a fall outranks a touch, the link and a torso limit", f"{GET_UP}.Execute", (
        s(f"began_upright falling -link_ok torso_out head_touch {DOWN}", "fall",
          f"{FALL}.Early"),)),
    Story("a motion from the ground breaks up on a fall", f"{GET_UP}.Execute", (
        nothing(f"falling {DOWN}", 20), nothing("began_upright", 20),
        s(f"falling torso_out {DOWN}", "break_up", f"{GET_UP}.BreakUp"))),
    *(Story(f"lies, whatever the cause, {leaf}", leaf, (
        s(f"walk_req {ON_GROUND}", "lies", f"{FALL}.WaitGetUp"),))
      for leaf in ("Stand.Rising", "Stand.Normal", "WalkDelayPhase", STEPPING, f"{WAVE}.Done")),
)  # fmt: skip
