"""The states of the robot's chart, each declared once: name, purpose, time bound, look, page.

All other modules use the constants; the class of a leaf names its constant. The seconds are
part of the proofs, not tuning parameters: see `table.py`. Stiffness and poses are described in
words only; their numbers are tuned in `config/`.
"""

from typing import Final

from hsm.chart.engine.states import Appearance, Compound, Leaf, Sheet

_STIFF = "stiff, gyro balance"
_SOFT_LATER = "stiff, softer after a moment of rest; gyro balance"
_STEP = "stiff, ankle of the swing foot softer; gyro balance"
_NOWHERE = Sheet("off_fault_limp", "States that command no motion.")

ROBOT: Final = Compound()

OFF: Final = ROBOT.leaf(
    "Off", "no valid frames arrive: keep the last command", "output stage", "as last commanded",
    None,
    look=Appearance("off", "#c9ccd1"), sheet=_NOWHERE,
)  # fmt: skip
FAULT: Final = ROBOT.leaf(
    "Fault", "a defect was caught: hold the measured pose, then let go", "output stage",
    "damped, then limp", None, look=Appearance("fault", "#d64550"), sheet=_NOWHERE,
)  # fmt: skip
ACTIVE: Final = ROBOT.compound("Active", silent=True)

LIMP: Final = ACTIVE.compound("Limp", look=Appearance("limp", "#b9aee0"), sheet=_NOWHERE)
LIMP_LIMP: Final = LIMP.leaf(
    "Limp", "every joint follows its measured angle", "output stage", "limp", None
)
LIMP_HOLD_UPRIGHT: Final = LIMP.leaf(
    "HoldUpright", "every joint follows its measured angle; asks to be held upright",
    "output stage", "limp", None,
)  # fmt: skip

UPRIGHT: Final = ACTIVE.compound("Upright", silent=True)

STAND: Final = UPRIGHT.compound(
    "Stand", look=Appearance("stand", "#8ecae6"),
    sheet=Sheet("stand", "Where every activity begins and ends."),
)  # fmt: skip
STAND_RISING: Final = STAND.leaf(
    "Rising", "interpolate from any pose to the walk stance", "stand", _STIFF, 3.0,
    "the stance is reached",
)  # fmt: skip
STAND_NORMAL: Final = STAND.leaf("Normal", "stand in the stance", "stand", _SOFT_LATER, None)
STAND_RAISING: Final = STAND.leaf(
    "Raising", "stretch the knees", "stand", _STIFF, 1.5, "the knees are straight"
)
STAND_HIGH: Final = STAND.leaf("High", "stand on straight knees", "stand", _SOFT_LATER, None)
STAND_LOWERING: Final = STAND.leaf(
    "Lowering", "bend the knees", "stand", _STIFF, 1.5, "the stance is reached"
)

WALK: Final = UPRIGHT.compound("Walk", silent=True, look=Appearance("walk", "#95d5a3"))
_KICKS = Sheet("in_walk_kick", "The delay before a step, and the steps that kick.")
WALK_DELAY_PHASE: Final = WALK.leaf(
    "WalkDelayPhase", "hold, stretch the coming swing leg", "walking engine", _STIFF, 0.6,
    "the delay has elapsed", sheet=_KICKS,
)  # fmt: skip
WALK_PHASE: Final = WALK.compound(
    "WalkPhase", sheet=Sheet("walk", "Each step is a transition with its own reason.")
)


def _step(segment: str, purpose: str) -> Leaf:
    return WALK_PHASE.leaf(segment, purpose, "walking engine", _STEP, 3.0, "the step ended")


WALK_STARTING: Final = _step("Starting", "first step, or the step that closes the feet")
WALK_STEPPING: Final = _step("Stepping", "one step at the requested speed")
WALK_STOPPING: Final = _step("Stopping", "step that closes the feet")
WALK_EMERGENCY_STAND: Final = _step(
    "EmergencyStand", "step in place, because the weight did not shift"
)
WALK_EMERGENCY_STEP: Final = _step("EmergencyStep", "high sideways step with the other foot")

IN_WALK_KICK: Final = WALK.compound(
    "InWalkKick", look=Appearance("kick in the walk", "#4fb8a8"),
    sheet=_KICKS,
)  # fmt: skip
IN_WALK_KICK_PRE_STEP: Final = IN_WALK_KICK.leaf(
    "PreStep", "place the support foot beside the ball", "walking engine", _STEP, 3.0,
    "the step ended",
)  # fmt: skip
IN_WALK_KICK_KICK_STEP: Final = IN_WALK_KICK.leaf(
    "KickStep", "swing the foot through the ball", "walking engine", _STEP, 3.0, "the step ended"
)

PREVIEW_WALK: Final = WALK.compound(
    "PreviewWalk", look=Appearance("preview walk", "#74c69d"),
    sheet=Sheet("preview_walk", "Exactly placed footsteps, with the weight shifted ahead of each."),
)  # fmt: skip
PREVIEW_INITIAL_DOUBLE_SUPPORT: Final = PREVIEW_WALK.leaf(
    "InitialDoubleSupport", "shift the weight over the first support foot", "preview walk",
    _STIFF, None, "it is time to lift the other one",
)  # fmt: skip
PREVIEW_SINGLE_SUPPORT: Final = PREVIEW_WALK.leaf(
    "SingleSupport", "swing one foot along its planned footstep", "preview walk", _STIFF, 5.0,
    "the foot has landed, at its planned time",
)  # fmt: skip
PREVIEW_DOUBLE_SUPPORT: Final = PREVIEW_WALK.leaf(
    "DoubleSupport", "both feet carry, for a share of the step or as long as requested",
    "preview walk", _STIFF, None, "it is time to lift the next foot",
)  # fmt: skip
PREVIEW_FINAL_DOUBLE_SUPPORT: Final = PREVIEW_WALK.leaf(
    "FinalDoubleSupport", "shift the weight to the middle between the feet", "preview walk",
    _STIFF, 1.0, "its duration has elapsed",
)  # fmt: skip

KICK_PHASE: Final = UPRIGHT.compound(
    "KickPhase", look=Appearance("kick", "#5fa8d3"),
    sheet=Sheet("kick_phase", "A stand kick, balanced on one leg; a walk step follows."),
)  # fmt: skip
_ON_ONE_LEG = "stiff, centre of mass balanced over the support sole"
KICK_INTERPOLATE: Final = KICK_PHASE.leaf(
    "Interpolate", "move every joint into the initial pose of the kick", "stand kick", _STIFF, 0.7,
    "the pose is reached",
)  # fmt: skip
KICK_SETTLE: Final = KICK_PHASE.leaf(
    "Settle", "wait until the gyros are quiet", "stand kick", _STIFF, 1.2,
    "the gyros are quiet, or the wait has timed out",
)  # fmt: skip
KICK_STRIKE: Final = KICK_PHASE.leaf(
    "Strike", "shift the weight, lift the foot, strike", "stand kick", _ON_ONE_LEG, 2.0,
    "the foot has swung through the ball",
)  # fmt: skip
KICK_RECOVER: Final = KICK_PHASE.leaf(
    "Recover", "bring the leg back to the ground", "stand kick", _ON_ONE_LEG, 1.5,
    "both feet carry the robot, or a step is requested and the foot is down",
)  # fmt: skip

KEYFRAME_PHASE: Final = ACTIVE.compound("KeyframePhase")


class Keyframes:
    """One kind of keyframe motion: its compound and its leaves, the same for all kinds."""

    def __init__(
        self,
        segment: str,
        look: Appearance,
        sheet: Sheet,
        *,
        done_at_most: float | None,
        break_up_at_most: float,
    ) -> None:
        owner, balanced = "keyframe engine", "stiffness by keyframe, centre of mass balanced"
        around = KEYFRAME_PHASE.compound(segment, look=look, sheet=sheet)
        self.state: Final = around
        self.decide: Final = around.leaf(
            "Decide", "choose the program and whether to mirror it", owner, "as before", 0.0
        )
        self.execute: Final = around.leaf(
            "Execute", "interpolate, compensate, balance, take branches", owner, balanced, 15.0,
            "no keyframe is left",
        )  # fmt: skip
        self.wait: Final = around.leaf(
            "Wait", "hold the target until its conditions hold", owner, balanced, 15.0
        )
        self.balance_out: Final = around.leaf(
            "BalanceOut", "stand still until calm", owner, balanced, 2.0
        )
        self.done: Final = around.leaf(
            "Done", "hold the last pose", owner, "stiffness by keyframe, energy saving",
            done_at_most,
        )  # fmt: skip
        self.break_up: Final = around.leaf(
            "BreakUp", "fold into the fall pose, then let go", owner, "soft, then limp",
            break_up_at_most,
        )  # fmt: skip
        self.help_me: Final = around.leaf(
            "HelpMe", "lie limp and ask for help at intervals", owner, "limp", None
        )

    def __contains__(self, name: str) -> bool:
        """Return whether a leaf, given by its short name, belongs to this kind."""
        return name in self.state


_OTHERS = "Only the rows of this kind; the shared ones are on the page of KeyframePhase.*."

GET_UP: Final = Keyframes(
    "GetUp", Appearance("get up", "#f6c667"),
    Sheet(
        "keyframe_phase",
        "The same for every kind of motion; drawn for GetUp, including GetUp's own rows.",
        "KeyframePhase.*",
    ),
    done_at_most=0.0, break_up_at_most=1.0,
)  # fmt: skip
SIT_DOWN: Final = Keyframes(
    "SitDown", Appearance("sit down", "#d9b99b"), Sheet("sit_down", _OTHERS, own_only=True),
    done_at_most=None, break_up_at_most=10.0,
)  # fmt: skip
DIVE: Final = Keyframes(
    "Dive", Appearance("dive", "#e39fb3"),
    Sheet("dive", f"A keeper's jump, squat and readiness. {_OTHERS}", own_only=True),
    done_at_most=None, break_up_at_most=10.0,
)  # fmt: skip
SPECIAL: Final = Keyframes(
    "Special", Appearance("special", "#e8d96a"), Sheet("special", _OTHERS, own_only=True),
    done_at_most=None, break_up_at_most=10.0,
)  # fmt: skip

FALL_PROTECTION: Final = ACTIVE.compound(
    "FallProtection", look=Appearance("fall", "#f28c6f"),
    sheet=Sheet("protection", "From the reflex to the get-up."),
)  # fmt: skip
_FALLEN = "the robot has fallen and is quiet, or the fall began long enough ago"
FALL_EARLY: Final = FALL_PROTECTION.leaf(
    "Early", "turn the body to its fall pose (direction latched)", "fall engine",
    "soft legs, arms by pose", 2.0, _FALLEN,
)  # fmt: skip
FALL_LATE: Final = FALL_PROTECTION.leaf(
    "Late", "knees straight (front) or bent (back)", "fall engine", "soft legs, arms by pose", 2.0,
    _FALLEN,
)  # fmt: skip
FALL_WAIT_GET_UP: Final = FALL_PROTECTION.leaf(
    "WaitGetUp", "lie until quiet", "fall engine", "soft", 20.0
)

PICKED_UP: Final = ACTIVE.compound(
    "PickedUp", look=Appearance("picked up", "#d8a7ca"),
    sheet=Sheet("picked_up", "The robot is held in the air, and put down again."),
)  # fmt: skip
PICKED_UP_HOLD_STEP: Final = PICKED_UP.leaf(
    "HoldStep", "finish the running step in the air", "walking engine", "soft", 3.0,
    "the step ended; a delay ends at once",
)  # fmt: skip
PICKED_UP_RETURNING: Final = PICKED_UP.leaf(
    "Returning", "move the feet to neutral at limited speed", "return of the feet", "soft", 3.0,
    "the feet are neutral",
)  # fmt: skip
PICKED_UP_HANGING: Final = PICKED_UP.leaf(
    "Hanging", "interpolate into the stance in the air, then hold it", "stand", "soft", None,
    "every leg joint has reached the stance",
)  # fmt: skip

FREEZE: Final = ACTIVE.compound(
    "Freeze", look=Appearance("freeze", "#9fb3c8"),
    sheet=Sheet("freeze", "The link is lost and restored, or a walk was killed."),
)  # fmt: skip
FREEZE_HOLD: Final = FREEZE.leaf(
    "Hold", "hold the last command, or the measured angles", "output stage",
    "half stiff, never above the last command", None,
)  # fmt: skip
FREEZE_TILTED: Final = FREEZE.leaf(
    "Tilted",
    "hold the last command softly; the robot will fall",
    "output stage",
    "soft, never above the last command",
    None,
)

# The boxes of the overview, from top to bottom.
OVERVIEW: Final = (
    OFF, FAULT, FREEZE, LIMP, STAND, KICK_PHASE, WALK, FALL_PROTECTION, KEYFRAME_PHASE, PICKED_UP,
)  # fmt: skip
