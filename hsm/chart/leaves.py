"""The leaves of the robot's chart: what each is for, who moves the joints, how long it may last.

The seconds are the structure of the proof, not tuning: see `table.py`.
"""

from typing import Final

from hsm.chart.tree import Leaf

_STAND = "Active.Upright.Stand"
_WALK = "Active.Upright.Walk"
_KEYFRAMES = "Active.KeyframePhase"
_FALL = "Active.FallProtection"
_AIR = "Active.PickedUp"
_FREEZE = "Active.Freeze"


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
    Leaf(f"{_STAND}.Raising", "stretch the knees", "stand", "100, G, HA", 1.5,
         "the knees are straight"),
    Leaf(f"{_STAND}.High", "stand high; save energy after 1.5 s", "stand",
         "40, ankle pitch 60, G, HA", None),
    Leaf(f"{_STAND}.Lowering", "bend the knees", "stand", "100, G, HA", 1.5,
         "the stance is reached"),
    Leaf(f"{_WALK}.WalkDelayPhase", "hold, stretch the coming swing leg", "walking engine",
         "100, G, HA", 0.6, "the delay has elapsed (3 ticks or more)"),
    Leaf(f"{_WALK}.WalkPhase.Starting", "first step, or the step that closes the feet",
         "walking engine", "100, G, HA", 3.0, "the step ended"),
    Leaf(f"{_WALK}.WalkPhase.Stepping", "one step of the generator", "walking engine",
         "100, swing ankle 75, G, HA", 3.0, "the step ended"),
    Leaf(f"{_WALK}.WalkPhase.Stopping", "zero step", "walking engine",
         "100, swing ankle 75, G, HA", 3.0, "the step ended"),
    Leaf(f"{_WALK}.WalkPhase.EmergencyStand", "zero step, the weight did not shift",
         "walking engine", "100, swing ankle 75, G, HA", 3.0, "the step ended"),
    Leaf(f"{_WALK}.WalkPhase.EmergencyStep", "other swing side, 20 mm out, lift x3",
         "walking engine", "100, swing ankle 75, G, HA", 3.0, "the step ended"),
    *_keyframe_machine("GetUp", done_at_most=0.0, break_up_at_most=1.0),
    *_keyframe_machine("SitDown", done_at_most=None, break_up_at_most=10.0),
    *_keyframe_machine("Dive", done_at_most=None, break_up_at_most=10.0),
    *_keyframe_machine("Special", done_at_most=None, break_up_at_most=10.0),
    Leaf(f"{_FALL}.Early", "turn the body to its fall pose (direction latched)", "fall engine",
         "arms 30, knees and hip pitch 30 then 20, rest 10, -", 2.0,
         "fallen and quiet, or 2 s since the fall began"),
    Leaf(f"{_FALL}.Late", "knees straight (front) or bent (back)", "fall engine",
         "knee 30, arms 5, -", 2.0, "fallen and quiet, or 2 s since the fall began"),
    Leaf(f"{_FALL}.WaitGetUp", "lie until quiet", "fall engine", "10, -", 20.0),
    Leaf(f"{_AIR}.HoldStep", "the running step goes on in the air", "walking engine",
         "30, g, HA", 3.0, "the step ended; after a delay at once"),
    Leaf(f"{_AIR}.Returning", "feet to neutral at limited speed", "walking engine",
         "30, g, HA", 3.0, "the feet are neutral"),
    Leaf(f"{_AIR}.Hanging", "the stance in the air; joints interpolate first", "stand",
         "30, g, HA", None, "every leg joint has reached the stance"),
    Leaf(f"{_FREEZE}.Hold", "hold the last command, or the measured angles", "output stage",
         "60, never above the last command, g, -", None),
    Leaf(f"{_FREEZE}.Tilted", "the same, soft", "output stage",
         "30, never above the last command, g, -", None),
)  # fmt: skip
