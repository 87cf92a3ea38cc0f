"""Stories of the robot as facts: what is true, which event must follow, which leaf is entered.

Facts are written as differences from a healthy robot that stands still on its feet: `walk_req`
adds, `-contact` takes away. A step is held until a transition happens. Where a step says `seconds`
the transition must come after exactly so long; a step of `nothing` must change nothing for a while.
A step that contains `done` is first held without it for three ticks, in which nothing may happen.
"""

from dataclasses import dataclass

from hsm.chart.engine.compile import Chart, ticks_of

HEALTHY = ("frames_ok", "link_ok", "contact", "upright", "calm", "tries_left")
LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Step:
    """Facts that are held, and what follows.

    Attributes:
        facts: Differences from a healthy robot.
        event: The event that must follow; empty if nothing may happen.
        leaf: The leaf that is entered; empty if none.
        ticks: How long nothing may happen.
        seconds: After how long the event must come, if that matters.
        at_once: The same facts without `done` would mean something else, so they are not held.
    """

    facts: str
    event: str
    leaf: str
    ticks: int = 0
    seconds: float | None = None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Story:
    """A replay.

    Attributes:
        name: Its number and what happens.
        start: Leaf in which it begins.
        steps: What happens.
    """

    name: str
    start: str
    steps: tuple[Step, ...]


def facts_of(chart: Chart, text: str) -> int:
    """Return the facts of a healthy robot with some differences."""
    bits = sum(chart.facts.bit(name) for name in HEALTHY)
    for word in text.split():
        bit = chart.facts.bit(word.removeprefix("-"))
        bits = bits & ~bit if word.startswith("-") else bits | bit
    return bits


def s(facts: str, event: str, leaf: str, seconds: float | None = None) -> Step:
    return Step(facts, event, leaf, seconds=seconds)


def nothing(facts: str, ticks: int) -> Step:
    return Step(facts, "", "", ticks=ticks)


DOWN = "-upright -calm"  # falling or rolling
LYING = "-upright"
ON_GROUND = "lying -upright"
IN_AIR = "lifted -contact"
RISE = (s("", "rise", "Stand.Rising"), s("done", "risen", "Stand.Normal"))
STOP = (
    s("done", "stop", "WalkPhase.Stopping"),
    s("done feet_closed", "stopped", "Stand.Normal"),
)
GET_UP, SIT, FALL = "KeyframePhase.GetUp", "KeyframePhase.SitDown", "FallProtection"
WAVE, DIVE = "KeyframePhase.Special", "KeyframePhase.Dive"
JUMP = "dive_req jump_req"
PUT_DOWN = (
    nothing(f"{IN_AIR} done", 100),
    Step("walk_req done", "put_down", "Stand.Normal", at_once=True),
)
PREVIEW = "PreviewWalk"
STARTING, STEPPING = "WalkPhase.Starting", "WalkPhase.Stepping"
FINISH = (
    s("done", "finished", f"{GET_UP}.Done"),
    s("", "up", STARTING),
)

PRE_STEP, KICK_STEP, DELAY = "InWalkKick.PreStep", "InWalkKick.KickStep", "WalkDelayPhase"
KICK = "KickPhase"

STORIES = (
    Story("1 rises when asked to stand", "Limp.Limp", RISE),
    Story("2 lying, waits to be held upright", "Limp.Limp", (
        nothing(f"limp_req {LYING}", 50), s(LYING, "hold_upright", "Limp.HoldUpright"),
        nothing(LYING, 200), RISE[0])),
    Story("3 starts to walk", "Stand.Normal", (
        nothing("delay_due", 10),
        s("walk_req delay_due", "walk_delayed", "WalkDelayPhase"),
        s("walk_req first_step done", "first_step", STARTING),
        s("walk_req done", "next_step", STEPPING), s("walk_req done", "next_step", STEPPING))),
    Story("4 stops in two steps", STEPPING, STOP),
    Story("5 stops later when a foot is still out", STEPPING, (STOP[0], *STOP)),
    Story("6 stops at the end of a step only", STEPPING, (
        nothing("", 10), nothing("feet_closed", 10), STOP[0])),
    Story("7 stands high, and bends the knees before it walks", "Stand.Normal", (
        nothing("high_req", 20), s("high_req settled", "raise", "Stand.Raising"),
        s("high_req done", "raised", "Stand.High"),
        nothing("high_req", 50), s("walk_req", "lower", "Stand.Lowering"),
        s("walk_req done", "lowered", "Stand.Normal"),
        s("walk_req delay_due", "walk_delayed", "WalkDelayPhase"))),
    Story("7b bends the knees again half way up", "Stand.Raising", (
        s("", "lower", "Stand.Lowering"),)),
    Story("8 a side push delays the next step", STEPPING, (
        s("walk_req delay_due done", "delay", "WalkDelayPhase"),
        s("walk_req done", "next_step", STEPPING))),
    Story("9 kicks in the walk with the step after the next", STEPPING, (
        nothing("walk_req prestep_ready", 10),
        s("walk_req prestep_ready delay_due done", "pre_step", PRE_STEP),
        nothing("walk_req kick_step_ready", 10),
        s("walk_req kick_step_ready done", "kick_step", KICK_STEP),
        s("walk_req done", "next_step", STEPPING))),
    Story("10 kicks in the walk with the next step", STEPPING, (
        nothing("walk_req kick_step_ready", 10),
        s("walk_req kick_step_ready done", "kick_step", KICK_STEP),
        nothing("walk_req", 10), s("walk_req done", "next_step", STEPPING))),
    Story("11 the ball goes away during the step before the kick", STEPPING, (
        s("walk_req prestep_ready done", "pre_step", PRE_STEP),
        s("walk_req done", "kick_given_up", STEPPING))),
    Story("11b asked to stand during the step before the kick", PRE_STEP, (
        s("done", "kick_given_up", STEPPING), *STOP)),
    Story("12 only the touch matters: the running step kicks", STEPPING, (
        nothing("walk_req", 2), s("walk_req kick_in_step", "kick_in_step", KICK_STEP),
        nothing("walk_req kick_in_step kick_step_ready", 10),
        s("walk_req done", "next_step", STEPPING))),
    Story("13 the kick waits for the ball", STEPPING, (
        s("walk_req kick_step_ready delay_due done", "delay", DELAY),
        nothing("walk_req kick_step_ready", 3),
        s("walk_req kick_step_ready done", "kick_step", KICK_STEP),
        s("walk_req done", "next_step", STEPPING))),
    Story("13b from the stand the first step is no kick", "Stand.Normal", (
        s("walk_req delay_due", "walk_delayed", DELAY),
        s("walk_req kick_step_ready first_step done", "first_step", STARTING))),
    Story("10b asked to stand during the kick step", KICK_STEP, STOP),
    Story("10c a side push in the kick step", KICK_STEP, (
        s("walk_req delay_due done", "delay", DELAY),)),
    Story("10d sank in the kick step, closes the feet first", KICK_STEP, (
        s("walk_req squats done", "stop", "WalkPhase.Stopping"),)),
    Story("N34 the weight does not shift after the kick", KICK_STEP, (
        nothing("walk_req unshifted", 10),
        s("walk_req done unshifted", "emergency_stand", "WalkPhase.EmergencyStand"),
        s("walk_req done", "next_step", STEPPING))),
    Story("N23b the kick step does not end", KICK_STEP, (
        s("walk_req", "timeout", "Stand.Rising", 3.0),)),
    Story("14 kicks out of the stand", "Stand.Normal", (
        s("kick_ready", "kick", f"{KICK}.Interpolate"),
        s("kick_ready done", "posed", f"{KICK}.Settle"),
        s("done", "settled", f"{KICK}.Strike"), s("done", "struck", f"{KICK}.Recover"),
        s("done", "kicked", STARTING), *STOP)),
    Story("15 stops for a kick out of the stand", STEPPING, (
        s("kick_ready done", "stop", "WalkPhase.Stopping"),
        s("kick_ready done feet_closed", "stopped", "Stand.Normal"),
        s("kick_ready", "kick", f"{KICK}.Interpolate"))),
    Story("15b bends the knees for a kick out of the stand", "Stand.High", (
        s("kick_ready", "lower", "Stand.Lowering"),
        s("kick_ready done", "lowered", "Stand.Normal"),
        s("kick_ready", "kick", f"{KICK}.Interpolate"))),
    Story("16 changed wishes do not end a kick", f"{KICK}.Strike", (
        nothing("high_req", 10), nothing("", 10), nothing("walk_req", 10),
        s("walk_req done", "struck", f"{KICK}.Recover"), nothing("limp_req", 10),
        nothing("walk_req delay_due", 10), s("walk_req delay_due done", "delay", DELAY),
        s("walk_req first_step done", "first_step", STARTING))),
    Story("42b an emergency stop in a kick", f"{KICK}.Strike", (
        s("force_limp limp_req", "force_limp", "Limp.Limp"),)),
    Story("43b falls in a kick", f"{KICK}.Strike", (
        s(f"falling {DOWN}", "fall", f"{FALL}.Early"),)),
    Story("45 lifted at the end of a kick", f"{KICK}.Recover", (
        s(IN_AIR, "lifted", "PickedUp.Returning"),
        s(f"{IN_AIR} done", "returned", "PickedUp.Hanging"))),
    Story("45b the link is lost in a kick", f"{KICK}.Strike", (
        s("-link_ok", "freeze", "Freeze.Hold"),)),
    Story("45c lifted in a kick step", KICK_STEP, (
        s(IN_AIR, "lifted", "PickedUp.HoldStep"),)),
    Story("N9 nothing of a kick comes to its end", f"{KICK}.Settle", (
        s("", "timeout", f"{KICK}.Strike", 1.2), s("", "timeout", f"{KICK}.Recover", 2.0),
        s("", "timeout", STARTING, 1.5))),
    Story("N33 the pose of a kick is never reached", f"{KICK}.Interpolate", (
        s("", "timeout", f"{KICK}.Settle", 0.7),)),
    Story("N16 sank in a kick", f"{KICK}.Recover", (
        nothing("squats get_up_req", 10),
        s("squats get_up_req delay_due done", "get_up", f"{GET_UP}.Decide"))),
    Story("N16b sank in a kick, nothing else", f"{KICK}.Recover", (
        s("get_up_req done", "get_up", f"{GET_UP}.Decide"),)),
    Story("17 pushed over, gets up and walks on", STEPPING, (
        s(f"walk_req falling {DOWN}", "fall", f"{FALL}.Early"),
        s(f"falling late {DOWN}", "late", f"{FALL}.Late"),
        s(f"get_up_req done {DOWN}", "landed", f"{FALL}.WaitGetUp"),
        nothing(f"get_up_req {DOWN}", 20),
        s(f"get_up_req {LYING}", "get_up", f"{GET_UP}.Decide"),
        s(LYING, "chosen", f"{GET_UP}.Execute"),
        s("balancing done", "balance_out", f"{GET_UP}.BalanceOut"),
        s("balancing walk_req", "walk", STARTING), s("walk_req done", "next_step", STEPPING))),
    Story("18 gets up and stands", f"{GET_UP}.Execute", (
        s("balancing done", "balance_out", f"{GET_UP}.BalanceOut"),
        nothing("balancing", 30),
        s("", "balanced", f"{GET_UP}.Done"), FINISH[1], *STOP)),
    Story("19 slips and tries again", f"{GET_UP}.Execute", (
        s(f"torso_out {DOWN}", "break_up", f"{GET_UP}.BreakUp"),
        s(LYING, "retry", f"{GET_UP}.Decide", 1.0), s(LYING, "chosen", f"{GET_UP}.Execute"),
        s("branch_taken", "branch", f"{GET_UP}.Execute"),
        s("balancing done", "balance_out", f"{GET_UP}.BalanceOut"))),
    Story("20 asks for help after the last try", f"{GET_UP}.Execute", (
        s(f"torso_out -tries_left {DOWN}", "break_up", f"{GET_UP}.BreakUp"),
        s(f"-tries_left {LYING}", "help_me", f"{GET_UP}.HelpMe"), nothing(LYING, 200),
        s("", "helped", f"{GET_UP}.Execute"), *FINISH)),
    Story("21 a hand on the head means stand", f"{GET_UP}.Execute", (
        s("head_touch", "head_touch", f"{GET_UP}.Execute"), *FINISH)),
    Story("22 staggers and walks on", STEPPING, (
        nothing("walk_req -calm", 20), s("walk_req done", "next_step", STEPPING))),
    Story("23 caught by somebody", f"{FALL}.Early", (
        nothing("falling", 5), nothing("-calm", 5), nothing("-upright", 5),
        s("", "caught", "Stand.Rising"), RISE[1])),
    Story("24 sits down, goes limp in somebody's hands", STEPPING, (
        s("limp_req done", "stop", "WalkPhase.Stopping"),
        s("limp_req done feet_closed", "stopped", "Stand.Normal"),
        s("limp_req", "sit_down", f"{SIT}.Decide"), s("limp_req", "chosen", f"{SIT}.Execute"),
        s("limp_req done", "finished", f"{SIT}.Done"), nothing("limp_req", 200),
        s("limp_req -contact", "taken", "Limp.Limp"))),
    Story("25 stands up from sitting", f"{SIT}.Done", (
        s("", "get_up", f"{GET_UP}.Decide"), s("", "chosen", f"{GET_UP}.Execute"), *FINISH)),
    Story("26 lifted in a step, put down again, walks on", STEPPING, (
        nothing("-contact walk_req", 3),
        s(IN_AIR, "lifted", "PickedUp.HoldStep"), nothing(IN_AIR, 20),
        s(f"{IN_AIR} done", "step_over", "PickedUp.Returning"),
        s(f"{IN_AIR} done", "returned", "PickedUp.Hanging"),
        *PUT_DOWN,
        s("walk_req delay_due", "walk_delayed", "WalkDelayPhase"))),
    Story("26b lifted in a delay", "WalkDelayPhase", (
        s(IN_AIR, "lifted", "PickedUp.HoldStep"),)),
    Story("27 lifted while standing", "Stand.Normal", (
        s(IN_AIR, "lifted", "PickedUp.Hanging"), *PUT_DOWN)),
    Story("28 set down before the step ends", STEPPING, (
        s(IN_AIR, "lifted", "PickedUp.HoldStep"), s("", "put_down", "WalkPhase.Stopping"),
        STOP[1])),
    Story("28b set down while the feet return", "PickedUp.Returning", (
        s("", "put_down", "WalkPhase.Stopping"),)),
    Story("29 fallen, lifted by a person", f"{FALL}.WaitGetUp", (
        s(f"{IN_AIR} get_up_req", "lifted", "PickedUp.Hanging"), *PUT_DOWN)),
    Story("30 a keeper jumps out of a step, lies, and gets up", STEPPING, (
        nothing(JUMP, 10), nothing("dive_req feet_closed", 10),
        s(f"{JUMP} feet_closed", "jump", f"{DIVE}.Decide"),
        s(JUMP, "chosen", f"{DIVE}.Execute"),
        s(f"{JUMP} done {LYING}", "finished", f"{DIVE}.Done"), nothing(f"{JUMP} {LYING}", 200),
        s(LYING, "get_up", f"{GET_UP}.Decide"), s(LYING, "chosen", f"{GET_UP}.Execute"))),
    Story("30b a jump comes before the stop at the end of a step", STEPPING, (
        Step(f"{JUMP} done feet_closed", "jump", f"{DIVE}.Decide", at_once=True),)),
    Story("30c readiness is asked in the walk", STEPPING, (
        s("dive_req done", "stop", "WalkPhase.Stopping"),
        s("dive_req done feet_closed", "stopped", "Stand.Normal"),
        s("dive_req", "dive", f"{DIVE}.Decide"))),
    Story("31 on the way into readiness, the ball comes", f"{DIVE}.Execute", (
        nothing("dive_req mismatch", 10), nothing(JUMP, 10),
        s(f"{JUMP} mismatch", "jump", f"{DIVE}.Decide"),
        s(JUMP, "chosen", f"{DIVE}.Execute"))),
    Story("31b ready, the ball comes", f"{DIVE}.Done", (
        nothing("dive_req", 200), nothing("dive_req mismatch", 10),
        s(f"{JUMP} mismatch", "jump", f"{DIVE}.Decide"))),
    Story("31c nearly ready, the ball comes", f"{DIVE}.Wait", (
        s(f"{JUMP} mismatch waiting", "jump", f"{DIVE}.Decide"),)),
    Story("32 ready for nothing, stands up", f"{DIVE}.Done", (
        s("", "get_up", f"{GET_UP}.Decide"), s("", "chosen", f"{GET_UP}.Execute"))),
    Story("33 a jump breaks up", f"{DIVE}.Execute", (
        s(f"{JUMP} torso_out {DOWN}", "break_up", f"{DIVE}.BreakUp"),
        nothing(f"{JUMP} {LYING}", 200),
        s(f"mismatch {LYING}", "get_up", f"{GET_UP}.Decide"))),
    Story("34 waves twice and stands", "Stand.High", (
        s("special_req", "special", f"{WAVE}.Decide"),
        s("special_req", "chosen", f"{WAVE}.Execute"),
        s("special_req done mismatch", "finished", f"{WAVE}.Done"),
        nothing("special_req", 20),
        s("special_req mismatch", "repeat", f"{WAVE}.Decide"),
        s("special_req", "chosen", f"{WAVE}.Execute"),
        s("done mismatch", "finished", f"{WAVE}.Done"),
        s("mismatch", "stand", "Stand.Rising"), RISE[1])),
    Story("35 falls while waving", f"{WAVE}.Execute", (
        s(f"special_req falling torso_out {DOWN}", "fall", f"{FALL}.Early"),)),
    Story("N19 lifted while waving", f"{WAVE}.Wait", (
        s(f"{IN_AIR} special_req", "lifted", "PickedUp.Hanging"), *PUT_DOWN)),
    Story("N21 the link is lost while waving", "Stand.Normal", (
        s("special_req", "special", f"{WAVE}.Decide"),
        s("special_req", "chosen", f"{WAVE}.Execute"),
        s("special_req -link_ok", "freeze", "Freeze.Hold"),
        s("special_req", "rise", "Stand.Rising"))),
    Story("36 a jump falls on purpose", f"{DIVE}.Execute", (
        nothing(f"{JUMP} falling {DOWN}", 50), nothing(f"{JUMP} {IN_AIR}", 50))),
    Story("33b a wave breaks up", f"{WAVE}.Execute", (
        s("special_req torso_out", "break_up", f"{WAVE}.BreakUp"),
        s("special_req mismatch", "get_up", f"{GET_UP}.Decide", 1.0))),
    Story("37 loses frames for a moment", STEPPING, (
        s("-link_ok walk_req", "freeze", "Freeze.Hold"), nothing("-link_ok soles_level", 60),
        nothing("-link_ok", 20), s("", "rise", "Stand.Rising"))),
    Story("37a loses frames for a moment, the feet at walking height", STEPPING, (
        s("-link_ok walk_req", "freeze", "Freeze.Hold"),
        nothing("walk_req soles_level", 20), s("walk_req soles_level", "step_on", STARTING))),
    Story("37b the link is back at once", "Freeze.Hold", (
        s("soles_level", "step_on", STARTING, 0.5),)),
    Story("38 loses frames and tilts", STEPPING, (
        s("-link_ok", "freeze", "Freeze.Hold"),
        s("-link_ok -upright", "tilt", "Freeze.Tilted"), nothing("-link_ok -upright", 50),
        s("-upright", "let_go", f"{FALL}.Early"))),
    Story("38b falls while frozen", "Freeze.Tilted", (
        s(f"-link_ok falling {DOWN}", "fall", f"{FALL}.Early"),)),
    Story("39 falls and loses the link at once", "Stand.Normal", (
        s(f"falling -link_ok {DOWN}", "fall", f"{FALL}.Early"),
        nothing(f"falling -link_ok {DOWN}", 20))),
    Story("40 a foot is stuck", STEPPING, (
        nothing("walk_req unshifted", 10),
        s("walk_req done unshifted", "emergency_stand", "WalkPhase.EmergencyStand"),
        s("walk_req done unshifted still_abort", "emergency_step", "WalkPhase.EmergencyStep"),
        s("walk_req done", "next_step", STEPPING))),
    Story("N38 stuck for longer", "WalkPhase.EmergencyStand", (
        s("walk_req done unshifted", "emergency_stand", "WalkPhase.EmergencyStand"),
        s("walk_req done still_abort", "next_step", STEPPING))),
    Story("41 waits for its condition", f"{GET_UP}.Execute", (
        s("waiting", "wait", f"{GET_UP}.Wait"), nothing("waiting", 100),
        s("", "resume", f"{GET_UP}.Execute"),
        s("balancing done", "balance_out", f"{GET_UP}.BalanceOut"),
        s("", "balanced", f"{GET_UP}.Done"), FINISH[1])),
    Story("42 an emergency stop beats the fall", STEPPING, (
        s("force_limp limp_req falling", "force_limp", "Limp.Limp"),)),
    Story("43 falls out of a stand", "Stand.Rising", (
        s(f"falling {DOWN}", "fall", f"{FALL}.Early"),)),
    Story("44 asked to be limp on the floor", f"{FALL}.WaitGetUp", (
        s(f"limp_req {LYING}", "rest", "Limp.Limp"),)),
    Story("47 a silent behaviour makes it sit", "Stand.Normal", (
        nothing("", 200), s("limp_req", "sit_down", f"{SIT}.Decide"),
        s("limp_req", "chosen", f"{SIT}.Execute"))),
    Story("50 rolls over and gets up", f"{FALL}.Early", (
        nothing(f"falling {DOWN}", 5), s(f"done {DOWN}", "landed", f"{FALL}.WaitGetUp"),
        s(f"get_up_req {LYING}", "get_up", f"{GET_UP}.Decide"))),
    Story("N1 boots limp", "Off", (
        nothing("-link_ok", 10), nothing("hw_fault", 10), s("", "boot", "Limp.Limp"))),
    Story("N1b boots limp without a frame in between", "Off", (
        nothing("-frames_ok -link_ok stiff", 200), s("", "boot", "Limp.Limp"))),
    Story("N2 our process restarts under a standing robot", "Off", (
        nothing("stiff -link_ok", 10), nothing("stiff hw_fault", 10),
        s("stiff", "reconnect", "Freeze.Hold"), s("stiff", "rise", "Stand.Rising", 0.5),
        s("stiff limp_req", "sit_down", f"{SIT}.Decide"))),
    Story("N3 the link is lost, then the frames", STEPPING, (
        s("-link_ok", "freeze", "Freeze.Hold"), nothing("-link_ok", 80),
        s("-link_ok -frames_ok", "frames_lost", "Off"),
        nothing("-link_ok -frames_ok", 100))),
    Story("N3b the frames are lost in a fault", "Fault", (
        s("-link_ok -frames_ok", "frames_lost", "Off"),)),
    Story("N4 a fault, cleared by hand", f"{GET_UP}.Execute", (
        s("hw_fault", "hw_fault", "Fault"), nothing("hw_fault head_touch", 120), nothing("", 50),
        s("head_touch", "fault_cleared", "Limp.Limp"))),
    Story("N4b a fault lasts a second at least", "Fault", (
        s("head_touch", "fault_cleared", "Limp.Limp", 1.0),)),
    Story("N4c the behaviour confirms a fault", "Fault", (
        nothing("hw_fault clear_req", 120),
        s("clear_req limp_req", "fault_acknowledged", "Limp.Limp"))),
    Story("N4d not before a second has passed", "Fault", (
        s("clear_req", "fault_acknowledged", "Limp.Limp", 1.0),)),
    Story("N4e person and behaviour at once", "Fault", (
        s("clear_req head_touch", "fault_cleared", "Limp.Limp", 1.0),)),
    Story("N10 a sit-down breaks up", f"{SIT}.Execute", (
        s(f"limp_req torso_out {DOWN}", "break_up", f"{SIT}.BreakUp"),
        s(f"limp_req {LYING}", "rest", "Limp.Limp", 1.0))),
    Story("N11 limp is asked while ready", f"{DIVE}.Done", (
        s("limp_req", "sit_down", f"{SIT}.Decide"), s("limp_req", "chosen", f"{SIT}.Execute"))),
    Story("N12 limp is asked after a jump", f"{DIVE}.Done", (
        s(f"limp_req {LYING}", "rest", "Limp.Limp"),)),
    Story("N12b limp is asked after a broken jump", f"{DIVE}.BreakUp", (
        s(f"limp_req {LYING}", "rest", "Limp.Limp", 1.0),)),
    Story("N13 limp is asked in the air", "PickedUp.Hanging", (
        s(f"{IN_AIR} limp_req", "sit_down", f"{SIT}.Decide"),
        s(f"{IN_AIR} limp_req", "chosen", f"{SIT}.Execute"),
        s(f"{IN_AIR} limp_req done", "finished", f"{SIT}.Done"),
        s(f"{IN_AIR} limp_req", "taken", "Limp.Limp"))),
    Story("N13b limp is asked while the step goes on", "PickedUp.HoldStep", (
        s(f"{IN_AIR} limp_req", "sit_down", f"{SIT}.Decide"),)),
    Story("N14 put down before the stance is reached", "PickedUp.Hanging", (
        s("", "put_down_early", "Stand.Rising"), RISE[1])),
    Story("N15 never quiet on the floor", f"{FALL}.Late", (
        s(DOWN, "timeout", f"{FALL}.WaitGetUp", 2.0),
        s(DOWN, "timeout", f"{GET_UP}.Decide", 20.0))),
    Story("N15a a dive is asked on the floor", f"{FALL}.Early", (
        s(f"dive_req {DOWN}", "timeout", f"{FALL}.WaitGetUp", 2.0),
        s(f"dive_req {LYING}", "timeout", f"{GET_UP}.Decide", 20.0))),
    Story("N15b never quiet in the first phase of a fall", f"{FALL}.Early", (
        s(DOWN, "timeout", f"{FALL}.WaitGetUp", 2.0),)),
    Story("N17 sank in a stand", "Stand.Normal", (
        s("squats", "get_up", f"{GET_UP}.Decide"), s("", "chosen", f"{GET_UP}.Execute"),
        FINISH[0])),
    Story("N17b rising is itself the way up from a squat", "Stand.Rising", (
        nothing("squats get_up_req", 20), s("squats done", "risen", "Stand.Normal"),
        s("squats walk_req", "get_up", f"{GET_UP}.Decide"))),
    Story("N17c sank in a walk, closes the feet first", STEPPING, (
        s("walk_req squats done", "stop", "WalkPhase.Stopping"),
        s("walk_req squats done feet_closed", "stopped", "Stand.Normal"),
        s("walk_req squats", "get_up", f"{GET_UP}.Decide"))),
    Story("N17d sank while waving", f"{WAVE}.Done", (
        nothing("special_req", 5), s("special_req mismatch squats", "sank", "Stand.Rising"))),
    Story("N17f squats at the end of a get-up, asked to walk", f"{GET_UP}.BalanceOut", (
        nothing("balancing walk_req squats", 30),)),
    Story("N17g rolls while it waits to get up", f"{FALL}.WaitGetUp", (
        nothing(f"falling {LYING}", 20),)),
    Story("N17e lies on the ground, and the fall detector does not see it", f"{FALL}.WaitGetUp", (
        nothing(f"dive_req {LYING}", 20), s(LYING, "get_up", f"{GET_UP}.Decide"))),
    Story("N18 lifted at the end of a get-up", f"{GET_UP}.Done", (
        s(IN_AIR, "lifted", "PickedUp.Hanging"),)),
    Story("N18b lifted while rising", "Stand.Rising", (
        s(IN_AIR, "lifted", "PickedUp.Hanging"),)),
    Story("N20 a motion does not end", f"{GET_UP}.Wait", (
        s("branch_taken", "branch", f"{GET_UP}.Execute"),
        s("", "timeout", f"{GET_UP}.BreakUp", 15.0), s("", "retry", f"{GET_UP}.Decide", 1.0),
        s("", "chosen", f"{GET_UP}.Execute"))),
    Story("N20b a wait does not end", f"{GET_UP}.Wait", (
        s("waiting", "timeout", f"{GET_UP}.BreakUp", 15.0),)),
    Story("N20c a sit-down does not end", f"{SIT}.Execute", (
        s("limp_req", "timeout", f"{SIT}.BreakUp", 15.0),)),
    Story("N22 the stance is never reached", "Stand.Rising", (
        s("", "timeout", "Stand.Normal", 3.0), s("walk_req", "walk", STARTING),
        s(f"falling {DOWN}", "fall", f"{FALL}.Early"))),
    Story("N23 neither delay nor step end", "WalkDelayPhase", (
        s("walk_req", "timeout", STARTING, 0.6), s("walk_req", "timeout", "Stand.Rising", 3.0))),
    Story("N24 pushed over while sitting, a motor is broken", f"{SIT}.Done", (
        s(f"limp_req torso_out -tries_left {DOWN}", "break_up", f"{SIT}.BreakUp"),
        s(f"limp_req -tries_left {LYING}", "help_me", f"{SIT}.HelpMe"),
        nothing(f"limp_req {LYING}", 50), s("limp_req", "helped", f"{GET_UP}.Execute"))),
    Story("N25 asked to be limp again", "Limp.HoldUpright", (
        s("limp_req", "rest", "Limp.Limp"), nothing("limp_req", 50))),
    Story("N26 dives out of the high stand", "Stand.High", (
        s("dive_req", "dive", f"{DIVE}.Decide"), s("dive_req", "chosen", f"{DIVE}.Execute"))),
    Story("N26b dives while rising", "Stand.Rising", (s(JUMP, "dive", f"{DIVE}.Decide"),)),
    Story("N27 the step in the air does not end", "PickedUp.HoldStep", (
        s(IN_AIR, "timeout", "PickedUp.Returning", 3.0),
        s(IN_AIR, "timeout", "PickedUp.Hanging", 3.0))),
    Story("N27b the link is lost in the air", "PickedUp.Returning", (
        s(f"{IN_AIR} -link_ok", "freeze", "Freeze.Hold"),)),
    Story("N21b the link is lost in a get-up", f"{GET_UP}.Execute", (
        s("-link_ok", "freeze", "Freeze.Hold"), s("", "rise", "Stand.Rising"))),
    Story("N28 never calm after getting up", f"{GET_UP}.BalanceOut", (
        s("balancing", "timeout", f"{GET_UP}.Done", 2.0), FINISH[1])),
    Story("N29 a broken jump while a dive is asked", f"{DIVE}.BreakUp", (
        s(f"dive_req {LYING}", "timeout", f"{GET_UP}.Decide", 10.0),)),
    Story("N29a a broken jump that nobody asks for any more", f"{DIVE}.BreakUp", (
        s(f"mismatch {LYING}", "get_up", f"{GET_UP}.Decide", 1.0),)),
    Story("N29b a broken sit-down that nobody takes up", f"{SIT}.BreakUp", (
        s("", "timeout", f"{GET_UP}.Decide", 10.0),)),
    Story("N5 two footsteps", "Stand.Normal", (
        s("preview_req", "preview_walk", f"{PREVIEW}.InitialDoubleSupport"),
        s("preview_req steps_left done", "lift_off", f"{PREVIEW}.SingleSupport"),
        s("preview_req steps_left done", "touch_down", f"{PREVIEW}.DoubleSupport"),
        s("preview_req steps_left done", "lift_off", f"{PREVIEW}.SingleSupport"),
        s("done", "halt", f"{PREVIEW}.FinalDoubleSupport"),
        s("done feet_closed", "stopped", "Stand.Normal"))),
    Story("N6 footsteps end with the feet apart", f"{PREVIEW}.DoubleSupport", (
        s("done", "halt", f"{PREVIEW}.FinalDoubleSupport"),
        s("done", "close_feet", "WalkPhase.Stopping"),
        s("done", "stop", "WalkPhase.Stopping"),
        s("done feet_closed", "stopped", "Stand.Normal"))),
    Story("N7 footsteps are killed with a foot in the air", f"{PREVIEW}.SingleSupport", (
        nothing("preview_req steps_left", 20),
        s("kill_req", "kill", "Freeze.Hold"),
        s("", "rise", "Stand.Rising", 0.5),
        s("done", "risen", "Stand.Normal"))),
    *(Story(f"N7b killed in {leaf}", leaf, (s("walk_req kill_req", "kill", "Freeze.Hold"),))
      for leaf in (STEPPING, "WalkDelayPhase", f"{PREVIEW}.FinalDoubleSupport")),
    Story("N8 lifted between footsteps", f"{PREVIEW}.SingleSupport", (
        s(f"steps_left {IN_AIR}", "lifted", "PickedUp.HoldStep"),
        s(f"done {IN_AIR}", "step_over", "PickedUp.Returning"),
        s(f"done {IN_AIR}", "returned", "PickedUp.Hanging"))),
    Story("N32 no footstep ends", f"{PREVIEW}.SingleSupport", (
        s("steps_left", "timeout", f"{PREVIEW}.FinalDoubleSupport", 5.0),
        s("", "timeout", "WalkPhase.Stopping", 1.0),
        s("done feet_closed", "stopped", "Stand.Normal"))),
    Story("N30 caught in a squat", f"{FALL}.Early", (
        nothing("get_up_req -calm", 5), s("get_up_req", "get_up", f"{GET_UP}.Decide"))),
    Story("N31 the height is never reached", "Stand.Raising", (
        s("high_req", "timeout", "Stand.High", 1.5), s("", "lower", "Stand.Lowering"),
        s("", "timeout", "Stand.Normal", 1.5))),
    Story("N35 a broken sit-down, then asked to stand", f"{SIT}.BreakUp", (
        s("mismatch", "get_up", f"{GET_UP}.Decide", 1.0),)),
    Story("N36 lifted while sitting", f"{SIT}.Done", (
        s("limp_req -contact", "taken", "Limp.Limp"),)),
    Story("N36b lifted while sitting, asked to stand", f"{SIT}.Done", (
        s("-contact", "taken", "Limp.Limp"),)),
    Story("N37 helped up", f"{GET_UP}.HelpMe", (s("", "helped", f"{GET_UP}.Execute"),)),
    Story("N39 limp is asked in a broken get-up", f"{GET_UP}.BreakUp", (
        s(f"limp_req {LYING}", "rest", "Limp.Limp", 1.0),)),
    Story("N40 a sit-down branches, waits and balances", f"{SIT}.Execute", (
        s("limp_req branch_taken", "branch", f"{SIT}.Execute"),
        s("limp_req waiting", "wait", f"{SIT}.Wait"),
        s("limp_req", "resume", f"{SIT}.Execute"),
        s("limp_req balancing done", "balance_out", f"{SIT}.BalanceOut"),
        s("limp_req", "balanced", f"{SIT}.Done"))),
    Story("N41 the head is touched all along a get-up", f"{GET_UP}.BreakUp", (
        s(f"head_touch {LYING}", "head_touch", f"{GET_UP}.Execute"),)),
    Story("51 touched on the ground: a get-up that ends lying is a new try", f"{GET_UP}.Execute", (
        s(f"head_touch {ON_GROUND}", "head_touch", f"{GET_UP}.Execute"),
        s(f"done {ON_GROUND}", "finished", f"{GET_UP}.Done"),
        s(ON_GROUND, "not_up", f"{GET_UP}.BreakUp"),
        s(ON_GROUND, "retry", f"{GET_UP}.Decide", 1.0))),
    Story("51b tilted at the end of a get-up, asked to walk", f"{GET_UP}.BalanceOut", (
        nothing(f"balancing walk_req {LYING}", 30),
        s(f"walk_req {LYING}", "balanced", f"{GET_UP}.Done"),
        s(f"walk_req {LYING}", "not_up", f"{GET_UP}.BreakUp"))),
    Story("51c tips at the end of a get-up, asked to walk", f"{GET_UP}.BalanceOut", (
        nothing("balancing walk_req falling", 30),
        s("walk_req falling", "balanced", f"{GET_UP}.Done"),
        s("walk_req falling", "not_up", f"{GET_UP}.BreakUp"))),
    *(Story(f"52 falls out of a motion that began upright, {leaf}", leaf, (
        s(f"began_upright falling {DOWN}", "fall", f"{FALL}.Early"),))
      for leaf in (f"{GET_UP}.Wait", f"{GET_UP}.BalanceOut", f"{SIT}.Execute", f"{DIVE}.Done")),
    Story("52b a fall beats a hand, the link and a broken limit", f"{GET_UP}.Execute", (
        s(f"began_upright falling -link_ok torso_out head_touch {DOWN}", "fall",
          f"{FALL}.Early"),)),
    Story("52c who comes from the ground answers a fall by breaking up", f"{GET_UP}.Execute", (
        nothing(f"falling {DOWN}", 20), nothing("began_upright", 20),
        s(f"falling torso_out {DOWN}", "break_up", f"{GET_UP}.BreakUp"))),
    *(Story(f"53 lies, whatever led there, {leaf}", leaf, (
        s(f"walk_req {ON_GROUND}", "lies", f"{FALL}.WaitGetUp"),))
      for leaf in ("Stand.Rising", "Stand.Normal", "WalkDelayPhase", STEPPING, f"{WAVE}.Done")),
    Story("53b laid down by a person", "PickedUp.Hanging", (
        nothing(IN_AIR, 20), s(f"lying -contact {LYING}", "lies", f"{FALL}.WaitGetUp"))),
    Story("53c lies and loses the link", "PickedUp.Returning", (
        s(f"lying -link_ok {LYING}", "lies", f"{FALL}.WaitGetUp"),)),
)  # fmt: skip


def play(chart: Chart, story: Story) -> str:
    """Run a story on the chart alone and return what went wrong, or nothing."""
    leaf, ticks = chart.tree.path(story.start), 0
    for number, step in enumerate(story.steps, start=1):
        where = f"step {number} ({step.facts or 'healthy'})"
        names = step.facts.split()
        unfinished = bool(step.event) and "done" in names and not step.at_once
        quiet = 3 if unfinished else step.ticks
        calm = facts_of(chart, " ".join(n for n in names if not unfinished or n != "done"))
        for _ in range(quiet):
            ticks += 1
            early = chart.select(leaf, chart.facts.repair(calm)[0], ticks)
            if early is not None:
                return f"{where}: {early.event} where nothing may happen"
        if not step.event:
            continue
        facts = chart.facts.repair(facts_of(chart, step.facts))[0]
        arrow = None
        while arrow is None and ticks < LONGEST:
            ticks += 1
            arrow = chart.select(leaf, facts, ticks)
        if arrow is None or arrow.event != step.event:
            return f"{where}: {arrow.event if arrow else 'nothing'} instead of {step.event}"
        if chart.short(arrow.dest_leaf) != step.leaf:
            return f"{where}: entered {chart.short(arrow.dest_leaf)} instead of {step.leaf}"
        if step.seconds is not None and ticks != ticks_of(step.seconds, chart.period):
            return f"{where}: after {ticks} ticks instead of {step.seconds} s"
        leaf, ticks = arrow.dest_leaf, 0
    return ""
