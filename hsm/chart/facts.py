"""The facts of the robot: every question that the table may ask, as one bit each.

Computed once per tick, before the selection, by monitors, the request watch and the active
component. Thresholds, hysteresis and debouncing live there (`config/facts.yaml`), never here. The
bits are plain integers, because `IntFlag` would cost forty times more in the innermost loop.

A violated assumption is repaired by its first literal (see `FactSet.repair`): a wish without
ground contact is dropped, but a missing `limp_req` is raised, because an emergency stop must not
be lost to somebody's slip.
"""

from itertools import combinations
from typing import Final

from hsm.chart.factset import Fact, FactSet, Kind

_LINK = "link and hardware"
_OPERATOR = "operator"
_BODY = "body"
_DECISION = "decision: at most one is true, none means stand"
_REFINEMENT = "refinements of the decision"
_LEAF = "status of the active leaf"
_KEYFRAME = "keyframe engine"

_FACTS = (
    Fact("frames_ok", _LINK, "a valid frame arrived not long ago"),
    Fact("link_ok", _LINK, "valid frames arrive, with short gaps at most"),
    Fact("hw_fault", _LINK, "a joint or inertial value is not finite or out of its range"),
    Fact("stiff", _LINK, "the robot reports stiff legs"),
    Fact("force_limp", _OPERATOR, "immediate limp is asked, or the chest button is held"),
    Fact("head_touch", _OPERATOR, "two of three head sensors are touched", Kind.PULSE),
    Fact("clear_req", _OPERATOR, "leaving the fault is asked"),
    Fact("falling", _BODY, "the fall detector says falling"),
    Fact("lying", _BODY, "the robot has come to rest on the ground, its torso is not upright"),
    Fact("lifted", _BODY, "the upright robot has lost the ground and does not fall"),
    Fact("contact", _BODY, "the feet have ground contact"),
    Fact("upright", _BODY, "the torso's roll and pitch are small"),
    Fact("calm", _BODY, "every gyro rate is small"),
    Fact("late", _BODY, "the fall has gone too far to turn the body"),
    Fact("soles_level", _BODY, "both soles are at walking height below the hips"),
    Fact("high_req", _DECISION, "standing high is asked, and the robot was still once"),
    Fact("walk_req", _DECISION, "walking is asked at a speed that is not zero, on the ground"),
    Fact("dive_req", _DECISION, "a keeper's dive is asked"),
    Fact("special_req", _DECISION, "a special motion is asked"),
    Fact("get_up_req", _DECISION, "the robot lies or squats and should stand"),
    Fact("limp_req", _DECISION, "limp is asked, or the requests are silent, or the IMU is not ok"),
    Fact("jump_req", _REFINEMENT, "the dive that is asked is a jump"),
    Fact("delay_due", _REFINEMENT, "the coming step must be delayed and can be"),
    Fact("first_step", _REFINEMENT, "the step to come follows Stand"),
    Fact("done", _LEAF, "the leaf has finished what it is for", Kind.STATUS),
    Fact("feet_closed", _LEAF, "the feet are near enough for what follows"),
    Fact("unshifted", _LEAF, "the step ended, but the foot that should now carry does not"),
    Fact("still_abort", _LEAF, "the step ended because it was late and the robot still"),
    Fact("began_upright", _KEYFRAME, "the motion began upright and is not meant to fall"),
    Fact("torso_out", _KEYFRAME, "the torso left its limits, or a leg motor reports a fault"),
    Fact("branch_taken", _KEYFRAME, "a block was spliced in or replaced", Kind.PULSE),
    Fact("waiting", _KEYFRAME, "the target is reached, but its conditions are not met"),
    Fact("balancing", _KEYFRAME, "the program ends with balancing and is not calm yet"),
    Fact("mismatch", _KEYFRAME, "the running program is not what is asked for", Kind.STATUS),
    Fact("tries_left", _KEYFRAME, "fewer break-ups than allowed in this phase"),
)

# In rising importance: of two decisions that are true by mistake, the earlier one gives way.
_DECISIONS = ("high_req", "walk_req", "special_req", "dive_req", "get_up_req", "limp_req")

_IMPOSSIBLE = (
    *(f"{lesser} & {greater}" for lesser, greater in combinations(_DECISIONS, 2)),
    "link_ok & !frames_ok",
    "hw_fault & !frames_ok",
    "!limp_req & force_limp",
    "lifted & contact",
    "lifted & falling",
    "lying & upright",
    "lying & falling",
    "lifted & lying",
    "get_up_req & falling",
    "jump_req & !dive_req",
    "walk_req & !contact",
    "delay_due & !contact",
    "unshifted & !contact",
    "still_abort & !done",
    "waiting & done",
    "waiting & balancing",
    "waiting & branch_taken",
    "branch_taken & done",
    "branch_taken & torso_out",
)

FACTS: Final = FactSet(_FACTS, _IMPOSSIBLE)

FRAMES_OK: Final = FACTS.bit("frames_ok")
LINK_OK: Final = FACTS.bit("link_ok")
HW_FAULT: Final = FACTS.bit("hw_fault")
STIFF: Final = FACTS.bit("stiff")
FORCE_LIMP: Final = FACTS.bit("force_limp")
HEAD_TOUCH: Final = FACTS.bit("head_touch")
CLEAR_REQ: Final = FACTS.bit("clear_req")
FALLING: Final = FACTS.bit("falling")
LYING: Final = FACTS.bit("lying")
LIFTED: Final = FACTS.bit("lifted")
CONTACT: Final = FACTS.bit("contact")
UPRIGHT: Final = FACTS.bit("upright")
CALM: Final = FACTS.bit("calm")
LATE: Final = FACTS.bit("late")
SOLES_LEVEL: Final = FACTS.bit("soles_level")
HIGH_REQ: Final = FACTS.bit("high_req")
WALK_REQ: Final = FACTS.bit("walk_req")
DIVE_REQ: Final = FACTS.bit("dive_req")
SPECIAL_REQ: Final = FACTS.bit("special_req")
GET_UP_REQ: Final = FACTS.bit("get_up_req")
LIMP_REQ: Final = FACTS.bit("limp_req")
JUMP_REQ: Final = FACTS.bit("jump_req")
DELAY_DUE: Final = FACTS.bit("delay_due")
FIRST_STEP: Final = FACTS.bit("first_step")
DONE: Final = FACTS.bit("done")
FEET_CLOSED: Final = FACTS.bit("feet_closed")
UNSHIFTED: Final = FACTS.bit("unshifted")
STILL_ABORT: Final = FACTS.bit("still_abort")
BEGAN_UPRIGHT: Final = FACTS.bit("began_upright")
TORSO_OUT: Final = FACTS.bit("torso_out")
BRANCH_TAKEN: Final = FACTS.bit("branch_taken")
WAITING: Final = FACTS.bit("waiting")
BALANCING: Final = FACTS.bit("balancing")
MISMATCH: Final = FACTS.bit("mismatch")
TRIES_LEFT: Final = FACTS.bit("tries_left")


def names(bits: int) -> tuple[str, ...]:
    """Return the names of the facts that are true in a set."""
    return FACTS.names(bits)
