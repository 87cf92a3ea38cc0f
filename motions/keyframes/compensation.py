"""Corrects targets of a keyframe because a joint lags: the second half of joint compensation.

A correction changes the target, not the command: it grows with the keyframe's progress and is
inherited by the next keyframe as its start. When the lagging joint comes loose there, the inherited
part is taken back (`Inherited`), because it would throw the robot over.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from hardware.nao import Joint
from motions.keyframes.joint_errors import JointErrors
from motions.keyframes.motion import Compensation


def activation(entry: Compensation, value: float) -> float:
    """Return how strongly an observed error (rad) is compensated: 0 at start, 1 at full."""
    start, full = entry.start, entry.full
    if start * full >= 0.0:
        share = max(0.0, (value - start) / (full - start))
    else:
        share = max(0.0, value / start, value / full)
    if entry.hip_pitch_difference:
        return min(1.0, share)
    return share if entry.clip is None else min(entry.clip, share)


def correction(entry: Compensation, errors: JointErrors, positions: Sequence[float]) -> float:
    """Return the correction of a joint with factor 1, rad."""
    if entry.observe is None:
        value = positions[Joint.L_HIP_PITCH] - positions[Joint.R_HIP_PITCH]
    else:
        value = errors.error(entry.observe, predict=entry.predict)
    return activation(entry, value) * entry.full


def compensate(
    targets: list[float],
    entries: Sequence[Compensation],
    errors: JointErrors,
    positions: Sequence[float],
) -> tuple[float, ...]:
    """Add the corrections to the targets, rad, and return the correction of each entry."""
    corrections = tuple(correction(entry, errors, positions) for entry in entries)
    for entry, value in zip(entries, corrections, strict=True):
        for share in entry.apply:
            targets[share.joint] += value * share.factor
    return corrections


@dataclass(slots=True)
class Inherited:
    """Corrections of the last keyframe that are still in the start pose of this one."""

    entries: tuple[Compensation, ...] = ()
    corrections: tuple[float, ...] = ()
    _free: frozenset[int] = field(default_factory=frozenset)

    def begin(
        self,
        entries: tuple[Compensation, ...],
        corrections: tuple[float, ...],
        free: frozenset[int],
    ) -> None:
        """Inherit from a finished keyframe; `free` joints are held or limp and stay untouched."""
        kept = [
            (entry, value)
            for entry, value in zip(entries, corrections, strict=True)
            if not entry.hip_pitch_difference
        ]
        self.entries = tuple(entry for entry, _ in kept)
        self.corrections = tuple(value for _, value in kept)
        self._free = free

    def track(self, start: list[float], errors: JointErrors, positions: Sequence[float]) -> None:
        """Change the start pose, rad, by what the corrections have changed since the last cycle."""
        now = tuple(correction(entry, errors, positions) for entry in self.entries)
        for entry, value, before in zip(self.entries, now, self.corrections, strict=True):
            for share in entry.apply:
                if share.joint not in self._free:
                    start[share.joint] += (value - before) * share.factor
        self.corrections = now
