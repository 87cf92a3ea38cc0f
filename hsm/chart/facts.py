"""The facts of the robot: one bit for every condition that the table may test.

Facts are computed once per tick, before a row is selected, by the monitors, the request arbiter and
the active component. Thresholds, hysteresis and debouncing live there (`config/facts.yaml`), never
here. The bits are plain integers: `IntFlag` would cost forty times more in the innermost loop.

A fact is declared once: its name, bit, meaning and exclusions. It `yields_to` the facts that
exclude it (`FactSet.repair` drops it): a walk request without ground contact is dropped. A missing
`limp_req` is raised instead, so that no programming mistake loses an emergency stop. The
account of a fact, which needs the robot's numbers, is registered beside the monitors; a fact
without one is refused.
"""

from typing import Final

from hsm.chart.engine.factset import Fact, FactSet, Kind

_LINK = "link and hardware"
_OPERATOR = "operator"
_BODY = "body"
_DECISION = "decision: at most one is true; none means stand"
_REFINEMENT = "refinements of the decision"
_LEAF = "status of the active leaf"
_KEYFRAME = "keyframe engine"

_DECLARED: list[Fact] = []


def _fact(
    name: str,
    group: str,
    meaning: str,
    kind: Kind = Kind.LEVEL,
    *,
    yields_to: tuple[str, ...] = (),
    raised_by: tuple[str, ...] = (),
) -> int:
    """Declare a fact and return its bit."""
    _DECLARED.append(Fact(name, group, meaning, kind, yields_to, raised_by))
    return 1 << (len(_DECLARED) - 1)


FRAMES_OK: Final = _fact("frames_ok", _LINK, "a valid frame arrived recently")
LINK_OK: Final = _fact(
    "link_ok", _LINK, "valid frames arrive, with at most short gaps", yields_to=("!frames_ok",)
)
HW_FAULT: Final = _fact(
    "hw_fault",
    _LINK,
    "a joint angle or stiffness is not finite or is out of range",
    yields_to=("!frames_ok",),
)
STIFF: Final = _fact("stiff", _LINK, "the robot reports stiff legs")

FORCE_LIMP: Final = _fact(
    "force_limp", _OPERATOR, "immediate limp is requested, or the chest button is held"
)
HEAD_TOUCH: Final = _fact(
    "head_touch", _OPERATOR, "two of three head sensors are touched", Kind.PULSE
)
KILL_REQ: Final = _fact(
    "kill_req",
    _OPERATOR,
    "an immediate end of the walk is requested, or a leg joint is too soft for the preview walk",
    Kind.PULSE,
)
CLEAR_REQ: Final = _fact("clear_req", _OPERATOR, "leaving the fault is requested")

FALLING: Final = _fact("falling", _BODY, "the fall detector reports a fall in progress")
LYING: Final = _fact(
    "lying",
    _BODY,
    "the robot has come to rest on the ground with its torso not upright",
    yields_to=("upright", "falling"),
)
LIFTED: Final = _fact(
    "lifted",
    _BODY,
    "the upright robot has lost ground contact and is not falling",
    yields_to=("contact", "falling", "lying"),
)
CONTACT: Final = _fact("contact", _BODY, "the feet have ground contact")
UPRIGHT: Final = _fact("upright", _BODY, "the torso's roll and pitch are small")
CALM: Final = _fact("calm", _BODY, "every gyro rate is small")
LATE: Final = _fact("late", _BODY, "the fall has gone too far to turn the body")
SQUATS: Final = _fact(
    "squats", _BODY, "the upright robot has sunk below its walking height", yields_to=("!upright",)
)
SOLES_LEVEL: Final = _fact("soles_level", _BODY, "both soles are at walking height below the hips")

# In order of increasing importance: a decision yields to all more important ones.
HIGH_REQ: Final = _fact(
    "high_req",
    _DECISION,
    "standing high is requested",
    yields_to=("walk_req", "preview_req", "kick_ready", "special_req", "dive_req", "limp_req"),
)
WALK_REQ: Final = _fact(
    "walk_req",
    _DECISION,
    "walking is requested, with ground contact, and steps are still needed",
    yields_to=("kick_ready", "special_req", "dive_req", "limp_req", "!contact"),
)
PREVIEW_REQ: Final = _fact(
    "preview_req",
    _DECISION,
    "footsteps of the preview walk are requested, with ground contact, and are permitted",
    yields_to=("walk_req", "kick_ready", "special_req", "dive_req", "limp_req", "!contact"),
)
KICK_READY: Final = _fact(
    "kick_ready",
    _DECISION,
    "a stand kick is requested, and the ball lies where this kick can reach it",
    yields_to=("special_req", "dive_req", "limp_req", "squats", "!contact"),
)
SPECIAL_REQ: Final = _fact(
    "special_req", _DECISION, "a special motion is requested", yields_to=("dive_req", "limp_req")
)
DIVE_REQ: Final = _fact(
    "dive_req", _DECISION, "a keeper's dive is requested", yields_to=("limp_req",)
)
LIMP_REQ: Final = _fact(
    "limp_req",
    _DECISION,
    "sitting or limp is requested or due: silence, heat, battery, a dead inertial unit",
    raised_by=("force_limp",),
)

GET_UP_REQ: Final = _fact(
    "get_up_req",
    _REFINEMENT,
    "the robot has fallen or squats, and may get up: neither limp nor a dive is requested",
    yields_to=("falling", "dive_req", "limp_req"),
)
JUMP_REQ: Final = _fact(
    "jump_req", _REFINEMENT, "the requested dive is a jump", yields_to=("!dive_req",)
)
DELAY_DUE: Final = _fact(
    "delay_due", _REFINEMENT, "the coming step must be delayed and can be", yields_to=("!contact",)
)
FIRST_STEP: Final = _fact(
    "first_step", _REFINEMENT, "the coming step follows Stand or a stand kick"
)
KICK_STEP_READY: Final = _fact(
    "kick_step_ready",
    _REFINEMENT,
    "the coming step can execute the requested kick",
    yields_to=("!walk_req", "first_step", "squats"),
)
PRESTEP_READY: Final = _fact(
    "prestep_ready",
    _REFINEMENT,
    "the step after the coming one can kick if the coming one prepares it",
    yields_to=("!walk_req", "kick_step_ready", "squats"),
)
KICK_IN_STEP: Final = _fact(
    "kick_in_step",
    _REFINEMENT,
    "the running step can still become a kick step, and touching the ball suffices",
    yields_to=("!walk_req", "done", "squats"),
)

DONE: Final = _fact("done", _LEAF, "the leaf has fulfilled its purpose", Kind.STATUS)
SETTLED: Final = _fact(
    "settled", _LEAF, "the gyros have been quiet for a moment since the robot began to stand"
)
STEPS_LEFT: Final = _fact(
    "steps_left", _LEAF, "the preview walk has a planned step left, or must make one"
)
FEET_CLOSED: Final = _fact(
    "feet_closed", _LEAF, "the feet are close enough together for the next motion"
)
UNSHIFTED: Final = _fact(
    "unshifted",
    _LEAF,
    "the step ended, but the new support foot does not carry the weight",
    yields_to=("!contact",),
)
STILL_ABORT: Final = _fact(
    "still_abort",
    _LEAF,
    "the step ended because it was late and the robot was at rest",
    yields_to=("!done",),
)

BEGAN_UPRIGHT: Final = _fact(
    "began_upright", _KEYFRAME, "the motion began upright and is not meant to fall"
)
TORSO_OUT: Final = _fact(
    "torso_out", _KEYFRAME, "the torso left its limits, or a leg motor reports a fault"
)
BRANCH_TAKEN: Final = _fact(
    "branch_taken",
    _KEYFRAME,
    "a block was spliced in or replaced",
    Kind.PULSE,
    yields_to=("done", "torso_out"),
)
WAITING: Final = _fact(
    "waiting",
    _KEYFRAME,
    "the target is reached, but its conditions are not met",
    yields_to=("done", "balancing", "branch_taken"),
)
BALANCING: Final = _fact(
    "balancing", _KEYFRAME, "the program ends with balancing and is not calm yet"
)
MISMATCH: Final = _fact(
    "mismatch", _KEYFRAME, "the running program is not the requested one", Kind.STATUS
)
TRIES_LEFT: Final = _fact(
    "tries_left", _KEYFRAME, "fewer break-ups than allowed have occurred in this phase"
)

FACTS: Final = FactSet(_DECLARED)
