"""Stories that begin on the feet: standing, walking, kicking, and their interruptions."""

from typing import Final

from hsm.chart.proofs.required_story import Story, StoryStep, nothing, s
from hsm.chart.stories.shorthand import (
    DELAY,
    DIVE,
    DOWN,
    FALL,
    FINISH,
    GET_UP,
    IN_AIR,
    JUMP,
    KICK,
    KICK_STEP,
    LYING,
    PRE_STEP,
    PUT_DOWN,
    RISE,
    SIT,
    STARTING,
    STEPPING,
    STOP,
    WAVE,
)

STORIES: Final = (
    Story("starts to walk", "Stand.Normal", (
        nothing("delay_due", 10),
        s("walk_req delay_due", "walk_delayed", "WalkDelayPhase"),
        s("walk_req first_step done", "first_step", STARTING),
        s("walk_req done", "next_step", STEPPING), s("walk_req done", "next_step", STEPPING))),
    Story("stops in two steps", STEPPING, STOP),
    Story("stops later if the feet are still apart", STEPPING, (STOP[0], *STOP)),
    Story("stops only at the end of a step", STEPPING, (
        nothing("", 10), nothing("feet_closed", 10), STOP[0])),
    Story("stands high, and bends the knees before walking", "Stand.Normal", (
        nothing("high_req", 20), s("high_req settled", "raise", "Stand.Raising"),
        s("high_req done", "raised", "Stand.High"),
        nothing("high_req", 50), s("walk_req", "lower", "Stand.Lowering"),
        s("walk_req done", "lowered", "Stand.Normal"),
        s("walk_req delay_due", "walk_delayed", "WalkDelayPhase"))),
    Story("bends the knees again halfway up", "Stand.Raising", (
        s("", "lower", "Stand.Lowering"),)),
    Story("a lateral push delays the next step", STEPPING, (
        s("walk_req delay_due done", "delay", "WalkDelayPhase"),
        s("walk_req done", "next_step", STEPPING))),
    Story("kicks in the walk with the step after the next", STEPPING, (
        nothing("walk_req prestep_ready", 10),
        s("walk_req prestep_ready delay_due done", "pre_step", PRE_STEP),
        nothing("walk_req kick_step_ready", 10),
        s("walk_req kick_step_ready done", "kick_step", KICK_STEP),
        s("walk_req done", "next_step", STEPPING))),
    Story("kicks in the walk with the next step", STEPPING, (
        nothing("walk_req kick_step_ready", 10),
        s("walk_req kick_step_ready done", "kick_step", KICK_STEP),
        nothing("walk_req", 10), s("walk_req done", "next_step", STEPPING))),
    Story("the ball moves away during the step before the kick", STEPPING, (
        s("walk_req prestep_ready done", "pre_step", PRE_STEP),
        s("walk_req done", "kick_given_up", STEPPING))),
    Story("stand is requested during the step before the kick", PRE_STEP, (
        s("done", "kick_given_up", STEPPING), *STOP)),
    Story("touching the ball suffices: the running step kicks", STEPPING, (
        nothing("walk_req", 2), s("walk_req kick_in_step", "kick_in_step", KICK_STEP),
        nothing("walk_req kick_in_step kick_step_ready", 10),
        s("walk_req done", "next_step", STEPPING))),
    Story("the kick waits for the ball", STEPPING, (
        s("walk_req kick_step_ready delay_due done", "delay", DELAY),
        nothing("walk_req kick_step_ready", 3),
        s("walk_req kick_step_ready done", "kick_step", KICK_STEP),
        s("walk_req done", "next_step", STEPPING))),
    Story("from Stand, the first step is not a kick", "Stand.Normal", (
        s("walk_req delay_due", "walk_delayed", DELAY),
        s("walk_req kick_step_ready first_step done", "first_step", STARTING))),
    Story("stand is requested during the kick step", KICK_STEP, STOP),
    Story("a lateral push in the kick step", KICK_STEP, (
        s("walk_req delay_due done", "delay", DELAY),)),
    Story("sank in the kick step, closes the feet first", KICK_STEP, (
        s("walk_req squats done", "stop", "WalkPhase.Stopping"),)),
    Story("the weight does not shift after the kick", KICK_STEP, (
        nothing("walk_req unshifted", 10),
        s("walk_req done unshifted", "emergency_stand", "WalkPhase.EmergencyStand"),
        s("walk_req done", "next_step", STEPPING))),
    Story("the kick step does not end", KICK_STEP, (
        s("walk_req", "timeout", "Stand.Rising", 3.0),)),
    Story("makes a stand kick", "Stand.Normal", (
        s("kick_ready", "kick", f"{KICK}.Interpolate"),
        s("kick_ready done", "posed", f"{KICK}.Settle"),
        s("done", "settled", f"{KICK}.Strike"), s("done", "struck", f"{KICK}.Recover"),
        s("done", "kicked", STARTING), *STOP)),
    Story("stops for a stand kick", STEPPING, (
        s("kick_ready done", "stop", "WalkPhase.Stopping"),
        s("kick_ready done feet_closed", "stopped", "Stand.Normal"),
        s("kick_ready", "kick", f"{KICK}.Interpolate"))),
    Story("bends the knees for a stand kick", "Stand.High", (
        s("kick_ready", "lower", "Stand.Lowering"),
        s("kick_ready done", "lowered", "Stand.Normal"),
        s("kick_ready", "kick", f"{KICK}.Interpolate"))),
    Story("a changed request does not end a kick", f"{KICK}.Strike", (
        nothing("high_req", 10), nothing("", 10), nothing("walk_req", 10),
        s("walk_req done", "struck", f"{KICK}.Recover"), nothing("limp_req", 10),
        nothing("walk_req delay_due", 10), s("walk_req delay_due done", "delay", DELAY),
        s("walk_req first_step done", "first_step", STARTING))),
    Story("an emergency stop in a kick", f"{KICK}.Strike", (
        s("force_limp limp_req", "force_limp", "Limp.Limp"),)),
    Story("falls in a kick", f"{KICK}.Strike", (
        s(f"falling {DOWN}", "fall", f"{FALL}.Early"),)),
    Story("lifted at the end of a kick", f"{KICK}.Recover", (
        s(IN_AIR, "lifted", "PickedUp.Returning"),
        s(f"{IN_AIR} done", "returned", "PickedUp.Hanging"))),
    Story("the link is lost in a kick", f"{KICK}.Strike", (
        s("-link_ok", "freeze", "Freeze.Hold"),)),
    Story("lifted in a kick step", KICK_STEP, (
        s(IN_AIR, "lifted", "PickedUp.HoldStep"),)),
    Story("no phase of a kick ends", f"{KICK}.Settle", (
        s("", "timeout", f"{KICK}.Strike", 1.2), s("", "timeout", f"{KICK}.Recover", 2.0),
        s("", "timeout", STARTING, 1.5))),
    Story("the initial pose of a kick is never reached", f"{KICK}.Interpolate", (
        s("", "timeout", f"{KICK}.Settle", 0.7),)),
    Story("sank in a kick", f"{KICK}.Recover", (
        nothing("squats get_up_req", 10),
        s("squats get_up_req delay_due done", "get_up", f"{GET_UP}.Decide"))),
    Story("sank in a kick, without a delay", f"{KICK}.Recover", (
        s("get_up_req done", "get_up", f"{GET_UP}.Decide"),)),
    Story("pushed over, gets up and walks on", STEPPING, (
        s(f"walk_req falling {DOWN}", "fall", f"{FALL}.Early"),
        s(f"falling late {DOWN}", "late", f"{FALL}.Late"),
        s(f"get_up_req done {DOWN}", "landed", f"{FALL}.WaitGetUp"),
        nothing(f"get_up_req {DOWN}", 20),
        s(f"get_up_req {LYING}", "get_up", f"{GET_UP}.Decide"),
        s(LYING, "chosen", f"{GET_UP}.Execute"),
        s("balancing done", "balance_out", f"{GET_UP}.BalanceOut"),
        s("balancing walk_req", "walk", STARTING), s("walk_req done", "next_step", STEPPING))),
    Story("staggers and walks on", STEPPING, (
        nothing("walk_req -calm", 20), s("walk_req done", "next_step", STEPPING))),
    Story("sits down, goes limp when picked up", STEPPING, (
        s("limp_req done", "stop", "WalkPhase.Stopping"),
        s("limp_req done feet_closed", "stopped", "Stand.Normal"),
        s("limp_req", "sit_down", f"{SIT}.Decide"), s("limp_req", "chosen", f"{SIT}.Execute"),
        s("limp_req done", "finished", f"{SIT}.Done"), nothing("limp_req", 200),
        s("limp_req -contact", "taken", "Limp.Limp"))),
    Story("lifted in a step, put down again, walks on", STEPPING, (
        nothing("-contact walk_req", 3),
        s(IN_AIR, "lifted", "PickedUp.HoldStep"), nothing(IN_AIR, 20),
        s(f"{IN_AIR} done", "step_over", "PickedUp.Returning"),
        s(f"{IN_AIR} done", "returned", "PickedUp.Hanging"),
        *PUT_DOWN,
        s("walk_req delay_due", "walk_delayed", "WalkDelayPhase"))),
    Story("lifted in a delay", "WalkDelayPhase", (
        s(IN_AIR, "lifted", "PickedUp.HoldStep"),)),
    Story("lifted while standing", "Stand.Normal", (
        s(IN_AIR, "lifted", "PickedUp.Hanging"), *PUT_DOWN)),
    Story("set down before the step ends", STEPPING, (
        s(IN_AIR, "lifted", "PickedUp.HoldStep"), s("", "put_down", "WalkPhase.Stopping"),
        STOP[1])),
    Story("a keeper jumps out of a step, lies, and gets up", STEPPING, (
        nothing(JUMP, 10), nothing("dive_req feet_closed", 10),
        s(f"{JUMP} feet_closed", "jump", f"{DIVE}.Decide"),
        s(JUMP, "chosen", f"{DIVE}.Execute"),
        s(f"{JUMP} done {LYING}", "finished", f"{DIVE}.Done"), nothing(f"{JUMP} {LYING}", 200),
        s(LYING, "get_up", f"{GET_UP}.Decide"), s(LYING, "chosen", f"{GET_UP}.Execute"))),
    Story("a jump outranks the stop at the end of a step", STEPPING, (
        StoryStep(f"{JUMP} done feet_closed", "jump", f"{DIVE}.Decide", at_once=True),)),
    Story("readiness is requested in the walk", STEPPING, (
        s("dive_req done", "stop", "WalkPhase.Stopping"),
        s("dive_req done feet_closed", "stopped", "Stand.Normal"),
        s("dive_req", "dive", f"{DIVE}.Decide"))),
    Story("waves twice and stands", "Stand.High", (
        s("special_req", "special", f"{WAVE}.Decide"),
        s("special_req", "chosen", f"{WAVE}.Execute"),
        s("special_req done mismatch", "finished", f"{WAVE}.Done"),
        nothing("special_req", 20),
        s("special_req mismatch", "repeat", f"{WAVE}.Decide"),
        s("special_req", "chosen", f"{WAVE}.Execute"),
        s("done mismatch", "finished", f"{WAVE}.Done"),
        s("mismatch", "stand", "Stand.Rising"), RISE[1])),
    Story("the link is lost while waving", "Stand.Normal", (
        s("special_req", "special", f"{WAVE}.Decide"),
        s("special_req", "chosen", f"{WAVE}.Execute"),
        s("special_req -link_ok", "freeze", "Freeze.Hold"),
        s("special_req", "rise", "Stand.Rising"))),
    Story("loses frames for a moment", STEPPING, (
        s("-link_ok walk_req", "freeze", "Freeze.Hold"), nothing("-link_ok soles_level", 60),
        nothing("-link_ok", 20), s("", "rise", "Stand.Rising"))),
    Story("loses frames for a moment, feet at walking height", STEPPING, (
        s("-link_ok walk_req", "freeze", "Freeze.Hold"),
        nothing("walk_req soles_level", 20), s("walk_req soles_level", "step_on", STARTING))),
    Story("loses frames and tilts", STEPPING, (
        s("-link_ok", "freeze", "Freeze.Hold"),
        s("-link_ok -upright", "tilt", "Freeze.Tilted"), nothing("-link_ok -upright", 50),
        s("-upright", "let_go", f"{FALL}.Early"))),
    Story("falls and loses the link at the same time", "Stand.Normal", (
        s(f"falling -link_ok {DOWN}", "fall", f"{FALL}.Early"),
        nothing(f"falling -link_ok {DOWN}", 20))),
    Story("a foot is stuck", STEPPING, (
        nothing("walk_req unshifted", 10),
        s("walk_req done unshifted", "emergency_stand", "WalkPhase.EmergencyStand"),
        s("walk_req done unshifted still_abort", "emergency_step", "WalkPhase.EmergencyStep"),
        s("walk_req done", "next_step", STEPPING))),
    Story("stuck for longer", "WalkPhase.EmergencyStand", (
        s("walk_req done unshifted", "emergency_stand", "WalkPhase.EmergencyStand"),
        s("walk_req done still_abort", "next_step", STEPPING))),
    Story("an emergency stop outranks the fall", STEPPING, (
        s("force_limp limp_req falling", "force_limp", "Limp.Limp"),)),
    Story("falls while rising", "Stand.Rising", (
        s(f"falling {DOWN}", "fall", f"{FALL}.Early"),)),
    Story("a silent behaviour makes the robot sit down", "Stand.Normal", (
        nothing("", 200), s("limp_req", "sit_down", f"{SIT}.Decide"),
        s("limp_req", "chosen", f"{SIT}.Execute"))),
    Story("the link is lost, then the frames", STEPPING, (
        s("-link_ok", "freeze", "Freeze.Hold"), nothing("-link_ok", 80),
        s("-link_ok -frames_ok", "frames_lost", "Off"),
        nothing("-link_ok -frames_ok", 100))),
    Story("sank while standing", "Stand.Normal", (
        s("squats", "get_up", f"{GET_UP}.Decide"), s("", "chosen", f"{GET_UP}.Execute"),
        FINISH[0])),
    Story("rising already leads up from a squat", "Stand.Rising", (
        nothing("squats get_up_req", 20), s("squats done", "risen", "Stand.Normal"),
        s("squats walk_req", "get_up", f"{GET_UP}.Decide"))),
    Story("sank while walking, closes the feet first", STEPPING, (
        s("walk_req squats done", "stop", "WalkPhase.Stopping"),
        s("walk_req squats done feet_closed", "stopped", "Stand.Normal"),
        s("walk_req squats", "get_up", f"{GET_UP}.Decide"))),
    Story("lifted while rising", "Stand.Rising", (
        s(IN_AIR, "lifted", "PickedUp.Hanging"),)),
    Story("the stance is never reached", "Stand.Rising", (
        s("", "timeout", "Stand.Normal", 3.0), s("walk_req", "walk", STARTING),
        s(f"falling {DOWN}", "fall", f"{FALL}.Early"))),
    Story("neither the delay nor the step ends", "WalkDelayPhase", (
        s("walk_req", "timeout", STARTING, 0.6), s("walk_req", "timeout", "Stand.Rising", 3.0))),
    Story("dives while standing high", "Stand.High", (
        s("dive_req", "dive", f"{DIVE}.Decide"), s("dive_req", "chosen", f"{DIVE}.Execute"))),
    Story("dives while rising", "Stand.Rising", (s(JUMP, "dive", f"{DIVE}.Decide"),)),
    Story("the height is never reached", "Stand.Raising", (
        s("high_req", "timeout", "Stand.High", 1.5), s("", "lower", "Stand.Lowering"),
        s("", "timeout", "Stand.Normal", 1.5))),
)  # fmt: skip
