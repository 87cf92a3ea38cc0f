"""Waits and branches of a keyframe of a source file, and their conditions."""

from motions.keyframes.interchange.names import MANY_WAIT, VARIABLES, snake
from motions.keyframes.interchange.reading.fields import Fields
from motions.keyframes.interchange.reading.tree import Literal, Node
from motions.keyframes.motions.conditions import QUANTITIES, Condition, Conditions, Match
from motions.keyframes.motions.keyframe import Branch, Wait, WaitBreak

_LONGEST_MS = round(1e3 * MANY_WAIT)
"""Longest wait of the source where a file states none, ms."""


def read_conditions(fields: Fields, match_key: str) -> Conditions:
    """Return a list of conditions and how they are combined."""
    conditions = []
    for record in fields.records("conditions"):
        longest = record.whole("maxWaitTime", _LONGEST_MS)
        if longest != _LONGEST_MS:
            record.unused(f"maxWaitTime {longest}: only a wait has a time limit")
        conditions.append(_condition(record))
    match = fields.word(match_key, {"true": Match.ALL, "false": Match.ANY}, Match.ALL)
    # Below two conditions it makes no difference; one form keeps files comparable.
    return Conditions(tuple(conditions), match if len(conditions) > 1 else Match.ALL)


def _condition(fields: Fields) -> Condition:
    quantity = fields.word("variable", VARIABLES)
    low, high = fields.pair("range")
    negate = fields.flag("isNot")
    if low > high:  # in the source a reversed range means outside of it
        low, high, negate = high, low, not negate
    to_si = QUANTITIES[quantity].to_si
    return Condition(negate=negate, **{quantity: (low * to_si, high * to_si)})


def read_wait(fields: Fields, *, forbids: bool) -> Wait | None:
    """Return the wait of a keyframe; None if it has none.

    Args:
        fields: The keyframe's record.
        forbids: Whether the torso's window must not end the wait.
    """
    records = list(fields.records("waitConditions", needed=False))
    if not records:
        return Wait(0.0, Conditions(), WaitBreak.NEVER) if forbids else None
    times = [record.whole("maxWaitTime", _LONGEST_MS) * 1e-3 for record in records]
    until = Conditions(tuple(map(_condition, records)))
    longest = times[0] if len(times) == 1 else MANY_WAIT
    if any(time != longest for time in times):
        written = ", ".join(f"{time * 1e3:g}" for time in times)
        text = f"maxWaitTime {written}: ignored for several conditions, which wait 1000 ms"
        fields.findings.note(fields.record, fields.below("waitConditions"), text)
    return Wait(longest, until, WaitBreak.NEVER if forbids else WaitBreak.APPROACH)


def read_branches(fields: Fields) -> tuple[Branch, ...]:
    """Return the branches of a keyframe."""
    found = map(_branch, fields.records("keyframeBranches", needed=False))
    return tuple(branch for branch in found if branch is not None)


def _branch(fields: Fields) -> Branch | None:
    block = fields.node("blockID")
    motion = fields.optional("motionID")
    early_used = fields.flag("useEarlyEntrance")
    block_loops = fields.whole("maxNumberOfLoopsBlockID", -1)
    motion_loops = fields.whole("maxNumberOfLoopsMotionID", -1)
    stiff = fields.flag("initStiffness")
    remove = fields.flag("removeCurrentBlock")
    at_end, early = (
        fields.inner(key, lambda own: read_conditions(own, "isAnd"))
        for key in ("preCondition", "earlyEntranceCondition")
    )
    target = name_of(fields, motion[0] if motion else block)
    if target is None:
        return None
    if not early_used and early is not None and early.conditions:
        fields.unused(f"{len(early.conditions)} early conditions: useEarlyEntrance is false")
    limit, other = (motion_loops, block_loops) if motion else (block_loops, motion_loops)
    if other != -1:
        fields.unused(f"a loop limit of {other} for the target that is not used")
    if limit < -1:
        fields.mistake(fields.record, f"KF120 a loop limit is -1 or more, found {limit}")
    at_end = at_end if at_end is not None and at_end.conditions else None
    early = (early or Conditions()) if early_used else None
    if at_end is None and early is None:
        fields.unused("a branch without any condition: it never fires")
        early, limit = Conditions(), 0
    return Branch(
        to_block=None if motion else target,
        to_motion=target if motion else None,
        early=early,
        at_end=at_end,
        remove_current_block=remove,
        init_stiffness=stiff,
        max_loops=None if limit < 0 else limit,
    )


def name_of(fields: Fields, node: Node | None) -> str | None:
    """Return our name of a block or motion; None, with an error recorded, if it is not a name."""
    if isinstance(node, Literal):
        return snake(node.text)
    if node is not None:
        fields.mistake(node, "KF103 expected a name")
    return None
