"""The leaves of the robot's chart: what each is for, who moves the joints, how long it may last.

The seconds are the structure of the proof, not tuning: see `table.py`. How stiff and how far is
said in words only; the numbers are tuned in `config/`.
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
    path, owner = f"{_KEYFRAMES}.{kind}", "keyframe engine"
    balanced = "stiffness by keyframe, centre of mass balanced"
    return (
        Leaf(f"{path}.Decide", "choose program and mirror", owner, "as before", 0.0),
        Leaf(f"{path}.Execute", "interpolate, compensate, balance, take branches", owner, balanced,
             15.0, "no keyframe is left"),
        Leaf(f"{path}.Wait", "hold the target until its conditions hold", owner, balanced, 15.0),
        Leaf(f"{path}.BalanceOut", "stand still until calm", owner, balanced, 2.0),
        Leaf(f"{path}.Done", "hold the last pose", owner, "stiffness by keyframe, energy saving",
             done_at_most),
        Leaf(f"{path}.BreakUp", "fold into the fall pose, then let go", owner,
             "soft, then limp", break_up_at_most),
        Leaf(f"{path}.HelpMe", "lie and ask for help from time to time", owner, "limp", None),
    )  # fmt: skip


_SOFT_LATER = "stiff, softer after a moment of rest; gyro balance"
_STEP = "stiff, ankle of the swing foot softer; gyro balance"

LEAVES: Final = (
    Leaf("Off", "no frames; nothing is sent", "nobody", "as the last command left them", None),
    Leaf("Fault", "a defect was caught: hold the measured pose, then let go",
         "output stage", "damped, then limp", None),
    Leaf("Active.Limp.Limp", "every joint follows its measured angle", "output stage", "limp",
         None),
    Leaf("Active.Limp.HoldUpright", "the same, and ask to be held upright", "output stage",
         "limp", None),
    Leaf(f"{_STAND}.Rising", "interpolate from any pose to the walk stance", "stand",
         "stiff, gyro balance", 3.0, "the stance is reached"),
    Leaf(f"{_STAND}.Normal", "stand in the stance", "stand", _SOFT_LATER, None),
    Leaf(f"{_STAND}.Raising", "stretch the knees", "stand", "stiff, gyro balance", 1.5,
         "the knees are straight"),
    Leaf(f"{_STAND}.High", "stand on straight knees", "stand", _SOFT_LATER, None),
    Leaf(f"{_STAND}.Lowering", "bend the knees", "stand", "stiff, gyro balance", 1.5,
         "the stance is reached"),
    Leaf(f"{_WALK}.WalkDelayPhase", "hold, stretch the coming swing leg", "walking engine",
         "stiff, gyro balance", 0.6, "the delay has elapsed"),
    Leaf(f"{_WALK}.WalkPhase.Starting", "first step, or the step that closes the feet",
         "walking engine", _STEP, 3.0, "the step ended"),
    Leaf(f"{_WALK}.WalkPhase.Stepping", "one step at the speed that is asked", "walking engine",
         _STEP, 3.0, "the step ended"),
    Leaf(f"{_WALK}.WalkPhase.Stopping", "zero step", "walking engine", _STEP, 3.0,
         "the step ended"),
    Leaf(f"{_WALK}.WalkPhase.EmergencyStand", "zero step, the weight did not shift",
         "walking engine", _STEP, 3.0, "the step ended"),
    Leaf(f"{_WALK}.WalkPhase.EmergencyStep", "step aside with the other foot, high",
         "walking engine", _STEP, 3.0, "the step ended"),
    *_keyframe_machine("GetUp", done_at_most=0.0, break_up_at_most=1.0),
    *_keyframe_machine("SitDown", done_at_most=None, break_up_at_most=10.0),
    *_keyframe_machine("Dive", done_at_most=None, break_up_at_most=10.0),
    *_keyframe_machine("Special", done_at_most=None, break_up_at_most=10.0),
    Leaf(f"{_FALL}.Early", "turn the body to its fall pose (direction latched)", "fall engine",
         "soft legs, arms by pose", 2.0,
         "fallen and quiet, or long enough since the fall began"),
    Leaf(f"{_FALL}.Late", "knees straight (front) or bent (back)", "fall engine",
         "soft legs, arms by pose", 2.0,
         "fallen and quiet, or long enough since the fall began"),
    Leaf(f"{_FALL}.WaitGetUp", "lie until quiet", "fall engine", "soft", 20.0),
    Leaf(f"{_AIR}.HoldStep", "the running step goes on in the air", "walking engine",
         "soft", 3.0, "the step ended; after a delay at once"),
    Leaf(f"{_AIR}.Returning", "feet to neutral at limited speed", "walking engine",
         "soft", 3.0, "the feet are neutral"),
    Leaf(f"{_AIR}.Hanging", "the stance in the air; joints interpolate first", "stand",
         "soft", None, "every leg joint has reached the stance"),
    Leaf(f"{_FREEZE}.Hold", "hold the last command, or the measured angles", "output stage",
         "half stiff, never above the last command", None),
    Leaf(f"{_FREEZE}.Tilted", "the same, soft", "output stage",
         "soft, never above the last command", None),
)  # fmt: skip
