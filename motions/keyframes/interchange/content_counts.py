"""Counts the contents of a source file, so that no loss in the conversion goes unnoticed."""

from motions.keyframes.interchange.names import LIMBS
from motions.keyframes.interchange.reading.tree import List, Node, Record

_ITEMS = {
    "keyframeBranches": "branches",
    "conditions": "conditions",
    "waitConditions": "wait_conditions",
    "jointPairs": "compensation_pairs",
    "jointY": "balance_entries",
    "jointX": "balance_entries",
    "singleMotorStiffnessChange": "stiffness_changes",
    **dict.fromkeys(("head", *LIMBS), "angles"),
}
"""Kinds under which the values of lists are counted, by the key of the list."""

KINDS = (
    "motions",
    "blocks",
    "keyframes",
    "branches",
    "conditions",
    "wait_conditions",
    "compensation_entries",
    "compensation_pairs",
    "balance_entries",
    "stiffness_changes",
    "angles",
)


def counts_of(root: Record) -> dict[str, int]:
    """Return the number of items of each kind in a file.

    `conditions` are those of branches and follow-ups; waits have `wait_conditions`.
    """
    found = dict.fromkeys(KINDS, 0)
    motions, blocks = root.values.get("motions"), root.values.get("keyframeBlock")
    if isinstance(motions, Record):
        found["motions"] = len(motions.values)
        _count(motions, found)
    if isinstance(blocks, Record):
        found["blocks"] = len(blocks.values)
        for block in blocks.values.values():
            keyframes = block.values.get("keyframes") if isinstance(block, Record) else None
            found["keyframes"] += len(keyframes.items) if isinstance(keyframes, List) else 0
        _count(blocks, found)
    return found


def _count(node: Node, found: dict[str, int]) -> None:
    if isinstance(node, List):
        for item in node.items:
            _count(item, found)
    if not isinstance(node, Record):
        return
    found["compensation_entries"] += "jointDelta" in node.values
    for key, value in node.values.items():
        if isinstance(value, List) and key in _ITEMS:
            found[_ITEMS[key]] += len(value.items)
        _count(value, found)
