"""Log for the operator: why the robot stops following requests, and when it resumes."""

import logging
from collections.abc import Iterator
from itertools import islice
from typing import Final

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import SensorFrame
from hsm.chart.engine.states import Compound, Leaf
from hsm.chart.leaves import FALL_PROTECTION, FAULT, FREEZE, LIMP, OFF, PICKED_UP, SIT_DOWN
from hsm.control.loop import Cycle
from motions.perception.frame_check import SHARE_RANGE

_LOG = logging.getLogger("hsm.robot")
_TOLD: Final[tuple[Compound | Leaf, ...]] = (
    OFF,
    FAULT,
    FREEZE,
    LIMP,
    FALL_PROTECTION,
    PICKED_UP,
    SIT_DOWN.state,
)
_MOST_JOINTS: Final = 4
"""Joints named at most: if all look broken, the cause lies elsewhere."""


class Journal:
    """Observer that logs the transitions relevant to the operator."""

    def __init__(self, model: RobotModel, margin: float) -> None:
        """Prepare.

        Args:
            model: Model of the robot.
            margin: Tolerance beyond the joint limits within which an angle is plausible, rad.
        """
        self._names = model.names
        self._limits = [(spec.min - margin, spec.max + margin) for spec in model.specs]

    def look(self, made: Cycle) -> None:
        """Log a transition into or out of one of these states, and a change of the walk."""
        if made.outcome.change is not None:
            _LOG.info("%.2f s: the walk has new parameters", made.outcome.robot.time)
        taken = made.outcome.transition
        if taken is None or _place(taken.source) == _place(taken.dest):
            return
        joints = ""
        if taken.dest in FAULT and made.frame is not None:
            joints = "".join(f"; {what}" for what in islice(self._broken(made.frame), _MOST_JOINTS))
        where = f"{taken.source} -> {taken.dest}"
        _LOG.warning("%.2f s: %s because %s%s", taken.time, where, taken.because, joints)

    def _broken(self, frame: SensorFrame) -> Iterator[str]:
        """Yield a description of every implausible joint value."""
        ends = zip(self._names, frame.positions, self._limits, strict=False)  # hands have none
        for name, angle, (low, high) in ends:
            if not low <= angle <= high:
                yield f"{name} at {angle:.2f} rad, expected {low:.2f} to {high:.2f}"
        for name, stiffness in zip(self._names, frame.stiffness, strict=True):
            if not SHARE_RANGE[0] <= stiffness <= SHARE_RANGE[1]:
                yield f"{name} has stiffness {stiffness:.2f}, expected 0 to 1"


def _place(leaf: str) -> int | None:
    """Return the index of the logged state that contains a leaf; None if there is none."""
    return next((number for number, place in enumerate(_TOLD) if leaf in place), None)
