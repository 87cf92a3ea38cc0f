"""The state tree and the transition table of the robot, read from top to bottom.

Every tick asks: which row of the active leaf, band by band and from the top, holds first? At most
one fires. To add a state, add its leaves and its rows; nothing else knows their names.

The seconds stand here and not in `config/`, because they are the structure of the proof: the
checker derives from them how long the robot may need from anywhere to anywhere, and those bounds
are frozen in a test. They end what has gone wrong and are far above what a healthy motion takes;
how long a motion really lasts is tuned in its component.
"""

from typing import Final

from hsm.chart.compile import Chart, compile_chart
from hsm.chart.facts import FACTS
from hsm.chart.rows import Band, Row
from hsm.chart.tree import Leaf, Tree

SAFETY, OPERATOR, REACTION, SEQUENCE, REQUEST = Band

_STAND = "Active.Upright.Stand"
_WALK = "Active.Upright.Walk"
_KEYFRAMES = "Active.KeyframePhase"
_FALL = "Active.FallProtection"


def _keyframe_machine(
    kind: str, *, done_at_most: float | None, break_up_at_most: float
) -> tuple[Leaf, ...]:
    """Return the leaves of one kind of keyframe motion; all kinds have the same."""
    path, owner, balance = f"{_KEYFRAMES}.{kind}", "keyframe engine", "by keyframe, CoM balance, -"
    return (
        Leaf(f"{path}.Decide", "choose program and mirror", owner, "as before, g, -", 0.0),
        Leaf(f"{path}.Execute", "interpolate, compensate, balance, take branches", owner, balance,
             15.0, "no keyframe is left"),
        Leaf(f"{path}.Wait", "hold the target until its conditions hold", owner, balance, 15.0),
        Leaf(f"{path}.BalanceOut", "stand still until calm", owner, balance, 2.0),
        Leaf(f"{path}.Done", "hold the last pose", owner, "by keyframe, energy saving, -",
             done_at_most),
        Leaf(f"{path}.BreakUp", "fall pose, stiffness 10, limp after 1 s", owner,
             "10, then 0, g, -", break_up_at_most),
        Leaf(f"{path}.HelpMe", "lie limp and ask for help every 5 s", owner, "0, g, -", None),
    )  # fmt: skip


LEAVES: Final = (
    Leaf("Off", "no frames; nothing is sent", "none", "none, -", None),
    Leaf("Fault", "a defect was caught: hold the measured pose damped, 2 s later limp",
         "output stage", "20, then 0, g, -", None),
    Leaf("Active.Limp.Limp", "every joint follows its measured angle", "output stage",
         "0, g, -", None),
    Leaf("Active.Limp.HoldUpright", "the same, and ask to be held upright", "output stage",
         "0, g, -", None),
    Leaf(f"{_STAND}.Rising", "interpolate from any pose to the walk stance", "stand",
         "100, G, HA", 3.0, "the stance is reached"),
    Leaf(f"{_STAND}.Normal", "stand; save energy after 0.2 s still", "stand",
         "100, still 75, G, HA", None),
    Leaf(f"{_WALK}.WalkDelayPhase", "hold, stretch the coming swing leg", "walking engine",
         "100, G, HA", 0.6, "the delay has elapsed (3 ticks or more)"),
    Leaf(f"{_WALK}.WalkPhase.Starting", "first step, or the step that closes the feet",
         "walking engine", "100, G, HA", 3.0, "the step ended"),
    Leaf(f"{_WALK}.WalkPhase.Stepping", "one step of the generator", "walking engine",
         "100, swing ankle 75, G, HA", 3.0, "the step ended"),
    Leaf(f"{_WALK}.WalkPhase.Stopping", "zero step", "walking engine",
         "100, swing ankle 75, G, HA", 3.0, "the step ended"),
    *_keyframe_machine("GetUp", done_at_most=0.0, break_up_at_most=1.0),
    *_keyframe_machine("SitDown", done_at_most=None, break_up_at_most=10.0),
    Leaf(f"{_FALL}.Early", "turn the body to its fall pose (direction latched)", "fall engine",
         "arms 30, knees and hip pitch 30 then 20, rest 10, -", 2.0,
         "fallen and quiet, or 2 s since the fall began"),
    Leaf(f"{_FALL}.Late", "knees straight (front) or bent (back)", "fall engine",
         "knee 30, arms 5, -", 2.0, "fallen and quiet, or 2 s since the fall began"),
    Leaf(f"{_FALL}.WaitGetUp", "lie until quiet", "fall engine", "10, -", 20.0),
)  # fmt: skip

ROWS: Final = (
    # Off, Fault, and the whole of Active. These three beat everything, in this order.
    Row(SAFETY, ("Active", "Fault"), "frames_lost", "!frames_ok", "Off", ordered=True,
        note="nothing can be commanded; the robot keeps the last command"),
    Row(SAFETY, "Active", "hw_fault", "hw_fault", "Fault", ordered=True,
        note="damped, then limp; an exception in the loop enters Fault by set_state"),
    Row(SAFETY, "Active", "force_limp", "force_limp", "Limp", ordered=True,
        note="emergency stop; outranks the fall reflex on purpose"),
    Row(SEQUENCE, "Off", "boot", "link_ok & !hw_fault & !stiff", "Limp",
        note="normal start"),
    Row(SEQUENCE, "Off", "reconnect", "link_ok & !hw_fault & stiff", "Stand",
        note="our process restarted under a standing robot: rise from where it is, do not drop it"),
    Row(OPERATOR, "Fault", "fault_cleared", "head_touch & !hw_fault", "Limp", after=1.0,
        note="a person confirms"),

    # The reflex.
    Row(SAFETY, "Upright", "fall", "falling", "FallProtection",
        note="keyframe motions answer by break_up"),

    # Limp
    Row(SEQUENCE, "Limp", "rise", "!limp_req & upright", "Stand",
        note="the first phase after Limp is always Stand, never a get-up or a walk"),
    Row(SEQUENCE, "Limp.Limp", "hold_upright", "!limp_req & !upright", "Limp.HoldUpright",
        note="warns every 10 s: hold me upright"),
    Row(SEQUENCE, "Limp.HoldUpright", "rest", "limp_req", "Limp.Limp"),

    # Stand
    Row(SEQUENCE, "Stand.Rising", "risen", "done", "Stand.Normal", limit=3.0),
    Row(REQUEST, "Stand", "sit_down", "limp_req", "KeyframePhase.SitDown", ordered=True,
        note="also when the behaviour is silent or the IMU is implausible"),
    Row(REQUEST, "Stand", "get_up", "get_up_req", "KeyframePhase.GetUp", ordered=True,
        note="sank below walking height"),
    Row(REQUEST, "Stand.Normal", "walk_delayed", "walk_req & delay_due", "WalkDelayPhase",
        note="36 ms, then Starting"),
    Row(REQUEST, "Stand.Normal", "walk", "walk_req & !delay_due", "WalkPhase"),

    # Walk: the delay and the steps
    Row(SEQUENCE, "WalkDelayPhase", "first_step", "done & first_step", "WalkPhase", limit=0.6,
        note="from Stand: half the lift height"),
    Row(SEQUENCE, "WalkDelayPhase", "next_step", "done & !first_step", "WalkPhase.Stepping"),
    Row(REQUEST, "WalkPhase", "delay", "done & delay_due", "WalkDelayPhase", ordered=True,
        note="side push"),
    Row(REQUEST, "WalkPhase", "next_step", "done & walk_req", "WalkPhase.Stepping",
        reenter=True, ordered=True,
        note="the visible step, reason: normal, predicted, abort, stuck, still, overtime"),
    Row(REQUEST, "WalkPhase", "stopped", "done & feet_closed", "Stand.Normal", ordered=True,
        note="the only regular way out of Walk"),
    Row(REQUEST, "WalkPhase", "stop", "done", "WalkPhase.Stopping", reenter=True, ordered=True,
        note="zero step: no decision, or the feet are still apart"),
    Row(SEQUENCE, "WalkPhase", "timeout", "", "Stand", after=3.0,
        note="defect: even overtime (2.5 s) did not end the step"),

    # KeyframePhase, the same for all kinds
    Row(SEQUENCE, "KeyframePhase.*.Decide", "chosen", "", "KeyframePhase.*.Execute",
        note="Decide chooses the program in its one tick"),
    Row(REACTION, "KeyframePhase.*.{Execute, Wait, BalanceOut, Done}", "break_up", "torso_out",
        "KeyframePhase.*.BreakUp", note="the torso angle that broke it is the reason"),
    Row(REACTION, "KeyframePhase.*.{Execute, Wait}", "branch", "branch_taken",
        "KeyframePhase.*.Execute", reenter=True,
        note="branch: <block or motion> because <condition>; includes follow-up motions"),
    Row(SEQUENCE, "KeyframePhase.*.Execute", "wait", "waiting", "KeyframePhase.*.Wait"),
    Row(SEQUENCE, "KeyframePhase.*.Wait", "resume", "!waiting", "KeyframePhase.*.Execute",
        note="wait over, timed out, stalled, or early entrance"),
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
        note="a robot asked to be limp stays limp after a break-up"),
    Row(SEQUENCE, "KeyframePhase.*.HelpMe", "helped", "upright", "KeyframePhase.GetUp.Execute",
        note="program stand, tries reset; the person may let go"),

    # KeyframePhase, by kind
    Row(OPERATOR, "KeyframePhase.GetUp.{Execute, Wait, BalanceOut, Done, BreakUp, HelpMe}",
        "head_touch", "head_touch", "KeyframePhase.GetUp.Execute", reenter=True,
        note="program stand, break-up off; at most once per second"),
    Row(REQUEST, "KeyframePhase.GetUp.BalanceOut", "walk", "walk_req", "WalkPhase",
        note="early hand-over to walking"),
    Row(SEQUENCE, "KeyframePhase.GetUp.Done", "up", "", "WalkPhase",
        note="0.1 mm step, so balance continues; also when stand is asked"),
    Row(SEQUENCE, "KeyframePhase.GetUp.BreakUp", "retry", "", "KeyframePhase.GetUp.Decide",
        after=1.0, note="tries + 1"),
    Row(SEQUENCE, "KeyframePhase.SitDown.Done", "taken", "!contact", "Limp",
        note="a seated robot goes limp only in somebody's hands"),
    Row(REQUEST, "KeyframePhase.SitDown.Done", "get_up", "!limp_req", "KeyframePhase.GetUp",
        note="program stand"),
    Row(SEQUENCE, "KeyframePhase.SitDown.BreakUp", "get_up", "mismatch & !limp_req",
        "KeyframePhase.GetUp", after=1.0, limit=10.0),

    # FallProtection
    Row(REACTION, "FallProtection.Early", "late", "late", "FallProtection.Late",
        note="pitch beyond 55 or -45 deg, 0.1 s after the fall began: straighten the knees"),
    Row(SEQUENCE, "FallProtection.{Early, Late}", "landed", "done", "FallProtection.WaitGetUp",
        limit=2.0),
    Row(SEQUENCE, "FallProtection.WaitGetUp", "rest", "limp_req", "Limp"),
    Row(SEQUENCE, "FallProtection", "caught", "calm & upright & !falling & !get_up_req", "Stand"),
    Row(SEQUENCE, "FallProtection", "get_up", "calm & get_up_req", "KeyframePhase.GetUp"),
    Row(SEQUENCE, "FallProtection.WaitGetUp", "timeout", "", "KeyframePhase.GetUp", after=20.0),
)  # fmt: skip

# Levels that exist for their common rows only; short names leave them out.
_SILENT = ("Active", "Upright", "Walk")


def robot_chart(period: float) -> Chart:
    """Compile the robot's chart.

    Args:
        period: Duration of one tick in s.
    """
    return compile_chart(
        Tree(LEAVES, _SILENT), ROWS, FACTS, period=period, initial="Off", fault="Fault"
    )
