"""The transition table of the robot, read from top to bottom.

In every tick, the rows of the active leaf are tested by priority and then from the top; the first
that holds fires, and at most one does. To add a state, add its leaves (`leaves.py`), its rows here,
and the class of each leaf (`hsm/states`).

The seconds are here and not in `config/` because the proofs depend on them: the checker derives how
long the robot needs at most from any state to any other, and a test freezes these bounds. They end
motions that went wrong and are far longer than a healthy motion takes; the actual duration of a
motion is tuned in its component.
"""

from functools import cache
from typing import Final

from hsm.chart.engine.compile import Chart, compile_chart
from hsm.chart.engine.rows import Priority, Row
from hsm.chart.engine.tree import Tree
from hsm.chart.facts import FACTS
from hsm.chart.leaves import FAULT, OFF, ROBOT

SAFETY, OPERATOR, REACTION, SEQUENCE, REQUEST = Priority

ROWS: Final = (
    # Off, Fault, and all of Active. The first three outrank everything else, in this order.
    Row(SAFETY, ("Active", "Fault"), "frames_lost", "!frames_ok", "Off", ordered=True,
        note="nothing can be commanded; the robot keeps the last command"),
    Row(SAFETY, "Active", "hw_fault", "hw_fault", "Fault", ordered=True,
        note="damped, then limp; an exception in the loop enters Fault by set_state"),
    Row(SAFETY, "Active", "force_limp", "force_limp", "Limp", ordered=True,
        note="emergency stop; outranks the fall reflex on purpose"),
    Row(SAFETY, "Off", "hw_fault", "link_ok & hw_fault", "Fault",
        note="a defect is reported, and damped, from the first valid frames on"),
    Row(SEQUENCE, "Off", "boot", "link_ok & !stiff", "Limp",
        note="normal start"),
    Row(SEQUENCE, "Off", "reconnect", "link_ok & stiff", "Freeze",
        note="our process restarted under a standing robot: hold it, do not drop it"),
    Row(OPERATOR, "Fault", "fault_cleared", "head_touch & !hw_fault", "Limp", after=1.0,
        note="a person confirms"),
    Row(OPERATOR, "Fault", "fault_acknowledged", "clear_req & !head_touch & !hw_fault", "Limp",
        after=1.0, note="the behaviour confirms"),

    # The reflexes fall, freeze and lifted, in this order. They outrank every request.
    Row(SAFETY, ("Upright", "KeyframePhase.Special", "Freeze"), "fall", "falling",
        "FallProtection", ordered=True, note="detected early enough to bring the arms forward"),
    Row(SAFETY, "KeyframePhase.{GetUp, SitDown, Dive}.{Execute, Wait, BalanceOut, Done}", "fall",
        "falling & began_upright", "FallProtection", ordered=True,
        note="a motion that starts on the ground, or falls on purpose, uses break_up instead"),
    Row(SAFETY, ("Upright", "KeyframePhase.Special.{Execute, Wait, BalanceOut, Done}", "PickedUp"),
        "lies", "lying", "FallProtection.WaitGetUp", ordered=True,
        note="whatever the cause: a robot that lies cannot stand, walk or hang"),
    Row(SAFETY, ("Upright", "KeyframePhase", "PickedUp"), "freeze", "!link_ok", "Freeze",
        ordered=True, note="not from FallProtection: a falling robot is better soft than stiff"),
    Row(SAFETY, "Walk", "lifted", "lifted", "PickedUp", ordered=True,
        note="the step continues in the air, soft"),
    Row(SAFETY, "KickPhase", "lifted", "lifted", "PickedUp.Returning", ordered=True,
        note="the kick ends: the leg returns, soft"),
    Row(SAFETY, ("Stand", "FallProtection", "KeyframePhase.Special", "KeyframePhase.GetUp.Done"),
        "lifted", "lifted", "PickedUp.Hanging", ordered=True,
        note="held by a person: soft, in the stance"),

    # Limp
    Row(SEQUENCE, "Limp", "rise", "!limp_req & upright", "Stand",
        note="the first phase after Limp is always Stand, never a get-up or a walk"),
    Row(SEQUENCE, "Limp.Limp", "hold_upright", "!limp_req & !upright", "Limp.HoldUpright",
        note="repeatedly asks to be held upright"),
    Row(SEQUENCE, "Limp.HoldUpright", "rest", "limp_req", "Limp.Limp"),

    # Stand
    Row(SEQUENCE, "Stand.Rising", "risen", "done", "Stand.Normal", limit=3.0),
    Row(SEQUENCE, "Stand.Raising", "raised", "done", "Stand.High", limit=1.5),
    Row(SEQUENCE, "Stand.Lowering", "lowered", "done", "Stand.Normal", limit=1.5),
    Row(REQUEST, "Stand", "dive", "dive_req", "KeyframePhase.Dive", ordered=True,
        note="leaves any child of Stand at once: a keeper must not first bend its knees"),
    Row(REQUEST, "Stand", "sit_down", "limp_req", "KeyframePhase.SitDown", ordered=True,
        note="also when the behaviour is silent or the IMU is implausible"),
    Row(REQUEST, "Stand.{Normal, Raising, High, Lowering}", "get_up", "squats",
        "KeyframePhase.GetUp", ordered=True,
        note="sank below walking height; Rising already leads up"),
    Row(REQUEST, "Stand", "special", "special_req", "KeyframePhase.Special", ordered=True,
        note="leaves any child of Stand at once"),
    Row(REQUEST, "Stand.Normal", "raise", "high_req & settled", "Stand.Raising",
        note="a swaying robot cannot be balanced on straight knees"),
    Row(REQUEST, "Stand.{Raising, High}", "lower", "!high_req", "Stand.Lowering",
        ordered=True, note="also for a walk: the knees bend first"),
    Row(REQUEST, "Stand.Normal", "walk_delayed", "walk_req & delay_due", "WalkDelayPhase",
        note="a few ticks, then Starting"),
    Row(REQUEST, "Stand.Normal", "walk", "walk_req & !delay_due", "WalkPhase"),
    Row(REQUEST, "Stand.Normal", "preview_walk", "preview_req", "PreviewWalk"),
    Row(REQUEST, "Stand.Normal", "kick", "kick_ready", "KickPhase"),

    # Walk: the delay, the steps, and the steps that kick
    Row(OPERATOR, "Walk", "kill", "kill_req", "Freeze",
        note="ends at once, wherever the feet are: the robot may fall"),
    Row(SEQUENCE, ("WalkDelayPhase", "InWalkKick.PreStep"), "kick_step", "done & kick_step_ready",
        "InWalkKick.KickStep", note="the kick that the delay or the previous step prepared"),
    Row(SEQUENCE, "WalkDelayPhase", "first_step", "done & first_step", "WalkPhase", limit=0.6,
        note="from Stand"),
    Row(SEQUENCE, "WalkDelayPhase", "next_step", "done & !first_step & !kick_step_ready",
        "WalkPhase.Stepping"),
    Row(REACTION, "WalkPhase.Stepping", "kick_in_step", "kick_in_step", "InWalkKick.KickStep",
        note="touching the ball suffices: the running step becomes the kick step"),
    Row(SEQUENCE, "WalkPhase.EmergencyStand", "emergency_step", "done & unshifted & still_abort",
        "WalkPhase.EmergencyStep", note="foot stuck: the other foot makes a high sideways step"),
    Row(SEQUENCE, ("WalkPhase", "InWalkKick.KickStep"), "emergency_stand", "done & unshifted",
        "WalkPhase.EmergencyStand", reenter=True, note="step in place, announced"),
    Row(REQUEST, "WalkPhase", "jump", "jump_req & feet_closed", "KeyframePhase.Dive",
        ordered=True, note="only a keeper's jump may cut a step short"),
    Row(REQUEST, "WalkPhase", "pre_step", "done & prestep_ready", "InWalkKick", ordered=True,
        note="the kicking foot is not the next swing foot"),
    Row(REQUEST, ("WalkPhase", "InWalkKick.KickStep"), "delay", "done & delay_due",
        "WalkDelayPhase", ordered=True, note="lateral push, or the kick waits for the ball"),
    Row(REQUEST, "WalkPhase", "kick_step", "done & kick_step_ready", "InWalkKick.KickStep",
        ordered=True),
    Row(REQUEST, ("WalkPhase", "InWalkKick.KickStep"), "next_step", "done & walk_req & !squats",
        "WalkPhase.Stepping", reenter=True, ordered=True,
        note="the step is visible; reason: normal, predicted, abort, stuck, still, overtime"),
    Row(REQUEST, "WalkPhase", "stopped", "done & feet_closed", "Stand.Normal", ordered=True,
        note="the only regular way out of Walk"),
    Row(REQUEST, ("WalkPhase", "InWalkKick.KickStep"), "stop", "done", "WalkPhase.Stopping",
        reenter=True, ordered=True, note="closing step: no decision, or the feet are still apart"),
    Row(SEQUENCE, "InWalkKick.PreStep", "kick_given_up", "done & !kick_step_ready",
        "WalkPhase.Stepping", note="the ball has moved: the walk continues"),
    Row(SEQUENCE, ("WalkPhase", "InWalkKick"), "timeout", "", "Stand", after=3.0,
        note="defect: not even overtime ended the step"),

    # PreviewWalk
    Row(SEQUENCE, "PreviewWalk.{InitialDoubleSupport, DoubleSupport}", "lift_off",
        "done & steps_left", "PreviewWalk.SingleSupport"),
    Row(SEQUENCE, "PreviewWalk.SingleSupport", "touch_down", "done & steps_left",
        "PreviewWalk.DoubleSupport"),
    Row(SEQUENCE, "PreviewWalk.{InitialDoubleSupport, DoubleSupport}", "halt",
        "done & !steps_left", "PreviewWalk.FinalDoubleSupport",
        note="end of the footsteps, of a path or of a requested velocity"),
    Row(SEQUENCE, "PreviewWalk.SingleSupport", "halt", "done & !steps_left",
        "PreviewWalk.FinalDoubleSupport", limit=5.0, note="the last footstep has landed"),
    Row(REQUEST, "PreviewWalk.{InitialDoubleSupport, DoubleSupport}", "withdrawn",
        "!preview_req & contact", "PreviewWalk.FinalDoubleSupport", after=0.1,
        note="both feet wait for the next footstep only while it is requested"),
    Row(SEQUENCE, "PreviewWalk.FinalDoubleSupport", "stopped", "done & feet_closed",
        "Stand.Normal"),
    Row(SEQUENCE, "PreviewWalk.FinalDoubleSupport", "close_feet", "done & !feet_closed",
        "WalkPhase.Stopping", limit=1.0, note="the feet were left apart: a closing step"),

    # KickPhase
    Row(SEQUENCE, "KickPhase.Interpolate", "posed", "done", "KickPhase.Settle", limit=0.7),
    Row(SEQUENCE, "KickPhase.Settle", "settled", "done", "KickPhase.Strike", limit=1.2,
        note="a robot that never calms down kicks anyway"),
    Row(SEQUENCE, "KickPhase.Strike", "struck", "done", "KickPhase.Recover", limit=2.0),
    Row(SEQUENCE, "KickPhase.Recover", "get_up", "done & get_up_req", "KeyframePhase.GetUp",
        note="sank on one leg"),
    Row(SEQUENCE, "KickPhase.Recover", "delay", "done & !get_up_req & delay_due",
        "WalkDelayPhase", note="the weight is still on the kicking foot"),
    Row(SEQUENCE, "KickPhase.Recover", "kicked", "done & !get_up_req & !delay_due", "WalkPhase",
        limit=1.5, note="a step always follows, also when stand is requested"),

    # KeyframePhase, the same for all kinds
    Row(SEQUENCE, "KeyframePhase.*.Decide", "chosen", "", "KeyframePhase.*.Execute",
        note="Decide chooses the program in its one tick"),
    Row(REACTION, "KeyframePhase.*.{Execute, Wait, BalanceOut, Done}", "break_up", "torso_out",
        "KeyframePhase.*.BreakUp", note="the reason gives the torso angle that caused it"),
    Row(REACTION, "KeyframePhase.*.{Execute, Wait}", "branch", "branch_taken",
        "KeyframePhase.*.Execute", reenter=True,
        note="<block or motion> because <condition>; includes follow-up motions"),
    Row(SEQUENCE, "KeyframePhase.*.Execute", "wait", "waiting", "KeyframePhase.*.Wait"),
    Row(SEQUENCE, "KeyframePhase.*.Wait", "resume", "!waiting", "KeyframePhase.*.Execute",
        note="wait complete, timed out or stalled, or an early entry"),
    Row(SEQUENCE, "KeyframePhase.*.Execute", "balance_out", "done & balancing",
        "KeyframePhase.*.BalanceOut"),
    Row(SEQUENCE, "KeyframePhase.*.Execute", "finished", "done & !balancing",
        "KeyframePhase.*.Done"),
    Row(SEQUENCE, "KeyframePhase.*.BalanceOut", "balanced", "!balancing",
        "KeyframePhase.*.Done", limit=2.0),
    Row(SEQUENCE, "KeyframePhase.*.{Execute, Wait}", "timeout", "", "KeyframePhase.*.BreakUp",
        after=15.0, note="a motion that does not end has failed"),
    Row(REACTION, "KeyframePhase.*.BreakUp", "help_me", "!tries_left", "KeyframePhase.*.HelpMe",
        note="at once"),
    Row(SEQUENCE, "KeyframePhase.*.BreakUp", "rest", "limp_req", "Limp", after=1.0,
        note="a robot with a limp request stays limp after a break-up"),
    Row(SEQUENCE, "KeyframePhase.*.HelpMe", "helped", "upright", "KeyframePhase.GetUp.Execute",
        note="program stand, tries reset; the person may let go"),

    # KeyframePhase, by kind
    Row(OPERATOR, "KeyframePhase.GetUp.{Execute, Wait, BalanceOut, Done, BreakUp, HelpMe}",
        "head_touch", "head_touch", "KeyframePhase.GetUp.Execute", reenter=True,
        note="program stand, break-up off; at most once per second"),
    Row(REQUEST, "KeyframePhase.GetUp.BalanceOut", "walk",
        "walk_req & upright & !squats & !falling", "WalkPhase", note="early hand-over to walking"),
    Row(SEQUENCE, "KeyframePhase.GetUp.Done", "up", "upright & !falling", "WalkPhase",
        note="the feet close in a step, so balance continues; also when stand is requested"),
    Row(SEQUENCE, "KeyframePhase.GetUp.Done", "not_up", "", "KeyframePhase.GetUp.BreakUp",
        note="the motion is over but the robot is not on its feet: a new try"),
    Row(SEQUENCE, "KeyframePhase.GetUp.BreakUp", "retry", "", "KeyframePhase.GetUp.Decide",
        after=1.0, note="tries + 1"),
    Row(SEQUENCE, "KeyframePhase.SitDown.Done", "taken", "!contact", "Limp",
        note="a seated robot goes limp only when a person holds it"),
    Row(REQUEST, "KeyframePhase.SitDown.Done", "get_up", "!limp_req", "KeyframePhase.GetUp",
        note="the follow-up of the motion that applies, else program stand"),
    Row(SEQUENCE, "KeyframePhase.{SitDown, Dive, Special}.BreakUp", "get_up",
        "mismatch & !limp_req", "KeyframePhase.GetUp", after=1.0, limit=10.0,
        note="a special motion never matches, a dive as long as any dive is requested"),
    Row(REQUEST, "KeyframePhase.Dive.{Execute, Wait, Done}", "jump", "jump_req & mismatch",
        "KeyframePhase.Dive.Decide", note="the keeper is ready and the ball comes"),
    Row(REQUEST, "KeyframePhase.Dive.Done", "sit_down", "limp_req & upright",
        "KeyframePhase.SitDown", note="squatting in readiness"),
    Row(REQUEST, "KeyframePhase.Dive.Done", "rest", "limp_req & !upright", "Limp",
        note="after a jump: lying"),
    Row(REQUEST, "KeyframePhase.Dive.Done", "get_up", "!dive_req & !limp_req",
        "KeyframePhase.GetUp", note="the follow-up of the motion that applies, else program "
        "stand when squatting, and by how it lies when lying"),
    Row(REQUEST, "KeyframePhase.Special.Done", "repeat",
        "mismatch & special_req & !squats", "KeyframePhase.Special.Decide",
        note="as long as it is requested"),
    Row(REQUEST, "KeyframePhase.Special.Done", "stand", "!special_req", "Stand"),
    Row(REQUEST, "KeyframePhase.Special.Done", "sank", "squats", "Stand", ordered=True,
        note="a robot that sank below walking height rises before repeating the motion"),

    # FallProtection
    Row(REACTION, "FallProtection.Early", "late", "late", "FallProtection.Late",
        note="the torso has tilted far: straighten the knees"),
    Row(SEQUENCE, "FallProtection.{Early, Late}", "landed", "done", "FallProtection.WaitGetUp",
        limit=2.0),
    Row(SEQUENCE, "FallProtection.WaitGetUp", "rest", "limp_req", "Limp"),
    Row(SEQUENCE, "FallProtection", "caught", "calm & upright & !falling & !get_up_req", "Stand",
        ordered=True),
    Row(SEQUENCE, "FallProtection.{Early, Late}", "get_up", "calm & get_up_req",
        "KeyframePhase.GetUp", ordered=True),
    Row(SEQUENCE, "FallProtection.WaitGetUp", "get_up",
        "calm & !falling & !dive_req", "KeyframePhase.GetUp", ordered=True,
        note="a robot that waits here and was not caught lies, whatever the fall detector reports"),
    Row(SEQUENCE, "FallProtection.WaitGetUp", "timeout", "", "KeyframePhase.GetUp", after=20.0,
        note="a requested dive keeps the robot down, but not forever"),

    # PickedUp
    Row(REACTION, "PickedUp.{HoldStep, Returning}", "put_down", "contact", "WalkPhase.Stopping",
        note="close the feet safely on the ground"),
    Row(REACTION, "PickedUp.Hanging", "put_down", "contact & done", "Stand.Normal",
        note="the stance was reached in the air"),
    Row(REACTION, "PickedUp.Hanging", "put_down_early", "contact & !done", "Stand",
        note="interpolate from wherever the legs are"),
    Row(SEQUENCE, "PickedUp.HoldStep", "step_over", "done", "PickedUp.Returning", limit=3.0,
        note="without a support switch in the air, the step ends at rest or by overtime"),
    Row(SEQUENCE, "PickedUp.Returning", "returned", "done", "PickedUp.Hanging", limit=3.0),
    Row(REQUEST, "PickedUp", "sit_down", "limp_req", "KeyframePhase.SitDown",
        note="folds the legs, then goes limp by the row taken"),

    # Freeze
    Row(REACTION, "Freeze.Hold", "tilt", "!upright", "Freeze.Tilted", note="softer: it will fall"),
    Row(SEQUENCE, "Freeze.Hold", "step_on", "link_ok & soles_level", "WalkPhase", after=0.5,
        note="the feet are at walking height: a closing step"),
    Row(SEQUENCE, "Freeze.Hold", "rise", "link_ok & !soles_level", "Stand", after=0.5),
    Row(SEQUENCE, "Freeze.Tilted", "let_go", "link_ok", "FallProtection"),
)  # fmt: skip


@cache
def robot_chart(period: float) -> Chart:
    """Return the robot's chart; compiled once and immutable.

    Args:
        period: Duration of one tick in s.
    """
    return compile_chart(
        Tree(ROBOT.leaves), ROWS, FACTS, period=period, initial=OFF.path, fault=FAULT.path
    )
