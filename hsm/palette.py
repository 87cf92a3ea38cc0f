"""One colour and one short label per group of states, the same in every picture and table."""

from typing import Final

from hsm.chart import Appearance
from hsm.chart.leaves import ROBOT

_OTHER = "#e3e3e3"
_LOOKS: Final = {leaf.name: leaf.look for leaf in ROBOT.leaves}


def group_of(leaf: str) -> Appearance:
    """Return the look of a leaf, given by its short name, which may come from an older run."""
    return _LOOKS.get(leaf) or Appearance(leaf.split(".")[0].lower(), _OTHER)
