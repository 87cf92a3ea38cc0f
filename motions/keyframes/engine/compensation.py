"""Corrects targets of a keyframe when a joint lags: the second half of joint compensation.

A correction changes the target, not the command: it grows with the keyframe's progress, and the
next keyframe inherits it in its start pose. When the lagging joint comes loose there, the inherited
part is taken back (`Inherited`), because it would throw the robot over.
"""

from collections.abc import Sequence
from itertools import compress

from motions.keyframes.engine.joint_errors import JointErrors
from motions.keyframes.motions.keyframe import Compensation, Keyframe


def activation(entry: Compensation, value: float) -> float:
    """Return the degree of compensation of an observed error (rad): 0 at start, 1 at full."""
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
        left, right = errors.hip_pitches
        value = positions[left] - positions[right]
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


def observed_by(entries: Sequence[Compensation]) -> frozenset[int]:
    """Return the joints whose errors these entries observe."""
    return frozenset(entry.observe for entry in entries if entry.observe is not None)


class Inherited:
    """Corrections of the last keyframe that are still in the start pose of this one.

    Two laws take them back when the joint comes loose. Without a `release_step` they follow the
    error in every cycle. With one (the law of older motion files), every cycle in which the joint
    moves fast towards its request takes back one step.
    """

    def __init__(self, min_release: float) -> None:
        """Inherit nothing yet.

        Args:
            min_release: Predicted decrease of the error that counts as coming loose, rad.
        """
        self._min_release = min_release
        self._entries: list[Compensation] = []
        self._corrections: list[float] = []
        self._free: frozenset[int] = frozenset()
        self._step: float | None = None
        self._offset: tuple[float, ...] = ()
        self._released: dict[int, float] = {}

    def begin(
        self,
        keyframe: Keyframe,
        corrections: tuple[float, ...],
        free: frozenset[int],
        offset: tuple[float, ...],
    ) -> None:
        """Inherit from a finished keyframe.

        Args:
            keyframe: The finished keyframe.
            corrections: Corrections of its entries, rad.
            free: Joints that are held or limp and stay untouched.
            offset: From the start pose back to its uncorrected target, in wire order, rad.
        """
        lags = [not entry.hip_pitch_difference for entry in keyframe.compensation]
        self._entries = list(compress(keyframe.compensation, lags))
        self._corrections = list(compress(corrections, lags))
        self._free = free
        self._step = keyframe.release_step
        self._offset = offset
        self._released = {}

    @property
    def observed(self) -> frozenset[int]:
        """Return the joints whose errors show what has come loose."""
        return observed_by(self._entries)

    def take_back(
        self, start: list[float], errors: JointErrors, positions: Sequence[float]
    ) -> None:
        """Adjust the start pose, rad, for joints that came loose since the last cycle."""
        if self._step is None:
            self._track(start, errors, positions)
        else:
            self._release(start, errors, self._step)

    def _track(self, start: list[float], errors: JointErrors, positions: Sequence[float]) -> None:
        now = [correction(entry, errors, positions) for entry in self._entries]
        for entry, value, before in zip(self._entries, now, self._corrections, strict=True):
            for share in entry.apply:
                if share.joint not in self._free:
                    start[share.joint] += (value - before) * share.factor
        self._corrections = now

    def _release(self, start: list[float], errors: JointErrors, step: float) -> None:
        moved: set[int] = set()
        for entry in self._entries:
            joint = entry.observe
            if joint is None or joint in moved:
                continue
            error = errors.error(joint, predict=False)
            done = self._released.get(joint, 0.0)
            falling = error - errors.error(joint, predict=True)
            if falling <= self._min_release or done >= 1.0:
                continue
            moved.add(joint)
            share_now = min(step, 1.0 - done)
            self._released[joint] = done + share_now
            owing = [each for each in self._entries if each.observe == joint]
            for corrected in {item.joint for each in owing for item in each.apply}:
                if corrected not in self._free:
                    start[corrected] += share_now * self._offset[corrected]
